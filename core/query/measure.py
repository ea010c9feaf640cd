"""Distances and partners of the listed rows, for every relation the question speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from core.query.compile.proximity import measure_nearest, measure_within
from core.query.compile.shape_distance import measure_shape
from core.query.distances import asked_distances
from core.query.execute import Session
from core.query.grounded import (
    AndNode,
    DerivedNode,
    GroundedQuery,
    GroundNode,
    NotNode,
    OrNode,
    RelNode,
    SetNode,
    ShapeNode,
)
from core.query.measured import MeasuredRelation
from core.query.neighbours import closest_of, neighbour_relation
from core.query.result import FeatureRef
from core.question import ir


def measure(
    session: Session, grounded: GroundedQuery, listed: Sequence[FeatureRef]
) -> tuple[MeasuredRelation, ...]:
    """Each relation of :func:`told`, measured for all listed rows in their order.

    The neighbours of each feature come first where the question asks for them.
    """
    if not listed:
        return ()
    found = tuple(_measure(session, grounded.target, node, listed) for node in told(grounded))
    wanted = grounded.measuring.per_entity if grounded.measuring is not None else None
    if wanted is None:
        return found
    places = _Places(grounded.target, listed)
    rows = closest_of(session, grounded.target, wanted, listed)
    within = {places.position[address]: row for address, row in rows.items()}
    columns = _columns(neighbour_relation(wanted, grounded.query), places.count, within, {})
    return (replace(columns, closest=True), *found)


def told(grounded: GroundedQuery) -> tuple[RelNode, ...]:
    """The relations worth measuring: those of the conditions, then the anchors of the order.

    Study areas are left out: every row lies in them.  "Not within 5 km" is measured as "beyond 5 km".
    """
    found = _relations(grounded.conditions, positive=True)
    for anchor, source in asked_distances(grounded):
        if not any(x.distance and x.to == anchor for x in found):
            found.append(RelNode(ir.RelCond(rel="near", to=source), "near", anchor))
    return tuple(found)


def _relations(nodes: Sequence[GroundNode], *, positive: bool) -> list[RelNode]:
    found: list[RelNode] = []
    for node in nodes:
        if isinstance(node, AndNode | OrNode):
            found.extend(_relations(node.parts, positive=positive))
        elif isinstance(node, NotNode):
            found.extend(_relations((node.part,), positive=not positive))
        elif isinstance(node, RelNode) and not node.region:
            found.extend(_told(node, positive=positive))
    return found


def _told(node: RelNode, *, positive: bool) -> list[RelNode]:
    """What is worth measuring of one relation."""
    if node.rel == "direction":
        # Seen from something named, how far it is; from any of many, the nearest is not the one that is meant.
        named = not isinstance(node.to, SetNode) or node.to.ids is not None
        return [replace(node, rel="near", dir=None, count=None, min_m=None, max_m=None)] if named else []
    if isinstance(node.to, ShapeNode | DerivedNode) and not node.distance:
        return []
    if positive:
        return [replace(node, count=None)]
    if node.distance and node.max_m is not None and node.min_m is None and node.count is None:
        return [replace(node, min_m=node.max_m, max_m=None)]
    return []


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
    if not isinstance(node.to, SetNode):
        return _from_shape(session, target, node, places)
    rows: list[tuple[Any, ...]] = []
    if not node.distance or node.max_m is not None:
        cap = session.settings.max_references
        rows = session.run(measure_within(target, node, places.tables, cap))[1]
    within = {places.position[row[0], row[1]]: row[2:] for row in rows}
    # Of a ring that is one of several alternatives a nearer member may exist: that one tells the distance.
    ring = node.min_m is not None and node.max_m is not None
    alone = [ref for i, ref in enumerate(listed) if ring or i not in within]
    nearest: dict[int, tuple[Any, ...]] = {}
    if node.distance and alone:
        rows = session.run(measure_nearest(target, node.features, places.only(alone)))[1]
        nearest = {places.position[row[0], row[1]]: row[2:] for row in rows if row[2]}
    return _columns(node, places.count, within, nearest)


def _columns(
    node: RelNode, count: int, within: Mapping[int, tuple[Any, ...]], nearest: Mapping[int, tuple[Any, ...]]
) -> MeasuredRelation:
    counts, lengths = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for i, (total, items, *_) in within.items():
        counts[i], lengths[i] = total, len(items)
    _, no, fid, metres = _sorted(within)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    first_no, first_fid, first_m = np.full(count, -1), np.full(count, -1), np.full(count, np.nan)
    row, *known = _sorted({**within, **nearest})
    first = np.flatnonzero(np.r_[True, np.diff(row) != 0][: len(row)])
    for column, values in zip((first_no, first_fid, first_m), known, strict=True):
        column[row[first]] = values[first]
    return MeasuredRelation(node, counts, starts, no, fid, metres, first_no, first_fid, first_m)


def _sorted(found: Mapping[int, tuple[Any, ...]]) -> tuple[Any, ...]:
    """References in columns: position of the listed row, layer number, row and metres, in their order."""
    row = np.repeat(list(found), [len(x[1]) for x in found.values()]).astype(np.int64)
    no, fid = (np.array([y for x in found.values() for y in x[i]], np.int64) for i in (1, 2))
    metres = np.array([y for x in found.values() for y in x[3]], float)
    # Nearest first; what is equal to the micrometre (a shared vertex) by table and row.
    order = np.lexsort((fid, no, np.round(metres, 6), row))
    return row[order], no[order], fid[order], metres[order]


def _from_shape(session: Session, target: SetNode, node: RelNode, places: _Places) -> MeasuredRelation:
    """The distance to one point or shape; without a nearest reference where the shape is empty."""
    metres = np.full(places.count, np.nan)
    for no, fid, value in session.run(measure_shape(target, node.to, places.tables))[1]:
        metres[places.position[no, fid]] = np.nan if value is None else value
    inside = np.zeros(places.count, bool)
    if node.max_m is not None:
        inside = (metres <= node.max_m) & (metres >= (node.min_m or 0.0))
    zero, counts = np.zeros(places.count, np.int64), inside.astype(np.int64)
    starts = np.concatenate([[0], np.cumsum(counts)])
    nearest = np.where(np.isnan(metres), -1, 0)
    return MeasuredRelation(
        node, counts, starts, zero[inside], zero[inside], metres[inside], nearest, zero, metres
    )
