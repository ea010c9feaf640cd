"""Figures that answers about the data state: counted when composed, counted again when checked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.answer.material import Material
from core.answer.numbers import integer
from core.question.reading import About
from core.vocabulary.card import Layer, Name, SchemaCard


def area_of(material: Material) -> Name | None:
    """The study area that a question about the data names; the one with the longest name of several."""
    question = material.reading.question.casefold()
    regions = {x.table for x in material.card.layers if material.card.entity_types[x.entity_type].region}
    found = [n for n in material.card.names if n.table in regions and _says(question, n.text.casefold())]
    return max(found, key=lambda n: (len(n.text), n.text), default=None)


def bounded_by(material: Material, area: Name) -> bool:
    """Whether the extent of a study area is known: it is the only feature of its layer."""
    return material.card.layer(area.table).rows == 1


def layers_about(material: Material, about: About) -> tuple[Layer, ...]:
    """The layers a question about the data means: those of the kind it names, or all, in the area it names."""
    layers, area = _layers(material.card, about), area_of(material)
    if area is None or not bounded_by(material, area):
        return layers
    box = material.card.layer(area.table).extent
    return tuple(x for x in layers if _overlap(x.extent, box))


def _layers(card: SchemaCard, about: About) -> tuple[Layer, ...]:
    if about.entity is not None:
        return card.layers_of(about.entity)
    if about.kind in ("elements", "units"):
        return tuple(x for x in card.layers if _measured(card, x))
    return tuple(sorted(card.layers, key=lambda x: (x.entity_type, x.table)))


def fact(material: Material, about: About, name: str) -> int:
    """One figure over the layers that are meant: how many layers, rows, attributes, elements."""
    layers = layers_about(material, about)
    attributes = {a for x in layers for a in x.columns}
    if name == "layers":
        return len(layers)
    if name == "rows":
        return sum(x.rows for x in layers)
    if name == "attributes":
        return len(attributes)
    if name == "elements":
        return len(attributes & _elements(material.card))
    return 0


def fact_text(material: Material, about: About, name: str) -> str:
    """A figure as the answer writes it."""
    return integer(fact(material, about, name), material.language)


def stated_fact(material: Material, column: str) -> str:
    """The figure behind a citation column ``card:<kind>:<entity>:<name>``."""
    _, kind, entity, name = column.split(":")
    if name == "area":
        area = area_of(material)
        return area.text if area is not None else ""
    return fact_text(material, About(kind, entity or None), name)  # type: ignore[arg-type]  # kinds come from About


def _says(question: str, name: str) -> bool:
    if not name.isascii():
        return name in question
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question) is not None


def _overlap(a: Sequence[float], b: Sequence[float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _elements(card: SchemaCard) -> set[str]:
    return {x.id for x in card.attributes.values() if x.dimension == "mass_fraction"}


def _measured(card: SchemaCard, layer: Layer) -> bool:
    return bool(_elements(card) & set(layer.columns))
