"""``python -m core eval``: ask the test set in one or all configurations, print tables, write the report."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import sqlalchemy as sa

from core.errors import OreSightError
from core.evaluation.baselines.command import run_baselines
from core.evaluation.configurations import ABLATED_SHARE, CONFIGURATIONS, FULL
from core.evaluation.judging import Score
from core.evaluation.metrics import by, silent, summary, times
from core.evaluation.records import Gold, Record
from core.evaluation.report import PAPER, WIDE, Results, report
from core.evaluation.running import Bench
from core.evaluation.tables import plain
from core.evaluation.testset import records
from core.evaluation.urban import run_both
from core.service import MineralApp
from core.service.ablation import ask_with
from core.service.status import components
from core.settings import get_settings


def evaluate(arguments: argparse.Namespace) -> int:
    """Run the evaluation; returns the exit code.

    Raises:
        OreSightError: the demonstration regions are not loaded, or a configuration has an unknown name.
    """
    if arguments.set == "urban":
        text = run_both(get_settings(), lambda done, total: _tick(done, total, "T1–T7"))
        print(text)
        if arguments.report:
            _write(arguments.report, text)
        return 0
    names = _names(arguments.config)
    app = MineralApp.open(get_settings())
    try:
        bench = _bench(app)
        if arguments.baseline:
            run_baselines(bench, arguments.baseline, arguments.limit)
            return 0
        asked = records(bench.book, arguments.set)
        golds = bench.golds(asked, _tick)
        results = _results(app, {n: _scores(bench, n, *_share(n, asked, golds)) for n in names})
    finally:
        app.close()
    _print(results)
    if arguments.report:
        _write(arguments.report, report(results))
    if arguments.figure:
        from core.evaluation.figure import draw  # noqa: PLC0415 - matplotlib is needed for this alone

        found = {n: summary(results.of(n, "paper")) for n in names if results.of(n, "paper")}
        draw(found, arguments.figure)
        print(f"Wrote {arguments.figure}")
    return 0


def _names(given: str | None) -> list[str]:
    names = list(CONFIGURATIONS) if given == "all" else (given or FULL).split(",")
    unknown = [n for n in names if n not in CONFIGURATIONS]
    if unknown:
        known = ", ".join(CONFIGURATIONS)
        raise OreSightError(f"There is no configuration “{unknown[0]}”; known are: {known}, all.")
    return names


def _share(name: str, asked: Sequence[Record], golds: Sequence[Gold]) -> tuple[list[Record], list[Gold]]:
    """What a configuration is asked: the product everything, the others a part of the wide set."""
    chosen = [i for i, r in enumerate(asked) if name == FULL or r.split == "paper" or i % ABLATED_SHARE == 0]
    return [asked[i] for i in chosen], [golds[i] for i in chosen]


def _bench(app: MineralApp) -> Bench:
    try:
        return Bench.open(app)
    except (sa.exc.ProgrammingError, sa.exc.NoSuchTableError) as error:
        raise OreSightError(
            "The demonstration regions are not loaded; the evaluation needs them.", hint="python -m core demo"
        ) from error


def _scores(bench: Bench, name: str, asked: Sequence[Record], golds: Sequence[Gold]) -> dict[str, list[Score]]:
    """Scores of one configuration by part of the test set."""
    title = CONFIGURATIONS[name].title
    started = time.perf_counter()
    ask = ask_with(bench.app, CONFIGURATIONS[name].ablation)
    scores = bench.scores(asked, golds, ask, lambda i, n, what: _tick(i, n, f"{title}: {what}"))
    print(
        f"\r{title}: {len(scores)} questions in {time.perf_counter() - started:.0f} s" + " " * 20, file=sys.stderr
    )
    return by(scores, lambda s: s.record.split)


def _tick(done: int, total: int, what: str) -> None:
    if sys.stderr.isatty() and done % 5 == 0:
        print(f"\r  {done}/{total}  {what}" + " " * 20, end="", file=sys.stderr, flush=True)


def _results(app: MineralApp, scores: dict[str, dict[str, list[Score]]]) -> Results:
    parts = {c.name: c.version for c in components(app.database)}
    server = f"PostgreSQL {parts.get('PostgreSQL', '?')}, PostGIS {parts.get('PostGIS', '?')}"
    return Results(date.today().isoformat(), app.card.version, server, scores)


def _print(results: Results) -> None:
    """Tables on the terminal; of the test part only figures, never questions."""
    if results.of(next(iter(results.scores)), "paper"):
        rows = []
        for name in results.scores:
            found = summary(results.of(name, "paper"))
            rows.append([CONFIGURATIONS[name].title, *(str(found[m]) for m in PAPER)])
        print("\nThe published kinds of question\n" + plain(["configuration", *PAPER], rows))
    for split in ("dev", "test"):
        rows = []
        for name in results.scores:
            scores = results.of(name, split)
            found = summary(scores)
            extra = [str(found[m]) for m in ("refusals right", "clarifications right")]
            rows.append(
                [CONFIGURATIONS[name].title, *(str(found[m]) for m in WIDE), *extra, str(len(silent(scores)))]
            )
        if any(results.of(name, split) for name in results.scores):
            header = ["configuration", *WIDE, "refusals", "clarifications", "silently wrong"]
            print(f"\nThe wide set, {split}\n" + plain(header, rows))
    if FULL in results.scores:
        steps, share = times(results.of(FULL, "paper", "dev", "test"))
        rows = [[s.step, f"{s.median:.1f}", f"{s.p95:.1f}"] for s in steps]
        print(f"\nMilliseconds; reading is {share:.1%} of the whole\n" + plain(["step", "median", "p95"], rows))
        for s in results.of(FULL, "paper", "dev"):
            if s.outcome != "right":
                print(f"  {s.record.id} {s.record.intent} {s.outcome}: {s.record.question} | {s.reason[:160]}")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"Wrote {path}")
