"""``layers list|versions|undo|restore|delete``: what is loaded, and the way back to earlier versions."""

from __future__ import annotations

import argparse

from core.cli.text import printable, table
from core.database.engine import Database
from core.database.registry import list_layers
from core.database.versions import delete_layer, past_layers, restore_layer
from core.settings import get_settings


def layers(arguments: argparse.Namespace) -> int:
    """Run one action; returns the exit code."""
    actions = {"list": _list, "versions": _versions, "undo": _undo, "restore": _restore, "delete": _delete}
    database = Database.open(get_settings())
    try:
        for line in actions[arguments.action](database, arguments):
            print(printable(line))
    finally:
        database.close()
    return 0


def _list(database: Database, _: argparse.Namespace) -> list[str]:
    found = list_layers(database)
    if not found:
        return ["No layer is loaded."]
    rows = [[x.table, str(x.version), f"{x.rows_loaded:,}", x.geometry, x.source_file] for x in found]
    return list(table(("layer", "version", "rows", "geometry", "file"), rows))


def _versions(database: Database, arguments: argparse.Namespace) -> list[str]:
    name = arguments.table
    rows = [
        [str(x.version), "present", f"{x.rows_loaded:,}", x.source_file, f"{x.loaded_at:%Y-%m-%d %H:%M}"]
        for x in list_layers(database)
        if x.table == name
    ]
    rows += [
        [str(x.version), x.reason, f"{x.rows:,}", x.source_file, x.loaded_at[:16].replace("T", " ")]
        for x in past_layers(database, name)
    ]
    if not rows:
        return [f"There is no layer “{name}” and no earlier version of it."]
    return list(table(("version", "state", "rows", "file", "loaded"), rows))


def _undo(database: Database, arguments: argparse.Namespace) -> list[str]:
    return _restored(database, arguments.table, None)


def _restore(database: Database, arguments: argparse.Namespace) -> list[str]:
    return _restored(database, arguments.table, arguments.version)


def _restored(database: Database, name: str, version: int | None) -> list[str]:
    record = restore_layer(database, name, version)
    return [f"Version {record.version} of {name} is back: {record.rows_loaded:,} rows from {record.source_file}."]


def _delete(database: Database, arguments: argparse.Namespace) -> list[str]:
    delete_layer(database, arguments.table)
    return [f"Deleted {arguments.table}. It comes back with: python -m core layers restore {arguments.table}"]
