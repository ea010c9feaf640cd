"""Files made to harm: refused by name, nothing read that was not handed over."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import geopandas as gpd
import pytest
import shapely

from core.errors import IngestError
from core.ingest import Limits, inspect
from tests.core.ingest import files

SECRET = "id,lon,lat,password\n1,110,41,hunter2\n"


@pytest.mark.parametrize(
    "name", ["../evil.shp", "/etc/evil.shp", "a/../../evil.shp", "..\\evil.shp", "C:\\evil.shp"]
)
def test_members_outside_the_archive(tmp_path: Path, name: str) -> None:
    path = tmp_path / "slip.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, b"x")
    with pytest.raises(IngestError, match="points outside the archive"):
        inspect(path)
    assert sorted(x.name for x in tmp_path.iterdir()) == ["slip.zip"]


def test_links_in_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "link.zip"
    info = zipfile.ZipInfo("a.geojson")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(info, "/etc/passwd")
    with pytest.raises(IngestError, match="is a link"):
        inspect(path)


def test_bombs(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", b"0" * (20 << 20))
    with pytest.raises(IngestError, match="grows"):
        inspect(path)
    with pytest.raises(IngestError, match="MB unpacked"):
        inspect(path, limits=Limits(unpacked_bytes=1 << 20, ratio_from=1 << 30))
    many = tmp_path / "many.zip"
    with zipfile.ZipFile(many, "w") as archive:
        for i in range(20):
            archive.writestr(f"{i}.csv", b"x")
    with pytest.raises(IngestError, match="20 members"):
        inspect(many, limits=Limits(members=10))


def test_member_that_lies_about_its_size(tmp_path: Path) -> None:
    path = tmp_path / "liar.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", b"lon,lat\n" + b"110,41\n" * 100_000)
    raw = bytearray(path.read_bytes())
    at = raw.rindex(b"PK\x01\x02")
    raw[at + 24 : at + 28] = (100).to_bytes(4, "little")  # the size in the directory
    path.write_bytes(raw)
    with pytest.raises(IngestError):
        inspect(path)


def test_encrypted_archive(tmp_path: Path) -> None:
    path = tmp_path / "locked.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.csv", b"x")
    raw = bytearray(path.read_bytes())
    raw[6] |= 1
    raw[raw.rindex(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(raw)
    with pytest.raises(IngestError, match="encrypted"):
        inspect(path)


def test_too_large(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    path.write_bytes(b"x" * 3_000_000)
    with pytest.raises(IngestError, match="the limit is 1 MB"):
        inspect(path, limits=Limits(file_bytes=1 << 20))
    wide = tmp_path / "wide.csv"
    wide.write_text(",".join(f"c{i}" for i in range(50)) + "\n" + ",".join("1" for _ in range(50)))
    with pytest.raises(IngestError, match="50 columns"):
        inspect(wide, limits=Limits(columns=40))


@pytest.mark.parametrize(
    "content",
    [
        "<OGRVRTDataSource><OGRVRTLayer name='s'><SrcDataSource>{secret}</SrcDataSource></OGRVRTLayer>"
        "</OGRVRTDataSource>",
        '{{"type": "x", "a": "<OGRVRTDataSource><OGRVRTLayer name=\'s\'><SrcDataSource>{secret}</SrcDataSource>'
        '</OGRVRTLayer></OGRVRTDataSource>"}}',
        '{{"type": "gdal_streamed_alg", "command_line": "gdal vector pipeline ! read {secret}"}}',
        '{{"type": "gdal_streamed_alg", "command_line": "gdal vector convert {secret} --of stream streamed"}}',
    ],
)
def test_documents_that_point_at_other_files(tmp_path: Path, content: str) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text(SECRET)
    path = tmp_path / "trick.geojson"
    path.write_text(content.format(secret=secret))
    with pytest.raises(IngestError) as caught:
        inspect(path)
    assert "hunter2" not in caught.value.say()


def test_drivers_that_open_other_files_are_off() -> None:
    script = "import core.ingest, pyogrio; print(sorted(pyogrio.list_drivers()))"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=_root())
    for driver in ("VRT", "GDALG", "HTTP", "WFS", "OAPIF", "Elasticsearch", "PLSCENES"):
        assert f"'{driver}'" not in found.stdout
    assert "'GPKG'" in found.stdout
    assert found.stderr == ""


def _root() -> Path:
    return Path(__file__).parents[3]


def test_geopackage_with_a_virtual_table(tmp_path: Path) -> None:
    frame = gpd.GeoDataFrame({"n": [1]}, geometry=[shapely.Point(110, 41)], crs=4326)
    path = files.gpkg(tmp_path / "virtual.gpkg", {"p": frame})
    assert inspect(path).usable == 1  # its own spatial index is a virtual table, too, and allowed
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA writable_schema = 1")
        connection.execute(
            "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ('table', 'leak', 'leak', 0, "
            "'CREATE VIRTUAL TABLE leak USING VirtualOGR(''/etc/passwd'')')"
        )
    with pytest.raises(IngestError, match="virtual table “leak”"):
        inspect(path)


@pytest.mark.parametrize(
    ("name", "made"), [("a.shp", "gpkg"), ("a.gpkg", "geojson"), ("a.geojson", "gpkg"), ("a.xlsx", "geojson"),
                       ("a.csv", "xlsx")],
)  # fmt: skip
def test_content_that_is_not_what_the_name_says(tmp_path: Path, name: str, made: str) -> None:
    frame = gpd.GeoDataFrame({"n": [1]}, geometry=[shapely.Point(110, 41)], crs=4326)
    real = {
        "gpkg": lambda: files.gpkg(tmp_path / "r.gpkg", {"p": frame}),
        "geojson": lambda: files.geojson(tmp_path / "r.geojson", [files.feature(shapely.Point(1, 2))]),
        "xlsx": lambda: files.workbook(tmp_path / "r.xlsx", [("lon", "lat"), (1, 2)]),
    }[made]()
    shutil.copy(real, tmp_path / name)
    with pytest.raises(IngestError, match="is not what its name says"):
        inspect(tmp_path / name)


def test_workbook_with_a_cell_at_the_end_of_the_world(tmp_path: Path) -> None:
    path = files.workbook(tmp_path / "far.xlsx", [("lon", "lat"), (110, 41)])
    altered = tmp_path / "altered.xlsx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(altered, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename == "xl/worksheets/sheet1.xml":
                far = b'<row r="1048576"><c r="XFD1048576" t="n"><v>1</v></c></row></sheetData>'
                content = content.replace(b"</sheetData>", far)
            new.writestr(info.filename, content)
    with pytest.raises(IngestError, match="limit is 50,000,000 cells"):
        inspect(altered)


def test_deeply_nested_and_endless_json(tmp_path: Path) -> None:
    path = tmp_path / "deep.geojson"
    path.write_text('{"type":"FeatureCollection","features":' + "[" * 100_000 + "]" * 100_000 + "}")
    with pytest.raises(IngestError):
        inspect(path)


def test_sentences_do_not_carry_markup_or_control_characters_unseen(tmp_path: Path) -> None:
    path = files.geojson(
        tmp_path / "x.geojson", [files.feature(shapely.Point(110, 41), **{"a\u202eb\x07": 1, "fid": 2})]
    )
    texts = json.dumps([x.to_json() for x in inspect(path).findings], ensure_ascii=False)
    assert "\u202e" not in texts.replace(json.dumps("a\u202eb\x07", ensure_ascii=False), "")
    for found in inspect(path).findings:
        assert found.text.isprintable()


@pytest.mark.parametrize("address", ["XFD1048576", "&#88;FD1048576", "xfd1048576"])
@pytest.mark.parametrize("member", ["xl/worksheets/sheet1.xml", "xl/odd/name.bin"])
def test_far_cells_cannot_hide(tmp_path: Path, address: str, member: str) -> None:
    path = files.workbook(tmp_path / "plain.xlsx", [("lon", "lat"), (110, 41)])
    altered = tmp_path / "hidden.xlsx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(altered, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            content, name = old.read(info), info.filename
            if name == "xl/worksheets/sheet1.xml":
                far = f'<row r = "2"><c r = "{address}"><v>1</v></c></row></sheetData>'.encode()
                content, name = content.replace(b"</sheetData>", far), member
            content = content.replace(b"worksheets/sheet1.xml", member.removeprefix("xl/").encode())
            new.writestr(name, content)
    with pytest.raises(IngestError, match=r"cells|hides"):
        inspect(altered)


def test_full_disk_is_said_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.csv"
    path.write_text("lon,lat\n110,41\n")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(IngestError, match=r"“a\.csv” cannot be worked on"):
        inspect(path)
