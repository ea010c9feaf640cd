"""A million samples asked in every way the query language knows: answered through an index, or refused at once.

    python -m tests.benchmarks.acceptance [--directory DIR] [--keep] [--only WORDS] [--out FILE]

Writes one section of ``docs/benchmarks.md``: verdict, plan and time by step of every question, and every
sequential scan of a large layer inside a loop.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from core.database.cluster import Cluster, ensure_cluster
from core.database.engine import READER_ROLE
from core.errors import OreSightError
from core.evidence.pipeline import gather
from core.query.pipeline import run_query
from core.question import ir
from core.service import MineralApp
from core.settings import Settings
from tests.benchmarks import data, plans, store
from tests.benchmarks.acceptance_questions import ASKED, QUESTIONS
from tests.benchmarks.meter import Cost, load, machine, measured
from tests.benchmarks.proximity import LARGE, PROVINCE, SEED, Bench

SIZES = {**LARGE, "bodies": 2_000}


@dataclass
class Asked:
    """What became of one question."""

    label: str
    verdict: str = "answered"
    said: str = ""
    """Why it was not answered."""
    total: int | None = None
    cost: Cost = field(default_factory=Cost)
    steps_ms: Mapping[str, float] = field(default_factory=dict)
    passes: tuple[str, ...] = ()
    """Large layers that were read once from end to end."""
    loops: tuple[plans.Scan, ...] = ()

    @property
    def plan(self) -> str:
        """How the rows were found."""
        if self.verdict != "answered":
            return "not run" if self.verdict == "refused" else "stopped"
        return f"one pass over {', '.join(self.passes)}" if self.passes else "index"


def prepared(cluster: Cluster, directory: Path, keep: bool) -> Bench:
    """The layers of the large benchmark, with bodies and study areas side by side."""
    bench = Bench(cluster, directory, "bench_large", fresh=not keep)
    if not keep:
        bench.fill(PROVINCE, LARGE, 0.02)
        store.load(bench.owner, "bodies", data.bodies(PROVINCE, SIZES["bodies"], SEED))
        areas = [data.regions(PROVINCE, 0.02).iloc[:1], data.blocks(PROVINCE, 4, 3)]
        store.load(bench.owner, "regions", pd.concat(areas, ignore_index=True))
    return bench


def watched(bench: Bench, label: str, ask: Callable[[Asked], None]) -> Asked:
    """Ask, and look into the server's log for the plans that ran."""
    found, log = Asked(label), bench.cluster.log_file
    start = log.stat().st_size
    with measured(bench.postmaster) as found.cost:
        try:
            ask(found)
        except OreSightError as error:
            found.verdict, found.said = "stopped", error.say()
    ran = plans.plans(log, start)
    found.loops = tuple(x for plan in ran for x in plans.repeated_scans(plan, SIZES))
    whole = {x["Relation Name"] for plan in ran for x in _nodes(plan["Plan"]) if x["Node Type"] == "Seq Scan"}
    found.passes = tuple(sorted(x for x in whole if SIZES.get(x, 0) >= plans.LARGE))
    print(f"{found.cost.cpu_s:6.2f} s  {label}: {found.verdict}, {found.plan} {found.said}", flush=True)
    return found


def _nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [plan, *(x for child in plan.get("Plans", ()) for x in _nodes(child))]


def by_query(bench: Bench, app: MineralApp, query: dict[str, Any]) -> Callable[[Asked], None]:
    """Ask with a query as a reader would write it."""

    def ask(found: Asked) -> None:
        read = ir.Query.model_validate(query)
        card, units, settings = app.card, app.units, bench.settings
        outcome = run_query(bench.database, read, card, units, settings, language="en", question=found.label)
        began = time.perf_counter()
        gather(bench.database, outcome, card, units, settings)
        found.steps_ms = {**outcome.timings_ms, "evidence": (time.perf_counter() - began) * 1000}
        if outcome.refusal is not None:
            found.verdict, found.said = "refused", outcome.refusal.message
        found.total = outcome.rows.total if outcome.rows is not None else None

    return ask


def by_words(app: MineralApp) -> Callable[[Asked], None]:
    """Ask in words."""

    def ask(found: Asked) -> None:
        answer = app.ask(found.label)
        found.steps_ms = answer.timings_ms
        if answer.status != "answered":
            found.verdict = "refused" if "refus" in answer.status else answer.status
            found.said = answer.message or ""
        found.total = answer.result.total if answer.result is not None else None

    return ask


def section(found: list[Asked]) -> str:
    """The section of the page."""
    answered = [x for x in found if x.verdict == "answered"]
    loops = [f"{x.label}: {scan.table}" for x in found for scan in x.loops]
    many = sum(x.verdict == "refused" for x in found)
    lines = [
        "## Everything that can be asked of 1,000,000 samples\n",
        f"Written by `python -m tests.benchmarks.acceptance` on {machine()['cores']} cores, other work beside it"
        f" (load {load()}): 100,000 occurrences, 50,000 faults, 1,000,000 samples, 2,000 bodies, 13 study areas.",
        f"{len(found)} questions: {len(answered)} answered, {many} refused before they ran,"
        f" {len(found) - len(answered) - many} stopped or asked back. Sequential scans of a large layer in"
        f" a loop: {'; '.join(loops) or 'none'}.\n",
        "| asked | verdict | plan | features | CPU s | wall s | of it (wall ms) |",
        "| --- | --- | --- | ---: | ---: | ---: | --- |",
    ]
    for x in found:
        steps = ", ".join(f"{k} {v:.0f}" for k, v in x.steps_ms.items() if v >= 1)
        total = f"{x.total:,}" if x.total is not None else ""
        spent = f"{x.cost.cpu_s:.2f} | {x.cost.wall_s:.2f}"
        lines.append(f"| {x.label} | {x.verdict} | {x.plan} | {total} | {spent} | {steps} |")
    said = dict.fromkeys(x.said for x in found if x.said)
    return "\n".join([*lines, "\nWhat is said instead of an answer:\n", *(f"- {x}" for x in said), ""])


def main() -> None:
    """Ask everything and write the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--directory", type=Path, default=Settings().local_dir / "benchmark")
    parser.add_argument("--keep", action="store_true", help="the layers are there from an earlier run")
    parser.add_argument("--only", default="", help="questions with these words")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    cluster = ensure_cluster(options.directory / "cluster")
    bench = prepared(cluster, options.directory, options.keep)
    plans.record(bench.owner, READER_ROLE, True)
    bench.database.reconnect()
    app = MineralApp.open(bench.settings, database=bench.database)
    asks = [(k, by_query(bench, app, q)) for k, q in ASKED] + [(q, by_words(app)) for q in QUESTIONS]
    found: list[Asked] = []
    for label, ask in asks:
        if options.only in label:
            found.append(watched(bench, label, ask))
            if options.out is not None:
                options.out.write_text(section(found), encoding="utf-8")
    plans.record(bench.owner, READER_ROLE, False)


if __name__ == "__main__":
    main()
