"""Kept answers: written whole, listed, run again, compared, removed."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.answer.serialise import to_dict
from core.service.history import History, run_again
from core.service.history_compare import compare

if TYPE_CHECKING:
    from core.service import MineralApp

QUESTION = "Which magmatic-hydrothermal gold deposits lie within 5 km of faults in Bayan Obo?"


def test_answers_are_kept_with_question_values_and_data(app: MineralApp, tmp_path: Path) -> None:
    history = History(tmp_path)
    answer = app.ask(QUESTION)
    kept = history.write(answer)
    assert history.list() == (kept,)
    loaded = history.load(kept.id)
    assert loaded is not None
    assert loaded[0] == kept
    assert loaded[1] == to_dict(answer)
    assert (kept.question, kept.data_version, kept.total) == (QUESTION, answer.data_version, 4)
    assert not list(tmp_path.glob(".*"))
    assert history.size() > 0
    removed = history.delete(kept.id, "not-there")
    assert history.list() == ()
    assert history.load(kept.id) is None
    history.put_back(removed)
    assert history.load(kept.id) == loaded
    assert not list(tmp_path.glob(".*"))


def test_the_oldest_go_and_broken_files_are_passed_over(app: MineralApp, tmp_path: Path) -> None:
    history = History(tmp_path, kept=3)
    kept = [history.write(app.ask(f"How many deposits are there in {x}?")) for x in ("Bayan Obo", "Yunnan") * 3]
    assert [x.id for x in history.list()] == [x.id for x in reversed(kept[-3:])]
    (tmp_path / "zz.jsonl").write_text("not json\n", encoding="utf-8")
    (tmp_path / "zy.jsonl").write_bytes(b"\xff\xfe")
    assert len(history.list()) == 3
    assert history.load("../../etc/passwd") is None


def test_a_follow_up_is_run_again_after_its_question(app: MineralApp, tmp_path: Path) -> None:
    history = History(tmp_path)
    first = app.ask("Which gold deposits lie within 2 km of faults in Bayan Obo?")
    second = app.ask("Which of them are medium?", previous=first)
    kept = history.write(second)
    assert kept.before == (first.question,)
    loaded = history.load(kept.id)
    assert loaded is not None
    again = run_again(app, *loaded)
    assert [e.row.ref for e in again.evidence] == [e.row.ref for e in second.evidence]
    assert compare(loaded[1], to_dict(again)).equal


def test_an_edited_interpretation_is_run_again_as_edited(app: MineralApp, tmp_path: Path) -> None:
    history = History(tmp_path)
    answer = app.ask(QUESTION)
    assert answer.reading is not None
    query = answer.reading.ir.query
    assert query is not None
    document = query.model_dump(by_alias=True, exclude_none=True)
    near = next(x for x in document["target"]["where"]["and"] if x.get("rel") == "near")
    near["max_m"] = 2_800.0
    edited = app.rerun(answer, type(query).model_validate(document))
    assert edited.result is not None
    assert edited.result.total == 2
    kept = history.write(edited)
    loaded = history.load(kept.id)
    assert loaded is not None
    again = run_again(app, *loaded)
    assert again.result is not None
    assert again.result.total == 2


def test_rows_that_came_went_or_changed_are_told(app: MineralApp) -> None:
    before = to_dict(app.ask(QUESTION))
    assert compare(before, before).equal
    after: dict[str, Any] = copy.deepcopy(before)
    gone = after["rows"].pop(0)
    after["rows"].append({**copy.deepcopy(gone), "fid": 9_999, "name": "New"})
    after["rows"][0]["values"]["size"]["value"] = "large"
    after["rows"][1]["proximity"][0]["nearest"]["distance_m"] += 5
    after["rows"][2]["proximity"][0]["nearest"]["distance_m"] += 0.004
    found = compare(before, after)
    assert found.removed == (gone["name"],)
    assert found.added == ("New",)
    assert [(c.name, [x[0] for x in c.cells]) for c in found.changed] == [
        (after["rows"][0]["name"], ["size"]),
        (after["rows"][1]["name"], ["distance_m_1"]),
    ]
    assert found.same == 1


def test_groups_are_compared_by_their_names(app: MineralApp) -> None:
    before = to_dict(app.ask("How many deposits are there per commodity in Bayan Obo?"))
    after: dict[str, Any] = copy.deepcopy(before)
    first = after["table"]["rows"][0]
    first["cells"][1] += 1
    gone = after["table"]["rows"].pop()
    found = compare(before, after)
    assert [c.name for c in found.changed] == [str(first["cells"][0])]
    assert found.removed == (str(gone["cells"][0]),)
    assert found.added == ()


def test_sentences_of_documents_and_analyses_are_compared() -> None:
    def told(*texts: str) -> dict[str, Any]:
        return {"claims": [{"kind": "summary", "section": "zoning", "text": x} for x in texts]}

    found = compare(told("AUC 0.91 [5].", "11 targets [5]."), told("AUC 0.93 [5].", "11 targets [4]."))
    assert (found.added, found.removed, found.same) == (("AUC 0.93.",), ("AUC 0.91.",), 1)
