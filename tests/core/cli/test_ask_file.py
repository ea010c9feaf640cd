"""A file of questions: reports and one table; what fails is told and stops nothing."""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.cli.ask_file import MOST, Asked, answer_one, ask_file, format_of, read_questions, save, slug, summary
from core.errors import SettingsError
from core.service.reports import Reports

if TYPE_CHECKING:
    from core.service import MineralApp


def test_text_and_csv_files_are_read(tmp_path: Path) -> None:
    plain = tmp_path / "q.txt"
    plain.write_text("\ufeff# comment\nfirst?\n\n  第二个？ \n", encoding="utf-8")
    assert read_questions(plain) == (Asked("first?"), Asked("第二个？"))
    table = tmp_path / "q.csv"
    table.write_text('问题,研究区,language\n"a, b?",X,zh\n,Y,\nc?,,\n', encoding="utf-8-sig")
    assert read_questions(table) == (Asked("a, b?", "X", "zh"), Asked("c?"))


@pytest.mark.parametrize(
    ("name", "text"), [("q.csv", b"a,b\n1,2\n"), ("q.csv", b"question,language\na,fr\n"), ("q.txt", b"#\n"),
                       ("q.txt", b"\xff\xfe\x00"), ("q.txt", b""), ("q.csv", b""), ("q.txt", b"a?\n\0b"),
                       ("q.txt", "金矿？".encode("gbk")), ("q.txt", b"a?\n" * (MOST + 1)),
                       ("q.csv", b"question\n" + b"x" * 140_000)]
)  # fmt: skip
def test_unusable_files_are_refused(tmp_path: Path, name: str, text: bytes) -> None:
    (tmp_path / name).write_bytes(text)
    with pytest.raises(SettingsError):
        read_questions(tmp_path / name)
    with pytest.raises(SettingsError):
        read_questions(tmp_path / "missing.txt")


def test_summary_reads_in_spreadsheets_and_runs_nothing() -> None:
    data = summary([{"number": 1, "question": "=HYPERLINK(1)", "status": "failed", "message": "金"}])
    assert data.startswith(b"\xef\xbb\xbf")
    (line,) = csv.DictReader(io.StringIO(data.decode("utf-8-sig")))
    assert line["question"] == "'=HYPERLINK(1)"
    assert line["message"] == "金"


def test_file_names_and_whole_files(tmp_path: Path) -> None:
    assert slug("../../etc/passwd?") == "etc-passwd"
    assert slug("白云鄂博 金矿？") == "白云鄂博-金矿"
    assert slug("???") == "question"
    assert format_of(Path("a.PDF")) == "pdf"
    with pytest.raises(SettingsError):
        format_of(Path("a.exe"))
    (tmp_path / "taken").mkdir()
    with pytest.raises(SettingsError):
        save(tmp_path / "taken", b"x")
    assert [p.name for p in tmp_path.iterdir()] == ["taken"]


def test_a_question_that_fails_stops_nothing(app: MineralApp, tmp_path: Path) -> None:
    reports = Reports(app)
    arguments = argparse.Namespace(out=tmp_path, region=None, intent=None, language=None)
    questions = ("How many gold deposits are there in Bayan Obo?", "How many unicorns?", "云南有多少条断裂？")
    (tmp_path / f"001-{slug(questions[0])}.html").mkdir()
    lines = [answer_one(reports, arguments, i, Asked(q), ("html",)) for i, q in enumerate(questions, start=1)]
    assert [x["status"] for x in lines] == ["failed", "refused", "answered"]
    assert "cannot be written" in str(lines[0]["message"])
    assert (lines[2]["coverage"], lines[2]["correct"]) == (1.0, 1.0)
    page = (tmp_path / str(lines[2]["files"])).read_text(encoding="utf-8")
    assert str(lines[2]["found"]) in page


def test_what_is_without_effect_for_a_file_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "q.txt").write_text("How many gold deposits are there?\n", "utf-8")
    (tmp_path / "taken").write_text("", "utf-8")
    plain = {"file": tmp_path / "q.txt", "out": tmp_path / "out", "format": "html"}
    for more, said in (({"keep": True}, "--keep does not go"), ({"question": "x"}, "A question does not go"),
                       ({"out": None}, "no directory"), ({"format": "exe"}, "no format"),
                       ({"out": tmp_path / "taken"}, "cannot be made")):  # fmt: skip
        with pytest.raises(SettingsError, match=said):
            ask_file(argparse.Namespace(**{**plain, **more}))
    assert sorted(x.name for x in tmp_path.iterdir()) == ["q.txt", "taken"]
