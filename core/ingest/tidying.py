"""Rows of a table that are no data: blank ones, headings that come again, and lines with means or totals."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.database.findings import Finding
from core.ingest.source import Batch
from core.ingest.wording import Tally, finding

SUMMARIES = frozenset({
    "平均值", "平均", "均值", "合计", "总计", "小计", "最大值", "最小值", "标准差", "中位数", "变异系数", "背景值",
    "样品数", "mean", "average", "avg", "total", "sum", "max", "maximum", "min", "minimum", "median", "std",
    "stdev", "std dev", "standard deviation", "count", "n samples",
})  # fmt: skip
"""First cells of lines that sum up a table; formats of tables, not geology."""


class Tidying:
    """What was passed over in one pass of a table; `shift` turns record numbers into row numbers."""

    def __init__(self, names: Sequence[str], shift: int) -> None:
        self._names, self._shift = tuple(names), shift
        self._blank, self._headings = Tally(), Tally()

    def batch(self, batch: Batch) -> Batch:
        """The batch without blank rows and without repeated headings."""
        batch = self._without_blank(batch)
        again = self._again(batch)
        if again is None:
            return batch
        self._headings.add(batch.rows[again] + self._shift)
        return _kept(batch, ~again)

    def findings(self) -> tuple[Finding, ...]:
        """What to report."""
        found = [finding("rows_blank", self._blank)] if self._blank else []
        return (*found, finding("headings_again", self._headings)) if self._headings else tuple(found)

    def _without_blank(self, batch: Batch) -> Batch:
        empty: Any = None
        for column in batch.columns:
            blank = pc.equal(column, "")
            empty = blank if empty is None else pc.and_(empty, blank)
            if not pc.any(empty).as_py():
                return batch
        mask = empty.to_numpy(zero_copy_only=False)
        self._blank.add(batch.rows[mask] + self._shift)
        return _kept(batch, ~mask)

    def _again(self, batch: Batch) -> np.ndarray | None:
        """Rows whose filled cells are all headings of their columns, at least two of them."""
        named = [i for i, x in enumerate(self._names) if x][:3]
        likely: Any = None
        for i in named:
            hit = pc.is_in(pc.utf8_trim_whitespace(batch.columns[i]), pa.array(_parts(self._names[i])))
            likely = hit if likely is None else pc.or_(likely, hit)
        if likely is None or not pc.any(likely).as_py():
            return None
        mask = np.zeros(len(batch.rows), bool)
        for at in np.flatnonzero(likely.to_numpy(zero_copy_only=False)):
            cells = [(n, str(x[int(at)].as_py()).strip()) for n, x in zip(self._names, batch.columns, strict=True)]
            filled = [(n, x) for n, x in cells if x]
            mask[at] = len(filled) > 1 and all(x in _parts(n) for n, x in filled)
        return mask if mask.any() else None


def summary_rows(batch: Batch, candidates: np.ndarray) -> np.ndarray:
    """Which of the rows marked in `candidates` begin with a word for a mean or a total, shape (n,) bool."""
    mask = np.zeros(len(batch.rows), bool)
    texts = [x for x in batch.columns if pa.types.is_string(x.type)][:4]
    for at in np.flatnonzero(candidates):
        first = next((x for column in texts if (x := (column[int(at)].as_py() or "").strip())), "")
        mask[at] = is_summary(first)
    return mask


def is_summary(text: str) -> bool:
    """Whether a cell names a line that sums up the table."""
    return unicodedata.normalize("NFKC", text).casefold().strip(" :：.") in SUMMARIES


def _parts(name: str) -> list[str]:
    return [name, *(x for x in name.split("/") if x)]


def _kept(batch: Batch, keep: np.ndarray) -> Batch:
    chosen = pa.array(keep)
    return Batch(batch.rows[keep], [x.filter(chosen) for x in batch.columns])
