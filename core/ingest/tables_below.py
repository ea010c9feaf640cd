"""Several tables in one worksheet, one below the other: where a further one with headings of its own begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.ingest.censored import is_numeric

LONGEST = 4
"""Rows of title, headings and units at the top of a table."""
COVER = 0.6
"""Share of the filled columns of the first row of numbers that have a heading."""


@dataclass
class Below:
    """A further table; rows count from 0."""

    start: int
    headings: tuple[str, ...]
    rows: int = 0


class Tables:
    """Lets the rows of the first table through, and notices the others."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = {y.strip() for x in names for y in (x, *x.split("/"))}
        self.found: list[Below] = []

    def first(self, rows: Iterable[list[str]], data_start: int) -> Iterator[list[str]]:
        """`rows` as far as the first table reaches; all of them are read."""
        held: list[list[str]] = []
        blank = numbers = False
        for at, row in enumerate(rows):
            if self.found:
                self.found[-1].rows = at + 1 - self.found[-1].start
            filled = [x for x in row if x.strip()]
            if at < data_start:
                yield row
                continue
            numeric = sum(is_numeric(x) for x in filled) * 2 >= max(len(filled), 1)
            if held and numeric and filled:
                if self._begins(held, row, at):
                    held = []
                yield from self._through(held)
                held = []
            elif filled and not numeric and numbers and (held or blank) and len(held) < LONGEST:
                held.append(row)
                continue
            else:
                yield from self._through(held)
                held = []
            numbers |= bool(filled) and numeric
            blank = not filled
            yield from self._through([row])
        yield from self._through(held)

    def _through(self, rows: list[list[str]]) -> list[list[str]]:
        return [] if self.found else rows

    def _begins(self, held: list[list[str]], row: list[str], at: int) -> bool:
        """Whether the rows held back are the top of another table whose first numbers are in `row`."""
        columns = {i for i, x in enumerate(row) if x.strip()}
        for heading in held:
            cells = {i: x.strip() for i, x in enumerate(heading) if x.strip()}
            wide = len(cells) > 1 and len(columns & {*cells}) >= COVER * len(columns)
            if wide and not set(cells.values()) <= self._names:
                start = at - len(held)
                if self.found:
                    self.found[-1].rows = start - self.found[-1].start
                self.found.append(Below(start, tuple(cells.values()), len(held) + 1))
                return True
        return False
