"""What the statistics start from: concentrations of samples in one unit, with their censored cells and places."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.errors import AnalysisError

Array: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Element:
    """One column of a table of samples."""

    name: str
    """What it is called everywhere: ``La``, ``Fe2O3``."""
    unit: str
    """Unit of the source and of every figure shown."""
    ppm: float = 1.0
    """One of that unit in ppm; the statistics see ppm only."""
    symbol: str = ""
    """Chemical symbol of what is measured (``Fe`` for ``Fe2O3``), "" when unknown."""


@dataclass(frozen=True)
class Samples:
    """n samples of p elements.

    `values` are in ppm, NaN where nothing was measured.  A cell below a detection limit has its `limit` (ppm) and
    a value of NaN; a cell above the range of the method has the end of that range as its value and is `above`.
    """

    elements: tuple[Element, ...]
    values: Array
    """(n, p)"""
    limits: Array
    """(n, p), NaN where the cell is not below a limit."""
    lon: Array
    lat: Array
    """(n,), degrees."""
    ids: Numbers
    """(n,), the number of the row in its layer."""
    names: tuple[str, ...] = ()
    """Names of the samples, empty when they have none."""
    groups: tuple[str, ...] = ()
    """What each sample lies on (rock, unit), empty when it is not known."""
    above: Flags = field(default_factory=lambda: np.zeros((0, 0), bool))
    merged: tuple[tuple[int, ...], ...] = ()
    """Rows behind each sample where several of one site were merged, else empty."""

    def __post_init__(self) -> None:
        n, p = len(self.ids), len(self.elements)
        shapes = {self.values.shape, self.limits.shape}
        if shapes != {(n, p)} or len(self.lon) != n or len(self.lat) != n:
            raise AnalysisError(f"{n} samples of {p} elements do not fit tables of {shapes}.")
        if not self.above.size:
            object.__setattr__(self, "above", np.zeros((n, p), bool))

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def symbols(self) -> tuple[str, ...]:
        """Names of the elements, in the order of the columns."""
        return tuple(x.name for x in self.elements)

    def rows(self, chosen: Flags | Numbers) -> Samples:
        """The samples `chosen`, by mask or by place, in that order."""
        places = np.flatnonzero(chosen) if chosen.dtype == bool else chosen
        return replace(
            self,
            values=self.values[places], limits=self.limits[places], above=self.above[places],
            lon=self.lon[places], lat=self.lat[places], ids=self.ids[places],
            names=tuple(self.names[i] for i in places) if self.names else (),
            groups=tuple(self.groups[i] for i in places) if self.groups else (),
            merged=tuple(self.merged[i] for i in places) if self.merged else (),
        )  # fmt: skip

    def columns(self, names: tuple[str, ...]) -> Samples:
        """The elements `names`, in that order.

        Raises:
            AnalysisError: one is not there.
        """
        missing = [x for x in names if x not in self.symbols]
        if missing:
            known = ", ".join(self.symbols)
            raise AnalysisError(
                f"The samples have no column {', '.join(missing)}; they have {known}.",
                sentence_zh=f"样品没有 {'、'.join(missing)} 列；现有：{known}。",
            )
        at = [self.symbols.index(x) for x in names]
        return replace(
            self, elements=tuple(self.elements[i] for i in at),
            values=self.values[:, at], limits=self.limits[:, at], above=self.above[:, at],
        )  # fmt: skip


@dataclass(frozen=True)
class Note:
    """Something that was decided or found on the way, to be told: a key of the phrases and its values."""

    key: str
    values: dict[str, object] = field(default_factory=dict)
    element: str = ""


def require(condition: bool, sentence: str, sentence_zh: str) -> None:
    """Raise AnalysisError with the sentence unless the condition holds."""
    if not condition:
        raise AnalysisError(sentence, sentence_zh=sentence_zh)
