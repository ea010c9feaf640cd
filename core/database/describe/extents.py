"""Words that mean the whole area of a database, such as the country that holds all of it."""

from __future__ import annotations

from collections.abc import Sequence

from core.database.describe.kinds import union
from core.database.registry import Extent
from core.vocabulary.common import Common

MARGIN = 1.0
"""Degrees by which an area may stick out of the box of a country."""
FILLED = 0.3
"""Share of a country's box that an area must fill to be taken for the country."""


def extent_words(extents: Sequence[Extent], common: Common) -> tuple[tuple[str, ...], str]:
    """Words for the smallest country around all layers, and a sentence about it; nothing when none fits."""
    own = union(extents)
    fitting = [
        x for x in common.countries
        if x.box[0] - MARGIN <= own[0] and x.box[1] - MARGIN <= own[1]
        and own[2] <= x.box[2] + MARGIN and own[3] <= x.box[3] + MARGIN
    ]  # fmt: skip
    if not fitting:
        return (), ""
    country = min(fitting, key=lambda x: _size(x.box))
    if _size(own) < FILLED * _size(country.box):
        return (), ""
    words = ", ".join(country.words[:3])
    return country.words, f"All layers lie in {country.words[1]} and fill it; {words} … mean everything."


def _size(box: Extent) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
