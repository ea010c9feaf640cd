"""A style tried on a layer before it is applied: what it does to the features, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.mapping.style_columns import Groups
from core.mapping.style_feed import AppliedFeed, StyleFeed
from core.mapping.style_match import match
from core.mapping.style_model import StyleLayer
from core.mapping.style_report import MatchReport


@dataclass(frozen=True)
class StyleDraft:
    """A style that is being made and not applied yet."""

    style: StyleLayer
    columns: Mapping[str, str]
    """Field of the style → column, where somebody decided."""
    origin: str
    source: str = ""
    base: int = 0
    """Number of the style it was begun from, 0 for the default one."""


@dataclass(frozen=True)
class Trial:
    """What a style does to a layer."""

    counts: Mapping[str, int]
    """Class key → features."""
    undrawn: int
    """Features without a class, or left out by the definition query."""
    cut: bool
    """Only the most frequent values were counted."""
    report: MatchReport | None = None
    """For styles of a file or of columns."""


def trial(feed: StyleFeed, groups: Groups) -> Trial:
    """The trial of `feed` on the values of its columns."""
    style = settled(feed, groups)
    if isinstance(feed, AppliedFeed) and style is not feed.style:
        feed = AppliedFeed(style, feed.binding.columns, feed.binding.chosen)
    length = len(groups.counts)
    weights = np.asarray(groups.counts, dtype=np.int64)
    numbers = feed.given(groups.values, length).numbers
    drawn = numbers >= 0
    found = np.bincount(numbers[drawn], weights=weights[drawn], minlength=len(feed.keys)).astype(int)
    counts = dict(zip(feed.keys, found.tolist(), strict=True))
    report = None
    if isinstance(feed, AppliedFeed):
        binding = feed.binding
        report = match(
            feed.style, binding.columns, groups.values, chosen=binding.chosen, counts=groups.counts
        )  # fmt: skip
    return Trial(counts, int(weights[~drawn].sum()), groups.cut, report)


def settled(feed: StyleFeed, groups: Groups) -> StyleLayer:
    """The style as it is to be stored: shares of a total carry the total, so that parts of the layer agree."""
    style = feed.style
    renderer = style.renderer
    if not isinstance(feed, AppliedFeed) or renderer is None or renderer.normalise != "percent":
        return style
    column = feed.binding.column(renderer.fields[0]) if renderer.fields else None
    if renderer.normalise_total is not None or column is None:
        return style
    total = 0.0
    for value, count in zip(groups.values[column], groups.counts, strict=True):
        if isinstance(value, int | float):
            total += float(value) * count
    if total <= 0:
        return style
    return style.model_copy(update={"renderer": renderer.model_copy(update={"normalise_total": total})})
