"""One text tag of the first image of a TIFF, read directly: the library hides a nodata value it cannot use."""

from __future__ import annotations

import struct
from pathlib import Path

NODATA = 42_113
"""Tag in which GDAL keeps the value of cells without data, as text."""
ASCII = 2
LONGEST = 64
MOST = 4_096


def text_tag(path: Path, tag: int) -> str | None:
    """The text of `tag` in the first directory; None where there is none (TIFF 6.0 and BigTIFF)."""
    try:
        with path.open("rb") as file:
            head = file.read(16)
            order = "<" if head[:2] == b"II" else ">"
            big = struct.unpack(order + "H", head[2:4])[0] == 43
            place = struct.unpack(order + ("Q" if big else "I"), head[8:16] if big else head[4:8])[0]
            entry, size = (order + "HHQ8s", 20) if big else (order + "HHI4s", 12)
            file.seek(place)
            count = struct.unpack(order + ("Q" if big else "H"), file.read(8 if big else 2))[0]
            entries = file.read(min(count, MOST) * size)
            for found, kind, length, value in struct.iter_unpack(entry, entries[: len(entries) // size * size]):
                if found == tag and kind == ASCII and 0 < length <= LONGEST:
                    if length > len(value):
                        file.seek(struct.unpack(order + ("Q" if big else "I"), value)[0])
                        value = file.read(length)  # noqa: PLW2901
                    return value[:length].split(b"\0")[0].decode("ascii", "replace").strip()
    except (struct.error, OSError):
        return None
    return None


def stated_nodata(path: Path) -> float | None:
    """The nodata value as the file states it, also where no cell can have it."""
    try:
        return float(text_tag(path, NODATA) or "")
    except ValueError:
        return None
