"""The card file: the vocabulary of one database, drafted by ``db describe`` and edited by its data manager.

It takes the place of the vocabulary files of ``data_mappings/``; units and routing keywords still come from there.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from pydantic import ValidationError

from core.errors import SettingsError
from core.vocabulary.mappings import (
    AliasEntry,
    AttributeEntry,
    ColumnEntry,
    ConceptEntry,
    EntityTypeEntry,
    Entry,
    Mappings,
    TableEntry,
    TermEntry,
    load_mappings,
)


class CardFile(Entry):
    """Everything questions may know of one database; the sections are those of ``data_mappings/``."""

    database: str = ""
    """Name of the database, for display."""
    schema_name: str
    """The schema that was described."""
    read_only: bool = False
    """The tables are read where they stand and nothing is ever written into the database."""
    tables: dict[str, TableEntry]
    columns: dict[str, dict[str, ColumnEntry]]
    entity_types: tuple[EntityTypeEntry, ...]
    attributes: tuple[AttributeEntry, ...]
    concepts: tuple[ConceptEntry, ...] = ()
    aliases: tuple[AliasEntry, ...] = ()
    terms: tuple[TermEntry, ...] = ()
    """Words that stand for a phrase that questions could say instead."""
    findings: tuple[str, ...] = ()
    """What was guessed, and why."""

    def mappings(self, directory: Path) -> Mappings:
        """The vocabulary of this file, with the units and routing keywords of `directory`.

        Raises:
            SettingsError: a vocabulary file is malformed.
        """
        shared = load_mappings(directory)
        own = {
            x: getattr(self, x)
            for x in ("entity_types", "attributes", "concepts", "aliases", "terms", "tables", "columns")
        }
        return shared.model_copy(update=own)


def load_card_file(path: Path) -> CardFile:
    """Read and validate a card file.

    Raises:
        SettingsError: it is missing, not JSON, or has a wrong or unknown key; the sentence names file and key.
    """
    try:
        return CardFile.model_validate_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise SettingsError(
            f"The card file {path} is missing.", "Make it with: python -m core db describe."
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = " › ".join(str(x) for x in first["loc"]) or "the file"
        raise SettingsError(f"The card file {path} is wrong at {where}: {first['msg']}.") from error
    except (OSError, ValueError) as error:
        raise SettingsError(f"The card file {path} is not readable: {error}.") from error


def save_card_file(path: Path, card: CardFile) -> None:
    """Write a card file; the old one stays whole until the new one is.

    Raises:
        SettingsError: it cannot be written.
    """
    scratch = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    data = card.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        scratch.replace(path)
    except OSError as error:
        scratch.unlink(missing_ok=True)
        raise SettingsError(f"The card file {path} cannot be written: {error.strerror or error}.") from error
