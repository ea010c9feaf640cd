"""Files made to harm, each written by a few lines; see ``test_hostile_corpus.py`` for what becomes of them."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import geopandas as gpd
import numpy as np
import pyarrow as pa
import pyogrio
import shapely
from pyarrow import parquet

from tests.core.ingest import files

Maker = Callable[[Path], Path]
SECRET = "hunter2"
XML = '<?xml version="1.0"?>'
GML = (
    '<c xmlns:gml="http://www.opengis.net/gml" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    ' xsi:schemaLocation="http://127.0.0.1/s http://127.0.0.1:9/s.xsd">{}</c>'
)
GML_POINT = (
    '<gml:featureMember><spot><name>{}</name><gml:pointProperty><gml:Point srsName="EPSG:4326">'
    "<gml:coordinates>110,41</gml:coordinates></gml:Point></gml:pointProperty></spot></gml:featureMember>"
)
KML = '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>{}</Document></kml>'
MARK = "<Placemark><name>{}</name><Point><coordinates>110,41</coordinates></Point></Placemark>"
LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))


def secret(directory: Path) -> Path:
    """A file beside the hostile one, which nobody handed over."""
    path = directory / "secret.csv"
    path.write_text(f"id,lon,lat,password\n1,110,41,{SECRET}\n")
    return path


def frame(count: int = 3) -> gpd.GeoDataFrame:
    points = shapely.points(110 + np.arange(count) / 100, 41)
    return gpd.GeoDataFrame({"n": range(count), "t": ["a"] * count}, geometry=points, crs=4326)


def written(path: Path, driver: str, count: int = 3) -> Path:
    pyogrio.write_dataframe(frame(count), path, driver=driver)
    return path


def archive(path: Path, **members: bytes | str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def text(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


# --- archives ---------------------------------------------------------------------------------------------------


def zip_named(name: str) -> Maker:
    def make(directory: Path) -> Path:
        path = directory / "named.zip"
        with zipfile.ZipFile(path, "w") as file:
            info = zipfile.ZipInfo("placeholder-name.csv")
            file.writestr(info, "lon,lat\n110,41\n")
        if name != "placeholder-name.csv":
            with zipfile.ZipFile(path, "w") as file:
                info = zipfile.ZipInfo()
                info.filename = name
                file.writestr(info, "lon,lat\n110,41\n")
        return path

    return make


def zip_link(directory: Path) -> Path:
    path = directory / "link.zip"
    with zipfile.ZipFile(path, "w") as file:
        info = zipfile.ZipInfo("a.csv")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        file.writestr(info, str(secret(directory)))
    return path


def zip_device(directory: Path) -> Path:
    path = directory / "device.zip"
    with zipfile.ZipFile(path, "w") as file:
        info = zipfile.ZipInfo("a.csv")
        info.external_attr = (stat.S_IFIFO | 0o777) << 16
        file.writestr(info, "lon,lat\n110,41\n")
    return path


def zip_bomb(directory: Path) -> Path:
    return archive(directory / "bomb.zip", **{"a.csv": bytes(60 << 20)})


def zip_many(directory: Path) -> Path:
    return archive(directory / "many.zip", **{f"{i}.csv": "x" for i in range(2_500)})


def zip_nested(directory: Path) -> Path:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.csv", bytes(60 << 20))
    return archive(directory / "nested.zip", **{"inner.zip": inner.getvalue()})


def zip_overlapping(directory: Path) -> Path:
    """Fifty members that share the bytes of one, as in D. Fifield's "better zip bomb" (2019)."""
    path = archive(directory / "overlap.zip", **{"00.csv": b"lon,lat\n" + b"110,41\n" * 1_000_000})
    raw = path.read_bytes()
    at = raw.rindex(b"PK\x01\x02")
    end = raw.rindex(b"PK\x05\x06")
    entry = raw[at:end]
    entries = b"".join(entry.replace(b"00.csv", f"{i:02d}.csv".encode()) for i in range(50))
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 50, 50, len(entries), at, 0)
    return text(path, raw[:at] + entries + tail)


