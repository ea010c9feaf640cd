"""The list of rows that were left out, and what adding to a layer will meet, before anything is loaded."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from core.database.engine import Database
from core.errors import IngestError
from core.ingest import LoadDecisions, inspect, load
from core.ingest.appending import foreseen
from core.ingest.isolated import inspect_isolated
from core.service.left_out import left_out_csv


def table(path: Path, rows: list[str], headings: str = "id,lon,lat,Au") -> Path:
    path.write_text("\n".join([headings, *rows]) + "\n", encoding="utf-8")
    return path


def test_every_row_is_in_the_list(module_database: Database, tmp_path: Path) -> None:
    """Also of many; in the order of the file; through the process that reads files."""
    rows = [f"{i},,41,1" if i % 3 == 0 else f"{i},110,{41 if i % 5 else 95},1" for i in range(60)]
    path = table(tmp_path / "gaps.csv", rows)
    report = inspect_isolated(path)
    told = list(csv.reader(io.StringIO(left_out_csv(report.findings, "en").decode("utf-8-sig"))))
    empty = {i + 2 for i in range(60) if i % 3 == 0}
    beyond = {i + 2 for i in range(60) if i % 3 and i % 5 == 0}
    assert told[0] == ["row", "why"]
    assert [int(x[0]) for x in told[1:]] == sorted(empty | beyond)
    assert {int(x[0]) for x in told[1:] if "no coordinates" in x[1]} == empty
    assert left_out_csv(report.findings, "zh").decode("utf-8-sig").startswith("行,原因")
    record = load(module_database, path)
    assert record.rows_loaded == 60 - len(empty | beyond)
    stored = left_out_csv(record.report, "en").decode("utf-8-sig").splitlines()
    assert f"{len(empty) - 8} more" in "".join(stored)


def test_a_single_row_is_spoken_of_as_one(tmp_path: Path) -> None:
    path = table(tmp_path / "one.csv", ["1,110,41,1", "2,,41,1"])
    assert any(x.text == "row 3 has no coordinates and was not loaded." for x in inspect(path).findings)


def test_what_adding_will_meet_is_known_beforehand(module_database: Database, tmp_path: Path) -> None:
    load(
        module_database,
        table(tmp_path / "first.csv", ["1,110,41,<0.5", "2,110,42,3"]),
        LoadDecisions(table="base"),
    )
    good = inspect(table(tmp_path / "good.csv", ["3,110,43,7,x"], "id,lon,lat,Au,note"))
    found = {x.code: x for x in foreseen(module_database, good, "base")}
    assert set(found) == {"append_missing", "append_added", "appended"}
    assert "Au__limit" in found["append_missing"].text
    bad = inspect(table(tmp_path / "bad.csv", ["4,110,44,much", "5,110,44,more"]))
    (wrong,) = foreseen(module_database, bad, "base")
    assert (wrong.severity, "“Au”" in wrong.text, "“base”" in wrong.text_zh) == ("error", True, True)
    with pytest.raises(IngestError, match="“Au”"):
        load(module_database, tmp_path / "bad.csv", LoadDecisions(table="base", mode="append"))
    assert [x.code for x in foreseen(module_database, good, "nowhere")] == ["append_nothing"]
