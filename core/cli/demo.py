"""``demo``: the demonstration regions."""

from __future__ import annotations

import argparse

from core.service import MineralApp
from core.settings import get_settings


def demo(arguments: argparse.Namespace) -> int:
    """Generate and load what is missing, saying what is done; returns the exit code."""
    app = MineralApp.open(get_settings())
    last = ""

    def progress(step: str, part: float) -> None:
        nonlocal last
        if step and step != last:
            print(f"  {part:4.0%}  {step}", flush=True)
            last = step

    try:
        loaded = app.load_demo(progress, force=arguments.force)
        if loaded:
            rows = sum(x.record.rows_loaded for x in app.layers() if x.record.table in loaded)
            print(
                f"Loaded {len(loaded)} demonstration layers with {rows:,} rows. All their features are invented."
            )
        else:
            print("The demonstration layers are loaded already; nothing to do.")
    finally:
        app.close()
    return 0