def zip_lying(directory: Path) -> Path:
    path = archive(directory / "liar.zip", **{"a.csv": b"lon,lat\n" + b"110,41\n" * 1_000_000})
    raw = bytearray(path.read_bytes())
    at = raw.rindex(b"PK\x01\x02")
    raw[at + 24 : at + 28] = (100).to_bytes(4, "little")
    return text(path, bytes(raw))


def zip_cut(directory: Path) -> Path:
    path = archive(directory / "cut.zip", **{"a.csv": "lon,lat\n110,41\n" * 1000})
    return text(path, path.read_bytes()[:60])


# --- documents in XML -------------------------------------------------------------------------------------------


def kml_entity(directory: Path) -> Path:
    head = f'{XML}<!DOCTYPE k [<!ENTITY x SYSTEM "file://{secret(directory)}">]>'
    return text(directory / "xxe.kml", head + KML.format(MARK.format("&x;")))


def kml_parameter_entity(directory: Path) -> Path:
    head = f'{XML}<!DOCTYPE k [<!ENTITY % x SYSTEM "file://{secret(directory)}">%x;]>'
    return text(directory / "parameter.kml", head + KML.format(MARK.format("a")))


def kml_laughs(directory: Path) -> Path:
    head = f'{XML}<!DOCTYPE k [<!ENTITY l0 "ha">{LAUGHS}]>'
    return text(directory / "laughs.kml", head + KML.format(MARK.format("&l9;")))


def kml_wide(directory: Path) -> Path:
    head = f'{XML}<!DOCTYPE k [<!ENTITY x SYSTEM "file://{secret(directory)}">]>'
    document = (head + KML.format(MARK.format("&x;"))).replace('"1.0"', '"1.0" encoding="UTF-16"', 1)
    return text(directory / "wide.kml", document.encode("utf-16"))


def kml_deep(directory: Path) -> Path:
    return text(directory / "deep.kml", XML + KML.format("<Folder>" * 100_000))


def kml_links(directory: Path) -> Path:
    link = f"<NetworkLink><Link><href>file://{secret(directory)}</href></Link></NetworkLink>"
    return text(directory / "links.kml", XML + KML.format(MARK.format("a") + link))


def gml_entity(directory: Path) -> Path:
    head = f'{XML}<!DOCTYPE g [<!ENTITY x SYSTEM "file://{secret(directory)}">]>'
    return text(directory / "xxe.gml", head + GML.format(GML_POINT.format("&x;")))


def gml_links(directory: Path) -> Path:
    """A schema elsewhere, and a geometry that stands in another file."""
    far = f'<m><p><g gml:id="b"><name>b</name><gml:pos xlink:href="file://{secret(directory)}"/></g></p></m>'
    return text(directory / "links.gml", XML + GML.format(GML_POINT.format("a") + far))


def gml_deep(directory: Path) -> Path:
    return text(directory / "deep.gml", XML + GML.format("<gml:featureMember>" * 100_000))


def tab_view(directory: Path) -> Path:
    content = f'!table\n!version 100\nOpen Table "{secret(directory)}" Hide\nCreate View a As\nSelect * From b\n'
    return text(directory / "view.tab", content)


def tab_cut(directory: Path) -> Path:
    """Its parts are not there."""
    fields = "  Fields 1\n    a Char (9) ;\n"
    return text(directory / "cut.tab", f"!table\n!version 300\nDefinition Table\n  Type NATIVE\n{fields}")


def mif_endless(directory: Path) -> Path:
    """A line that announces more points than there are."""
    head = 'Version 300\nDelimiter ","\nCoordSys Earth Projection 1, 104\nColumns 1\n  a Integer\nData\n'
    (directory / "endless.mid").write_text("1\n")
    return text(directory / "endless.mif", head + "\nPline 2000000000\n110 41\n111 42\n")


def kmz_slip(directory: Path) -> Path:
    return archive(directory / "slip.kmz", **{"../../doc.kml": XML + KML.format(MARK.format("a"))})


