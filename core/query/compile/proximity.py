"""The statements that measure the listed features: nearest reference, references that satisfy, how many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.sql.selectable import Select

from core.query.compile import distance as dist
from core.query.compile.conditions import Conditions
from core.query.compile.pairs import ZERO, nearest, pairs
from core.query.compile.relations import Branch
from core.query.compile.select import exact_m, stacked
from core.query.compile.tables import Scope, any_id, point_place
from core.query.grounded import PointNode, RelNode, SetNode
from core.vocabulary.card import Layer

Listed = Mapping[str, Sequence[int]]
"""Rows to measure, by table."""


def measure_within(target: SetNode, node: RelNode, listed: Listed, cap: int) -> Any:
    """For every listed row its references that satisfy the relation.

    Columns: ``layer_no``, ``fid`` (target), ``reference_no``, ``reference`` (row), ``metres``, ``total`` (exact
    number of reference features of this target).  Rows without a reference are missing.
    """
    scope = Scope()
    to = node.features
    arms = []
    for no, layer, ids in _listed(target, listed):
        branch = Branch(scope.place(layer, "t"), layer)
        found = pairs(Conditions(scope), branch, node).subquery(scope.name("pairs"))
        if any(x.feature_key in x.columns for x in to.layers if x.feature_key):
            first = sa.select(found).ext(distinct_on(found.c.layer_no, found.c.feature))
            found = first.order_by(found.c.layer_no, found.c.feature, found.c.straight, found.c.fid).subquery(
                scope.name("features")
            )
        counted = sa.select(found, sa.func.count().over().label("total"))
        counted = counted.order_by(found.c.straight, found.c.layer_no, found.c.fid)
        few = counted.limit(sa.bindparam("references", cap, type_=sa.BigInteger, unique=True))
        few_rows = few.lateral(scope.name("few"))
        metres = exact_m(branch.place, few_rows, to) if node.distance else ZERO
        arms.append(
            _arm(no, branch, few_rows, metres, few_rows.c.total).where(any_id(branch.place.fid, "targets", ids))
        )
    return _sorted(arms)


def measure_nearest(target: SetNode, to: SetNode, listed: Listed) -> Any:
    """For every listed row its few closest references, columns as in :func:`measure_within` (``total`` NULL)."""
    scope = Scope()
    arms = []
    for no, layer, ids in _listed(target, listed):
        branch = Branch(scope.place(layer, "t"), layer)
        found = nearest(Conditions(scope), branch, to).lateral(scope.name("closest"))
        metres = exact_m(branch.place, found, to)
        arm = _arm(no, branch, found, metres, sa.cast(sa.null(), sa.BigInteger))
        arms.append(arm.where(any_id(branch.place.fid, "targets", ids)))
    return _sorted(arms)


def measure_point(target: SetNode, point: PointNode, listed: Listed) -> Any:
    """For every listed row its distance to a fixed point: columns ``layer_no``, ``fid``, ``metres``."""
    scope = Scope()
    arms = []
    for no, layer, ids in _listed(target, listed):
        place = scope.place(layer, "t")
        metres = dist.distance_m(place, point_place(point)).label("metres")
        arms.append(
            sa.select(sa.literal_column(str(no)).label("layer_no"), place.fid.label("fid"), metres)
            .select_from(place.rows)
            .where(any_id(place.fid, "targets", ids))
        )
    return stacked(arms)


def _listed(target: SetNode, listed: Listed) -> list[tuple[int, Layer, Sequence[int]]]:
    return [(no, x, listed[x.table]) for no, x in enumerate(target.layers) if listed.get(x.table)]


def _arm(no: int, branch: Branch, references: Any, metres: Any, total: Any) -> Select[Any]:
    return sa.select(
        sa.literal_column(str(no)).label("layer_no"),
        branch.place.fid.label("fid"),
        references.c.layer_no.label("reference_no"),
        references.c.fid.label("reference"),
        metres.label("metres"),
        total.label("total"),
    ).select_from(sa.join(branch.place.rows, references, sa.true()))


def _sorted(arms: list[Select[Any]]) -> Any:
    found = stacked(arms).subquery("measured")
    order = (found.c.layer_no, found.c.fid, found.c.metres, found.c.reference_no, found.c.reference)
    return sa.select(found).order_by(*order)
