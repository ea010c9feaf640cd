"""The study area, occurrences, cells with evidence and labels of a run, and the map of all cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from shapely.geometry.base import BaseGeometry

from core.analysis.prospect_build import Builder, Evidence
from core.analysis.prospect_choices import Roles
from core.analysis.prospect_progress import Progress
from core.analysis.prospect_read import Rows, beyond, read_rows, region_shape, usual_area
from core.analysis.prospect_request import LabelRule, ProspectRequest, check
from core.analysis.prospect_words import Note, note
from core.database.engine import Database
from core.errors import AnalysisError
from core.prospectivity.ensemble import Member, judge
from core.prospectivity.features import Table, complete, missing
from core.prospectivity.grid import Bools, Floats, GridSpec, Ints, Singles, grid_over, inside
from core.prospectivity.labels import Labels, Places, restricted
from core.prospectivity.metrics import RateCurve, rate_curve
from core.prospectivity.validation import Dataset
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units

TABLE_CELLS = 1_000_000
"""Larger areas learn from all positive cells and a sample of negatives of half this size; all cells are judged."""


@dataclass(frozen=True)
class Map:
    """Values of all cells of the grid, NaN outside and without evidence."""

    mean: Singles
    deviation: Singles
    out_of_fold: Singles
    seen: Singles
    """Values of models that knew the cells; only for the success rate."""
    positive: Bools
    """Cells within the radius of the occurrences of the labels that have a value from models that did not know
    their occurrence."""
    known: Bools
    """Cells around the occurrences of the labels: within the radius, and the dead zone beyond it."""

    def captured(self, *, seen: bool = False) -> RateCurve | None:
        """What the best part of the whole area holds of the cells near occurrences, the map being the ranking.

        All cells with a value compete, also those between positive and negative ones.  None where no cell near an
        occurrence could be judged by models that did not know it.
        """
        has = np.isfinite(self.mean)
        return rate_curve(self.positive[has], (self.seen if seen else self.mean)[has])


def area_of(db: Database, card: SchemaCard, request: ProspectRequest) -> BaseGeometry:
    """The study area of a request, degrees: as drawn, the region, or the box of the occurrences.

    Raises:
        AnalysisError: there is no such region.
    """
    if request.area is not None:
        return request.area
    if request.region is not None:
        return region_shape(db, card, request.region)
    return usual_area(card, (request.labels.table,))


def occurrences(
    db: Database, card: SchemaCard, rule: LabelRule, *, grid: GridSpec, area: BaseGeometry,
    stop: Callable[[], None],
) -> tuple[Rows, Places]:  # fmt: skip
    """The occurrences of a rule in the area and its surroundings, with their places on the grid."""
    around = beyond(area, 5_000.0)
    rows = read_rows(db, card, rule.table, attribute=rule.attribute, values=rule.values, within=around, check=stop)
    if not rows.fids:
        raise AnalysisError(
            "No chosen occurrence lies in the study area or near it.",
            "Choose other commodities, deposit types or another area.",
            sentence_zh="研究区及其附近没有所选的矿产地。", hint_zh="请更换矿种、成因类型或研究区。",
        )  # fmt: skip
    lon, lat = (np.array([getattr(p.centroid, a) for p in rows.shapes]) for a in ("x", "y"))
    x, y = grid.project(lon, lat)
    return rows, Places(x, y, rows.names)


def dataset(
    grid: GridSpec, everywhere: Labels, evidence: Evidence, request: ProspectRequest, progress: Progress
) -> tuple[Dataset, list[Note]]:
    """Evidence and labels of the cells that models learn from, and what must be said about them."""
    notes, negatives, keep = [], 1.0, np.ones(len(everywhere.cells), bool)
    if len(keep) > TABLE_CELLS:
        free = np.flatnonzero(everywhere.y == 0)
        drawn = np.random.default_rng(request.seed).choice(free, min(TABLE_CELLS // 2, len(free)), replace=False)
        negatives, keep = len(free) / len(drawn), everywhere.y == 1
        keep[drawn] = True
        notes.append(note("sampled", n=f"{len(drawn):,}"))
    chosen = restricted(everywhere, keep)
    values = evidence.plan.whole(chosen.cells, progress.step("features"))
    has = complete(values)
    for name, count in missing(values, evidence.plan.features).items():
        notes.append(note("missing", feature=evidence.labels[name], n=f"{count:,}"))
    if not has.any():
        lacking = missing(values, evidence.plan.features)
        worst = evidence.labels[max(lacking, key=lambda x: lacking[x])]
        raise AnalysisError(
            f"No cell has all the evidence: “{worst.en}” has no value in most of the area.",
            "Take it out, or choose another area.",
            sentence_zh=f"没有证据齐全的单元：“{worst.zh}”在大部分区域没有值。",
            hint_zh="请去掉该证据或更换研究区。",
        )  # fmt: skip
    labels = restricted(chosen, has)
    table = Table(labels.cells, values[has], evidence.plan.features)
    return Dataset(grid, table, labels, negatives), notes


def whole_map(
    evidence: Evidence, data: Dataset, everywhere: Labels, members: list[Member], values: Floats, *,
    progress: Progress,
) -> Map:  # fmt: skip
    """Judge every cell of the area in windows.

    Cells near the occurrences of the labels have their out-of-fold value in the map.
    """
    grid = data.grid
    mean, deviation, seen = (np.full(grid.cells, np.nan, np.float32) for _ in range(3))
    known = np.zeros(grid.cells, bool)
    known[everywhere.cells[everywhere.y == 1]] = True
    spare = np.full(grid.cells, np.nan, np.float32)
    spare[data.table.cells] = values
    tell = progress.step("map")
    for part, rows in _parts(data, everywhere.cells):
        found, has = part, rows
        evidence_of = data.table.values[has] if has is not None else evidence.plan.columns(found)
        good = complete(evidence_of)
        found, evidence_of = found[good], evidence_of[good]
        if len(found):
            one = judge(members, evidence_of, found, spare[found].astype(float))
            near = known[found] & np.isfinite(spare[found])
            mean[found] = np.where(near, spare[found], one.mean)
            deviation[found], seen[found] = one.deviation, one.seen
        tell(0.5 + 0.5 * float(part[-1]) / grid.cells)
    around = np.zeros(grid.cells, bool)
    around[everywhere.cells[everywhere.distance <= everywhere.dead_zone]] = True
    return Map(mean, deviation, spare, seen, known & np.isfinite(spare), around)


def _parts(data: Dataset, cells: Ints) -> list[tuple[Ints, Ints | None]]:
    """Windows of cells, with their rows of the table where it holds all that can be judged."""
    size = 200_000
    if data.negatives == 1.0:
        rows = np.arange(len(data.table.cells))
        return [(data.table.cells[r], r) for r in np.array_split(rows, max(1, -(-len(rows) // size)))]
    return [(c, None) for c in np.array_split(cells, max(1, -(-len(cells) // size)))]


def preview(
    db: Database, card: SchemaCard, units: Units, roles: Roles, request: ProspectRequest, *, cells: int = 40_000
) -> tuple[GridSpec, Evidence, Ints, Singles]:
    """Features of a coarse grid over the area, for a first look: grid, evidence, cells and their values.

    Raises:
        AnalysisError: as :func:`run`.
    """
    check(request)
    area = area_of(db, card, request)
    grid = grid_over(area, request.cell, request.epsg)
    coarser = max(1.0, (grid.cells / cells) ** 0.5)
    coarse = grid_over(area, request.cell * coarser, request.epsg)
    evidence = Builder(db, card, units, roles=roles, grid=coarse, area=area, check=lambda: None).build(request)
    found = np.flatnonzero(inside(coarse, area))
    return coarse, evidence, found, evidence.plan.whole(found)
