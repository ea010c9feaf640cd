"""The second reader: its proposals are made into queries by code, and only where they explain more."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from core.errors import ModelCancelledError, ModelError
from core.llm.schema import check_schema
from core.llm.wording import model_error
from core.question import ir
from core.question.model_examples import examples
from core.question.model_reader import ModelReader, needs_help
from core.question.model_vocabulary import Vocabulary
from core.question.reader import Reader
from core.service import MineralApp
from tests.scripted_model import Said, Scripted

UNKNOWN = "Which auriferous occurrences lie close to faults in Bayan Obo?"
KNOWN = "Which gold occurrences lie close to faults in Bayan Obo?"
YES, NO = {"same": "yes"}, {"same": "no"}


@pytest.fixture(scope="module")
def reader(app: MineralApp) -> Reader:
    return app.context().reader


def proposal(**changes: Any) -> dict[str, Any]:
    empty = {
        "target": {"kind": "deposit", "quote": "occurrences"}, "ask": "list", "conditions": [], "relations": [],
        "region": "",
    }  # fmt: skip
    return empty | changes


def word(quote: str, means: str) -> dict[str, Any]:
    return proposal(words=[{"quote": quote, "means": means}])


def asked(reader: Reader, question: str, *lines: Said, region: str | None = None) -> tuple[Any, Scripted]:
    model = Scripted(*lines)
    return ModelReader(reader, model).help(reader.read(question, region=region), region), model


def meaning(query: ir.Query | None) -> dict[str, Any]:
    assert query is not None
    return ir.dump(query, spans=False)


def test_a_word_that_the_model_knows(reader: Reader) -> None:
    found, model = asked(reader, UNKNOWN, word("auriferous", "value:gold"), YES)
    assert found.model == "scripted"
    assert found.reading.reader == "model"
    assert meaning(found.reading.ir.query) == meaning(reader.read(KNOWN).ir.query)
    assert [(w.text, m) for w, m in found.reading.corrections] == [("auriferous", "gold")]
    assert any("scripted" in x for x in found.reading.notes)
    assert len(model.asked) == 2


def test_the_same_in_chinese(reader: Reader) -> None:
    question = "白云鄂博地区断层附近的富饶丽矿床有哪些？"
    before = reader.read(question)
    assert needs_help(before)
    quote = before.left[0].text
    found, _ = asked(reader, question, word(quote, "value:gold"), YES)
    assert found.reading.reader == "model"
    assert found.reading.corrections[0][1] == "金"
    assert "gold" in str(meaning(found.reading.ir.query))


@pytest.mark.parametrize(
    "lines",
    [
        (word("auriferous", "value:gold"), NO),
        (word("auriferous", "nothing"),),
        (proposal(words=[{"quote": "auriferous", "means": "kind:fault"}]), YES),
        (model_error("crashed", model="m", why="SIGSEGV"),),
        (model_error("timeout", model="m", seconds="1"),),
        ("not JSON at all",),
        ({"words": []},),
        (proposal(words=[{"quote": "DROP TABLE", "means": "value:gold"}]),),
    ],
)
def test_otherwise_the_reading_of_the_grammar_stands(reader: Reader, lines: tuple[Said, ...]) -> None:
    before = reader.read(UNKNOWN)
    found, _ = asked(reader, UNKNOWN, *lines)
    assert found.model == ""
    assert found.reading == before


def test_a_full_reading_is_never_changed(reader: Reader) -> None:
    found, model = asked(reader, KNOWN, word("gold", "value:copper"), YES)
    assert found.reading == reader.read(KNOWN)
    assert model.asked == []
    for question in ("DROP TABLE deposits", "What is a skarn deposit?", "What layers are loaded?", ""):
        assert not needs_help(reader.read(question)), question


STRANGE = "gold occurrences yonder within 5 km of faults in Bayan Obo"
GOLD = {"attribute": "commodity", "op": "=", "value": "gold", "quote": "gold"}
NEAR = {"relation": "within_distance", "kind": "fault", "name": "", "quote": "yonder within 5 km of faults"}


def test_a_whole_query_with_numbers_read_by_code(reader: Reader) -> None:
    assert needs_help(reader.read(STRANGE))
    proposed = proposal(conditions=[GOLD], relations=[NEAR], region="Bayan Obo") | {
        "words": [{"quote": "yonder", "means": "nothing"}]
    }
    found, _ = asked(reader, STRANGE, proposed)
    same = reader.read("gold occurrences within 5 km of faults in Bayan Obo")
    conditions = meaning(found.reading.ir.query)["target"]["where"]["and"]
    assert found.reading.reader == "model"
    for one in meaning(same.ir.query)["target"]["where"]["and"]:
        assert one in conditions


@pytest.mark.parametrize(
    "changes",
    [
        {"target": {"kind": "deposit", "quote": "volcanoes"}},
        {"target": {"kind": "fault", "quote": "gold occurrences"}},
        {"conditions": [GOLD | {"quote": "copper"}]},
        {"conditions": [GOLD | {"value": "copper"}]},
        {"conditions": [GOLD | {"attribute": "size"}]},
        {"conditions": []},
        {"relations": [NEAR | {"kind": "deposit"}]},
        {"relations": [NEAR | {"quote": "yonder within 50 km of faults"}]},
        {"relations": [NEAR | {"quote": "yonder"}]},
        {"relations": []},
    ],
)
def test_a_part_that_quotes_nothing_or_contradicts_is_dropped(reader: Reader, changes: dict[str, Any]) -> None:
    proposed = proposal(conditions=[GOLD], relations=[NEAR], region="Bayan Obo") | changes
    proposed["words"] = [{"quote": "yonder", "means": "nothing"}]
    found, _ = asked(reader, STRANGE, proposed)
    assert found.model == ""


def test_negations_are_left_to_the_grammar(reader: Reader) -> None:
    question = "occurrences yonder not within 5 km of faults"
    before = reader.read(question)
    near = NEAR | {"quote": "yonder not within 5 km of faults"}
    found, _ = asked(reader, question, proposal(words=[{"quote": "yonder", "means": "nothing"}], relations=[near]))
    assert found.reading == before


def test_the_chosen_area_holds_as_an_assumption(app: MineralApp, reader: Reader) -> None:
    area = app.regions()[0]
    question = "gold occurrences yonder within 5 km of faults"
    proposed = proposal(conditions=[GOLD], relations=[NEAR], words=[{"quote": "yonder", "means": "nothing"}])
    found, _ = asked(reader, question, proposed, region=area)
    assert found.model
    assert area in str(meaning(found.reading.ir.query))


class Given:
    cancelled = True


def test_a_cancelled_question_ends(reader: Reader) -> None:
    with pytest.raises(ModelCancelledError):
        ModelReader(reader, Scripted(word("auriferous", "value:gold"))).help(reader.read(UNKNOWN), cancel=Given())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_form_and_its_examples_come_from_the_data(app: MineralApp, language: Any) -> None:
    vocabulary = Vocabulary.of(app.card, language)
    form = vocabulary.form(("auriferous", 'quo"te'))
    check_schema(form)
    loaded = {a for x in app.card.layers for a in x.columns}
    assert set(vocabulary.attributes) <= loaded
    form = vocabulary.form(("auriferous",))
    form["properties"]["words"].pop("minItems")
    shown = list(examples(app.card, vocabulary, language))
    assert shown
    for question, reply in shown:
        jsonschema.validate(json.loads(reply.text), form)
        quotes = json.loads(question.text.partition("：" if language == "zh" else ": ")[2])["question"]
        said = json.loads(reply.text)
        assert said["target"]["quote"] in quotes
        assert all(x["quote"] in quotes for x in said["conditions"])


def test_the_product_answers_with_the_help_and_says_so(app: MineralApp) -> None:
    tools = app.tools
    try:
        app.tools = replace(tools, model=Scripted(word("auriferous", "value:gold"), YES, name="little model"))
        found = app.ask(UNKNOWN)
        assert found.status == "answered"
        assert found.read_by == "little model"
        assert "model" in found.timings_ms
        assert any("auriferous" in x.text for x in found.claims), "what was read as something else is stated"
        gone: ModelError = model_error("server_gone", url="http://x", why="refused")
        app.tools = replace(tools, model=Scripted(gone))
        failed = app.ask(UNKNOWN.replace("Which", "Where"))
        assert failed.status == "clarify"
        assert "http://x" in failed.message
        back = Scripted(word("auriferous", "value:gold"), YES)
        app.tools = replace(tools, model=back)
        assert app.ask(UNKNOWN.replace("Which", "Where")).read_by == "scripted", "a failure is not remembered"
        unsure = Scripted(word("auriferous", "value:gold"), NO)
        app.tools = replace(tools, model=unsure)
        first, asked_for = app.ask(UNKNOWN.replace("close to", "near")), len(unsure.asked)
        assert first.status == "clarify"
        assert app.ask(UNKNOWN.replace("close to", "near")).message == first.message
        assert len(unsure.asked) == asked_for > 0, "what the model could not help with is remembered"
    finally:
        app.tools = tools
