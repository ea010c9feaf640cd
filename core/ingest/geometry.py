"""Geometries on their way into a layer: read, checked, converted to WGS 84, two-dimensional, valid, one kind.

Every geometry that is changed or left out is counted with its row.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import shapely

from core.database.findings import Finding
from core.database.registry import Extent, GeometryType
from core.ingest.antimeridian import crosses, part
from core.ingest.crs import Conversion
from core.ingest.edges import longest_edge
from core.ingest.kinds import TYPE_KIND, multi_builder, parts_of
from core.ingest.mending import Mending
from core.ingest.model import Invalid
from core.ingest.wkb import as_written, wkb_kinds
from core.ingest.wording import Tally, finding
from core.vocabulary.card import GeometryKind

ROUNDING = 1e-7
"""Degrees beyond the edge of the world that are rounding of a conversion, about a centimetre."""


@dataclass
class Prepared:
    """Geometries that can be stored, and which rows of the batch they belong to."""

    geometry: np.ndarray
    keep: np.ndarray
    """Indices into the batch."""
    wkb: pa.Array | None = None
    """The same geometries in two dimensions as the source writes them, parts of Multi* perhaps single; None where
    any was changed."""


class GeometryWork:
    """Prepares the geometries of one load, batch by batch, and remembers what it did."""

    def __init__(
        self,
        target: GeometryType,
        kind: GeometryKind,
        conversion: Conversion,
        shift: int,
        invalid: Invalid = "repair",
    ) -> None:
        self.target, self.kind = target, kind
        self._conversion, self._shift = conversion, shift
        self._mending = Mending(kind, invalid, shift)
        names = ("null", "empty", "unreadable", "nonfinite", "range", "other", "wide", "parted")
        self._tallies = {x: Tally(whole=True) for x in names}
        self._flattened = self._collections = 0
        self._bounds: list[np.ndarray] = []
        self.max_edge_m = 0.0
        self._changed = False
        """Whether a geometry of the batch at work is not as it was in the source."""

    def from_wkb(self, wkb: pa.Array, rows: np.ndarray) -> Prepared:
        """Geometries of a vector source; `rows` are record numbers."""
        self._changed = False
        kinds = wkb_kinds(wkb)
        values: list[bytes | None] = wkb.to_pylist()
        strange = kinds > 7
        if strange.any():  # surfaces of solids, triangulations: no reader here
            values = [None if s else v for v, s in zip(values, strange.tolist(), strict=True)]
        geometry = shapely.from_wkb(values, on_invalid="ignore")
        null = np.asarray(wkb.is_null())
        unreadable = shapely.is_missing(geometry) & ~null
        empty = shapely.is_empty(geometry)
        self._count("null", rows[null])
        self._count("empty", rows[empty])
        self._count("unreadable", rows[unreadable])
        prepared = self._prepare(geometry, np.flatnonzero(~(null | empty | unreadable)), rows)
        if not self._changed and self.kind != "point":
            same = wkb if len(prepared.keep) == len(wkb) else wkb.take(pa.array(prepared.keep))
            prepared.wkb = as_written(same, prepared.geometry)
        return prepared

    def from_xy(self, xy: np.ndarray, keep: np.ndarray, rows: np.ndarray) -> Prepared:
        """Points of a table; `xy` has one row for each index of `keep`."""
        finite = np.isfinite(xy[:, 0]) & np.isfinite(xy[:, 1])
        self._count("nonfinite", rows[keep[~finite]])
        xy, keep = xy[finite], keep[finite]
        lonlat, good = self._lonlat(xy)
        self._count("range", rows[keep[~good]])
        geometry, keep = self._promote(shapely.points(lonlat[good])), keep[good]
        self._measure(geometry, rows[keep])
        return Prepared(geometry, keep)

    def _prepare(self, geometry: np.ndarray, keep: np.ndarray, rows: np.ndarray) -> Prepared:
        keep = self._one_kind(geometry, keep, rows)
        chosen = geometry[keep]
        flat = shapely.has_z(chosen) | shapely.has_m(chosen)
        if flat.any():
            self._flattened += int(flat.sum())
            self._changed = True
            chosen = shapely.force_2d(chosen)
        chosen, keep = self._convert(chosen, keep, rows)
        if self.kind != "point":
            before = chosen = self._part(chosen, rows[keep])
            chosen, valid = self._mending.apply(chosen, rows[keep])
            self._changed |= chosen is not before
            keep = keep[valid]
        chosen = self._promote(chosen)
        self._measure(chosen, rows[keep])
        return Prepared(chosen, keep)

    def _one_kind(self, geometry: np.ndarray, keep: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Indices of the geometries of this layer's kind; collections are reduced to their parts of that kind."""
        types = shapely.get_type_id(geometry[keep])
        for i in keep[types == 7]:
            parts = parts_of(geometry[i], self.kind)
            if parts is not None:
                geometry[i] = parts
                self._collections += 1
                self._changed = True
        types = shapely.get_type_id(geometry[keep])
        right = np.isin(types, [k for k, v in TYPE_KIND.items() if v == self.kind])
        self._count("other", rows[keep[~right]])
        return keep[right]

    def _convert(self, geometry: np.ndarray, keep: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        xy, index = shapely.get_coordinates(geometry, return_index=True)
        finite = _every(np.isfinite(xy[:, 0]) & np.isfinite(xy[:, 1]), index, len(geometry))
        self._count("nonfinite", rows[keep[~finite]])
        if not finite.all():
            geometry, keep = geometry[finite], keep[finite]
            xy, index = shapely.get_coordinates(geometry, return_index=True)
        lonlat, inside = self._lonlat(xy)
        good = _every(inside, index, len(geometry))
        self._count("range", rows[keep[~good]])
        if lonlat is not xy:
            self._changed = True
            geometry = shapely.set_coordinates(geometry.copy(), lonlat)
        return geometry[good], keep[good]

    def _lonlat(self, xy: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Longitudes and latitudes, and whether each point is on the Earth; `xy` itself where nothing changed."""
        if not self._conversion.name:  # a check of a file whose coordinate system is not known yet
            return xy, np.ones(len(xy), bool)
        lonlat = self._conversion.apply(xy)
        lon, lat = np.abs(lonlat[:, 0]), np.abs(lonlat[:, 1])
        inside = (lon <= 180 + ROUNDING) & (lat <= 90 + ROUNDING)
        if (lon > 180).any() or (lat > 90).any():
            lonlat = np.clip(lonlat, (-180, -90), (180, 90))
        return lonlat, inside

    def _part(self, geometry: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Features that cross the 180° meridian, parted there; nothing before the coordinates are known."""
        bounds = shapely.bounds(geometry) if len(geometry) and self._conversion.name else np.empty((0, 4))
        wide = np.flatnonzero(bounds[:, 2] - bounds[:, 0] > 180)
        parted: list[int] = []
        for i in wide:
            pieces = part(geometry[i], self.kind) if crosses(geometry[i]) else None
            if pieces is not None:
                geometry = geometry.copy() if not parted else geometry
                geometry[i] = pieces
                parted.append(int(i))
        self._changed |= bool(parted)
        self._count("parted", rows[parted])
        return geometry

    def _promote(self, geometry: np.ndarray) -> np.ndarray:
        types = shapely.get_type_id(geometry)
        if self.target == "Point":
            multi = types == 4
            if multi.any():
                geometry[multi] = shapely.get_geometry(geometry[multi], 0)
            return geometry
        single = np.flatnonzero(types < 4)
        if len(single):
            geometry[single] = multi_builder(self.target)(geometry[single], indices=np.arange(len(single)))
        return geometry

    def _measure(self, geometry: np.ndarray, rows: np.ndarray) -> None:
        if not len(geometry):
            return
        bounds = shapely.bounds(geometry)
        self._bounds.append(np.concatenate([bounds[:, :2].min(axis=0), bounds[:, 2:].max(axis=0)]))
        wide = np.flatnonzero(bounds[:, 2] - bounds[:, 0] > 180)
        pieces, index = shapely.get_parts(geometry[wide], return_index=True)
        box = shapely.bounds(pieces)  # of a parted feature each piece is narrow
        self._count("wide", rows[wide[np.unique(index[box[:, 2] - box[:, 0] > 180])]])
        if self.kind != "point":
            self.max_edge_m = longest_edge(geometry, self.max_edge_m)

    def _count(self, name: str, rows: np.ndarray) -> None:
        if len(rows):
            self._tallies[name].add(rows + self._shift)

    @property
    def extent(self) -> Extent | None:
        """West, south, east, north in degrees of everything prepared; None when nothing was."""
        if not self._bounds:
            return None
        all_ = np.array(self._bounds)
        west, south = all_[:, :2].min(axis=0)
        east, north = all_[:, 2:].max(axis=0)
        return (float(west), float(south), float(east), float(north))

    def findings(self, file: str = "") -> list[Finding]:
        """What was changed and left out."""
        found = [
            finding(f"geometry_{name}", tally, **({"kind": self.kind} if name == "other" else {}))
            for name, tally in self._tallies.items()
            if tally
        ]
        found += self._mending.findings(file)
        for code, count in (("geometry_z", self._flattened), ("geometry_parts", self._collections)):
            if count:
                found.append(finding(code, Tally.of(count), kind=self.kind))
        return found


def _every(good: np.ndarray, index: np.ndarray, count: int) -> np.ndarray:
    """For each geometry whether all its coordinates are good."""
    result = np.ones(count, bool)
    result[index[~good]] = False
    return result
