"""Evidence values: what was measured for each target, and how it was scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shapely.geometry.base import BaseGeometry

from core.query.result import FeatureRef, Row
from core.question import ir


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference feature as seen from one target."""

    ref: FeatureRef
    name: str
    distance_m: float
    """Geodesic metres on WGS 84; 0 where the two touch, cross or contain each other."""
    attributes: Mapping[str, str]
    """Display values of the key attributes, by attribute id."""
    geometry: BaseGeometry | None = None
    """EPSG:4326; not part of the JSON form."""


@dataclass(frozen=True)
class Proximity:
    """One relation of the query, measured for one target."""

    relation: ir.RelName
    entity_type: str
    """Entity type of the references."""
    min_m: float | None
    max_m: float | None
    nearest: Reference | None
    within: tuple[Reference, ...]
    """References that satisfy the relation, nearest first, ties by table and fid; capped."""
    within_count: int
    """Exact number of references that satisfy the relation."""
    method: str = "ECEF foot point + WGS 84 geodesic inverse"
    disagreement_m: float = 0.0
    """Largest difference between the SQL and the in-process distance."""


@dataclass(frozen=True)
class Scale:
    """How one attribute becomes a numeric score: 1 / (1 + exp(−k (x − x0))), x in the display unit."""

    attribute: str
    x0: float
    """The value asked for (the middle of a range)."""
    k: float
    """One over the spread of the attribute in its layers; negative when low values were asked for."""


@dataclass(frozen=True)
class Score:
    """All terms of the ranking formula, each kept."""

    spatial: float | None
    """1 / (1 + d_min in km); None without a distance relation."""
    numeric: float | None
    text: float | None
    semantic: float
    total: float
    weights: Mapping[str, float]
    scales: tuple[Scale, ...] = ()
    """The sigmoids behind `numeric`, one for each numeric condition."""


@dataclass(frozen=True)
class Evidence:
    """A target with everything known of it; list position is the rank."""

    row: Row
    proximity: tuple[Proximity, ...]
    score: Score
