"""Which columns of a table hold coordinates, by heading; and which way round they are, by size."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from core.ingest.angles import Axis

# Headings are data formats, not geology: they mean the same in every project.
LONGITUDE = (
    "longitude", "lon", "long", "lng", "经度", "东经", "lon_wgs84", "longitude_wgs84", "lon_dd", "long_dd",
    "dd_long", "x_lon", "xlon", "dlong", "dec_long", "long_dec", "longitud", "länge", "laenge", "geogr_länge",
    "долгота", "gps_longitude", "gps_lon",
)  # fmt: skip
LATITUDE = (
    "latitude", "lat", "纬度", "北纬", "lat_wgs84", "latitude_wgs84", "lat_dd", "dd_lat", "y_lat", "ylat", "dlat",
    "dec_lat", "lat_dec", "latitud", "breite", "geogr_breite", "широта", "gps_latitude", "gps_lat",
)  # fmt: skip
EASTING = (
    "x", "easting", "east", "x坐标", "横坐标", "东坐标", "coord_x", "x_coord", "xcoord", "point_x", "utm_x",
    "utm_e", "utme", "x_utm", "e", "posx", "pos_x", "rechtswert", "ostwert",
)  # fmt: skip
NORTHING = (
    "y", "northing", "north", "y坐标", "纵坐标", "北坐标", "coord_y", "y_coord", "ycoord", "point_y", "utm_y",
    "utm_n", "utmn", "y_utm", "n", "posy", "pos_y", "hochwert", "nordwert",
)  # fmt: skip


@dataclass(frozen=True)
class Pair:
    """Two coordinate columns by position."""

    x: int
    y: int
    degrees: bool
    """Whether the headings say longitude and latitude."""

    def axes(self) -> tuple[tuple[int, Axis], tuple[int, Axis]]:
        """Both columns, with what their headings say they are."""
        return ((self.x, "lon" if self.degrees else ""), (self.y, "lat" if self.degrees else ""))


def find_pair(names: Sequence[str]) -> Pair | None:
    """The coordinate columns by their headings; longitude and latitude win over x and y."""
    keys = [_keys(x) for x in names]
    for first, second, degrees in ((LONGITUDE, LATITUDE, True), (EASTING, NORTHING, False)):
        x, y = _first(keys, first), _first(keys, second)
        if x is not None and y is not None:
            return Pair(x, y, degrees)
    return None


def is_degrees(x: str, y: str) -> bool:
    """Whether two headings say longitude and latitude."""
    return any(k in LONGITUDE for k in _keys(x)) and any(k in LATITUDE for k in _keys(y))


def x_is_northing(x: tuple[float, float], y: tuple[float, float]) -> bool:
    """Whether, by the ranges of their values, the first column is the northing: surveys in China call it X."""

    def northing(low: float, high: float) -> bool:
        return low > 1_500_000 and high < 6_500_000

    def easting(low: float, high: float) -> bool:
        return (low > 100_000 and high < 1_000_000) or (low > 13_000_000 and high < 46_000_000)

    return northing(*x) and easting(*y)


def _keys(name: str) -> tuple[str, ...]:
    """A heading, and the parts of one that was joined from several rows or languages (``X/横坐标``)."""
    return tuple(dict.fromkeys([_key(name), *(_key(x) for x in re.split(r"[/／|]", name))]))


def _key(name: str) -> str:
    text = unicodedata.normalize("NFKC", name).casefold()
    text = re.sub(r"[(\[{].*?[)\]}]", "", text)
    text = text.replace("°", "")
    return re.sub(r"[\s._-]+", "_", text.strip()).strip("_")


def _first(keys: list[tuple[str, ...]], wanted: tuple[str, ...]) -> int | None:
    for word in wanted:
        for i, key in enumerate(keys):
            if word in key:
                return i
    return None
