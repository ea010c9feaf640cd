"""How a target stands to its references, in the style of each relation."""

from __future__ import annotations

from core.answer import cited
from core.answer.fragments import Fragment, Part, fill, fragment, join
from core.answer.material import Material, is_named, is_position
from core.answer.model import Citation
from core.answer.nouns import definite
from core.answer.numbers import radius
from core.answer.phrases import phrase, says_nothing, sector
from core.answer.phrases_conditions import condition
from core.answer.wording_relations import flatten
from core.evidence.types import Evidence, Proximity, Reference
from core.question import ir

NAMED_LISTED = 3
"""Named references told in the text for one target; the table holds all."""


def relation_words(material: Material, evidence: Evidence, index: int) -> Fragment:
    """Relation `index` of a target in words: nearest reference, count in the radius, named ones."""
    proximity = evidence.proximity[index]
    if proximity.relation in ("near", "along"):
        return _near(material, evidence, index)
    if proximity.nearest is None:
        return ()
    reference = describe(material, evidence, proximity, proximity.nearest)
    if proximity.within_count > 1:
        reference = fill(
            phrase("and_others", material.language),
            reference=reference,
            count=_count(material, evidence, f"others:{index}", proximity.within_count - 1),
            label=material.label(proximity.entity_type, proximity.within_count - 1),
            measure=material.measure_word(proximity.entity_type),
        )
    if proximity.relation == "direction":
        return fill(
            phrase("row_direction", material.language),
            reference=reference,
            sector=_sector(material),
            distance=cited.measured(material, evidence, proximity, proximity.nearest),
        )
    # A line crosses a polygon; a polygon is crossed by a line.
    areal = evidence.row.geometry.geom_type.endswith("Polygon")
    verb = "crossed" if proximity.relation == "crosses" and areal else proximity.relation
    return fill(phrase(f"row_{verb}", material.language), reference=reference)


def describe(material: Material, evidence: Evidence, proximity: Proximity, reference: Reference) -> Fragment:
    """A reference by its name, or as "an unnamed fault (normal)" with what is known of it."""
    language = material.language
    known = _facts(material, proximity, reference)
    words = join([_known(material, evidence, reference, a) for a in known], phrase("list_comma", language))
    if is_named(reference):
        name = fragment(definite(reference.name, language), cited.reference_name(material, evidence, reference))
        if proximity.relation in ("near", "along") or not known:
            return name
        return fill(phrase("described", language), name=name, attributes=words)
    label = material.label(proximity.entity_type)
    if not known:
        return fill(phrase("unnamed_unknown", language), label=label)
    key = "unnamed_partly" if any(says_nothing(x) for x in reference.attributes.values()) else "unnamed"
    return fill(phrase(key, language), label=label, attributes=words)


def _facts(material: Material, proximity: Proximity, reference: Reference) -> tuple[str, ...]:
    """Attributes of a reference that say something, names left out."""
    entity = material.card.entity_types.get(proximity.entity_type)
    name = entity.name_attribute if entity is not None else "name"
    names = (name, f"{name}_en", f"{name}_zh")
    return tuple(a for a, text in reference.attributes.items() if a not in names and not says_nothing(text))


def _known(material: Material, evidence: Evidence, reference: Reference, attribute: str) -> Fragment:
    """An attribute of a reference; values that are no words of the vocabulary carry their label."""
    value = cited.reference_value(material, evidence, reference, attribute)
    known = material.card.attributes.get(attribute)
    if known is None or any(attribute in c.attributes for c in material.card.concepts.values()):
        return (value,)
    label = known.labels.in_(material.language)
    return fill(phrase("attribute_value", material.language), attribute=label, value=value)


def _near(material: Material, evidence: Evidence, index: int) -> Fragment:
    proximity, language = evidence.proximity[index], material.language
    if proximity.nearest is None:
        return ()
    nearest = proximity.nearest
    values: dict[str, Part] = {
        "reference": describe(material, evidence, proximity, nearest),
        "distance": cited.measured(material, evidence, proximity, nearest),
        "label": material.label(proximity.entity_type),
    }
    anchor = _anchor(material, proximity)
    single = anchor is not None and bool(anchor.names) and proximity.within_count <= 1
    key = "nearest_named" if single else "nearest"
    if not proximity.entity_type:
        key = "nearest_point" if is_position(nearest) else "nearest_shape"
    elif nearest.distance_m == 0:
        key = "nearest_zero_point" if evidence.row.geometry.geom_type == "Point" else "nearest_zero"
    elif proximity.max_m is None and proximity.min_m is not None:
        key = "nearest_beyond"
    parts: list[Part] = [fill(phrase(key, language), **values)]
    if proximity.max_m is not None and proximity.entity_type and not single:
        parts.append(_within(material, evidence, index))
        parts.append(_named(material, evidence, index))
    return join(parts, phrase("clause", language))


