"""Which spatial relation makes sense between which kinds of geometry."""

from __future__ import annotations

import shapely

from core.query.grounded import AnchorNode, DerivedNode, PointNode, SetNode, ShapeNode
from core.question.ir import RelName
from core.vocabulary.card import GeometryKind

_ALL: tuple[GeometryKind, ...] = ("point", "line", "polygon")
_EVERY = frozenset((a, b) for a in _ALL for b in _ALL)

LEGAL: dict[RelName, frozenset[tuple[GeometryKind, GeometryKind]]] = {
    "near": _EVERY,
    "along": _EVERY,
    "intersects": _EVERY,
    "direction": _EVERY,
    "within": frozenset((a, "polygon") for a in _ALL),
    "contains": frozenset(("polygon", b) for b in _ALL),
    "crosses": frozenset({("line", "line"), ("line", "polygon"), ("polygon", "line")}),
    "touches": _EVERY - {("point", "point")},
    "overlaps": frozenset({("line", "line"), ("polygon", "polygon")}),
}
"""Relation → legal (target, reference) kinds."""


def legal(rel: RelName, target: GeometryKind, reference: GeometryKind) -> bool:
    """True when `rel` can hold from a `target` geometry to a `reference` geometry."""
    return (target, reference) in LEGAL.get(rel, frozenset())


def kinds_of(node: AnchorNode) -> frozenset[GeometryKind]:
    """The kinds of geometry that an anchor can consist of."""
    if isinstance(node, SetNode):
        return frozenset(x.geometry for x in node.layers)
    if isinstance(node, PointNode):
        return frozenset({"point"})
    if isinstance(node, ShapeNode):
        return frozenset({_ALL[max(0, int(shapely.get_dimensions(node.geometry)))]})
    return _derived_kinds(node)


def _derived_kinds(node: DerivedNode) -> frozenset[GeometryKind]:
    if node.op in ("hull", "buffer_union"):
        return frozenset({"polygon"})
    if node.op == "centroid":
        return frozenset({"point"})
    of = [kinds_of(x) for x in node.of]
    if node.op == "shared_boundary":
        return frozenset({"line"}) if all("polygon" in x for x in of) else frozenset()
    if node.op == "boundary":
        below: dict[GeometryKind, GeometryKind] = {"line": "point", "polygon": "line"}
        return frozenset(below[x] for kinds in of for x in kinds if x in below)
    least = {min(_ALL.index(a), _ALL.index(b)) for a in of[0] for b in of[-1]}
    return frozenset(_ALL[x] for x in least)
