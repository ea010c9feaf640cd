"""Reader of ``data_mappings/``: the vocabulary files and the two files a user edits.

=============================  ====================================================================
``entity_types.json``          kinds of features: labels, synonyms, default near distance …
``attributes.json``            semantic attributes: labels, synonyms, kind, unit, dimension
``concepts/*.json``            meanings of attribute values: commodities, ages, sizes, lithologies …
``units.json``                 dimensions, their units, factors and spellings
``intents.json``               routing keywords with weights
``aliases.json``               other names of features of the loaded data
``name_words.json``            generic words at the end of names (省, Group …) and abbreviations
``user_table_types.json``      table → entity type, title, feature key, provenance
``user_column_mapping.json``   table → attribute → column, unit, separators, own value synonyms
=============================  ====================================================================

The formats are the pydantic models below; a malformed file raises :class:`~core.errors.SettingsError` that
names the file and the key.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from core.errors import SettingsError
from core.vocabulary.card import NEAR_M, AttributeKind, GeometryKind

T = TypeVar("T")


class Entry(BaseModel):
    """Base of all file entries: unknown keys are errors, so a typing error cannot be ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class LabelsEntry(Entry):
    """A label in both languages."""

    en: str
    zh: str


class EntityTypeEntry(Entry):
    """One element of ``entity_types.json``; see :class:`core.vocabulary.card.EntityType`."""

    id: str
    labels: LabelsEntry
    plural: LabelsEntry
    geometry: tuple[GeometryKind, ...]
    synonyms: tuple[str, ...] = ()
    near_m: float = NEAR_M
    name_attribute: str = "name"
    key_attributes: tuple[str, ...] = ()
    words_imply: dict[str, dict[str, str]] = {}
    region: bool = False
    suffixes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    romanise: bool = False


class AttributeEntry(Entry):
    """One element of ``attributes.json``; see :class:`core.vocabulary.card.Attribute`."""

    id: str
    kind: AttributeKind
    labels: LabelsEntry
    synonyms: tuple[str, ...] = ()
    unit: str | None = None
    dimension: str | None = None
    element: str | None = None


class ConceptEntry(Entry):
    """One element of a file in ``concepts/``; see :class:`core.vocabulary.card.Concept`."""

    id: str
    attributes: tuple[str, ...]
    labels: LabelsEntry
    synonyms: tuple[str, ...] = ()
    family: tuple[str, ...] = ()
    rank: float | None = None


class UnitEntry(Entry):
    """A unit of a dimension: value in the base unit = value × factor."""

    factor: float
    synonyms: tuple[str, ...] = ()
    labels: LabelsEntry


class DimensionEntry(Entry):
    """One value of ``units.json``."""

    base: str
    units: dict[str, UnitEntry]


class KeywordEntry(Entry):
    """A routing keyword; `pattern` is plain text, matched on word boundaries (Latin) or anywhere (CJK)."""

    keyword: str
    weight: float
    interprets: bool = False
    """Asks what figures mean rather than which features there are: kept analyses answer."""


class AliasEntry(Entry):
    """Other names of one feature name of the loaded data."""

    entity_type: str
    canonical: str
    aliases: tuple[str, ...]
    parts: tuple[str, ...] = ()
    """Names of the features that `canonical` means together, where it is the name of no single one."""


class TermEntry(Entry):
    """Words that stand for a phrase; see :class:`core.vocabulary.card.Term`."""

    words: tuple[str, ...]
    means: str


class JoinEntry(Entry):
    """Columns of another table; see :class:`core.vocabulary.card.Join`."""

    name: str
    schema_: str = Field(alias="schema")
    table: str
    column: str
    key: str
    columns: tuple[str, ...]


class SourceEntry(Entry):
    """Where the rows stand of a table outside the schema of layers; see :class:`core.vocabulary.card.Source`."""

    schema_: str = Field(alias="schema")
    table: str
    key: str = ""
    geometry: str
    kind: GeometryKind
    srid: int
    max_edge_m: float = 0.0
    joins: tuple[JoinEntry, ...] = ()
    where_dimension: int | None = None
    repair: bool = False


class TableEntry(Entry):
    """One value of ``user_table_types.json``."""

    entity_type: str
    title: LabelsEntry
    feature_key: str | None = None
    extent_words: tuple[str, ...] = ()
    provenance: str = ""
    invented: bool = False
    source: SourceEntry | None = None


class ColumnEntry(Entry):
    """One attribute of a table in ``user_column_mapping.json``."""

    column: str
    unit: str | None = None
    separators: str = ""
    values: dict[str, tuple[str, ...]] = {}
    """Raw value → concept ids, for spellings that the shared concepts do not know."""


class NameWordsEntry(Entry):
    """``name_words.json``: generic words at the end of names, by language, and abbreviations in questions."""

    suffixes: dict[Literal["en", "zh"], tuple[str, ...]] = {}
    abbreviations: dict[str, str] = {}


IntentName = Literal["knowledge", "entity_list", "spatial_relation", "geochemical_anomaly", "prospectivity"]


class Mappings(BaseModel):
    """Everything in ``data_mappings/``."""

    model_config = ConfigDict(frozen=True)

    entity_types: tuple[EntityTypeEntry, ...]
    attributes: tuple[AttributeEntry, ...]
    concepts: tuple[ConceptEntry, ...]
    units: dict[str, DimensionEntry]
    intents: dict[IntentName, tuple[KeywordEntry, ...]]
    aliases: tuple[AliasEntry, ...]
    terms: tuple[TermEntry, ...] = ()
    """Only card files have terms."""
    tables: dict[str, TableEntry]
    columns: dict[str, dict[str, ColumnEntry]]
    name_words: NameWordsEntry = NameWordsEntry()


def load_mappings(directory: Path) -> Mappings:
    """Read and validate all mapping files of `directory`.

    The two user files may be missing (nothing is bound yet); the vocabulary files must be there.

    Raises:
        SettingsError: a file is missing, is not JSON, or has a wrong or unknown key.
    """
    concepts: list[ConceptEntry] = []
    for path in sorted((directory / "concepts").glob("*.json")):
        concepts.extend(read_file(path, tuple[ConceptEntry, ...]))
    return Mappings(
        entity_types=read_file(directory / "entity_types.json", tuple[EntityTypeEntry, ...]),
        attributes=read_file(directory / "attributes.json", tuple[AttributeEntry, ...]),
        concepts=tuple(concepts),
        units=read_file(directory / "units.json", dict[str, DimensionEntry]),
        intents=read_file(directory / "intents.json", dict[IntentName, tuple[KeywordEntry, ...]]),
        aliases=read_file(directory / "aliases.json", tuple[AliasEntry, ...], default=()),
        tables=read_file(directory / "user_table_types.json", dict[str, TableEntry], default={}),
        columns=read_file(directory / "user_column_mapping.json", dict[str, dict[str, ColumnEntry]], default={}),
        name_words=read_file(directory / "name_words.json", NameWordsEntry, default=NameWordsEntry()),
    )


def read_file(path: Path, kind: type[T], default: T | None = None) -> T:
    """The content of a mapping file as `kind`; `default`, where there is one, when the file is missing.

    Raises:
        SettingsError: the file is missing or malformed; the sentence names the key.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        if default is not None:
            return default
        raise SettingsError(f"The mapping file {path} is missing.") from error
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise SettingsError(f"The mapping file {path} is not readable JSON: {error}.") from error
    try:
        return TypeAdapter(kind).validate_python(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = " › ".join(str(x) for x in first["loc"])
        raise SettingsError(f"The mapping file {path} is wrong at {where}: {first['msg']}.") from error
