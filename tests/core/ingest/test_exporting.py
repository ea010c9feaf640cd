"""Exports, read back by other means and compared with what went in."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
import pytest
import shapely
from shapely.geometry import LineString, Point, Polygon

from core.database.engine import Database
from core.errors import IngestError
from core.ingest import LoadDecisions, exporting_rows, load
from core.ingest.exporting import Export, export_layer
from core.ingest.exporting_csv import harmless
from core.ingest.exporting_shapefile import short_names
from tests.core.ingest.files import codes, gpkg

LONG = "很长的说明文字" * 20  # 420 bytes
ROWS: dict[str, list[Any]] = {
    "矿床名称": ["甲", "=2+5", None, "@cmd", "丁"],
    "very_long_column_name": [1, 2, None, 4, 5],
    "very_long_column_other": [1.25, None, -3.5, 1e-9, 12345678.875],
    "note": ["-5", "+ plus", 'a,b\n"c"', "-1-1", LONG],
    "day": pd.to_datetime(["2020-01-02", None, "1999-12-31", "2001-05-06", "2010-10-10"]).date,
    "seen": pd.to_datetime(
        ["2020-01-02 03:04:05", None, "1999-12-31 23:59:59", "2001-05-06 00:00:00", "2010-10-10 10:10:10"]
    ),
    "open": pd.array([True, False, None, True, False], "boolean"),
    "Au_ppb": ["1.5", "<0.5", "2", ">100", "3"],
}
PLACES = [Point(110 + i / 7, 40 + i / 3) for i in range(5)]


@pytest.fixture
def finds(database: Database, tmp_path: Path) -> Database:
    """A layer with everything that formats stumble over."""
    frame = gpd.GeoDataFrame(ROWS, geometry=PLACES, crs="EPSG:4326")
    load(database, gpkg(tmp_path / "in.gpkg", {"finds": frame}), LoadDecisions(table="finds"))
    return database


def exported(database: Database, tmp_path: Path, kind: str, table: str = "finds") -> Export:
    return export_layer(database, table, kind, tmp_path / "out" / kind)  # type: ignore[arg-type]


def told(export: Export, code: str, language: str = "en") -> str:
    return next(x.say(language) for x in export.findings if x.code == code)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several batches, so that types and texts are those of the whole and not of the first."""
    monkeypatch.setattr(exporting_rows, "BATCH", 2)


@pytest.mark.parametrize("kind", ["gpkg", "geojson"])
def test_a_full_format_gives_back_everything(finds: Database, tmp_path: Path, kind: str) -> None:
    export = exported(finds, tmp_path, kind)
    found = gpd.read_file(export.path)
    assert export.rows == len(found) == 5
    assert found.crs == "EPSG:4326"
    assert list(found.geometry) == PLACES
    assert [None if pd.isna(x) else x for x in found["矿床名称"]] == ROWS["矿床名称"]
    assert found["note"].tolist() == ROWS["note"]
    assert found["very_long_column_name"].dropna().tolist() == [1, 2, 4, 5]
    assert found["very_long_column_other"].dropna().tolist() == [1.25, -3.5, 1e-9, 12345678.875]
    assert [x.replace(tzinfo=None) for x in pd.to_datetime(found["seen"]).dropna()] == [
        x for x in ROWS["seen"] if pd.notna(x)
    ]
    assert [None if pd.isna(x) else bool(x) for x in found["open"]] == [True, False, None, True, False]
    assert found["Au_ppb"].dropna().tolist() == [1.5, 2, 3]
    assert found["Au_ppb__raw"].tolist() == ROWS["Au_ppb"]
    assert "Au_ppb__limit" in told(export, "export_censored")


def test_csv_opens_in_a_spreadsheet_and_runs_nothing(finds: Database, tmp_path: Path) -> None:
    export = exported(finds, tmp_path, "csv")
    assert export.path.read_bytes().startswith(b"\xef\xbb\xbf")
    with export.path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [x["矿床名称"] for x in rows] == ["甲", "'=2+5", "", "'@cmd", "丁"]
    assert [x["note"] for x in rows] == ["-5", "'+ plus", 'a,b\n"c"', "'-1-1", LONG]
    assert [(float(x["longitude"]), float(x["latitude"])) for x in rows] == [(p.x, p.y) for p in PLACES]
    assert [x["very_long_column_other"] for x in rows] == ["1.25", "", "-3.5", "1e-09", "12345678.875"]
    assert "4 cells" in told(export, "export_formula")
    assert "note" in told(export, "export_formula")
    assert "4 个单元格" in told(export, "export_formula", "zh")


