"""What lies where the user clicked: the row itself, read by its address through the reader role."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from core.database.engine import Database
from core.database.relation import rows_of
from core.mapping.style_columns import columns_of
from core.vocabulary.card import Layer

UNDER_LIMIT = 4


@dataclass(frozen=True)
class Attribute:
    """One cell of an identified row."""

    id: str
    value: Any
    unit: str | None
    qualifier: str | None = None
    """``<`` or ``>`` when `value` is a limit."""


@dataclass(frozen=True)
class Identified:
    """One row of a layer."""

    table: str
    fid: int
    attributes: tuple[Attribute, ...]
    """Non-empty cells in the order of the layer's columns."""

    def get(self, attribute: str) -> Any:
        """The value of `attribute`, None when the row has none."""
        return next((a.value for a in self.attributes if a.id == attribute), None)


def read_row(db: Database, layer: Layer, fid: int) -> Identified | None:
    """The row `fid` of `layer`, None when there is none (the data may have changed since the click)."""
    table = _table(layer)
    statement = sa.select(table.c.fid, *_cells(layer, table)).where(table.c.fid == fid)
    with db.reader.connect() as connection:
        row = connection.execute(statement).first()
    return _identified(layer, tuple(row)) if row else None


def other_cells(db: Database, layer: Layer, fid: int) -> tuple[tuple[str, Any], ...]:
    """Columns that mean nothing to the vocabulary, with the values of row `fid`; empty cells are left out."""
    known = {y for x in layer.columns.values() for y in (x.name, x.qualifier, x.limit) if y}
    names = [x for x in columns_of(db, layer) if x not in known]
    if not names:
        return ()
    table = rows_of(layer, names)
    wanted = [table.c[x].label(f"c{i}") for i, x in enumerate(names)]
    with db.reader.connect() as connection:
        row = connection.execute(sa.select(*wanted).where(table.c.fid == fid)).first()
    cells = zip(names, row, strict=True) if row else ()
    return tuple((name, value) for name, value in cells if value is not None and value != "")


def rows_at(db: Database, layers: Iterable[Layer], lon: float, lat: float) -> tuple[Identified, ...]:
    """Rows of polygon `layers` that contain the point, at most :data:`UNDER_LIMIT` of each.

    Args:
        lon, lat: degrees, EPSG:4326; longitudes outside ±180 (a map scrolled around the world) are wrapped.
    """
    point = sa.func.ST_SetSRID(sa.func.ST_MakePoint(((lon + 180) % 360) - 180, lat), 4326)
    found: list[Identified] = []
    with db.reader.connect() as connection:
        for layer in layers:
            if layer.geometry != "polygon":
                continue
            table = _table(layer)
            statement = (
                sa.select(table.c.fid, *_cells(layer, table))
                .where(table.c.geom.op("&&")(point), sa.func.ST_Intersects(table.c.geom, point))
                .order_by(table.c.fid)
                .limit(UNDER_LIMIT)
            )
            found.extend(_identified(layer, tuple(row)) for row in connection.execute(statement))
    return tuple(found)


def _table(layer: Layer) -> sa.FromClause:
    names = (y for x in layer.columns.values() for y in (x.name, x.qualifier, x.limit) if y)
    return rows_of(layer, names)


def _cells(layer: Layer, table: sa.FromClause) -> list[sa.ColumnElement[Any]]:
    """Three columns an attribute: value, qualifier, limit."""
    out: list[sa.ColumnElement[Any]] = []
    for i, column in enumerate(layer.columns.values()):
        for suffix, name in (("v", column.name), ("q", column.qualifier), ("l", column.limit)):
            cell: sa.ColumnElement[Any] = table.c[name] if name else sa.null()
            out.append(cell.label(f"{suffix}{i}"))
    return out


def _identified(layer: Layer, row: tuple[Any, ...]) -> Identified:
    cells: list[Attribute] = []
    for i, (attribute, column) in enumerate(layer.columns.items()):
        value, qualifier, limit = row[1 + 3 * i : 4 + 3 * i]
        if value is None and limit is not None:
            cells.append(Attribute(attribute, limit, column.unit, qualifier))
        elif value is not None and value != "":
            cells.append(Attribute(attribute, value, column.unit))
    return Identified(layer.table, int(row[0]), tuple(cells))
