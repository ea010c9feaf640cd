"""Check and rebuild the index (``.shx``) of a shapefile.

Layout: ESRI Shapefile Technical Description, 1998.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

HEADER = 100


def fits(shp: Path) -> bool:
    """Whether every entry of the ``.shx`` points at the head of the record with its number."""
    index = np.fromfile(shp.with_suffix(".shx"), ">i4", offset=HEADER)
    starts = index[: len(index) // 2 * 2].reshape(-1, 2)[:, 0].astype(np.int64) * 2
    data = np.memmap(shp, np.uint8, "r")
    if not len(starts) or starts.min() < HEADER or starts.max() + 8 > len(data):
        return False
    numbers = data[starts[:, None] + np.arange(4)].view(">i4").ravel()
    return bool((numbers == np.arange(1, len(starts) + 1)).all())


def rebuild(shp: Path) -> bool:
    """Write the ``.shx`` beside `shp`; False when there is no whole record to index."""
    entries: list[bytes] = []
    size = shp.stat().st_size
    with shp.open("rb") as file:
        header = bytearray(file.read(HEADER))
        at = HEADER
        while at + 8 <= size:
            file.seek(at)
            _, words = struct.unpack(">ii", file.read(8))
            if words < 2 or at + 8 + words * 2 > size:
                break  # a record that is cut ends the file
            entries.append(struct.pack(">ii", at // 2, words))
            at += 8 + words * 2
    if len(header) < HEADER or not entries:
        return False
    header[24:28] = struct.pack(">i", (HEADER + 8 * len(entries)) // 2)
    shp.with_suffix(".shx").write_bytes(bytes(header) + b"".join(entries))
    return True
