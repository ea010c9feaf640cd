"""Every format lands as the same kind of layer: right rows, types, geometry, indexes, registry entry."""

from __future__ import annotations

import datetime
import zipfile
from pathlib import Path

import geopandas as gpd
import pytest
import shapely
import sqlalchemy as sa

from core.database.engine import Database
from core.database.registry import data_version, list_layers
from core.errors import IngestError
from core.ingest import LoadDecisions, inspect, load
from tests.core.ingest import files

POINTS = [shapely.Point(110.01, 41.82), shapely.Point(110.02, 41.83), shapely.Point(110.03, 41.84)]


def _points(db: Database, table: str) -> list[tuple[float, float]]:
    return [(x["x"], x["y"]) for x in files.rows_of(db, table, "ST_X(geom) AS x, ST_Y(geom) AS y")]


def test_geojson_keeps_types_and_order(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(
        tmp_path / "Gold sites.geojson",
        [
            files.feature(POINTS[0], name="赛乌素", grade=1.5, year=1987, open=True, seen="2020-03-01"),
            files.feature(POINTS[1], name=None, grade=None, year=9007199254740993, open=None, seen=None),
            files.feature(POINTS[2], name="C", grade=2, year=2001, open=False, seen="2021-12-31"),
        ],
    )
    record = load(module_database, path)
    assert (record.table, record.title, record.rows_in, record.rows_loaded) == ("gold_sites", "Gold sites", 3, 3)
    assert record.geometry == "Point"
    rows = files.rows_of(module_database, "gold_sites", "fid, name, grade, year, open, seen")
    assert rows[0] == {
        "fid": 1, "name": "赛乌素", "grade": 1.5, "year": 1987, "open": True, "seen": datetime.date(2020, 3, 1)
    }  # fmt: skip
    assert rows[1]["year"] == 9007199254740993  # not rounded through a floating point number
    assert rows[1]["grade"] is None
    assert _points(module_database, "gold_sites") == [(110.01, 41.82), (110.02, 41.83), (110.03, 41.84)]
    assert record.extent == (110.01, 41.82, 110.03, 41.84)


def test_geopackage_layers_are_listed_and_chosen(module_database: Database, tmp_path: Path) -> None:
    deposits = gpd.GeoDataFrame({"n": [1]}, geometry=[POINTS[0]], crs=4490)
    lines = gpd.GeoDataFrame({"n": [7]}, geometry=[shapely.LineString([(110, 41), (110.1, 41.2)])], crs=4490)
    path = files.gpkg(tmp_path / "geology.gpkg", {"矿点": deposits, 'faults "old"': lines})
    report = inspect(path)
    assert [(x.name, x.geometry, x.rows) for x in report.sheets] == [
        ("矿点", "Point", 1),
        ('faults "old"', "LineString", 1),
    ]
    assert files.codes(report.errors) == {"sheet_choice"}
    with pytest.raises(IngestError, match="矿点"):
        load(module_database, path)
    with pytest.raises(IngestError, match="no layer or sheet “rivers”"):
        load(module_database, path, LoadDecisions(sheet="rivers"))
    record = load(module_database, path, LoadDecisions(sheet='faults "old"'))
    assert (record.table, record.geometry, record.source_layer) == (
        "faults_old",
        "MultiLineString",
        'faults "old"',
    )
    assert record.crs_original == "EPSG:4490"
    assert load(module_database, path, LoadDecisions(sheet="矿点")).table == "矿点"


def test_zipped_shapefile_in_a_folder_with_upper_case_names(module_database: Database, tmp_path: Path) -> None:
    shp = files.shapefile(tmp_path / "a.shp", POINTS, [b"NAME"], [[b"x"], [b"y"], [b"z"]], epsg=4326)
    path = tmp_path / "delivery.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for part in shp.parent.glob("a.*"):
            archive.write(part, f"Data/MINES{part.suffix.upper()}")
        archive.writestr("Data/readme.pdf", b"%PDF")
    record = load(module_database, path)
    assert (record.table, record.source_file, record.rows_loaded) == ("mines", "delivery.zip", 3)
    assert [x["NAME"] for x in files.rows_of(module_database, "mines", '"NAME"')] == ["x", "y", "z"]


def test_archive_with_two_shapefiles_asks_which(module_database: Database, tmp_path: Path) -> None:
    one = files.shapefile(tmp_path / "one.shp", POINTS, [b"A"], [[b"1"]] * 3, epsg=4326)
    two = files.shapefile(tmp_path / "two.shp", POINTS[:2], [b"A"], [[b"2"]] * 2, epsg=4326)
    path = tmp_path / "both.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for shp in (one, two):
            for part in shp.parent.glob(shp.stem + ".*"):
                archive.write(part, part.name)
    with pytest.raises(IngestError, match="“one”, “two”"):
        load(module_database, path)
    assert load(module_database, path, LoadDecisions(sheet="two")).rows_loaded == 2


def test_layers_inside_the_data_sets_of_an_archive(module_database: Database, tmp_path: Path) -> None:
    """Two GeoPackages in one archive, one of them with several layers."""
    one = gpd.GeoDataFrame({"n": [1]}, geometry=[shapely.Point(110, 41)], crs=4326)
    two = gpd.GeoDataFrame({"n": [1, 2]}, geometry=[shapely.Point(111, 41), shapely.Point(111, 42)], crs=4326)
    many = files.gpkg(tmp_path / "many.gpkg", {"gold": one, "tin": two})
    single = files.gpkg(tmp_path / "single.gpkg", {"iron": one})
    path = tmp_path / "both.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(many, "many.gpkg")
        archive.write(single, "single.gpkg")
    assert [x.name for x in inspect(path).sheets] == ["many", "single"]
    inside = inspect(path, sheet="many")
    assert [x.name for x in inside.sheets] == ["many › gold", "many › tin", "single"]
    assert files.codes(inside.errors) == {"sheet_choice"}
    assert inspect(path, sheet="many › tin").usable == 2
    assert load(module_database, path, LoadDecisions(sheet="many › tin", table="inside")).rows_loaded == 2
    assert inspect(path, sheet="single").usable == 1
    with pytest.raises(IngestError, match="lead"):
        inspect(path, sheet="many › lead")


def test_csv_and_excel_give_the_same_layer(module_database: Database, tmp_path: Path) -> None:
    rows = [("id", "lon", "lat", "Au(ppb)"), ("S1", 110.1, 41.5, 3), ("S2", 110.2, 41.6, 0.7)]
    csv = tmp_path / "a.csv"
    csv.write_text("\n".join(",".join(map(str, x)) for x in rows), encoding="utf-8")
    excel = files.workbook(tmp_path / "b.xlsx", rows)
    for path in (csv, excel):
        record = load(module_database, path)
        assert record.rows_loaded == 2
        assert "crs_assumed" in files.codes(record.report)  # longitude and latitude on WGS 84: an assumption
    a, b = (files.rows_of(module_database, x, 'id, lon, lat, "Au(ppb)", ST_AsText(geom) AS g') for x in "ab")
    assert a == b
    assert a[1] == {"id": "S2", "lon": 110.2, "lat": 41.6, "Au(ppb)": 0.7, "g": "POINT(110.2 41.6)"}


def test_layer_has_indexes_statistics_grants_and_registry_entry(database: Database, tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "p.geojson", [files.feature(x, n=i) for i, x in enumerate(POINTS)])
    before = data_version(database)
    load(database, path, LoadDecisions(table="spots", title="Spots"))
    indexes = {
        x["indexdef"].split("USING ")[1]
        for x in _as_owner(database, "SELECT indexdef FROM pg_indexes WHERE schemaname='layers'")
    }
    assert indexes == {"btree (fid)", "gist (geom)", "gist (geom_ecef gist_geometry_ops_nd)"}
    assert files.scalar(database, "SELECT reltuples FROM pg_class WHERE oid = 'layers.spots'::regclass") == 3
    assert files.scalar(database, "SELECT type FROM geometry_columns WHERE f_geometry_column = 'geom'") == "POINT"
    entry = list_layers(database)[0]
    assert (entry.table, entry.title, entry.version, entry.source_file) == ("spots", "Spots", 1, "p.geojson")
    assert len(entry.sha256) == 64
    assert data_version(database) > before
    with database.reader.connect() as connection:
        connection.exec_driver_sql("SET TRANSACTION READ WRITE")  # the setting is no wall, the privileges are
        with pytest.raises(sa.exc.DBAPIError, match="permission denied"):
            connection.exec_driver_sql("DELETE FROM layers.spots")


def _as_owner(db: Database, statement: str) -> list[sa.RowMapping]:
    with db.owner.connect() as connection:
        return list(connection.execute(sa.text(statement)).mappings())


def test_inspect_writes_nothing_and_agrees_with_load(database: Database, tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "p.geojson", [files.feature(x, n=i) for i, x in enumerate(POINTS)])
    report = inspect(path)
    assert files.tables(database) == set()
    record = load(database, path)
    assert (report.rows, report.usable, report.extent, report.geometry, report.table) == (
        record.rows_in, record.rows_loaded, record.extent, record.geometry, record.table,
    )  # fmt: skip
    assert files.codes(report.findings) == files.codes(record.report)
    assert report.sha256 == record.sha256


def test_shapefile_without_index_or_table(module_database: Database, tmp_path: Path) -> None:
    shp = files.shapefile(tmp_path / "bare.shp", POINTS, [b"A"], [[b"1"]] * 3, epsg=4326)
    shp.with_suffix(".shx").unlink()
    shp.with_suffix(".dbf").unlink()
    record = load(module_database, shp)
    assert record.rows_loaded == 3
    missing = {x.text.split(" is missing")[0] for x in record.report if x.code == "companion_missing"}
    assert missing == {"The companion file bare.dbf", "The companion file bare.shx"}


def test_shapefile_with_an_index_that_does_not_fit(module_database: Database, tmp_path: Path) -> None:
    shp = files.shapefile(tmp_path / "odd.shp", POINTS, [b"A"], [[b"1"]] * 3, epsg=4326)
    shx = shp.with_suffix(".shx")
    shx.write_bytes(shx.read_bytes()[:100] + b"\0\0\0\x39\0\0\0\x0a" * 3)
    record = load(module_database, shp)
    assert record.rows_loaded == 3
    assert "index_broken" in files.codes(record.report)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.geojson", b"", "empty"),
        ("a.geojson", b"{ not json", "cannot be read"),
        ("a.geojson", b'{"type": "FeatureCollection", "features": []}', "no rows"),
        ("a.csv", b"lon,lat\n", "no rows"),
        ("a.csv", b"\n\n", "no rows"),
        ("a.gpkg", b"SQLite format 3\0" + b"\0" * 200, "cannot be read"),
        ("a.xlsx", b"PK\x03\x04nothing", "cannot be read"),
        ("a.zip", b"PK\x03\x04nothing", "damaged"),
        ("a.docx", b"PK\x03\x04", "not a file OreSight can read"),
        ("a.shp", b"\0\0\x27\x0a" + b"\0" * 96, "no rows"),
    ],
)
def test_useless_files_are_refused_by_name(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(IngestError, match=words) as caught:
        inspect(path)
    assert name in caught.value.say()
    assert str(tmp_path) not in caught.value.say()
    assert caught.value.say("zh") != caught.value.say("en")


def test_a_table_without_coordinates_lists_its_columns_to_choose_from(
    module_database: Database, tmp_path: Path
) -> None:
    path = tmp_path / "unplaced.csv"
    path.write_text("Rechts,Hoch,Name\n104.1,30.2,Alpha\n")
    report = inspect(path)
    assert [x.code for x in report.errors] == ["xy_missing"]
    assert report.headings == ("Rechts", "Hoch", "Name")
    assert report.sample == ((2, ("104.1", "30.2", "Alpha")),)
    with pytest.raises(IngestError, match="no columns that look like coordinates"):
        load(module_database, path)
    chosen = inspect(path, x="Rechts", y="Hoch", crs="EPSG:4326")
    assert (chosen.errors, chosen.usable, chosen.points) == ((), 1, ((104.1, 30.2),))


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match=r"nowhere\.csv"):
        inspect(tmp_path / "nowhere.csv")


def test_progress_reaches_the_end(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "steps.geojson", [files.feature(x, n=i) for i, x in enumerate(POINTS)])
    steps: list[tuple[int, int, str]] = []
    load(module_database, path, progress=lambda *x: steps.append(x))
    assert list(dict.fromkeys(x[2] for x in steps)) == ["reading", "loading", "indexing", "finishing"]
    assert steps[-1][:2] == (3, 3)
    assert all(done <= total for done, total, _ in steps)


def test_a_cell_may_hold_a_whole_polygon_as_text(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    outline = "POLYGON((" + ",".join(f"{110 + i / 1e5:.5f} 41" for i in range(20_000)) + "))"
    path.write_text(f'id,lon,lat,outline\n1,110,41,"{outline}"\n2,111,41,\n')
    assert len(outline) > 200_000
    assert inspect(path).usable == 2
