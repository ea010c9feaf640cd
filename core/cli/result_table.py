"""Result tables as aligned text."""

from __future__ import annotations

from core.answer.table_text import Cells
from core.cli.text import table as aligned
from core.errors import Language
from core.query.result import Table
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

ROWS = 50
_MORE = ("… {count} more rows (--json prints all)", "……另有{count}行（--json 输出全部）")


def result_table(table: Table, card: SchemaCard, units: Units, language: Language) -> list[str]:
    """Headings with their units and one line a row; the first :data:`ROWS`."""
    cells = Cells(card, units, language)
    shown = [cells.column_unit(table, i) for i in range(len(table.columns))]
    header = ["#", *(cells.heading(table, i) for i in range(len(table.columns)))]
    rows = [
        [str(no), *(cells.bare(x, c, u) for x, c, u in zip(row.cells, table.columns, shown, strict=True))]
        for no, row in enumerate(table.rows[:ROWS], start=1)
    ]
    lines = aligned(header, rows)
    left = len(table.rows) - ROWS
    return [*lines, _MORE[1 if language == "zh" else 0].format(count=left)] if left > 0 else lines
