r"""The ranking of an answer: an open formula whose every term is kept.

    S_spatial  = 1 / (1 + d)                       d: distance to the nearest reference in km
    S_num      = 1 / (1 + exp(−k (x − x0)))        k = ±1 / σ, σ the robust spread over its layers
    S_text     = 1 for the concept asked for, 0.9 for a narrower one, else the share of words in common
    S_semantic = w_num S_num + w_text S_text       weights renormalised when a term is absent; 1 without both
    S_total    = 0.6 S_spatial + 0.4 S_semantic    S_semantic alone when no distance was asked for

Form and weights after *Intent-Driven Hybrid Semantic–Spatial RAG for Intelligent Prospecting with GIS
Visualization*.  With several distance relations S_spatial is their mean; with several numeric or text conditions
S_num and S_text are theirs.  An order in the question outranks the formula; ties end with table and row.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from statistics import fmean

from core.evidence.types import Evidence, Proximity, Scale, Score
from core.query.grounded import AndNode, AttrNode, GroundedQuery, GroundNode, NumberTest, OrNode, ValueTest
from core.query.matching import key
from core.query.result import Row
from core.query.values import items
from core.vocabulary.card import SchemaCard

SPATIAL_WEIGHT, SEMANTIC_WEIGHT = 0.6, 0.4
NUMERIC_SHARE, TEXT_SHARE = 0.5, 0.5
NARROWER = 0.9
_WORD = re.compile(r"[㐀-鿿]|[^\W_]+")


def rank(
    rows: Sequence[Row],
    proximities: Mapping[int, tuple[Proximity, ...]],
    grounded: GroundedQuery,
    card: SchemaCard,
    scales: tuple[Scale, ...],
) -> tuple[Evidence, ...]:
    """The rows with their scores, best first; in the order of the question when it states one.

    `proximities` holds the relations of each row by its position, `scales` what makes numbers into scores
    (:func:`core.evidence.scales.scales`).
    """
    text = text_conditions(grounded)
    found = []
    for i, row in enumerate(rows):
        near = proximities.get(i, ())
        s_num = fmean(numeric_score(_number(row, x), x) for x in scales) if scales else None
        s_text = fmean(text_score(row, x, card) for x in text) if text else None
        found.append(Evidence(row, near, score(near, s_num, s_text, scales)))
    if grounded.order:
        return tuple(found)
    return tuple(sorted(found, key=lambda x: (-round(x.score.total, 12), x.row.ref)))


def score(
    proximity: Sequence[Proximity], s_num: float | None, s_text: float | None, scales: tuple[Scale, ...] = ()
) -> Score:
    """All terms of the formula for one row."""
    near = [spatial_score(p.nearest.distance_m) for p in proximity if _measured(p) and p.nearest is not None]
    s_spatial = fmean(near) if near else None
    numeric, text = NUMERIC_SHARE * (s_num is not None), TEXT_SHARE * (s_text is not None)
    whole = numeric + text
    weights = {
        "numeric": numeric / whole if whole else 0.0,
        "text": text / whole if whole else 0.0,
        "spatial": SPATIAL_WEIGHT if s_spatial is not None else 0.0,
        "semantic": SEMANTIC_WEIGHT if s_spatial is not None else 1.0,
    }
    semantic = weights["numeric"] * (s_num or 0.0) + weights["text"] * (s_text or 0.0) if whole else 1.0
    total = weights["spatial"] * (s_spatial or 0.0) + weights["semantic"] * semantic
    return Score(s_spatial, s_num, s_text, semantic, total, weights, scales)


def spatial_score(distance_m: float) -> float:
    """1 at the reference, ½ at 1 km."""
    return 1 / (1 + distance_m / 1000)


def numeric_score(value: float | None, scale: Scale) -> float:
    """A sigmoid that rises in the direction asked for; 0 for no value and for one known only as a limit."""
    if value is None:
        return 0.0
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, scale.k * (value - scale.x0)))))


def text_score(row: Row, node: AttrNode, card: SchemaCard) -> float:
    """How well a cell matches: the concept asked for 1, a narrower one 0.9, else the share of words in common."""
    value = row.values.get(node.attribute.id)
    if value is None or value.raw is None:
        return 0.0
    column = card.layer(row.ref.table).columns[node.attribute.id]
    best = 0.0
    for want in node.meant:
        if want in card.concepts:
            narrower = [c for c in card.expand(want) if value.raw in column.concepts.get(c, ())]
            best = max(best, 1.0 if want in narrower else NARROWER if narrower else 0.0)
        parts = [str(value.raw), *items(str(value.raw), column)]
        best = max(best, 1.0 if key(want) in {key(x) for x in parts} else _overlap(want, str(value.raw)))
    return best


def _overlap(want: str, cell: str) -> float:
    asked = set(_WORD.findall(want.lower()))
    return len(asked & set(_WORD.findall(cell.lower()))) / len(asked) if asked else 0.0


def _measured(proximity: Proximity) -> bool:
    return proximity.relation in ("near", "along")


def _positive(nodes: Sequence[GroundNode]) -> list[AttrNode]:
    """Attribute conditions that a row is asked to meet (not those it is asked not to meet)."""
    found: list[AttrNode] = []
    for node in nodes:
        if isinstance(node, AttrNode):
            found.append(node)
        elif isinstance(node, AndNode | OrNode):
            found.extend(_positive(node.parts))
    return found


def _number(row: Row, scale: Scale) -> float | None:
    value = row.values.get(scale.attribute)
    return float(value.value) if value is not None and isinstance(value.value, int | float) else None


def numeric_conditions(grounded: GroundedQuery) -> list[AttrNode]:
    """The comparisons with numbers that a row is asked to meet."""
    return [x for x in _positive(grounded.conditions) if any(isinstance(t, NumberTest) for t in x.tests.values())]


def text_conditions(grounded: GroundedQuery) -> list[AttrNode]:
    """The text values that a row is asked to have (not those it is to exceed)."""
    found = [x for x in _positive(grounded.conditions) if x.source.op in ("=", "in", "contains", "starts_with")]
    return [x for x in found if any(isinstance(t, ValueTest) for t in x.tests.values())]
