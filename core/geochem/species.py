"""Columns that are the same content twice, and columns of one element that are not.

``Fe``, ``Fe2O3`` and ``TFe2O3`` are the total iron in other numbers.  ``FeO`` beside one of them is the ferrous
iron, a variable of its own; and ``Fe2O3`` beside ``FeO`` may be either the total or the ferric iron, which only
the numbers tell.
"""

from __future__ import annotations

import re

import numpy as np

from core.geochem.table import Array, Element, Samples

QUICK = 200
LEAST_SHARED = 5
"""Samples that two columns must share before they can be told to be the same."""
AGREE = 0.05
"""Median difference (5 %) up to which two contents of one element are one total, analysed or written twice."""
OXIDE = re.compile(r"(T?)([A-Z][a-z]?)(\d*)O(\d*)(T?)")
TOTAL_STATE = {"Fe": 3.0}
"""Oxidation state in which the total of an element is given where it has oxides of several."""
WEIGHT = {
    "Fe": 55.845, "Mn": 54.938, "S": 32.06, "C": 12.011, "V": 50.942, "Cr": 51.996, "U": 238.03, "As": 74.922,
    "Sb": 121.76, "Ce": 140.12, "Eu": 151.96, "Ti": 47.867, "Sn": 118.71, "Cu": 63.546,
}  # fmt: skip
"""Standard atomic weights of elements that occur in several oxidation states."""
OXYGEN = 15.999


def is_oxide(name: str) -> bool:
    """Whether a content is given as an oxide."""
    return _parts(name) is not None


def _parts(name: str) -> tuple[str, int, int, bool] | None:
    """(element, its atoms, atoms of oxygen, whether the name says total) of an oxide; None for anything else."""
    found = OXIDE.fullmatch(name)
    if found is None:
        return None
    total, element, atoms, oxygen, after = found.groups()
    return element, int(atoms or 1), int(oxygen or 1), bool(total or after)


def state(name: str) -> float | None:
    """Oxidation state of the element in an oxide; None for an element, a stated total and anything else."""
    parts = _parts(name)
    return None if parts is None or parts[3] else 2 * parts[2] / parts[1]


def species(elements: tuple[Element, ...]) -> frozenset[str]:
    """Names of the contents that may be of one oxidation state only, and not of the whole element."""
    states = {x.name: state(x.name) for x in elements}
    found = set()
    for x in elements:
        own = states[x.name]
        others = {s for y in elements if y.symbol == x.symbol and (s := states[y.name]) is not None}
        if x.symbol and own is not None and (len(others) > 1 or own != TOTAL_STATE.get(x.symbol, own)):
            found.add(x.name)
    return frozenset(found)


def repeats(samples: Samples, logs: Array, i: int, j: int, own: frozenset[str]) -> bool:
    """Whether columns i and j hold the same content.

    Args:
        logs: (n, p) logarithms of the contents in ppm, NaN where there is none.
        own: names of :func:`species`.
    """
    a, b = samples.elements[i], samples.elements[j]
    # Nearly all pairs differ within the first rows.
    if all(_parallel(logs[part, i], logs[part, j]) for part in (slice(0, QUICK), slice(None))):
        return True
    if not a.symbol or a.symbol != b.symbol:
        return False
    if a.name not in own and b.name not in own:
        return True
    if state(a.name) is not None and state(b.name) is not None:
        return False
    return _agree(logs[:, i], logs[:, j], a, b)


def _agree(a: Array, b: Array, first: Element, second: Element) -> bool:
    """Whether two contents of one element, brought to the element itself, are the same within :data:`AGREE`."""
    both = np.isfinite(a) & np.isfinite(b)
    shares = _share(first), _share(second)
    if both.sum() < LEAST_SHARED or shares[0] is None or shares[1] is None:
        return False
    difference = (a[both] + np.log(shares[0])) - (b[both] + np.log(shares[1]))
    return bool(np.median(np.abs(difference)) < AGREE)


def _share(x: Element) -> float | None:
    """Mass of the element in one of what is given; None where its weight is not listed."""
    parts = _parts(x.name)
    if parts is None:
        return 1.0
    weight = WEIGHT.get(parts[0])
    return None if weight is None else parts[1] * weight / (parts[1] * weight + parts[2] * OXYGEN)


def _parallel(a: Array, b: Array) -> bool:
    """Whether two columns of logarithms differ by a constant, as far as both are known."""
    both = np.isfinite(a) & np.isfinite(b)
    if both.sum() < LEAST_SHARED:
        return len(a) == QUICK
    difference = a[both] - b[both]
    return bool(np.ptp(difference) < 1e-6)
