"""The polygons of a small file, without a table: what a study area needs of anything that can be loaded."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import shapely
from shapely.geometry.base import BaseGeometry

from core.confined.leftovers import private_directory
from core.ingest.copy import HEADER, TRAILER
from core.ingest.feed import Feed, LocalFeed
from core.ingest.isolated import DistantFeed
from core.ingest.keeper import AVAILABLE, KEEPER
from core.ingest.model import Limits, LoadDecisions
from core.ingest.staging import room, staged
from core.ingest.worker import Request

_NULL = -1


def polygons_isolated(path: Path, *, name: str, limits: Limits) -> list[BaseGeometry]:
    """The polygons of a file in longitudes and latitudes of WGS 84, read in a confined process as for a load.

    Features of other kinds are left out, broken polygons are mended.

    Args:
        name: what the user calls the file; its ending tells the format.

    Raises:
        IngestError: the file cannot be read, has no polygon, several layers, or no known coordinate system.
    """
    decisions = LoadDecisions(table="area", geometry="polygon")
    if not AVAILABLE:
        with room(name), staged(path, limits, name) as copy:
            return _collect(LocalFeed(copy, decisions, limits))
    with room(name), private_directory() as directory:
        request = Request(path.absolute(), name, directory, decisions, limits, load=True)
        with KEEPER.read(request, name, limits) as reading:
            reading.watch(None, None)
            return _collect(DistantFeed(reading))


def _collect(feed: Feed) -> list[BaseGeometry]:
    pieces: list[bytes] = []
    feed.stream(feed.plan(), 0, pieces.append)
    data = b"".join(pieces).removeprefix(HEADER).removesuffix(TRAILER)
    return list(shapely.from_wkb(list(_last_fields(data))))


def _last_fields(data: bytes) -> Iterator[bytes]:
    """The last field of each row of binary COPY data: the geometry, where it is no single point."""
    at = 0
    while at < len(data):
        (fields,) = struct.unpack_from(">h", data, at)
        at += 2
        value = b""
        for _ in range(fields):
            (length,) = struct.unpack_from(">i", data, at)
            at += 4
            value = data[at : at + length] if length != _NULL else b""
            at += max(length, 0)
        yield value
