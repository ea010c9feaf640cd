"""The grid of vector tiles: Web Mercator squares of 512 screen pixels, cut into 4096 units."""

from __future__ import annotations

import math
from dataclasses import dataclass

EXTENT = 4096
"""Units along the side of a tile."""
SIDE_PX = 512
"""Screen pixels along the side of a tile at its own zoom."""
PIXEL = EXTENT // SIDE_PX
"""Units of one screen pixel."""
BUFFER_PX = 16
"""What lies this far outside belongs to a tile too, so that symbols are not cut at its border."""
MAX_ZOOM = 16
"""Beyond it tiles are drawn larger: one unit is then 0.15 m on the ground at the equator, or less."""
MAX_LATITUDE = 85.06
"""The map ends at 85.0511°; a little more keeps borders of areas outside of what is shown."""
_HALF = 20037508.342789244


@dataclass(frozen=True)
class Tile:
    """One square of the grid; the northwestern one of a zoom is 0, 0."""

    z: int
    x: int
    y: int

    @property
    def exists(self) -> bool:
        """Whether the grid has such a tile."""
        return 0 <= self.z <= MAX_ZOOM and 0 <= self.x < 2**self.z and 0 <= self.y < 2**self.z

    @property
    def degrees(self) -> tuple[float, float, float, float]:
        """West, south, east, north with the buffer, EPSG:4326; latitudes end where the map ends."""
        more = BUFFER_PX / SIDE_PX
        west, east = (_longitude(self.z, self.x - more), _longitude(self.z, self.x + 1 + more))
        north, south = (_latitude(self.z, self.y - more), _latitude(self.z, self.y + 1 + more))
        return west, max(south, -MAX_LATITUDE), east, min(north, MAX_LATITUDE)

    @property
    def metres(self) -> tuple[float, float, float, float]:
        """West, south, east, north without the buffer, EPSG:3857."""
        size = 2 * _HALF / 2**self.z
        return (
            self.x * size - _HALF, _HALF - (self.y + 1) * size,
            (self.x + 1) * size - _HALF, _HALF - self.y * size,
        )  # fmt: skip

    @property
    def degrees_of_pixel(self) -> float:
        """Degrees of longitude of one screen pixel."""
        return 360.0 / (SIDE_PX * 2**self.z)

    @property
    def shrink(self) -> float:
        """Degrees of latitude of one screen pixel over degrees of longitude, at the middle of the tile."""
        return math.cos(math.radians(_latitude(self.z, self.y + 0.5)))


def _longitude(z: int, x: float) -> float:
    return x / 2**z * 360.0 - 180.0


def _latitude(z: int, y: float) -> float:
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y / 2**z))))
