"""A file, or its content, that is loaded already."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import geopandas as gpd
import pyarrow as pa
import shapely
from pyarrow import parquet

from core.database.engine import Database
from core.database.registry import list_layers
from core.ingest import LoadDecisions, inspect, load
from tests.core.ingest import files

POINTS = [(110.123, 41.456), (110.234, 41.567), (110.345, 41.678)]


def test_the_same_file_and_the_same_content_are_pointed_out(database: Database, tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "a.geojson", [files.feature(shapely.Point(x), n=1) for x in POINTS])
    load(database, path, LoadDecisions(table="first"))
    copy = shutil.copy(path, tmp_path / "renamed.geojson")
    again = inspect(Path(copy), layers=list_layers(database))
    assert "“first”" in next(x.text for x in again.findings if x.code == "same_file")
    frame = gpd.GeoDataFrame({"n": [1, 2, 3]}, geometry=[shapely.Point(x) for x in POINTS], crs=4326)
    other = files.gpkg(tmp_path / "b.gpkg", {"points": frame.to_crs(4545)})
    found = inspect(other, layers=list_layers(database))
    assert "“first”" in next(x.text for x in found.findings if x.code == "same_content")


def test_other_content_is_not_suspected(database: Database, tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "a.geojson", [files.feature(shapely.Point(x), n=1) for x in POINTS])
    load(database, path, LoadDecisions(table="first"))
    moved = [shapely.Point(x + 0.001, y) for x, y in POINTS]
    other = files.geojson(tmp_path / "b.geojson", [files.feature(x, n=1) for x in moved])
    codes = files.codes(inspect(other, layers=list_layers(database)).findings)
    assert not codes & {"same_file", "same_content"}


def test_null_and_empty_geometries_are_told_apart(tmp_path: Path) -> None:
    frame = gpd.GeoDataFrame({"n": [1, 2, 3]}, geometry=[shapely.Point(110, 41), None, shapely.Point()], crs=4326)
    report = inspect(files.gpkg(tmp_path / "gaps.gpkg", {"gaps": frame}))
    rows = {x.code: x.rows for x in report.findings if x.rows}
    assert (rows["geometry_null"], rows["geometry_empty"]) == ((2,), (3,))


def test_repair_says_what_was_wrong_and_how_much_changed(tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "bow.geojson", [files.feature(shapely.Polygon(files.BOW_TIE), n=1)])
    text = next(x.text for x in inspect(path).findings if x.code == "geometry_repaired")
    assert "self-intersection" in text
    assert "rings and edges" in text
    assert "m²" in text


def test_measures_are_left_out_and_told(tmp_path: Path) -> None:
    line = shapely.to_wkb(shapely.from_wkt("LINESTRING M (110 41 5, 111 42 6)"), flavor="iso")
    about = {"version": "1.1.0", "primary_column": "g", "columns": {"g": {"encoding": "WKB"}}}
    table = pa.table({"n": [1], "g": [line]}).replace_schema_metadata({"geo": json.dumps(about)})
    parquet.write_table(table, tmp_path / "measured.parquet")
    report = inspect(tmp_path / "measured.parquet")
    assert (report.usable, report.crs) == (1, "OGC:CRS84")
    assert "geometry_z" in files.codes(report.findings)


def test_features_across_the_antimeridian_are_parted(database: Database, tmp_path: Path) -> None:
    square = shapely.Polygon([(179, 60), (-179, 60), (-179, 62), (179, 62)])
    path = files.geojson(tmp_path / "chukotka.geojson", [files.feature(square, n=1)])
    record = load(database, path)
    assert "geometry_parted" in files.codes(record.report)
    assert "geometry_repaired" not in files.codes(record.report)
    wkb = files.rows_of(database, "chukotka", "ST_AsBinary(geom) AS g")[0]["g"]
    parts = sorted(x.bounds for x in shapely.get_parts(shapely.from_wkb(bytes(wkb))))
    assert parts == [(-180.0, 60.0, -179.0, 62.0), (179.0, 60.0, 180.0, 62.0)]


def test_a_belt_around_the_world_is_left_as_it_is(tmp_path: Path) -> None:
    belt = shapely.segmentize(shapely.box(-180, 10, 180, 20), 10)
    report = inspect(files.geojson(tmp_path / "belt.geojson", [files.feature(belt, n=1)]))
    codes = files.codes(report.findings)
    assert "geometry_wide" in codes
    assert "geometry_parted" not in codes
