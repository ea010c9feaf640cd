"""A hundred answers of every kind of question: does each number carry a source, and does each source hold it?

    python -m tests.benchmarks.citations [--count 100]

The questions are those of the evaluation, spread over its kinds and both languages, some for the documents, and
assessments that rest on kept analyses of the demonstration data.
Coverage and correctness are the figures of the product's own check; *faithful* is found by the evaluation's
independent one, which reads tables and computes distances anew.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence

from core.service import MineralApp
from core.settings import get_settings
from tests.benchmarks.hundred import HINT, Line, asked


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, print a table by kind; 0 when every figure is 1."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=100)
    count = parser.parse_args(arguments).count
    app = MineralApp.open(get_settings())
    try:
        lines = list(asked(app, count))
    finally:
        app.close()
    return _print(lines)


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
    assessed = any(x.kind.startswith("assessed") for x in lines)
    if not assessed:
        print(HINT)
    return 1 if bad or not assessed else 0


def _wrong(line: Line) -> bool:
    figures = (line.answer.citation_coverage, line.answer.citation_correct, line.faithful)
    return any(x is not None and x < 1 for x in figures)


if __name__ == "__main__":
    sys.exit(main())
