"""Columns that repeat what the geometry says: which measure they hold, and in which unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa
from geoalchemy2 import Geography, Geometry

from core.database.describe.live import LiveGeometry, LiveRelation
from core.database.describe.properties import Property
from core.vocabulary.units import Units

SAMPLE = 200
NEAR = 0.02
"""Relative difference from a unit's factor that is taken for the unit."""
_DIMENSIONS = {"length": "length", "perimeter": "length", "area": "area"}


@dataclass(frozen=True)
class Measured:
    """What a column was found to hold."""

    measure: str
    """``area``, ``length`` or ``perimeter``."""
    unit: str | None
    """None: square degrees or degrees."""


def measured_columns(
    connection: sa.Connection, relation: LiveRelation, found: Sequence[Property], units: Units
) -> dict[str, Measured]:
    """Column → measure, for numeric columns that agree with the geometry in some unit."""
    geometry = relation.geometry
    numbers = [x.column.name for x in found if x.kind == "number" and x.year is None]
    if geometry is None or geometry.kind == "point" or not numbers:
        return {}
    columns: list[sa.ColumnClause[object]] = [sa.column(x) for x in numbers]
    shape = sa.cast(sa.column(geometry.column), Geometry(geometry_type=None, srid=-1))
    table = sa.table(relation.name, sa.column(geometry.column), *columns, schema=relation.schema)
    flat = shape if geometry.srid in (0, 4326) else sa.func.ST_Transform(shape, 4326)
    rows = connection.execute(
        sa.select(*(sa.cast(x, sa.Double) for x in columns), *_measures(geometry, flat))
        .select_from(table).where(sa.column(geometry.column).is_not(None)).limit(SAMPLE)
    ).all()  # fmt: skip
    values = np.array(rows, float)
    kinds = ("area", "perimeter", "area°", "perimeter°") if geometry.kind == "polygon" else ("length", "length°")
    result = {}
    for i, name in enumerate(numbers):
        own = {k: values[:, len(numbers) + j] for j, k in enumerate(kinds)}
        measured = _agree(values[:, i], own, units)
        if measured is not None:
            result[name] = measured
    return result


def _measures(geometry: LiveGeometry, flat: sa.ColumnElement[object]) -> list[sa.ColumnElement[object]]:
    sphere = sa.cast(flat, Geography(geometry_type=None, srid=-1))
    names = ("ST_Area", "ST_Perimeter") if geometry.kind == "polygon" else ("ST_Length",)
    return [getattr(sa.func, x)(y) for y in (sphere, flat) for x in names]


def _agree(cells: np.ndarray, measures: Mapping[str, np.ndarray], units: Units) -> Measured | None:
    """The measure and unit whose ratio to the cells is the same in nearly all rows and that of a unit."""
    for name, values in measures.items():
        good = np.isfinite(cells) & np.isfinite(values) & (values > 0) & (cells > 0)
        if good.sum() < 3:
            continue
        ratio = cells[good] / values[good]
        low, middle, high = np.percentile(ratio, [10, 50, 90])
        if high - low > 2 * NEAR * middle:
            continue
        measure = name.removesuffix("°")
        if name.endswith("°"):
            if abs(middle - 1) <= NEAR:
                return Measured(measure, None)
            continue
        for unit, entry in units.dimensions[_DIMENSIONS[measure]].units.items():
            if abs(middle * entry.factor - 1) <= NEAR:
                return Measured(measure, unit)
    return None
