"""What the texts of a column are: numbers, integers, numbers with limits of detection, or words.

Every value is looked at, once, batch by batch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.database.findings import Finding
from core.ingest.censored import parse_cell
from core.ingest.model import ColumnType
from core.ingest.wording import Tally, finding

PRECISE = 1e15
"""From here on a double cannot hold every integer."""
MANY = 2_000
_COMMAS = re.compile(r"[+-]?\d+(,\d+)+(\.\d+)?")


class Profile:
    """The values of one text column."""

    def __init__(
        self, name: str, decimal: str, free: bool, wanted: ColumnType | None, ruled: bool = False
    ) -> None:
        self.name, self.decimal, self.free, self.ruled = name, decimal, free, ruled
        """`ruled`: a person has decided what some cells stand for, so the column holds numbers."""
        self.wanted: ColumnType | None = "number" if ruled else wanted
        self.examples: list[str] = []
        self.numbers = 0
        self.whole = True
        """Whether every number is an integer."""
        self.words = Tally()
        self.counts = {x: Tally() for x in ("censored", "not_detected", "no_data")}
        self.shown: dict[str, str] = {}
        """Kind of cell → an example of it."""

    def add(self, column: pa.Array, rows: np.ndarray) -> None:
        """Look at the values of a batch; `rows` are the row numbers to report."""
        values = blank_to_null(column)
        if len(self.examples) < 3:
            self._remember(values)
        if self.words and self.numbers == 0:
            return  # words from the start: nothing more to learn
        if not self._add_numbers(values):
            self._add_cells(values, rows)

    def _remember(self, values: pa.Array) -> None:
        for text in values.drop_null()[:20].to_pylist():
            if text not in self.examples and len(self.examples) < 3:
                self.examples.append(text)

    def _add_numbers(self, values: pa.Array) -> bool:
        """The fast way, for a batch that holds plain numbers only."""
        numbers = plain_numbers(values, self.decimal)
        if numbers is None:
            return False
        count = len(values) - values.null_count
        if not count:
            return True
        self.numbers += count
        if self.whole:
            try:
                values.cast(pa.int64())
                self._identifiers(values, "0", r"^0\d", "zeros")
            except pa.ArrowInvalid:
                self.whole = False
        largest = pc.max(pc.abs(numbers)).as_py()
        if largest >= PRECISE:
            self._identifiers(values, "", r"^\d{16,}$", "digits")
        return True

    def _identifiers(self, values: pa.Array, start: str, pattern: str, kind: str) -> None:
        if kind in self.shown:
            return
        some = values.filter(pc.starts_with(values, start)) if start else values
        hit = some.filter(pc.match_substring_regex(some, pattern))
        if len(hit):
            self.shown[kind] = hit[0].as_py()

    def _add_cells(self, values: pa.Array, rows: np.ndarray) -> None:
        coded = values.dictionary_encode()
        codes = coded.indices.fill_null(len(coded.dictionary)).to_numpy(zero_copy_only=False)
        counts = np.bincount(codes, minlength=len(coded.dictionary))
        for code, text in enumerate(coded.dictionary.to_pylist()):
            cell = parse_cell(text, self.decimal)
            if cell.kind == "number":
                self._number(text, int(counts[code]))
            elif cell.kind != "empty":
                tally = self.words if cell.kind == "text" else self.counts[cell.kind]
                tally.add(rows[codes == code])
                self.shown.setdefault(cell.kind, text)
                if cell.kind == "text" and self.numbers == 0 and len(coded.dictionary) > MANY:
                    return  # names or remarks

    def _number(self, text: str, count: int) -> None:
        self.numbers += count
        digits = text.strip()
        self.whole &= digits.lstrip("+-").isdigit()
        if digits.isdigit() and len(digits) > 1:
            if digits[0] == "0":
                self.shown.setdefault("zeros", digits)
            if len(digits) >= 16:
                self.shown.setdefault("digits", digits)

    @property
    def type(self) -> ColumnType:
        """What the column becomes."""
        limits = bool(self.counts["censored"])
        if self.wanted is not None:
            return "number" if limits and self.wanted == "integer" else self.wanted
        if self.words or not self.numbers or "digits" in self.shown:
            return "text"
        if not limits and not self.free:
            return "text"  # the source declares text
        if self.whole and "zeros" in self.shown:
            return "text"
        return "integer" if self.whole and not limits and not self.counts["not_detected"] else "number"

    @property
    def censored(self) -> bool:
        """Whether the column needs columns for sign and limit."""
        limits = bool(self.counts["censored"] or self.counts["not_detected"])
        return self.ruled or (self.type == "number" and limits)

    def findings(self) -> Iterable[Finding]:
        """Why the column became what it is, as far as that is not plain."""
        if self.wanted is not None:
            return
        if self.type != "text" or not (self.numbers or self.words):
            yield from self._number_findings()
        elif self.words and self.numbers > self.words.count:
            odd = self.shown["text"]
            code = "thousands" if _COMMAS.fullmatch(odd.strip()) and self.decimal == "." else "text_mixed"
            yield finding(code, self.words, column=self.name, example=odd)
        elif "digits" in self.shown and not self.words:
            yield finding("long_digits", column=self.name, example=self.shown["digits"])
        elif "zeros" in self.shown and not self.words and self.free:
            yield finding("leading_zeros", column=self.name, example=self.shown["zeros"])
        elif not self.free and not self.words and self.numbers and "zeros" not in self.shown:
            yield finding("text_numbers", column=self.name)

    def _number_findings(self) -> Iterable[Finding]:
        for kind, code in (("no_data", "no_data"), ("not_detected", "not_detected")):
            if self.counts[kind] and self.numbers:
                yield finding(code, self.counts[kind], column=self.name, example=self.shown[kind])


def blank_to_null(column: pa.Array) -> pa.Array:
    """Empty texts as NULL."""
    empty = pc.equal(column, "")
    return pc.if_else(empty, pa.scalar(None, pa.string()), column) if pc.any(empty).as_py() else column


def plain_numbers(values: pa.Array, decimal: str) -> pa.Array | None:
    """The values as doubles when each is a plain finite number, else None."""
    if decimal != ".":
        return None
    try:
        numbers = values.cast(pa.float64())
    except pa.ArrowInvalid:
        return None
    return numbers if pc.all(pc.is_finite(numbers)).as_py() is not False else None
