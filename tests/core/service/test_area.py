"""A study area without a name confines a question that names no place, and says so; others stay as they are."""

from __future__ import annotations

import pytest
from shapely.geometry import box

from core.query.selection import Selection
from core.service import MineralApp
from core.service.area import REASON

AREA = Selection(geometry=box(109.5, 41.6, 110.0, 42.0), label="drawn area")
WHOLE = Selection(geometry=box(70, 10, 140, 60), label="drawn area")


def total(app: MineralApp, question: str, **more: object) -> int:
    answer = app.ask(question, **more)  # type: ignore[arg-type]
    assert answer.status == "answered", answer.message
    assert answer.result is not None
    return answer.result.total


@pytest.mark.parametrize(
    ("question", "language"), [("How many deposits are there?", "en"), ("有多少个矿床？", "zh")]
)
def test_a_question_without_a_place_is_confined_and_told(app: MineralApp, question: str, language: str) -> None:
    layer = next(x for x in app.card.layers if x.entity_type == "deposit" and x.extent[0] > 108)
    with app.database.owner.connect() as connection:
        inside = "geom && ST_MakeEnvelope(109.5, 41.6, 110.0, 42.0, 4326)"
        sql = f'SELECT count(*) FROM layers."{layer.table}" WHERE {inside}'
        expected = connection.exec_driver_sql(sql).scalar()
    answer = app.ask(question, area=AREA)
    assert answer.result is not None
    assert answer.result.total == expected
    assert REASON[language] in "".join(answer.reading.notes if answer.reading else ())  # type: ignore[index]
    assert total(app, question, area=WHOLE) == total(app, question) > expected


@pytest.mark.parametrize(
    "question", ["How many deposits are in Yunnan?", "How many study areas are there?", "Where is Saiwusu?"]
)
def test_a_question_with_a_place_of_its_own_stays(app: MineralApp, question: str) -> None:
    plain, confined = app.ask(question), app.ask(question, area=Selection(geometry=box(0, 0, 1, 1)))
    assert confined.status == plain.status
    assert (confined.result and confined.result.total) == (plain.result and plain.result.total)


def test_what_is_selected_wins_over_the_area(app: MineralApp) -> None:
    question = "How many deposits are in the selected area?"
    assert total(app, question, selection=AREA, area=WHOLE) == total(app, question, selection=AREA)
