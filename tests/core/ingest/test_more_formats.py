"""KML, FlatGeobuf, GeoParquet, file geodatabases, older and free spreadsheets."""

from __future__ import annotations

import zipfile
from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd
import pyogrio
import pyproj
import pytest
import shapely

from core.database.engine import Database
from core.errors import IngestError
from core.ingest import LoadDecisions, inspect, load
from core.ingest.isolated import load_isolated
from tests.core.ingest import files
from tests.core.ingest.sheets import ods, xls

FRAME = gpd.GeoDataFrame(
    {"名称": ["甲矿", "乙矿"], "code": ["007", "012"], "n": [1, 2]},
    geometry=[shapely.Point(110.5, 41.25), shapely.Point(110.6, 41.35)],
    crs=4326,
)
KML = """<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Survey</name>
<Folder><name>矿点</name>
 <Placemark><name>甲矿</name><ExtendedData><Data name="品位"><value>2.5</value></Data></ExtendedData>
  <Point><coordinates>110.5,41.25,1200</coordinates></Point></Placemark>
 <Placemark><name>乙矿</name><ExtendedData><Data name="品位"><value>&lt;0.5</value></Data></ExtendedData>
  <Point><coordinates>110.6,41.35</coordinates></Point></Placemark>
 <Placemark><name>nowhere</name></Placemark>
</Folder>
<Folder><name>faults</name>
 <Placemark><name>F1</name><ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="kind">thrust</SimpleData>
  </SchemaData></ExtendedData><MultiGeometry>
   <LineString><coordinates>110.1,41.1 110.2,41.2</coordinates></LineString>
   <LineString><coordinates>110.3,41.1 110.4,41.2</coordinates></LineString></MultiGeometry></Placemark>
</Folder>
<NetworkLink><Link><href>http://127.0.0.1/other.kml</href></Link></NetworkLink>
</Document></kml>"""


def _kml(tmp_path: Path, text: str, name: str = "survey.kml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_kml_folders_are_layers_and_chinese_names_of_data_are_kept(
    module_database: Database, tmp_path: Path
) -> None:
    path = _kml(tmp_path, KML)
    report = inspect(path)
    assert [(x.name, x.rows) for x in report.sheets] == [("矿点", 3), ("faults", 1)]
    assert files.codes(report.errors) == {"sheet_choice"}
    record = load(module_database, path, LoadDecisions(sheet="矿点", table="kml_points"))
    assert (record.rows_in, record.rows_loaded) == (3, 2)
    assert {"geometry_null", "geometry_z", "kml_left_out"} <= files.codes(record.report)
    rows = files.rows_of(module_database, "kml_points", '*, ST_X(geom) AS x, ST_Y(geom) AS "lat"')
    assert [(x["name"], x["品位"], x["品位__limit"], x["x"], x["lat"]) for x in rows] == [
        ("甲矿", 2.5, None, 110.5, 41.25),
        ("乙矿", None, 0.5, 110.6, 41.35),
    ]
    load(module_database, path, LoadDecisions(sheet="faults", table="kml_faults"))
    found = files.rows_of(module_database, "kml_faults", "kind, ST_NumGeometries(geom) AS parts")
    assert found == [{"kind": "thrust", "parts": 2}]


def test_kmz_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "survey.kmz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("doc.kml", KML)
        archive.writestr("images/a.png", b"no picture")
    assert inspect(path, sheet="faults").usable == 1


