"""Reading a sample layer for an analysis: contents in ppm, censored cells, places, names and rocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import geoalchemy2.functions as geo
import numpy as np
import sqlalchemy as sa
from shapely import to_wkb

from core.analysis.association_request import (
    CONTENT,
    AssociationRequest,
    RockColumn,
    content_columns,
    symbol_of,
)
from core.database.engine import Database
from core.database.relation import rows_of
from core.errors import AnalysisError
from core.geochem.table import Element, Samples
from core.vocabulary.card import Layer, SchemaCard
from core.vocabulary.units import Units

CHUNK = 20_000
MOST = 2_000_000
"""Samples that one analysis may hold in memory."""
Check = Callable[[], None]


def read_samples(
    db: Database, card: SchemaCard, units: Units, request: AssociationRequest, check: Check = lambda: None
) -> Samples:
    """The samples that `request` asks for, as they are loaded, with every element of the layer.

    Raises:
        AnalysisError: the layer or region is not there, or there are more samples than memory allows.
        SettingsError: a unit of the mapping is no unit of content.
    """
    layer = sample_layer(card, request.layer)
    columns = content_columns(card, layer)
    elements = tuple(
        Element(x, c.unit or card.attributes[x].unit or "ppm", _ppm(units, card, x, c.unit), symbol_of(card, x))
        for x, c in columns.items()
    )
    statement = _statement(card, layer, request)
    rows: list[tuple[Any, ...]] = []
    with db.reader.connect().execution_options(yield_per=CHUNK) as connection:
        for part in connection.execute(statement).partitions(CHUNK):
            check()
            rows.extend(tuple(x) for x in part)
            if len(rows) > MOST:
                raise AnalysisError(
                    f"More than {MOST:,} samples cannot be analysed at once; choose a region.",
                    sentence_zh=f"一次最多分析 {MOST:,} 个样品，请选择一个区域。",
                )
    samples = _samples(rows, elements, layer, has_groups=request.rocks is not None)
    return _on(samples, request.only_rocks)


def sample_layer(card: SchemaCard, table: str) -> Layer:
    """The sample layer `table`.

    Raises:
        AnalysisError: there is none, or it has no contents of elements.
    """
    try:
        layer = card.layer(table)
    except KeyError:
        raise AnalysisError(f"There is no layer “{table}”.", sentence_zh=f"没有名为“{table}”的图层。") from None
    if layer.geometry != "point" or len(content_columns(card, layer)) < 2:
        raise AnalysisError(
            f"The layer “{table}” has no contents of at least two elements; give its columns their meaning first.",
            sentence_zh=f"图层“{table}”没有两个以上元素的含量列，请先指定各列的含义。",
        )
    return layer


def _ppm(units: Units, card: SchemaCard, name: str, unit: str | None) -> float:
    return units.convert(1.0, unit or card.attributes[name].unit or "ppm", units.dimensions[CONTENT].base)


def _statement(card: SchemaCard, layer: Layer, request: AssociationRequest) -> sa.Select[Any]:
    kind = card.entity_types.get(layer.entity_type)
    columns = content_columns(card, layer)
    name = layer.columns.get(kind.name_attribute) if kind else None
    wanted = [x for c in columns.values() for x in (c.name, c.qualifier, c.limit) if x]
    own = request.rocks if request.rocks and request.rocks.table == layer.table else None
    rock_column = layer.columns[own.attribute].name if own and own.attribute in layer.columns else None
    table = rows_of(layer, [*wanted, *([name.name] if name else []), *([rock_column] if rock_column else [])])
    middle = geo.ST_Centroid(table.c.geom)
    cells: list[Any] = [table.c.fid, geo.ST_X(middle), geo.ST_Y(middle)]
    cells.append(sa.cast(table.c[name.name], sa.Text) if name else sa.null())
    if rock_column:
        cells.append(sa.cast(table.c[rock_column], sa.Text))
    else:
        cells.append(_under(card, table, request.rocks) if request.rocks else sa.null())
    for c in columns.values():
        cells.append(sa.cast(table.c[c.name], sa.Double))
        cells.append(table.c[c.qualifier] if c.qualifier else sa.null())
        cells.append(sa.cast(table.c[c.limit], sa.Double) if c.limit else sa.null())
    # The same place in the list under several names: labels keep the driver from merging them.
    statement = sa.select(*(x.label(f"c{i}") for i, x in enumerate(cells)))
    for condition in _within(card, table, request):
        statement = statement.where(condition)
    return statement.order_by(table.c.fid)


def _under(card: SchemaCard, samples: Any, rocks: RockColumn) -> Any:
    """The rock of the polygon a sample lies in; of several polygons the one with the smallest number."""
    layer = card.layer(rocks.table)
    column = layer.columns[rocks.attribute].name
    polygons = rows_of(layer, [column]).alias("rocks")
    found = sa.select(sa.cast(polygons.c[column], sa.Text))
    found = found.where(geo.ST_Intersects(polygons.c.geom, samples.c.geom))
    return found.order_by(polygons.c.fid).limit(1).correlate(samples).scalar_subquery()


def _within(card: SchemaCard, table: Any, request: AssociationRequest) -> list[Any]:
    conditions: list[Any] = []
    if request.area is not None:
        area = geo.ST_GeomFromWKB(sa.literal(to_wkb(request.area), sa.LargeBinary), 4326)
        conditions.append(geo.ST_Intersects(table.c.geom, area))
    if request.region is not None:
        places = _region(card, request.region)
        parts: list[Any] = []
        for name, fids in places.items():
            region = rows_of(card.layer(name), ()).alias(f"region_{len(parts)}")
            parts.append(
                sa.exists(
                    sa.select(sa.literal(1)).where(
                        region.c.fid.in_(fids), geo.ST_Intersects(region.c.geom, table.c.geom)
                    )
                )
            )
        conditions.append(sa.or_(*parts))
    return conditions


def _region(card: SchemaCard, region: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for name in card.names:
        kind = card.entity_types.get(name.entity_type)
        if name.canonical == region and name.fids and kind is not None and kind.region:
            found.setdefault(name.table, []).extend(name.fids)
    if not found:
        raise AnalysisError(f"There is no region “{region}”.", sentence_zh=f"没有名为“{region}”的区域。")
    return found


def _samples(
    rows: list[tuple[Any, ...]], elements: tuple[Element, ...], layer: Layer, *, has_groups: bool
) -> Samples:
    if not rows:
        raise AnalysisError(
            f"No sample of “{layer.title.en}” lies there.", sentence_zh=f"“{layer.title.zh}”在所选范围内没有样品。"
        )
    columns = list(zip(*rows, strict=True))
    ppm = np.array([x.ppm for x in elements])
    values = np.column_stack([_numbers(columns[5 + 3 * j]) for j in range(len(elements))]) * ppm
    limits = np.column_stack([_numbers(columns[7 + 3 * j]) for j in range(len(elements))]) * ppm
    signs = np.array([columns[6 + 3 * j] for j in range(len(elements))], dtype=object).T
    above = np.equal(signs, ">") & np.isfinite(limits)
    values = np.where(above & ~np.isfinite(values), limits, values)
    below = np.equal(signs, "<") & np.isfinite(limits)
    named = any(columns[3])
    return Samples(
        elements, np.where(below, np.nan, values), np.where(below, limits, np.nan), _numbers(columns[1]),
        _numbers(columns[2]), np.array(columns[0], dtype=np.int64),
        names=tuple(str(x or "") for x in columns[3]) if named else (),
        groups=tuple(str(x or "") for x in columns[4]) if has_groups else (), above=above,
    )  # fmt: skip


def _numbers(column: tuple[Any, ...]) -> np.ndarray:
    return np.array([np.nan if x is None else x for x in column], dtype=float)


def _on(samples: Samples, rocks: tuple[str, ...]) -> Samples:
    if not rocks:
        return samples
    chosen = np.array([x in rocks for x in samples.groups], dtype=bool)
    if not chosen.any():
        raise AnalysisError(
            f"No sample lies on {', '.join(rocks)}.", sentence_zh=f"没有样品位于 {'、'.join(rocks)}。"
        )
    return samples.rows(chosen)
