"""``python -m tests.benchmarks.loading --kill N``: N loads killed at random moments, looked at and repeated."""

from __future__ import annotations

import os
import shutil

from core.database.cluster import Cluster, ensure_cluster, remove_cluster
from core.database.versions import delete_layer
from tests import killing
from tests.workspace import PREFIX, parent

ROWS = 60_000
SEED = 5


def run(count: int) -> None:
    """Kill `count` loads; a line for each."""
    directory = parent() / f"{PREFIX}{os.getpid()}"
    directory.mkdir(mode=0o755)
    directory.chmod(0o755)
    base = directory / "cluster"
    ensure_cluster(base)
    bad = 0
    try:
        path = killing.points(directory / "spots.csv", ROWS)
        killing.opened(base)[0].close()
        for moment in killing.moments(count, SEED):
            if moment.mode == "new":
                db, _ = killing.opened(base)
                if killing.look(db).version:
                    delete_layer(db, "spots")
                db.close()
            before, after, repeated = killing.strike(base, path, moment)
            wrong = killing.check(before, after, repeated, moment.mode, ROWS)
            bad += bool(wrong)
            left = "as before" if after == before else "loaded"
            where = f"{moment.mode:8}{moment.victim:8}{moment.step:10}+ {moment.after_s:.2f} s"
            print(f"{where}: {left:10} {'; '.join(wrong) or 'right'}", flush=True)
        print(f"{count} loads of {ROWS:,} rows killed, {bad} left something wrong.")
    finally:
        remove_cluster(Cluster.at(base))
        shutil.rmtree(directory, ignore_errors=True)
