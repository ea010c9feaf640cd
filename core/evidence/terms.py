"""How well the cells of a row match what was asked: the numeric and the text term of the ranking."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from core.evidence.types import Scale
from core.query.grounded import AndNode, AttrNode, GroundedQuery, GroundNode, NumberTest, OrNode, ValueTest
from core.query.matching import key
from core.query.result import Row
from core.query.values import items
from core.vocabulary.card import SchemaCard

NARROWER = 0.9
_WORD = re.compile(r"[㐀-鿿]|[^\W_]+")
Group = tuple[AttrNode, ...]
"""Conditions of which a row is asked to meet one; the best match counts."""


def numeric_groups(grounded: GroundedQuery) -> list[Group]:
    """The comparisons with numbers that a row is asked to meet."""
    return _groups(grounded, NumberTest, None)


def text_groups(grounded: GroundedQuery) -> list[Group]:
    """The text values that a row is asked to have (not those it is to exceed, nor those it must not have)."""
    return _groups(grounded, ValueTest, ("=", "in", "contains", "starts_with"))


def _groups(grounded: GroundedQuery, kind: type, ops: tuple[str, ...] | None) -> list[Group]:
    found = []
    for node in grounded.conditions:
        nodes = [x for x in _positive((node,)) if any(isinstance(t, kind) for t in x.tests.values())]
        chosen = tuple(x for x in nodes if ops is None or x.source.op in ops)
        if chosen:
            found.append(chosen)
    return found


def _positive(nodes: Sequence[GroundNode]) -> Iterator[AttrNode]:
    """Attribute conditions that a row is asked to meet."""
    for node in nodes:
        if isinstance(node, AttrNode):
            yield node
        elif isinstance(node, AndNode | OrNode):
            yield from _positive(node.parts)


def number_of(row: Row, scale: Scale) -> float | None:
    """The number of the row that a scale is for, in the display unit."""
    value = row.values.get(scale.attribute)
    return float(value.value) if value is not None and isinstance(value.value, int | float) else None


def numeric_score(value: float | None, scale: Scale) -> float:
    """A sigmoid that rises in the direction asked for; 0 for no value and for one known only as a limit."""
    if value is None:
        return 0.0
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, numeric_lead(value, scale)))))


def numeric_lead(value: float | None, scale: Scale) -> float:
    """How far the value goes beyond x0 in spreads, the exponent of the sigmoid; −∞ for no value.

    The sigmoid is 1 to the last digit from some thirty spreads on, which skewed contents reach; this goes on.
    """
    return -math.inf if value is None else scale.k * (value - scale.x0)


def text_score(row: Row, node: AttrNode, card: SchemaCard) -> float:
    """How well a cell matches: the concept asked for 1, a narrower one 0.9, else the share of words in common."""
    value = row.values.get(node.attribute.id)
    if value is None or value.raw is None:
        return 0.0
    column = card.layer(row.ref.table).columns[node.attribute.id]
    best = 0.0
    for want in node.meant:
        if node.source.op in ("contains", "starts_with"):
            best = max(best, float(want.lower() in str(value.raw).lower()))
        if want in card.concepts:
            narrower = [c for c in card.expand(want) if value.raw in column.concepts.get(c, ())]
            best = max(best, 1.0 if want in narrower else NARROWER if narrower else 0.0)
        parts = [str(value.raw), *items(str(value.raw), column)]
        best = max(best, 1.0 if key(want) in {key(x) for x in parts} else _overlap(want, str(value.raw)))
    return best


def _overlap(want: str, cell: str) -> float:
    asked = set(_WORD.findall(want.lower()))
    return len(asked & set(_WORD.findall(cell.lower()))) / len(asked) if asked else 0.0
