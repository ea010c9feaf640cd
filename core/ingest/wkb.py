"""Well-known binary, looked at without parsing it."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

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
