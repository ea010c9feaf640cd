"""``demo``: the demonstration regions."""

from __future__ import annotations

import argparse

from core.database.engine import Database
from core.database.registry import list_layers
from core.service.demo import load_demo
from core.settings import get_settings


def demo(arguments: argparse.Namespace) -> int:
    """Generate and load what is missing, saying what is done; returns the exit code."""
    settings = get_settings()
    database = Database.open(settings)
    last = ""

    def progress(step: str, part: float) -> None:
        nonlocal last
        if step and step != last:
            print(f"  {part:4.0%}  {step}", flush=True)
            last = step

    try:
        loaded = load_demo(database, settings, progress, force=arguments.force)
        if loaded:
            rows = sum(r.rows_loaded for r in list_layers(database) if r.table in loaded)
            print(f"Loaded {len(loaded)} demonstration layers with {rows:,} rows. They are invented, no survey.")
        else:
            print("The demonstration layers are loaded already; nothing to do.")
    finally:
        database.close()
    return 0
