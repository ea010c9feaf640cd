"""The audit log: one JSON line a question, without the question and without filter values.

It tells what kinds of questions were asked, how they went, why some were refused and how long they took; it cannot
tell what anybody was looking for.  Equal questions have equal hashes; the hash is keyed with a secret of this
installation, so it cannot be found by trying out questions.  A log that cannot be written never stops an answer.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import threading
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.answer.caveats import nodes
from core.answer.model import Answer
from core.errors import OreSightError
from core.service.audit_figures import AuditFigures, figures
from core.service.audit_shape import shape

MAX_BYTES = 10 << 20
"""The log is renamed to ``audit.log.1`` above this size; one older file is kept."""
_KEY_BYTES = 32


class AuditLog:
    """Appends to one file; safe from several threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._key: bytes | None = None

    def write(self, answer: Answer, *, error: str = "") -> None:
        """Append the line of `answer`; `error` is the class name of what stopped it."""
        self._append({"question": self.hashed(answer.question), **entry(answer, error=error)})

    def write_error(self, question: str, error: OreSightError) -> None:
        """Append the line of a question that ended with an error instead of an answer."""
        name = type(error).__name__
        status = "cancelled" if name == "QueryCancelledError" else "failed"
        self._append(
            {"question": self.hashed(question), "time": _now(), "status": status, "reason": status, "error": name}
        )

    def figures(self) -> AuditFigures:
        """Sums over the recent questions."""
        return figures(self.path)

    def hashed(self, question: str) -> str:
        """A keyed hash of the words of a question, without regard to case and spaces."""
        words = " ".join(question.casefold().split()).encode("utf-8", "surrogatepass")
        return hashlib.blake2b(words, digest_size=8, key=self._secret()).hexdigest()

    def _append(self, values: dict[str, object]) -> None:
        line = json.dumps(values, ensure_ascii=False, sort_keys=True)
        with self._lock, contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.exists() and self.path.stat().st_size > MAX_BYTES:
                self.path.replace(self.path.with_name(f"{self.path.name}.1"))
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")

    def _secret(self) -> bytes:
        """The key of the hashes, made at the first use and kept beside the log."""
        with self._lock:
            if self._key is None:
                self._key = _kept_key(self.path.with_name("audit.key"))
            return self._key


def _kept_key(path: Path) -> bytes:
    """The key in `path`; where none can be kept, one for this run."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(file, "wb") as stream:
                stream.write(secrets.token_bytes(_KEY_BYTES))
        found = path.read_bytes()
        if len(found) == _KEY_BYTES:
            return found
    return secrets.token_bytes(_KEY_BYTES)


def entry(answer: Answer, *, error: str = "") -> dict[str, object]:
    """What is logged of an answer."""
    result, reading = answer.result, answer.reading
    kinds = Counter(type(n).__name__ for n in nodes(reading.ir)) if reading is not None else Counter[str]()
    query = reading.ir.query if reading is not None else None
    return {
        "time": _now(),
        "id": answer.id,
        "language": answer.language,
        "intent": answer.routing.intent,
        "overridden": answer.routing.overridden,
        "status": answer.status,
        "reason": reason(answer),
        "nodes": dict(sorted(kinds.items())),
        "shape": shape(query) if query is not None else None,
        "unexplained": len(reading.unexplained) if reading is not None else 0,
        **_result(answer),
        "plan_cost": result.plan_cost if result is not None else None,
        "claims": len(answer.claims),
        "dropped": len(answer.dropped),
        "also": len(answer.also),
        "timings_ms": {k: round(v, 1) for k, v in answer.timings_ms.items()},
        "data_version": answer.data_version,
        "error": error,
    }


def reason(answer: Answer) -> str:
    """Why a question was refused or asked back, as a word; "" for an answered one."""
    if answer.status == "answered":
        return ""
    if answer.reason:
        return answer.reason
    read = answer.reading.ir if answer.reading is not None else None
    if read is not None and read.refuse is not None:
        return read.refuse.kind
    if read is not None and read.clarify is not None and read.clarify.slots:
        return f"clarify_{read.clarify.slots[0]}"
    return "withheld" if answer.dropped else "not_understood"


def _result(answer: Answer) -> dict[str, Any]:
    result = answer.result
    if result is None:
        return {"total": None, "rows": 0, "truncated": False}
    table = result.table
    if table is not None and not result.rows:
        return {"total": table.total, "rows": len(table.rows), "truncated": table.truncated}
    return {"total": result.total, "rows": len(result.rows), "truncated": result.truncated}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