def _xlsx(directory: Path, name: str, sheet: Callable[[bytes], bytes], **more: bytes) -> Path:
    plain = files.workbook(directory / "plain.xlsx", [("lon", "lat", "t"), (110, 41, "a")])
    path = directory / name
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename == "xl/worksheets/sheet1.xml":
                content = sheet(content)
            new.writestr(info.filename, more.pop(info.filename, content))
        for extra, content in more.items():
            new.writestr(extra, content)
    return path


def _with_cell(sheet: bytes, head: bytes, cell: bytes) -> bytes:
    sheet = sheet.replace(b"<worksheet", head + b"<worksheet", 1)
    return sheet.replace(b"</row></sheetData>", cell + b"</row></sheetData>")


def xlsx_entity(directory: Path) -> Path:
    head = f'<!DOCTYPE k [<!ENTITY x SYSTEM "file://{secret(directory)}">]>'.encode()
    cell = b'<c r="C2" t="inlineStr"><is><t>&x;</t></is></c>'
    return _xlsx(
        directory, "entity.xlsx",
        lambda x: _with_cell(x, head, cell),
    )  # fmt: skip


def xlsx_laughs(directory: Path) -> Path:
    head = f'<!DOCTYPE k [<!ENTITY l0 "ha">{LAUGHS}]>'.encode()
    cell = b'<c r="D2" t="inlineStr"><is><t>&l9;</t></is></c>'
    return _xlsx(
        directory, "laughs.xlsx",
        lambda x: _with_cell(x, head, cell),
    )  # fmt: skip


def xlsx_far(directory: Path) -> Path:
    far = b'<row r="1048576"><c r="XFD1048576" t="n"><v>1</v></c></row></sheetData>'
    return _xlsx(directory, "far.xlsx", lambda x: x.replace(b"</sheetData>", far))


def xlsx_dimension(directory: Path) -> Path:
    return _xlsx(directory, "dimension.xlsx", lambda x: x.replace(b'ref="A1:C2"', b'ref="A1:XFD1048576"'))


def xlsx_merged(directory: Path) -> Path:
    merged = b'</sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    return _xlsx(directory, "merged.xlsx", lambda x: x.replace(b"</sheetData>", merged))


def xlsx_bomb(directory: Path) -> Path:
    strings = b"<sst><si><t>" + bytes(60 << 20) + b"</t></si></sst>"
    return _xlsx(directory, "bomb.xlsx", lambda x: x, **{"xl/sharedStrings.xml": strings})


def xlsx_count(directory: Path) -> Path:
    strings = b'<sst count="4000000000" uniqueCount="4000000000"><si><t>lon</t></si></sst>'
    return _xlsx(directory, "count.xlsx", lambda x: x, **{"xl/sharedStrings.xml": strings})


ODS = (
    '{head}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="s">{rows}</table:table></office:spreadsheet></office:body></office:document-content>'
)


def _ods(path: Path, head: str, rows: str) -> Path:
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return archive(path, mimetype=kind, **{"content.xml": ODS.format(head=head, rows=rows)})


def ods_entity(directory: Path) -> Path:
    head = f'{XML}<!DOCTYPE k [<!ENTITY x SYSTEM "file://{secret(directory)}">]>'
    cell = '<table:table-cell office:value-type="string"><text:p>&x;</text:p></table:table-cell>'
    return _ods(directory / "entity.ods", head, f"<table:table-row>{cell}</table:table-row>")


def ods_repeated(directory: Path) -> Path:
    cell = '<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="16000"/>'
    row = f'<table:table-row table:number-rows-repeated="1000000">{cell}</table:table-row>'
    return _ods(directory / "repeated.ods", XML, row)


# --- documents that point elsewhere -----------------------------------------------------------------------------


def _vrt(directory: Path) -> str:
    return (
        f"<OGRVRTDataSource><OGRVRTLayer name='secret'><SrcDataSource>{secret(directory)}</SrcDataSource>"
        "</OGRVRTLayer></OGRVRTDataSource>"
    )