def test_kml_polygons_with_holes_and_broken_coordinates(tmp_path: Path) -> None:
    def ring(size: float) -> str:
        corners = [(110, 41), (110 + size, 41), (110 + size, 41 + size), (110, 41 + size), (110, 41)]
        moved = [(x + (1 - size) / 2, y + (1 - size) / 2) for x, y in corners]
        return f"<LinearRing><coordinates>{' '.join(f'{x},{y}' for x, y in moved)}</coordinates></LinearRing>"

    outer, inner, odd = ring(1), ring(0.5), "<LinearRing><coordinates>1,2 x,y</coordinates></LinearRing>"
    shell = "<Polygon><outerBoundaryIs>{}</outerBoundaryIs>{}</Polygon>"
    polygon = shell.format(outer, f"<innerBoundaryIs>{inner}</innerBoundaryIs>")
    broken = shell.format(odd, "")
    marks = "".join(f"<Placemark>{x}</Placemark>" for x in (polygon, broken))
    report = inspect(_kml(tmp_path, f'<kml xmlns="http://www.opengis.net/kml/2.2">{marks}</kml>'))
    assert (report.rows, report.usable, report.geometry) == (2, 1, "MultiPolygon")
    unreadable = next(x for x in report.findings if x.code == "geometry_unreadable")
    assert unreadable.rows == (2,)
    assert report.extent == (110.0, 41.0, 111.0, 42.0)


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml>&x;</kml>',
        '<!DOCTYPE kml SYSTEM "http://127.0.0.1/a.dtd"><kml/>',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_document_types_are_refused_in_any_encoding(tmp_path: Path, text: str, encoding: str) -> None:
    path = tmp_path / "evil.kml"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(IngestError, match="document type"):
        inspect(path)


def test_kml_nested_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="deep"):
        inspect(_kml(tmp_path, "<kml>" + "<Folder>" * 5_000))


