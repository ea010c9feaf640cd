"""Grounding of what a question wants computed: values, measures, groups, neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.query.ground_expressions import ground_expr
from core.query.ground_groups import group_key
from core.query.grounded import AndNode, GroundNode, RelNode, SetNode
from core.query.grounded_expr import depends_on_target
from core.query.grounded_measures import (
    AggregateNode,
    FieldKey,
    KeyNode,
    LayerKeyNode,
    Measuring,
    PerEntityNode,
    ReturnNode,
    TableOrder,
)
from core.query.headings import Headings
from core.query.unbound import UnboundError
from core.query.words import say
from core.question import ir

if TYPE_CHECKING:
    from core.query.ground_conditions import ConditionGrounder

COUNT = "count"
"""Name of the measure that a grouped question without measures gets."""


def over_its_set(query: ir.Query) -> ir.Query:
    """A value that is one aggregate over a set, asked for as the aggregate of that set."""
    value = query.value
    if query.intent != "value" or not isinstance(value, ir.AggExpr):
        return query
    measure = ir.Measure(
        **{"as": "value"}, agg=value.agg, p=value.p, expr=value.expr, span=value.span, assumed=value.assumed
    )
    changes = {"intent": "aggregate", "target": value.over, "measures": (measure,), "value": None, "order": None}
    return query.model_copy(update=changes)


def ground_measuring(grounder: ConditionGrounder, query: ir.Query, target: SetNode) -> Measuring | None:
    """What `query` wants computed over the features of `target`; None when it only asks for features.

    Raises:
        UnboundError: a mention cannot be bound.
    """
    work = _Measuring(grounder, target)
    if query.intent in ("aggregate", "group"):
        return work.table(query)
    value = work.column("value", query.value) if query.intent == "value" and query.value is not None else None
    columns = tuple(work.column(f"column_{i}", x) for i, x in enumerate(query.return_ or ()) if work.adds(x))
    columns = (*columns, *work.ordered(query))
    near = query.per_entity
    per_entity = PerEntityNode(grounder.anchor_set(near.nearest), near.k) if near is not None else None
    if value is None and not columns and per_entity is None:
        return None
    scalar = value is not None and not depends_on_target(value.expr)
    return Measuring(value=value, scalar=scalar, columns=columns, per_entity=per_entity)


def confined(measuring: Measuring | None, conditions: Sequence[GroundNode]) -> Measuring | None:
    """`measuring` with empty groups only of features inside the study areas that the target is confined to."""
    areas = tuple(
        x
        for x in conditions
        if isinstance(x, RelNode) and x.region and isinstance(x.to, SetNode) and x.to.ids is not None
    )
    if measuring is None or not measuring.zeros or not areas:
        return measuring
    keys: list[KeyNode] = []
    for key in measuring.group_by:
        if isinstance(key, LayerKeyNode) and key.to.ids is None:
            same = [x.to for x in areas if isinstance(x.to, SetNode) and x.to.entity_type is key.to.entity_type]
            if len(same) == len(areas) == 1:  # the areas themselves are the groups, and none lies in itself
                keys.append(replace(key, every=replace(key.to, ids=same[0].ids)))
                continue
            parts = areas if key.to.where is None else (key.to.where, *areas)
            where = parts[0] if len(parts) == 1 else AndNode(parts)
            key = replace(key, every=replace(key.to, where=where))  # noqa: PLW2901 - the key with its groups
        keys.append(key)
    return replace(measuring, group_by=tuple(keys))


class _Measuring:
    def __init__(self, grounder: ConditionGrounder, target: SetNode) -> None:
        self.grounder, self.target = grounder, target
        self.headings = Headings(grounder.language, grounder.units)

    def table(self, query: ir.Query) -> Measuring:
        """Totals or groups."""
        wanted = query.measures or (ir.Measure(**{"as": COUNT}, agg="count", assumed="features are counted"),)
        measures = tuple(self.measure(x) for x in wanted)
        groups = tuple(group_key(self.grounder, x, self.target) for x in query.group_by or ())
        order = tuple(self.order(x, measures, groups, query) for x in query.order or ())
        return Measuring(
            measures=measures, group_by=groups, having=query.having, order=order, zeros=bool(query.zeros)
        )

    def measure(self, node: ir.Measure) -> AggregateNode:
        """One aggregate."""
        expr = ground_expr(self.grounder, node.expr, self.target) if node.expr is not None else None
        unit = None if node.agg == "count" or expr is None else expr.unit
        found = AggregateNode(node, node.as_, node.agg, expr, node.p, bool(node.distinct), unit)
        items = None
        if found.distinct and isinstance(node.expr, ir.FieldExpr):
            key = group_key(self.grounder, node.expr, self.target)
            items = key if isinstance(key, FieldKey) else None
        return replace(found, label=self.headings.measure(found, self.target), items=items)

    def column(self, key: str, node: ir.Expr) -> ReturnNode:
        """A value computed for each feature, or once."""
        expr = ground_expr(self.grounder, node, self.target)
        return ReturnNode(node, key, expr, expr.unit, self.headings.expression(expr))

    def ordered(self, query: ir.Query) -> list[ReturnNode]:
        """What the features are ordered by, shown beside them where nothing else shows it."""
        known = (ir.FieldExpr, ir.DistanceExpr, type(None))
        wanted = [(i, x.expr) for i, x in enumerate(query.order or ()) if not isinstance(x.expr, known)]
        if query.intent != "select":
            return []
        return [self.column(f"order_{i}", x) for i, x in wanted if x is not None]

    def adds(self, node: ir.Expr) -> bool:
        """False for an attribute: every answer shows those it is asked for."""
        if not isinstance(node, ir.FieldExpr):
            return True
        self.grounder.attribute(node.field, self.target, node.span)
        return False

    def order(
        self, node: ir.OrderKey, measures: tuple[AggregateNode, ...], groups: tuple[KeyNode, ...], query: ir.Query
    ) -> TableOrder:
        """Order by a measure, or by what a group is named after."""
        if node.measure is not None:
            return TableOrder(node.measure, node.dir)
        if node.expr is not None:
            for measure in measures:
                if _same(measure.source.expr, node.expr):
                    return TableOrder(measure.key, node.dir)
            for i, key in enumerate(query.group_by or ()):
                if _same(key, node.expr) or (
                    isinstance(key, ir.LayerKey) and isinstance(node.expr, ir.FieldExpr) and i < len(groups)
                ):
                    return TableOrder(f"group_{i}", node.dir)
            if isinstance(node.expr, ir.AggExpr):
                for measure in measures:
                    same = _same(measure.source.expr, node.expr.expr)
                    if measure.agg == node.expr.agg and same:
                        return TableOrder(measure.key, node.dir)
        raise UnboundError("unsupported", say("table_order", self.grounder.language))


def _same(one: ir.Node | None, other: ir.Node | None) -> bool:
    """Equal but for the words they were read from."""
    if one is None or other is None:
        return one is other
    return ir.dump(one, spans=False) == ir.dump(other, spans=False)
