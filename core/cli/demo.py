"""``demo``: the demonstration regions."""

from __future__ import annotations

import argparse

from core.database.engine import Database
from core.database.registry import list_layers
from core.service.demo import load_demo
from core.service.packs import load_pack, pack_settings
from core.settings import get_settings


def demo(arguments: argparse.Namespace) -> int:
    """Generate and load what is missing, saying what is done; returns the exit code."""
    settings = get_settings()
    pack = arguments.pack
    if pack:
        settings = pack_settings(settings, pack)
    database = Database.open(settings, name=settings.database_name)
    last = ""

    def progress(step: str, part: float) -> None:
        nonlocal last
        if step and step != last:
            print(f"  {part:4.0%}  {step}", flush=True)
            last = step

    try:
        if pack:
            loaded = load_pack(database, settings, pack, progress, force=arguments.force)
        else:
            loaded = load_demo(database, settings, progress, force=arguments.force)
        if loaded:
            rows = sum(r.rows_loaded for r in list_layers(database) if r.table in loaded)
            print(f"Loaded {len(loaded)} demonstration layers with {rows:,} rows. They are invented, no survey.")
        else:
            print("The demonstration layers are loaded already; nothing to do.")
        if pack:
            print(f"Ask with: python -m core ask --database {settings.database_name} --card {settings.card} …")
    finally:
        database.close()
    return 0