def vrt_as(name: str) -> Maker:
    def make(directory: Path) -> Path:
        return text(directory / name, _vrt(directory))

    return make


def vrt_in_zip(directory: Path) -> Path:
    return archive(directory / "vrt.zip", **{"a.geojson": _vrt(directory)})


def service_as_geojson(directory: Path) -> Path:
    service = "<GDAL_WMS><Service name='WMS'><ServerUrl>http://127.0.0.1:9/?</ServerUrl></Service></GDAL_WMS>"
    return text(directory / "wms.geojson", service)


def pipeline_as_geojson(directory: Path) -> Path:
    command = f"gdal vector convert {secret(directory)} --of stream streamed"
    return text(directory / "pipe.geojson", json.dumps({"type": "gdal_streamed_alg", "command_line": command}))


def geojson_crs_link(directory: Path) -> Path:
    path = files.geojson(directory / "link.geojson", [files.feature(shapely.Point(110, 41), n=1)])
    content = json.loads(path.read_text())
    content["crs"] = {"type": "link", "properties": {"href": f"file://{secret(directory)}", "type": "ogcwkt"}}
    return text(path, json.dumps(content))


def network_address_as_name(directory: Path) -> Path:
    return text(directory / "http:--127.0.0.1:9-a.geojson", '{"type":"Feature","geometry":null,"properties":{}')


# --- sizes that lie ---------------------------------------------------------------------------------------------


def _shapefile(directory: Path, name: str) -> Path:
    return written(directory / f"{name}.shp", "ESRI Shapefile")


def shp_length(directory: Path) -> Path:
    path = _shapefile(directory, "length")
    raw = bytearray(path.read_bytes())
    raw[24:28] = struct.pack(">i", 0x7FFFFFFF)
    return text(path, bytes(raw))


def shp_record_length(directory: Path) -> Path:
    path = _shapefile(directory, "record")
    raw = bytearray(path.read_bytes())
    raw[104:108] = struct.pack(">i", 0x7FFFFFFF)
    return text(path, bytes(raw))


def shp_parts(directory: Path) -> Path:
    """A polygon that says it has two thousand million parts and points."""
    path = directory / "parts.shp"
    pyogrio.write_dataframe(
        gpd.GeoDataFrame({"n": [1]}, geometry=[shapely.box(110, 41, 111, 42)], crs=4326),
        path,
        driver="ESRI Shapefile",
    )
    raw = bytearray(path.read_bytes())
    raw[144:152] = struct.pack("<ii", 0x7FFFFFFF, 0x7FFFFFFF)
    return text(path, bytes(raw))


def shx_outside(directory: Path) -> Path:
    path = _shapefile(directory, "outside")
    index = path.with_suffix(".shx")
    raw = bytearray(index.read_bytes())
    raw[100:104] = struct.pack(">i", 0x7FFFFFF0)
    text(index, bytes(raw))
    return path


def dbf_records(directory: Path) -> Path:
    path = _shapefile(directory, "records")
    table = path.with_suffix(".dbf")
    raw = bytearray(table.read_bytes())
    raw[4:8] = struct.pack("<I", 0xFFFFFFF0)
    text(table, bytes(raw))
    return path


def dbf_widths(directory: Path) -> Path:
    path = _shapefile(directory, "widths")
    table = path.with_suffix(".dbf")
    raw = bytearray(table.read_bytes())
    raw[8:12] = struct.pack("<HH", 0xFFFF, 0xFFFF)
    text(table, bytes(raw))
    return path


def dbf_nothing(directory: Path) -> Path:
    path = _shapefile(directory, "nothing")
    table = path.with_suffix(".dbf")
    raw = bytearray(table.read_bytes())
    raw[8:12] = struct.pack("<HH", 0, 0)
    text(table, bytes(raw))
    return path


def prj_deep(directory: Path) -> Path:
    path = _shapefile(directory, "deep")
    path.with_suffix(".prj").write_text('GEOGCS["x",' * 200_000)
    return path


