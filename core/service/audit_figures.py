"""What the audit log says about the recent questions: how they ended, why some were refused, how many were cut."""

from __future__ import annotations

import json
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RECENT_LINES = 5_000
"""Questions looked at."""
_READ_BYTES = 8 << 20


@dataclass(frozen=True)
class AuditFigures:
    """Sums over the recent lines of the audit log."""

    questions: int = 0
    verdicts: tuple[tuple[str, int], ...] = ()
    """Status of the answer and how many had it, most frequent first."""
    reasons: tuple[tuple[str, int], ...] = ()
    """Why questions were refused or asked back, most frequent first."""
    listed: int = 0
    """Answers with a list or table."""
    truncated: int = 0
    """How many of them showed fewer rows than there are."""
    median_ms: float | None = None
    """Median time of an answered question."""

    @property
    def truncation_rate(self) -> float | None:
        """Share of the lists that were cut; None when there was no list."""
        return self.truncated / self.listed if self.listed else None

    @property
    def rejected(self) -> int:
        """Questions that were refused, asked back, cancelled or failed."""
        return sum(count for _, count in self.reasons)


def figures(path: Path) -> AuditFigures:
    """The figures of the log at `path` and of the file before it; a log that is not there gives zeros."""
    return summed(list(_entries(path))[-RECENT_LINES:])


def summed(entries: Iterable[dict[str, Any]]) -> AuditFigures:
    """The figures of parsed lines; a line that holds less than today's counts as far as it goes."""
    verdicts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    listed = truncated = 0
    times = []
    for entry in entries:
        status = str(entry.get("status", ""))
        verdicts[status] += 1
        if status != "answered":
            reasons[str(entry.get("reason") or entry.get("error") or status)] += 1
            continue
        listed += bool(entry.get("rows"))
        truncated += bool(entry.get("truncated"))
        spent = entry.get("timings_ms")
        known = [x for x in spent.values() if isinstance(x, int | float)] if isinstance(spent, dict) else []
        if known:
            times.append(float(sum(known)))
    return AuditFigures(
        sum(verdicts.values()), _sorted(verdicts), _sorted(reasons), listed, truncated,
        statistics.median(times) if times else None,
    )  # fmt: skip


def _sorted(found: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(found.items(), key=lambda x: (-x[1], x[0])))


def _entries(path: Path) -> Iterator[dict[str, Any]]:
    for file in (path.with_name(f"{path.name}.1"), path):
        for line in _last_lines(file):
            try:
                entry = json.loads(line)
            except ValueError:  # a line that was cut off when the process ended
                continue
            if isinstance(entry, dict):
                yield entry


def _last_lines(path: Path) -> list[str]:
    """The lines of the last few megabytes."""
    try:
        with path.open("rb") as file:
            start = max(0, path.stat().st_size - _READ_BYTES)
            file.seek(start)
            lines = file.read().decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    return lines[1:] if start else lines
