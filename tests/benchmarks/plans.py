"""What plans really ran: auto_explain writes each plan of the reading role to the server's log; we look there.

The product's own plan check is not asked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

SETTINGS = {
    "session_preload_libraries": "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_format": "json",
    "auto_explain.log_nested_statements": "off",
}
LARGE = 10_000
"""Rows from which a table counts as large."""


@dataclass(frozen=True)
class Scan:
    """A sequential scan of a large layer that is repeated inside a loop."""

    table: str
    rows: float
    statement: str


def record(owner: psycopg.Connection, role: str, on: bool) -> None:
    """Have the plans of `role` logged from its next connection on, or no longer."""
    for name, value in SETTINGS.items():
        # A library that is not loaded yet has no parameters to know; superusers may set them ahead.
        action = sql.SQL("SET {} = {}").format(_dotted(name), sql.Literal(value)) if on else None
        reset = sql.SQL("RESET {}").format(_dotted(name))
        owner.execute(sql.SQL("ALTER ROLE {} {}").format(sql.Identifier(role), action or reset))


def plans(log: Path, start: int) -> list[dict[str, Any]]:
    """Plans written to the server's log after byte `start`; the text of the statement under ``Query Text``."""
    decoder, found = json.JSONDecoder(), []
    text = log.read_bytes()[start:].decode(errors="replace")
    found.extend(decoder.raw_decode(piece.lstrip())[0] for piece in text.split(" plan:\n")[1:])
    return found


def repeated_scans(plan: dict[str, Any], rows_of: dict[str, int]) -> Iterator[Scan]:
    """Sequential scans of large layers below the inner side of a loop, or in a sub-plan run for each row."""
    yield from _walk(plan["Plan"], rows_of, plan.get("Query Text", ""), False)


def _walk(node: dict[str, Any], rows_of: dict[str, int], text: str, inside: bool) -> Iterator[Scan]:
    table = node.get("Relation Name", "")
    if inside and node["Node Type"] == "Seq Scan" and rows_of.get(table, 0) >= LARGE:
        yield Scan(table, node["Plan Rows"], text)
    for place, child in enumerate(node.get("Plans", ())):
        looped = node["Node Type"] == "Nested Loop" and place == 1
        kind = child.get("Parent Relationship")
        correlated = kind == "SubPlan" and not child.get("Subplan Name", "").startswith("CTE")
        # A hash or a materialised list is filled once, however often it is read.
        once = kind == "InitPlan" or child["Node Type"] in ("Hash", "Materialize", "CTE Scan")
        yield from _walk(child, rows_of, text, (inside or looped or correlated) and not once)


def _dotted(name: str) -> sql.Composed:
    return sql.SQL(".").join(sql.Identifier(part) for part in name.split("."))
