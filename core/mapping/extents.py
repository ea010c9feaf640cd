"""Where things are: extents of study areas and of everything loaded, and which layers belong to a view."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from core.database.engine import Database
from core.database.relation import rows_of
from core.mapping.highlight import Bounds
from core.vocabulary.card import Layer, SchemaCard

_WORLD: Bounds = (70.0, 15.0, 140.0, 55.0)
SHARE = 0.2
"""A layer belongs to a view when they overlap by this share of the smaller of the two."""


def region_bounds(db: Database, card: SchemaCard, region: str) -> Bounds | None:
    """Extent of the study area with this canonical name; None when no loaded feature has it."""
    places = {
        (n.table, n.fids)
        for n in card.names
        if n.canonical == region
        and n.fids
        and n.entity_type in card.entity_types
        and card.entity_types[n.entity_type].region
    }
    boxes: list[Bounds] = []
    for table_name, fids in sorted(places):
        table = rows_of(card.layer(table_name), ())
        extent = sa.func.ST_Extent(table.c.geom)
        sides = [getattr(sa.func, f)(extent) for f in ("ST_XMin", "ST_YMin", "ST_XMax", "ST_YMax")]
        with db.reader.connect() as connection:
            row = connection.execute(sa.select(*sides).where(table.c.fid.in_(fids))).one()
        if row[0] is not None:
            boxes.append((float(row[0]), float(row[1]), float(row[2]), float(row[3])))
    return union(boxes) if boxes else None


def union(boxes: Iterable[Bounds]) -> Bounds:
    """The smallest box around `boxes`; a part of Asia when there is none, so that the map shows something."""
    sides = list(zip(*boxes, strict=True))
    if not sides:
        return _WORLD
    return (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3]))


def layers_in(card: SchemaCard, bounds: Bounds | None) -> tuple[Layer, ...]:
    """Layers that overlap `bounds` in earnest; all of them for None."""
    if bounds is None:
        return card.layers
    return tuple(x for x in card.layers if _overlap(x.extent, bounds))


def _overlap(a: Bounds, b: Bounds) -> bool:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width < 0 or height < 0:
        return False
    smaller = min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))
    return smaller == 0 or width * height >= SHARE * smaller
