"""The schema card: everything the question side may know of the loaded data.

The card is a plain immutable value.  ``core.database.catalog`` generates it from the live catalog and the files
of ``data_mappings/``; readers, grounder and compiler take it as an argument.  Nothing outside the card names a
table or a column, so the same machinery answers for any database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from core.script import suits

NEAR_M = 5_000.0
"""How far "near" reaches where nothing else says so, metres."""

GeometryKind = Literal["point", "line", "polygon"]
AttributeKind = Literal["text", "list", "number", "year"]
"""``list`` is a text column that holds several values in one cell, such as ``Au; Ag``."""


@dataclass(frozen=True)
class Labels:
    """A display name in both interface languages."""

    en: str
    zh: str

    def in_(self, language: str) -> str:
        """The label in `language` (``"en"`` or ``"zh"``)."""
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True)
class Concept:
    """One meaning that attribute values and question words may share, for example *gold*.

    `family` lists the ids of narrower concepts (``ree`` → ``la``, ``ce`` …); a question for the family means any
    of them.  `rank` orders concepts that have an order (size classes, geological ages; larger = younger/bigger).
    """

    id: str
    attributes: tuple[str, ...]
    """Attribute ids this concept can be a value of."""
    labels: Labels
    synonyms: tuple[str, ...] = ()
    """Every spelling that means it, both languages, labels included."""
    family: tuple[str, ...] = ()
    rank: float | None = None


@dataclass(frozen=True)
class Attribute:
    """A semantic attribute, independent of any table: *commodity*, *size*, *Au* …"""

    id: str
    kind: AttributeKind
    labels: Labels
    synonyms: tuple[str, ...] = ()
    unit: str | None = None
    """Unit in which answers show it; None for text and pure numbers."""
    dimension: str | None = None
    """Key of ``units.json``: ``mass_fraction``, ``length``, ``area`` …; decides which units convert."""
    element: str | None = None
    """Chemical symbol when the attribute is a concentration of an element, e.g. ``Au``; oxides keep None."""


@dataclass(frozen=True)
class Term:
    """Words that stand for a phrase, in the same language: *key schools* for "grade 1 or grade 2 schools"."""

    words: tuple[str, ...]
    means: str


@dataclass(frozen=True)
class Column:
    """Where one attribute lives in one table."""

    attribute: str
    name: str
    """Column identifier exactly as in the catalog (any character)."""
    sql_type: str
    """As PostgreSQL writes it; ``coded bigint`` for numbers that are codes of a text attribute."""
    unit: str | None = None
    """Unit of the stored numbers."""
    qualifier: str | None = None
    """Column holding ``<`` or ``>`` for censored values; the value column is then NULL in those rows."""
    limit: str | None = None
    """Column holding the detection limit of censored values, in `unit`."""
    separators: str = ""
    """Characters that part the items of a ``list`` attribute."""
    inventory: tuple[str, ...] | None = None
    """Distinct raw values when there are few enough to hold (text and list), else None."""
    concepts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Concept id → raw values of the inventory that mean it (families not expanded)."""


@dataclass(frozen=True)
class Join:
    """Columns of another table that belong to the rows of a layer, found by equal values of two columns."""

    name: str
    """Prefix of the joined columns: ``owners`` for a column ``owners.city``."""
    schema: str
    table: str
    column: str
    """Column of the layer's own table."""
    key: str
    """Column of the other table; at most one row has each value."""
    columns: tuple[str, ...]
    """Columns taken from the other table; the layer knows them as ``name.column``."""


@dataclass(frozen=True)
class Source:
    """A table or view of somebody else's that is read where it stands."""

    schema: str
    table: str
    key: str
    """Integer column whose values mark the rows; "" when the place of the row in the table has to do."""
    geometry: str
    srid: int
    joins: tuple[Join, ...] = ()
    where_dimension: int | None = None
    """Only rows whose geometry has this dimension (0, 1, 2); None: all have the same."""
    repair: bool = False
    """Some geometries are invalid and repaired while they are read."""


