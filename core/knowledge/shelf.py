"""The documents as the files stand: those of the folder, which is watched, and the kept ones."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.errors import KnowledgeCancelledError, KnowledgeError, Language
from core.knowledge.derived import Derived
from core.knowledge.documents import SUFFIXES, TEXTS, Document, read_document
from core.knowledge.isolated import READER, Cancel, as_text, from_text, read_isolated
from core.knowledge.sources import Source, Sources
from core.knowledge.wording import Note, refusal

Stamp = tuple[int, int, int]
Read = Document | KnowledgeError


@dataclass
class Shelf:
    """Both kinds of documents; used by one thread at a time."""

    directory: Path
    glossaries: tuple[Path, ...]
    derived: Derived
    sources: Sources | None
    notes: list[Note] = field(default_factory=list)
    folder: dict[str, Read] = field(default_factory=dict)
    kept: dict[str, Read] = field(default_factory=dict)
    """By id."""
    waiting: dict[str, Source] = field(default_factory=dict)
    """Kept documents whose text is not there yet, by id."""
    _stamps: dict[str, Stamp] | None = None
    _kept_stamp: int = -1
    _told: bool = True

    def look(self) -> bool:
        """Take note of what has changed; whether anything has."""
        folder = self._look_at_folder()
        kept = self._look_at_kept()
        told, self._told = self._told, True
        return folder or kept or not told

    def look_again(self, *, force: bool = False) -> None:
        """Take note of changes of the kept documents, and have the next :meth:`look` tell of them."""
        self._told = not self._look_at_kept() and not force

    def forget(self) -> None:
        """Everything is read again at the next :meth:`look`."""
        self.folder, self.kept, self._stamps, self._kept_stamp = {}, {}, None, -1

    def documents(self) -> tuple[Document, ...]:
        """All documents that were read, in order of their names."""
        found = [x for x in (*self.folder.values(), *self.kept.values()) if isinstance(x, Document)]
        return tuple(sorted(found, key=lambda x: (x.name, x.kind, x.id)))

    def problems(self) -> tuple[KnowledgeError, ...]:
        """One for each document that could not be read."""
        return tuple(x for x in (*self.folder.values(), *self.kept.values()) if isinstance(x, KnowledgeError))

    def read_waiting(self, identifier: str, cancel: Cancel | None = None) -> None:
        """Read a kept document whose text is not there."""
        source = self.waiting[identifier]
        self.kept[identifier] = self._read_now(source, cancel)
        self.waiting.pop(identifier, None)

    def kept_document(self, source: Source, path: Path, cancel: Cancel | None = None) -> Document:
        """Read the file of a kept document, or take its text from the store.

        Raises:
            KnowledgeError: it cannot be read.
        """
        key = text_key(source.suffix, source.sha256)
        payload = self.derived.texts([key]).get(key)
        found = _from_text(payload) if payload is not None else None
        if found is None:
            found = read_isolated(path, source.name, cancel=cancel)
            self.derived.put_texts({key: as_text(found)})
        return _as_kept(found, source)

    def present(self, identifier: str) -> Document:
        """The kept document of this id.

        Raises:
            KnowledgeError: there is none, or it cannot be read.
        """
        found = self.kept.get(identifier)
        if isinstance(found, Document):
            return found
        raise found or refusal("unknown", file=identifier)

    def _look_at_kept(self) -> bool:
        if self.sources is None:
            return False
        stamp = self.sources.stamp()
        if stamp == self._kept_stamp:
            return False
        sources, notes = self.sources.present()
        self.notes.extend(x for x in notes if x not in self.notes)
        texts = self.derived.texts(text_key(x.suffix, x.sha256) for x in sources)
        kept: dict[str, Read] = {}
        self.waiting = {}
        for source in sources:
            before = self.kept.get(source.id)
            payload = texts.get(text_key(source.suffix, source.sha256))
            found = _from_text(payload) if payload is not None else None
            if found is not None:
                kept[source.id] = _as_kept(found, source)
            elif isinstance(before, Document) and before.sha256 == source.sha256:
                kept[source.id] = before
            elif source.suffix in TEXTS:  # read in a moment; the other formats wait for their process
                kept[source.id] = self._read_now(source)
            else:
                self.waiting[source.id] = source
        self.kept, self._kept_stamp = kept, stamp
        return True

    def _read_now(self, source: Source, cancel: Cancel | None = None) -> Read:
        try:
            path = self.sources.file(source) if self.sources is not None else Path(source.name)
            return self.kept_document(source, path, cancel)
        except KnowledgeCancelledError:
            raise
        except KnowledgeError as error:
            return error

    def _look_at_folder(self) -> bool:
        files = self._files()
        stamps = {name: _stamp(path) for name, path in files.items()}
        stamps |= {str(path): _stamp(path) for path in self.glossaries}
        if stamps == self._stamps:
            return False
        known = self._stamps or {}
        before = {name: _identity(x) for name, x in self.folder.items()}
        changed = {name for name in stamps if known.get(name) != stamps[name]}
        self.folder = {
            name: self._try_read(path, name) if name in changed else self.folder[name]
            for name, path in files.items()
        }
        glossary = any(str(path) in changed for path in self.glossaries)
        first, self._stamps = self._stamps is None, stamps
        return first or glossary or before != {name: _identity(x) for name, x in self.folder.items()}

    def _files(self) -> dict[str, Path]:
        root = self.directory.resolve()
        found = {}
        for path in sorted(self.directory.rglob("*")):
            name = path.relative_to(self.directory).as_posix()
            hidden = any(part.startswith(".") for part in Path(name).parts)
            # A link that leads out of the directory is not part of the library.
            wanted = path.suffix.lower() in SUFFIXES and not hidden
            if wanted and path.is_file() and path.resolve().is_relative_to(root):
                found[name] = path
        return found

    def _try_read(self, path: Path, name: str) -> Read:
        try:
            if path.suffix.lower() in TEXTS:
                return read_document(path, name)
            found = self._cached(path, name)
            return replace(found, name=name)
        except KnowledgeError as error:
            return error

    def _cached(self, path: Path, name: str) -> Document:
        """A file of the folder that needs a reading process; read once for each content."""
        try:
            with path.open("rb") as file:
                sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError:
            return read_isolated(path, name)  # it says why
        key = text_key(path.suffix.lower(), sha256)
        payload = self.derived.texts([key]).get(key)
        found = _from_text(payload) if payload is not None else None
        if found is None:
            found = read_isolated(path, name)
            self.derived.put_texts({key: as_text(found)})
        return found


def text_key(suffix: str, sha256: str) -> str:
    """The key of a text in the store."""
    return f"{READER}:{suffix}:{sha256}"


def _from_text(payload: str) -> Document | None:
    try:
        return from_text(payload)
    except (ValueError, TypeError, KeyError):
        return None


def _as_kept(found: Document, source: Source) -> Document:
    stated: dict[str, Language] = {"en": "en", "zh": "zh"}
    language, title = stated.get(source.language, found.language), source.title or found.title
    return replace(
        found, name=source.name, title=title, language=language, kind=source.kind, id=source.id, added=source.added
    )


def _identity(read: Read) -> str:
    return read.sha256 if isinstance(read, Document) else read.sentence


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return (0, 0, 0)
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size)


def folder_glossary(directory: Path, glossary: Path | None) -> tuple[Path, ...]:
    """The glossary files that count: that of the product and that of the folder."""
    return tuple(x for x in (glossary, directory / "glossary.json") if x is not None)
