"""A bar chart of an answer with groups, as SVG: one bar a group for the first measure of the table."""

from __future__ import annotations

from html import escape

from core.answer.report_model import Picture
from core.answer.report_tables import Vocabulary
from core.answer.report_words import headed, say
from core.answer.table_text import Cells
from core.errors import Language
from core.query.result import Table

BARS = 24
WIDTH, BAR, GAP, LABEL, ROOM = 680.0, 16.0, 6.0, 190.0, 90.0
COLOR = "#3f6f8f"
FAMILY = ",".join(
    ("'Noto Sans CJK SC'", "'WenQuanYi Micro Hei'", "'Microsoft YaHei'", "'PingFang SC'", "sans-serif")
)
"""Fonts of drawings: the same in a browser and on paper."""


def wide(text: str) -> float:
    """About how many ems `text` takes."""
    return sum(1.0 if c >= "\u2e80" else 0.56 for c in text)


def shortened(text: str, ems: float) -> str:
    """`text`, cut and marked where it is longer than `ems`."""
    if wide(text) <= ems:
        return text
    kept = ""
    for c in text:
        if wide(kept + c) > ems - 1:
            break
        kept += c
    return kept + "…"


def chart_of(table: Table, vocabulary: Vocabulary, language: Language) -> Picture | None:
    """The chart, None for a table without groups or without a measure that has values."""
    groups = [i for i, c in enumerate(table.columns) if c.role == "group"]
    measures = [i for i, c in enumerate(table.columns) if c.role == "measure" and _numbers(table, i)]
    if not groups or not measures or len(table.rows) < 2:
        return None
    cells, measure = Cells(vocabulary.card, vocabulary.units, language), measures[0]
    rows = [r for r in table.rows if isinstance(r.cells[measure], int | float)][:BARS]
    values = [float(r.cells[measure]) for r in rows]
    low, high = min(0.0, *values), max(0.0, *values)
    scale = (WIDTH - LABEL - ROOM) / ((high - low) or 1.0)
    zero, parts = LABEL - low * scale, []
    for i, (row, value) in enumerate(zip(rows, values, strict=True)):
        y = 8 + i * (BAR + GAP)
        name = " · ".join(cells.text(row.cells[g], table.columns[g]) or "–" for g in groups)
        said = cells.text(row.cells[measure], table.columns[measure])
        x, long = min(zero, zero + value * scale), abs(value) * scale
        parts.append(
            f'<text x="{LABEL - 8:g}" y="{y + 12:g}" text-anchor="end">{escape(shortened(name, 15))}</text>'
            f'<rect x="{x:.1f}" y="{y:g}" width="{max(long, 0.8):.1f}" height="{BAR:g}" fill="{COLOR}"/>'
            f'<text x="{x + long + 6:.1f}" y="{y + 12:g}">{escape(said)}</text>'
        )
    height = 14 + len(rows) * (BAR + GAP)
    parts.append(f'<path d="M{zero:.1f} 2V{height - 4:g}" stroke="#555" stroke-width="1"/>')
    heading = headed(table.columns[measure].label)
    left = (
        len([r for r in table.rows if isinstance(r.cells[measure], int | float)])
        - len(rows)
        + table.total
        - len(table.rows)
    )
    caption = f"{heading}" + (" " + say("chart_left_out", language, count=left) if left > 0 else "")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH:g}" height="{height:g}"'
        f' viewBox="0 0 {WIDTH:g} {height:g}"'
        f' font-family="{FAMILY}" font-size="12" fill="#222">{"".join(parts)}</svg>'
    )
    return Picture(WIDTH, height, heading, caption, svg)


def _numbers(table: Table, i: int) -> bool:
    known = [
        r.cells[i] for r in table.rows if isinstance(r.cells[i], int | float) and not isinstance(r.cells[i], bool)
    ]
    return bool(known)
