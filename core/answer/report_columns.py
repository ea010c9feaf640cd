"""Widths of table columns on paper, from what stands in them."""

from __future__ import annotations

from collections.abc import Sequence


def column_widths(least: Sequence[float], wanted: Sequence[float], room: float) -> list[float]:
    """Widths that sum to at most `room`.

    Args:
        least: width of the longest unbreakable word of each column.
        wanted: width that lets every cell stand on one line.
    """
    if sum(wanted) <= room:
        return list(wanted)
    least = [min(a, b) for a, b in zip(least, wanted, strict=True)]
    if sum(least) >= room:
        return _squeezed(least, room)
    spare = room - sum(least)
    # Of what is left, a column gets as the square root of what it lacks: short ones do not starve.
    lacks = [max(w - n, 0.0) ** 0.5 for n, w in zip(least, wanted, strict=True)]
    widths = [n + spare * x / (sum(lacks) or 1.0) for n, x in zip(least, lacks, strict=True)]
    return _evened(widths, wanted, room)


def _evened(widths: list[float], wanted: Sequence[float], room: float) -> list[float]:
    """What a column has beyond its wish goes to those that lack."""
    for _ in range(8):
        over = sum(max(x - w, 0.0) for x, w in zip(widths, wanted, strict=True))
        if over < 0.1:
            break
        widths = [min(x, w) for x, w in zip(widths, wanted, strict=True)]
        lacking = [max(w - x, 0.0) for x, w in zip(widths, wanted, strict=True)]
        total = sum(lacking) or 1.0
        widths = [x + over * lack / total for x, lack in zip(widths, lacking, strict=True)]
    scale = min(room / sum(widths), 1.0)
    return [x * scale for x in widths]


def _squeezed(least: Sequence[float], room: float) -> list[float]:
    """Only the widest columns give way: their long words are parted."""
    low, high = 0.0, max(least)
    for _ in range(40):
        cap = (low + high) / 2
        low, high = (cap, high) if sum(min(x, cap) for x in least) <= room else (low, cap)
    return [min(x, low) for x in least]
