"""Kinds of geometry: which a source holds, which a layer stores, and the parts of one that are of a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely

from core.database.findings import Finding
from core.database.registry import GeometryType
from core.ingest.wkb import wkb_kinds
from core.ingest.wording import finding
from core.vocabulary.card import GeometryKind

KIND: dict[int, GeometryKind] = {1: "point", 2: "line", 3: "polygon", 4: "point", 5: "line", 6: "polygon",
                                 9: "line", 10: "polygon", 11: "line", 12: "polygon", 8: "line"}  # fmt: skip
"""WKB type code → kind (8–12 are curves)."""
TYPE_KIND: dict[int, GeometryKind] = {0: "point", 1: "line", 2: "line", 3: "polygon", 4: "point", 5: "line",
                                      6: "polygon"}  # fmt: skip
"""Shapely type id → kind."""
SAMPLE, SMALL = 64, 1 << 16
"""Geometries remembered of a batch, and bytes of the largest that is."""


class Census:
    """Which kinds of geometry a source holds; reads only the head of each WKB, and remembers a few of them."""

    def __init__(self) -> None:
        self.kinds: Counter[GeometryKind] = Counter()
        self.collections = 0
        self.many_points = False
        """Whether a MultiPoint has other than one point."""
        self.some: list[bytes] = []
        """WKB of some geometries, evenly of the first batches."""

    def add(self, wkb: pa.Array) -> None:
        """Count the geometries of a batch."""
        if len(self.some) < SAMPLE * SAMPLE:
            some = wkb.take(pa.array(np.flatnonzero(pc.binary_length(wkb).fill_null(SMALL).to_numpy() < SMALL)))
            self.some += some.take(pa.array(np.arange(0, len(some), max(len(some) // SAMPLE, 1))))[
                :SAMPLE
            ].to_pylist()
        codes, counts = np.unique(wkb_kinds(wkb), return_counts=True)
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
            if code in KIND:
                self.kinds[KIND[code]] += count
            elif code == 7:
                self.collections += count
        if 4 in codes:
            points = shapely.from_wkb(wkb.filter(pa.array(wkb_kinds(wkb) == 4)).to_pylist(), on_invalid="ignore")
            self.many_points |= bool((shapely.get_num_geometries(points) != 1).any())

    def result(self, wanted: GeometryKind | None, file: str) -> tuple[GeometryKind | None, Finding | None]:
        """The kind to load, or an error finding when a choice is needed."""
        if wanted is not None:
            return wanted, None
        if len(self.kinds) > 1:
            listing = ", ".join(f"{n:,} {k}s" for k, n in self.kinds.most_common())
            return self.kinds.most_common(1)[0][0], finding("geometry_mixed", kinds=listing, file=file)
        if self.kinds:
            return next(iter(self.kinds)), None
        return ("polygon", None) if self.collections else (None, None)


def column_type(kind: GeometryKind, many_points: bool) -> GeometryType:
    """Type of the geometry column: points stay points when all are single, lines and polygons are Multi*."""
    if kind == "point":
        return "MultiPoint" if many_points else "Point"
    return "MultiLineString" if kind == "line" else "MultiPolygon"


def parts_of(geometry: shapely.Geometry, kind: GeometryKind) -> shapely.Geometry | None:
    """The parts of a geometry that are of `kind`, as one geometry; None when there are none."""
    parts: Sequence[shapely.Geometry] = [
        x
        for x in shapely.get_parts(shapely.get_parts(geometry))
        if TYPE_KIND.get(shapely.get_type_id(x)) == kind and not shapely.is_empty(x)
    ]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else multi_builder(column_type(kind, True))(parts)


def multi_builder(target: GeometryType) -> Callable[..., Any]:
    """The function that makes a geometry of several parts."""
    if target == "MultiLineString":
        return shapely.multilinestrings
    return shapely.multipolygons if target == "MultiPolygon" else shapely.multipoints


def repair(geometry: shapely.Geometry, kind: GeometryKind) -> shapely.Geometry | None:
    """The valid geometry that an invalid one stands for; None when nothing of `kind` is left.

    The structural method keeps overlapping parts, where the default one cuts them out.  Its result may still hold
    polygons that share an edge; they are joined then.
    """
    parts = parts_of(shapely.make_valid(geometry, method="structure", keep_collapsed=False), kind)
    if parts is not None and not shapely.is_valid(parts):
        parts = parts_of(shapely.union_all(shapely.get_parts(parts)), kind)
    return parts if parts is None or shapely.is_valid(parts) else parts_of(shapely.make_valid(parts), kind)
