"""Rare earths divided by their content in chondrites, and the figures read off such a pattern.

Chondrite (CI) contents in ppm: McDonough & Sun (1995), The composition of the Earth, Chemical Geology 120.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.geochem.table import Array, Numbers

SOURCE = "McDonough & Sun (1995)"
CHONDRITE = {
    "La": 0.237, "Ce": 0.613, "Pr": 0.0928, "Nd": 0.457, "Sm": 0.148, "Eu": 0.0563, "Gd": 0.199, "Tb": 0.0361,
    "Dy": 0.246, "Ho": 0.0546, "Er": 0.160, "Tm": 0.0247, "Yb": 0.161, "Lu": 0.0246,
}  # fmt: skip
LEAST = 4
"""Rare earths that make a pattern."""
LEAST_OF_EACH = 3
"""Light and heavy ones that make their ratio one of groups: over lutetium alone it would be hundreds."""
HEAVY = ("Gd", "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu")


@dataclass(frozen=True)
class RareEarths:
    """Patterns and ratios; a ratio whose elements are not all there is missing from `ratios`."""

    elements: tuple[str, ...]
    """Those at hand, light to heavy."""
    normalised: Array
    """(n, m) content over chondrite."""
    patterns: tuple[tuple[str, Array], ...]
    """Name of a group of samples → medians (m,); the first is all samples."""
    quartiles: Array
    """(2, m) 25th and 75th percentile over all samples."""
    ratios: dict[str, Array]
    """(n,) each: ``La/Lu``, ``La/Yb``, ``Eu/Eu*``, ``Ce/Ce*`` (normalised), ``light/heavy``, ``total`` (ppm)."""


def rare_earths(
    names: tuple[str, ...], values: Array, labels: Numbers, groups: tuple[str, ...]
) -> RareEarths | None:
    """Rare-earth patterns of a table (n, p) in ppm; None with fewer than four rare earths.

    Args:
        labels: (n,) place in `groups` of each sample; a pattern is given for every group.
    """
    at = {x: names.index(x) for x in CHONDRITE if x in names}
    if len(at) < LEAST:
        return None
    elements = tuple(at)
    contents = values[:, list(at.values())]
    normalised = contents / np.array([CHONDRITE[x] for x in elements])
    patterns = [("", np.median(normalised, axis=0))]
    patterns += [
        (name, np.median(normalised[labels == i], axis=0)) for i, name in enumerate(groups) if (labels == i).any()
    ]
    quartiles = np.percentile(normalised, [25, 75], axis=0)
    return RareEarths(elements, normalised, tuple(patterns), quartiles, _ratios(elements, contents, normalised))


def _ratios(elements: tuple[str, ...], contents: Array, normalised: Array) -> dict[str, Array]:
    part = dict(zip(elements, normalised.T, strict=True))
    found: dict[str, Array] = {}
    for light, heavy in (("La", "Lu"), ("La", "Yb")):
        if light in part and heavy in part:
            found[f"{light}/{heavy}"] = part[light] / part[heavy]
    for middle, left, right in (("Eu", "Sm", "Gd"), ("Ce", "La", "Pr")):
        if {middle, left, right} <= set(part):
            found[f"{middle}/{middle}*"] = part[middle] / np.sqrt(part[left] * part[right])
    heavy_ones = np.array([x in HEAVY for x in elements])
    if min(heavy_ones.sum(), (~heavy_ones).sum()) >= LEAST_OF_EACH:
        found["light/heavy"] = contents[:, ~heavy_ones].sum(axis=1) / contents[:, heavy_ones].sum(axis=1)
    found["total"] = contents.sum(axis=1)
    return found
