"""The kept documents: each is a directory with the file as it came and a record; all else is made from them.

A source is written beside the others under a temporary name, brought to the disk and then renamed, so that it is
there whole or not at all, whatever happens meanwhile.  A deleted or replaced one moves aside and can come back.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from core.knowledge.documents import Kind
from core.knowledge.locking import writing
from core.knowledge.wording import Note, note, refusal

KEPT, ASIDE, SCRATCH = "sources", "deleted", "scratch"
MAX_NAME = 120
_UNSAFE = re.compile(r"[\x00-\x1f\x7f<>:\"|?*]")


@dataclass(frozen=True)
class Source:
    """The record of a kept document."""

    id: str
    name: str
    kind: Kind
    suffix: str
    sha256: str
    size: int
    added: str
    title: str = ""
    language: str = ""
    reason: Literal["", "deleted", "replaced"] = ""
    """Why it lies aside."""


_RECORD = TypeAdapter(Source)


def clean_name(name: str) -> str:
    """`name` without folders, control characters and characters that file systems refuse; never used as a path."""
    last = unicodedata.normalize("NFC", name).replace("\\", "/").rstrip("/").rpartition("/")[2]
    last = "".join(x for x in _UNSAFE.sub("_", last) if x.isprintable()).strip(" .")
    stem, dot, suffix = last.rpartition(".")
    if not last:
        return "document"
    return last if len(last) <= MAX_NAME else f"{stem[: MAX_NAME - len(suffix) - 1]}{dot}{suffix[:20]}"


def source_id(kind: Kind, name: str) -> str:
    """The id of the document of this name."""
    return hashlib.sha256(f"{kind}:{name.casefold()}".encode()).hexdigest()[:16]


class Sources:
    """The kept documents below `directory`, which need not exist yet."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def stamp(self) -> int:
        """A number that changes with every change of the sources."""
        try:
            return (self.directory / "changed").stat().st_mtime_ns
        except OSError:
            return 0

    def present(self) -> tuple[tuple[Source, ...], tuple[Note, ...]]:
        """The kept documents in order of their names, and what is wrong with records that cannot be read."""
        return self._read(KEPT)

    def aside(self) -> tuple[Source, ...]:
        """Deleted and replaced documents."""
        return self._read(ASIDE)[0]

    def file(self, source: Source) -> Path:
        """Where the file of a kept document lies."""
        return self.directory / KEPT / source.id / f"original{source.suffix}"

    def put(self, source: Source, data: Path | bytes) -> Source | None:
        """Keep a document; returns the earlier one of the same id, which now lies aside.

        Raises:
            KnowledgeError: it cannot be written; then everything is as before.
        """
        with writing(self.directory):
            scratch = self.directory / SCRATCH / source.id
            try:
                self.sweep()
                scratch.mkdir(parents=True)
                _write(scratch / f"original{source.suffix}", data)
                _write(scratch / "record.json", _RECORD.dump_json(source, indent=1))
                target = self.directory / KEPT / source.id
                target.parent.mkdir(exist_ok=True)
                earlier = self._move_aside(source.id, "replaced") if target.is_dir() else None
                scratch.rename(target)
                self._changed()
            except OSError as error:
                shutil.rmtree(scratch, ignore_errors=True)
                raise refusal("room", file=source.name, why=error.strerror or error) from error
            return earlier

    def delete(self, identifier: str) -> Source:
        """Move a document aside; :meth:`restore` brings it back.

        Raises:
            KnowledgeError: there is no such document, or it cannot be moved.
        """
        with writing(self.directory):
            try:
                source = self._move_aside(identifier, "deleted")
                self._changed()
            except OSError as error:
                raise refusal("room", file=identifier, why=error.strerror or error) from error
            return source

    def restore(self, identifier: str) -> Source:
        """Bring back what lies aside; a document that has taken its place is deleted in turn.

        Raises:
            KnowledgeError: nothing of this id lies aside, or it cannot be moved.
        """
        with writing(self.directory):
            aside, target = self.directory / ASIDE / identifier, self.directory / KEPT / identifier
            source = _record(aside) if _plain(identifier) else None
            if source is None:
                raise refusal("unknown", file=identifier)
            try:
                waiting = self.directory / SCRATCH / identifier
                waiting.parent.mkdir(exist_ok=True)
                aside.rename(waiting)
                if target.is_dir():
                    self._move_aside(identifier, "deleted")
                waiting.rename(target)
                self._changed()
            except OSError as error:
                raise refusal("room", file=source.name, why=error.strerror or error) from error
            return source

    def sweep(self) -> None:
        """Put away what an interrupted change left half done; only while holding the lock."""
        for left in _folders(self.directory / SCRATCH):
            # A whole record was on its way back when the program ended; anything else was never kept.
            aside = self.directory / ASIDE / left.name
            if _record(left) is not None and not (self.directory / KEPT / left.name).exists():
                with contextlib.suppress(OSError):
                    aside.parent.mkdir(exist_ok=True)
                    left.rename(aside)
            shutil.rmtree(left, ignore_errors=True)

    def _move_aside(self, identifier: str, reason: Literal["deleted", "replaced"]) -> Source:
        place = self.directory / KEPT / identifier
        source = _record(place) if _plain(identifier) else None
        if source is None:
            raise refusal("unknown", file=identifier)
        aside = self.directory / ASIDE / identifier
        aside.parent.mkdir(exist_ok=True)
        shutil.rmtree(aside, ignore_errors=True)
        place.rename(aside)
        moved = TypeAdapter(Source).validate_python({**source.__dict__, "reason": reason})
        with contextlib.suppress(OSError):  # the reason is only told
            _write(aside / "record.json", _RECORD.dump_json(moved, indent=1))
        return moved

    def _read(self, part: str) -> tuple[tuple[Source, ...], tuple[Note, ...]]:
        found: list[Source] = []
        notes: list[Note] = []
        for folder in _folders(self.directory / part):
            source = _record(folder)
            if source is None or source.id != folder.name:
                notes.append(note("source_damaged", file=folder.name))
            else:
                found.append(source)
        return tuple(sorted(found, key=lambda x: (x.name, x.id))), tuple(notes)

    def _changed(self) -> None:
        """Tell other processes; a new file each time, so that its time is a new one."""
        mark = self.directory / "changed"
        scratch = self.directory / f"changed.{os.getpid()}"
        scratch.write_bytes(b"")
        before = self.stamp()
        os.utime(scratch, ns=(max(scratch.stat().st_mtime_ns, before + 1),) * 2)
        scratch.replace(mark)


def _plain(identifier: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{16}", identifier) is not None


def _folders(directory: Path) -> list[Path]:
    try:
        return sorted(x for x in directory.iterdir() if x.is_dir() and not x.is_symlink())
    except OSError:
        return []


def _record(folder: Path) -> Source | None:
    try:
        source = _RECORD.validate_json((folder / "record.json").read_bytes())
    except (OSError, ValidationError):
        return None
    whole = (folder / f"original{source.suffix}").is_file() and re.fullmatch(r"\.[a-z]{2,8}", source.suffix)
    return source if whole else None


def _write(path: Path, data: Path | bytes) -> None:
    with path.open("wb") as out:
        if isinstance(data, bytes):
            out.write(data)
        else:
            with data.open("rb") as source:
                shutil.copyfileobj(source, out, 1 << 20)
        out.flush()
        os.fsync(out.fileno())
