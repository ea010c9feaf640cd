"""Groups of elements that vary together: hierarchical clustering of the columns (R-mode).

Ward's method is meaningful for Euclidean distances only: here those between standardised columns, which for n
samples are √(2n(1 - r)).  The other two methods take the mean of 1 - r or of 1 - \\|r\\| between groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.cluster.hierarchy import cophenet, cut_tree, leaves_list, linkage
from scipy.spatial.distance import squareform

from core.geochem.table import Array, require

Measure = Literal["ward", "average", "average_abs"]


@dataclass(frozen=True)
class ElementGroups:
    """A dendrogram of elements and its cut."""

    measure: Measure
    linkage: Array
    """(p - 1, 4) as of :mod:`scipy.cluster.hierarchy`."""
    order: tuple[int, ...]
    """Columns from left to right in the dendrogram."""
    groups: tuple[tuple[str, ...], ...]
    """Elements of each group, the smallest group first, elements in the order of the columns."""
    cut: float
    """Height between the two merges where the dendrogram is cut."""
    cophenetic: float | None
    """Correlation of the heights of the dendrogram with the distances; None when all distances are equal."""


def element_groups(names: tuple[str, ...], r: Array, n: int, *, measure: Measure, count: int) -> ElementGroups:
    """Dendrogram of the elements from their correlation matrix `r` (p, p) of `n` samples, cut into `count` groups.

    Raises:
        AnalysisError: there are fewer elements than groups.
    """
    p = len(names)
    require(
        1 <= count <= p,
        f"{p} elements cannot be divided into {count} groups.",
        f"{p} 个元素无法划分为 {count} 组。",
    )
    distance = {
        "ward": lambda: np.sqrt(np.maximum(2.0 * n * (1.0 - r), 0.0)),
        "average": lambda: 1.0 - r,
        "average_abs": lambda: 1.0 - np.abs(r),
    }[measure]()
    np.fill_diagonal(distance, 0.0)
    condensed = squareform((distance + distance.T) / 2, checks=False)
    tree = linkage(condensed, "ward" if measure == "ward" else "average")
    labels = cut_tree(tree, n_clusters=count).reshape(-1)
    groups = [tuple(names[i] for i in np.flatnonzero(labels == g)) for g in range(count)]
    heights = tree[:, 2]
    low = heights[p - count - 1] if count < p else 0.0
    high = heights[p - count] if count > 1 else heights[-1] * 1.1
    together = cophenet(tree)
    varied = np.ptp(together) > 0 and np.ptp(condensed) > 0
    return ElementGroups(
        measure, tree, tuple(int(x) for x in leaves_list(tree)),
        tuple(sorted(groups, key=lambda x: (len(x), names.index(x[0])))), float((low + high) / 2),
        float(np.corrcoef(together, condensed)[0, 1]) if varied else None,
    )  # fmt: skip