def test_flatgeobuf(module_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "矿.fgb"
    pyogrio.write_dataframe(FRAME.to_crs(4545), path, driver="FlatGeobuf")
    record = load(module_database, path, LoadDecisions(table="fgb"))
    assert record.crs_original == "EPSG:4545"
    found = files.rows_of(module_database, "fgb", 'code, "名称", round(ST_X(geom)::numeric, 6)::float AS x')
    assert sorted(map(tuple, (x.values() for x in found))) == [("007", "甲矿", 110.5), ("012", "乙矿", 110.6)]


def test_geoparquet_with_and_without_a_coordinate_system(module_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "deposits.parquet"
    FRAME.to_crs(4490).to_parquet(path)
    record = load(module_database, path, LoadDecisions(table="geoparquet"))
    assert (record.crs_original, record.rows_loaded) == ("EPSG:4490", 2)
    assert [x["名称"] for x in files.rows_of(module_database, "geoparquet")] == ["甲矿", "乙矿"]
    naked = tmp_path / "naked.parquet"
    FRAME.set_crs(None, allow_override=True).to_parquet(naked)
    assert files.codes(inspect(naked).errors) == {"crs_missing"}


def test_plain_parquet_is_a_table_with_coordinate_columns(tmp_path: Path) -> None:
    path = tmp_path / "samples.parquet"
    table = {"lon": [110.1, 110.2], "lat": [41.1, 41.2], "rock": pd.Categorical(["a", "b"]), "parts": [[1, 2], []]}
    pd.DataFrame(table).to_parquet(path)
    report = inspect(path)
    assert (report.usable, report.x, report.y) == (2, "lon", "lat")
    assert {x.name: x.sql_type for x in report.columns}["rock"] == "text"


def test_zipped_file_geodatabase_with_several_layers(module_database: Database, tmp_path: Path) -> None:
    folder = tmp_path / "地质.gdb"
    pyogrio.write_dataframe(FRAME, folder, layer="deposits", driver="OpenFileGDB")
    lines = gpd.GeoDataFrame({"k": ["a"]}, geometry=[shapely.LineString([(110, 41), (111, 42)])], crs=4326)
    pyogrio.write_dataframe(lines, folder, layer="faults", driver="OpenFileGDB", append=True)
    path = tmp_path / "gdb.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for part in sorted(folder.iterdir()):
            archive.write(part, f"data/地质.gdb/{part.name}")
        archive.writestr("data/地质.gdb/evil.vrt", "<OGRVRTDataSource/>")
    assert [x.name for x in inspect(path).sheets] == ["deposits", "faults"]
    record = load(module_database, path, LoadDecisions(sheet="deposits", table="gdb"))
    assert record.rows_loaded == 2
    assert [x["code"] for x in files.rows_of(module_database, "gdb")] == ["007", "012"]


def test_old_excel_and_opendocument_sheets(tmp_path: Path) -> None:
    rows = [("样号", "经度", "纬度", "Au"), ("A1", 110.1, 41.1, "<0.5"), ("A2", 110.2, 41.2, 3)]
    for path in (xls(tmp_path / "old.xls", rows), ods(tmp_path / "free.ods", rows)):
        report = inspect(path)
        assert (report.format, report.rows, report.usable) == (path.suffix[1:], 2, 2)
        assert [x.source for x in report.columns] == ["样号", "经度", "纬度", "Au"]
        assert report.columns[3].censored == 1


def test_repeated_cells_of_a_spreadsheet_are_counted_before_they_are_laid_out(tmp_path: Path) -> None:
    empty = [("lon", "lat"), (110.1, 41.1)]
    assert inspect(ods(tmp_path / "usual.ods", empty, blank_rows=1_048_000)).usable == 1
    with pytest.raises(IngestError, match="reaches to cell"):
        inspect(ods(tmp_path / "bomb.ods", [("lon", "lat"), (110.1, 41.1)], repeat=100_000_000))


@pytest.mark.parametrize("suffix", [".fgb", ".parquet", ".kml", ".xls", ".ods", ".gpkg", ".shp", ".geojson"])
def test_name_and_content_must_agree(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"disguise{suffix}"
    path.write_text("OGRVRTDataSource of something else")
    with pytest.raises(IngestError, match="not what its name says"):
        inspect(path)


@pytest.mark.parametrize("suffix", [".fgb", ".parquet", ".xls", ".ods"])
def test_damaged_files_are_refused_with_their_name(tmp_path: Path, suffix: str) -> None:
    head = {".fgb": b"fgb\x03fgb\x00", ".parquet": b"PAR1", ".xls": b"\xd0\xcf\x11\xe0", ".ods": b"PK\x03\x04"}
    path = tmp_path / f"damaged{suffix}"
    path.write_bytes(head[suffix] + b"\xff" * 3_000)
    with pytest.raises(IngestError, match="damaged"):
        inspect(path)


def test_geoparquet_of_another_encoding_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "arrow.parquet"
    FRAME.to_parquet(path, geometry_encoding="geoarrow", schema_version="1.1.0")
    with pytest.raises(IngestError, match="write it as WKB"):
        inspect(path)


def test_coordinates_of_every_format_are_the_same_to_a_tenth_of_a_millimetre(tmp_path: Path) -> None:
    there = pyproj.Transformer.from_crs(4326, 4545, always_xy=True)
    west, south = there.transform(110.5, 41.25)
    pyogrio.write_dataframe(FRAME.to_crs(4545), tmp_path / "same.fgb", driver="FlatGeobuf")
    FRAME.to_crs(4545).to_parquet(tmp_path / "same.parquet")
    extents = [inspect(tmp_path / f"same.{x}").extent for x in ("fgb", "parquet")]
    assert extents[0] == pytest.approx((110.5, 41.25, 110.6, 41.35), abs=1e-9)
    assert extents[1] == pytest.approx(extents[0], abs=1e-12)
    assert 100_000 < west < 900_000 < south


GPX = """<?xml version="1.0"?>
<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
<wpt lat="41" lon="110"><ele>1250</ele><name>样点1</name><desc>Au 5 ppb</desc></wpt>
<wpt lat="41.1" lon="110.1"><name>样点2</name></wpt>{more}</gpx>"""
TRACK = '<trk><name>t</name><trkseg><trkpt lat="41" lon="110"/><trkpt lat="41.2" lon="110"/></trkseg></trk>'


def test_waypoints_of_a_gpx_file(module_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "field.gpx"
    path.write_text(GPX.format(more=""), encoding="utf-8")
    record = load(module_database, path)
    assert (record.table, record.geometry, record.rows_loaded) == ("field_waypoints", "Point", 2)
    rows = files.rows_of(module_database, "field_waypoints", 'name, "desc", ele, ST_X(geom) AS x')
    assert rows[0] == {"name": "样点1", "desc": "Au 5 ppb", "ele": 1250.0, "x": 110.0}
    path.write_text(GPX.format(more=TRACK), encoding="utf-8")
    assert "sheet_choice" in files.codes(inspect(path).findings)
    assert inspect(path, sheet="tracks").geometry == "MultiLineString"


def test_gpx_with_a_document_type_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "evil.gpx"
    head = '<?xml version="1.0"?><!DOCTYPE g [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    path.write_text(GPX.format(more="").replace('<?xml version="1.0"?>', head).replace("样点1", "&x;"))
    with pytest.raises(IngestError, match="document type"):
        inspect(path)


@pytest.mark.parametrize("suffix", [".tab", ".mif"])
@pytest.mark.parametrize("packed", [False, True])
def test_mapinfo_tables_with_chinese_texts(
    module_database: Database, tmp_path: Path, suffix: str, packed: bool
) -> None:
    """The file says its charset; the parts lie beside it or in an archive."""
    names = ["白云鄂博", "宝山"]
    path = tmp_path / f"矿点{suffix}"
    frame = gpd.GeoDataFrame({"mine": names, "t": [1, 2]}, geometry=FRAME.geometry, crs=4326)
    pyogrio.write_dataframe(frame, path, driver="MapInfo File", layer_options={"ENCODING": "CP936"})
    path.write_bytes(path.read_bytes().replace(b"mine", "矿名".encode("gbk")))  # which the library does not write
    parts = sorted(tmp_path.iterdir())
    assert len(parts) == (4 if suffix == ".tab" else 2)
    if packed:
        archive = tmp_path / "mapinfo.zip"
        with zipfile.ZipFile(archive, "w") as out:
            for part in parts:
                out.write(part, part.name.upper() if part.suffix == ".dat" else part.name)
        path = archive
    table = f"mapinfo_{suffix[1:]}_{packed}".lower()
    record = load_isolated(module_database, path, LoadDecisions(table=table))
    assert (record.rows_loaded, record.geometry, record.crs_original) == (2, "Point", "EPSG:4326")
    rows = files.rows_of(module_database, table, '"矿名" AS name, ST_X(geom) AS x')
    assert [x["name"] for x in rows] == names
    assert [x["x"] for x in rows] == pytest.approx([110.5, 110.6], abs=1e-5)


def test_a_mapinfo_table_that_opens_others_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "view.tab"
    path.write_text(
        '!table\n!version 100\nOpen Table "/etc/passwd" Hide\nCreate View x As\nSelect * From passwd\n'
    )
    with pytest.raises(IngestError, match="other files"):
        inspect(path)


def test_texts_parted_by_tabulators_may_be_called_tab(tmp_path: Path) -> None:
    path = tmp_path / "assays.tab"
    path.write_text("id\tlon\tlat\n1\t110\t41\n2\t111\t42\n")
    report = inspect(path)
    assert (report.format, report.usable) == ("csv", 2)


def test_gml(module_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "layers.gml"
    pyogrio.write_dataframe(FRAME, path, driver="GML")
    record = load_isolated(module_database, path, LoadDecisions(table="gml"))
    assert (record.rows_loaded, record.crs_original) == (len(FRAME), "EPSG:4326")
    found = [(x["x"], x["y"]) for x in files.rows_of(module_database, "gml", "ST_X(geom) AS x, ST_Y(geom) AS y")]
    expected = [(x.x, x.y) for x in FRAME.to_crs(4326).geometry]
    assert np.allclose(found, expected, atol=1e-7)
    head, _, rest = path.read_text().partition("?>")
    path.write_text(f'{head}?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>{rest}')
    with pytest.raises(IngestError, match="document type"):
        inspect(path)
