"""The finished features of a region, before they are written in any provider's form."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from core.demo.spec import FaultKind, RegionSpec, Texts, UnitSpec


@dataclass(frozen=True)
class Fault:
    """A fault; `line` in metres (u, v) while the region is built, in degrees in a finished :class:`Region`."""

    line: Any
    kind: FaultKind
    strike: str
    """``E-W``, ``NE``, ``NW`` or ``N-S``."""
    name: Texts | None = None
    text: Texts | None = None


@dataclass(frozen=True)
class Body:
    """A polygon of the geological map, degrees."""

    code: str
    unit: UnitSpec
    name: Texts
    polygon: Any


@dataclass(frozen=True)
class Contact:
    """A stretch of boundary between two bodies, degrees; `kind`: conformable, unconformable, intrusive, fault."""

    line: Any
    kind: str
    sides: tuple[Texts, Texts]
    """Names of the bodies on both sides."""


@dataclass(frozen=True)
class Fold:
    """The axis of a fold, degrees; `kind` is anticline or syncline."""

    line: Any
    kind: str
    name: Texts
    strike: str
    core: str
    """Unit code along the axis."""


@dataclass(frozen=True)
class Occurrence:
    """A mineral occurrence."""

    lonlat: tuple[float, float]
    name: Texts
    commodity: str
    size: str
    genesis: str
    year: int | None
    fixed: bool = False


@dataclass(frozen=True)
class Region:
    """Everything of one region."""

    spec: RegionSpec
    area: Any
    bodies: tuple[Body, ...]
    contacts: tuple[Contact, ...]
    faults: tuple[Fault, ...]
    folds: tuple[Fold, ...]
    occurrences: tuple[Occurrence, ...]
    samples: pd.DataFrame = field(repr=False)
    """`lon`, `lat` and one column an element or oxide: ppm, Au and Hg ppb, oxides weight per cent."""
