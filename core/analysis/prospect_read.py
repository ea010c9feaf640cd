"""Reading the layers of a prospectivity run through the reader connection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import geoalchemy2.functions as geo
import numpy as np
import shapely
import sqlalchemy as sa
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from core.analysis.prospect_choices import cells_of, label_values
from core.database.engine import Database
from core.database.relation import rows_of
from core.errors import AnalysisError
from core.vocabulary.card import Labels, Layer, SchemaCard

Check = Callable[[], None]
CHUNK = 20_000
MOST = 3_000_000
"""Rows that one run may hold in memory."""


@dataclass(frozen=True)
class Rows:
    """Features of one layer: number, geometry in degrees, name, and the value of one attribute."""

    fids: tuple[int, ...]
    shapes: tuple[BaseGeometry, ...]
    names: tuple[str, ...]
    values: tuple[str, ...]
    names_zh: tuple[str, ...] = ()
    """Chinese names, "" where there is none."""

    def said(self, i: int) -> Labels | None:
        """The name of row `i` in both languages; None when it has none."""
        zh = self.names_zh[i] if self.names_zh else ""
        en = self.names[i] or zh
        return Labels(en, zh or en) if en else None


def layer_of(card: SchemaCard, table: str) -> Layer:
    """The layer `table`.

    Raises:
        AnalysisError: there is none.
    """
    try:
        return card.layer(table)
    except KeyError:
        raise AnalysisError(f"There is no layer “{table}”.", sentence_zh=f"没有名为“{table}”的图层。") from None


def read_rows(
    db: Database, card: SchemaCard, table: str, *, attribute: str | None = None, values: tuple[str, ...] = (),
    within: tuple[float, float, float, float] | None = None, check: Check = lambda: None,
) -> Rows:  # fmt: skip
    """Rows of a layer in the order of their numbers, with the attribute's value as text.

    Args:
        attribute, values: only rows with one of these concepts or spellings, when any are given.
        within: west, south, east, north in degrees that a row must touch.

    Raises:
        AnalysisError: no such layer, attribute or value, or more rows than memory allows.
    """
    layer = layer_of(card, table)
    kind = card.entity_types.get(layer.entity_type)
    name = layer.columns.get(kind.name_attribute) if kind else None
    name_zh = layer.columns.get(f"{kind.name_attribute}_zh") if kind else None
    if attribute is not None and attribute not in layer.columns:
        cells_of(card, layer, attribute, ())
    column = layer.columns[attribute].name if attribute else None
    source = rows_of(layer, [x for x in (column, *(n.name for n in (name, name_zh) if n)) if x])
    cells = [source.c.fid, geo.ST_AsBinary(source.c.geom)]
    texts = (name.name if name else None, column, name_zh.name if name_zh else None)
    cells += [sa.cast(source.c[x], sa.Text) if x else sa.null() for x in texts]
    statement = sa.select(*(x.label(f"c{i}") for i, x in enumerate(cells)))
    if within is not None:
        edge = geo.ST_MakeEnvelope(*within, 4326)
        statement = statement.where(geo.ST_Intersects(source.c.geom, edge))
    wanted = cells_of(card, layer, attribute, values) if attribute and values else None
    if wanted is not None and column is not None:
        statement = statement.where(sa.cast(source.c[column], sa.Text).in_(sorted(wanted)))
    return _fetched(db, statement.order_by(source.c.fid), table, check)


def _fetched(db: Database, statement: sa.Select[Any], table: str, check: Check) -> Rows:
    rows: list[Any] = []
    with db.reader.connect().execution_options(yield_per=CHUNK) as connection:
        for part in connection.execute(statement).partitions(CHUNK):
            check()
            rows.extend(part)
            if len(rows) > MOST:
                raise AnalysisError(
                    f"“{table}” has more than {MOST:,} rows in the area.", "Choose a smaller area.",
                    sentence_zh=f"“{table}”在研究区内超过 {MOST:,} 行。", hint_zh="请缩小研究区。",
                )  # fmt: skip
    shapes: list[BaseGeometry] = [shapely.from_wkb(bytes(x[1])) for x in rows]
    return Rows(
        tuple(int(str(x[0])) for x in rows), tuple(shapes), tuple(str(x[2] or "") for x in rows),
        tuple(str(x[3] if x[3] is not None else "") for x in rows), tuple(str(x[4] or "") for x in rows),
    )  # fmt: skip


def region_shape(db: Database, card: SchemaCard, region: str) -> BaseGeometry:
    """The polygon of a region by its canonical name, degrees.

    Raises:
        AnalysisError: there is none.
    """
    found: list[BaseGeometry] = []
    for name in card.names:
        kind = card.entity_types.get(name.entity_type)
        if name.canonical == region and kind is not None and kind.region:
            rows = read_rows(db, card, name.table)
            found += [s for f, s in zip(rows.fids, rows.shapes, strict=True) if f in name.fids]
    if not found:
        raise AnalysisError(f"There is no region “{region}”.", sentence_zh=f"没有名为“{region}”的区域。")
    return shapely.union_all(found)


def only_region(card: SchemaCard) -> str | None:
    """The study area where just one is loaded; None where there are several or none."""
    kinds = {k for k, x in card.entity_types.items() if x.region}
    found = {x.canonical for x in card.names if x.entity_type in kinds}
    return found.pop() if len(found) == 1 else None


def usual_area(card: SchemaCard, tables: tuple[str, ...]) -> BaseGeometry:
    """Where no region is chosen: the box of the layers of occurrences."""
    extents = np.array([card.layer(x).extent for x in tables])
    west, south = extents[:, :2].min(axis=0)
    east, north = extents[:, 2:].max(axis=0)
    return box(west, south, east, north)


def beyond(area: BaseGeometry, metres: float) -> tuple[float, float, float, float]:
    """The box of `area` (degrees) with at least `metres` more on each side."""
    west, south, east, north = area.bounds
    up = metres / 110_500
    widest = max(0.01, float(np.cos(np.radians(min(max(abs(south), abs(north)) + up, 89.9)))))
    side = up / widest
    return max(-180.0, west - side), max(-90.0, south - up), min(180.0, east + side), min(90.0, north + up)


def commonest(
    db: Database, card: SchemaCard, table: str, attributes: tuple[str, ...], area: BaseGeometry
) -> tuple[str, str] | None:
    """Attribute and value that most occurrences of a layer inside `area` (degrees) have, by the first attribute
    that has values there; None when there is none or all have the same.
    """
    layer = layer_of(card, table)
    for attribute in attributes:
        rows = read_rows(db, card, table, attribute=attribute, within=beyond(area, 0))
        inside = [v for v, s in zip(rows.values, rows.shapes, strict=True) if v and area.intersects(s)]
        known = label_values(card, layer, attribute)
        leaves = [v for v in known if not any(set(o.cells) < set(v.cells) for o in known)]
        counts = {v.id: sum(x in v.cells for x in inside) for v in leaves}
        best = max(counts, key=lambda k: (counts[k], k), default=None)
        if best is not None and 0 < counts[best] < len(inside):
            return attribute, best
    return None
