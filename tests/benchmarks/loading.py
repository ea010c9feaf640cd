"""Loading measured against ``ogr2ogr``: the same files, the same database server, one run after the other.

``python -m tests.benchmarks.loading`` loads a million points (CSV and GeoPackage) and 20,000 polygons (GeoPackage)
both ways and writes the figures into ``docs/benchmarks.md``.  ``--kill`` kills loads at random moments instead.
Each load runs in a process of its own, so that its peak memory is its own.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import geopandas as gpd
import numpy as np
import pandas as pd
import psycopg
import pyogrio
import shapely

from core.database.cluster import ensure_cluster, remove_cluster
from core.database.engine import Database
from core.ingest import LoadDecisions
from core.ingest.isolated import load_isolated, warm
from core.ingest.keeper import KEEPER
from core.settings import ROOT, Settings
from tests.benchmarks.data import Frame, bodies
from tests.benchmarks.loading_page import write
from tests.benchmarks.meter import backends, ended_s, machine, measured
from tests.benchmarks.meter import load as busy
from tests.workspace import parent

SEED = 20_240
FRAME = Frame(104.0, 38.0, 112.0, 43.0)
ROUNDS = {"polygons, GeoPackage": 5}
"""Files that load in a second are loaded several times, both ways in turn; the middle counts."""


def points(directory: Path, count: int) -> tuple[Path, Path]:
    """Samples with an identifier, two texts and four numbers, as CSV and as GeoPackage."""
    random = np.random.default_rng([SEED, count])
    frame = pd.DataFrame({"sample": [f"S{i:07d}" for i in range(count)]})
    frame["rock"] = random.choice(["granite", "schist", "limestone"], count)
    frame["medium"] = random.choice(["soil", "stream sediment"], count)
    for element in ("Au", "Cu", "Pb", "Zn"):
        frame[element] = np.round(np.exp(random.normal(1, 0.6, count)), 3)
    lon = np.round(random.uniform(FRAME.west, FRAME.east, count), 6)
    lat = np.round(random.uniform(FRAME.south, FRAME.north, count), 6)
    csv, gpkg = directory / f"points_{count}.csv", directory / f"points_{count}.gpkg"
    frame.assign(lon=lon, lat=lat).to_csv(csv, index=False)
    layer = gpd.GeoDataFrame(frame, geometry=shapely.points(lon, lat), crs=4326)
    pyogrio.write_dataframe(layer, gpkg, driver="GPKG")
    return csv, gpkg


def polygons(directory: Path, count: int) -> Path:
    """Geological bodies side by side, as GeoPackage."""
    path = directory / f"polygons_{count}.gpkg"
    frame = bodies(FRAME, count, SEED)
    pyogrio.write_dataframe(gpd.GeoDataFrame(frame, geometry="geometry", crs=4326), path, driver="GPKG")
    return path


def one(base: Path, path: Path) -> None:
    """Load one file with the product and tell the time and the peak memory; runs in a process of its own."""
    cluster = ensure_cluster(base)
    database = Database.open(Settings(), name="loading", cluster=cluster)
    try:
        warm()
        nursery = KEEPER.pid or 0
        readers = ended_s(nursery)
        with measured(cluster.pid() or 0) as cost:
            record = load_isolated(database, path, LoadDecisions(table="ours", mode="replace"))
        spent = {"wall_s": cost.wall_s, "application_s": cost.client_cpu_s, "server_s": cost.backend_cpu_s}
        spent["reader_s"] = ended_s(nursery) - readers
        spent["cpu_s"] = spent["application_s"] + spent["reader_s"] + spent["server_s"]
        KEEPER.stop()
        reader = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(json.dumps({**spent, "peak_mb": _peak_mb(), "reader_mb": reader, "rows": record.rows_loaded}))
    finally:
        database.close()


def _peak_mb() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()  # getrusage would tell the peak of the parent, too
    return next(int(x.split()[1]) / 1024 for x in lines if x.startswith("VmHWM"))


def ours(base: Path, path: Path) -> dict[str, Any]:
    """The product on one file."""
    command = [sys.executable, "-m", "tests.benchmarks.loading", "--one", str(base), str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def apart(base: Path) -> dict[str, float]:
    """What the server spends on things of the layer that ``ogr2ogr`` does not make, in CPU seconds."""
    cluster = ensure_cluster(base)
    spent: dict[str, float] = {}
    with psycopg.connect(cluster.conninfo("loading")) as connection:

        def step(name: str, statement: LiteralString) -> None:
            before = backends(cluster.pid() or 0)[connection.info.backend_pid]
            connection.execute(statement)
            spent[name] = backends(cluster.pid() or 0)[connection.info.backend_pid] - before

        connection.execute("SET max_parallel_maintenance_workers = 0")
        connection.execute("CREATE TEMP TABLE plain AS SELECT fid, geom FROM layers.ours")
        connection.execute("CREATE TEMP TABLE flat AS SELECT fid, geom FROM plain LIMIT 0")
        connection.execute("CREATE TEMP TABLE full_ (LIKE layers.ours INCLUDING GENERATED)")
        step("copy", "INSERT INTO flat SELECT fid, geom FROM plain")
        step("ecef", "INSERT INTO full_ (fid, geom) SELECT fid, geom FROM plain")
        step("nd", "CREATE INDEX ON full_ USING gist (geom_ecef gist_geometry_ops_nd)")
        step("analyze", "ANALYZE full_")
        connection.rollback()
    return {"ecef": max(spent["ecef"] - spent["copy"], 0.0), "nd": spent["nd"], "analyze": spent["analyze"]}


def theirs(base: Path, path: Path) -> dict[str, Any] | None:
    """``ogr2ogr`` on one file, through COPY with its spatial index; None where it is not installed."""
    program = shutil.which("ogr2ogr")
    if program is None:
        return None
    cluster = ensure_cluster(base)
    target = "PG:" + cluster.conninfo("loading")
    options = ["-f", "PostgreSQL", target, str(path), "-nln", "public.theirs", "-overwrite", "-a_srs", "EPSG:4326"]
    options += ["-lco", "GEOMETRY_NAME=geom", "-lco", "SPATIAL_INDEX=GIST", "--config", "PG_USE_COPY", "YES"]
    if path.suffix == ".csv":
        options += ["-oo", "X_POSSIBLE_NAMES=lon", "-oo", "Y_POSSIBLE_NAMES=lat", "-oo", "AUTODETECT_TYPE=YES"]
    else:
        options += ["-nlt", "PROMOTE_TO_MULTI"] if "polygons" in path.name else []
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    with measured(cluster.pid() or 0) as server:
        subprocess.run([program, *options], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    return {"wall_s": server.wall_s, "cpu_s": cpu + server.backend_cpu_s, "server_s": server.backend_cpu_s}


def middle(runs: Sequence[Mapping[str, float] | None]) -> dict[str, float] | None:
    """The median of each figure of several runs."""
    known = [x for x in runs if x is not None]
    return {name: statistics.median(x[name] for x in known) for name in known[0]} if known else None


@contextmanager
def workplace() -> Iterator[Path]:
    """A directory with a cluster of its own, removed at the end."""
    directory = parent() / f"oresight-loading-{os.getpid()}"
    directory.mkdir(mode=0o755)
    directory.chmod(0o755)
    cluster = ensure_cluster(directory / "cluster")
    try:
        Database.open(Settings(), name="loading", cluster=cluster).close()
        yield directory
    finally:
        remove_cluster(cluster)
        shutil.rmtree(directory, ignore_errors=True)


def compare(scale: int) -> dict[str, Any]:
    """Both on all files, one after the other; `scale` divides the sizes."""
    parts, before = [], busy()
    with workplace() as directory:
        csv, gpkg = points(directory, 1_000_000 // scale)
        large = points(directory, 4_000_000 // scale)
        files = {
            "points, CSV": csv,
            "points, GeoPackage": gpkg,
            "polygons, GeoPackage": polygons(directory, 20_000 // scale),
        }
        more = {"points, CSV": large[0], "points, GeoPackage": large[1]}
        base = directory / "cluster"
        for name, path in files.items():
            rounds = [(theirs(base, path), ours(base, path), apart(base)) for _ in range(ROUNDS.get(name, 1))]
            other, own, alone = (middle([x[i] for x in rounds]) for i in range(3))
            part: dict[str, Any] = {"name": name, "bytes": path.stat().st_size, "rounds": len(rounds)}
            part |= {"theirs": other, "ours": own, "apart": alone}
            part["more"] = ours(base, more[name]) if name in more else None
            parts.append(part)
            print(part, flush=True)
    return {"machine": machine(), "load_before": before, "load_after": busy(), "parts": parts}


def main() -> None:
    """Run, and write the page unless the sizes were reduced."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=2, type=Path, metavar=("CLUSTER", "FILE"), help=argparse.SUPPRESS)
    parser.add_argument("--scale", type=int, default=1, metavar="N", help="divide the sizes; no page is written")
    parser.add_argument("--kill", type=int, metavar="N", help="kill N loads at random moments instead")
    arguments = parser.parse_args()
    if arguments.one:
        one(*arguments.one)
    elif arguments.kill:
        from tests.benchmarks.killing import run  # noqa: PLC0415

        run(arguments.kill)
    else:
        result = compare(arguments.scale)
        if arguments.scale == 1:
            write(result, ROOT / "docs" / "benchmarks.md")


if __name__ == "__main__":
    main()
