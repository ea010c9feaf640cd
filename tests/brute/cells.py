"""Conditions on one attribute, decided from what the cells mean."""

from __future__ import annotations

from typing import Any

from core.question import ir
from tests.brute.logic import Truth, all_of, any_of, compared, opposite
from tests.brute.margin import Margin
from tests.brute.words import FAMILY, MEANING, RANKS, UNITS
from tests.brute.world import Cell

FACTORS = {
    "height": {**UNITS["height"], "mi": 1609.344}, "metal": {**UNITS["metal"], "wt%": 10_000.0, "g/t": 1.0},
}  # fmt: skip
"""Units a question may use, as factors to the unit of display."""


def attribute_holds(node: ir.AttrCond, cell: Cell | None, margin: Margin) -> Truth:
    """Whether a cell meets the condition; `cell` is None when the layer lacks the attribute."""
    if cell is None:
        return None
    if node.op in ("is_null", "not_null"):
        empty = cell.raw is None and cell.qualifier is None
        return empty == (node.op == "is_null")
    values = list(node.value) if isinstance(node.value, list | tuple) else [node.value]
    if node.attr in ("height", "metal", "year", "score"):
        factor = FACTORS[node.attr][node.unit] if node.unit else 1.0
        return _number(node.op, cell, [float(x) * factor for x in values], margin)
    return _text(node, cell, values)


def _text(node: ir.AttrCond, cell: Cell, values: list[Any]) -> Truth:
    if cell.raw is None:
        return None
    if node.op in ("contains", "starts_with"):
        wanted, text = str(values[0]).lower(), str(cell.raw).lower()
        return wanted in text if node.op == "contains" else text.startswith(wanted)
    if node.op in ("<", "<=", ">", ">="):
        ranks = [RANKS[x] for x in cell.concepts]
        return compared(ranks[0] if ranks else None, node.op, RANKS[values[0]])
    found = any_of(_means(cell, str(x), node.attr) for x in values)
    return opposite(found) if node.op == "!=" else found


def _means(cell: Cell, value: str, attribute: str) -> bool:
    concept = MEANING.get(attribute, {}).get(value)
    if concept is not None:
        return bool(cell.concepts & {concept, *FAMILY.get(concept, ())})
    if attribute == "note":
        return str(cell.raw).strip().lower() == value.lower()
    return value == cell.raw or value in cell.items


def _number(op: str, cell: Cell, at: list[float], margin: Margin) -> Truth:
    if op == "between":
        low, high = sorted(at)
        return all_of([_compared(cell, ">=", low, margin), _compared(cell, "<=", high, margin)])
    if op == "in":
        return any_of(_compared(cell, "=", x, margin) for x in at)
    return _compared(cell, op, at[0], margin)


def _compared(cell: Cell, op: str, at: float, margin: Margin) -> Truth:
    if cell.number is not None:
        margin.exact(cell.number, at)
        return compared(cell.number, op, at)
    if cell.limit is None:
        return None
    margin.exact(cell.limit, at)
    below = cell.qualifier == "<"
    if (cell.limit > at) if below else (cell.limit < at):
        return None
    # The value lies strictly below (above) a limit that is on the same side of the threshold.
    return op in (("<", "<=", "!=") if below else (">", ">=", "!="))
