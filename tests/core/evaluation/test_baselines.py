"""SQL of a language model: what the guard lets through, the prompts, the retry, the judges."""

from __future__ import annotations

import pytest

from core.evaluation.baselines.command import measured, right
from core.evaluation.baselines.guarded import fault, run_guarded, statement_of
from core.evaluation.baselines.pool import Pair, masked, pairs_of, similar
from core.evaluation.baselines.schema_text import create_tables, linked
from core.evaluation.baselines.text_to_sql import BASELINES, TextToSql
from core.evaluation.model_judge import agreement, grade
from core.evaluation.records import Gold
from core.service import MineralApp
from tests.scripted_model import Scripted

COUNT = "SELECT count(*) FROM layers.sichuan_deposits"


@pytest.mark.parametrize(
    "sql",
    [
        "",
        "DROP TABLE layers.sichuan_deposits",
        "SELECT 1; DELETE FROM layers.sichuan_deposits",
        "DELETE FROM layers.sichuan_deposits",
        "WITH x AS (DELETE FROM layers.sichuan_deposits RETURNING 1) SELECT * FROM x",
        "SELECT pg_sleep(60)",
        "SELECT pg_read_file('/etc/passwd')",
        'SELECT * FROM "pg_catalog".pg_authid',
        "SELECT * FROM pg_shadow",
        "SELECT * FROM oresight.layers",
        "SELECT * FROM information_schema.tables",
        "SELECT set_config('a', 'b', false)",
        "SELECT 1 INTO x",
        "SELECT lo_import('/etc/passwd')",
        "SELECT dblink('x', 'y')",
        "COPY layers.sichuan_deposits TO PROGRAM 'id'",
        "SELECT 1 -- and more",
        "SELECT /* x */ 1",
        "SELECT $$x$$",
        "EXPLAIN ANALYZE SELECT 1",
        "SELECT query_to_xml('DELETE FROM x', true, true, '')",
        "SELECT 1 FROM layers.sichuan_deposits FOR UPDATE",
        "SELECT " + "1+" * 3_000 + "1",
    ],
)
def test_what_is_not_a_plain_look_at_layers_is_not_run(app: MineralApp, sql: str) -> None:
    ran = run_guarded(app.database, app.settings, sql, {})
    assert ran.error
    assert ran.rows == ()


def test_what_is_runs(app: MineralApp) -> None:
    assert fault(COUNT) == ""
    ran = run_guarded(app.database, app.settings, statement_of(f"Here it is:\n```sql\n{COUNT};\n```"), {})
    assert ran.rows == ((99,),)
    assert "does not exist" in run_guarded(app.database, app.settings, "SELECT x FROM layers.nothing", {}).error


def test_every_example_runs(app: MineralApp) -> None:
    pairs = pairs_of(app.card)
    assert len(pairs) > 20
    assert [p for p in pairs[::3] if run_guarded(app.database, app.settings, p.sql, {}).error] == []


def test_the_most_similar_form_is_chosen(app: MineralApp) -> None:
    plain = app.context().reader.plain
    assert masked("Which silver deposits lie within 3 km of faults?", plain) == masked(
        "Which gold deposits lie within 12 km of faults?", plain
    )
    pairs = [
        Pair("How many faults are there in Sichuan?", "a"),
        Pair("Which copper deposits lie near faults?", "b"),
    ]
    assert [x.sql for x in similar("Which gold deposits lie near folds?", pairs, plain, 1)] == ["b"]


def test_the_schema_that_a_question_names(app: MineralApp) -> None:
    reader = app.context().reader
    layers, attributes = linked(reader.plain.lexemes("copper deposits in Sichuan"), app.card, reader.lexicon)
    assert {x.entity_type for x in layers} == {"deposit", "region"}
    assert "commodity" in attributes
    text = create_tables(layers, attributes)
    assert "CREATE TABLE layers.sichuan_deposits" in text
    assert "yunnan" not in text


def test_a_wrong_statement_is_shown_again(app: MineralApp) -> None:
    model = Scripted("SELECT nothing FROM layers.sichuan_deposits", "```sql\n" + COUNT + "\n```")
    baseline = TextToSql(model, app.context().reader, app.database, app.settings)
    found = baseline.ask("How many deposits are there in Sichuan?", "six-part")
    assert (found.tries, found.ran.rows) == (2, ((99,),))
    assert "nothing" in model.asked[1].messages[-1].text
    assert right(found, Gold("count", number=99.0))
    assert not right(found, Gold("count", number=98.0))
    for name in BASELINES:
        one = TextToSql(Scripted("I do not know."), app.context().reader, app.database, app.settings)
        tally = measured(one, name, [], [])
        assert tally.asked == 0
        assert one.ask("How many?", name).ran.error == "only one SELECT is allowed"


def test_judges_and_their_agreement(app: MineralApp) -> None:
    answer = app.ask("How many copper deposits are there in Sichuan?")
    model = Scripted({"faithfulness": 9, "relevance": 10})
    assert (grade(answer, model).faithfulness, grade(answer, model).relevance) == (9, 10)
    assert "There are 15 copper deposits in Sichuan" in model.asked[0].messages[-1].text
    same = agreement([1, 2, 3, 4], [2, 4, 6, 8])
    assert same.pearson == pytest.approx(1.0)
    curved = agreement([1, 2, 3, 4], [1, 10, 100, 1000])
    assert curved.spearman == pytest.approx(1.0)
    # by hand: 1543.5 / sqrt(5 · 701520.75)
    assert curved.pearson == pytest.approx(0.82414, abs=1e-5)
    assert agreement([5, 5], [1, 2]).pearson is None
