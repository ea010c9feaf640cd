"""Superlatives inside a condition: the first few features of a set by a value, ranked once in a statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement

from core.errors import QueryError
from core.query.compile.expressions import expression
from core.query.compile.pairs import related_number
from core.query.compile.parts import feature, of_set
from core.query.compile.relations import Branch, ConditionOf, keyed_layer
from core.query.compile.tables import materialised
from core.query.grounded import GroundNode, RelNode, SetNode, TopNode
from core.question import ir


def top_sql(
    condition: ConditionOf, branch: Branch, node: TopNode, others: Sequence[GroundNode]
) -> ColumnElement[Any]:
    """True for the rows of the `node.k` features of the branch's set that come first among those meeting `others`.

    Raises:
        QueryError: the set that the branch belongs to is not known.
    """
    if branch.of is None:
        raise QueryError("A superlative needs the set that it ranks.")
    scope = condition.scope
    key = ("top", id(node), id(branch.of), *(id(x) for x in others))
    if key not in scope.shared:
        scope.shared[key] = (_ranked(condition, branch.of, node, others), (node, branch.of, tuple(others)))
    ranked = scope.shared[key][0].alias(scope.name("k"))
    no = _position(branch)
    here = feature(branch.place) if keyed_layer(branch.layer) else branch.place.fid
    column = ranked.c.feature if keyed_layer(branch.layer) else ranked.c.fid
    chosen = sa.select(column).select_from(ranked).where(ranked.c.layer_no == sa.literal_column(str(no)))
    return here.in_(chosen)


def _position(branch: Branch) -> int:
    layers = branch.of.layers if branch.of is not None else ()
    return next(i for i, x in enumerate(layers) if x.table == branch.layer.table)


def _ranked(condition: ConditionOf, of: SetNode, node: TopNode, others: Sequence[GroundNode]) -> Any:
    """The features that come first: ``layer_no``, ``fid`` (lowest row) and ``feature``."""
    scope, arms = condition.scope, []
    for no, layer in enumerate(of.layers):
        branch = Branch(scope.place(layer, "c"), layer, of=of)
        place = branch.place
        where = [condition(branch, x) for x in others]
        if of.ids is not None:
            where.append(of_set(scope, branch, of))
        columns: tuple[Any, ...] = (
            sa.literal_column(str(no)).label("layer_no"),
            place.fid.label("fid"),
            feature(place).label("feature"),
            _value(condition, branch, node, few=bool(others) or of.ids is not None).label("value"),
        )
        arms.append(sa.select(*columns).select_from(place.rows).where(*where))
    rows = (arms[0] if len(arms) == 1 else sa.union_all(*arms)).subquery(scope.name("candidates"))
    # The value is that of the feature, the same for all its parts.
    one = sa.select(
        rows.c.layer_no,
        rows.c.feature,
        sa.func.min(rows.c.fid).label("fid"),
        sa.func.max(rows.c.value).label("value"),
    ).group_by(rows.c.layer_no, rows.c.feature)
    features = one.subquery(scope.name("features"))
    value = features.c.value
    order = (value.desc() if node.dir == "desc" else value.asc()).nulls_last()
    first = sa.select(features).order_by(order, features.c.layer_no, features.c.fid)
    limit = sa.bindparam("first", node.k, type_=sa.BigInteger, unique=True)
    return materialised(first.limit(limit), scope.name("top"))


def _value(condition: ConditionOf, branch: Branch, node: TopNode, *, few: bool) -> ColumnElement[Any]:
    if node.by is not None:
        return expression(condition, branch, node.by)
    if node.by_count_of is None or node.rel is None:
        raise QueryError("A superlative needs a value.")
    source = ir.RelCond(rel=node.rel, to=node.source.top.by_count_of, max_m=node.max_m)
    relation = RelNode(source, node.rel, node.by_count_of, max_m=node.max_m)
    return related_number(condition, branch, relation, few)
