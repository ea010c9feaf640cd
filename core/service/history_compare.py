"""Two runs of a question held side by side: rows that came, went or changed."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_MARKS = re.compile(r"\s?(?:\[\d+\])+")
SAME_M = 0.01
"""Distances that differ by less, metres, are the same: so close do two ways of computing them agree."""

Key = tuple[Any, ...]


@dataclass(frozen=True)
class Change:
    """A row that is in both runs with other values."""

    name: str
    cells: tuple[tuple[str, str, str], ...]
    """(what, before, after)."""


@dataclass(frozen=True)
class Comparison:
    """What became of the rows from the first run to the second."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[Change, ...]
    same: int
    """Rows without any difference."""
    partial: bool = False
    """A run lists fewer rows than it found, so rows beyond the list are not compared."""

    @property
    def equal(self) -> bool:
        """Nothing differs."""
        return not (self.added or self.removed or self.changed)


def compare(before: Mapping[str, Any], after: Mapping[str, Any]) -> Comparison:
    """Compare two answers in the form of ``docs/answer-json.md``.

    Features are told apart by layer and number, rows of a table by their groups.  Of answers out of documents and
    analyses the sentences are compared.
    """
    old, new = rows(before) | sentences(before), rows(after) | sentences(after)
    changed, same = [], 0
    for key in [k for k in old if k in new]:
        cells = _differences(old[key][1], new[key][1])
        same += not cells
        changed += [Change(new[key][0], cells)] if cells else []
    return Comparison(
        added=tuple(new[k][0] for k in new if k not in old),
        removed=tuple(old[k][0] for k in old if k not in new),
        changed=tuple(changed),
        same=same,
        partial=any(_partial(x) for x in (before, after)),
    )


def rows(document: Mapping[str, Any]) -> dict[Key, tuple[str, Mapping[str, Any]]]:
    """The rows of an answer: key → name and cells."""
    table = document.get("table")
    if document.get("kind") in ("table", "values", "scalar") and table:
        return _table_rows(table)
    found: dict[Key, tuple[str, Mapping[str, Any]]] = {}
    for row in document.get("rows", ()):
        found[(row["table"], row["fid"])] = (row["name"], _cells(row))
    return found


def sentences(document: Mapping[str, Any]) -> dict[Key, tuple[str, Mapping[str, Any]]]:
    """The sentences of an answer that rests on documents or analyses, without the marks of their sources."""
    told = [c for c in document.get("claims", ()) if c.get("section") or c["kind"] == "passage"]
    texts = (_MARKS.sub("", c["text"]) for c in told if c["kind"] != "caveat")
    return {("sentence", x): (x, {}) for x in texts}


def _table_rows(table: Mapping[str, Any]) -> dict[Key, tuple[str, Mapping[str, Any]]]:
    columns = table["columns"]
    groups = [i for i, c in enumerate(columns) if c["role"] == "group"]
    found: dict[Key, tuple[str, Mapping[str, Any]]] = {}
    for row in table["rows"]:
        feature = row.get("feature")
        key = tuple(row["cells"][i] for i in groups) or tuple((feature or {}).values())
        cells = {c["label"]: x for c, x in zip(columns, row["cells"], strict=True) if c["role"] != "group"}
        name = " · ".join(str(row["cells"][i]) for i in groups) or " · ".join(cells)
        found[key] = (name, cells)
    return found


def _cells(row: Mapping[str, Any]) -> dict[str, Any]:
    cells: dict[str, Any] = {"name": row["name"], "lon": row["lon"], "lat": row["lat"]}
    for attribute, value in row["values"].items():
        limit = value["qualifier"] is not None and value["limit"] is not None
        cells[attribute] = f"{value['qualifier']}{value['limit']:g}" if limit else value["value"]
    for i, proximity in enumerate(row["proximity"], start=1):
        nearest = proximity["nearest"] or {}
        cells[f"nearest_{i}"] = nearest.get("name")
        cells[f"distance_m_{i}"] = nearest.get("distance_m")
        cells[f"count_{i}"] = proximity["within_count"]
    return cells


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    keys = dict.fromkeys((*old, *new))
    return tuple(
        (k, said(k, old.get(k)), said(k, new.get(k))) for k in keys if not _alike(k, old.get(k), new.get(k))
    )


def _alike(key: str, a: Any, b: Any) -> bool:
    numbers = all(isinstance(x, int | float) and not isinstance(x, bool) for x in (a, b))
    if not numbers:
        return bool(a == b)
    if key.startswith("distance_m"):
        return abs(a - b) < SAME_M
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def said(key: str, value: Any) -> str:
    """A cell in words."""
    if value is None:
        return "–"
    if key.startswith("distance_m"):
        return f"{value:.2f}"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _partial(document: Mapping[str, Any]) -> bool:
    table = document.get("table") or {}
    return bool(document.get("truncated") or table.get("truncated"))
