"""Well-known binary, looked at without parsing it."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely

FIRST_CURVE, LAST_CURVE = 8, 14
"""Type codes of curves and surfaces of curves."""


def wkb_kinds(wkb: pa.Array) -> np.ndarray:
    """Geometry type code (1 point … 7 collection, 8–14 curves) of each WKB, 0 for NULL and unreadable."""
    kinds = np.zeros(len(wkb), np.int64)
    offsets = np.frombuffer(wkb.buffers()[1], np.int32, len(wkb) + 1, wkb.offset * 4)
    data = wkb.buffers()[2]
    if data is None or not len(data):
        return kinds
    raw = np.frombuffer(data, np.uint8)
    whole = np.flatnonzero(np.diff(offsets) >= 5)
    head = raw[offsets[whole][:, None] + np.arange(5)]
    little = head[:, 1:].copy().view("<u4").ravel()
    big = head[:, 1:].copy().view(">u4").ravel()
    code = np.where(head[:, 0] == 1, little, big).astype(np.int64) & 0x1FFFFFFF  # without the EWKB flags
    kinds[whole] = code % 1000  # ISO: 1000s are Z, 2000s M, 3000s ZM
    return kinds


def as_written(wkb: pa.Array, geometry: np.ndarray) -> pa.Array | None:
    """`wkb` as large binary where every value is written as plainly as it can be, else None.

    Plainly: little-endian, two dimensions, without an SRID, and just as long as the geometry read from it needs.
    Such bytes mean the same to every reader, so they need not be written anew.

    Args:
        wkb: lines or polygons, none missing.
        geometry: what was read from it; single ones may have become Multi* of one part since.
    """
    head = _heads(wkb)
    multi = np.isin(head[:, 1], (5, 6))
    plain = (head[:, 0] == 1) & (multi | np.isin(head[:, 1], (2, 3))) & ~head[:, 2:].any(axis=1)
    if not plain.all():
        return None
    areal = np.isin(head[:, 1], (3, 6))
    lengths = (
        np.asarray(pc.binary_length(wkb)).astype(np.int64) - 9 * multi - 16 * shapely.get_num_coordinates(geometry)
    )
    lengths -= np.where(areal, 13, 9) * shapely.get_num_geometries(geometry)
    holed = np.flatnonzero(lengths)
    if len(holed) and (not areal[holed].all() or (lengths[holed] != 4 * _holes(geometry[holed])).any()):
        return None
    return wkb.cast(pa.large_binary())


def _heads(wkb: pa.Array) -> np.ndarray:
    """The first five bytes of each value, zeros where there are fewer."""
    offsets = np.frombuffer(wkb.buffers()[1], np.int32, len(wkb) + 1, wkb.offset * 4)
    found = np.zeros((len(wkb), 5), np.uint8)
    whole = np.flatnonzero(np.diff(offsets) >= 5)
    if len(whole):
        raw = np.frombuffer(wkb.buffers()[2], np.uint8)
        found[whole] = raw[offsets[whole][:, None] + np.arange(5)]
    return found


def _holes(polygons: np.ndarray) -> np.ndarray:
    """How many holes each polygon has, in all of its parts."""
    parts, index = shapely.get_parts(polygons, return_index=True)
    return np.bincount(index, shapely.get_num_interior_rings(parts), len(polygons)).astype(np.int64)
