"""Answers about the data themselves, from the schema card, each value with its place in the layer registry."""

from __future__ import annotations

from collections.abc import Iterator

from core.answer.card_facts import area_of, bounded_by, fact_text, layers_about
from core.answer.fragments import ClaimKind, Fragment, Part, capitalise, fill, fragment, join
from core.answer.material import Material
from core.answer.model import Citation
from core.answer.numbers import fixed, integer
from core.answer.phrases import phrase
from core.answer.phrases_about import about_phrase, geometry
from core.query.result import FeatureRef
from core.question.reading import About
from core.vocabulary.card import Attribute, Layer

Draft = tuple[ClaimKind, Fragment, FeatureRef | None]
_NAMED = 40
"""Attributes told one by one; more are only counted."""


def about_drafts(material: Material, about: About) -> Iterator[Draft]:
    """The claims of an answer about the data."""
    if not material.card.layers:
        yield "summary", _say(material, "nothing"), None
        return
    layers = layers_about(material, about)
    if not layers and area_of(material) is not None:
        yield "summary", _say(material, "nothing_in", area=_area(material, about)), None
        return
    yield "summary", _summary(material, about), None
    if about.kind in ("layers", "source", "frame"):
        for layer in layers:
            yield "row", _layer(material, about, layer), None
    elif about.kind in ("fields", "units"):
        for attribute in _attributes(material, about, layers):
            yield "row", _attribute(material, attribute, layers), None
    else:
        yield "row", _elements(material, layers), None
    invented = [x for x in layers if x.invented]
    if len(invented) == len(layers) > 1:
        yield "caveat", _say(material, "all_invented"), None
    elif invented and about.kind in ("layers", "source"):
        names = join([_title(material, x) for x in invented], phrase("list_comma", material.language))
        sentence = fill(phrase("invented", material.language), layers=names)
        yield "caveat", fragment(sentence, phrase("stop", material.language)), None


def _summary(material: Material, about: About) -> Fragment:
    what = material.label(about.entity, 2) if about.entity else about_phrase("everything", material.language)
    places = {x: _fact(material, about, x) for x in ("layers", "rows", "attributes", "elements", "documents")}
    key = about.kind if about.entity is None else f"{about.kind}_of"
    said, area = _say(material, key, what=what, **places), area_of(material)
    if area is None:
        return said
    where = "in_area" if bounded_by(material, area) else "not_in_area"
    return fragment(fill(about_phrase(where, material.language), area=_area(material, about)), said)


def _area(material: Material, about: About) -> Citation:
    """The study area that the question names."""
    area = area_of(material)
    text = area.text if area is not None else ""
    column = f"card:{about.kind}:{about.entity or ''}:area"
    source = phrase("source_question", material.language)
    return Citation(number=0, kind="setting", text=text, column=column, value=text, source=source)


def _layer(material: Material, about: About, layer: Layer) -> Fragment:
    language = material.language
    entity = material.label(layer.entity_type, layer.rows)
    rows = _registered(material, layer, "rows", integer(layer.rows, language), layer.rows)
    parts: dict[str, Part] = {
        "layer": _title(material, layer), "rows": rows, "entity": entity,
        "geometry": geometry(layer.geometry, language),
        "word": material.measure_word(layer.entity_type),
    }  # fmt: skip
    if about.kind == "frame":
        names = ("west", "south", "east", "north")
        for i, name in enumerate(names):
            text = fixed(layer.extent[i], 2)
            parts[name] = _registered(material, layer, f"extent.{i}", text, layer.extent[i], unit="°")
        return _say(material, "row_frame", **parts)
    file = material.files.get(layer.table, "")
    told = _provenance(material, layer) if about.kind == "source" or not file else ()
    source = [x for x in (_file(material, layer, file), told) if x]
    return _say(material, "row_layer", source=join(source, phrase("clause", language)), **parts)


def _file(material: Material, layer: Layer, file: str) -> Fragment:
    if not file:
        return ()
    return fill(about_phrase("file", material.language), file=_registered(material, layer, "file", file, file))


