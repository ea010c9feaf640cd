"""Average contents of the upper continental crust, against which a wrong unit shows.

Contents in ppm: Rudnick & Gao (2003), Composition of the continental crust, Treatise on Geochemistry 3, table 3
(major elements computed from their oxides).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.geochem.table import Samples

SOURCE = "Rudnick & Gao 2003"
UPPER_CRUST = {
    "Li": 24, "Be": 2.1, "B": 17, "F": 557, "Na": 24_300, "Mg": 15_000, "Al": 81_500, "Si": 311_000, "P": 655,
    "S": 62, "Cl": 370, "K": 23_200, "Ca": 25_700, "Sc": 14, "Ti": 3_840, "V": 97, "Cr": 92, "Mn": 774,
    "Fe": 39_200, "Co": 17.3, "Ni": 47, "Cu": 28, "Zn": 67, "Ga": 17.5, "Ge": 1.4, "As": 4.8, "Se": 0.09,
    "Rb": 84, "Sr": 320, "Y": 21, "Zr": 193, "Nb": 12, "Mo": 1.1, "Pd": 0.00052, "Ag": 0.053, "Cd": 0.09,
    "In": 0.056, "Sn": 2.1, "Sb": 0.4, "Cs": 4.9, "Ba": 628, "La": 31, "Ce": 63, "Pr": 7.1, "Nd": 27, "Sm": 4.7,
    "Eu": 1.0, "Gd": 4.0, "Tb": 0.7, "Dy": 3.9, "Ho": 0.83, "Er": 2.3, "Tm": 0.30, "Yb": 2.0, "Lu": 0.31,
    "Hf": 5.3, "Ta": 0.9, "W": 1.9, "Pt": 0.0005, "Au": 0.0015, "Hg": 0.05, "Tl": 0.9, "Pb": 17, "Bi": 0.16,
    "Th": 10.5, "U": 2.7,
}  # fmt: skip
FAR = 100.0
"""A median so many times above or below the average of the crust asks for a look at its unit."""


@dataclass(frozen=True)
class Odd:
    """An element whose median is far from the average of the crust."""

    name: str
    times: float
    """Median over average of the crust."""


def odd_contents(samples: Samples) -> tuple[Odd, ...]:
    """Elements whose median is :data:`FAR` times above or below the upper crust, the oddest first.

    Args:
        samples: complete table in ppm; oxides and elements without an average are not looked at.
    """
    found = []
    for name, column in zip(samples.symbols, samples.values.T, strict=True):
        if name in UPPER_CRUST:
            times = float(np.median(column)) / UPPER_CRUST[name]
            if not 1 / FAR <= times <= FAR:
                found.append(Odd(name, times))
    return tuple(sorted(found, key=lambda x: -abs(float(np.log(x.times)))))
