"""Tiles of a base map of one's own: pictures in a directory, ``z/x/y.png`` in Web Mercator."""

from __future__ import annotations

from pathlib import Path

from core.mapping.tile_grid import Tile

MAX_ZOOM = 22
MAX_BYTES = 4 << 20
KINDS = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp"}


def read_base_tile(directory: Path, tile: Tile) -> tuple[bytes, str] | None:
    """The picture of a tile and its media type; None when there is none.

    The path is made of three checked numbers and nothing else.
    """
    if not (0 <= tile.z <= MAX_ZOOM and 0 <= tile.x < 2**tile.z and 0 <= tile.y < 2**tile.z):
        return None
    for ending, kind in KINDS.items():
        path = directory / str(tile.z) / str(tile.x) / f"{tile.y}.{ending}"
        try:
            if path.is_file() and path.stat().st_size <= MAX_BYTES:
                return path.read_bytes(), kind
        except OSError:
            return None
    return None
