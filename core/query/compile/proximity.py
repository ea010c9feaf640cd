"""The statements that measure the listed features: nearest reference, references that satisfy, how many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.selectable import FromClause, Select

from core.query.compile.conditions import Conditions
from core.query.compile.pairs import nearest, pairs
from core.query.compile.relations import Branch
from core.query.compile.select import stacked
from core.query.compile.tables import Scope, any_id, subselect
from core.query.grounded import RelNode, SetNode
from core.vocabulary.card import Layer

Listed = Mapping[str, Sequence[int]]
"""Rows to measure, by table."""
_SORTED = ("metres", "layer_no", "fid")


def measure_within(target: SetNode, node: RelNode, listed: Listed, cap: int) -> Any:
    """For every listed row that has any: its references that satisfy the relation, nearest first.

    Columns: ``layer_no``, ``fid`` (target), ``total`` (exact number of references) and three arrays of at most
    `cap` items: ``reference_no``, ``reference`` (row), ``metres``.
    """
    scope = Scope()
    arms = []
    for no, layer, ids in measured_targets(target, listed):
        branch = Branch(scope.place(layer, "t"), layer)
        found = gathered(scope, pairs(Conditions(scope), branch, node), cap)
        arms.append(measured_arm(no, branch, found, ids).where(found.c.total > sa.literal_column("0")))
    return stacked(arms)


def measure_nearest(target: SetNode, to: SetNode, listed: Listed) -> Any:
    """For every listed row its nearest references, columns as in :func:`measure_within`; the first one counts."""
    scope = Scope()
    arms = []
    for no, layer, ids in measured_targets(target, listed):
        branch = Branch(scope.place(layer, "t"), layer)
        arms.append(measured_arm(no, branch, gathered(scope, nearest(Conditions(scope), branch, to), 5), ids))
    return stacked(arms)


def measured_targets(target: SetNode, listed: Listed) -> list[tuple[int, Layer, Sequence[int]]]:
    """The layers of the target with listed rows: position, layer, rows."""
    return [(no, x, listed[x.table]) for no, x in enumerate(target.layers) if listed.get(x.table)]


def gathered(scope: Scope, found: FromClause, cap: int) -> Any:
    """All pairs of one target as one row: their number, and the first of them as arrays."""
    order = [found.c[x] for x in _SORTED]
    ordered = subselect(*order, source=found, own=[found]).order_by(*order).subquery(scope.name("ordered"))
    arrays = [
        sa.func.array_agg(ordered.c[column], type_=sa.ARRAY(type_))[1:cap].label(name)
        for column, type_, name in (
            ("layer_no", sa.Integer, "reference_no"),
            ("fid", sa.BigInteger, "reference"),
            ("metres", sa.Double, "metres"),
        )
    ]
    total = sa.func.count().label("total")
    return subselect(total, *arrays, source=ordered, own=[ordered]).lateral(scope.name("gathered"))


def measured_arm(no: int, branch: Branch, found: Any, ids: Sequence[int]) -> Select[Any]:
    """Rows of one layer with what was gathered for each of them."""
    columns = [sa.literal_column(str(no)).label("layer_no"), branch.place.fid.label("fid"), *found.c]
    joined = sa.join(branch.place.rows, found, sa.true())
    return sa.select(*columns).select_from(joined).where(any_id(branch.place.fid, "targets", ids))
