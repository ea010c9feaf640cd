"""Merged cells of a worksheet: their value stands for every row they span."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Range = tuple[tuple[int, int], tuple[int, int]]
"""First and last (row, column), counted from 0."""


class MergedCells:
    """Fills the rows of data that merged cells span; horizontal merging of headings is not touched."""

    def __init__(self, ranges: Sequence[Range], width: int) -> None:
        self._ranges = sorted(x for x in ranges if x[0][0] < x[1][0] and x[0][1] < width)
        self._width = width
        self.filled = 0

    def fill(self, rows: Iterable[list[str]], data_start: int) -> Iterator[list[str]]:
        """All rows, numbered from 0; from `data_start` on with the values of the merged cells above."""
        waiting = iter(self._ranges)
        upcoming = next(waiting, None)
        active: list[tuple[int, int, str]] = []
        for number, row in enumerate(rows):
            active = [x for x in active if x[0] >= number]
            if number >= data_start and row:
                for _, column, value in active:
                    if not row[column]:
                        row[column] = value
                        self.filled += 1
            while upcoming is not None and upcoming[0][0] <= number:
                (first, column), (last, last_column) = upcoming
                if first == number and row and row[column] and first >= data_start:
                    columns = range(column, min(last_column + 1, self._width))
                    active += [(last, x, row[column]) for x in columns]
                upcoming = next(waiting, None)
            yield row
