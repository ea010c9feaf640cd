"""What a query must answer: features in order, a number, yes or no, a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from core.question import ir
from tests.brute import expressions
from tests.brute.evaluate import Evaluator
from tests.brute.tables import NOT_STATED, Group, groups, measured
from tests.brute.world import Feature

Keys = tuple[Any, ...]


@dataclass(frozen=True)
class Expected:
    """The answer of the evaluator."""

    kind: str
    """``entities``, ``count``, ``exists``, ``scalar``, ``values`` or ``table``."""
    features: tuple[Feature, ...] = ()
    """All that meet the conditions, in the order asked for, not cut."""
    keys: tuple[Keys, ...] = ()
    """What each of them is ordered by."""
    scalar: Any = None
    values: tuple[Any, ...] = ()
    """The computed value of each feature; of listed features a tuple of those the query adds."""
    groups: tuple[Group, ...] = ()
    """The rows of a table, not cut, ordered by the measure asked for."""
    order: ir.OrderKey | None = None
    near: int = 0
    """Close calls: comparisons that rounding may decide."""
    limit: int | None = None


def answer(evaluator: Evaluator, query: ir.Query) -> Expected:
    """Work a query out."""
    evaluator.margin.near = 0
    return replace(_answer(evaluator, query), near=evaluator.margin.near)


def _answer(evaluator: Evaluator, query: ir.Query) -> Expected:
    target = query.target.layer
    if query.intent == "value" and query.value is not None and not depends(query.value):
        return Expected("scalar", scalar=expressions.value(evaluator, query.value, None, target))
    features = evaluator.members(query.target)
    if query.intent in ("aggregate", "group"):
        return _table(evaluator, query, features)
    orders = [x for x in query.order or () if x.expr is not None]
    keys = [[(_key(evaluator, x.expr, f, target), x.dir) for f in features] for x in orders]
    ranked = evaluator.ranked(features, *keys)
    position = {x: i for i, x in enumerate(features)}
    shown = tuple(tuple(column[position[x]][0] for column in keys) for x in ranked)
    if query.intent == "value":
        values = tuple(_of(evaluator, query.value, x, target) for x in ranked)
        return Expected("values", tuple(ranked), shown, values=values, limit=query.limit)
    total = min(len(ranked), query.limit or len(ranked))
    kind = {"count": "count", "exists": "exists"}.get(query.intent, "entities")
    scalar = {"count": total, "exists": total > 0}.get(kind)
    added = [x for x in query.return_ or () if not isinstance(x, ir.FieldExpr)]  # fields are shown anyway
    values = tuple(tuple(_of(evaluator, x, f, target) for x in added) for f in ranked) if added else ()
    return Expected(kind, tuple(ranked), shown, scalar, values, limit=query.limit)


def nothing(expected: Expected) -> bool:
    """True when no feature meets the conditions."""
    return not expected.features and not any(x.members for x in expected.groups)


def depends(node: ir.Expr) -> bool:
    """Whether a value differs from feature to feature."""
    if isinstance(node, ir.OpExpr):
        return any(depends(x) for x in node.args)
    return not isinstance(node, ir.AggExpr | ir.AreaOfExpr | ir.ConstExpr)


def _table(evaluator: Evaluator, query: ir.Query, features: list[Feature]) -> Expected:
    measures = query.measures or ()
    if query.intent == "aggregate":
        found = [measured(evaluator, measures, Group((), tuple(features)), query.target.layer)]
    else:
        found = groups(evaluator, query, features)
    order = query.order[0] if query.order else None
    if order is not None:
        at = [x.as_ for x in measures].index(order.measure or "")
        full = [x for x in found if x.cells[at] is not None]
        full.sort(key=lambda x: x.cells[at], reverse=order.dir == "desc")
        found = [*full, *(x for x in found if x.cells[at] is None)]
        found.sort(key=lambda x: x.labels.count(NOT_STATED))  # last, whatever its measures
    return Expected("table", groups=tuple(found), order=order, limit=query.limit)


def _key(evaluator: Evaluator, expr: ir.Expr | None, feature: Feature, target: str) -> Any:
    """A value to order by; an attribute reported as above a limit stands at the limit."""
    found = _of(evaluator, expr, feature, target)
    if found is not None or not isinstance(expr, ir.FieldExpr):
        return found
    cells = [evaluator.world.rows[i].cells.get(expr.field) for i in feature.rows]
    return next((x.limit for x in cells if x is not None and x.qualifier == ">"), None)


def _of(evaluator: Evaluator, expr: ir.Expr | None, feature: Feature, target: str) -> Any:
    assert expr is not None
    return expressions.value(evaluator, expr, feature, target)
