"""Contents given as an oxide and as its element: a conversion that a person declares, never one that is guessed.

Mass fractions follow from the standard atomic weights (IUPAC 2021, abridged): an oxide with n atoms of the element
holds n · A(element) / M(oxide) of its mass as the element.
"""

from __future__ import annotations

import re

from core.errors import SettingsError

WEIGHTS = {
    "O": 15.999, "Li": 6.94, "Be": 9.0122, "B": 10.81, "C": 12.011, "Na": 22.990, "Mg": 24.305, "Al": 26.982,
    "Si": 28.085, "P": 30.974, "S": 32.06, "K": 39.098, "Ca": 40.078, "Sc": 44.956, "Ti": 47.867, "V": 50.942,
    "Cr": 51.996, "Mn": 54.938, "Fe": 55.845, "Co": 58.933, "Ni": 58.693, "Cu": 63.546, "Zn": 65.38, "Rb": 85.468,
    "Sr": 87.62, "Y": 88.906, "Zr": 91.224, "Nb": 92.906, "Mo": 95.95, "Sn": 118.71, "Cs": 132.91, "Ba": 137.33,
    "La": 138.91, "Ce": 140.12, "Pr": 140.91, "Nd": 144.24, "Sm": 150.36, "Eu": 151.96, "Gd": 157.25, "Tb": 158.93,
    "Dy": 162.50, "Ho": 164.93, "Er": 167.26, "Tm": 168.93, "Yb": 173.05, "Lu": 174.97, "Hf": 178.49, "Ta": 180.95,
    "W": 183.84, "Pb": 207.2, "Bi": 208.98, "Th": 232.04, "U": 238.03,
}  # fmt: skip
_OXIDE = re.compile(r"([A-Z][a-z]?)(\d*)O(\d*)")


def oxide_factor(source: str, target: str) -> float:
    """What a content given as `source` is multiplied by to be one of `target`: oxides, or the bare element.

    Raises:
        SettingsError: a formula is not understood, or the two are of different elements.
    """
    first, second = _share(source), _share(target)
    if first[0] != second[0]:
        raise SettingsError(
            f"“{source}” cannot be converted to “{target}”: they are of different elements.",
            sentence_zh=f"“{source}”不能换算为“{target}”：两者元素不同。",
        )
    return first[1] / second[1]


def _share(formula: str) -> tuple[str, float]:
    """The element of a formula and its share of the mass."""
    found = _OXIDE.fullmatch(formula)
    element = found[1] if found else formula
    if element not in WEIGHTS or (found and element == "O"):
        raise SettingsError(
            f"“{formula}” is neither an element nor a simple oxide that can be converted.",
            sentence_zh=f"“{formula}”不是可换算的元素或简单氧化物。",
        )
    if found is None:
        return element, 1.0
    mass = int(found[2] or 1) * WEIGHTS[element]
    return element, mass / (mass + int(found[3] or 1) * WEIGHTS["O"])
