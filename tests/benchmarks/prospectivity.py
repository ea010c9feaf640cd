"""Speed and memory of prospectivity: ``python -m tests.benchmarks.prospectivity [grid|features|large|trees]``.

``grid`` takes the whole demonstration region at 200 m: features, forest, five folds by deposit, map and raster.
``features`` computes the same features the plain way with the same libraries (distance to every line in turn,
one interpolation an element, polygon after polygon, one array) and prints the ratio.  ``large`` judges ten
million cells by windows into a GeoTIFF and prints the peak of memory.  ``trees`` tells what trees grown on all
rows reach beside those grown on few, for real deposits and for pseudo-deposits.  Times are of the processor; set
``OMP_NUM_THREADS=1``.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import shapely
from scipy.spatial import cKDTree
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from core.demo.region import build_region
from core.prospectivity.distance import EXACT_CELLS
from core.prospectivity.ensemble import judge, out_of_fold, train
from core.prospectivity.features import (
    Category,
    Distance,
    Elements,
    Feature,
    Plan,
    Table,
    complete,
    pooled,
)
from core.prospectivity.grid import GridSpec, grid_over, inside
from core.prospectivity.interpolate import Samples
from core.prospectivity.labels import Places, label, restricted
from core.prospectivity.models import ModelSpec
from core.prospectivity.placebo import pseudo, relabelled
from core.prospectivity.rasters import write_geotiff, write_windows
from core.prospectivity.runner import Runner
from core.prospectivity.validation import Dataset, divided, validate
from core.settings import Settings

ELEMENTS = ("La", "Ce", "Pr", "Nd", "Sm", "Eu", "Gd", "Tb", "Ho", "Er", "Tm", "Lu", "Nb", "F", "Zr")
LARGE_CELLS = 10_000_000


class Region:
    """The demonstration region as geometries and arrays."""

    def __init__(self, cell: float = 200.0) -> None:
        made = build_region("bayan_obo", Settings().demo_seed)
        self.area = box(*made.spec.bbox)
        self.grid = grid_over(self.area, cell)
        self.lines = [self.grid.geometry(x.line) for x in made.faults]
        self.bodies = [self.grid.geometry(x.polygon) for x in made.bodies]
        self.rocks = [x.unit.rock[0] for x in made.bodies]
        table = made.samples
        self.sites = np.column_stack(self.grid.project(table["lon"].to_numpy(), table["lat"].to_numpy()))
        self.values = np.log1p(table[list(ELEMENTS)].to_numpy(float))
        chosen = [x for x in made.occurrences if x.genesis == "magmatic_hydrothermal"]
        lonlat = np.array([x.lonlat for x in chosen])
        self.places = Places(*self.grid.project(lonlat[:, 0], lonlat[:, 1]))

    def plan(self, grid: GridSpec | None = None) -> Plan:
        """Distance to faults, 15 elements, rock."""
        codes, names = pooled(self.rocks, np.array([x.area for x in self.bodies]))
        samples = Samples(self.sites[:, 0], self.sites[:, 1], self.values)
        return Plan(grid or self.grid, [
            Distance((Feature("fault", "distance", "m"),), self.lines),
            Elements(tuple(Feature(x, "element") for x in ELEMENTS), samples),
            Category((Feature("rock", "category", categories=names),), self.bodies, codes),
        ])  # fmt: skip


def main() -> None:
    """Run the parts named, or all."""
    parts = {"grid": grid, "features": features, "large": large, "trees": trees}
    for name in sys.argv[1:] or parts:
        print(f"== {name}")
        parts[name]()


def _lap(name: str, since: float) -> float:
    now = time.process_time()
    print(f"{name:<28}{now - since:8.2f} s")
    return now


def grid() -> None:
    """The whole region end to end."""
    region = Region()
    start = at = time.process_time()
    cells = np.flatnonzero(inside(region.grid, region.area))
    values = region.plan().whole(cells)
    at = _lap(f"features, {len(cells):,} cells", at)
    data = _labelled(region, cells, values)
    spec, runner = ModelSpec(), Runner()
    found = validate(data, "grouped", spec, runner)
    at = _lap("five folds by deposit", at)
    fold, _ = divided(data, "grouped")
    spare = out_of_fold(data, fold, spec, runner, draws=1)
    members = train(data, spec, runner)
    judged = judge(members, data.table.values, data.table.cells, spare)
    at = _lap("forests and map", at)
    whole = np.full(region.grid.cells, np.nan, np.float32)
    whole[data.table.cells] = judged.mean
    with tempfile.TemporaryDirectory() as directory:
        write_geotiff(Path(directory) / "p.tif", region.grid, {"potential": whole}, {})
    at = _lap("raster", at)
    print(f"{'sum':<28}{at - start:8.2f} s   mean AUC {found.mean:.3f}, "
          f"{data.labels.positives:,} positive cells")  # fmt: skip


def _labelled(region: Region, cells: np.ndarray, values: np.ndarray) -> Dataset:
    good = complete(values)
    labels = restricted(label(region.grid, cells, region.places), good)
    return Dataset(region.grid, Table(labels.cells, values[good], region.plan().features), labels)


def trees() -> None:
    """All rows a tree, and few."""
    region = Region()
    cells = np.flatnonzero(inside(region.grid, region.area))
    data = _labelled(region, cells, region.plan().whole(cells))
    fakes = [relabelled(data, pseudo(data, region.places, "random", i)) for i in range(1, 4)]
    validate(data, "grouped", ModelSpec(trees=1), Runner())  # what is imported late is not measured
    for rows in (0, 600, 300):
        spec, start = ModelSpec(rows=rows), time.process_time()
        real = validate(data, "grouped", spec, Runner(), repeats=3)
        between = time.process_time() - start
        block = validate(data, "block", spec, Runner(), size=0.05)
        fake = [validate(x, "grouped", spec, Runner()).mean for x in fakes if x is not None]
        others = ", ".join(f"{x:.3f}" for x in fake)
        print(f"{rows or 'all':>4} rows a tree: grouped {real.mean:.3f} ± {real.deviation:.3f}, "
              f"blocks {block.mean:.3f}, pseudo-deposits {others}; 15 folds {between:.1f} s")  # fmt: skip


def features() -> None:
    """Against the plain way, in one run."""
    region = Region()
    cells = np.flatnonzero(inside(region.grid, region.area))
    start = time.process_time()
    values = region.plan().whole(cells)
    own = time.process_time() - start
    start = time.process_time()
    plain = _plain(region, cells)
    theirs = time.process_time() - start
    same = np.isfinite(values).all(axis=1)
    away = np.abs(values[same, 0] - plain[same, 0]).max()
    print(f"largest difference of a distance {away:.3f} m, of an element "
          f"{np.abs(values[same, 1:16] - plain[same, 1:16]).max():.2e}, rocks equal: "
          f"{(values[same, 16] == plain[same, 16]).mean():.6f}")  # fmt: skip
    print(f"{len(cells):,} cells: {own:.2f} s, plain {theirs:.2f} s, ratio {theirs / own:.1f}")


def _plain(region: Region, cells: np.ndarray) -> np.ndarray:
    """Brute-force distances, one interpolation an element, polygon after polygon; no windows."""
    x, y = region.grid.centres(cells)
    points: np.ndarray = np.asarray(shapely.points(x, y), dtype=object)
    out = np.empty((len(cells), 17), np.float32)
    nearest = np.full(len(cells), np.inf)
    for line in region.lines:
        nearest = np.minimum(nearest, shapely.distance(line, points))
    out[:, 0] = nearest
    at = np.column_stack([x, y])
    for i in range(len(ELEMENTS)):
        distance, index = cKDTree(region.sites).query(at, k=12)
        weight = 1 / np.maximum(distance, 1)
        out[:, 1 + i] = (weight * region.values[:, i][index]).sum(axis=1) / weight.sum(axis=1)
        out[distance[:, 0] > 3_000, 1 + i] = np.nan
    codes, _ = pooled(region.rocks, np.array([b.area for b in region.bodies]))
    rock = np.full(len(cells), np.nan)
    for body, code in reversed(list(zip(region.bodies, codes.tolist(), strict=True))):
        rock[_in(body, points)] = code
    out[:, 16] = rock
    return out


def _in(body: BaseGeometry, points: np.ndarray) -> np.ndarray:
    return np.asarray(shapely.intersects(body, points))


def large() -> None:
    """Ten million cells by windows, with bounded memory."""
    region = Region()
    cells = np.flatnonzero(inside(region.grid, region.area))
    rows = np.random.default_rng(0).choice(cells, 30_000, replace=False)
    near = label(region.grid, cells, region.places)
    chosen = np.isin(cells, rows) | (near.y == 1)
    values = region.plan().whole(cells[chosen])
    labels = restricted(near, chosen)
    good = complete(values)
    data = Dataset(region.grid, Table(labels.cells[good], values[good], region.plan().features),
                   restricted(labels, good))  # fmt: skip
    members = train(data, replace(ModelSpec(), draws=1), Runner())
    fine = grid_over(region.area, region.grid.cell * (region.grid.cells / LARGE_CELLS) ** 0.5)
    plan = region.plan(fine)
    assert fine.cells > EXACT_CELLS, "the way of large grids is what is measured"
    start = time.process_time()

    def window(first: int, last: int) -> list[np.ndarray]:
        part = np.arange(first * fine.width, last * fine.width)
        columns, out = plan.columns(part), np.full(len(part), np.nan, np.float32)
        has = complete(columns)
        if has.any():
            spare = np.full(int(has.sum()), np.nan)
            out[has] = judge(members, columns[has], part[has] - 10**12, spare).mean
        return [out]

    with tempfile.TemporaryDirectory() as directory:
        target = Path(directory) / "large.tif"
        write_windows(target, fine, ["potential"], window, {})
        size = target.stat().st_size / 2**20
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{fine.cells:,} cells of {fine.cell:.1f} m: {time.process_time() - start:.1f} s, peak memory of the "
          f"process {peak:.2f} GB, file {size:.0f} MB")  # fmt: skip


if __name__ == "__main__":
    main()
