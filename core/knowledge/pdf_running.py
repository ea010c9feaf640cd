"""Running headers, footers and page numbers of PDF pages, told from text that only looks alike.

A running line is one of the outermost two at the top or at the bottom of its page, stands at one height on many
pages, and its words, figures aside, hardly occur further inside: rows of a log that differ only in their figures
are text, also where one of them is the first of a page.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from core.knowledge.pdf_lines import Line

EDGE = 0.12
"""Share of the page's height at the top and at the bottom where running lines stand."""
OUTERMOST = 2
"""Lines at the top, and at the bottom, that may be running ones."""
LEVEL = 0.02
"""Share of the page's height by which the height of a running line may differ from page to page."""
INSIDE = 0.1
"""Occurrences inside pages, as a share of those at the edges, from which on a line is text."""

_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[\s\-–—·|]*(?:page|p\.|第)?\s*(?:\d{1,4}|[ivxl]{1,6})\s*(?:页)?"
    r"(?:\s*(?:/|of|共)\s*\d{1,4}\s*页?)?[\s\-–—·|]*",
    re.IGNORECASE,
)  # fmt: skip

Key = tuple[str, bool]
"""Words of a line with # for figures; whether it stands at the top."""


def running_lines(lines: Sequence[Line], pages: int) -> frozenset[int]:
    """Ids of the running lines of a document with so many `pages`; none for a single page."""
    if pages < 2:
        return frozenset()
    groups: dict[Key, list[Line]] = defaultdict(list)
    for line, top in _outermost(lines):
        groups[(_pattern(line), top)].append(line)
    everywhere = Counter(_pattern(x) for x in lines)
    at_edges: Counter[str] = Counter()
    for (pattern, _), found in groups.items():
        at_edges[pattern] += len(found)
    least = max(2, min(3, pages)) if pages < 6 else max(3, pages // 4)
    running: set[int] = set()
    for (pattern, top), found in groups.items():
        level = _level(found, top)
        text = everywhere[pattern] - at_edges[pattern] > max(1.0, INSIDE * at_edges[pattern])
        if _PAGE_NUMBER.fullmatch(found[0].text):
            # A page number may stand alone; where numbers are text, it counts the pages.
            running.update(map(id, _counting(level) if text else found))
        elif not text and len({x.page for x in level}) >= least:
            running.update(map(id, level))
    return frozenset(running)


def _outermost(lines: Sequence[Line]) -> Iterator[tuple[Line, bool]]:
    """Lines that may be running ones, and whether they stand at the top."""
    by_page: Mapping[int, list[Line]] = defaultdict(list)
    for line in lines:
        by_page[line.page].append(line)
    for found in by_page.values():
        found.sort(key=lambda x: -x.top)
        for line in found[:OUTERMOST]:
            if line.top > (1 - EDGE) * line.page_height:
                yield line, True
        for line in found[OUTERMOST:][-OUTERMOST:]:
            if line.bottom < EDGE * line.page_height:
                yield line, False


def _pattern(line: Line) -> str:
    return _NUMBER.sub("#", line.text)


def _level(lines: Sequence[Line], top: bool) -> list[Line]:
    """Those that stand at the usual height."""
    heights = [(x.page_height - x.top if top else x.bottom) / x.page_height for x in lines]
    usual = statistics.median(heights)
    return [x for x, height in zip(lines, heights, strict=True) if abs(height - usual) <= LEVEL]


def _counting(lines: Sequence[Line]) -> list[Line]:
    """Those whose first number goes with the page."""
    steps = {id(x): int(n[0]) - x.page for x in lines if (n := _NUMBER.search(x.text)) is not None}
    usual, count = Counter(steps.values()).most_common(1)[0] if steps else (0, 0)
    return [x for x in lines if count > 1 and steps.get(id(x)) == usual]
