"""Distances as the database measured them, before they are proved and given names."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.query.grounded import RelNode, SetNode
from core.query.result import FeatureRef

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
POINT_TABLE = ""
"""Table of the reference that stands for a fixed point or shape."""


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


@dataclass(frozen=True, eq=False)
class MeasuredRelation:
    """One relation of the query, measured for all n listed rows, in columns.

    The references of row i that satisfy the relation stand at ``starts[i]:starts[i + 1]`` of `no` (position of the
    layer in the anchor), `fid` and `metres`, nearest first.
    """

    relation: RelNode
    counts: Ints
    """(n,) exact number of references that satisfy the relation."""
    starts: Ints
    """(n + 1,)"""
    no: Ints
    fid: Ints
    metres: Floats
    nearest_no: Ints
    """(n,) layer of the nearest reference; −1 when there is none."""
    nearest_fid: Ints
    nearest_m: Floats
    closest: bool = False
    """True when the references are the nearest ones, as many as were asked for, whatever their distance."""

    @property
    def tables(self) -> tuple[str, ...]:
        """Tables of the references by position."""
        to = self.relation.to
        return tuple(x.table for x in to.layers) if isinstance(to, SetNode) else (POINT_TABLE,)

    def ref(self, no: int, fid: int) -> FeatureRef:
        """The address of a reference."""
        return FeatureRef(self.tables[no], fid)

    def of(self, i: int) -> Measured:
        """The relation of row i."""
        rows = slice(int(self.starts[i]), int(self.starts[i + 1]))
        columns = zip(self.no[rows].tolist(), self.fid[rows].tolist(), self.metres[rows].tolist(), strict=True)
        within = tuple(MeasuredReference(self.ref(no, fid), m) for no, fid, m in columns)
        nearest = None
        if self.nearest_no[i] >= 0:
            ref = self.ref(int(self.nearest_no[i]), int(self.nearest_fid[i]))
            nearest = MeasuredReference(ref, float(self.nearest_m[i]))
        return Measured(self.relation, nearest, within, int(self.counts[i]))