def _provenance(material: Material, layer: Layer) -> Fragment:
    text = layer.provenance.rstrip(".。 ")
    return fragment(_registered(material, layer, "provenance", text, text)) if text else ()


def _attributes(material: Material, about: About, layers: tuple[Layer, ...]) -> list[Attribute]:
    known = {a for x in layers for a in x.columns}
    found = [x for x in material.card.attributes.values() if x.id in known]
    if about.kind == "units":
        wanted = [x for x in found if x.id in about.attributes and x.kind == "number"]
        found = wanted or [x for x in found if x.unit is not None]
    return found[:_NAMED]


def _attribute(material: Material, attribute: Attribute, layers: tuple[Layer, ...]) -> Fragment:
    language = material.language
    having = [x for x in layers if attribute.id in x.columns]
    kind = about_phrase(f"kind_{attribute.kind}", language)
    column = having[0].columns[attribute.id]
    name = fragment(_registered(material, having[0], f"column:{attribute.id}", column.name, column.name))
    details: list[Part] = [kind]
    if attribute.unit:
        stored = sorted({x.columns[attribute.id].unit or attribute.unit for x in having})
        labels = phrase("list_comma", language).join(material.units.label(x, language) for x in stored)
        details.append(fill(about_phrase("stored", language), units=labels))
    if examples := _examples(material, attribute, having):
        details.append(fill(about_phrase("examples", language), values=examples))
    return _say(
        material, "row_attribute", attribute=attribute.labels.in_(language),
        details=join(details, phrase("list_comma", language)), column=name,
    )  # fmt: skip


def _examples(material: Material, attribute: Attribute, layers: list[Layer]) -> str:
    """Values that occur, as concepts in the language of the answer."""
    if attribute.kind == "number":
        return ""
    known = dict.fromkeys(c for x in layers for c in x.columns[attribute.id].concepts)
    labels = [
        material.card.concepts[c].labels.in_(material.language) for c in known if c in material.card.concepts
    ]
    return phrase("list_comma", material.language).join(labels[:5])


def _elements(material: Material, layers: tuple[Layer, ...]) -> Fragment:
    """Elements by the unit their values are stored in."""
    language, attributes = material.language, material.card.attributes
    by_unit: dict[str, dict[str, Citation]] = {}
    for layer in layers:
        for attribute, column in layer.columns.items():
            known = attributes.get(attribute)
            if known is not None and known.dimension == "mass_fraction":
                unit = material.units.label(column.unit or known.unit or "", language)
                cell = _registered(material, layer, f"column:{attribute}", attribute, attribute)
                by_unit.setdefault(unit, {}).setdefault(attribute, cell)
    lists = [
        fill(
            about_phrase("in_unit", language), names=join(list(x.values()), phrase("list_comma", language)), unit=u
        )
        for u, x in sorted(by_unit.items())
    ]
    return _say(material, "row_elements", lists=join(lists, phrase("clause", language)))


def _say(material: Material, key: str, **parts: Part) -> Fragment:
    return capitalise(fill(about_phrase(key, material.language), **parts))


def _fact(material: Material, about: About, name: str) -> Citation:
    text = fact_text(material, about, name)
    column = f"card:{about.kind}:{about.entity or ''}:{name}"
    source = phrase("source_registry", material.language)
    return Citation(number=0, kind="setting", text=text, column=column, value=text, source=source)


def _title(material: Material, layer: Layer) -> Fragment:
    title = layer.title.in_(material.language)
    cited = _registered(material, layer, "title", title, title)
    return fill(phrase("quoted", material.language), text=cited)


def _registered(
    material: Material, layer: Layer, field: str, text: str, value: str | float, *, unit: str | None = None
) -> Citation:
    return Citation(
        number=0, kind="cell", text=text, refs=(FeatureRef(layer.table, 0),), column=f"layer.{field}", value=value,
        unit=unit, source=phrase("source_registry", material.language),
    )  # fmt: skip
