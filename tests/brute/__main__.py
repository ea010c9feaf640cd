"""``python -m tests.brute --worlds 100 --seed 1 --queries 50``: how far product and evaluator agree."""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import active_children, get_context
from pathlib import Path
from tempfile import mkdtemp

from core.database.cluster import ensure_cluster, remove_cluster
from tests.brute.run import Score, share
from tests.workspace import parent


def main() -> int:
    """Run the contest on a cluster of its own and print the score."""
    parser = argparse.ArgumentParser(prog="python -m tests.brute", description=__doc__)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--queries", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wide", default="all", help="parts of the language, comma-separated, or all")
    parser.add_argument("--failures", type=Path, help="write disagreements to this file (JSON lines)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the worlds")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, _stop)
    directory = Path(mkdtemp(prefix="brute-", dir=parent()))
    directory.chmod(0o755)
    ensure_cluster(directory / "cluster")
    seeds = [range(chosen.seed + i, chosen.seed + chosen.worlds, chosen.jobs) for i in range(chosen.jobs)]
    part = partial(share, directory, chosen.queries, frozenset(chosen.wide.split(",")))
    try:
        with ProcessPoolExecutor(chosen.jobs, mp_context=get_context("spawn")) as pool:
            score = sum(pool.map(part, range(chosen.jobs), seeds), Score())
    finally:
        remove_cluster(ensure_cluster(directory / "cluster"))
        shutil.rmtree(directory, ignore_errors=True)
    report(score, chosen.failures)
    return 1 if score.failures else 0


def _stop(*_: object) -> None:
    """End the processes, so that the cluster is removed also when the run is stopped."""
    for child in active_children():
        child.terminate()
    sys.exit(143)


def report(score: Score, failures: Path | None) -> None:
    """Print the score."""
    refused = sum(score.refused.values())
    print(f"asked {score.asked}, agreed {score.agreed}, differ {len(score.failures)}, refused {refused}, "
          f"close calls skipped {score.close_calls}, {score.seconds:.0f} s")  # fmt: skip
    print(f"{'part of the language':24}{'asked':>8}{'agreed':>8}{'differ':>8}{'refused':>8}{'close':>8}")
    for name, found in sorted(score.by_feature.items()):
        cells = [found[x] for x in ("agreed", "differs", "refused", "close")]
        print(f"{name:24}{sum(cells):8}" + "".join(f"{x:8}" for x in cells))
    for why, count in score.refused.most_common():
        print(f"refused {count} × {why}")
    if failures is not None:
        lines = [json.dumps({"world": s, "query": q, "why": w}, ensure_ascii=False) for s, q, w in score.failures]
        failures.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
