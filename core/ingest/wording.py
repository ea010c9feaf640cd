"""The sentences of an import report, in both languages, and the counters that fill them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from core.database.findings import Finding, Severity
from core.errors import IngestError

SENTENCES: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("sentences.json").read_text("utf-8"))
"""Code → severity and the sentence in both languages."""
SHOWN = 8
"""Rows named in a sentence; the count is always exact."""


class Tally:
    """Counts rows and remembers the first few; all of them where a list of them may be wanted."""

    def __init__(self, whole: bool = False) -> None:
        self.count = 0
        self.rows: list[int] = []
        self._whole = [np.empty(0, "<u4")] if whole else None

    @classmethod
    def of(cls, count: int) -> Tally:
        """So many of something that has no row numbers."""
        tally = cls()
        tally.count = count
        return tally

    def add(self, rows: Iterable[int] | np.ndarray) -> None:
        """Count `rows` (source row numbers)."""
        found = np.asarray(rows if isinstance(rows, np.ndarray) else list(rows))
        self.count += len(found)
        if len(self.rows) < SHOWN:
            self.rows.extend(int(x) for x in found[: SHOWN - len(self.rows)])
        if self._whole is not None and len(found):
            self._whole.append(found.astype("<u4"))

    @property
    def every(self) -> bytes:
        """All rows, see :class:`Finding`."""
        return np.concatenate(self._whole).tobytes() if self._whole is not None else b""

    def __bool__(self) -> bool:
        return self.count > 0


class Plural(int):
    """A count that chooses words: ``{one:row|rows}`` in a sentence."""

    def __format__(self, spec: str) -> str:
        single, _, several = spec.partition("|")
        return single if self == 1 else several


def finding(code: str, tally: Tally | None = None, /, *, column: str = "", **values: Any) -> Finding:
    """The finding `code` with its sentence filled in; `tally` names the rows, `column` the column."""
    entry = SENTENCES[code]
    severity: Severity = entry["severity"]
    count = tally.count if tally else 0
    rows = tuple(tally.rows) if tally else ()
    said: dict[str, Any] = {k: plain(v) for k, v in values.items()} | {"column": plain(column), "n": f"{count:,}"}
    said["one"] = Plural(count)
    return Finding(
        code,
        severity,
        entry["en"].format(**said, rows=_rows_en(rows, count)),
        entry["zh"].format(**said, rows=_rows_zh(rows, count)),
        column,
        rows,
        count,
        tally.every if tally else b"",
    )


def refusal(code: str, **values: Any) -> IngestError:
    """The error of a file that cannot be read any further."""
    return as_error(finding(code, **values))


def as_error(found: Finding) -> IngestError:
    """A finding as an exception."""
    return IngestError(found.text, sentence_zh=found.text_zh)


def plain(value: Any) -> str:
    """A value of the file for a sentence: one line, no control characters, not endless."""
    text = "".join(x if x.isprintable() else " " for x in str(value))
    return text if len(text) <= 300 else text[:300] + "…"


def _rows_en(rows: tuple[int, ...], count: int) -> str:
    named = ", ".join(str(x) for x in rows)
    more = f" and {count - len(rows):,} more" if count > len(rows) else ""
    return f"{'row' if count == 1 else 'rows'} {named}{more}"


def _rows_zh(rows: tuple[int, ...], count: int) -> str:
    named = "、".join(str(x) for x in rows)
    return f"第 {named} 行" + (f"等 {count:,} 行" if count > len(rows) else "")