def _within(material: Material, evidence: Evidence, index: int) -> Fragment:
    """ "8 faults within 5 km"."""
    proximity, language = evidence.proximity[index], material.language
    return fill(
        phrase("within_count", language),
        count=_count(material, evidence, f"within:{index}", proximity.within_count),
        label=material.label(proximity.entity_type, proximity.within_count),
        measure=material.measure_word(proximity.entity_type),
        range=_range(material, proximity),
    )


def _named(material: Material, evidence: Evidence, index: int) -> Fragment:
    """The named references in the radius other than the nearest, with their distances."""
    proximity, language = evidence.proximity[index], material.language
    first = proximity.nearest.ref if proximity.nearest is not None else None
    named = [r for r in proximity.within if is_named(r) and r.ref != first]
    items: list[Part] = [
        fill(
            phrase("named_item", language),
            name=cited.reference_name(material, evidence, r),
            distance=cited.measured(material, evidence, proximity, r),
        )
        for r in named[:NAMED_LISTED]
    ]
    if len(named) > NAMED_LISTED:
        items.append(
            fill(
                phrase("named_more", language),
                count=_count(material, evidence, f"named:{index}", len(named) - NAMED_LISTED),
                measure=material.measure_word(proximity.entity_type),
            )
        )
    if not items:
        return ()
    return fill(phrase("named_others", language), names=join(items, phrase("list_comma", language)))


def _range(material: Material, proximity: Proximity) -> Fragment:
    """The range of a relation, pointing at the node of the question that set it."""
    kind = "ring" if proximity.min_m is not None else "max"
    limits: dict[str, Part] = {}
    for name, metres in (("min", proximity.min_m), ("max", proximity.max_m)):
        if metres is not None:
            limits[name] = _limit(material, proximity, name, metres)
    return fill(condition(f"range_{kind}", material.language), **limits)


def _limit(material: Material, proximity: Proximity, name: str, metres: float) -> Citation:
    node, path = _node(material, proximity)
    assumed = node is not None and node.assumed is not None
    return Citation(
        number=0,
        kind="setting",
        text=radius(metres, material.language),
        column=f"{path}.{name}_m",
        value=metres,
        unit="m",
        source=phrase("source_assumed" if assumed else "source_question", material.language),
        quote=(node.assumed or "") if node is not None else "",
    )


def _node(material: Material, proximity: Proximity) -> tuple[ir.RelCond | None, str]:
    """The relation of the IR that a proximity belongs to, with its place."""
    query = material.query
    if query is not None:
        for cond, path in flatten(query.target.where, "query.target.where"):
            if (
                isinstance(cond, ir.RelCond)
                and isinstance(cond.to, ir.Set)
                and (cond.rel, cond.to.layer, cond.min_m, cond.max_m)
                == (proximity.relation, proximity.entity_type, proximity.min_m, proximity.max_m)
            ):
                return cond, path
    return None, "query"


def _anchor(material: Material, proximity: Proximity) -> ir.Set | None:
    """The set of references a proximity goes to, from its relation or from the order of the query."""
    node, _ = _node(material, proximity)
    if node is not None:
        return node.to if isinstance(node.to, ir.Set) else None
    for key in (material.query.order if material.query is not None else None) or ():
        if isinstance(key.expr, ir.DistanceExpr) and isinstance(key.expr.distance_to, ir.Set):
            return key.expr.distance_to
    return None


def _sector(material: Material) -> str:
    query = material.query
    found = [
        c for c, _ in flatten(query.target.where if query else None, "") if isinstance(c, ir.RelCond) and c.dir
    ]
    return sector(found[0].dir or "N", material.language) if found else ""


def _count(material: Material, evidence: Evidence, column: str, value: int) -> Citation:
    return cited.counted(material, column, value, refs=(evidence.row.ref,))
