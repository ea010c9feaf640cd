"""What a question is answered with, as one immutable value per state of data and mappings."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from core.database.catalog import build_card
from core.database.engine import Database
from core.database.registry import LayerRecord, data_version, list_layers
from core.question.reader import Reader
from core.service.mapping_state import FILES
from core.service.mapping_store import PENDING, MappingStore
from core.settings import Settings
from core.vocabulary.card import SchemaCard
from core.vocabulary.card_file import load_card_file
from core.vocabulary.mappings import Mappings, load_mappings
from core.vocabulary.units import Units

FRESH_S = 1.0


@dataclass(frozen=True)
class Context:
    """The vocabulary and the reader of one state of the data."""

    key: tuple[str, ...]
    mappings: Mappings
    units: Units
    card: SchemaCard
    reader: Reader
    records: tuple[LayerRecord, ...]
    files: Mapping[str, str]
    """Table → source file, for citations."""

    def regions(self) -> tuple[str, ...]:
        """Canonical names of the study areas that are loaded, in the order of their tables and rows."""
        return self._regions

    @cached_property
    def _regions(self) -> tuple[str, ...]:
        kinds = {e.id for e in self.card.entity_types.values() if e.region}
        names = [n for n in self.card.names if n.entity_type in kinds and not n.alias]
        names.sort(key=lambda n: (n.table, n.fids))
        return tuple(dict.fromkeys(n.canonical for n in names))


class Contexts:
    """The context of the present moment; made anew when data or mapping files changed."""

    def __init__(self, db: Database, settings: Settings) -> None:
        self._db = db
        self._settings = settings
        self._lock = threading.Lock()
        self._current: Context | None = None
        self._looked = -FRESH_S

    def current(self) -> Context:
        """The context of the loaded data.

        Raises:
            DatabaseError: the database does not answer.
            SettingsError: a mapping file is malformed.
        """
        key = (data_version(self._db), *_stamps(self._settings))
        with self._lock:
            if self._current is None or self._current.key != key:
                self._current = self._build(key)
            self._looked = time.monotonic()
            return self._current

    def recent(self) -> Context:
        """The context as of :data:`FRESH_S` seconds ago at most: for what is drawn at every run of a page.

        Raises:
            DatabaseError: the database does not answer.
            SettingsError: a mapping file is malformed.
        """
        with self._lock:
            known = self._current if time.monotonic() - self._looked < FRESH_S else None
        return known if known is not None else self.current()

    def last(self) -> Context:
        """The context used last, without looking whether data changed; the first call builds it."""
        with self._lock:
            current = self._current
        return current if current is not None else self.current()

    def _build(self, key: tuple[str, ...]) -> Context:
        mappings = _mappings(self._settings)
        units = Units(mappings.units)
        card = build_card(self._db, mappings)
        reader = Reader(card, units, mappings.name_words)
        records = list_layers(self._db)
        files = {r.table: r.source_file for r in records}
        return Context(key, mappings, units, card, reader, records, files)


def _mappings(settings: Settings) -> Mappings:
    """The vocabulary: that of the card file when there is one."""
    if settings.card is not None:
        return load_card_file(settings.card).mappings(settings.mappings_dir)
    shipped = load_mappings(settings.mappings_dir)
    return MappingStore(settings.local_mappings_dir).read().over(shipped)


def _stamps(settings: Settings) -> list[str]:
    """Change times of the mapping files, shipped and local, and of the card file."""
    directory = settings.mappings_dir
    paths = [p for p in sorted(directory.rglob("*.json")) if p.parent.name != "common"]
    paths += [p for x in (*FILES, PENDING) if (p := settings.local_mappings_dir / x).exists()]
    if settings.card is not None and settings.card.exists():
        paths.append(settings.card)
    return [f"{p.name}:{p.stat().st_mtime_ns}" for p in paths]
