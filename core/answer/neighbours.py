"""The nearest features of each target, when the question asks for them one by one."""

from __future__ import annotations

from core.answer import cited
from core.answer.fragments import Fragment, fill, fragment, join
from core.answer.material import Material
from core.answer.phrases import phrase
from core.answer.phrases_tables import table_phrase
from core.answer.relations import describe
from core.answer.wording_values import setting
from core.evidence.types import Evidence
from core.question import ir


def neighbours(material: Material, evidence: Evidence) -> Fragment:
    """ "Dalan Bulag: nearest fault: F12 (2.84 km), an unnamed fault (3.10 km)." """
    proximity, language = evidence.proximity[0], material.language
    label = material.label(proximity.entity_type, max(len(proximity.within), 1))
    items = [
        fill(
            table_phrase("neighbour", language),
            reference=describe(material, evidence, proximity, x),
            distance=cited.measured(material, evidence, proximity, x),
        )
        for x in proximity.within
    ]
    words = fill(table_phrase("neighbours", language), label=label, items=join(items, phrase("clause", language)))
    if not items:
        words = fill(table_phrase("no_neighbour", language), label=label)
    name = cited.row_name(material, evidence.row)
    return fragment(fill(table_phrase("value_row", language), name=name, values=words), phrase("stop", language))


def each_nearest(material: Material, query: ir.Query) -> Fragment:
    """ "listed with the 3 nearest faults of each", or nothing."""
    near, language = query.per_entity, material.language
    if near is None:
        return ()
    label = material.label(near.nearest.layer, near.k)
    if near.k == 1:
        return fill(table_phrase("each_nearest", language), label=label)
    k = setting(material, near, "query.per_entity.k", str(near.k), near.k)
    word = material.measure_word(near.nearest.layer)
    return fill(table_phrase("each_nearest_many", language), label=label, k=k, word=word)