def fgb_count(directory: Path) -> Path:
    """The number of features in the header, changed to a thousand million million."""
    path = written(directory / "count.fgb", "FlatGeobuf", 77)
    raw = path.read_bytes()
    head = struct.unpack_from("<I", raw, 8)[0]
    changed = raw[12 : 12 + head].replace(struct.pack("<Q", 77), struct.pack("<Q", 10**15))
    return text(path, raw[:12] + changed + raw[12 + head :])


def fgb_header(directory: Path) -> Path:
    path = written(directory / "header.fgb", "FlatGeobuf")
    raw = bytearray(path.read_bytes())
    raw[8:12] = struct.pack("<I", 0x7FFFFFFF)
    return text(path, bytes(raw))


def fgb_feature(directory: Path) -> Path:
    path = written(directory / "feature.fgb", "FlatGeobuf", 1)
    raw = bytearray(path.read_bytes())
    raw[-96:] = b"\xff" * 96
    return text(path, bytes(raw))


def parquet_footer(directory: Path) -> Path:
    path = directory / "footer.parquet"
    frame().to_parquet(path)
    raw = bytearray(path.read_bytes())
    raw[-8:-4] = struct.pack("<I", 0x7FFFFFFF)
    return text(path, bytes(raw))


def parquet_rows(directory: Path) -> Path:
    """Thirty million rows in some kilobytes."""
    path = directory / "rows.parquet"
    nothing = pa.table({"lon": pa.nulls(30_000_000, pa.float64()), "lat": pa.nulls(30_000_000, pa.float64())})
    parquet.write_table(nothing, path, compression="zstd", row_group_size=30_000_000)
    return path


def parquet_dictionary(directory: Path) -> Path:
    """Eight thousand rows that all hold the same megabyte."""
    path = directory / "dictionary.parquet"
    count = 8_000
    texts = pa.DictionaryArray.from_arrays(pa.array(np.zeros(count, np.int32)), pa.array(["x" * (1 << 20)]))
    place = pa.array(np.full(count, 41.0))
    parquet.write_table(pa.table({"lon": place, "lat": place, "t": texts}), path, compression="zstd")
    return path


def geojson_deep(directory: Path) -> Path:
    nested = "[" * 200_000 + "]" * 200_000
    feature = '{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":' + nested + "}}"
    return text(directory / "deep.geojson", '{"type":"FeatureCollection","features":[' + feature + "]}")


def geojson_deep_property(directory: Path) -> Path:
    nested = '{"a":' * 50_000 + "1" + "}" * 50_000
    feature = (
        '{"type":"Feature","properties":{"p":' + nested + '},"geometry":{"type":"Point","coordinates":[110,41]}}'
    )
    return text(directory / "property.geojson", '{"type":"FeatureCollection","features":[' + feature + "]}")


def geojson_collections(directory: Path) -> Path:
    nested = '{"type":"GeometryCollection","geometries":[' * 5_000 + "]}" * 5_000
    feature = '{"type":"Feature","properties":{},"geometry":' + nested + "}"
    return text(directory / "collections.geojson", '{"type":"FeatureCollection","features":[' + feature + "]}")


def geojson_many_properties(directory: Path) -> Path:
    features = [files.feature(shapely.Point(110, 41), **{f"p{i}": 1}) for i in range(5_000)]
    return files.geojson(directory / "properties.geojson", features)


def geojson_infinite(directory: Path) -> Path:
    feature = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1e999,-1e999]}}'
    return text(directory / "infinite.geojson", '{"type":"FeatureCollection","features":[' + feature + "]}")


def csv_line(directory: Path) -> Path:
    return text(directory / "line.csv", b"lon,lat,t\n110,41," + b"x" * (80 << 20) + b"\n")


def csv_quote(directory: Path) -> Path:
    return text(directory / "quote.csv", b'lon,lat,t\n110,41,"' + b"110,41,a\n" * 5_000_000)


def csv_wide(directory: Path) -> Path:
    return text(directory / "wide.csv", b"c," * 300_000 + b"\n" + b"1," * 300_000 + b"\n")


