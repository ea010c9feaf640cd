"""From lines of PDF pages to headings, paragraphs and tables; running headers and footers fall away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.knowledge.blocks import Block, glue
from core.knowledge.pdf_lines import Line
from core.knowledge.pdf_running import running_lines

LARGER = 1.12
"""A line whose letters are so much larger than the text's is a heading."""
MAX_HEADING = 120

_LEADERS = re.compile(r"(?:\.\s?|…|·\s?){4,}\s*\d+\s*$")
_NUMBERED = re.compile(
    r"^(?:\d+(?:\.\d+){0,3}\.?\s+\S|第[一二三四五六七八九十\d]+[章节]|[一二三四五六七八九十]+、)"
)
_END = re.compile(r"[.!?:;。！？：；”\"』」)）]$")
_HYPHENATED = re.compile(r"\b[A-Za-z]+(?:-[A-Za-z]+)+\b")
_ITEM = re.compile(r"^[•▪●◦‣·]\s*")
_REFERENCES = re.compile(r"(?:references?|bibliography|参考文献)", re.IGNORECASE)


@dataclass(frozen=True)
class Arranged:
    """What became of the lines."""

    blocks: tuple[Block, ...]
    left_out: int
    """Running headers, footers and page numbers."""


def arrange(lines: Sequence[Line], pages: int) -> Arranged:
    """Blocks of `lines`, which come page by page in the order they are read."""
    kept = [x for x in lines if not _LEADERS.search(x.text)]
    running = running_lines(kept, pages)
    body = [x for x in kept if id(x) not in running]
    size = _text_size(body)
    levels = _levels(body, size)
    right = max((x.right for x in body), default=0.0)
    hyphenated = frozenset(w.lower() for x in body for w in _HYPHENATED.findall(x.text))
    blocks: list[Block] = []
    before: Line | None = None
    for i, line in enumerate(body):
        level = _heading(line, size, levels)
        after = body[i + 1] if i + 1 < len(body) else None
        if level and blocks and before is not None and _same_heading(before, line, blocks[-1], level):
            blocks[-1] = Block("heading", glue(blocks[-1].text, line.text), blocks[-1].page, level)
        elif level:
            blocks.append(Block("heading", line.text, line.page, level))
        elif len(line.cells) > 1 and (_tabular(before, line) or _tabular(after, line)):
            blocks.append(Block("row", "", line.page, cells=line.cells))
        else:
            _text(blocks, before, line, right, hyphenated)
        before = line
    return Arranged(tuple(blocks), len(running))


def _text(blocks: list[Block], before: Line | None, line: Line, right: float, hyphenated: frozenset[str]) -> None:
    """Put a line of text at the end of the paragraph before it, or begin one."""
    last = blocks[-1] if blocks and blocks[-1].kind in ("text", "item") else None
    item = _ITEM.match(line.text)
    goes_on = last is not None and before is not None and not item and _goes_on(before, line, right)
    if last is None or not goes_on:
        kind = "item" if item else "text"
        blocks.append(Block(kind, line.text[item.end() :] if item else line.text, line.page))  # type: ignore[arg-type]
    elif last.page == line.page or last.kind == "item":
        blocks[-1] = Block(last.kind, glue(last.text, line.text, hyphenated), last.page, joined=last.joined)
    elif last.text.endswith("-") and line.text[:1].islower():
        head, _, rest = line.text.partition(" ")  # the parted word stays whole on the page where it begins
        blocks[-1] = Block(last.kind, glue(last.text, head, hyphenated), last.page, joined=last.joined)
        if rest:
            blocks.append(Block("text", rest, line.page, joined=True))
    else:
        blocks.append(Block("text", line.text, line.page, joined=True))


def _goes_on(before: Line, line: Line, right: float) -> bool:
    """Whether two neighbouring lines belong to one paragraph."""
    ended = bool(_END.search(before.text))
    if before.page != line.page:
        return not ended
    gap, height = before.bottom - line.top, max(before.size, line.size)
    if gap > 1.1 * height or abs(before.size - line.size) > 0.15 * height:
        return False
    short = before.right < right - 0.25 * (right - before.left)
    indented = line.left > before.left + 0.8 * height
    return not (ended and (short or indented)) or gap < -height


def _text_size(lines: Sequence[Line]) -> float:
    """Size that most characters have."""
    weight: Counter[float] = Counter()
    for line in lines:
        weight[round(line.size * 2) / 2] += len(line.text)
    return weight.most_common(1)[0][0] if weight else 10.0


def _levels(lines: Sequence[Line], size: float) -> dict[float, int]:
    """Size of letters → level of the heading, the largest first."""
    larger = sorted({round(x.size * 2) / 2 for x in lines if x.size >= LARGER * size}, reverse=True)
    return {x: min(i, 5) for i, x in enumerate(larger, start=1)}


def _heading(line: Line, size: float, levels: dict[float, int]) -> int:
    """Level of a heading, 0 for any other line."""
    if len(line.text) > MAX_HEADING or len(line.cells) > 1 or not any(x.isalpha() for x in line.text):
        return 0
    if line.size >= LARGER * size:
        return levels.get(round(line.size * 2) / 2, 1)
    plain = min(len(levels) + 1, 6)
    if _REFERENCES.fullmatch(line.text.strip()):
        return plain
    marked = line.bold or bool(_NUMBERED.match(line.text) and line.size > size)
    return (
        plain if marked and len(line.text) <= 80 and not line.text.rstrip().endswith((".", "。", ",", "，")) else 0
    )


def _same_heading(before: Line, line: Line, last: Block, level: int) -> bool:
    """Whether a heading goes on in the next line."""
    near = before.page == line.page and before.bottom - line.top < 0.9 * line.size
    return last.kind == "heading" and last.level == level and near and not _NUMBERED.match(line.text)


def _tabular(other: Line | None, line: Line) -> bool:
    return other is not None and len(other.cells) > 1 and other.page == line.page
