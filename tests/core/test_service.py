"""The façade on the demonstration regions: real files, real PostGIS, every step."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import jsonschema
import pytest

from core.answer.model import Answer
from core.answer.serialise import to_dict
from core.database.engine import Database
from core.errors import Language, QueryCancelledError
from core.ingest import LoadDecisions, load
from core.question.reading import Intent
from core.service import CancelToken, MineralApp
from core.service.binding import bind_layer
from core.settings import ROOT, Settings
from tests.workspace import kill

CASE = {
    "en": "Which magmatic-hydrothermal gold deposits are located within 5 km of faults in the Bayan Obo area?",
    "zh": "白云鄂博地区距断裂5公里以内的岩浆热液型金矿床有哪些？",
}
# Name, kilometres to the nearest fault, faults within 5 km: Table 7 of Hu et al., "Intent-Driven Hybrid
# Semantic-Spatial RAG for Intelligent Prospecting with GIS Visualization".
TABLE_7 = (
    ("Saiwusu", "赛乌素", 0.02, 8),
    ("Bilute", "比鲁特", 2.78, 1),
    ("Sujiao'ao", "苏角敖", 2.98, 1),
    ("Gansi Taolegai", "干斯陶勒盖", 4.63, 2),
)
QUESTIONS = (
    "How many copper deposits are there in Yunnan?",
    "Are there any tungsten deposits less than 1 km from a thrust fault in Bayan Obo?",
    "Which samples in Sichuan have Cu above 0.02 %?",
    "Which occurrences in Bayan Obo are more than 5 km away from any fault?",
    "What are the five deposits nearest to the Wulanbaolige fault?",
    "Faults that cut Permian granite in Bayan Obo",
    "Find fluorite deposits between 500 m and 3 km from a fault in Bayan Obo",
    "lead deposits near faults in Sichuan",
    "gold anomalies in Bayan Obo",
    "what is a skarn?",
    "四川省锌含量超过200ppm的样点有哪些？",
    "产于花岗岩中的钨矿",
    "云南的金矿或银矿",
    "四川有没有距离断裂500米以内的金矿？",
    "白云鄂博地区镧含量最高的5个样品",
)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_published_case(app: MineralApp, language: Language) -> None:
    answer = app.ask(CASE[language])
    assert (answer.status, answer.language, answer.routing.intent) == ("answered", language, "spatial_relation")
    assert answer.result is not None
    assert answer.result.total == 4
    for evidence, (english, chinese, kilometres, faults) in zip(answer.evidence, TABLE_7, strict=True):
        proximity = evidence.proximity[0]
        assert (english if language == "en" else chinese) in evidence.row.name
        assert proximity.nearest is not None
        assert proximity.nearest.distance_m / 1000 == pytest.approx(kilometres, abs=0.02)
        assert proximity.within_count == faults
        assert proximity.disagreement_m <= 0.01
    belt = [r for r in answer.evidence[0].proximity[0].within if ("orthern margin" in r.name or "北缘" in r.name)]
    assert [r.distance_m / 1000 for r in belt] == [pytest.approx(2.84, abs=0.02)]
    first = next(c.text for c in answer.claims if c.target is not None)
    assert ("named: Northern margin fault belt" if language == "en" else "北缘断裂带（2.8") in first


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_value_is_cited_and_found_again(app: MineralApp, question: str) -> None:
    answer = app.ask(question)
    assert answer.status == "answered"
    assert (answer.citation_coverage, answer.citation_correct, answer.dropped) == (1.0, 1.0, ())
    marks = {int(n) for c in answer.claims for n in re.findall(r"\[(\d+)\]", c.text)}
    assert marks == {c.number for claim in answer.claims for c in claim.citations}


def test_answers_fit_the_documented_json_form(app: MineralApp) -> None:
    document = (ROOT / "docs" / "answer-json.md").read_text(encoding="utf-8")
    schema = json.loads(document.split("```json schema\n")[1].split("```")[0])
    for question in (CASE["zh"], *QUESTIONS[:3], QUESTIONS[8], "where is the potential highest?", ""):
        jsonschema.validate(json.loads(json.dumps(to_dict(app.ask(question)), allow_nan=False)), schema)


def test_a_study_area_beside_the_question_holds_only_when_the_question_names_none(app: MineralApp) -> None:
    area = next(r for r in app.regions() if "Yunnan" in r)
    beside = app.ask("How many copper deposits are there?", region=area)
    named = app.ask("How many copper deposits are there in Yunnan?")
    assert beside.result is not None
    assert named.result is not None
    assert beside.result.total == named.result.total
    assert [a.editable for a in beside.assumptions] == ["region"]
    other = app.ask("How many copper deposits are there in Sichuan?", region=area)
    assert other.assumptions == ()
    assert any("Sichuan" in c.text for c in other.claims)


def test_an_unknown_study_area_is_asked_back(app: MineralApp) -> None:
    answer = app.ask("gold deposits", region="Atlantis")
    assert (answer.status, [c.label for c in answer.choices]) == ("clarify", list(app.regions()))
    assert "Atlantis" in answer.message


@pytest.mark.parametrize(
    ("question", "sentence"),
    [("", "empty"), ("  \n\t ", "empty"), ("金" * 2001, "超过2000"), ("x " * 10_000, "longer")],
)
def test_questions_that_are_empty_or_endless_are_declined(app: MineralApp, question: str, sentence: str) -> None:
    answer = app.ask(question)
    assert answer.status == "refused"
    assert sentence in answer.message


def test_documents_are_quoted_word_for_word(app: MineralApp) -> None:
    answer = app.ask("what is a skarn?")
    assert answer.routing.intent == "knowledge"
    texts = {d.name: " ".join(d.text.split()) for d in app.library.documents()}
    for claim in answer.claims:
        quote = claim.citations[0]
        assert str(quote.value).removesuffix("…") in texts[quote.column or ""]


def test_what_no_document_speaks_of_is_said(app: MineralApp) -> None:
    answer = app.ask("history of gold mining near the Najd fault")
    assert (answer.routing.intent, answer.status) == ("knowledge", "refused")
    assert "Nothing in the loaded documents" in answer.message


@pytest.mark.parametrize("question", ["where is the prospecting potential highest?", "哪里最有可能找到新的金矿？"])
def test_prospectivity_is_declined_with_questions_that_work(app: MineralApp, question: str) -> None:
    answer = app.ask(question)
    assert (answer.routing.intent, answer.status, len(answer.choices)) == ("prospectivity", "refused", 3)
    for choice in answer.choices:
        offered = app.ask(choice.question)
        assert offered.result is not None
        assert offered.result.total > 0


def test_the_user_may_choose_the_branch(app: MineralApp) -> None:
    chosen: Intent = "knowledge"
    answer = app.ask("gold deposits near faults", intent=chosen)
    assert (answer.routing.intent, answer.routing.overridden) == (chosen, True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_examples_of_every_study_area_return_rows(app: MineralApp, language: Language) -> None:
    for region in (*app.regions(), None):
        questions = app.examples(region, language)
        assert len(set(questions)) == 3
        for question in questions:
            answer = app.ask(question, region=region)
            assert answer.language == language
            assert answer.result is not None
            assert answer.result.total > 0
            assert (answer.reading is not None, answer.reading and answer.reading.unexplained) == (True, ())


def test_steps_are_announced_and_a_cancelled_question_stops(app: MineralApp) -> None:
    seen: list[str] = []
    app.ask("How many iron deposits are there in Sichuan?", on_step=seen.append)
    assert seen == ["route", "read", "query", "evidence", "compose"]
    token = CancelToken()
    token.cancel()
    for known_or_not in (
        "How many iron deposits are there in Sichuan?",
        "How many tin deposits are there in Sichuan?",
    ):
        with pytest.raises(QueryCancelledError):
            app.ask(known_or_not, cancel=token)


def bare(answer: Answer) -> dict[str, object]:
    return {k: v for k, v in to_dict(answer).items() if k != "timings_ms"}


def test_the_same_question_has_the_same_answer_in_every_process(app: MineralApp, settings: Settings) -> None:
    other = MineralApp.open(settings, database=app.database)
    assert other.ask(CASE["en"]) is other.ask(CASE["en"])
    for question in (CASE["en"], CASE["zh"], *QUESTIONS[3:6]):
        assert bare(app.ask(question)) == bare(other.ask(question))


def test_many_threads_get_their_own_answers(app: MineralApp, settings: Settings) -> None:
    fresh = MineralApp.open(settings, database=app.database)
    expected = {q: bare(app.ask(q)) for q in QUESTIONS[:6]}
    found: dict[str, dict[str, object]] = {}

    def work(question: str) -> None:
        found[question] = bare(fresh.ask(question))

    threads = [threading.Thread(target=work, args=(q,)) for q in expected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def test_status_and_layers_tell_what_is_there(app: MineralApp) -> None:
    app.ask(CASE["en"])
    status = app.status()
    parts = {c.name: c for c in status.components}
    assert parts["PostGIS"].version.startswith("3.")
    assert parts["SQLAlchemy"].present
    assert all(c.version or not c.present for c in status.components)
    assert status.private
    assert status.layers == len(app.layers()) == len(app.card.layers)
    assert status.rows == sum(x.record.rows_loaded for x in app.layers())
    assert {"route", "read", "query"} <= {t.step for t in status.timings}
    assert status.disk.database > 0
    assert "password" not in status.server


def test_the_audit_log_tells_nothing_of_what_was_looked_for(app: MineralApp) -> None:
    answer = app.ask("Which molybdenum deposits lie within 7.5 km of faults in Sichuan?")
    lines = app.audit.path.read_text(encoding="utf-8").splitlines()
    entry = next(json.loads(x) for x in reversed(lines) if json.loads(x)["id"] == answer.id)
    assert entry["intent"] == "spatial_relation"
    assert entry["nodes"]["RelCond"] == 2
    assert not any(word in json.dumps(entry) for word in ("molybdenum", "7500", "7.5", "Sichuan"))


def test_loading_the_demo_again_finds_nothing_to_do(app: MineralApp) -> None:
    seen: list[str] = []
    assert app.load_demo(lambda step, _: seen.append(step)) == ()
    assert seen == []


def test_new_layers_are_seen_at_the_next_question(database: Database, settings: Settings, tmp_path: Path) -> None:
    own = settings.model_copy(update={"local_dir": tmp_path / "local"})
    app = MineralApp.open(own, database=database)
    assert (app.regions(), app.examples(None, "en")) == ((), ("", "", ""))
    before = app.ask("How many deposits are there?")
    assert before.status == "refused"
    feature = {
        "type": "Feature", "properties": {"NAME": "One"}, "geometry": {"type": "Point", "coordinates": [30, 10]}
    }  # fmt: skip
    path = tmp_path / "finds.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}))
    load(database, path, LoadDecisions(table="finds"))
    bind_layer(own, "finds", "deposit", "Finds")
    after = app.ask("How many deposits are there?")
    assert after.status == "answered"
    assert after.result is not None
    assert after.result.total == 1
    assert after.data_version != before.data_version


def test_a_killed_server_is_started_again(settings: Settings, workspace: Path) -> None:
    own = settings.model_copy(update={"local_dir": workspace / "killed"})
    own.local_dir.mkdir()
    app = MineralApp.open(own)
    cluster = app.database.cluster
    assert cluster is not None
    try:
        for question in ("How many deposits are there?", "How many faults are there?"):
            app.ask(question)
            kill(cluster)
        assert app.ask("How many regions are there?").status == "refused"
        assert cluster.status().running
    finally:
        app.close()
        cluster.stop()