@dataclass(frozen=True)
class Layer:
    """One loaded table, bound to an entity type."""

    table: str
    """Table identifier inside the schema of layers."""
    entity_type: str
    title: Labels
    geometry: GeometryKind
    rows: int
    extent: tuple[float, float, float, float]
    """West, south, east, north in degrees, EPSG:4326."""
    columns: Mapping[str, Column]
    """Attribute id → column."""
    feature_key: str | None = None
    """Attribute whose equal values mark the parts of one feature; None: every row is a feature."""
    extent_words: tuple[str, ...] = ()
    """Region words that mean "the whole layer" and therefore filter nothing."""
    provenance: str = ""
    """One line: source file, vintage, whether the data are invented."""
    invented: bool = False
    max_edge_m: float = 0.0
    """Longest edge of a line or polygon, geodesic metres (the answer mentions the edge model when > 5 km)."""
    source: Source | None = None
    """Where the rows are when the table does not stand in the schema of layers."""


@dataclass(frozen=True)
class EntityType:
    """A kind of feature people ask about: deposit, fault, body, sample …"""

    id: str
    labels: Labels
    plural: Labels
    geometry: tuple[GeometryKind, ...]
    synonyms: tuple[str, ...] = ()
    near_m: float = NEAR_M
    """Distance meant by "near" without a number; shown as an assumption."""
    name_attribute: str = "name"
    key_attributes: tuple[str, ...] = ()
    """Attributes shown for it in answers, in this order."""
    words_imply: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Synonym → attribute → concept id it also means ("orebody", "intrusion", "strata" …)."""
    region: bool = False
    """True for the entity type whose features are used as study areas."""
    suffixes: tuple[str, ...] = ()
    """Endings of names that people leave out."""
    endings: tuple[str, ...] = ()
    """Endings that people add to names that lack them."""
    romanise: bool = False
    """Chinese names are also found in pinyin."""


@dataclass(frozen=True)
class Name:
    """A feature name or alias of the gazetteer."""

    text: str
    entity_type: str
    table: str
    fids: tuple[int, ...]
    canonical: str
    alias: bool = False


@dataclass(frozen=True)
class SchemaCard:
    """The whole vocabulary of one database version."""

    version: str
    """Changes whenever data or mappings change; caches are keyed by it."""
    entity_types: Mapping[str, EntityType]
    attributes: Mapping[str, Attribute]
    concepts: Mapping[str, Concept]
    layers: tuple[Layer, ...]
    names: tuple[Name, ...] = ()
    terms: tuple[Term, ...] = ()

    def layers_of(self, entity_type: str) -> tuple[Layer, ...]:
        """The loaded layers of an entity type, in stable order of their table names."""
        return tuple(x for x in self.layers if x.entity_type == entity_type)

    def layer(self, table: str) -> Layer:
        """The layer stored in `table`; KeyError when there is none."""
        for x in self.layers:
            if x.table == table:
                return x
        raise KeyError(table)

    def attributes_of(self, entity_type: str) -> frozenset[str]:
        """Attribute ids that at least one loaded layer of the entity type has."""
        return frozenset(a for x in self.layers_of(entity_type) for a in x.columns)

    def region_called(self, region: str, language: str) -> str:
        """What the study area of canonical name `region` is called in `language` ("en" or "zh").

        A name in the script of that language, its own before an alias; `region` where it has none.
        """
        kinds = {e.id for e in self.entity_types.values() if e.region}
        names = [
            n for n in self.names if n.canonical == region and n.entity_type in kinds and suits(n.text, language)
        ]
        names.sort(key=lambda n: (n.alias, n.text != region))
        return names[0].text if names else region

    def expand(self, concept: str) -> tuple[str, ...]:
        """A concept id and all narrower ones, widest first; unknown ids give themselves."""
        seen: dict[str, None] = {}
        todo = [concept]
        while todo:
            current = todo.pop(0)
            if current not in seen:
                seen[current] = None
                if current in self.concepts:
                    todo.extend(self.concepts[current].family)
        return tuple(seen)
