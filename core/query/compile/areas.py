"""The shape of a study area."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile.tables import Scope, any_id
from core.query.grounded import SetNode


def area_shape(scope: Scope, area: SetNode) -> ColumnElement[Any]:
    """The shape of a named study area as one value."""
    parts = []
    named = [(x, (area.ids or {})[x.table]) for x in area.layers if (area.ids or {}).get(x.table)]
    for layer, fids in named:
        place = scope.place(layer, "area")
        parts.append(sa.select(place.geom.label("geom")).where(any_id(place.fid, "area", fids)))
    if sum(len(fids) for _, fids in named) == 1:
        return parts[0].scalar_subquery()
    stacked = sa.union_all(*parts).subquery(scope.name("areas"))
    return sa.select(sa.type_coerce(geo.ST_Union(stacked.c.geom), sa.types.NullType())).scalar_subquery()
