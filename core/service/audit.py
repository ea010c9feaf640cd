"""The audit log: one JSON line a question, without the question and without filter values.

It tells what kinds of questions were asked, how they went and how long they took; it cannot tell what anybody was
looking for.  A log that cannot be written never stops an answer.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from core.answer.caveats import nodes
from core.answer.model import Answer

MAX_BYTES = 10 << 20
"""The log is renamed to ``audit.log.1`` above this size; one older file is kept."""


class AuditLog:
    """Appends to one file; safe from several threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def write(self, answer: Answer, *, error: str = "") -> None:
        """Append the line of `answer`; `error` is the class name of what stopped it."""
        line = json.dumps(entry(answer, error=error), ensure_ascii=False, sort_keys=True)
        with self._lock:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                if self.path.exists() and self.path.stat().st_size > MAX_BYTES:
                    self.path.replace(self.path.with_name(f"{self.path.name}.1"))
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")
            except OSError:
                return


def entry(answer: Answer, *, error: str = "") -> dict[str, object]:
    """What is logged of an answer."""
    result, reading = answer.result, answer.reading
    kinds = Counter(type(n).__name__ for n in nodes(reading.ir)) if reading is not None else Counter[str]()
    return {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "id": answer.id,
        "language": answer.language,
        "intent": answer.routing.intent,
        "overridden": answer.routing.overridden,
        "status": answer.status,
        "nodes": dict(sorted(kinds.items())),
        "unexplained": len(reading.unexplained) if reading is not None else 0,
        "total": result.total if result is not None else None,
        "rows": len(result.rows) if result is not None else 0,
        "truncated": result.truncated if result is not None else False,
        "claims": len(answer.claims),
        "dropped": len(answer.dropped),
        "timings_ms": {k: round(v, 1) for k, v in answer.timings_ms.items()},
        "data_version": answer.data_version,
        "error": error,
    }
