"""``python -m core eval --baseline``: how often a language model's SQL gives the right answer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast, get_args

from core.errors import ModelError
from core.evaluation.baselines.text_to_sql import BASELINES, Attempt, Baseline, TextToSql
from core.evaluation.records import Gold, Record
from core.evaluation.running import Bench
from core.evaluation.tables import plain
from core.evaluation.testset import records
from core.llm.choosing import no_model

KINDS = ("list", "count", "exists")
"""Kinds of right answers that rows of a statement can be compared with."""


@dataclass(frozen=True)
class Tally:
    """How a baseline did."""

    asked: int
    ran: int
    """Statements that passed the guard and the database."""
    right: int
    tries: float
    seconds: float
    tokens: int

    def row(self) -> list[str]:
        """Cells of the table."""
        each = max(1, self.asked)
        return [
            str(self.asked), f"{self.ran / each:.0%}", f"{self.right / each:.0%}", f"{self.tries / each:.1f}",
            f"{self.seconds / each:.1f}", str(self.tokens),
        ]  # fmt: skip


HEADER = ["baseline", "asked", "ran", "right", "tries", "s a question", "longest prompt"]


def right(attempt: Attempt, gold: Gold) -> bool:
    """Whether the rows of a statement are the right answer: features, their number, or whether there are any."""
    ran = attempt.ran
    if ran.error or not ran.columns:
        return False
    if gold.kind == "list":
        if "fid" not in ran.columns:
            return False
        place = ran.columns.index("fid")
        return sorted(x[place] for x in ran.rows) == sorted(x.fid for x in gold.refs)
    cell = ran.rows[0][0] if ran.rows else 0
    if gold.kind == "exists":
        return bool(cell) == bool(gold.number if gold.number is not None else gold.refs)
    return isinstance(cell, int | float) and gold.number is not None and float(cell) == gold.number


def measured(baseline: TextToSql, name: Baseline, asked: Sequence[Record], golds: Sequence[Gold]) -> Tally:
    """Ask every question once."""
    found = [(baseline.ask(r.question, name), g) for r, g in zip(asked, golds, strict=True)]
    return Tally(
        len(found), sum(not a.ran.error for a, _ in found), sum(right(a, g) for a, g in found),
        sum(a.tries for a, _ in found), sum(a.seconds for a, _ in found),
        max((a.tokens_in for a, _ in found), default=0),
    )  # fmt: skip


def run_baselines(bench: Bench, given: str, limit: int) -> None:
    """Ask the published questions of the baselines named in `given` (parted by commas, or all) and print a table.

    Raises:
        ModelError: no language model is configured, or a name is unknown.
    """
    app = bench.app
    if app.model is None:
        raise no_model()
    names = list(BASELINES) if given == "all" else given.split(",")
    if unknown := next((x for x in names if x not in get_args(Baseline)), None):
        raise ModelError(f"There is no baseline “{unknown}”; known are: {', '.join(BASELINES)}, all.")
    every = [
        r for r in records(bench.book, "paper") if r.language == "en" and not r.before and r.expects == "answer"
    ]
    pairs = [(r, g) for r, g in zip(every, bench.golds(every), strict=True) if g.kind in KINDS and not g.cut][
        :limit
    ]
    asked, golds = [r for r, _ in pairs], [g for _, g in pairs]
    baseline = TextToSql(app.model, app.context().reader, app.database, app.settings)
    rows = []
    for name in names:
        rows.append([name, *measured(baseline, cast("Baseline", name), asked, golds).row()])
        print(f"{name}: {rows[-1][1]} questions", file=sys.stderr)
    print(f"Baselines with the model {app.model.name}\n" + plain(HEADER, rows))
