"""One number over all features of a set, the same for every target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile.parts import feature
from core.query.compile.relations import Branch, ConditionOf, keyed_layer, member, reference
from core.query.compile.tables import number
from core.query.grounded_expr import AggNode, ExprNode

Expression = Callable[[ConditionOf, Branch, ExprNode], ColumnElement[Any]]


def aggregate(condition: ConditionOf, node: AggNode, expression: Expression) -> ColumnElement[Any]:
    """The aggregate as a scalar that is computed once; features without a value are left out.

    NULL where no feature has a value (a count is 0 then).
    """
    scope, arms = condition.scope, []
    for no, layer in enumerate(node.over.layers):
        if node.over.ids is not None and layer.table not in node.over.ids:
            continue
        ref = reference(scope, node.over, layer)
        value = expression(condition, ref, node.expr) if node.expr is not None else sa.literal_column("1")
        columns: list[Any] = [value.label("value")]
        if keyed_layer(layer):
            columns += [sa.literal_column(str(no)).label("layer_no"), feature(ref.place).label("feature")]
        rows = sa.select(*columns).select_from(ref.place.rows).where(*member(condition, ref, node.over))
        if keyed_layer(layer):
            parts = rows.subquery(scope.name("parts"))
            once = sa.select(parts.c.value).ext(distinct_on(parts.c.feature))
            rows = sa.select(once.subquery(scope.name("once")).c.value)
        arms.append(rows)
    if not arms:
        return sa.literal_column("0") if node.agg == "count" else sa.cast(sa.null(), sa.Double)
    values = (arms[0] if len(arms) == 1 else sa.union_all(*arms)).subquery(scope.name("values"))
    return sa.select(aggregated(node.agg, values.c.value, node.p)).scalar_subquery()


def aggregated(name: str, value: ColumnElement[Any], p: float | None) -> ColumnElement[Any]:
    """An aggregate function of the query language over a column; percentiles interpolate linearly."""
    if name in ("median", "percentile"):
        share = 50.0 if name == "median" or p is None else p
        return sa.func.percentile_cont(number("share", share / 100)).within_group(value)
    functions: dict[str, Any] = {
        "count": sa.func.count, "sum": sa.func.sum, "avg": sa.func.avg, "min": sa.func.min, "max": sa.func.max,
        "stddev": sa.func.stddev_samp,
    }  # fmt: skip
    return functions[name](value)
