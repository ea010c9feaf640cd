"""How much of what a model writes is kept: answers over all intents, written anew sentence by sentence.

``python -m tests.benchmarks.model_writing [--answers N] [--sentences N]`` on the demonstration data, with the
configured model, or the small one of the tests.  Every sentence of the model that was accepted is held against the
evidence once more, by the citation check that all answers pass.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import replace

from core.answer.check import check
from core.answer.model_writer import REWRITTEN, Writer
from core.evaluation.running import Bench
from core.evaluation.testset import records
from core.service import MineralApp
from core.service.fluent import material_of
from core.settings import get_settings
from tests.small_model import small_model


def main() -> None:
    """Ask, write anew, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=100)
    parser.add_argument("--sentences", type=int, default=2, help="sentences of each answer")
    arguments = parser.parse_args()
    app = MineralApp.open(get_settings())
    model = app.model or small_model()
    writer = Writer(model, seconds=120)
    bench = Bench.open(app)
    every = (*records(bench.book, "paper"), *records(bench.book, "dev"))
    asked = [r for r in every if not r.before and r.box is None]
    step = max(1, len(asked) // (2 * arguments.answers))
    answers, kept, of, right = 0, Counter[str](), Counter[str](), 0
    intents: Counter[str] = Counter()
    started = time.monotonic()
    for record in asked[::step]:
        answer = app.ask(record.question)
        material = material_of(app, answer)
        if answer.status != "answered" or material is None or answers == arguments.answers:
            continue
        claims = tuple(c for c in answer.claims if c.kind in REWRITTEN and c.citations)[: arguments.sentences]
        if not claims:
            continue
        found = writer.fluent(material, claims)
        answers += 1
        intents[answer.routing.intent] += 1
        kept[answer.language] += found.kept
        of[answer.language] += found.of
        checked = check(material, tuple(replace(c) for c in found.claims))
        right += not checked.dropped and checked.coverage == 1.0 and checked.correct == 1.0
        print(f"{answers} {found.kept}/{found.of} {record.question[:70]}", file=sys.stderr, flush=True)
    model.close()
    app.close()
    print(f"model {model.name}, {answers} answers, {dict(intents)}, {time.monotonic() - started:.0f} s")
    for language in of:
        share = 1 - kept[language] / of[language]
        print(f"{language}: {kept[language]} of {of[language]} sentences kept, {share:.0%} fell back")
    print(f"answers whose text passed the citation check in full: {right} of {answers}")


if __name__ == "__main__":
    main()
