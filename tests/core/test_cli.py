"""The command line as people and scripts use it."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.__main__ import main
from core.answer.serialise import to_dict
from core.database.cluster import Cluster
from core.database.engine import Database
from core.database.registry import list_layers
from core.service import MineralApp
from core.settings import ROOT, Settings, get_settings

CASE = "Which magmatic-hydrothermal gold deposits are located within 5 km of faults in the Bayan Obo area?"
CASE_ZH = "白云鄂博地区距断裂5公里以内的岩浆热液型金矿床有哪些？"

Run = Callable[..., int]


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Environment variables for the settings of one test."""
    get_settings.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    get_settings.cache_clear()


@pytest.fixture
def demo(environment: pytest.MonkeyPatch, app: MineralApp, cluster: Cluster) -> MineralApp:
    """The command line pointed at the demonstration database."""
    assert app.database.owner.url.database is not None
    url = cluster.url(app.database.owner.url.database).render_as_string(hide_password=False)
    environment.setenv("DATABASE_URL", url)
    return app


@pytest.fixture
def empty(environment: pytest.MonkeyPatch, workspace: Path, tmp_path: Path) -> Iterator[Path]:
    """The command line with a private cluster and mappings of its own; gives the mappings."""
    directory = workspace / "cli"
    directory.mkdir(exist_ok=True)
    mappings = tmp_path / "mappings"
    shutil.copytree(ROOT / "data_mappings", mappings)
    shutil.rmtree(directory / "mappings", ignore_errors=True)
    environment.setenv("ORESIGHT_LOCAL_DIR", str(directory))
    environment.setenv("ORESIGHT_MAPPINGS_DIR", str(mappings))
    yield mappings
    Cluster.at(directory / "cluster").stop(abandon=True)


def test_the_case_as_text(demo: MineralApp, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", CASE]) == 0
    shown = capsys.readouterr().out
    assert "There are four magmatic-hydrothermal gold deposits within 5 km of a fault" in shown
    lines = shown.splitlines()
    first = next(x for x in lines if x.startswith("1  Saiwusu"))
    assert first.split()[-4:] == ["0.02", "8", "109.9903", "41.8506"]
    assert "How this was computed" in lines
    assert any("ST_3DDWithin" in x for x in lines)
    assert "Sources" in lines


def test_the_case_in_chinese_is_aligned(demo: MineralApp, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", CASE_ZH]) == 0
    lines = capsys.readouterr().out.splitlines()
    head = next(i for i, x in enumerate(lines) if x.startswith("#  名称"))
    rule = lines[head + 1]
    for row in lines[head + 2 : head + 6]:
        columns = sum(2 if "\u2e80" <= c <= "\uffef" else 1 for c in row)
        assert columns == len(rule)
    assert "计算过程" in lines


def test_json_is_the_whole_answer(demo: MineralApp, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", CASE_ZH, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    expected = to_dict(demo.ask(CASE_ZH))
    assert {k: v for k, v in data.items() if k != "timings_ms"} == {
        k: v for k, v in expected.items() if k != "timings_ms"
    }


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["How many copper deposits are there in Yunnan?"], 0),
        (["gold deposits", "--region", "Atlantis"], 3),
        (["where is the prospecting potential highest?"], 4),
        (["drop all tables"], 4),
        ([""], 4),
        (["gold deposits near faults", "--intent", "prospectivity"], 4),
    ],
)
def test_the_exit_code_tells_how_it_went(demo: MineralApp, arguments: list[str], code: int) -> None:
    assert main(["ask", *arguments]) == code


