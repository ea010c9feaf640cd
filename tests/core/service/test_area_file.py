"""A study area may come in any format with polygons; whatever else comes is refused in a sentence."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pyogrio.raw
import pyproj
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from core.errors import OreSightError
from core.service.area_file import read_area_file

SQUARE = shapely.box(110, 41, 110.5, 41.4)


def written(folder: Path, driver: str, name: str, *shapes: BaseGeometry, crs: str | None = "EPSG:4326") -> Path:
    kind = shapes[0].geom_type
    pyogrio.raw.write(
        str(folder / name), shapely.to_wkb(list(shapes)), [], [], geometry_type=kind, driver=driver, crs=crs
    )
    return folder / name


@pytest.mark.parametrize(("driver", "ending"), [("GPKG", "gpkg"), ("KML", "kml"), ("FlatGeobuf", "fgb")])
def test_formats(driver: str, ending: str, tmp_path: Path) -> None:
    path = written(tmp_path, driver, f"area.{ending}", SQUARE)
    area = read_area_file(path.read_bytes(), f"省界.{ending}")
    assert area.equals_exact(SQUARE, 1e-7, normalize=True)


def test_a_projected_shapefile_in_a_zip(tmp_path: Path) -> None:
    forth = pyproj.Transformer.from_crs(4326, 32649, always_xy=True)
    shape = shapely.Polygon([forth.transform(x, y) for x, y in SQUARE.exterior.coords])
    far = shapely.Polygon([forth.transform(x + 1, y) for x, y in SQUARE.exterior.coords])
    path = written(tmp_path, "ESRI Shapefile", "a.shp", shape, far, crs="EPSG:32649")
    packed = tmp_path / "a.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for one in path.parent.glob("a.*"):
            if one.suffix != ".zip":
                archive.write(one, one.name)
    area = read_area_file(packed.read_bytes(), "a.zip")
    assert len(shapely.get_parts(area)) == 2
    assert area.bounds == pytest.approx((110, 41, 111.5, 41.4), abs=1e-6)


@pytest.mark.filterwarnings("ignore:'crs' was not provided")
def test_what_is_no_area_is_refused(tmp_path: Path) -> None:
    points = written(tmp_path, "GPKG", "p.gpkg", shapely.Point(110, 41))
    lost = written(tmp_path, "GPKG", "l.gpkg", shapely.box(500_000, 4_500_000, 510_000, 4_510_000), crs=None)
    for raw, name in ((points.read_bytes(), "p.gpkg"), (lost.read_bytes(), "l.gpkg"), (b"no", "n.kml")):
        with pytest.raises(OreSightError) as error:
            read_area_file(raw, name)
        assert error.value.say("en") != error.value.say("zh")
