"""The nearest features of each listed feature, as many as the question asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.query.compile.neighbours import measure_closest
from core.query.compile.reach import within_reach
from core.query.execute import Session
from core.query.grounded import RelNode, SetNode
from core.query.grounded_measures import PerEntityNode
from core.query.result import FeatureRef
from core.question import ir

SURPLUS = 2
"""Rows beyond those asked for: the index knows straight lines, and ties need their order."""
Found = dict[tuple[int, int], tuple[Any, ...]]
"""(layer, row) of the target → number, layers, rows and metres of its nearest features."""


def closest_of(session: Session, target: SetNode, node: PerEntityNode, wanted: Sequence[FeatureRef]) -> Found:
    """The nearest features of each target.

    Layers that lie elsewhere are asked only when one of their features could be nearer than those found.
    """
    used = {x.table for x in wanted}
    here = [x for x in target.layers if x.table in used]
    layers = node.nearest.layers
    close = [no for no, x in enumerate(layers) if any(within_reach(t, x, 0.0) for t in here)]
    if close and len(close) < len(layers):
        found = _closest(session, target, node, wanted, close)
        if len(found) == len(wanted) and all(x[0] >= node.k for x in found.values()):
            reach = max(x[3][-1] for x in found.values())
            if all(no in close or not any(within_reach(t, x, reach) for t in here) for no, x in enumerate(layers)):
                return found
    return _closest(session, target, node, wanted, range(len(layers)))


def _closest(
    session: Session, target: SetNode, node: PerEntityNode, wanted: Sequence[FeatureRef], layers: Sequence[int]
) -> Found:
    """The nearest features of some layers.

    Where parts of one feature crowd out others, more rows are looked at until there are enough.
    """
    to = replace(node.nearest, layers=tuple(node.nearest.layers[no] for no in layers))
    found: Found = {}
    numbers = {x.table: no for no, x in enumerate(target.layers)}
    most = max((x.rows for x in to.layers), default=0)
    fetched, left = node.k + SURPLUS, list(wanted)
    while left:
        tables: dict[str, list[int]] = {}
        for ref in left:
            tables.setdefault(ref.table, []).append(ref.fid)
        for no, fid, total, positions, *rest in session.run(measure_closest(target, to, tables, node.k, fetched))[
            1
        ]:
            if total:
                found[no, fid] = (len(positions), [layers[x] for x in positions], *rest)
        if fetched >= most:
            break
        left = [x for x in left if found.get((numbers[x.table], x.fid), (0,))[0] < node.k]
        fetched = min(fetched * 8, most)
    return found


def neighbour_relation(node: PerEntityNode, query: ir.Query) -> RelNode:
    """The relation that the neighbours are told by."""
    anchor = query.per_entity.nearest if query.per_entity is not None else query.target
    return RelNode(ir.RelCond(rel="near", to=anchor), "near", node.nearest)
