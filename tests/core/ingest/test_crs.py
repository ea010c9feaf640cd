"""Coordinate systems: never guessed silently, converted exactly."""

from __future__ import annotations

from pathlib import Path

import geopandas as gpd
import pyproj
import pytest
import shapely

from core.database.engine import Database
from core.errors import IngestError
from core.ingest import LoadDecisions, inspect, load
from core.ingest.crs import crs_name
from tests.core.ingest import files

PLACES = [(109.9903, 41.8506), (109.8822, 41.8336), (110.0375, 41.9239)]


@pytest.mark.parametrize("epsg", [4326, 4490, 32649, 3857, 4545])
def test_same_places_in_any_coordinate_system(module_database: Database, tmp_path: Path, epsg: int) -> None:
    frame = gpd.GeoDataFrame({"n": [1, 2, 3]}, geometry=[shapely.Point(x) for x in PLACES], crs=4326).to_crs(epsg)
    path = files.gpkg(tmp_path / f"p{epsg}.gpkg", {"p": frame})
    record = load(module_database, path, LoadDecisions(table=f"p{epsg}"))
    assert record.crs_original == f"EPSG:{epsg}"
    loaded = files.rows_of(module_database, f"p{epsg}", "ST_X(geom) AS x, ST_Y(geom) AS y")
    for row, (x, y) in zip(loaded, PLACES, strict=True):
        assert (row["x"], row["y"]) == pytest.approx((x, y), abs=1e-9)  # a tenth of a millimetre


def test_lines_and_polygons_are_converted_vertex_by_vertex(module_database: Database, tmp_path: Path) -> None:
    ring = shapely.Polygon([(500_000, 4_630_000), (501_000, 4_630_000), (501_000, 4_631_000)])
    frame = gpd.GeoDataFrame({"n": [1]}, geometry=[ring], crs=32649)
    record = load(module_database, files.gpkg(tmp_path / "r.gpkg", {"ring": frame}))
    # 500 km east of the false origin is the central meridian of the zone.
    assert record.extent[0] == pytest.approx(111.0, abs=1e-12)
    there = pyproj.Transformer.from_crs(4326, 32649, always_xy=True)
    wkb = files.rows_of(module_database, "ring", "ST_AsBinary(geom) AS g")[0]["g"]
    back = [there.transform(*x) for x in shapely.get_coordinates(shapely.from_wkb(bytes(wkb)))]
    assert {(round(x), round(y)) for x, y in back} == {
        (500_000, 4_630_000), (501_000, 4_630_000), (501_000, 4_631_000)
    }  # fmt: skip


def test_missing_prj_is_asked_for_with_candidates(module_database: Database, tmp_path: Path) -> None:
    path = files.shapefile(tmp_path / "无坐标系.shp", [shapely.Point(x) for x in PLACES], [b"A"], [[b"1"]] * 3)
    with pytest.raises(IngestError) as caught:
        load(module_database, path)
    assert "无坐标系.shp" in caught.value.say()
    assert "EPSG:4490" in caught.value.say()
    assert "EPSG:4490" in caught.value.say("zh")
    report = inspect(path)
    assert [x.code for x in report.crs_candidates][:2] == ["EPSG:4490", "EPSG:4326"]
    assert report.rows == 3  # everything else was checked all the same
    record = load(module_database, path, LoadDecisions(crs="EPSG:4490"))
    assert record.crs_original == "EPSG:4490"
    assert "crs_decided" in files.codes(record.report)


def test_gauss_kruger_with_zone_prefix_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "gk.csv"
    path.write_text("id,X,Y\n1,4632000,37499000\n2,4633000,37500000\n")  # Chinese X is the northing
    report = inspect(path)
    assert (report.x, report.y) == ("Y", "X")
    assert "xy_northing" in files.codes(report.findings)
    assert report.crs_candidates[0].code == "EPSG:4525"  # CGCS2000, three-degree zone 37: central meridian 111° E
    west, south, east, north = report.crs_candidates[0].extent
    assert 110.9 < west < east < 111.1
    assert 41.7 < south < north < 41.9


def test_zone_without_number_asks_for_the_zone(tmp_path: Path) -> None:
    path = tmp_path / "utm.csv"
    path.write_text("id,x,y\n1,499000,4632000\n2,500000,4633000\n")
    assert files.codes(inspect(path).errors) == {"crs_missing_zone"}


