"""The referee for values, measures, groups and neighbours."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

from core.query.grounded import GroundedQuery
from core.query.grounded_expr import FieldNode, is_numeric_expr
from core.query.grounded_measures import AggregateNode, BucketKeyNode, LayerKeyNode, Measuring
from core.query.headings import Headings
from core.query.legal import legal
from core.query.unbound import UnboundError
from core.query.words import say, unsupported
from core.question import ir
from core.question.reading import Language
from core.vocabulary.units import Units

MAX_NEIGHBOURS = 50
MAX_KEYS = 3
MAX_MEASURES = 12
OUTPUTS: Mapping[str, tuple[str, ...]] = {
    "select": ("entity_list", "geometry", "table"),
    "count": ("scalar",),
    "exists": ("boolean",),
    "value": ("scalar", "table", "boolean"),
    "aggregate": ("scalar", "table"),
    "group": ("table",),
}
"""The forms of answer that fit each kind of question; a value may be a comparison, which is true or false."""


def verify_measuring(grounded: GroundedQuery) -> None:
    """Nothing when everything to compute makes sense.

    Raises:
        UnboundError: the form of the answer does not fit what is asked, a measure does not fit its value, or a
            name in order or condition is none of a measure.
    """
    measuring, query, language = grounded.measuring, grounded.query, grounded.language
    _form(query, language)
    if query.intent == "value" and (measuring is None or measuring.value is None):
        raise UnboundError("unsupported", say("no_value_asked", language))
    if query.intent == "group" and (measuring is None or not measuring.group_by):
        raise UnboundError("unsupported", say("no_groups", language))
    if measuring is None:
        return
    if query.intent == "aggregate" and (measuring.group_by or measuring.zeros):
        raise UnboundError("unsupported", unsupported("expression", language))
    if query.per_entity is not None and (measuring.tabular or measuring.scalar):
        raise UnboundError("unsupported", say("mixed_parts", language))
    if measuring.per_entity is not None and not 1 <= measuring.per_entity.k <= MAX_NEIGHBOURS:
        raise UnboundError("unsupported", say("bad_k", language, most=MAX_NEIGHBOURS))
    if len(measuring.group_by) > MAX_KEYS or len(measuring.measures) > MAX_MEASURES:
        raise UnboundError("unsupported", say("too_deep", language))
    for measure in measuring.measures:
        _measure(measure, language)
    _keys(grounded, measuring, language)
    _names(measuring, language)


def _form(query: ir.Query, language: Language) -> None:
    """The kind of question, what it asks for and the form of its answer belong together."""
    tabular = query.intent in ("aggregate", "group")
    if query.intent == "aggregate" and not query.measures:
        raise UnboundError("unsupported", say("no_value_asked", language))
    asked = bool(query.group_by or query.measures or query.having is not None or query.zeros)
    if asked and not tabular:
        raise UnboundError("unsupported", say("unfit", language))
    if query.output not in OUTPUTS[query.intent]:
        word = "unfit" if tabular else "unfit_output"
        raise UnboundError("unsupported", say(word, language, intent=query.intent, output=query.output))


def _measure(node: AggregateNode, language: Language) -> None:
    if node.agg == "percentile" and (node.p is None or not 0 <= node.p <= 100):
        raise UnboundError("unsupported", say("no_share", language))
    if node.agg == "count":
        if node.distinct and node.expr is None:
            raise UnboundError("unsupported", say("no_value_asked", language))
        return
    if node.expr is None or node.distinct:
        raise UnboundError("unsupported", say("no_value_asked", language))
    ranked = isinstance(node.expr, FieldNode) and node.expr.attribute.kind not in ("number", "year")
    if ranked or not is_numeric_expr(node.expr):
        words = Headings(language, Units({}))
        raise UnboundError(
            "unsupported",
            say("not_numeric", language, attribute=words.expression(node.expr), measure=words.aggregate(node)),
        )


def _keys(grounded: GroundedQuery, measuring: Measuring, language: Language) -> None:
    for key in measuring.group_by:
        if isinstance(key, BucketKeyNode):
            edges = key.edges
            rising = all(a < b for a, b in itertools.pairwise(edges))
            if not edges or not rising or not all(math.isfinite(x) for x in edges):
                raise UnboundError("unsupported", say("bad_edges", language))
            if not is_numeric_expr(key.expr):
                raise UnboundError("unsupported", say("bad_edges", language))
        if isinstance(key, LayerKeyNode) and not any(
            legal(key.rel, t.geometry, r.geometry) for t in grounded.target.layers for r in key.to.layers
        ):
            noun = grounded.target.entity_type.plural.in_(language)
            anchor = key.to.entity_type.plural.in_(language)
            raise UnboundError(
                "unsupported", say("illegal", language, relation=key.rel, target=noun, anchor=anchor)
            )


def _names(measuring: Measuring, language: Language) -> None:
    """Order and having speak of measures that exist."""
    keys = {x.key for x in measuring.measures}
    groups = {f"group_{i}" for i in range(len(measuring.group_by))}
    wanted = [x.key for x in measuring.order if x.key not in groups]
    if measuring.having is not None:
        wanted.append(measuring.having.measure)
    for name in wanted:
        if name not in keys:
            raise UnboundError("unsupported", say("no_measure", language, measure=name))
    if len(keys) < len(measuring.measures):
        raise UnboundError("unsupported", unsupported("expression", language))
