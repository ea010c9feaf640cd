"""Distances as the database measured them, before they are proved and given names."""

from __future__ import annotations

from dataclasses import dataclass

from core.query.grounded import RelNode
from core.query.result import FeatureRef


@dataclass(frozen=True)
class MeasuredReference:
    """A reference and its geodesic distance from the target in metres."""

    ref: FeatureRef
    distance_m: float


@dataclass(frozen=True)
class Measured:
    """One relation of the query, measured for one target.

    `within` is capped and sorted by (distance, table, fid); `within_count` is exact.  `nearest` is None for a
    relation that is not measured in metres and has no partner, and where there is no reference at all.
    """

    relation: RelNode
    nearest: MeasuredReference | None
    within: tuple[MeasuredReference, ...]
    within_count: int
