"""Text tables and workbooks as surveys send them."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

from core.database.engine import Database
from core.errors import IngestError
from core.ingest import LoadDecisions, inspect, load
from tests.core.ingest import files

HEAD = "id,lon,lat,"


def _csv(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / f"{name}.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_limits_of_detection_become_three_columns(module_database: Database, tmp_path: Path) -> None:
    rows = [
        ("样号", "经度", "纬度", "Au(ppb)"),
        *[("A1", 110.1, 41.1, 2.5), ("A2", 110.2, 41.1, "<0.5"), ("A3", 110.3, 41.1, "＜ 0.3")],
        *[("A4", 110.4, 41.1, ">1000"), ("A5", 110.5, 41.1, None), ("A6", 110.6, 41.1, 7)],
    ]
    record = load(module_database, files.workbook(tmp_path / "limits.xlsx", rows))
    loaded = files.rows_of(module_database, "limits")
    assert [x["Au(ppb)"] for x in loaded] == [2.5, None, None, None, None, 7.0]
    assert [x["Au(ppb)__qualifier"] for x in loaded] == [None, "<", "<", ">", None, None]
    assert [x["Au(ppb)__limit"] for x in loaded] == [None, 0.5, 0.3, 1000.0, None, None]
    censored = next(x for x in record.report if x.code == "censored")
    assert (censored.column, censored.count) == ("Au(ppb)", 3)


def test_row_of_units_is_reported_and_not_data(module_database: Database, tmp_path: Path) -> None:
    rows = [
        ("Survey of the northern margin, 2019", None, None, None, None),
        ("sample", "lon", "lat", "Au", "Cu"),
        (None, "°", "°", "ppb", "10-6"),
        ("S1", 110.1, 41.1, 2, 30),
        ("S2", 110.2, 41.2, "<1", 40),
    ]
    path = files.workbook(tmp_path / "units.xlsx", rows)
    report = inspect(path)
    assert {x.source: x.unit_row for x in report.columns} == {
        "sample": "", "lon": "°", "lat": "°", "Au": "ppb", "Cu": "10-6"
    }  # fmt: skip
    record = load(module_database, path)
    assert record.rows_loaded == 2
    units = next(x for x in record.report if x.code == "units_row")
    assert "Row 3" in units.text
    assert "Au=ppb" in units.text
    assert "Survey of the northern margin" in next(x for x in record.report if x.code == "header_row").text
    assert [x["sample"] for x in files.rows_of(module_database, "units", "sample")] == ["S1", "S2"]


@pytest.mark.parametrize(
    ("last_row", "rows", "names", "units"),
    [
        (None, 3, ["lon", "lat", "Au", "Cu"], ["", "", "ppb", "ppm"]),
        ("units", 3, ["lon", "lat", "Au", "Cu"], ["", "", "ppb", "ppm"]),
        ("heading", 3, ["lon", "lat", "Au/ppb", "Cu/ppm"], [""] * 4),
        ("data", 4, ["lon", "lat", "Au", "Cu"], [""] * 4),
    ],
)
def test_what_the_last_row_above_the_numbers_is_can_be_decided(
    tmp_path: Path, last_row: Any, rows: int, names: list[str], units: list[str]
) -> None:
    path = tmp_path / "units.csv"
    path.write_text("lon,lat,Au,Cu\n,,ppb,ppm\n110,41,1,2\n111,41,3,4\n112,41,5,6\n")
    report = inspect(path, last_row=last_row)
    assert (report.rows, [x.source for x in report.columns]) == (rows, names)
    assert [x.unit_row for x in report.columns] == units


def test_merged_headings_are_joined(module_database: Database, tmp_path: Path) -> None:
    rows = [
        ("样品编号", "坐标", None, "元素含量", None),
        (None, "X", "Y", "Au", "Ag"),
        ("H1", 4632000, 500000, 1.5, 0.06),
        ("H2", 4633000, 501000, 2.5, 0.07),
    ]
    path = files.workbook(tmp_path / "merged.xlsx", rows)
    report = inspect(path)
    assert [x.source for x in report.columns] == ["样品编号", "坐标/X", "坐标/Y", "元素含量/Au", "元素含量/Ag"]
    assert (report.x, report.y) == ("坐标/Y", "坐标/X")  # the northing is called X
    assert load(module_database, path, LoadDecisions(crs="EPSG:4545")).rows_loaded == 2


def test_identifiers_keep_their_zeros(module_database: Database, tmp_path: Path) -> None:
    path = _csv(
        tmp_path, "ids", HEAD + "sheet,long,n,word\n"
        "0001,110.1,41.1,045,12345678901234567890,1,x\n0002,110.2,41.1,046,12345678901234567891,2,7\n",
    )  # fmt: skip
    record = load(module_database, path)
    row = files.rows_of(module_database, "ids", "id, sheet, long, n, word")[0]
    assert row == {"id": "0001", "sheet": "045", "long": "12345678901234567890", "n": 1, "word": "x"}
    assert {"leading_zeros", "long_digits"} <= files.codes(record.report)


def test_words_among_numbers_keep_the_column_as_text_and_are_named(
    module_database: Database, tmp_path: Path
) -> None:
    lines = "".join(
        f"{i},110.1,41.1,{i}.5,{'1,200' if i == 4 else i}\n".replace("1,200", '"1,200"') for i in range(9)
    )
    path = _csv(tmp_path, "words", HEAD + "Au,t\n" + lines.replace("3.5", "see note"))
    record = load(module_database, path)
    mixed = next(x for x in record.report if x.code == "text_mixed")
    assert (mixed.column, mixed.rows) == ("Au", (5,))  # line 5 of the file
    assert "see note" in mixed.text
    assert next(x for x in record.report if x.code == "thousands").column == "t"
    forced = load(module_database, path, LoadDecisions(table="forced", types={"Au": "number", "id": "text"}))
    lost = next(x for x in forced.report if x.code == "not_a_number")
    assert (lost.column, lost.rows) == ("Au", (5,))
    loaded = files.rows_of(module_database, "forced", 'id, "Au"')
    assert [x["Au"] for x in loaded[2:5]] == [2.5, None, 4.5]
    assert loaded[0]["id"] == "0"


def test_text_that_mentions_a_limit_is_no_number(module_database: Database, tmp_path: Path) -> None:
    path = _csv(tmp_path, "fraction", HEAD + 'f\n1,110,41,"sieved, <0.06 mm (fine)"\n2,110,41,<0.06\n')
    load(module_database, path)
    assert [x["f"] for x in files.rows_of(module_database, "fraction", "f")] == [
        "sieved, <0.06 mm (fine)",
        "<0.06",
    ]


def test_words_for_nothing_are_no_value_and_reported(module_database: Database, tmp_path: Path) -> None:
    path = _csv(
        tmp_path, "nothing", HEAD + "Au\n1,110,41,1.5\n2,110,41,N/A\n3,110,41,未检出\n4,110,41,-\n5,110,41,\n"
    )
    record = load(module_database, path)
    loaded = files.rows_of(module_database, "nothing", '"Au", "Au__qualifier", "Au__limit"')
    assert [x["Au"] for x in loaded] == [1.5, None, None, None, None]
    assert [x["Au__qualifier"] for x in loaded] == [None, None, "<", None, None]
    assert {x["Au__limit"] for x in loaded} == {None}
    assert next(x for x in record.report if x.code == "no_data").rows == (3, 5)
    assert next(x for x in record.report if x.code == "not_detected").rows == (4,)


def test_decimal_comma(module_database: Database, tmp_path: Path) -> None:
    path = _csv(tmp_path, "komma", 'nr;lon;lat;Au\n1;110,25;41,5;"1.234,5"\n2;110,5;41,75;<0,5\n')
    record = load(module_database, path)
    loaded = files.rows_of(module_database, "komma", '"Au", "Au__limit", ST_X(geom) AS x')
    assert loaded == [{"Au": 1234.5, "Au__limit": None, "x": 110.25}, {"Au": None, "Au__limit": 0.5, "x": 110.5}]
    assert "decimal_comma" in files.codes(record.report)


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_other_delimiters(module_database: Database, tmp_path: Path, delimiter: str) -> None:
    text = "id,lon,lat,note\n1,110.5,41.5,a\n2,110.6,41.6,b\n".replace(",", delimiter)
    record = load(module_database, _csv(tmp_path, "parted", text), LoadDecisions(mode="replace"))
    assert record.rows_loaded == 2
    assert "delimiter" in files.codes(record.report)


def test_uneven_and_empty_lines_keep_the_numbering(module_database: Database, tmp_path: Path) -> None:
    text = HEAD + 'note\n1,110.1,41.1,"two\nlines"\n\n2,110.2,41.2\n3,110.3,41.3,c,d\n4,110.4,41.4,e\n5,,41.5,f\n'
    record = load(module_database, _csv(tmp_path, "uneven", text))
    ragged = next(x for x in record.report if x.code == "ragged")
    assert (ragged.rows, ragged.count) == ((4, 5), 2)
    assert next(x for x in record.report if x.code == "xy_empty").rows == (7,)
    assert (record.rows_in, record.rows_loaded) == (5, 2)  # of the file, also those of too few or many cells
    loaded = files.rows_of(module_database, "uneven", "fid, id, note")
    assert [(x["fid"], x["id"], x["note"]) for x in loaded] == [(1, 1, "two\nlines"), (5, 4, "e")]


def test_named_columns_for_coordinates(module_database: Database, tmp_path: Path) -> None:
    path = _csv(tmp_path, "named", "nr,östlich,nördlich\n1,7.4,46.9\n2,7.5,47.0\n")
    with pytest.raises(IngestError, match="“nr”, “östlich”, “nördlich”"):
        load(module_database, path)
    with pytest.raises(IngestError, match="no column “ostlich”"):
        load(module_database, path, LoadDecisions(x="ostlich", y="nördlich"))
    with pytest.raises(IngestError, match="does not say which coordinate system"):
        load(module_database, path, LoadDecisions(x="östlich", y="nördlich"))
    record = load(module_database, path, LoadDecisions(x="östlich", y="nördlich", crs="4326"))
    assert record.extent == (7.4, 46.9, 7.5, 47.0)


def test_coordinates_in_no_known_notation_are_refused_with_an_example(tmp_path: Path) -> None:
    path = _csv(tmp_path, "grid", HEAD + "n\n1,TM 75 42,TM 42 75,1\n2,TM 76 43,TM 43 76,2\n")
    report = inspect(path)
    assert "xy_notation" in files.codes(report.errors)
    assert "TM 75 42" in next(x for x in report.errors if x.code == "xy_notation").text


def test_table_without_headings(module_database: Database, tmp_path: Path) -> None:
    path = _csv(tmp_path, "bare", "110.1,41.1,3\n110.2,41.2,4\n110.3,41.3,5\n")
    decisions = LoadDecisions(x="column_1", y="column_2", crs="EPSG:4326")
    record = load(module_database, path, decisions)
    assert record.rows_loaded == 3
    assert "header_none" in files.codes(record.report)


def test_decided_row_of_headings(module_database: Database, tmp_path: Path) -> None:
    path = _csv(tmp_path, "deep", "remark,,\nanother,remark,here\nid,lon,lat\nA,110.1,41.1\nB,110.2,41.2\n")
    load(module_database, path, LoadDecisions(header_row=3))
    assert [x["id"] for x in files.rows_of(module_database, "deep", "id")] == ["A", "B"]


def test_workbook_cells_of_every_kind(module_database: Database, tmp_path: Path) -> None:
    rows = [
        ("id", "lon", "lat", "when", "flag", "value", "note"),
        ("007", 110.1, 41.1, datetime.date(2020, 5, 17), True, 12.0, "  x "),
        ("008", 110.2, 41.2, datetime.datetime(2021, 1, 2, 3, 4, 5), False, 0.1, "=1+1"),
        (None, None, None, None, None, None, None),
        ("平均值", None, None, None, None, 6.05, None),
    ]
    record = load(module_database, files.workbook(tmp_path / "cells.xlsx", rows))
    assert record.rows_loaded == 2
    assert next(x for x in record.report if x.code == "rows_summary").rows == (5,)  # the row of means
    loaded = files.rows_of(module_database, "cells", 'id, "when", flag, value')
    assert loaded[0] == {"id": "007", "when": "2020-05-17", "flag": "TRUE", "value": 12.0}
    assert loaded[1]["when"] == "2021-01-02 03:04:05"


def test_workbook_with_notes_sheet_and_empty_sheet(tmp_path: Path) -> None:
    import openpyxl  # noqa: PLC0415

    path = files.workbook(tmp_path / "two.xlsx", [("lon", "lat"), (110, 41)], sheet="数据")
    book = openpyxl.load_workbook(path)
    book.create_sheet("empty")
    book.save(path)
    assert inspect(path).sheet == "数据"
    book.create_sheet("说明").append(["how to read this"])
    book.save(path)
    report = inspect(path)
    assert [x.name for x in report.sheets] == ["数据", "empty", "说明"]
    assert files.codes(report.errors) == {"sheet_choice"}
    assert inspect(path, sheet="数据").usable == 1


def test_values_right_of_the_headings_get_a_column(tmp_path: Path) -> None:
    rows: list[list[object]] = [["lon", "lat"], *([110.0, 41.0] for _ in range(80)), [110.0, 41.0, "lost"]]
    report = inspect(files.workbook(tmp_path / "right.xlsx", rows))
    assert [(x.name, x.missing, x.examples) for x in report.columns][2] == ("column_3", 80, ("lost",))


def test_numbers_that_often_mean_nothing_are_pointed_out(module_database: Database, tmp_path: Path) -> None:
    path = _csv(tmp_path, "codes", HEAD + "Au\n1,110,41,-9999\n2,110,41,1.5\n3,110,41,-9999\n")
    record = load(module_database, path)
    sentinel = next(x for x in record.report if x.code == "sentinel")
    assert (sentinel.column, sentinel.count) == ("Au", 2)
    assert files.rows_of(module_database, "codes", '"Au"')[0] == {"Au": -9999.0}  # kept: it is not ours to decide
