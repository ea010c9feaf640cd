"""Search of coordinate systems by code, name or area, in both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import pyproj
from pyproj.database import query_crs_info
from pyproj.enums import PJType

LIMIT = 12
_USUAL = ("cgcs2000", "wgs 84", "china geodetic")
"""Beginnings of names that come before others that fit as well."""
# Words of people for what the register writes in English.
_WORDS = {
    "国家2000": "cgcs2000", "大地2000": "cgcs2000", "2000国家大地": "cgcs2000", "西安80": "xian 1980",
    "西安1980": "xian 1980", "北京54": "beijing 1954", "北京1954": "beijing 1954", "高斯克吕格": "gauss-kruger",
    "高斯": "gauss-kruger", "三度带": "3-degree", "3度带": "3-degree", "六度带": "gauss-kruger",
    "6度带": "gauss-kruger", "中央经线": "cm", "中央子午线": "cm", "带": "zone", "中国": "china",
    "墨卡托": "mercator", "krüger": "kruger",
}  # fmt: skip


@dataclass(frozen=True)
class CrsEntry:
    """One entry of the register."""

    code: str
    name: str
    area: str
    """Where it is used, in words."""


def search_crs(text: str, limit: int = LIMIT) -> tuple[CrsEntry, ...]:
    """Horizontal systems of the EPSG register that match every word of `text`; an exact code comes first."""
    plain = text.casefold().strip().removeprefix("epsg:")
    for word, meant in sorted(_WORDS.items(), key=lambda x: -len(x[0])):
        plain = plain.replace(word, f" {meant} ")
    words = re.findall(r"[^\s,，、;/()]+", plain)
    if not words:
        return ()
    found = []
    for entry in _register():
        code, name = entry.code.removeprefix("EPSG:"), entry.name.casefold()
        everything = f"{code} {name} {entry.area.casefold()}"
        if all(x in everything for x in words):
            usual = name.startswith(_USUAL)
            rank = (code != words[0] or len(words) > 1, not all(x in name for x in words), not usual, len(name))
            found.append((rank, entry))
    found.sort(key=lambda x: (*x[0], x[1].code))
    return tuple(x for _, x in found[:limit])


@cache
def _register() -> tuple[CrsEntry, ...]:
    kinds = [PJType.GEOGRAPHIC_2D_CRS, PJType.PROJECTED_CRS]
    return tuple(_entry(x) for x in query_crs_info("EPSG", kinds))


def _entry(info: pyproj.database.CRSInfo) -> CrsEntry:
    use = info.area_of_use
    area = (use.name or "") if use is not None else ""
    return CrsEntry(f"EPSG:{info.code}", info.name, area)