@pytest.mark.parametrize(
    "arguments", [[], ["ask"], ["ask", "x", "--intent", "guess"], ["db", "explode"], ["load"]]
)
def test_wrong_usage_is_two(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2


def test_an_error_is_one_sentence_without_a_traceback(
    environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    environment.setenv("DATABASE_URL", "postgresql://nobody:secret@127.0.0.1:1/none")
    assert main(["ask", "gold deposits"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "127.0.0.1" in shown.err
    assert "Traceback" not in shown.err
    assert "secret" not in shown.err
    environment.setenv("ORESIGHT_DEBUG", "1")
    get_settings.cache_clear()
    assert main(["ask", "gold deposits"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_a_pipe_gets_utf8_whatever_the_locale_says(demo: MineralApp) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "core", "ask", "-"]
    done = subprocess.run(
        command, input=CASE_ZH.encode(), capture_output=True, cwd=ROOT, env=environment, check=False, timeout=240
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "赛乌素" in done.stdout.decode("utf-8")


def test_the_private_server_is_started_shown_and_stopped(empty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["db", "status"]) == 0
    assert "not running" in capsys.readouterr().out
    assert main(["db", "start"]) == 0
    assert "was started" in capsys.readouterr().out
    assert main(["db", "start"]) == 0
    assert "runs already" in capsys.readouterr().out
    assert main(["db", "status"]) == 0
    shown = capsys.readouterr().out
    assert "running, process" in shown
    assert "Layers:     0" in shown
    assert main(["db", "stop"]) == 0
    assert main(["db", "stop"]) == 0
    assert "was not running" in capsys.readouterr().out


def test_a_file_is_checked_loaded_bound_and_asked(
    empty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "矿点 list.csv"
    path.write_text("name,lon,lat\nFirst,110.1,41.1\nSecond,110.2,41.2\n", encoding="utf-8")
    common = [str(path), "--table", "finds", "--crs", "EPSG:4326", "--x", "lon", "--y", "lat"]
    assert main(["load", *common, "--dry-run"]) == 0
    report = capsys.readouterr().out
    assert "2 usable of 2" in report
    assert "Would fill table finds" in report
    assert main(["load", *common, "--type", "planet"]) == 1
    assert "deposit" in capsys.readouterr().err
    assert main(["load", *common, "--type", "deposit"]) == 0
    assert "2 of 2 rows" in capsys.readouterr().out
    database = Database.open(Settings())
    assert [r.table for r in list_layers(database)] == ["finds"]
    database.close()
    types = Settings().local_mappings_dir / "user_table_types.json"
    assert json.loads(types.read_text(encoding="utf-8"))["finds"]["entity_type"] == "deposit"
    shipped = json.loads((empty / "user_table_types.json").read_text(encoding="utf-8"))
    assert "finds" not in shipped
    assert main(["ask", "How many deposits are there?"]) == 0
    assert "There are two deposits" in capsys.readouterr().out
    assert main(["load", *common]) == 1
    assert main(["load", *common, "--replace"]) == 0


def test_rows_are_added_undone_deleted_and_restored(
    empty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "adds.csv"
    path.write_text("name,lon,lat\nFirst,110.1,41.1\nSecond,110.2,41.2\n", encoding="utf-8")
    assert main(["load", str(path), "--append"]) == 1
    assert "no layer “adds” to add rows to" in capsys.readouterr().err
    assert main(["load", str(path)]) == 0
    assert main(["load", str(path), "--append"]) == 0
    assert main(["layers", "versions", "adds"]) == 0
    shown = capsys.readouterr().out
    assert "present" in shown
    assert "replaced" in shown
    assert main(["layers", "undo", "adds"]) == 0
    assert "Version 1 of adds is back: 2 rows from adds.csv." in capsys.readouterr().out
    assert main(["layers", "undo", "adds"]) == 1
    assert main(["layers", "restore", "adds", "--version", "2"]) == 0
    assert "4 rows" in capsys.readouterr().out
    assert main(["layers", "delete", "adds"]) == 0
    capsys.readouterr()
    assert main(["layers", "list"]) == 0
    assert "adds" not in capsys.readouterr().out
    assert main(["layers", "restore", "adds"]) == 0
    assert "Version 2 of adds" in capsys.readouterr().out


def test_a_missing_decision_is_an_error_that_names_it(
    empty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "points.csv"
    path.write_text("name,e,n\nA,500000,4600000\n", encoding="utf-8")
    assert main(["load", str(path), "--x", "e", "--y", "n", "--dry-run"]) == 1
    assert "error:" in capsys.readouterr().out
    assert main(["load", str(path), str(path), "--table", "t"]) == 1
    assert "one file only" in capsys.readouterr().err


def test_a_dialogue_on_the_command_line(demo: MineralApp, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["ask", CASE, "--follow", "which of those are medium?", "--follow", "what about within 10 km?"])
    text = capsys.readouterr().out
    assert code == 0
    assert text.count("» ") == 3
    assert "Taken over from the question before: " in text
    assert "medium" in text.split("» which of those")[1]


def test_a_dialogue_as_json(demo: MineralApp, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", CASE_ZH, "--follow", "其中中型的呢？", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert first["carried"] == []
    assert second["carried"]
    assert second["ir"]["context"] == "previous_result"
    assert {r["name"] for r in second["rows"]} < {r["name"] for r in first["rows"]}


def test_questions_line_by_line(
    demo: MineralApp, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("how many of them?\nquit\n"))
    assert main(["ask", CASE, "--interactive"]) == 0
    assert "» how many of them?" in capsys.readouterr().out


def test_two_questions_in_one_text(demo: MineralApp, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "How many gold deposits are in Bayan Obo, and which faults cross the granite?"]) == 0
    text = capsys.readouterr().out
    assert "Also asked: which faults cross the granite?" in text


def test_a_box_is_the_view_and_the_selection(demo: MineralApp, capsys: pytest.CaptureFixture[str]) -> None:
    for words in ("in the selected area", "in the current view"):
        assert main(["ask", f"deposits {words}", "--box", "109.6,41.6,110.2,41.95", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)["rows"]
        assert rows
        assert all(109.6 <= r["lon"] <= 110.2 and 41.6 <= r["lat"] <= 41.95 for r in rows)
    assert main(["ask", "deposits in the selected area", "--box", "1,2,3"]) == 1
    assert "not a box" in capsys.readouterr().err
