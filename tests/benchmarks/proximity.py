"""Benchmark of proximity questions: the product beside the common formulation, on the same data in one run.

    python -m tests.benchmarks.proximity [--small] [--directory DIR] [--limit SECONDS] [--out docs]

Everything is generated from a seed.  The figure to compare is processor time, of this process and of the
database's backends together: it does not depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

from core.database.cluster import Cluster, ensure_cluster
from core.database.engine import READER_ROLE, Database
from core.service import MineralApp
from core.settings import ROOT, Settings
from tests.benchmarks import common, data, plans, product, store
from tests.benchmarks.meter import load, machine, measured
from tests.benchmarks.report import write

SEED = 20_240
RADIUS_M = 5_000.0
SHEET = data.Frame(116.0, 39.5, 118.0, 41.0)
PROVINCE = data.Frame(104.0, 36.5, 114.0, 42.5)
SMALL = {"occurrences": 5_000, "faults": 5_000}
LARGE = {"occurrences": 100_000, "faults": 50_000, "samples": 1_000_000}
QUESTIONS = (
    "Which gold deposits lie within 5 km of faults in Middle Block?",
    "Which copper deposits lie within 5 km of faults in Middle Block?",
    "Which iron deposits lie within 2 km of normal faults in Middle Block?",
    "How many samples in Middle Block contain more than 10 ppm Cu?",
    "What are the ten gold deposits nearest to Fault 77?",
    "Gold deposits within 5 km of faults",
)


class Bench:
    """One database with generated layers."""

    def __init__(self, cluster: Cluster, directory: Path, name: str, *, fresh: bool = True) -> None:
        self.cluster, self.name, self.directory = cluster, name, directory
        if fresh:
            with psycopg.connect(cluster.conninfo(), autocommit=True) as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")  # type: ignore[arg-type]
        self.settings = Settings(local_dir=directory, mappings_dir=product.mappings_directory(directory))
        self.database = Database.open(self.settings, name=name, cluster=cluster)
        self.owner = psycopg.connect(cluster.conninfo(name), autocommit=True)
        self.postmaster = cluster.pid() or 0  # of the server as it runs now: opening may have started it anew

    def fill(self, frame: data.Frame, sizes: Mapping[str, int], region: float) -> dict[str, Any]:
        """Generate and load; returns the cost of loading each layer."""
        costs = {}
        makers = {"occurrences": data.occurrences, "faults": data.faults, "samples": data.samples}
        for table, count in sizes.items():
            rows = makers[table](frame, count, SEED)
            with measured(self.postmaster) as cost:
                store.load(self.owner, table, rows)
            costs[table] = asdict(cost)
        store.load(self.owner, "regions", data.regions(frame, region))
        return costs

    def close(self) -> None:
        """Drop the database."""
        self.owner.close()
        self.database.close()
        with psycopg.connect(self.cluster.conninfo(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)")  # type: ignore[arg-type]


def small(cluster: Cluster, directory: Path, frame: data.Frame, limit_s: float) -> dict[str, Any]:
    """5,000 × 5,000: all pairs within the radius, by the common formulation and by the product."""
    bench = Bench(cluster, directory, "bench_small")
    try:
        bench.fill(frame, SMALL, 0.1)
        names: dict[str, Any] = {"targets": "occurrences", "references": "faults", "radius": RADIUS_M}
        without = common.run(bench.owner, bench.postmaster, common.PAIRS, limit_s, **names)
        common.index_geography(bench.owner, *SMALL)
        indexed = common.run(bench.owner, bench.postmaster, common.PAIRS, 600, **names)
        say("common", without.shown(), indexed.shown())
        whole = bench.settings.model_copy(
            update={"max_rows": 10_000, "max_references": 10_000, "statement_timeout_ms": 600_000}
        )
        query = product.near_faults(RADIUS_M)
        everything = product.answer(bench.database, bench.postmaster, query, whole)
        shown = product.answer(bench.database, bench.postmaster, query, bench.settings)
        say("product", everything.cost.cpu_s, shown.cost.cpu_s)
        search, found = product.all_within(bench.owner, bench.postmaster, RADIUS_M)
        return {
            "frame_km2": round(frame.area_km2),
            "common_without_index": asdict(without.cost) | {"finished": without.rows is not None},
            "common_indexed": asdict(indexed.cost),
            "product_everything": asdict(everything.cost),
            "product_as_shown": asdict(shown.cost),
            "in_process": {k: asdict(v) for k, v in search.items()},
            "targets": len(everything.evidence),
            "pairs": len(everything.pairs()),
            "targets_shown": len(shown.evidence),
            "pairs_shown": len(shown.pairs()),
            "agreement": compare(everything.pairs(), found, indexed.rows or []),
        }
    finally:
        bench.close()


def compare(
    ours: Mapping[tuple[int, int], float],
    found: Mapping[tuple[int, int], float],
    theirs: list[tuple[int, int, float]],
) -> dict[str, Any]:
    """Whether the three found the same pairs, and how far the distances differ."""
    common_pairs = {(a, b): m for a, b, m in theirs}
    both = ours.keys() & common_pairs.keys()
    twice = ours.keys() & found.keys()
    return {
        "product_and_in_process_same_pairs": ours.keys() == found.keys(),
        "product_and_in_process_max_m": max((abs(ours[k] - found[k]) for k in twice), default=0),
        "pairs_common_misses": len(ours.keys() - common_pairs.keys()),
        "pairs_common_adds": len(common_pairs.keys() - ours.keys()),
        "common_max_error_m": max((abs(ours[k] - common_pairs[k]) for k in both), default=0),
    }


def large(cluster: Cluster, directory: Path) -> dict[str, Any]:
    """100,000 × 50,000 with 1,000,000 samples: all nearest in process; ordinary questions; plans."""
    bench = Bench(cluster, directory, "bench_large")
    try:
        loading = bench.fill(PROVINCE, LARGE, 0.02)
        say("loaded")
        nearest = product.all_nearest(bench.owner, bench.postmaster)
        say("nearest", nearest.search.cpu_s)
        answered = ask_all(bench)
        common.index_geography(bench.owner, "occurrences", "faults")
        names: dict[str, Any] = {"targets": "occurrences", "references": "faults", "radius": RADIUS_M}
        region = common.run(bench.owner, bench.postmaster, common.IN_REGION, 600, **names)
        plans.record(bench.owner, READER_ROLE, True)
        start = cluster.log_file.stat().st_size
        ask_all(bench)
        plans.record(bench.owner, READER_ROLE, False)
        ran = plans.plans(cluster.log_file, start)
        repeated = [scan for plan in ran for scan in plans.repeated_scans(plan, dict(LARGE))]
        return {
            "frame_km2": round(PROVINCE.area_km2),
            "loading": loading,
            "nearest": {k: asdict(getattr(nearest, k)) for k in ("fetch", "build", "search")},
            "nearest_mean_m": float(nearest.metres.mean()),
            "questions": answered,
            "common_first_question": asdict(region.cost) | {"pairs": len(region.rows or [])},
            "plans_checked": len(ran),
            "repeated_scans": [asdict(scan) for scan in repeated],
        }
    finally:
        plans.record(bench.owner, READER_ROLE, False)
        bench.close()


def ask_all(bench: Bench) -> list[dict[str, Any]]:
    """All questions to a newly opened application on new connections."""
    bench.database.reconnect()
    app = MineralApp.open(bench.settings, database=bench.database)
    return [question(app, bench.postmaster, text) for text in QUESTIONS]


def question(app: MineralApp, postmaster: int, text: str) -> dict[str, Any]:
    """One question through the whole pipeline."""
    cost, answer = product.ask(app, postmaster, text)
    say(text, answer.status, cost.cpu_s)
    return {
        "question": text,
        "status": answer.status,
        "total": answer.result.total if answer.result else None,
        "listed": len(answer.evidence),
        "cost": asdict(cost),
        "steps_ms": {k: round(v) for k, v in answer.timings_ms.items()},
    }


def server(cluster: Cluster) -> str:
    """PostgreSQL by version, and the two settings that matter most."""
    with psycopg.connect(cluster.conninfo(), autocommit=True) as connection:
        show = {
            name: connection.execute(f"SHOW {name}").fetchone()[0]  # type: ignore[arg-type, index]
            for name in ("server_version", "shared_buffers", "max_parallel_workers_per_gather")
        }
    version = show["server_version"].split()[0]
    workers = show["max_parallel_workers_per_gather"]
    return (
        f"PostgreSQL {version} with {show['shared_buffers']} of shared buffers, parallel workers up to {workers}"
    )


def say(*words: object) -> None:
    """Progress on the terminal."""
    shown = (f"{w:.2f}" if isinstance(w, float) else str(w) for w in words)
    print(f"{datetime.now(UTC):%H:%M:%S}", *shown, flush=True)


def main() -> None:
    """Run, print, and write ``benchmarks.json`` and ``benchmarks.md``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="leave out the large size")
    parser.add_argument("--directory", type=Path, default=Settings().local_dir / "benchmark")
    parser.add_argument("--limit", type=float, default=600.0, help="seconds for the formulation without an index")
    parser.add_argument("--out", type=Path, default=ROOT / "docs")
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    cluster = ensure_cluster(options.directory / "cluster")
    result: dict[str, Any] = {
        "when": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": machine() | {"python": platform.python_version(), "server": server(cluster)},
        "load_before": load(),
        "seed": SEED,
    }
    for name, frame in {"sheet": SHEET, "province": PROVINCE}.items():
        say(name)
        result[name] = small(cluster, options.directory, frame, options.limit)
    if not options.small:
        result["large"] = large(cluster, options.directory)
    result["load_after"] = load()
    cluster.stop()
    (options.out / "benchmarks.json").write_text(json.dumps(result, indent=1), encoding="utf-8")
    write(result, options.out / "benchmarks.md")


if __name__ == "__main__":
    main()
