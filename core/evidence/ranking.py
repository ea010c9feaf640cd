r"""The ranking of an answer: an open formula whose every term is kept.

    S_spatial  = 1 / (1 + d)                       d: distance to the nearest reference in km
    S_num      = 1 / (1 + exp(−k (x − x0)))        k = ±1 / σ, σ the robust spread over the layers
    S_text     = 1 for the concept asked for, 0.9 for a narrower one, else the share of words in common
    S_semantic = w_num S_num + w_text S_text       weights renormalised when a term is absent; 1 without both
    S_total    = 0.6 S_spatial + 0.4 S_semantic    S_semantic alone when no distance was asked for

Form and weights after *Intent-Driven Hybrid Semantic–Spatial RAG for Intelligent Prospecting with GIS
Visualization*.  With several distance relations S_spatial is their mean; with several conditions on numbers or
texts S_num and S_text are theirs, the best alternative counting where one of several is enough.  An order in the
question outranks the formula.  Where S_num has reached 1 and tells nothing more, k (x − x0) itself decides; ties
end with table and row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from core.evidence.terms import (
    number_of,
    numeric_groups,
    numeric_lead,
    numeric_score,
    text_groups,
    text_score,
)
from core.evidence.types import Evidence, Proximity, Scale, Score
from core.query.grounded import GroundedQuery
from core.query.result import Row
from core.vocabulary.card import SchemaCard

SPATIAL_WEIGHT, SEMANTIC_WEIGHT = 0.6, 0.4
NUMERIC_SHARE, TEXT_SHARE = 0.5, 0.5
_DIGITS = 1e12
"""Scores that agree to twelve digits are equal; the address decides."""


def rank(
    rows: Sequence[Row],
    proximities: Mapping[int, tuple[Proximity, ...]],
    grounded: GroundedQuery,
    card: SchemaCard,
    scales: tuple[Scale, ...],
) -> tuple[Evidence, ...]:
    """The rows with their scores, best first; in the order of the question when it states one.

    `proximities` holds the relations of each row by its position, `scales` what makes numbers into scores
    (:func:`core.evidence.scales.scales`, one for each condition of the numeric groups, in order).
    """
    text = text_groups(grounded)
    remaining = iter(scales)
    numeric = [[next(remaining) for _ in group] for group in numeric_groups(grounded)]
    found: list[tuple[float, Evidence]] = []
    for i, row in enumerate(rows):
        near = proximities.get(i, ())
        numbers = [max(numeric_score(number_of(row, x), x) for x in group) for group in numeric]
        texts = [max(text_score(row, x, card) for x in group) for group in text]
        terms = (fmean(numbers) if numbers else None, fmean(texts) if texts else None)
        lead = sum(max(numeric_lead(number_of(row, x), x) for x in group) for group in numeric)
        found.append((lead, Evidence(row, near, score(near, *terms, scales))))
    measuring = grounded.measuring
    computed = measuring is not None and (measuring.tabular or measuring.value is not None)
    if not grounded.order and not computed:  # a table keeps its own order
        found.sort(key=lambda x: (-round(x[1].score.total, 12), -round(x[0], 9), x[1].row.ref))
    return tuple(evidence for _, evidence in found)


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


def _measured(proximity: Proximity) -> bool:
    return proximity.relation in ("near", "along")
