"""Texts come out as they were meant, whatever the companions of a shapefile say."""

from __future__ import annotations

from pathlib import Path

import geopandas as gpd
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from core.database.engine import Database
from core.errors import IngestError
from core.ingest import LoadDecisions, inspect, load
from core.ingest.encoding import canonical, choose
from tests.core.ingest import files

PLACES = [shapely.Point(110.0 + i / 100, 41.8) for i in range(3)]
NAMES = ("矿床名称", "矿种", "类型")
ROWS = [("白云鄂博铁铌稀土矿", "铁;铌", "沉积变质型"), ("赛乌素", "金", "热液型"), ("甘斯陶勒盖金矿", "金", "")]


def _shapefile(tmp_path: Path, encoding: str, cpg: str | None, name: str) -> Path:
    rows = [[x.encode(encoding) for x in row] for row in ROWS]
    return files.shapefile(
        tmp_path / f"{name}.shp", PLACES, [x.encode(encoding) for x in NAMES], rows, epsg=4326, cpg=cpg
    )


@pytest.mark.parametrize(
    ("encoding", "cpg", "expected"),
    [
        ("gbk", None, ("gb18030", "encoding_assumed")),
        ("gbk", "UTF-8", ("gb18030", "encoding_stated_wrong")),
        ("gbk", "GBK", ("gb18030", "encoding")),
        ("gbk", "936", ("gb18030", "encoding")),
        ("gbk", "nonsense", ("gb18030", "encoding_stated_wrong")),
        ("utf-8", None, ("utf-8", "encoding")),
        ("utf-8", "UTF-8", ("utf-8", "encoding")),
        ("utf-8", "GBK", ("utf-8", "encoding_stated_wrong")),
    ],
)
def test_dbf_texts(
    module_database: Database, tmp_path: Path, encoding: str, cpg: str | None, expected: tuple[str, str]
) -> None:
    path = _shapefile(tmp_path, encoding, cpg, "t")
    record = load(module_database, path, LoadDecisions(table="texts", mode="replace"))
    assert record.encoding == expected[0]
    assert expected[1] in files.codes(record.report)
    loaded = files.rows_of(module_database, "texts")
    # A name in UTF-8 is cut to ten bytes by the format: three characters and a third of a fourth.
    cut = [x.encode(encoding)[:10].decode(encoding, "ignore") for x in NAMES]
    assert [[x[c] for c in cut] for x in loaded] == [[y or None for y in x] for x in ROWS]


def test_stated_big5_is_honoured(module_database: Database, tmp_path: Path) -> None:
    rows = [["鐵".encode("big5")], ["金".encode("big5")], ["銅".encode("big5")]]
    path = files.shapefile(tmp_path / "big5.shp", PLACES, ["礦種".encode("big5")], rows, epsg=4326, cpg="big5")
    assert load(module_database, path).encoding == "big5"
    assert [x["礦種"] for x in files.rows_of(module_database, "big5", "礦種")] == ["鐵", "金", "銅"]


def test_decision_overrides_the_bytes(database: Database, tmp_path: Path) -> None:
    path = files.shapefile(tmp_path / "b.shp", PLACES[:1], [b"N"], [["鐵礦".encode("big5")]], epsg=4326)
    report = inspect(path)
    candidates = {x.name: x.samples for x in report.encodings}
    assert {"gb18030", "big5"} <= set(candidates)  # which one it is cannot be told from the bytes
    assert candidates["big5"] == ("鐵礦",)
    record = load(database, path, LoadDecisions(encoding="Big5"))
    assert record.encoding == "big5"
    assert files.rows_of(database, "b", '"N"') == [{"N": "鐵礦"}]


def test_unknown_encoding_is_refused(tmp_path: Path) -> None:
    path = _shapefile(tmp_path, "gbk", None, "x")
    with pytest.raises(IngestError, match="klingon"):
        inspect(path, encoding="klingon")


def test_damaged_characters_are_counted(database: Database, tmp_path: Path) -> None:
    rows = [["金矿".encode("gbk")], [b"\xff\xffabc"], [b"plain"]]
    path = files.shapefile(tmp_path / "d.shp", PLACES, [b"N"], rows, epsg=4326)
    record = load(database, path, LoadDecisions(encoding="GBK"))
    damaged = next(x for x in record.report if x.code == "encoding_damaged")
    assert damaged.count == 1
    assert files.rows_of(database, "d", '"N"')[0] == {"N": "金矿"}


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8", "utf-8-sig", "utf-16"])
def test_csv(module_database: Database, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "表.csv"
    path.write_text('点号,经度,纬度,备注\n1,104.06,30.66,"含,逗号"\n2,103.95,30.76,无\n', encoding=encoding)
    record = load(module_database, path, LoadDecisions(table="csv_texts", mode="replace"))
    rows = files.rows_of(module_database, "csv_texts", "点号, 备注, ST_X(geom) AS x")
    assert rows[0] == {"点号": 1, "备注": "含,逗号", "x": 104.06}
    assert ("encoding_assumed" in files.codes(record.report)) == (encoding == "gb18030")


def test_accented_latin_texts_are_not_read_as_chinese() -> None:
    texts = [x.encode("cp1252") for x in ("Müller", "Größe", "Mönchengladbach", "Béarn")]
    assert choose(texts, None).name == "cp1252"
    assert choose([x.encode("gbk") for x in ("金矿", "铜矿")], None).name == "gb18030"


def test_utf8_wins_over_a_statement_that_proves_nothing() -> None:
    choice = choose(["Größe".encode()], "ISO-8859-1")
    assert (choice.name, choice.stated_wrong) == ("utf-8", "iso8859-1")


@pytest.mark.parametrize(
    ("text", "name"),
    [("936", "gb18030"), ("GB2312", "gb18030"), ("65001", "utf-8"), ("UTF-8", "utf-8"), ("ANSI 1252", "cp1252"),
     ("1251", "cp1251"), ("LATIN1", "iso8859-1")],
)  # fmt: skip
def test_spellings_of_encodings(text: str, name: str) -> None:
    assert canonical(text) == name


@given(st.lists(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=2), min_size=1))
def test_chinese_texts_survive_in_both_encodings(texts: list[str]) -> None:
    utf8 = choose([x.encode() for x in texts], None)
    assert utf8.name == "utf-8"
    chosen = choose([x.encode("gb18030") for x in texts], "GB18030")
    assert chosen.name == "gb18030"  # also where the bytes happen to be valid UTF-8


def test_geojson_in_gbk_is_read_and_reported(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "gbk.geojson", [files.feature(PLACES[0], 名称="白云鄂博")])
    path.write_bytes(path.read_text(encoding="utf-8").encode("gbk"))
    record = load(module_database, path)
    assert "encoding_stated_wrong" in files.codes(record.report)
    assert files.rows_of(module_database, "gbk", "名称") == [{"名称": "白云鄂博"}]


def test_geopackage_with_texts_that_are_not_utf8(module_database: Database, tmp_path: Path) -> None:
    frame = gpd.GeoDataFrame({"n": ["x", "ok"]}, geometry=PLACES[:2], crs=4326)
    path = files.gpkg(tmp_path / "bytes.gpkg", {"bytes": frame})
    files.altered(path, "UPDATE bytes SET n = CAST(x'b0d7d4c6' AS TEXT) WHERE n = 'x'")
    record = load(module_database, path)
    assert next(x for x in record.report if x.code == "encoding_damaged").count == 1
    assert files.rows_of(module_database, "bytes", "n")[1] == {"n": "ok"}