def csv_zeros(directory: Path) -> Path:
    return text(directory / "zeros.csv", b"lon,lat\n" + bytes(20 << 20))


def csv_gzip(directory: Path) -> Path:
    return text(directory / "gzip.csv", gzip.compress(bytes(50 << 20)))


# --- databases --------------------------------------------------------------------------------------------------


def _gpkg(directory: Path, name: str, *statements: str) -> Path:
    path = files.gpkg(directory / name, {"p": frame()})
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA writable_schema = 1")
        for statement in statements:
            connection.execute(statement)
    return path


def _as_layer(name: str) -> tuple[str, str]:
    return (
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id) "
        f"VALUES ('{name}', 'features', '{name}', 110, 41, 111, 42, 4326)",
        f"INSERT INTO gpkg_geometry_columns VALUES ('{name}', 'geom', 'POINT', 4326, 0, 0)",
    )


def gpkg_endless_view(directory: Path) -> Path:
    view = (
        "CREATE VIEW endless AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) "
        "SELECT i AS fid, (SELECT geom FROM p LIMIT 1) AS geom FROM c"
    )
    return _gpkg(directory, "endless.gpkg", view, *_as_layer("endless"), "DELETE FROM p WHERE fid > 1")


def gpkg_bulky_view(directory: Path) -> Path:
    view = "CREATE VIEW bulky AS SELECT fid, geom, zeroblob(900000000) AS b, hex(zeroblob(400000000)) AS t FROM p"
    return _gpkg(directory, "bulky.gpkg", view, *_as_layer("bulky"))


def gpkg_file_view(directory: Path) -> Path:
    view = (
        f"CREATE VIEW leak AS SELECT 1 AS fid, readfile('{secret(directory)}') AS t, (SELECT geom FROM p) AS geom"
    )
    return _gpkg(directory, "leak.gpkg", view, *_as_layer("leak"))


def gpkg_virtual(directory: Path) -> Path:
    leak = f"CREATE VIRTUAL TABLE leak USING VirtualOGR(''{secret(directory)}'')"
    columns = "(type, name, tbl_name, rootpage, sql)"
    return _gpkg(
        directory,
        "virtual.gpkg",
        f"INSERT INTO sqlite_master {columns} VALUES ('table', 'leak', 'leak', 0, '{leak}')",
    )


def gpkg_trigger(directory: Path) -> Path:
    """A trigger that would fill the file when anything is written."""
    path = directory / "trigger.gpkg"
    files.gpkg(path, {"p": frame()})
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE sink (b BLOB)")
        connection.execute(
            "CREATE TRIGGER fill AFTER INSERT ON gpkg_ogr_contents BEGIN "
            "INSERT INTO sink SELECT zeroblob(1000000) FROM p, p AS q, p AS r; END"
        )
    return path


def gpkg_many_layers(directory: Path) -> Path:
    path = files.gpkg(directory / "layers.gpkg", {"p": frame()})
    with sqlite3.connect(path) as connection:
        for i in range(2_000):
            for statement in _as_layer(f"l{i}"):
                connection.execute(statement)
    return path


def gpkg_geometry(directory: Path) -> Path:
    """A geometry that says it has four thousand million points."""
    path = files.gpkg(directory / "geometry.gpkg", {"p": frame()})
    head = b"GP\0\x01" + struct.pack("<i", 4326)
    blob = head + struct.pack("<BII", 1, 2, 0xFFFFFFFF) + bytes(32)
    return files.altered(path, "UPDATE p SET geom = ?", blob)


def gpkg_cut(directory: Path) -> Path:
    path = files.gpkg(directory / "cut.gpkg", {"p": frame(5_000)})
    return text(path, path.read_bytes()[: path.stat().st_size // 2])


def noise(name: str, head: bytes) -> Maker:
    """The first bytes of a format, and then nothing but noise."""

    def make(directory: Path) -> Path:
        return text(directory / name, head + np.random.default_rng(7).bytes(200_000))

    return make
