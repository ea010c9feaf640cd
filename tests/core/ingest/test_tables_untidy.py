"""Tables as people keep them: headings again, means, blank rows, merged cells, several tables in a sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

from core.database.engine import Database
from core.ingest import LoadDecisions, inspect, load
from tests.core.ingest import files


def _csv(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_headings_that_come_again_are_no_data(tmp_path: Path) -> None:
    report = inspect(_csv(tmp_path, "id,lon,lat,Au\n1,110.1,41.1,2\n,,,\nid,lon,lat,Au\n2,110.2,41.2,3\n"))
    assert (report.rows, report.usable) == (2, 2)
    found = {x.code: x.rows for x in report.findings}
    assert (found["headings_again"], found["rows_blank"]) == ((4,), (3,))
    assert {x.name: x.sql_type for x in report.columns}["Au"] == "bigint"


def test_means_and_totals_are_not_samples(module_database: Database, tmp_path: Path) -> None:
    rows = [
        ("样号", "经度", "纬度", "Au"),
        ("A1", 110.1, 41.1, 2),
        ("A2", 110.2, 41.2, 4),
        ("平均值", None, None, 3),
        ("合计：", 220.3, 82.3, 6),
        ("Mean", 110.15, 41.15, 3),
    ]
    record = load(module_database, files.workbook(tmp_path / "means.xlsx", rows))
    assert (record.rows_in, record.rows_loaded) == (5, 2)
    assert next(x for x in record.report if x.code == "rows_summary").rows == (4, 5, 6)


def test_a_place_called_like_a_mean_stays(tmp_path: Path) -> None:
    rows = "".join(f"P{i},110.{i:02},41.1\n" for i in range(30))
    assert inspect(_csv(tmp_path, f"name,lon,lat\nSum,110.5,41.2\n{rows}")).usable == 31


def test_merged_cells_stand_for_all_their_rows(module_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "merged_rows.xlsx"
    rows = [("矿区", "样号", "lon", "lat"), ("甲区", "A1", 110.1, 41.1), (None, "A2", 110.2, 41.2),
            (None, "A3", 110.3, 41.3), ("乙区", "B1", 110.4, 41.4), (None, "B2", 110.5, 41.5)]  # fmt: skip
    files.workbook(path, rows)
    book = openpyxl.load_workbook(path)
    book.active.merge_cells("A2:A4")  # type: ignore[union-attr]
    book.save(path)
    record = load(module_database, path)
    areas = [x["矿区"] for x in files.rows_of(module_database, "merged_rows")]
    assert areas == ["甲区", "甲区", "甲区", "乙区", None]  # an empty cell that is not merged stays empty
    assert "2 cells" in next(x for x in record.report if x.code == "cells_merged").text


def test_tables_side_by_side_are_told(tmp_path: Path) -> None:
    report = inspect(
        _csv(tmp_path, "id,lon,lat,,id,lon,lat\n1,110.1,41.1,,7,111.1,42.1\n2,110.2,41.2,,8,111,42\n")
    )
    assert "tables_beside" in files.codes(report.findings)


def test_rows_that_cannot_be_used_say_why(tmp_path: Path) -> None:
    text = "id,lon,lat\n1,110.1,41.1\n2,,\n3,unknown,41\n4,110.1,95\n5,110.2,41.2\n6,1,2,3,4\n"
    report = inspect(_csv(tmp_path, text))
    rows = {x.code: x.rows for x in report.findings if x.rows}
    assert (rows["xy_empty"], rows["xy_text"], rows["geometry_range"], rows["ragged"]) == ((3,), (4,), (5,), (7,))
    assert report.usable == 2


def test_another_table_below_is_told_and_can_be_loaded(module_database: Database, tmp_path: Path) -> None:
    """Samples above, drill holes with other headings, a title and a row of units below."""
    rows: list[Any] = [["id", "lon", "lat", "Au"], *[[f"S{i}", 110 + i / 100, 41.0, i] for i in range(1, 40)]]
    rows += [[], ["Drill holes 2021"], ["hole", "depth", "lon", "lat"], ["", "m", "", ""]]
    rows += [["ZK1", 120.5, 110.3, 41.2], ["ZK2", 80, 110.4, 41.3]]
    path = files.workbook(tmp_path / "two.xlsx", rows)
    above = inspect(path)
    assert (above.usable, [x.source for x in above.columns]) == (39, ["id", "lon", "lat", "Au"])
    assert [(x.name, x.rows) for x in above.sheets] == [("data", 41), ("data › 42", 5)]
    (told,) = (x for x in above.findings if x.code == "tables_below")
    assert "row 42" in told.text
    assert "“depth”" in told.text
    assert above.columns[3].sql_type == "bigint"  # nothing of the other table is in it
    below = inspect(path, sheet="data › 42")
    assert (below.usable, below.sheet) == (2, "data › 42")
    assert [(x.source, x.unit_row) for x in below.columns][:2] == [("hole", ""), ("depth", "m")]
    assert below.sample[0][0] == 45
    record = load(module_database, path, LoadDecisions(sheet="data › 42", table="holes"))
    assert (record.rows_loaded, record.extent[0]) == (2, 110.3)


@pytest.mark.parametrize(
    "between",
    [
        [["Line 3", "north"]],  # words between groups of one table
        [["id", "lon", "lat", "Au"]],  # the same headings again
        [["a remark"], ["and another one"]],
    ],
)
def test_words_between_the_rows_are_no_other_table(tmp_path: Path, between: list[Any]) -> None:
    data = [[f"S{i}", 110 + i / 100, 41.0, i] for i in range(1, 20)]
    path = files.workbook(tmp_path / "one.xlsx", [["id", "lon", "lat", "Au"], *data, [], *between, *data])
    report = inspect(path)
    assert report.usable == 38
    assert len(report.sheets) == 1
