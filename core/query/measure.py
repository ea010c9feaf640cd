"""Distances and partners of the listed rows, for every relation the question speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.query.compile.proximity import measure_nearest, measure_point, measure_within
from core.query.execute import Session
from core.query.grounded import (
    AndNode,
    DistanceOrder,
    GroundedQuery,
    GroundNode,
    NotNode,
    OrNode,
    PointNode,
    RelNode,
    SetNode,
)
from core.query.measured import Measured, MeasuredReference
from core.query.result import FeatureRef
from core.question import ir

POINT_TABLE = ""
"""Table of the reference that stands for a fixed point."""


def measure(
    session: Session, grounded: GroundedQuery, listed: Sequence[FeatureRef]
) -> Mapping[FeatureRef, tuple[Measured, ...]]:
    """For every listed row one :class:`Measured` for each relation of :func:`told`, in that order."""
    relations = told(grounded)
    if not listed or not relations:
        return {}
    found: dict[FeatureRef, list[Measured]] = {x: [] for x in listed}
    for node in relations:
        if isinstance(node.to, PointNode):
            measured = _from_point(session, grounded.target, node, node.to, listed)
        else:
            measured = _from_set(session, grounded.target, node, listed)
        for ref in listed:
            found[ref].append(measured[ref])
    return {ref: tuple(x) for ref, x in found.items()}


def told(grounded: GroundedQuery) -> tuple[RelNode, ...]:
    """The relations worth measuring: those of the conditions, then the anchors of the order.

    Study areas are left out: every row lies in them.  "Not within 5 km" is measured as "beyond 5 km".
    """
    found = _relations(grounded.conditions, positive=True)
    for order in grounded.order:
        if isinstance(order, DistanceOrder) and not any(x.distance and x.to == order.to for x in found):
            found.append(RelNode(ir.RelCond(rel="near", to=order.source), "near", order.to))
    return tuple(found)


def _relations(nodes: Sequence[GroundNode], *, positive: bool) -> list[RelNode]:
    found: list[RelNode] = []
    for node in nodes:
        if isinstance(node, AndNode | OrNode):
            found.extend(_relations(node.parts, positive=positive))
        elif isinstance(node, NotNode):
            found.extend(_relations((node.part,), positive=not positive))
        elif isinstance(node, RelNode) and not node.region:
            if positive:
                found.append(replace(node, count=None))
            elif node.distance and node.max_m is not None and node.min_m is None and node.count is None:
                found.append(replace(node, min_m=node.max_m, max_m=None))
    return found


def _by_table(listed: Sequence[FeatureRef]) -> dict[str, list[int]]:
    tables: dict[str, list[int]] = {}
    for ref in listed:
        tables.setdefault(ref.table, []).append(ref.fid)
    return tables


def _from_point(
    session: Session, target: SetNode, node: RelNode, point: PointNode, listed: Sequence[FeatureRef]
) -> dict[FeatureRef, Measured]:
    _, rows = session.run(measure_point(target, point, _by_table(listed)))
    found = {}
    for no, fid, metres in rows:
        reference = MeasuredReference(FeatureRef(POINT_TABLE, 0), float(metres))
        inside = (reference,) if _holds(node, float(metres)) else ()
        found[FeatureRef(target.layers[no].table, fid)] = Measured(node, reference, inside, len(inside))
    return found


def _holds(node: RelNode, metres: float) -> bool:
    if node.max_m is None:
        return False
    return metres <= node.max_m and (node.min_m is None or metres >= node.min_m)


def _from_set(
    session: Session, target: SetNode, node: RelNode, listed: Sequence[FeatureRef]
) -> dict[FeatureRef, Measured]:
    to = node.features
    within: dict[FeatureRef, list[MeasuredReference]] = {}
    totals: dict[FeatureRef, int] = {}
    if not node.distance or node.max_m is not None:
        _, rows = session.run(measure_within(target, node, _by_table(listed), session.settings.max_references))
        for no, fid, reference_no, reference, metres, total in rows:
            ref = FeatureRef(target.layers[no].table, fid)
            there = FeatureRef(to.layers[reference_no].table, reference)
            within.setdefault(ref, []).append(MeasuredReference(there, float(metres)))
            totals[ref] = int(total)
    for found in within.values():
        found.sort(key=_order)
    alone = [x for x in listed if x not in within]
    nearest = _nearest(session, target, to, alone) if node.distance and alone else {}
    return {
        ref: Measured(
            node,
            within[ref][0] if ref in within else nearest.get(ref),
            tuple(within.get(ref, ())),
            totals.get(ref, 0),
        )
        for ref in listed
    }


def _nearest(
    session: Session, target: SetNode, to: SetNode, listed: Sequence[FeatureRef]
) -> dict[FeatureRef, MeasuredReference]:
    _, rows = session.run(measure_nearest(target, to, _by_table(listed)))
    found: dict[FeatureRef, list[MeasuredReference]] = {}
    for no, fid, reference_no, reference, metres, _ in rows:
        there = FeatureRef(to.layers[reference_no].table, reference)
        found.setdefault(FeatureRef(target.layers[no].table, fid), []).append(
            MeasuredReference(there, float(metres))
        )
    return {ref: min(x, key=_order) for ref, x in found.items()}


def _order(measured: MeasuredReference) -> tuple[float, FeatureRef]:
    """Nearest first; what is equal to the micrometre (a shared vertex) by table and row."""
    return round(measured.distance_m, 6), measured.ref
