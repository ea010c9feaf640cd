"""A hundred answers of every kind of question: does each number carry a source, and does each source hold it?

    python -m tests.benchmarks.citations [--count 100]

The questions are those of the evaluation, spread over its kinds and both languages, and a few for the documents.
Coverage and correctness are the figures of the product's own check; *faithful* is found by the evaluation's
independent one, which reads tables and computes distances anew.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.answer.model import Answer
from core.evaluation.faithfulness import faithfulness
from core.evaluation.records import Record
from core.evaluation.running import Bench
from core.evaluation.testset import records
from core.service import MineralApp
from core.settings import get_settings

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


@dataclass(frozen=True)
class Line:
    """One answer and its figures."""

    kind: str
    language: str
    question: str
    answer: Answer
    faithful: float | None


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, print a table by kind; 0 when every figure is 1."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=100)
    count = parser.parse_args(arguments).count
    app = MineralApp.open(get_settings())
    try:
        lines = list(_asked(app, count))
    finally:
        app.close()
    return _print(lines)


def _asked(app: MineralApp, count: int) -> Iterator[Line]:
    bench = Bench.open(app)
    done = 0
    for question in FOR_DOCUMENTS:
        answer = app.ask(question)
        if answer.status == "answered" and done < count:
            done += 1
            yield Line("documents", answer.language, question, answer, None)
    for record in _spread(records(bench.book, "all")):
        if done == count:
            return
        answer = bench.answer(record)
        if answer.status != "answered":
            continue
        done += 1
        with app.database.reader.connect() as connection:
            found = faithfulness(answer, bench.world, connection, app.card)
        yield Line(record.intent, record.language, record.question, answer, found)


def _spread(asked: Sequence[Record]) -> Iterator[Record]:
    """By kind and language in turns, every third of each, so that the shapes differ."""
    groups: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in asked:
        if record.expects == "answer":
            groups[(record.intent, record.language)].append(record)
    queues = [x[::3] + x[1::3] for _, x in sorted(groups.items())]
    for i in range(max(len(x) for x in queues)):
        for queue in queues:
            if i < len(queue):
                yield queue[i]


def _print(lines: Sequence[Line]) -> int:
    kinds: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        kinds[line.kind].append(line)
    head = ("answers", "en", "zh", "citations", "coverage", "correct", "faithful")
    print(f"{'kind':22}" + "".join(f" {x:>{w}}" for x, w in zip(head, (7, 4, 4, 9, 9, 8, 9), strict=True)))
    for kind, found in [*sorted(kinds.items()), ("all", list(lines))]:
        answers = [x.answer for x in found]
        cited = sum(len(c.citations) for a in answers for c in a.claims)
        languages = [sum(x.language == y for x in found) for y in ("en", "zh")]
        coverage, correct = (
            [v for a in answers if (v := getattr(a, f"citation_{k}")) is not None] for k in ("coverage", "correct")
        )
        faithful = [x.faithful for x in found if x.faithful is not None]
        figures = [min(x) if x else float("nan") for x in (coverage, correct, faithful)]
        print(
            f"{kind:22} {len(found):7} {languages[0]:4} {languages[1]:4} {cited:9}"
            f" {figures[0]:9.2f} {figures[1]:8.2f} {figures[2]:9.2f}"
        )
    bad = [x for x in lines if _wrong(x)]
    for line in bad:
        print(f"  {line.question}\n    {line.answer.dropped or line.faithful}")
    withheld = sum(len(x.answer.dropped) for x in lines)
    print(f"lowest figure of each kind; sentences withheld: {withheld}; answers with a figure below 1: {len(bad)}")
    return 1 if bad else 0


def _wrong(line: Line) -> bool:
    figures = (line.answer.citation_coverage, line.answer.citation_correct, line.faithful)
    return any(x is not None and x < 1 for x in figures)


if __name__ == "__main__":
    sys.exit(main())
