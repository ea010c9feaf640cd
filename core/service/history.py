"""The answers of earlier sessions, kept in the local directory: what was asked, on which data, and what came out.

One file an answer: the first line is a short head, the second the answer in the form of
``docs/answer-json.md``.  A file is written whole or not at all.  Unlike the audit log this holds questions and
values: it is the user's own.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.answer.model import Answer
from core.answer.serialise import to_dict
from core.errors import Language
from core.question import ir
from core.question.reading import Intent
from core.service.app import MineralApp
from core.service.request import OnStep

KEPT = 500
"""Answers kept; the oldest go first."""
FORMAT = 1
_HEAD_BYTES = 200_000


@dataclass(frozen=True)
class Kept:
    """The head of one kept answer."""

    id: str
    made: str
    """UTC, ISO 8601."""
    question: str
    language: Language
    status: str
    data_version: str
    total: int | None
    """Features found; None where the answer has no rows."""
    lead: str
    """The first sentence of the answer, or why there is none."""
    region: str | None = None
    intent: Intent | None = None
    """The branch, where the user chose it."""
    before: tuple[str, ...] = ()
    """Questions before it that it leans on, the oldest first."""
    edited: bool = False
    """Whether values of the interpretation were changed in place."""
    on_map: bool = False
    """Whether it speaks of the map's view or selection, which are not kept."""
    format: int = FORMAT


class History:
    """The kept answers of one directory; safe for several processes."""

    def __init__(self, directory: Path, kept: int = KEPT) -> None:
        self.directory = directory
        self.kept = kept

    @classmethod
    def of(cls, app: MineralApp) -> History:
        """The history of a product."""
        return cls(app.settings.local_dir / "history")

    def write(self, answer: Answer, *, on_map: bool = False) -> Kept:
        """Keep an answer; a directory that cannot be written never stops one.

        Args:
            on_map: whether the question takes something from the map's view or selection.
        """
        now = datetime.now(UTC)
        head = replace(_head(answer, now), on_map=on_map, before=self._before(answer))
        document = json.dumps(to_dict(answer), ensure_ascii=False, allow_nan=False)
        text = f"{json.dumps(asdict(head), ensure_ascii=False)}\n{document}\n"
        with contextlib.suppress(OSError):
            self.directory.mkdir(parents=True, exist_ok=True)
            part = self.directory / f".{head.id}.part"
            part.write_text(text, encoding="utf-8", errors="replace")
            os.replace(part, self._path(head.id))
            self._prune()
        return head

    def list(self) -> tuple[Kept, ...]:
        """All heads, newest first; files that cannot be read are left out."""
        found = []
        for path in sorted(self.directory.glob("*.jsonl"), reverse=True):
            with contextlib.suppress(OSError, ValueError, TypeError), path.open(encoding="utf-8") as file:
                found.append(_kept(json.loads(file.readline(_HEAD_BYTES))))
        return tuple(found)

    def load(self, identifier: str) -> tuple[Kept, Mapping[str, Any]] | None:
        """Head and answer of one entry; None when it is not there or cannot be read."""
        path = self._path(identifier)
        try:
            first, second = path.read_text(encoding="utf-8").split("\n", 1)
            return _kept(json.loads(first)), json.loads(second)
        except (OSError, ValueError, TypeError):
            return None

    def delete(self, *identifiers: str) -> Mapping[str, bytes]:
        """Remove entries; what they held is given back, for the case that it was a mistake, and kept nowhere."""
        removed = {}
        for identifier in identifiers:
            path = self._path(identifier)
            with contextlib.suppress(OSError):
                removed[identifier] = path.read_bytes()
                path.unlink(missing_ok=True)
        return removed

    def put_back(self, removed: Mapping[str, bytes]) -> None:
        """Keep removed entries again, each at its old place in the list."""
        for identifier, data in removed.items():
            part = self.directory / f".{self._path(identifier).stem}.part"
            with contextlib.suppress(OSError):
                part.write_bytes(data)
                os.replace(part, self._path(identifier))

    def any(self) -> bool:
        """Whether anything is kept."""
        return next(self.directory.glob("*.jsonl"), None) is not None

    def size(self) -> int:
        """Bytes of all entries."""
        total = 0
        for path in self.directory.glob("*.jsonl"):
            with contextlib.suppress(OSError):
                total += path.stat().st_size
        return total

    def _path(self, identifier: str) -> Path:
        safe = "".join(c for c in identifier if c.isalnum() or c == "-")
        return self.directory / f"{safe}.jsonl"

    def _before(self, answer: Answer) -> tuple[str, ...]:
        """The questions that this one leans on, as far as they are kept."""
        leans = answer.reading is not None and answer.reading.ir.context in ("previous_result", "previous_query")
        if not leans or answer.after is None:
            return ()
        paths = sorted(self.directory.glob(f"*-{answer.after.id}-*.jsonl"), reverse=True)
        loaded = self.load(paths[0].stem) if paths else None
        return (*(loaded[0].before if loaded is not None else ()), answer.after.question)

    def _prune(self) -> None:
        for path in sorted(self.directory.glob("*.jsonl"))[: -self.kept]:
            path.unlink(missing_ok=True)


def run_again(app: MineralApp, kept: Kept, document: Mapping[str, Any], on_step: OnStep | None = None) -> Answer:
    """Ask a kept question again, after the questions it leans on, with the values changed in place.

    Raises:
        DatabaseError: the database does not answer.
    """
    region = kept.region if kept.region in app.regions() else None
    previous: Answer | None = None
    for question in kept.before:
        previous = app.ask(question, region=region, previous=previous)
    answer = app.ask(
        kept.question,
        region=region,
        intent=kept.intent,
        language=kept.language,
        previous=previous,
        on_step=on_step,
    )
    query = _query(document) if kept.edited else None
    return app.rerun(answer, query, on_step=on_step) if query is not None else answer


def _query(document: Mapping[str, Any]) -> ir.Query | None:
    stored = (document.get("ir") or {}).get("query")
    try:
        return ir.Query.model_validate(stored) if stored else None
    except ValueError:
        return None  # kept by another version of the query language


def _head(answer: Answer, now: datetime) -> Kept:
    lead = next((c.text for c in answer.claims if c.kind in ("summary", "zero", "passage")), answer.message)
    return Kept(
        id=f"{now:%Y%m%dT%H%M%S}{now.microsecond:06d}-{answer.id}-{secrets.token_hex(2)}",
        made=now.isoformat(timespec="seconds"), question=answer.question, language=answer.language,
        status=answer.status, data_version=answer.data_version,
        total=answer.result.total if answer.result is not None else None, lead=lead, region=answer.region,
        intent=answer.routing.intent if answer.routing.overridden else None, edited=bool(answer.edited),
    )  # fmt: skip


def _kept(values: Mapping[str, Any]) -> Kept:
    if values.get("format") != FORMAT:
        raise ValueError("another format")
    known = {k: v for k, v in values.items() if k in Kept.__dataclass_fields__}
    return Kept(**{**known, "before": tuple(known.get("before") or ())})
