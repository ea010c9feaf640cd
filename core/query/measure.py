"""Distances and partners of the listed rows, for every relation the question speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

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
from core.query.measured import MeasuredRelation
from core.query.result import FeatureRef
from core.question import ir


def measure(
    session: Session, grounded: GroundedQuery, listed: Sequence[FeatureRef]
) -> tuple[MeasuredRelation, ...]:
    """Each relation of :func:`told`, measured for all listed rows in their order."""
    if not listed:
        return ()
    return tuple(_measure(session, grounded.target, node, listed) for node in told(grounded))


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


class _Places:
    """Where a row of the target stands in the list."""

    def __init__(self, target: SetNode, listed: Sequence[FeatureRef]) -> None:
        numbers = {x.table: no for no, x in enumerate(target.layers)}
        self.count = len(listed)
        self.tables: dict[str, list[int]] = {}
        for ref in listed:
            self.tables.setdefault(ref.table, []).append(ref.fid)
        self.position = {(numbers[x.table], x.fid): i for i, x in enumerate(listed)}

    def only(self, wanted: Sequence[FeatureRef]) -> dict[str, list[int]]:
        """Some of the rows, by table."""
        tables: dict[str, list[int]] = {}
        for ref in wanted:
            tables.setdefault(ref.table, []).append(ref.fid)
        return tables


def _measure(session: Session, target: SetNode, node: RelNode, listed: Sequence[FeatureRef]) -> MeasuredRelation:
    places = _Places(target, listed)
    if isinstance(node.to, PointNode):
        return _from_point(session, target, node, places)
    rows: list[tuple[Any, ...]] = []
    if not node.distance or node.max_m is not None:
        cap = session.settings.max_references
        rows = session.run(measure_within(target, node, places.tables, cap))[1]
    within = {places.position[row[0], row[1]]: row[2:] for row in rows}
    alone = [ref for i, ref in enumerate(listed) if i not in within]
    nearest: dict[int, tuple[Any, ...]] = {}
    if node.distance and alone:
        rows = session.run(measure_nearest(target, node.features, places.only(alone)))[1]
        nearest = {places.position[row[0], row[1]]: row[2:] for row in rows if row[2]}
    return _columns(node, places.count, within, nearest)


def _columns(
    node: RelNode, count: int, within: Mapping[int, tuple[Any, ...]], nearest: Mapping[int, tuple[Any, ...]]
) -> MeasuredRelation:
    counts, lengths = np.zeros(count, np.int64), np.zeros(count, np.int64)
    found = {**nearest, **within}
    row = np.repeat(list(found), [len(x[1]) for x in found.values()]).astype(np.int64)
    no, fid = (np.array([y for x in found.values() for y in x[i]], np.int64) for i in (1, 2))
    metres = np.array([y for x in found.values() for y in x[3]], float)
    # Nearest first; what is equal to the micrometre (a shared vertex) by table and row.
    order = np.lexsort((fid, no, np.round(metres, 6), row))
    row, no, fid, metres = row[order], no[order], fid[order], metres[order]
    first = np.flatnonzero(np.r_[True, np.diff(row) != 0][: len(row)])
    first_no, first_fid, first_m = np.full(count, -1), np.full(count, -1), np.full(count, np.nan)
    first_no[row[first]], first_fid[row[first]], first_m[row[first]] = no[first], fid[first], metres[first]
    for i, (total, items, *_) in within.items():
        counts[i], lengths[i] = total, len(items)
    inside = lengths[row] > 0
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return MeasuredRelation(
        node, counts, starts, no[inside], fid[inside], metres[inside], first_no, first_fid, first_m
    )


def _from_point(session: Session, target: SetNode, node: RelNode, places: _Places) -> MeasuredRelation:
    point = node.to
    metres = np.full(places.count, np.nan)
    if isinstance(point, PointNode):
        for no, fid, value in session.run(measure_point(target, point, places.tables))[1]:
            metres[places.position[no, fid]] = value
    inside = np.zeros(places.count, bool)
    if node.max_m is not None:
        inside = (metres <= node.max_m) & (metres >= (node.min_m or 0.0))
    zero, counts = np.zeros(places.count, np.int64), inside.astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(counts)])
    return MeasuredRelation(node, counts, starts, zero[inside], zero[inside], metres[inside], zero, zero, metres)
