"""Questions about the data themselves, told apart from questions for features."""

from __future__ import annotations

import pytest

from tests.core.question.forms import read

CASES = [
    ("what data do you have?", "layers", None),
    ("Which layers are loaded?", "layers", None),
    ("list the layers", "layers", None),
    ("what can I ask?", "layers", None),
    ("what attributes do the deposits have?", "fields", "deposit"),
    ("which fields does the fault layer have", "fields", "fault"),
    ("which elements were analysed?", "elements", None),
    ("which elements are available in the samples?", "elements", "geochem_sample"),
    ("what units are used?", "units", None),
    ("in what unit is Au given?", "units", None),
    ("where do the data come from?", "source", None),
    ("which coordinate system do the faults have?", "frame", "fault"),
    ("有哪些数据？", "layers", None),
    ("已加载哪些图层", "layers", None),
    ("断裂图层有哪些字段？", "fields", "fault"),
    ("分析了哪些元素？", "elements", None),
    ("金的单位是什么？", "units", None),
    ("数据来源是什么？", "source", None),
    ("数据用的是什么坐标系？", "frame", None),
]


@pytest.mark.parametrize(("question", "kind", "entity"), CASES, ids=[x[0] for x in CASES])
def test_what_the_question_wants_to_know(question: str, kind: str, entity: str | None) -> None:
    reading = read(question)
    assert reading.ir.route == "metadata"
    assert reading.about is not None
    assert (reading.about.kind, reading.about.entity) == (kind, entity)


@pytest.mark.parametrize(
    "question",
    [
        "how many samples are there?",
        "which units contain gold deposits?",
        "which geological bodies are granite?",
        "show all deposits",
        "samples with Au above 20 ppb",
        "样品有多少个？",
        "金异常的样品有哪些？",
        "what is a skarn?",
        "which elements are pathfinders for gold?",
        "金的指示元素有哪些？",
    ],
)
def test_questions_for_features_are_not_about_the_data(question: str) -> None:
    assert read(question).ir.route != "metadata"
