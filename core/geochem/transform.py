"""Transforming and scaling concentrations before the multivariate statistics.

Log-ratios after Aitchison (1986): *clr* divides each part by the geometric mean of all parts, *ilr* gives p - 1
orthonormal coordinates (Egozcue et al. 2003).  Both need parts in one unit, which :class:`Samples` guarantees.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.errors import AnalysisError
from core.geochem.cleaning import Cleaned
from core.geochem.table import Array

Transform = Literal["none", "log10", "log1p", "clr", "ilr"]
Choice = Literal["auto", "none", "log10", "log1p", "clr", "ilr"]
"""``auto`` leaves the transform to the data."""
SMALL = 1.0
"""ppm; of contents below this log(1 + x) is nearly the content itself."""
Scaling = Literal["z", "robust", "none"]
MAD = 1.4826
"""Median absolute deviation times this estimates the standard deviation of a normal distribution."""


@dataclass(frozen=True)
class Prepared:
    """Columns ready for statistics, and the way back."""

    transform: Transform
    scaling: Scaling
    columns: Array
    """(n, p) one column an element, transformed, centred and scaled."""
    transformed: Array
    """(n, p) the same before centring and scaling."""
    center: Array
    scale: Array
    """(p,)"""
    space: Array
    """(n, q) what components and classes are computed in: `columns`, or the ilr coordinates."""
    basis: Array | None
    """(p, q) element directions of the ilr coordinates, None otherwise."""
    closed: bool
    """Whether the columns add up to nothing, so that their correlation matrix is singular by construction."""


def prepare(cleaned: Cleaned, transform: Transform, scaling: Scaling) -> Prepared:
    """Transform and scale the cleaned table.

    Raises:
        AnalysisError: a column has no spread left, or a value cannot be transformed.
    """
    values = cleaned.values
    transformed = transformed_values(values, transform, cleaned.parts.values)
    if not np.isfinite(transformed).all():
        raise AnalysisError(
            "A concentration cannot be transformed: it is not a positive number.",
            sentence_zh="有含量值不是正数，无法变换。",
        )
    if transform == "ilr":
        basis = ilr_basis(values.shape[1])
        columns, center, scale = scaled(transformed, "none", cleaned.samples.symbols)
        space = columns @ basis
        return Prepared(transform, "none", columns, transformed, center, scale, space, basis, True)
    columns, center, scale = scaled(transformed, scaling, cleaned.samples.symbols)
    closed = transform == "clr" and cleaned.parts.values.shape[1] == values.shape[1]
    return Prepared(transform, scaling, columns, transformed, center, scale, columns, None, closed)


def suited(values: Array) -> Transform:
    """The logarithm that suits contents of `values` (n, p), ppm.

    log(1 + x), as most published work has it; log10 where half of the elements or more have a median below 1 ppm,
    because there log(1 + x) is nearly x and leaves the skewness as it is.
    """
    return "log10" if (np.median(values, axis=0) < SMALL).mean() >= 0.5 else "log1p"


def transformed_values(values: Array, transform: Transform, parts: Array | None = None) -> Array:
    """The transformed concentrations, shape (n, p).

    Args:
        values: (n, p) ppm, positive.
        transform: ``ilr`` gives the centred log-ratios that its coordinates are computed from.
        parts: (n, m) all parts of the whole for ``clr``, by default `values`.
    """
    if transform == "none":
        return values.copy()
    if transform == "log1p":
        return np.asarray(np.log1p(values), dtype=float)
    if transform == "log10":
        return np.asarray(np.log10(values), dtype=float)
    whole = values if parts is None or transform == "ilr" else parts
    centred: Array = np.log(values) - np.log(whole).mean(axis=1, keepdims=True)
    return centred


def ilr_basis(parts: int) -> Array:
    """Orthonormal directions in the space of log-ratios, shape (parts, parts - 1): pivot coordinates.

    Column j compares the geometric mean of the first j + 1 parts with the part after them.
    """
    basis = np.zeros((parts, parts - 1))
    for j in range(parts - 1):
        basis[: j + 1, j] = 1.0 / (j + 1)
        basis[j + 1, j] = -1.0
        basis[:, j] *= np.sqrt((j + 1) / (j + 2))
    return basis


def scaled(columns: Array, scaling: Scaling, names: tuple[str, ...]) -> tuple[Array, Array, Array]:
    """(centred and scaled columns, centres, scales): mean and standard deviation (n), or median and MAD.

    Raises:
        AnalysisError: a column has no spread.
    """
    if scaling == "robust":
        center = np.median(columns, axis=0)
        scale = MAD * np.median(np.abs(columns - center), axis=0)
    else:
        center = columns.mean(axis=0)
        scale = columns.std(axis=0) if scaling == "z" else np.ones(columns.shape[1])
    flat = [name for name, x in zip(names, scale, strict=True) if not x > 1e-12 * (1 + abs(float(x)))]
    if flat:
        raise AnalysisError(
            f"The values of {', '.join(flat)} do not vary enough to be scaled; leave the element out.",
            sentence_zh=f"{'、'.join(flat)} 的值变化太小，无法标准化，请将其剔除。",
        )
    return (columns - center) / scale, center, scale


def back(prepared: Prepared, points: Array) -> Array:
    """Points of `prepared.space`, shape (m, q), as transformed values of the elements, shape (m, p)."""
    if prepared.basis is not None:
        points = points @ prepared.basis.T
    moved: Array = points * prepared.scale + prepared.center
    return moved


def original(transformed: Array, transform: Transform) -> Array | None:
    """Transformed values as ppm; None for log-ratios, which hold no absolute content."""
    if transform == "none":
        return transformed
    if transform == "log1p":
        return np.asarray(np.expm1(transformed), dtype=float)
    return np.asarray(10.0**transformed, dtype=float) if transform == "log10" else None
