"""A study area that was drawn, taken from the view or uploaded, for questions that name no place of their own.

A named study area is handed to the reader; an area without a name is a polygon, and the condition that confines a
question to it is added here, marked as assumed like the reader's own.
"""

from __future__ import annotations

from dataclasses import replace

from core.errors import Language
from core.question import ir
from core.question.reading import Reading
from core.question.slots import conjuncts, is_region, joined
from core.vocabulary.card import SchemaCard

REASON: dict[Language, str] = {
    "en": "The question names no region: the chosen study area is used.",
    "zh": "问题没有指明区域，使用所选的研究区。",
}


def confined(reading: Reading, card: SchemaCard) -> Reading:
    """`reading` within the area, and so are the further questions of its text.

    A question that names a place, a feature or the earlier answer, takes its place from the map, or is about study
    areas themselves stays as it is.
    """
    also = tuple(confined(x, card) for x in reading.also)
    query = reading.ir.query
    if reading.ir.action != "query" or query is None or _placed(query.target, card):
        return replace(reading, also=also)
    reason = REASON[reading.language]
    within = ir.RelCond(rel="within", to=ir.MapAnchor(map="selection", assumed=reason), assumed=reason)
    where = joined([*conjuncts(query.target.where), within])
    target = query.target.model_copy(update={"where": where})
    read = reading.ir.model_copy(update={"query": query.model_copy(update={"target": target})})
    return replace(reading, ir=read, also=also, notes=(*reading.notes, reason))


def _placed(target: ir.Set, card: SchemaCard) -> bool:
    kind = card.entity_types.get(target.layer)
    if target.names or target.prev or (kind is not None and kind.region):
        return True
    return any(_names_place(x, card) for x in conjuncts(target.where))


def _names_place(cond: ir.Cond, card: SchemaCard) -> bool:
    if isinstance(cond, ir.Or):
        return all(_names_place(x, card) for x in cond.or_)
    return is_region(cond, card)


def confines(query: ir.Query | None) -> bool:
    """Whether a query is confined by the condition that :func:`confined` adds."""
    return query is not None and any(
        isinstance(x, ir.RelCond) and isinstance(x.to, ir.MapAnchor) and x.assumed in REASON.values()
        for x in conjuncts(query.target.where)
    )
