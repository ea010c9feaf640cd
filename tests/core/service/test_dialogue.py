"""Dialogues with the application: every follow-up is answered as the question it stands for would be."""

from __future__ import annotations

import pytest
from shapely.geometry import box

from core.answer.model import Answer
from core.query.selection import Selection
from core.question.editing import changed, without
from core.service import MineralApp

GOLD = "Which gold deposits lie within 5 km of faults in Bayan Obo?"
GOLD_ZH = "白云鄂博地区距断裂5公里以内的金矿床有哪些？"


def features(answer: Answer) -> set[tuple[str, int]]:
    assert answer.status == "answered", answer.message
    assert answer.result is not None
    return {(x.ref.table, x.ref.fid) for x in answer.result.rows}


def talk(app: MineralApp, *questions: str) -> Answer:
    answer: Answer | None = None
    for question in questions:
        answer = app.ask(question, previous=answer)
        assert answer.status == "answered", (question, answer.message)
    assert answer is not None
    return answer


@pytest.mark.parametrize(
    ("dialogue", "same_as"),
    [
        ((GOLD, "what about within 10 km?"), "Which gold deposits lie within 10 km of faults in Bayan Obo?"),
        ((GOLD, "what about the copper ones?"), "copper deposits within 5 km of faults in Bayan Obo"),
        ((GOLD, "and in Sichuan?"), "Which gold deposits lie within 5 km of faults in Sichuan?"),
        ((GOLD_ZH, "10公里以内呢？"), "白云鄂博地区距断裂10公里以内的金矿床有哪些？"),
        ((GOLD_ZH, "铜矿呢？"), "白云鄂博地区距断裂5公里以内的铜矿床有哪些？"),
        ((GOLD_ZH, "四川呢？"), "四川距断裂5公里以内的金矿床有哪些？"),
        ((GOLD, "only the medium ones", "what about within 1 km?"),
         "medium gold deposits within 1 km of faults in Bayan Obo"),
    ],
)  # fmt: skip
def test_a_changed_query_gives_what_the_whole_question_gives(
    app: MineralApp, dialogue: tuple[str, ...], same_as: str
) -> None:
    assert features(talk(app, *dialogue)) == features(app.ask(same_as))


@pytest.mark.parametrize(
    ("first", "follow", "whole"),
    [
        (GOLD, "and which of those are medium?", "medium gold deposits within 5 km of faults in Bayan Obo"),
        (GOLD, "which of them contain silver?", "gold and silver deposits within 5 km of faults in Bayan Obo"),
        (GOLD_ZH, "其中中型的呢？", "白云鄂博地区距断裂5公里以内的中型金矿床有哪些？"),
    ],
)
def test_those_are_the_features_of_the_last_answer(app: MineralApp, first: str, follow: str, whole: str) -> None:
    before = app.ask(first)
    after = app.ask(follow, previous=before)
    assert features(after) < features(before)
    if "silver" not in follow:
        assert features(after) == features(app.ask(whole))
    assert after.carried
    assert after.base
    assert after.after is not None
    assert after.after.id == before.id
    assert after.citation_correct == 1.0


@pytest.mark.parametrize(("first", "follow"), [(GOLD, "how many of them?"), (GOLD_ZH, "有多少个？")])
def test_counting_them(app: MineralApp, first: str, follow: str) -> None:
    before = app.ask(first)
    counted = app.ask(follow, previous=before)
    assert counted.result is not None
    assert counted.result.scalar == len(features(before))


def test_the_faults_of_the_relation(app: MineralApp) -> None:
    before = app.ask(GOLD)
    near = {(r.ref.table, r.ref.fid) for e in before.evidence for p in e.proximity[:1] for r in p.within}
    assert features(app.ask("show the faults too", previous=before)) == near


def test_the_same_words_after_another_answer_are_another_question(app: MineralApp) -> None:
    gold, copper = app.ask(GOLD), app.ask("copper deposits in Yunnan")
    one = app.ask("how many of them?", previous=gold)
    other = app.ask("how many of them?", previous=copper)
    assert one.id != other.id
    assert one.result is not None
    assert other.result is not None
    assert one.result.scalar != other.result.scalar


def test_without_a_question_before_it_is_not_guessed(app: MineralApp) -> None:
    assert not app.ask("what about within 10 km?").evidence


