"""Figures that answers about the data state: counted when composed, counted again when checked."""

from __future__ import annotations

from core.answer.material import Material
from core.answer.numbers import integer
from core.question.reading import About
from core.vocabulary.card import Layer, SchemaCard


def layers_about(card: SchemaCard, about: About) -> tuple[Layer, ...]:
    """The layers a question about the data means: those of the kind it names, or all."""
    if about.entity is not None:
        return card.layers_of(about.entity)
    if about.kind in ("elements", "units"):
        return tuple(x for x in card.layers if _measured(card, x))
    return tuple(sorted(card.layers, key=lambda x: (x.entity_type, x.table)))


def fact(card: SchemaCard, about: About, name: str) -> int:
    """One figure over the layers that are meant: how many layers, rows, attributes, elements."""
    layers = layers_about(card, about)
    attributes = {a for x in layers for a in x.columns}
    if name == "layers":
        return len(layers)
    if name == "rows":
        return sum(x.rows for x in layers)
    if name == "attributes":
        return len(attributes)
    if name == "elements":
        return len(attributes & _elements(card))
    return 0


def fact_text(material: Material, about: About, name: str) -> str:
    """A figure as the answer writes it."""
    return integer(fact(material.card, about, name), material.language)


def stated_fact(material: Material, column: str) -> str:
    """The figure behind a citation column ``card:<kind>:<entity>:<name>``."""
    _, kind, entity, name = column.split(":")
    return fact_text(material, About(kind, entity or None), name)  # type: ignore[arg-type]  # kinds come from About


def _elements(card: SchemaCard) -> set[str]:
    return {x.id for x in card.attributes.values() if x.dimension == "mass_fraction"}


def _measured(card: SchemaCard, layer: Layer) -> bool:
    return bool(_elements(card) & set(layer.columns))
