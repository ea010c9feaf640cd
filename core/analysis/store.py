"""Finished analyses: one directory each below ``<local>/analyses``, whole or not there.

An analysis is written to a temporary directory that is renamed when its last file is in it.  A deleted one is
moved aside and can be brought back until :data:`KEPT` others were deleted after it.
"""

from __future__ import annotations

import os
import re
import shutil
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.analysis.draft import Draft
from core.analysis.json_file import read_json, unreadable, write_json
from core.analysis.record import (
    AnalysisRecord,
    Fact,
    Kind,
    LayerUse,
    facts_from_plain,
    facts_to_plain,
    record_from_plain,
    record_to_plain,
)
from core.database.engine import Database
from core.database.registry import data_version, list_layers
from core.errors import AnalysisError, Language
from core.settings import Settings
from core.vocabulary.card import Labels

KEPT = 20
"""Deleted analyses that can still be brought back."""
ABANDONED_S = 24 * 3600.0
"""A temporary directory older than this belongs to a run that died."""
ID = re.compile(r"(association|prospectivity)-\d{8}-\d{6}-[0-9a-f]{6}")
RECORD, FACTS, DELETED, UNFINISHED = "record.json", "facts.json", ".deleted", ".new-"


@dataclass(frozen=True)
class Analysis:
    """A finished analysis as it stands on disk."""

    record: AnalysisRecord
    directory: Path
    size: int
    """Bytes of all its files."""
    deleted: bool = False

    def facts(self) -> tuple[Fact, ...]:
        """Its findings.

        Raises:
            AnalysisError: the file was changed by hand or lost.
        """
        return facts_from_plain(read_json(self.directory / FACTS))

    def path(self, name: str, language: str = "") -> Path | None:
        """The file of product `name`; None when it has none, or the file was removed by hand."""
        product = self.record.product(name, language)
        path = self.directory / product.file if product else None
        return path if path is not None and path.is_file() else None

    def report(self, language: Language) -> str:
        """The report in `language`, "" when there is none."""
        path = self.path("report", language)
        return path.read_text(encoding="utf-8") if path else ""


@dataclass(frozen=True)
class Shelf:
    """What is kept."""

    analyses: tuple[Analysis, ...]
    """The newest first."""
    deleted: tuple[Analysis, ...]
    """The last deleted first."""
    broken: tuple[str, ...]
    """Names of directories whose record cannot be read."""

    @property
    def size(self) -> int:
        """Bytes of everything that is kept, deleted ones included."""
        return sum(x.size for x in (*self.analyses, *self.deleted))


Hook = Callable[[Analysis], None]


