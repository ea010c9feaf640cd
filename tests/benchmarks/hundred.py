"""Answers of every kind of question in both languages: the evaluation's, questions for documents, and assessments.

Assessments (what anomalies mean, how good a chance an area has) rest on kept analyses: without any they are
refused, and the benchmark says what to run first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.answer.model import Answer
from core.evaluation.faithfulness import faithfulness
from core.evaluation.records import Record
from core.evaluation.running import Bench
from core.evaluation.testset import records
from core.service import MineralApp

FOR_DOCUMENTS = (
    "What controls orogenic gold mineralisation?",
    "Why do porphyry copper deposits show alteration zoning?",
    "How do skarn deposits form?",
    "What are the indicator elements of carbonatite rare earth deposits?",
    "How are geochemical anomalies separated from background?",
    "为什么断裂控制成矿？",
    "卡林型金矿有什么特征？",
    "矽卡岩矿床是怎样形成的？",
    "水系沉积物测量怎样取样？",
    "与钨锡矿有关的花岗岩有什么特点？",
    "浅成低温热液金银矿有哪些蚀变？",
    "元素组合有什么指示意义？",
)
"""They name no deposit of the demonstration data: what they ask for stands in documents."""
ASSESSMENTS = (
    "What is the geological significance of the REE-Fe-Nb composite anomalies in the Bayan Obo area? What is the "
    "prospecting potential of this area?",
    "白云鄂博地区REE-Fe-Nb综合异常的地质意义是什么？该区找矿潜力如何？",
    "What is the prospecting potential of the Bayan Obo area?",
    "白云鄂博地区的找矿潜力如何？",
    "Interpret the geochemical anomalies of the Bayan Obo area",
    "解释白云鄂博地区的地球化学异常",
    "What is the geological significance of the La and Nb anomalies in Bayan Obo?",
    "白云鄂博La、Nb异常的地质意义是什么？",
    "What is the prospecting potential for gold in Bayan Obo?",
    "白云鄂博金矿找矿潜力如何？",
    "What is the prospecting potential near the Kuangou fault?",
    "宽沟断裂附近的找矿潜力如何？",
    "Evaluate the prospectivity of magmatic-hydrothermal deposits in Bayan Obo",
    "评价白云鄂博岩浆热液型矿床的成矿潜力",
)
"""They ask for what kept analyses of the demonstration's first study area say."""
HINT = "no assessment was answered: first run `python -m core geochem` and `python -m core prospect` on the area"


@dataclass(frozen=True)
class Line:
    """One answer and what the independent check found, where that check knows the kind."""

    kind: str
    language: str
    question: str
    answer: Answer
    faithful: float | None


def asked(app: MineralApp, count: int, *, check: bool = True) -> Iterator[Line]:
    """`count` answers: documents and assessments first, then the evaluation's kinds in turns.

    Args:
        check: read tables and compute distances anew for each answer.
    """
    bench = Bench.open(app)
    done = 0
    for kind, questions in (("documents", FOR_DOCUMENTS), ("knowledge", ASSESSMENTS)):
        for question in questions:
            answer = app.ask(question)
            if answer.status == "answered" and done < count:
                done += 1
                yield Line(_kind(answer, kind), answer.language, question, answer, None)
    for record in _spread(records(bench.book, "all")):
        if done == count:
            return
        answer = bench.answer(record)
        if answer.status != "answered":
            continue
        done += 1
        found = None
        if check:
            with app.database.reader.connect() as connection:
                found = faithfulness(answer, bench.world, connection, app.card)
        yield Line(record.intent, record.language, record.question, answer, found)


def _kind(answer: Answer, kind: str) -> str:
    """Assessments by their intent; a question that was answered in another way counts as what it became."""
    return f"assessed {answer.routing.intent}" if any(x.section for x in answer.claims) else kind


def _spread(asked_for: Sequence[Record]) -> Iterator[Record]:
    """By kind and language in turns, every third of each, so that the shapes differ."""
    groups: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in asked_for:
        if record.expects == "answer":
            groups[(record.intent, record.language)].append(record)
    queues = [x[::3] + x[1::3] for _, x in sorted(groups.items())]
    for i in range(max(len(x) for x in queues)):
        for queue in queues:
            if i < len(queue):
                yield queue[i]
