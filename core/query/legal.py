"""Which spatial relation makes sense between which kinds of geometry."""

from __future__ import annotations

from core.question.ir import RelName
from core.vocabulary.card import GeometryKind

_ALL: tuple[GeometryKind, ...] = ("point", "line", "polygon")
_EVERY = frozenset((a, b) for a in _ALL for b in _ALL)

LEGAL: dict[RelName, frozenset[tuple[GeometryKind, GeometryKind]]] = {
    "near": _EVERY,
    "along": _EVERY,
    "intersects": _EVERY,
    "within": frozenset((a, "polygon") for a in _ALL),
    "contains": frozenset(("polygon", b) for b in _ALL),
    "crosses": frozenset({("line", "line"), ("line", "polygon"), ("polygon", "line")}),
    "touches": _EVERY - {("point", "point")},
    "overlaps": frozenset({("line", "line"), ("polygon", "polygon")}),
}
"""Relation → legal (target, reference) kinds; relations that are not listed are not supported yet."""


def legal(rel: RelName, target: GeometryKind, reference: GeometryKind) -> bool:
    """True when `rel` can hold from a `target` geometry to a `reference` geometry."""
    return (target, reference) in LEGAL.get(rel, frozenset())
