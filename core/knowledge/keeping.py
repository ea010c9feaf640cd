"""Adding, replacing, deleting and bringing back kept documents."""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from core.errors import Language
from core.knowledge.documents import SUFFIXES, Document, Kind, document_of
from core.knowledge.isolated import Cancel, as_text, read_isolated
from core.knowledge.shelf import Shelf, text_key
from core.knowledge.sources import Source, Sources, clean_name, source_id
from core.knowledge.wording import Note, note, refusal

Outcome = Literal["added", "twin", "replaced"]


@dataclass(frozen=True)
class Added:
    """What became of a document that was to be kept."""

    document: Document
    outcome: Outcome
    """Kept, already there under this or another name, or in the place of an earlier version."""
    notes: tuple[Note, ...] = ()


class Keeping:
    """Changes of the kept documents of one library."""

    def __init__(self, shelf: Shelf, sources: Sources | None, lock: threading.RLock) -> None:
        self._shelf, self._sources, self._lock = shelf, sources, lock

    def add(self, path: Path, name: str, cancel: Cancel | None) -> Added:
        """See :meth:`core.knowledge.search.Library.add`."""
        sources = self._store(name)
        name, suffix = clean_name(name), path.suffix.lower()
        if suffix not in SUFFIXES:
            raise refusal("format", file=name)
        twin = self._twin(path)
        if twin is not None:
            return Added(twin, "twin", (note("twin", other=twin.name),))
        found = read_isolated(path, name, cancel=cancel)
        with self._lock:
            twin = self._same_content(found.sha256)
            if twin is not None:
                return Added(twin, "twin", (note("twin", other=twin.name),))
            free = self._free(name)
            notes = (note("renamed", name=free),) if free != name else ()
            source = Source(
                source_id("upload", free), free, "upload", suffix, found.sha256, found.size, _now(), found.title
            )
            self._shelf.derived.put_texts({text_key(suffix, found.sha256): as_text(found)})
            earlier = sources.put(source, path)
            self._shelf.look_again()
            document = self._shelf.present(source.id)
        if earlier is not None:
            return Added(document, "replaced", (*document.notes, *notes, note("replaced")))
        return Added(document, "added", (*document.notes, *notes))

    def text(self, identifier: str, title: str, text: str, language: Language, kind: Kind) -> Document:
        """See :meth:`core.knowledge.search.Library.index_text`."""
        name, data = clean_name(identifier), text.encode()
        sha256 = hashlib.sha256(data).hexdigest()
        found = document_of(text, name=name, sha256=sha256, size=len(data), title=title)
        sources = self._store(name)
        source = Source(source_id(kind, name), name, kind, ".md", sha256, len(data), _now(), title, language)
        with self._lock:
            self._shelf.derived.put_texts({text_key(".md", sha256): as_text(found)})
            sources.put(source, data)
            self._shelf.look_again()
            return self._shelf.present(source.id)

    def forget(self, identifier: str, kind: Kind) -> bool:
        """See :meth:`core.knowledge.search.Library.forget_text`."""
        wanted = source_id(kind, clean_name(identifier))
        sources = self._sources
        if sources is None or all(x.id != wanted for x in sources.present()[0]):
            return False
        sources.delete(wanted)
        return True

    def delete(self, identifier: str) -> Source:
        """See :meth:`core.knowledge.search.Library.delete`."""
        return self._store(identifier).delete(identifier)

    def restore(self, identifier: str) -> Source:
        """See :meth:`core.knowledge.search.Library.restore`."""
        return self._store(identifier).restore(identifier)

    def _store(self, name: str) -> Sources:
        if self._sources is None:
            raise refusal("room", file=name, why="the library keeps nothing")
        return self._sources

    def _twin(self, path: Path) -> Document | None:
        """The document of the same bytes, looked for before anything is read."""
        with contextlib.suppress(OSError), path.open("rb") as file:
            return self._same_content(hashlib.file_digest(file, "sha256").hexdigest())
        return None

    def _same_content(self, sha256: str) -> Document | None:
        with self._lock:
            return next((x for x in self._shelf.documents() if x.sha256 == sha256), None)

    def _free(self, name: str) -> str:
        """`name`, or one with a number when a document of the folder or a report has it."""
        with self._lock:
            taken = {x.name.casefold() for x in self._shelf.documents() if x.kind != "upload"}
        return next(x for x in _numbered(name) if x.casefold() not in taken)


def _numbered(name: str) -> Iterator[str]:
    yield name
    stem, dot, suffix = name.rpartition(".")
    for number in range(2, 10_000):
        yield f"{stem} ({number}){dot}{suffix}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