def test_a_shapefile_tells_what_it_could_not_keep(finds: Database, tmp_path: Path) -> None:
    export = exported(finds, tmp_path, "shapefile")
    with zipfile.ZipFile(export.path) as archive:
        assert {Path(x).suffix for x in archive.namelist()} >= {".shp", ".dbf", ".shx", ".prj", ".cpg", ".csv"}
        listing = archive.read("columns.csv").decode("utf-8-sig").splitlines()
    assert "very_long_column_other,very_lon_1" in listing
    assert "very_long_column_other → very_lon_1" in told(export, "export_names")
    found = gpd.read_file(export.path)
    assert list(found.geometry) == PLACES
    assert found["矿床名"].tolist()[:2] == ["甲", "=2+5"]
    assert found["very_lon_1"].dropna().tolist() == [1.25, -3.5, 1e-9, 12345678.875]
    assert LONG.startswith(found["note"][4])
    assert 250 < len(found["note"][4].encode()) <= 254
    assert "1 longer ones were cut" in told(export, "export_cut")
    assert found["seen"][0].startswith("2020-01-02 03:04:05")
    assert {"export_times", "export_rows"} <= codes(export.findings)


@pytest.mark.parametrize("kind", ["gpkg", "geojson", "csv", "shapefile"])
def test_lines_and_polygons(database: Database, tmp_path: Path, kind: str) -> None:
    shapes = {
        "lines": [LineString([(100, 20), (101, 21.123456789012)]), LineString([(102, 20), (103, 25)])],
        "areas": [
            Polygon([(0, 0), (4, 0), (4, 4), (0, 4)], [[(1, 1), (1, 2), (2, 2), (2, 1)]]),
            Polygon([(10, 10), (11, 10), (11, 11)]),
        ],
    }
    for name, given in shapes.items():
        frame = gpd.GeoDataFrame({"n": [1, 2]}, geometry=given, crs="EPSG:4326")
        load(database, gpkg(tmp_path / f"{name}.gpkg", {name: frame}), LoadDecisions(table=name))
        path = export_layer(database, name, kind, tmp_path / "out" / name).path  # type: ignore[arg-type]
        if kind == "csv":
            with path.open(encoding="utf-8-sig", newline="") as file:
                found = [shapely.from_wkt(x["geometry_wkt"]) for x in csv.DictReader(file)]
        else:
            found = list(gpd.read_file(path).geometry)
        assert all(a.equals(b) for a, b in zip(found, given, strict=True))
        assert all(shapely.hausdorff_distance(a, b) < 1e-12 for a, b in zip(found, given, strict=True))


def test_an_exported_layer_is_loaded_again_as_it_was(finds: Database, tmp_path: Path) -> None:
    export = exported(finds, tmp_path, "gpkg")
    again = load(finds, export.path, LoadDecisions(table="again"))
    assert (again.rows_in, again.rows_loaded, again.geometry) == (5, 5, "Point")
    one = json.loads(exported(finds, tmp_path, "geojson").path.read_text("utf-8"))
    two = json.loads(export_layer(finds, "again", "geojson", tmp_path / "two").path.read_text("utf-8"))
    for a, b in zip(one["features"], two["features"], strict=True):
        assert a["geometry"] == b["geometry"]
        assert {x: a["properties"][x] for x in ROWS} == {x: b["properties"][x] for x in ROWS}


def test_a_failed_export_leaves_nothing(finds: Database, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="no layer “nowhere”") as caught:
        export_layer(finds, "nowhere", "csv", tmp_path / "a")
    assert "nowhere" in caught.value.say("zh")

    class StopError(Exception):
        pass

    def stop(done: int, *_: Any) -> None:
        if done > 2:
            raise StopError

    for kind in ("gpkg", "csv", "shapefile", "geojson"):
        with pytest.raises((StopError, IngestError)):
            export_layer(finds, "finds", kind, tmp_path / "b", stop)  # type: ignore[arg-type]
        assert not (tmp_path / "b").exists()


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("=1", "'=1"), ("-5", "-5"), ("-5 m", "'-5 m"), ("+86 10", "'+86 10"), ("1e3", "1e3"), ("", ""),
        ("\t=1", "'\t=1"), ("@SUM(A1)", "'@SUM(A1)"), ("a=1", "a=1"), ("－5", "－5"),
    ],
)  # fmt: skip
def test_formulas_are_put_to_sleep(text: str, safe: str) -> None:
    assert harmless(text) == safe


def test_short_names_are_unique_and_fit() -> None:
    names = ["矿床名称一", "矿床名称二", "矿床名称三", "ABCDEFGHIJKL", "abcdefghijxx", "ok", "x" * 30]
    short = short_names(names)
    assert list(short) == names
    assert len({x.casefold() for x in short.values()}) == len(names)
    assert all(0 < len(x.encode()) <= 10 for x in short.values())
    assert (short["ok"], short["矿床名称一"]) == ("ok", "矿床名")
