"""Kill a load, the process that reads for it or the database server at a random moment; then see what is left.

A load runs in a process of its own (``python -m tests.killing CLUSTER FILE MODE``).  After each kill the database
must be as it was before or as it is after a whole load, and the same load must succeed.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import sqlalchemy as sa

from core.database.cluster import Cluster, ensure_cluster
from core.database.engine import Database
from core.database.registry import LayerRecord, list_layers
from core.database.versions import past_layers
from core.ingest import LoadDecisions
from core.ingest.isolated import load_isolated
from core.ingest.model import Mode
from core.settings import ROOT, Settings
from tests.workspace import kill

NAME = "killing"
MODES: tuple[Mode, ...] = ("new", "append", "replace")
Victim = Literal["process", "server", "reader"]


STEPS = ("begun", "reading", "loading", "indexing", "finishing")


@dataclass(frozen=True)
class Moment:
    """When and what to kill: `after_s` seconds after a load has come to a step."""

    mode: Mode
    victim: Victim
    step: str
    after_s: float


@dataclass(frozen=True)
class State:
    """Everything a load may change."""

    tables: frozenset[str]
    """Relations in the schema of layers."""
    past: int
    """Tables of earlier versions."""
    known: int
    """Entries of earlier versions."""
    rows: int
    """Rows of the layer, 0 without one."""
    version: int
    whole: bool
    """Whether every entry has its table, each table its entry, and the counts agree."""


def look(db: Database) -> State:
    """The state of the database now."""
    inspector = sa.inspect(db.owner)
    tables = frozenset(inspector.get_table_names(schema="layers"))
    past = sum(x.startswith(("past_", "moving_")) for x in inspector.get_table_names(schema="oresight"))
    records, known = list_layers(db), len(past_layers(db))
    rows = {x.table: _count(db, x.table) for x in records if x.table in tables}
    whole = {x.table: x.rows_loaded for x in records} == rows and set(rows) == set(tables) and past == known
    layer = next((x for x in records if x.table == "spots"), None)
    return State(tables, past, known, rows.get("spots", 0), layer.version if layer else 0, whole)


def _count(db: Database, table: str) -> int:
    with db.owner.connect() as connection:
        counted = sa.select(sa.func.count()).select_from(sa.table(table, schema="layers"))
        return int(connection.execute(counted).scalar_one())


def opened(base: Path) -> tuple[Database, Cluster]:
    """The database, its server started when it is down."""
    cluster = ensure_cluster(base)
    return Database.open(Settings(), name=NAME, cluster=cluster), cluster


def start(base: Path, path: Path, mode: Mode, step: str) -> subprocess.Popen[str]:
    """A load at work; returns when it has come to `step`, or to its end where it has no such step."""
    command = [sys.executable, "-m", "tests.killing", str(base), str(path), mode]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if line.strip() == step:
            break
    return process


def strike(base: Path, path: Path, moment: Moment) -> tuple[State, State, State]:
    """Kill once: the state before, after the kill and after the repetition."""
    mode = moment.mode
    db, cluster = opened(base)
    before = look(db)
    db.close()
    process = start(base, path, mode, moment.step)
    time.sleep(moment.after_s)
    if moment.victim == "process":
        process.kill()
    elif moment.victim == "reader":
        for pid in grandchildren(process.pid):
            os.kill(pid, signal.SIGKILL)
    else:
        kill(cluster)
    process.wait(120)
    db, _ = opened(base)
    _settle(db)
    after = look(db)
    repeated = after
    if after == before or mode != "new":  # a new layer that is there would be refused, rightly
        load_isolated(db, path, LoadDecisions(table="spots", mode=mode))
        repeated = look(db)
    db.close()
    return before, after, repeated


def _settle(db: Database) -> None:
    """Wait until the server has noticed that the client is gone."""
    others = sa.text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND backend_type = 'client backend'"
    )
    with db.owner.connect() as connection:
        while connection.execute(others).scalar():
            connection.rollback()
            time.sleep(0.05)


def check(before: State, after: State, repeated: State, mode: Mode, rows: int) -> list[str]:
    """What is wrong, in words; nothing when all is well."""
    wrong = [] if before.whole and after.whole and repeated.whole else ["registry and tables disagree"]
    loaded = State(
        before.tables | {"spots"}, after.past, after.known,
        before.rows + rows if mode == "append" else rows, after.version, True,
    )  # fmt: skip
    if after not in (before, loaded):
        wrong.append(f"a partial load: {before} → {after}")
    final = after.rows if mode == "append" else 0
    if repeated.rows not in (final + rows, rows if mode == "new" else -1):
        wrong.append(f"the repetition left {repeated.rows} rows")
    return wrong


def moments(count: int, seed: int) -> list[Moment]:
    """Seeded random moments: a step of the load and some time in it, over all modes and both victims."""
    chance = random.Random(seed)
    victims: tuple[Victim, ...] = ("process", "server", "reader", "server")
    return [
        Moment(MODES[i % 3], victims[i % 4], chance.choice(STEPS), chance.choice((0.0, chance.uniform(0, 0.5))))
        for i in range(count)
    ]


def grandchildren(pid: int) -> list[int]:
    """The processes made by the children of `pid`."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    return [x for x, parent in parents.items() if parents.get(parent) == pid]


def points(path: Path, count: int) -> Path:
    """A table of points."""
    lines = "".join(f"{i},n{i % 7},<{i % 5 + 1},{110 + i * 1e-6:.6f},41\n" if i % 3 else
                    f"{i},n{i % 7},{i % 5 + 1},{110 + i * 1e-6:.6f},41\n" for i in range(count))  # fmt: skip
    path.write_text(f"v,name,Au_ppb,lon,lat\n{lines}")
    return path


def _run(base: Path, path: Path, mode: Mode) -> LayerRecord:
    def progress(done: int, total: int, step: str) -> None:
        print(step, flush=True)

    db, _ = opened(base)
    print("begun", flush=True)
    return load_isolated(db, path, LoadDecisions(table="spots", mode=mode), progress)


if __name__ == "__main__":
    _run(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])  # type: ignore[arg-type]