class AnalysisStore:
    """The analyses below one directory; several processes may use it at once.

    Args:
        directory: made when the first analysis is kept.
        on_saved, on_deleted: told after an analysis was kept (or brought back), or deleted: this is how its report
            reaches the index of documents.
    """

    def __init__(self, directory: Path, *, on_saved: Hook | None = None, on_deleted: Hook | None = None) -> None:
        self.directory = directory
        self.on_saved = on_saved
        self.on_deleted = on_deleted

    @classmethod
    def of(cls, settings: Settings) -> AnalysisStore:
        """The store of this installation."""
        return cls(settings.local_dir / "analyses")

    @contextmanager
    def draft(self) -> Iterator[Draft]:
        """A draft for :meth:`keep`; what was not kept is removed when the block is left, however it is left."""
        self.directory.mkdir(parents=True, exist_ok=True)
        self._sweep()
        directory = self.directory / f"{UNFINISHED}{uuid.uuid4().hex}"
        directory.mkdir()
        try:
            yield Draft(directory)
        finally:
            shutil.rmtree(directory, ignore_errors=True)

    def keep(self, draft: Draft, record: AnalysisRecord) -> Analysis:
        """Keep a draft as the analysis `record`, with the files and facts that were added to the draft."""
        record = replace(record, products=draft.products)
        if not ID.fullmatch(record.id):
            raise AnalysisError(f"An analysis cannot be kept under the name {record.id}.")
        write_json(draft.directory / FACTS, facts_to_plain(draft.facts))
        write_json(draft.directory / RECORD, record_to_plain(record))
        target = self.directory / record.id
        os.rename(draft.directory, target)
        return self._tell(self.on_saved, _load(target))

    def list(self) -> Shelf:
        """Everything that is kept."""
        analyses, broken = _all(self.directory, deleted=False)
        deleted, broken_deleted = _all(self.directory / DELETED, deleted=True)
        analyses.sort(key=lambda x: (x.record.created, x.record.id), reverse=True)
        deleted.sort(key=lambda x: (x.directory.stat().st_mtime_ns, x.record.id), reverse=True)
        return Shelf(tuple(analyses), tuple(deleted), (*broken, *broken_deleted))

    def token(self) -> int:
        """Another number after every analysis that was kept, deleted or brought back."""
        try:
            return self.directory.stat().st_mtime_ns
        except FileNotFoundError:
            return 0

    def load(self, identifier: str) -> Analysis:
        """The analysis `identifier`.

        Raises:
            AnalysisError: there is none, or it cannot be read.
        """
        return _load(self._place(identifier, deleted=False))

    def delete(self, identifier: str) -> None:
        """Move the analysis aside; the oldest of more than :data:`KEPT` deleted ones are gone for good.

        Raises:
            AnalysisError: there is none.
        """
        source = self._place(identifier, deleted=False)
        aside = self.directory / DELETED
        aside.mkdir(exist_ok=True)
        os.rename(source, aside / identifier)
        os.utime(aside / identifier)
        for old in self.list().deleted[KEPT:]:
            shutil.rmtree(old.directory, ignore_errors=True)
        self._tell(self.on_deleted, _load(aside / identifier, deleted=True))

    def restore(self, identifier: str) -> Analysis:
        """Bring a deleted analysis back.

        Raises:
            AnalysisError: it is not among the deleted ones.
        """
        source = self._place(identifier, deleted=True)
        os.rename(source, self.directory / identifier)
        return self._tell(self.on_saved, _load(self.directory / identifier))

    @staticmethod
    def _tell(hook: Hook | None, analysis: Analysis) -> Analysis:
        if hook:
            hook(analysis)
        return analysis

    def _place(self, identifier: str, *, deleted: bool) -> Path:
        place = (self.directory / DELETED if deleted else self.directory) / identifier
        if not ID.fullmatch(identifier) or not place.is_dir():
            raise AnalysisError(f"There is no analysis {identifier}.", sentence_zh=f"没有分析结果 {identifier}。")
        return place

    def _sweep(self) -> None:
        oldest = time.time() - ABANDONED_S
        for place in self.directory.glob(f"{UNFINISHED}*"):
            if place.stat().st_mtime < oldest:
                shutil.rmtree(place, ignore_errors=True)


def new_record(
    kind: Kind, title: Labels, layers: tuple[LayerUse, ...], data_version: str, *, region: str | None,
    settings: Mapping[str, Any], software: Mapping[str, str], seconds: float = 0.0,
) -> AnalysisRecord:  # fmt: skip
    """A record of an analysis made now, under a name no other has."""
    now = datetime.now(UTC)
    identifier = f"{kind}-{now:%Y%m%d-%H%M%S}-{uuid.uuid4().hex[:6]}"
    return AnalysisRecord(
        identifier, kind, title, now, layers, data_version, region, settings, software, (), seconds
    )


def changed_layers(db: Database, record: AnalysisRecord) -> tuple[LayerUse, ...]:
    """The layers of an analysis that were replaced or removed since: the analysis is stale when there is one.

    In a database that is only read nothing is known of changes, and nothing is reported.
    """
    if db.attached and record.data_version == "attached":
        return ()
    if data_version(db).rpartition("-")[0] != record.data_version.rpartition("-")[0]:
        return record.layers  # another database, or one that was made anew
    present = {x.table: x.version for x in list_layers(db)}
    return tuple(x for x in record.layers if present.get(x.table) != x.version)


def _all(directory: Path, *, deleted: bool) -> tuple[list[Analysis], list[str]]:
    """The analyses of a directory, and the names of those that cannot be read."""
    found: list[Analysis] = []
    broken: list[str] = []
    for place in sorted(directory.iterdir()) if directory.is_dir() else ():
        if ID.fullmatch(place.name):
            try:
                found.append(_load(place, deleted=deleted))
            except AnalysisError:
                broken.append(place.name)
    return found, broken


def _load(place: Path, *, deleted: bool = False) -> Analysis:
    plain = read_json(place / RECORD)
    try:
        record = record_from_plain(plain)
    except (KeyError, TypeError, ValueError) as error:
        raise unreadable(place / RECORD) from error
    return Analysis(record, place, sum(x.stat().st_size for x in place.rglob("*") if x.is_file()), deleted)