def test_two_questions_have_two_answers(app: MineralApp) -> None:
    both = app.ask("How many gold deposits are in Bayan Obo, and which faults cross the granite?")
    assert both.result is not None
    assert both.result.scalar == len(features(app.ask("gold deposits in Bayan Obo")))
    assert len(both.also) == 1
    assert features(both.also[0]) == features(app.ask("which faults cross the granite?"))
    assert both.also[0].claims


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("what data do you have?", ("layers", "bayan_obo_faults.shp")),
        ("what attributes do the deposits have?", ("Commodity", "Genetic type")),
        ("which elements were analysed?", ("ppb", "Au", "La")),
        ("有哪些数据？", ("图层", "断裂")),
        ("断裂图层有哪些字段？", ("断裂类型",)),
        ("which coordinate system do the faults have?", ("WGS84", "longitude")),
    ],
)
def test_answers_about_the_data_are_cited(app: MineralApp, question: str, words: tuple[str, ...]) -> None:
    answer = app.ask(question)
    assert answer.status == "answered", answer.message
    text = "\n".join(c.text for c in answer.claims)
    assert all(w in text for w in words), text
    assert (answer.citation_coverage, answer.citation_correct, answer.dropped) == (1.0, 1.0, ())


def test_the_number_of_layers_is_that_of_the_registry(app: MineralApp) -> None:
    answer = app.ask("what data do you have?")
    layers = app.layers()
    values = {c.value for c in answer.claims[0].citations}
    assert values == {str(len(layers)), f"{sum(x.record.rows_loaded for x in layers):,}"}


def test_an_edited_chip_runs_again_and_is_taken_back(app: MineralApp) -> None:
    first = app.ask("gold deposits near faults in Bayan Obo")
    assert first.reading is not None
    assert first.reading.ir.query is not None
    edit = next(e for c in first.chips if c.assumed for e in c.edits if e.kind == "distance")
    query = changed(first.reading.ir.query, edit.path, 1_000.0)
    second = app.rerun(first, query)
    assert features(second) == features(app.ask("gold deposits within 1 km of faults in Bayan Obo"))
    assert not [a for a in second.assumptions if a.editable == "distance"]
    assert second.edited == (first.reading.ir.query,)
    assert second.citation_correct == 1.0
    back = app.rerun(second, second.edited[-1])
    assert features(back) == features(first)
    assert back.edited == ()


def test_every_removable_chip_can_be_left_out(app: MineralApp) -> None:
    first = app.ask("medium gold deposits near faults in Bayan Obo")
    assert first.reading is not None
    assert first.reading.ir.query is not None
    removable = [c for c in first.chips if c.removable and c.path]
    assert len(removable) == 4
    for chip in removable:
        assert chip.path is not None
        assert features(first) <= features(app.rerun(first, without(first.reading.ir.query, chip.path)))


def test_an_edit_of_a_follow_up_keeps_what_those_are(app: MineralApp) -> None:
    first = app.ask(GOLD)
    medium = app.ask("which of those are medium?", previous=first)
    assert medium.reading is not None
    assert medium.reading.ir.query is not None
    edit = next(e for c in medium.chips for e in c.edits if e.kind == "choice")
    small = app.rerun(medium, changed(medium.reading.ir.query, edit.path, "small"))
    assert features(small) < features(first)
    assert not features(small) & features(medium)


def test_the_drawn_area_and_the_view_are_anchors(app: MineralApp) -> None:
    west, south, east, north = 109.6, 41.6, 110.2, 41.95
    drawn = Selection(geometry=box(west, south, east, north))
    everything = app.ask("deposits in Bayan Obo")
    assert everything.result is not None
    inside = {
        (x.ref.table, x.ref.fid)
        for x in everything.result.rows
        if west <= x.lon <= east and south <= x.lat <= north
    }
    assert inside
    for question in ("deposits in the selected area", "选定区域内的矿床"):
        assert features(app.ask(question, selection=drawn)) == inside
    for question in ("deposits in the current view", "当前视图内的矿床"):
        assert features(app.ask(question, view=(west, south, east, north))) == inside


def test_the_drawn_area_stands_in_for_the_study_area(app: MineralApp) -> None:
    drawn = Selection(geometry=box(109.6, 41.6, 110.2, 41.95))
    elsewhere = next(x for x in app.regions() if "Sichuan" in x)
    question = "deposits in the selected area"
    assert features(app.ask(question, selection=drawn, region=elsewhere)) == features(
        app.ask(question, selection=drawn)
    )


@pytest.mark.parametrize("question", ["deposits in the selected area", "选定区域内的矿床"])
def test_without_a_selection_it_is_asked_for(app: MineralApp, question: str) -> None:
    answer = app.ask(question)
    assert answer.status != "answered"
    assert answer.message
    assert "map" in answer.message or "地图" in answer.message


@pytest.mark.parametrize(
    "question",
    ["deposits near Nowhere Mountain", "gold deposits near", "delete all deposits", "wells within 5 km of faults",
     "what is the thickness of the deposits?", "删除所有矿床"],
)  # fmt: skip
def test_each_choice_of_a_refusal_can_be_answered(app: MineralApp, question: str) -> None:
    refused = app.ask(question)
    assert refused.status in ("clarify", "refused")
    assert refused.choices
    for choice in refused.choices[:3]:
        assert app.ask(choice.question, intent=choice.intent).status == "answered", choice
