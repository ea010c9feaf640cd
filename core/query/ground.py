"""Grounding: every mention of a query is bound to something that exists, or the question ends with a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from core.query.ground_conditions import ConditionGrounder
from core.query.ground_expressions import ground_expr
from core.query.ground_measures import confined, ground_measuring, over_its_set
from core.query.ground_sets import Around
from core.query.grounded import (
    AndNode,
    DistanceOrder,
    ExprOrder,
    FieldOrder,
    GroundedQuery,
    GroundNode,
    Order,
    PercentileNode,
    SetNode,
    TopNode,
)
from core.query.result import Refusal
from core.query.unbound import UnboundError
from core.query.values import columns_of
from core.query.words import unsupported
from core.question import ir
from core.question.reading import Language
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

DEFAULT_PERCENTILE = 95.0
"""Share of the samples below a threshold when the question names none."""


def ground(
    query: ir.Query,
    card: SchemaCard,
    units: Units,
    *,
    question: str,
    language: Language,
    around: Around | None = None,
) -> GroundedQuery | Refusal:
    """Bind all mentions of `query` to the tables, columns, rows and values of `card`.

    Returns a refusal ("missing" with the nearest choices, "ambiguous" with the candidates, "unsupported") when
    one cannot be bound.  Layers that cannot take part are still in the target; see
    :func:`core.query.layers.settle`.
    """
    try:
        grounder = _Grounder(card, units, question, language)
        grounder.around = around or Around()
        return grounder.query(query)
    except UnboundError as error:
        return error.refusal


class _Grounder(ConditionGrounder):
    def query(self, query: ir.Query) -> GroundedQuery:
        """The whole query."""
        self._refuse_unsupported(query)
        query = over_its_set(query)
        target = self.anchor_set(query.target)
        conditions = _conjuncts(target.where)
        plain = SetNode(target.entity_type, target.layers, target.ids, None, target.names)
        measuring = confined(ground_measuring(self, query, plain), conditions)
        order = () if measuring is not None and measuring.tabular else query.order or ()
        return GroundedQuery(
            query=query,
            question=self.question,
            language=self.language,
            target=plain,
            conditions=conditions,
            order=tuple(self._order(x, plain) for x in order),
            limit=query.limit,
            percentiles=self._percentiles(query.analysis, plain),
            computed=measuring.computed if measuring is not None else (),
            measuring=measuring,
            bindings=tuple(self.bindings),
        )

    def _refuse_unsupported(self, query: ir.Query) -> None:
        if query.analysis is not None and query.analysis.op != "anomaly_threshold":
            raise UnboundError("unsupported", unsupported("analysis", self.language))

    def _order(self, key: ir.OrderKey, target: SetNode) -> Order:
        expr = key.expr
        if isinstance(expr, ir.DistanceExpr):
            return DistanceOrder(expr.distance_to, self.anchor(expr.distance_to, target), key.dir)
        if expr is None:
            raise UnboundError("unsupported", unsupported("aggregate", self.language))
        if not isinstance(expr, ir.FieldExpr):
            return ExprOrder(ground_expr(self, expr, target), key.dir)
        attribute = self.attribute(expr.field, target, expr.span or key.span)
        columns = columns_of(target.layers, attribute.id)
        return FieldOrder(
            attribute, {t: self.values.order_column(attribute, c) for t, c in columns.items()}, key.dir
        )

    def _percentiles(self, analysis: ir.Analysis | None, target: SetNode) -> tuple[PercentileNode, ...]:
        if analysis is None:
            return ()
        share = float(analysis.k if analysis.k is not None else DEFAULT_PERCENTILE)
        if not analysis.fields or not 0 < share < 100 or analysis.method not in (None, "percentile"):
            raise UnboundError("unsupported", unsupported("analysis", self.language))
        found = []
        for name in analysis.fields:
            attribute = self.attribute(name, target, analysis.span)
            columns = columns_of(target.layers, attribute.id)
            ordered = {t: self.values.order_column(attribute, c) for t, c in columns.items()}
            if attribute.kind not in ("number", "year"):
                raise UnboundError("unsupported", unsupported("analysis", self.language))
            found.append(PercentileNode(analysis, attribute, ordered, share / 100))
        return tuple(found)


def _conjuncts(where: GroundNode | None) -> tuple[GroundNode, ...]:
    """The conditions that must all hold, one by one."""
    if where is None:
        return ()
    parts: Sequence[GroundNode] = where.parts if isinstance(where, AndNode) else (where,)
    if len(parts) == 1:
        return tuple(parts)
    return tuple(x for part in parts for x in (_conjuncts(part) if _flat(part) else (part,)))


def _flat(node: GroundNode) -> bool:
    """False for conditions with a superlative that ranks only what meets these conditions."""
    return not (isinstance(node, AndNode) and any(isinstance(x, TopNode) for x in node.parts))
