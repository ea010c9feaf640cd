"""Result tables computed again, by another route, from the features that were listed.

Totals of attributes and sizes are taken again from the cells and shapes of the features when all of them are
listed; lengths and areas by GeographicLib on WGS 84.  Groups must add up to the features that are in some group.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from pyproj import Geod
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from core.answer.computed import subject
from core.answer.material import Material
from core.query.result import Row, Table, TableColumn
from core.question import ir

_GEOD = Geod(ellps="WGS84")
RELATIVE = 1e-6
"""Two ways to the same area or sum agree at least to this share."""


def area_m2(shape: BaseGeometry) -> float:
    """Geodesic area of a polygon or several; holes are taken off whatever their orientation."""
    return math.fsum(
        _GEOD.geometry_area_perimeter(orient(x))[0] for x in getattr(shape, "geoms", [shape]) if not x.is_empty
    )


SIZES: Mapping[str, Callable[[BaseGeometry], float]] = {
    "area": area_m2,
    "length": _GEOD.geometry_length,
    "perimeter": lambda g: _GEOD.geometry_length(g.boundary),
}


def differences(material: Material) -> tuple[str, ...]:
    """What does not come out the same; empty in a sound answer, and where nothing can be computed again."""
    query, result = material.query, material.result
    if query is None or result is None or result.table is None:
        return ()
    if query.intent == "group":
        return _groups(query, result.table, result.total)
    rows = {e.row.ref: e.row for e in material.evidence}
    if result.kind in ("values", "entities"):
        sized = _sized(query, result.table)
        return tuple(x for i, expr in sized for x in _values(material, (i, expr), result.table, rows))
    if result.truncated or len(rows) != result.total:
        return ()
    return tuple(x for i in range(len(_measures(query))) for x in _total(material, query, i, list(rows.values())))


def _measures(query: ir.Query) -> tuple[ir.Measure | ir.AggExpr, ...]:
    if query.intent == "value":
        return (query.value,) if isinstance(query.value, ir.AggExpr) else ()
    return query.measures or () if query.intent == "aggregate" else ()


def _total(material: Material, query: ir.Query, i: int, rows: Sequence[Row]) -> tuple[str, ...]:
    """One measure over all features."""
    table = material.result.table if material.result is not None else None
    measure = _measures(query)[i]
    if table is None or not table.rows or getattr(measure, "distinct", None):
        return ()
    stated, head = table.rows[0].cells[i], table.columns[i]
    values = _numbers(material, measure.expr, rows, subject(query)[0])
    if measure.expr is None:
        values = [1.0] * len(rows)
    if values is None:
        return ()
    again = aggregate(measure.agg, measure.p, values)
    if measure.agg != "count":
        again = _in_unit(material, again, measure.expr, head)
    return () if _same(stated, again) else (f"{head.label}: {stated} ≠ {again}",)


def _numbers(material: Material, expr: ir.Expr | None, rows: Sequence[Row], over: ir.Set) -> list[float] | None:
    """The values of the features, None where they cannot be told from what is listed."""
    if isinstance(expr, ir.FieldExpr):
        known = material.card.attributes.get(expr.field)
        if known is None or known.kind not in ("number", "year") or _parted(material, over):
            return None
        cells = (r.values[expr.field].value for r in rows if expr.field in r.values)
        return [float(x) for x in cells if isinstance(x, int | float)]
    if isinstance(expr, ir.MeasureExpr) and expr.measure in SIZES and not _parted(material, over):
        wanted = {"area": "Polygon", "perimeter": "Polygon", "length": "LineString"}[expr.measure]
        if all(r.geometry.geom_type.endswith(wanted) for r in rows):
            return [SIZES[expr.measure](r.geometry) for r in rows]
    return None


def _parted(material: Material, over: ir.Set) -> bool:
    """True when features of the set may come in parts, which are not all listed."""
    return any(x.feature_key is not None for x in material.card.layers_of(over.layer))


def aggregate(agg: ir.AggName, p: float | None, values: Sequence[float]) -> float | None:
    """An aggregate as the database has it: sample deviation, percentiles by linear interpolation."""
    if agg == "count":
        return float(len(values))
    if not values or (agg == "stddev" and len(values) < 2):
        return None
    if agg in ("median", "percentile"):
        return float(np.percentile(values, 50.0 if agg == "median" else p or 0.0))
    functions: Mapping[str, Callable[[Sequence[float]], float]] = {
        "sum": math.fsum, "avg": statistics.fmean, "min": min, "max": max, "stddev": statistics.stdev,
    }  # fmt: skip
    return float(functions[agg](values))


def _in_unit(material: Material, value: float | None, expr: ir.Expr | None, head: TableColumn) -> float | None:
    """A value of the display unit, or of metres, in the unit of the column."""
    own = None
    if isinstance(expr, ir.FieldExpr):
        own = material.card.attributes[expr.field].unit
    elif isinstance(expr, ir.MeasureExpr):
        own = "m2" if expr.measure == "area" else "m"
    if value is None or own is None or head.unit is None or own == head.unit:
        return value
    return material.units.convert(value, own, head.unit)


def _sized(query: ir.Query, table: Table) -> list[tuple[int, ir.MeasureExpr]]:
    """The columns that hold a size of each feature, with what they were asked as."""
    asked: dict[str, ir.Expr | None] = {"value": query.value}
    asked |= {f"column_{i}": x for i, x in enumerate(query.return_ or ())}
    asked |= {f"order_{i}": x.expr for i, x in enumerate(query.order or ())}
    found = [(i, asked.get(c.key)) for i, c in enumerate(table.columns)]
    return [(i, x) for i, x in found if isinstance(x, ir.MeasureExpr)]


def _values(
    material: Material, column: tuple[int, ir.MeasureExpr], table: Table, rows: Mapping[Any, Row]
) -> tuple[str, ...]:
    """The size of each listed feature."""
    place, expr = column
    found = []
    for line in table.rows:
        row = rows.get(line.ref)
        values = _numbers(material, expr, [row], ir.Set(layer=row.entity_type)) if row is not None else None
        if values:
            again = _in_unit(material, values[0], expr, table.columns[place])
            if not _same(line.cells[place], again):
                found.append(f"{line.cells[0]}: {line.cells[place]} ≠ {again}")
    return tuple(found)


def _groups(query: ir.Query, table: Table, total: int) -> tuple[str, ...]:
    """No group is larger than the whole; groups of one attribute that holds one value add up to it."""
    found = [str(r.cells[0]) for r in table.rows if r.members > total]
    keys = query.group_by or ()
    one = len(keys) == 1 and isinstance(keys[0], ir.BucketKey)
    whole = table.of is None and not table.truncated and query.having is None
    if one and whole and sum(r.members for r in table.rows) != total - table.outside:
        found.append(f"Σ {sum(r.members for r in table.rows)} ≠ {total - table.outside}")
    if whole and query.having is None and sum(r.members for r in table.rows) < total - table.outside:
        found.append(f"Σ {sum(r.members for r in table.rows)} < {total - table.outside}")
    return tuple(found)


def _same(stated: Any, again: float | None) -> bool:
    if stated is None or again is None:
        return stated is again
    return math.isclose(float(stated), again, rel_tol=RELATIVE, abs_tol=1e-9)