def test_geojson_with_metres_and_no_crs_is_not_taken_as_degrees(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "gk.geojson", [files.feature(shapely.Point(39_512_345, 3_401_234), n=1)])
    with pytest.raises(IngestError, match="are not degrees") as caught:
        load(module_database, path)
    assert "EPSG:4527" in caught.value.say()  # CGCS2000 zone 39
    record = load(module_database, path, LoadDecisions(crs="EPSG:4527"))
    assert record.extent[0] == pytest.approx(117.128, abs=0.01)


def test_old_crs_member_is_honoured(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(
        tmp_path / "member.geojson", [files.feature(shapely.Point(500_123.4, 3_401_234.5), n=1)], epsg=4547
    )
    record = load(module_database, path)
    assert record.crs_original == "EPSG:4547"
    assert record.extent[0] == pytest.approx(114.0013, abs=1e-4)


def test_decision_against_the_file_is_reported(module_database: Database, tmp_path: Path) -> None:
    points = [shapely.Point(x) for x in PLACES]
    path = files.shapefile(tmp_path / "over.shp", points, [b"A"], [[b"1"]] * 3, epsg=4326)
    record = load(module_database, path, LoadDecisions(crs="EPSG:4610"))
    assert record.crs_original == "EPSG:4610"
    assert {"crs_overridden", "crs_ballpark"} <= files.codes(record.report)  # Xian 1980 has no public parameters


def test_wrong_decision_is_refused(module_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "utm.csv"
    path.write_text("id,x,y\n1,499000,4632000\n2,500000,4633000\n")
    with pytest.raises(IngestError, match="are not degrees"):
        load(module_database, path, LoadDecisions(crs="EPSG:4326"))
    with pytest.raises(IngestError, match="“EPSG:99999999” is not a coordinate system"):
        load(module_database, path, LoadDecisions(crs="EPSG:99999999"))
    with pytest.raises(IngestError, match="outside the world"):
        load(module_database, path, LoadDecisions(crs="EPSG:4525"))  # its eastings begin with 37
    assert files.tables(module_database).isdisjoint({"utm"})


def test_exchanged_columns_are_refused_with_the_remedy(module_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "swapped.csv"
    path.write_text("id,lon,lat\n1,30.66,104.06\n2,30.76,103.95\n")
    with pytest.raises(IngestError, match="seem exchanged"):
        load(module_database, path)
    record = load(module_database, path, LoadDecisions(x="lat", y="lon"))  # degrees all the same
    assert record.extent == (103.95, 30.66, 104.06, 30.76)
    assert "crs_assumed" in files.codes(record.report)


def test_one_stray_row_decides_nothing(module_database: Database, tmp_path: Path) -> None:
    rows = "".join(f"{i},110.{i:03d},41.5\n" for i in range(200))
    path = tmp_path / "stray.csv"
    path.write_text(f"id,lon,lat\n{rows}999,-9999,-9999\n")
    record = load(module_database, path)
    assert (record.rows_in, record.rows_loaded) == (201, 200)
    outside = next(x for x in record.report if x.code == "geometry_range")
    assert outside.rows == (202,)  # the line of the file, headings counted


def test_height_system_is_left_aside(module_database: Database, tmp_path: Path) -> None:
    frame = gpd.GeoDataFrame({"n": [1]}, geometry=[shapely.Point(110, 41, 1500)], crs=4979)
    record = load(module_database, files.gpkg(tmp_path / "z.gpkg", {"heights": frame}))
    assert record.rows_loaded == 1
    assert "geometry_z" in files.codes(record.report)
    assert files.rows_of(module_database, "heights", "ST_AsText(geom) AS g") == [{"g": "POINT(110 41)"}]


def test_prefers_the_operation_made_for_the_area(tmp_path: Path) -> None:
    # Beijing 1954 has accurate parameters for some basins only; elsewhere they must not be used.
    path = files.geojson(tmp_path / "b.geojson", [files.feature(shapely.Point(100.2, 26.1), n=1)], epsg=4214)
    report = inspect(path)
    assert "crs_ballpark" in files.codes(report.findings)


def test_a_system_without_a_code_or_name_is_told_by_its_projection() -> None:
    names = {
        "EPSG:4490": "EPSG:4490",
        "+proj=utm +zone=49 +datum=WGS84": "EPSG:32649",
        "+proj=aea +lat_1=25 +lat_2=47 +lon_0=105 +ellps=krass": "unnamed (Albers Equal Area)",
    }
    for text, name in names.items():
        assert crs_name(pyproj.CRS(text)) == name
