"""Labels of cells: positive near a known occurrence, negative well away from all, left out in between."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from core.errors import AnalysisError
from core.prospectivity.grid import Bools, Floats, GridSpec, Ints

RADIUS_M = 1_000.0


@dataclass(frozen=True)
class Places:
    """Occurrences: metres of the grid, and what to call them."""

    x: Floats
    y: Floats
    names: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.x)


@dataclass(frozen=True)
class Labels:
    """One label a cell of the study area, in the order of `cells`."""

    cells: Ints
    """Flat numbers of the cells, rising."""
    y: np.ndarray
    """int8: 1 positive, 0 negative, -1 left out (dead zone, or too near to an occurrence outside the area)."""
    deposit: Ints
    """Index of the nearest occurrence inside the area."""
    group: Ints
    """Group of that occurrence: occurrences whose buffers touch belong together."""
    distance: np.ndarray
    """float32, metres to the nearest occurrence of the label rule, wherever it lies."""
    deposits: int
    """Occurrences inside the area."""
    groups: int
    outside: tuple[int, ...]
    """Indices of occurrences that lie in no cell of the area."""
    radius: float
    dead_zone: float

    @property
    def positives(self) -> int:
        """Number of positive cells."""
        return int((self.y == 1).sum())

    @property
    def negatives(self) -> int:
        """Number of cells that may serve as negatives."""
        return int((self.y == 0).sum())


def label(
    grid: GridSpec, cells: Ints, places: Places, *, radius: float = RADIUS_M, dead_zone: float | None = None
) -> Labels:
    """Label `cells` of `grid` from occurrences.

    A cell is positive when its centre lies within `radius` of an occurrence in the area; a cell within several
    buffers gets one label and belongs to the nearest.  Cells within `dead_zone` (default: twice the radius) of any
    occurrence, also one outside the area, are never negatives.

    Raises:
        AnalysisError: there is no occurrence in the area, no positive cell, or no negative one.
    """
    dead = 2 * radius if dead_zone is None else max(dead_zone, radius)
    if len(places) == 0:
        raise _none("There is no occurrence to learn from.", "没有可供学习的矿产地。")
    at = grid.cell_of(places.x, places.y)
    within = np.isin(at, cells)
    outside = tuple(np.flatnonzero(~within).tolist())
    if not within.any():
        raise _none(
            f"None of the {len(places):,} chosen occurrences lies in a usable cell of the study area.",
            f"所选的 {len(places):,} 个矿产地均不在研究区的可用单元内。",
        )
    kept = np.column_stack([places.x[within], places.y[within]])
    everyone = np.column_stack([places.x, places.y])[np.isfinite(places.x) & np.isfinite(places.y)]
    x, y = grid.centres(cells)
    to_any, _ = cKDTree(everyone).query(np.column_stack([x, y]))
    to_kept, nearest = cKDTree(kept).query(np.column_stack([x, y]))
    group = groups_of(kept, 2 * radius + grid.cell)
    sign = np.where(to_kept <= radius, 1, np.where(to_any <= dead, -1, 0)).astype(np.int8)
    found = Labels(
        cells, sign, np.flatnonzero(within)[nearest], group[nearest], to_any.astype(np.float32), len(kept),
        int(group.max()) + 1, outside, radius, dead,
    )  # fmt: skip
    if not found.positives:
        raise _none(
            f"No cell has its centre within {radius:g} m of an occurrence.",
            f"没有单元中心位于矿产地 {radius:g} 米以内。",
        )
    if not found.negatives:
        raise AnalysisError(
            "Every cell of the study area lies near an occurrence: there is only one class.",
            "Enlarge the area or make the radius smaller.",
            sentence_zh="研究区的所有单元都靠近矿产地，只有一个类别。", hint_zh="请扩大研究区或减小缓冲半径。",
        )  # fmt: skip
    return found


def groups_of(points: Floats, reach: float) -> Ints:
    """Number of the group of each point (n, 2): points nearer than `reach`, also by way of others, are one."""
    pairs = cKDTree(points).query_pairs(reach, output_type="ndarray")
    n = len(points)
    graph = coo_array((np.ones(len(pairs), np.int8), (pairs[:, 0], pairs[:, 1])), shape=(n, n))
    return connected_components(graph, directed=False)[1].astype(np.int64)


def usable(valid: Bools, labels: Labels) -> Bools:
    """Which cells of `labels` may be used for training and tests: those with evidence and a label."""
    return valid & (labels.y >= 0)


def _none(sentence: str, zh: str) -> AnalysisError:
    return AnalysisError(
        sentence, "Choose other commodities, deposit types or another area.",
        sentence_zh=zh, hint_zh="请更换矿种、成因类型或研究区。",
    )  # fmt: skip


def restricted(labels: Labels, keep: Bools) -> Labels:
    """The labels of some of the cells, such as those that have evidence.

    Raises:
        AnalysisError: no positive or no negative cell is left.
    """
    y, deposit = labels.y[keep], labels.deposit[keep]
    found = replace(
        labels, cells=labels.cells[keep], y=y, deposit=deposit, group=labels.group[keep],
        distance=labels.distance[keep], deposits=len(np.unique(deposit[y == 1])),
        groups=len(np.unique(labels.group[keep][y == 1])),
    )  # fmt: skip
    if not found.positives:
        raise _none("No cell near an occurrence has all the evidence.", "矿产地附近没有证据齐全的单元。")
    if not found.negatives:
        raise AnalysisError(
            "No cell away from the occurrences has all the evidence: there is only one class.",
            sentence_zh="远离矿产地的单元均缺少证据，只有一个类别。",
        )
    return found
