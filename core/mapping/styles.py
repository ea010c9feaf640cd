"""Default symbols of layers, read from ``data_mappings/styles.json``, and the class each feature falls into.

A *scheme* divides features by the value of one attribute: each class lists concept ids and the symbol they share.
A layer may use several schemes with conditions (intrusions by lithology, everything else by age).  Nothing here
knows what a fault or an age is; the file does.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import SettingsError
from core.vocabulary.card import Column, GeometryKind, Labels, Layer, SchemaCard
from core.vocabulary.mappings import LabelsEntry
from core.vocabulary.matching import LIST_SEPARATORS, ConceptIndex, match_value

FILE = "styles.json"
OTHER = "other"
"""Class of features whose value no class lists."""

Shape = Literal["circle", "square", "diamond", "triangle", "triangle-down", "pentagon", "hexagon", "cross", "star"]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Symbol(_Entry):
    """How one class is drawn, in the terms of Leaflet's path options; None leaves the layer's own value."""

    color: str | None = None
    weight: float | None = None
    opacity: float | None = None
    dash: str | None = None
    fill: str | None = None
    fill_opacity: float | None = None
    shape: Shape | None = None
    radius: float | None = None

    def over(self, base: Symbol) -> Symbol:
        """This symbol with the gaps filled from `base`."""
        own = self.model_dump(exclude_none=True)
        return Symbol(**{**base.model_dump(exclude_none=True), **own})


class SymbolClass(_Entry):
    """One class of a scheme."""

    concepts: tuple[str, ...]
    symbol: Symbol
    labels: LabelsEntry | None = None
    """None takes the label of the first concept."""


class Scheme(_Entry):
    """Classes by the value of one attribute; `order` is that of the legend."""

    attribute: str
    order: Literal["listed", "rank"] = "listed"
    classes: tuple[SymbolClass, ...]


class Use(_Entry):
    """A scheme and the attribute concepts under which it applies; the first use that fits decides."""

    scheme: str
    when: dict[str, str] = {}


class TypeStyle(_Entry):
    """Everything about drawing one entity type."""

    symbol: Symbol
    level: int = 50
    """Drawing order: larger lies on top."""
    visible: bool = True
    thin: bool = False
    """Draw at most one symbol a cell of the screen (dense point layers)."""
    legend: bool = True
    fields: tuple[str, ...] | None = None
    """Attributes shown on hover; None takes the key attributes of the entity type."""
    uses: tuple[Use, ...] = ()


class Highlight(_Entry):
    """Colours of what an answer points at."""

    target: str
    reference: str
    link: str


class Styles(_Entry):
    """The whole of ``styles.json``."""

    highlight: Highlight
    geometry: dict[GeometryKind, TypeStyle]
    """Styles of entity types that have none of their own."""
    entity_types: dict[str, TypeStyle]
    schemes: dict[str, Scheme]

    @classmethod
    def load(cls, directory: Path) -> Styles:
        """Read ``styles.json`` of `directory`.

        Raises:
            SettingsError: the file is missing, is not JSON, or has a wrong key; the message names it.
        """
        path = directory / FILE
        try:
            return cls.model_validate(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
            raise SettingsError(f"The style file {path} is not readable JSON: {error}.") from error
        except ValidationError as error:
            first = error.errors()[0]
            where = " › ".join(str(x) for x in first["loc"])
            raise SettingsError(f"The style file {path} is wrong at {where}: {first['msg']}.") from error

    @staticmethod
    def stamp(directory: Path) -> int:
        """Changes with the file that :meth:`load` reads; 0 when there is none."""
        try:
            return (directory / FILE).stat().st_mtime_ns
        except OSError:
            return 0

    def of(self, layer: Layer) -> TypeStyle:
        """The style of a layer: that of its entity type, else that of its geometry."""
        return self.entity_types.get(layer.entity_type) or self.geometry[layer.geometry]


class Classifier:
    """Finds the class of each feature of one layer from the raw values of its columns."""

    def __init__(self, styles: Styles, card: SchemaCard, layer: Layer) -> None:
        self._card = card
        self._layer = layer
        self._schemes = styles.schemes
        self.uses = tuple(u for u in styles.of(layer).uses if styles.schemes[u.scheme].attribute in layer.columns)

    @cached_property
    def attributes(self) -> tuple[str, ...]:
        """Attributes whose values decide the class."""
        wanted = [a for u in self.uses for a in (self._schemes[u.scheme].attribute, *u.when)]
        return tuple(a for a in dict.fromkeys(wanted) if a in self._layer.columns)

    def class_of(self, values: Mapping[str, Any]) -> str:
        """Key of the class for raw `values` by attribute: ``scheme:index``, ``scheme:other`` or ``other``."""
        for use in self.uses:
            if all(concept in self._concepts(a, values.get(a), wide=True) for a, concept in use.when.items()):
                attribute = self._schemes[use.scheme].attribute
                index = self._index[use.scheme]
                found = [index[c] for c in self._concepts(attribute, values.get(attribute)) if c in index]
                return f"{use.scheme}:{found[0] if found else OTHER}"
        return OTHER

    @cached_property
    def _index(self) -> Mapping[str, Mapping[str, int]]:
        """Scheme → concept → class number; a class that names a concept wins over one that names its family."""
        return {u.scheme: _concept_index(self._card, self._schemes[u.scheme]) for u in self.uses}

    @cached_property
    def _raw(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        return {a: _raw_concepts(self._layer.columns[a]) for a in self.attributes}

    @cached_property
    def _indices(self) -> Mapping[str, ConceptIndex]:
        return {a: ConceptIndex.of(self._card.concepts.values(), a) for a in self.attributes}

    def _concepts(self, attribute: str, raw: Any, *, wide: bool = False) -> tuple[str, ...]:
        """Concepts of a raw value, in the order of its items; with `wide` also the families above them."""
        if raw is None or attribute not in self._raw:
            return ()
        text, column = str(raw), self._layer.columns[attribute]
        known = self._raw[attribute].get(text, ())
        if len(known) > 1:  # the order of the cell tells the main one; the card holds only what it means
            kind = self._card.attributes[attribute].kind if attribute in self._card.attributes else "text"
            ordered = match_value(text, kind, self._indices[attribute], column.separators or LIST_SEPARATORS)
            known = tuple(sorted(known, key=lambda c: ordered.index(c) if c in ordered else len(ordered)))
        if wide:
            return known + tuple(c for c in self._card.concepts if set(known) & set(self._card.expand(c)))
        return known


def _concept_index(card: SchemaCard, scheme: Scheme) -> Mapping[str, int]:
    index: dict[str, int] = {}
    for number, entry in enumerate(scheme.classes):
        for concept in entry.concepts:
            index.setdefault(concept, number)
    for number, entry in enumerate(scheme.classes):
        for concept in entry.concepts:
            for narrower in card.expand(concept):
                index.setdefault(narrower, number)
    return index


def _raw_concepts(column: Column) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for concept, raws in column.concepts.items():
        for raw in raws:
            found[raw] = (*found.get(raw, ()), concept)
    return found


def schemes_of(styles: Styles, style: TypeStyle) -> list[str]:
    """The schemes of a style in the order of its legend: ranked ages before rock types."""
    names = dict.fromkeys(use.scheme for use in style.uses)
    return sorted(names, key=lambda n: styles.schemes[n].order != "rank")


def age_rank(card: SchemaCard, entry: SymbolClass) -> float:
    """The place of a class in geological time; the youngest has the largest."""
    concept = card.concepts.get(entry.concepts[0])
    return -math.inf if concept is None or concept.rank is None else concept.rank


def class_labels(card: SchemaCard, entry: SymbolClass) -> Labels:
    """Display name of a class: its own, else that of its first concept, else the concept's id."""
    if entry.labels is not None:
        return Labels(entry.labels.en, entry.labels.zh)
    for concept in entry.concepts:
        if concept in card.concepts:
            return card.concepts[concept].labels
    return Labels(entry.concepts[0], entry.concepts[0])
