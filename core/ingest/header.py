"""Where a table begins: title rows, headings (in one or more rows), a row of units, the first row of data.

Found by structure alone: the data begin where the columns that are numeric further down become numeric.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.database.findings import Finding
from core.ingest.censored import is_numeric
from core.ingest.model import LastRow
from core.ingest.wording import finding

Rows = Sequence[Sequence[str]]

NUMERIC_SHARE = 0.6
"""A column counts as numeric when this share of its cells in the lower half of the first rows is."""
UNIT_LENGTH = 16


@dataclass(frozen=True)
class Header:
    """The layout of a table; row indices count from 0."""

    names: tuple[str, ...]
    """"" for a column without heading."""
    units: tuple[str, ...]
    """Cell of the row of units for each column, "" where there is none."""
    data_start: int
    findings: tuple[Finding, ...]


def find_header(
    rows: Rows, decimal: str = ".", header_row: int | None = None, last_row: LastRow | None = None,
    before: int = 0,
) -> Header:  # fmt: skip
    """The layout of a table from its first rows.

    Args:
        rows: the first rows as text, "" for empty cells.
        header_row: the user's decision, counted from 1.
        last_row: what the last row of text above the numbers is, by the user's decision.
        before: rows of the sheet before these.
    """
    width = max((len(x) for x in rows), default=0)
    grid = [[*(c.strip() for c in row), *[""] * (width - len(row))] for row in rows]
    first = next((i for i, row in enumerate(grid) if any(row)), 0)
    numeric = _numeric_columns(grid[first + 1 :], width, decimal)
    if header_row is not None:
        first = min(max(header_row - 1 - before, 0), len(grid) - 1)
        start = _data_start(grid, numeric, first + 1, decimal)
        block = [i for i in range(first, start) if any(grid[i])] or [first]
        start = max(start, first + 1)
    else:
        start = _data_start(grid, numeric, first, decimal)
        block = [i for i in range(first, start) if any(grid[i])]
    if last_row == "data" and len(block) > 1:
        start = block.pop()
    return _assemble(grid, block, start, numeric, last_row, before)


def _numeric_columns(grid: list[list[str]], width: int, decimal: str) -> list[int]:
    found = []
    grid = grid[len(grid) // 2 :]  # headings of a short table would outweigh its data
    for column in range(width):
        cells = [row[column] for row in grid if row[column]]
        if cells and sum(is_numeric(x, decimal) for x in cells) >= NUMERIC_SHARE * len(cells):
            found.append(column)
    return found


def _data_start(grid: list[list[str]], numeric: list[int], first: int, decimal: str) -> int:
    """The first row in which at least half of the filled numeric columns hold numbers."""
    for i in range(first, len(grid)):
        filled = [x for x in numeric if grid[i][x]]
        if filled and sum(is_numeric(grid[i][x], decimal) for x in filled) * 2 >= len(filled):
            return i
    return min(first + 1, len(grid))


def _assemble(  # noqa: PLR0917
    grid: list[list[str]], block: list[int], start: int, numeric: list[int], last_row: LastRow | None, before: int
) -> Header:
    notes: list[Finding] = []
    width = len(grid[0]) if grid else 0
    if not block:
        notes.append(finding("header_none"))
        return Header(tuple(f"column_{i + 1}" for i in range(width)), ("",) * width, start + before, tuple(notes))
    titles = []
    while len(block) > 1 and width > 2 and sum(map(bool, grid[block[0]])) <= 1:
        titles.append(block.pop(0))
    units = ("",) * width
    if len(block) > 1 and (last_row == "units" or (last_row is None and _is_units(grid, block, numeric))):
        at = block.pop()
        units = tuple(grid[at])
        listing = ", ".join(f"{grid[block[-1]][i]}={u}" for i, u in enumerate(units) if u)
        notes.append(finding("units_row", row=at + 1 + before, units=listing))
    names = _join([grid[i] for i in block])
    if titles:
        title = " / ".join(x for i in titles for x in grid[i] if x)
        notes.append(finding("header_row", row=block[0] + 1 + before, title=title))
    if len(block) > 1:
        rows = "–".join(str(x + 1 + before) for x in (block[0], block[-1]))
        notes.append(finding("header_joined", row=rows, example=next((x for x in names if "/" in x), names[0])))
    return Header(tuple(names), units, start + before, tuple(notes))


def _is_units(grid: list[list[str]], block: list[int], numeric: list[int]) -> bool:
    """Whether the last heading row is one of units: short texts, mostly over numeric columns that have a name."""
    row, above = grid[block[-1]], [grid[i] for i in block[:-1]]
    filled = [i for i, x in enumerate(row) if x]
    named = [i for i in filled if any(x[i] for x in above)]
    in_numeric = [i for i in filled if i in numeric]
    return (
        bool(filled)
        and len(named) >= 0.8 * len(filled)
        and len(in_numeric) >= 0.7 * len(filled)
        and all(len(row[i]) <= UNIT_LENGTH for i in filled)
    )


def _join(block: list[list[str]]) -> list[str]:
    """Headings of several rows joined by ``/``; a merged cell is repeated over the columns it spans."""
    names = [""] * len(block[0])
    for depth, row in enumerate(block):
        below = block[depth + 1 :]
        last = ""
        for i, cell in enumerate(row):
            # A merged cell stands in its first column; the next ones belong to it while they have a heading below.
            last = cell or (last if any(x[i] for x in below) else "")
            if last and last not in names[i].split("/"):
                names[i] = f"{names[i]}/{last}" if names[i] else last
    return names
