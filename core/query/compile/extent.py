"""The extent of named features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo

from core.query.compile.select import stacked
from core.query.compile.tables import Scope, any_id
from core.query.grounded import SetNode


def extents(sets: Sequence[SetNode]) -> Any:
    """One row (position in `sets`, west, south, east, north) for each set of named features; NULL when empty."""
    scope = Scope()
    selects: list[Any] = []
    for no, node in enumerate(sets):
        boxes = []
        for layer in node.layers:
            place = scope.place(layer, "area")
            found = any_id(place.fid, "area", (node.ids or {}).get(layer.table, ()))
            corners = (geo.ST_XMin, geo.ST_YMin, geo.ST_XMax, geo.ST_YMax)
            names = ("west", "south", "east", "north")
            columns = [f(place.geom).label(n) for f, n in zip(corners, names, strict=True)]
            boxes.append(sa.select(*columns).where(found))
        box = stacked(boxes).subquery(scope.name("box"))
        selects.append(
            sa.select(
                sa.literal_column(str(no)).label("no"),
                sa.func.min(box.c.west).label("west"),
                sa.func.min(box.c.south).label("south"),
                sa.func.max(box.c.east).label("east"),
                sa.func.max(box.c.north).label("north"),
            )
        )
    return stacked(selects)
