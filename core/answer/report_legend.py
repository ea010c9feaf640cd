"""The legend below a printed map: the groups of the screen's legend and what the marks of the answer mean."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from core.answer.report_chart import shortened
from core.answer.report_words import headed, say
from core.errors import Language
from core.mapping.legend_model import LegendGroup

if TYPE_CHECKING:
    from core.answer.report_map import MapScene

COLUMNS = 4
LINE, TITLE, GAP = 17.0, 18.0, 8.0
"""Heights of an entry, a heading and the space after a group, pixels."""
SWATCH = 26.0

_Row = tuple[str, str, str]
"""Kind (``title`` or ``entry``), picture, words."""


def legend_svg(scene: MapScene, language: Language, top: float, width: float) -> tuple[str, float]:
    """The legend from `top` down, and its height."""
    groups = [_answer_rows(scene, language)] if scene.marks else []
    groups += [_rows(g, language) for g in scene.legend if g.entries]
    if not groups:
        return "", 0.0
    columns = _columns(groups)
    each = width / COLUMNS
    drawn = []
    for i, column in enumerate(columns):
        y = top
        for group in column:
            for row in group:
                drawn.append(_line(row, i * each, y, each))
                y += TITLE if row[0] == "title" else LINE
            y += GAP
    height = max(sum(_height(g) for g in column) for column in columns)
    return "".join(drawn), height


def _columns(groups: list[list[_Row]]) -> list[list[list[_Row]]]:
    """Groups in reading order, column after column, as even as they can be; a long group is parted."""
    limit = max(sum(_height(g) for g in groups) / COLUMNS, 4 * LINE + TITLE)
    while True:
        columns: list[list[list[_Row]]] = [[]]
        used = 0.0
        for group in groups:
            rest = group
            while rest:
                room = int((limit - used - TITLE) // LINE) + 1
                if used and (room < 3 or (room < len(rest) and _height(rest) <= limit)):
                    columns.append([])
                    used = 0.0
                    continue
                part, rest = rest[: max(room, 3)], rest[max(room, 3) :]
                columns[-1].append(part)
                used += _height(part)
                if rest:
                    columns.append([])
                    used = 0.0
        if len(columns) <= COLUMNS:
            return columns
        limit *= 1.02


def _height(group: list[_Row]) -> float:
    return sum(TITLE if kind == "title" else LINE for kind, _, _ in group) + GAP


def _rows(group: LegendGroup, language: Language) -> list[_Row]:
    title = headed(group.labels.in_(language))
    entries = group.entries
    rows: list[_Row] = [("entry", e.swatch, headed(e.labels.in_(language))) for e in entries]
    single = len(rows) == 1 and rows[0][2] == title
    return rows if single else [("title", "", title), *rows]


def _answer_rows(scene: MapScene, language: Language) -> list[_Row]:
    roles = {m.role for m in scene.marks}
    rows: list[_Row] = [("title", "", say("sec_answer", language))]
    box = '<svg width="22" height="14" viewBox="0 0 22 14">{}</svg>'
    ring = '<circle cx="11" cy="7" r="5" fill="none" stroke="{}" stroke-width="2.4"/>'
    bar = '<path d="M2 7H20" stroke="{}" stroke-width="{}"{}/>'
    colors = scene.highlight
    result = "map_result" if any(m.rank for m in scene.marks) else "map_feature"
    if "target" in roles:
        rows.append(
            (
                "entry",
                box.format(ring.format(colors.target)),
                say(result, language),
            )
        )
    if "reference" in roles:
        rows.append(("entry", box.format(bar.format(colors.reference, 3, "")), say("map_reference", language)))
    if "link" in roles:
        dashes = ' stroke-dasharray="5 3"'
        rows.append(("entry", box.format(bar.format(colors.link, 1.6, dashes)), say("map_link", language)))
    return rows


def _line(row: _Row, x: float, y: float, room: float) -> str:
    kind, picture, words = row
    if kind == "title":
        text = escape(shortened(words, (room - 6) / 12))
        return f'<text x="{x:.1f}" y="{y + 12:.1f}" font-size="11.5" font-weight="bold">{text}</text>'
    placed = picture.replace("<svg ", f'<svg x="{x:.1f}" y="{y + 1:.1f}" ', 1)
    text = escape(shortened(words, (room - SWATCH - 8) / 11))
    return f'{placed}<text x="{x + SWATCH:.1f}" y="{y + 12:.1f}">{text}</text>'
