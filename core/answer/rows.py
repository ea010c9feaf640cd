"""One claim for each target: what it is, where it is, and how it stands to the references."""

from __future__ import annotations

from core.answer import cited
from core.answer.computed import computed_values
from core.answer.fragments import Fragment, Part, fill, fragment, join
from core.answer.material import Material, proximities
from core.answer.phrases import phrase
from core.answer.relations import relation_words
from core.answer.wording_relations import flatten
from core.evidence.types import Evidence
from core.query.result import Row
from core.question import ir

_LONG = 80
"""Longer texts stand in the table and on the map, not in the sentence about a feature."""


def row(material: Material, query: ir.Query, evidence: Evidence) -> Fragment:
    """The claim of one target.

    With a relation the attributes stand in brackets and the relation follows; without one the claim lists type,
    coordinates and labelled key attributes.
    """
    language = material.language
    name = cited.row_name(material, evidence.row)
    related = [w for w in (relation_words(material, evidence, i) for i in _told(material, evidence)) if w]
    if related:
        facts = [*_values(material, query, evidence.row, labels=False), cited.coordinates(material, evidence.row)]
        body = fill(
            phrase("row", language),
            name=name,
            facts=join(facts, phrase("clause", language)),
            relations=join(related, phrase("clause", language)),
        )
    else:
        kind = material.label(evidence.row.entity_type)
        listed: list[Part] = [kind, cited.coordinates(material, evidence.row)]
        listed.extend(_values(material, query, evidence.row, labels=True))
        body = fill(phrase("row_plain", language), name=name, facts=join(listed, phrase("clause", language)))
    return fragment(body, phrase("stop", language))


def _told(material: Material, evidence: Evidence) -> list[int]:
    told = proximities(evidence, material.card)
    return [i for i, p in enumerate(evidence.proximity) if p in told]


def _values(material: Material, query: ir.Query, row: Row, *, labels: bool) -> list[Fragment]:
    """Key attributes and the attributes asked about, those with a value; numbers always carry their label."""
    language = material.language
    values: list[Fragment] = []
    for attribute in shown_attributes(material, query, row):
        value = cited.attribute_value(material, row, attribute)
        if value is None or (len(value.text) > _LONG and attribute not in _asked(query)):
            continue
        known = material.card.attributes.get(attribute)
        if labels or (known is not None and known.kind in ("number", "year")):
            label = known.labels.in_(language) if known is not None else attribute
            values.append(fill(phrase("attribute_value", language), attribute=label, value=value))
        else:
            values.append((value,))
    return [*values, *computed_values(material, row.ref)]


def _asked(query: ir.Query) -> tuple[str, ...]:
    """Attributes that the question asks to be shown."""
    return tuple(x.field for x in query.return_ or () if isinstance(x, ir.FieldExpr))


def shown_attributes(material: Material, query: ir.Query, row: Row) -> tuple[str, ...]:
    """Attributes an answer shows for a target: its key attributes, then those in conditions and order."""
    entity = material.card.entity_types.get(row.entity_type)
    names = {e.name_attribute for e in material.card.entity_types.values()}
    keys = [a for a in (entity.key_attributes if entity is not None else ()) if a not in names]
    asked = [c.attr for c, _ in flatten(query.target.where, "") if isinstance(c, ir.AttrCond)]
    limits = [t.attribute for t in material.result.thresholds] if material.result is not None else []
    ordered = [k.expr.field for k in query.order or () if isinstance(k.expr, ir.FieldExpr)]
    return tuple(dict.fromkeys(a for a in (*keys, *asked, *limits, *ordered, *_asked(query)) if a not in names))
