"""Common nouns of maps in both languages: what a database that nobody modelled is likely to hold.

``data_mappings/common/`` keeps them apart from the vocabulary of the loaded data; :mod:`core.database.describe`
uses them to draft a schema card.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from core.errors import SettingsError
from core.vocabulary.card import AttributeKind
from core.vocabulary.mappings import Entry, LabelsEntry


class CommonEntity(Entry):
    """A kind of feature: how tables are called that hold it, and how people call it."""

    id: str
    labels: LabelsEntry
    plural: LabelsEntry
    synonyms: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    """Names of tables, singular and plural."""
    region: bool = False
    """Its features are used as study areas."""
    suffixes: tuple[str, ...] = ()
    """Endings of names that people leave out."""
    endings: tuple[str, ...] = ()
    """Endings that people add to names that lack them."""
    near_m: float | None = None


class CommonAttribute(Entry):
    """A property: how columns are called that hold it, and how people call it."""

    id: str
    labels: LabelsEntry
    synonyms: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    """Words of column names, separated by blanks."""
    kind: AttributeKind | None = None
    dimension: str | None = None


class CommonValue(Entry):
    """A value that many databases use, in both languages."""

    id: str
    zh: tuple[str, ...]
    en: tuple[str, ...]


class CommonFlag(Entry):
    """A property that a feature has or has not."""

    identifiers: tuple[str, ...]
    label: str
    words: tuple[str, ...]


class CommonCountry(Entry):
    """A country: words for it and a box around it, degrees west, south, east, north."""

    name: str
    words: tuple[str, ...]
    box: tuple[float, float, float, float]


class Exonym(Entry):
    """A name in its own language and what others call it."""

    name: str
    aliases: tuple[str, ...]
    parts: tuple[str, ...] = ()
    """Names that it stands for together."""


class CommonWords(Entry):
    """Single words of identifiers."""

    words: dict[str, str]
    """English word → Chinese."""
    abbreviations: dict[str, str]
    equivalents: dict[str, tuple[str, ...]]
    """Word of a part of the inhabitants → what else they are called."""
    technical: tuple[str, ...]
    """Columns nobody asks about."""
    zh_suffixes_of_values: tuple[str, ...]


class Common(Entry):
    """All of ``data_mappings/common/``."""

    entities: tuple[CommonEntity, ...]
    attributes: tuple[CommonAttribute, ...]
    values: tuple[CommonValue, ...]
    flags: tuple[CommonFlag, ...]
    countries: tuple[CommonCountry, ...]
    exonyms: tuple[Exonym, ...]
    words: CommonWords


def load_common(directory: Path) -> Common:
    """Read the common nouns below `directory` (the directory of mapping files).

    Raises:
        SettingsError: a file is missing or malformed; the sentence names it.
    """
    base = directory / "common"
    return Common(
        entities=_read(base / "entities.json", tuple[CommonEntity, ...]),
        attributes=_read(base / "attributes.json", tuple[CommonAttribute, ...]),
        values=_read(base / "values.json", tuple[CommonValue, ...]),
        flags=_read(base / "flags.json", tuple[CommonFlag, ...]),
        countries=_read(base / "countries.json", tuple[CommonCountry, ...]),
        exonyms=_read(base / "exonyms.json", tuple[Exonym, ...]),
        words=_read(base / "words.json", CommonWords),
    )


def _read(path: Path, kind: Any) -> Any:
    try:
        return TypeAdapter(kind).validate_python(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        if isinstance(error, ValidationError):
            first = error.errors()[0]
            where = " › ".join(str(x) for x in first["loc"])
            raise SettingsError(f"The file {path} is wrong at {where}: {first['msg']}.") from error
        raise SettingsError(f"The file {path} is missing or not readable JSON: {error}.") from error
