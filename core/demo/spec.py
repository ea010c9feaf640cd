"""What a demonstration region is made from: the typed form of the files in ``data/``.

The files hold every name; the modules of this package hold none.  Distances end in ``_m`` or ``_km``; pairs of
texts are ``(English, Chinese)``; coordinates are longitude and latitude in degrees.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

DATA = Path(__file__).parent / "data"
Texts = tuple[str, str]
LonLat = tuple[float, float]
FaultKind = Literal["normal", "reverse", "thrust", "strike_slip", "unknown"]


class Part(BaseModel):
    """Base of all parts: frozen, and unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class UnitSpec(Part):
    """A map unit."""

    cls: Literal["strata", "intrusion"]
    rock: Texts
    age: Texts
    group: Texts | None = None
    formation: Texts | None = None
    label: Texts | None = None
    """Name of its polygons when neither formation nor group gives one."""
    cover: bool = False
    """Lies unconformably on everything older."""
    dyke: bool = False


class BeltSpec(Part):
    """A strip between two boundary faults, filled by folded layers."""

    units: tuple[str, ...]
    weights: tuple[float, ...]
    """Shares of the outcrop, one a unit, in the order of the layers (oldest first)."""
    wave_km: float
    """Wavelength of the folds."""
    tilt: float = 0.5
    """How much the layers also young across the belt: 0 = folds only."""
    cross: int = 5
    """Number of cross faults that cut the belt into blocks."""


class BoundaryFault(Part):
    """A fault that crosses the whole region and parts two belts."""

    name: Texts
    kind: FaultKind
    text: Texts
    trace: tuple[LonLat, ...]
    strands: tuple[tuple[float, float, float], ...] = ()
    """Parallel strands of a fault belt: start and end in degrees along it, offset in metres."""


class FieldUnit(Part):
    """A unit that crops out where a smooth random field is high: plutons, basins."""

    unit: str
    belts: tuple[int, ...]
    scale_km: tuple[float, float]
    share: float
    """Share of the region that it covers."""


class Valleys(Part):
    """Alluvium along branching valleys."""

    unit: str
    count: int
    width_m: tuple[float, float]


class Lens(Part):
    """A lens-shaped body; `turn` in degrees against the grain."""

    unit: str
    at: LonLat
    size_km: tuple[float, float]
    turn: float = 0.0


class Dykes(Part):
    """A swarm of thin bodies."""

    unit: str
    at: LonLat
    spread_km: tuple[float, float]
    count: int
    length_km: tuple[float, float]
    width_m: tuple[float, float]
    strikes: tuple[float, ...]


class Measured(Part):
    """A fault at a prescribed geodesic distance from a fixed occurrence."""

    of: int
    distance_m: float
    length_km: tuple[float, float] = (1.0, 2.0)
    also: int | None = None
    """A second fixed occurrence that it may come near to, at a distance inside `also_m`."""
    also_m: tuple[float, float] = (0.0, 0.0)
    boundary: int | None = None
    """Index of a boundary fault that is moved bodily to this distance instead of making a new fault."""


class Swarm(Part):
    """Many short faults in a small place; strikes are azimuths in degrees."""

    at: LonLat
    count: int
    radius_km: float
    length_km: tuple[float, float]
    strikes: tuple[float, ...]


class Secondary(Part):
    """Faults scattered over the region: families of (azimuth, spread, share)."""

    count: int
    length_km: tuple[float, float]
    strikes: tuple[tuple[float, float, float], ...]


class FixedOccurrence(Part):
    """An occurrence at a given place."""

    name: Texts
    at: LonLat
    commodity: str
    size: str
    genesis: str
    year: int | None = None


class OccurrenceType(Part):
    """Occurrences placed where their type is likely."""

    genesis: str
    count: int
    commodities: tuple[str, ...]
    units: tuple[str, ...] = ()
    rocks: tuple[str, ...] = ()
    """English rock words of suitable hosts."""
    fault_km: float = 3.0
    """Typical distance from a fault."""
    strict: bool = False
    """Nowhere but in suitable hosts."""
    near: tuple[float, float, float] | None = None
    """Only around this longitude and latitude, radius in km."""


class Occurrences(Part):
    """All occurrences of a region."""

    fixed: tuple[FixedOccurrence, ...] = ()
    types: tuple[OccurrenceType, ...]


class Samples(Part):
    """The sampling plan: a jittered net and a denser sheet (west, south, east, north, share of all samples)."""

    count: int
    dense: tuple[float, float, float, float, float] | None = None
    elements: tuple[str, ...]
    oxides: tuple[str, ...] = ()
    rare_earths: bool = False
    """Draw the 15 elements of ``rare_earth_model.json`` with their published correlations."""


class RegionSpec(Part):
    """One region."""

    note: str
    key: str
    name: str
    name_zh: str
    bbox: tuple[float, float, float, float]
    utm: int
    """EPSG code of the metric system in which the region is built."""
    grain: float
    """Direction of the structural grain, degrees anticlockwise from grid east."""
    units: dict[str, UnitSpec]
    belts: tuple[BeltSpec, ...]
    boundary_faults: tuple[BoundaryFault, ...]
    suites: tuple[FieldUnit, ...]
    basins: tuple[FieldUnit, ...] = ()
    valleys: Valleys
    lenses: tuple[Lens, ...] = ()
    dykes: tuple[Dykes, ...] = ()
    quiet: tuple[tuple[float, float, float], ...] = ()
    """Places without faults: longitude, latitude, radius in km."""
    keep_clear_m: float = 0.0
    """No fault but the measured ones comes nearer to a fixed occurrence that has a measured fault."""
    measured: tuple[Measured, ...] = ()
    swarms: tuple[Swarm, ...] = ()
    secondary: Secondary
    named_secondary: tuple[Texts, ...] = ()
    places: str
    occurrences: Occurrences
    samples: Samples


def read_spec(key: str) -> RegionSpec:
    """The specification of region `key`, from ``data/<key>.json``."""
    return RegionSpec.model_validate_json((DATA / f"{key}.json").read_text(encoding="utf-8"))


def read_places(pool: str) -> tuple[tuple[Texts, ...], tuple[Texts, ...]]:
    """First and second parts of invented place names of `pool`."""
    parts = json.loads((DATA / "places.json").read_text(encoding="utf-8"))[pool]
    return tuple((a, b) for a, b in parts["first"]), tuple((a, b) for a, b in parts["second"])
