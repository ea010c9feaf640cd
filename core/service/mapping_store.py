"""The local mapping files with their history: changed by one at a time, all or nothing, and taken back again.

A change is first written as a whole to one file (``pending.json``) and then spread over the files that it
concerns; whoever finds that file finishes the work, so a change that was begun is there completely.  Every
change is kept in ``history/`` with the state before and after.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from core.database.locks import locked
from core.errors import SettingsError
from core.service.mapping_notes import failed
from core.service.mapping_state import FILES, LocalMappings, MappingState, read_local, state_of
from core.vocabulary.mappings import Entry, Mappings

PENDING, HISTORY, LOCK = "pending.json", "history", ".lock"
Action = Literal["saved", "undone"]


class Revision(Entry):
    """One change of the mapping of a layer."""

    number: int
    at: datetime
    table: str
    action: Action
    before: MappingState
    after: MappingState
    undoes: int | None = None
    """Number of the change that this one took back."""


class _Pending(Entry):
    revision: Revision
    files: dict[str, str]


class MappingStore:
    """The mapping files below a local directory; safe between threads and processes."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def read(self) -> LocalMappings:
        """The local mappings, after finishing a change that was begun.

        Raises:
            SettingsError: a file is malformed or cannot be written.
        """
        if (self.directory / PENDING).exists():
            with self._alone():
                self._finish()
        return read_local(self.directory)

    def change(self, shipped: Mappings, table: str, state: MappingState, expected: str | None = None) -> Revision:
        """Make `state` the mapping of layer `table`.

        Args:
            shipped: the vocabulary without local mappings.
            expected: :meth:`MappingState.mark` of the state that was edited; None overwrites whatever is there.

        Raises:
            MappingError: the mapping was changed meanwhile, or is the same already.
            SettingsError: the files cannot be written.
        """
        with self._alone():
            self._finish()
            local = read_local(self.directory)
            now = state_of(local.over(shipped), table, local.kinds)
            if expected is not None and expected != now.mark():
                raise failed("changed_meanwhile", table=table)
            if state == now:
                raise failed("no_change")
            return self._write(local, Revision(
                number=self._next(), at=datetime.now(UTC), table=table, action="saved", before=now, after=state
            ))  # fmt: skip

    def undo(self, shipped: Mappings, table: str) -> Revision:
        """Take the last change of layer `table` back that is not taken back yet.

        Raises:
            MappingError: there is none, or the files say something else than the history.
            SettingsError: the files cannot be written.
        """
        with self._alone():
            self._finish()
            local = read_local(self.directory)
            last = undoable(self.history(table))
            if last is None:
                raise failed("nothing_to_undo", table=table)
            now = state_of(local.over(shipped), table, local.kinds)
            if (now.table, now.columns) != (last.after.table, last.after.columns):
                raise failed("changed_meanwhile", table=table)
            after = last.before
            if last.before.kind == last.after.kind:  # defined elsewhere: its definition of now holds
                after = after.model_copy(update={"kind": now.kind})
            return self._write(local, Revision(
                number=self._next(), at=datetime.now(UTC), table=table, action="undone", before=now,
                after=after, undoes=last.number,
            ))  # fmt: skip

    def history(self, table: str | None = None) -> tuple[Revision, ...]:
        """All changes, or those of one layer, the newest first; unreadable ones are passed over."""
        found = []
        for path in sorted((self.directory / HISTORY).glob("*.json"), reverse=True):
            try:
                revision = Revision.model_validate_json(path.read_text(encoding="utf-8"))
            except (OSError, ValidationError):
                continue
            if table in (None, revision.table):
                found.append(revision)
        return tuple(found)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            (self.directory / HISTORY).mkdir(parents=True, exist_ok=True)
            with locked(self.directory / LOCK):
                yield
        except OSError as error:
            raise failed("unwritable", directory=self.directory, why=error.strerror or error) from error

    def _next(self) -> int:
        numbers = [int(x.stem) for x in (self.directory / HISTORY).glob("*.json") if x.stem.isdigit()]
        return max(numbers, default=0) + 1

    def _write(self, local: LocalMappings, revision: Revision) -> Revision:
        pending = _Pending(revision=revision, files=local.with_state(revision.table, revision.after).texts())
        _put(self.directory / PENDING, pending.model_dump_json(by_alias=True))
        self._finish()
        return revision

    def _finish(self) -> None:
        path = self.directory / PENDING
        if not path.exists():
            return
        try:
            pending = _Pending.model_validate_json(path.read_text(encoding="utf-8"))
        except ValidationError as error:
            raise SettingsError(f"The mapping file {path} is not readable; remove it to go on.") from error
        for name in FILES:
            _put(self.directory / name, pending.files[name])
        history = self.directory / HISTORY / f"{pending.revision.number:06d}.json"
        content = json.loads(pending.revision.model_dump_json(by_alias=True, exclude_defaults=True))
        _put(history, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
        path.unlink()


def undoable(history: tuple[Revision, ...]) -> Revision | None:
    """The last change of a layer that is not taken back; `history` is that of the layer, newest first."""
    gone = {x.undoes for x in history if x.undoes is not None}
    return next((x for x in history if x.action == "saved" and x.number not in gone), None)


def _put(path: Path, text: str) -> None:
    """Write a file that is either the old or the new one, whatever happens meanwhile."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with scratch.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    scratch.replace(path)
