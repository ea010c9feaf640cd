"""Files as surveys send them, made by the tests."""

from __future__ import annotations

import io
import json
import warnings
import zipfile
from pathlib import Path

import numpy as np
import openpyxl
import pyogrio.raw
import pyproj
import shapely

NAMES = ("青石岭组", "柳河组", "黑石山岩体", "白水岩体", "高山组", "王家沟组")
ROCKS = ("砂岩", "页岩", "蛇纹岩", "蛇纹岩", "灰岩", "砂岩")
ZONE = "EPSG:4526"
"""CGCS2000, three-degree zone 38 with the number of the zone before the easting."""
WEST, SOUTH = 113.4, 36.2


def province_zip(folder: Path) -> Path:
    """Polygons in GBK without ``.cpg`` and ``.prj``; one crosses itself, one is empty, one has no geometry."""
    to_zone = pyproj.Transformer.from_crs("EPSG:4326", ZONE, always_xy=True)

    def square(i: int) -> shapely.Polygon:
        west, south = WEST + 0.1 * (i % 3), SOUTH + 0.1 * (i // 3)
        lon = np.array([west, west + 0.08, west + 0.08, west, west])
        lat = np.array([south, south, south + 0.08, south + 0.08, south])
        return shapely.Polygon(np.column_stack(to_zone.transform(lon, lat)))

    shapes: list[shapely.Geometry | None] = [square(i) for i in range(6)]
    ring = shapely.get_coordinates(shapes[4])
    shapes[4] = shapely.Polygon(ring[[0, 2, 1, 3, 0]])  # a bow tie
    shapes += [None, shapely.Polygon()]
    texts = [(*NAMES, "无图形", "空图形"), (*ROCKS, "砂岩", "砂岩")]
    path = folder / "province.shp"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the coordinate system is missing is the point
        pyogrio.raw.write(
            str(path), shapely.to_wkb(shapes), [np.array(x, dtype=object) for x in texts], ["地层名称", "岩性"],
            geometry_type="Polygon", encoding="GBK", driver="ESRI Shapefile", promote_to_multi=False,
        )  # fmt: skip
    packed = folder / "某省地质图.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for suffix in (".shp", ".shx", ".dbf"):
            archive.write(path.with_suffix(suffix), f"某省地质图{suffix}")
    return packed


def assays(folder: Path) -> Path:
    """A worksheet of analyses with a row of units, limits of detection, ND, a zero and −9999."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Sample No", "Longitude", "Latitude", "Au", "Cu", "As"])
    sheet.append(["", "°", "°", "ppb", "ppm", "ppm"])
    cells = [("<0.5", 12, "ND"), (3.5, 40, 7), (912.25, "<2", 0), ("<0.5", 18, -9999), (1.5, 33, 11)]
    for i, (au, cu, arsenic) in enumerate(cells):
        sheet.append([f"S-{i + 1:03d}", 113.5 + 0.01 * i, 36.4, au, cu, arsenic])
    path = folder / "assays.xlsx"
    book.save(path)
    return path


def faults(folder: Path) -> Path:
    """Two faults beside the polygons."""
    lines = [
        ((WEST - 0.05, SOUTH - 0.05), (WEST - 0.05, SOUTH + 0.25)),
        ((WEST, SOUTH), (WEST + 0.3, SOUTH + 0.2)),
    ]
    features = [
        {"type": "Feature", "properties": {"name": f"F{i}"}, "geometry": {"type": "LineString", "coordinates": x}}
        for i, x in enumerate(lines, 1)
    ]
    path = folder / "faults.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    return path


def hostile_zip(folder: Path) -> Path:
    """An archive whose member would be written beside the directory it is unpacked in."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("../../evil.shp", b"\0\0\x27\x0a" + b"\0" * 96)
    path = folder / "hostile.zip"
    path.write_bytes(out.getvalue())
    return path
