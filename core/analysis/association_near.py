"""The nearest feature of each kind to places of a result: exact geodesic metres, by the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import geoalchemy2.functions as geo
import sqlalchemy as sa

from core.database.engine import Database
from core.database.relation import rows_of
from core.errors import Language
from core.query.compile import distance as dist
from core.query.compile.tables import Place
from core.script import suits
from core.vocabulary.card import Layer, SchemaCard

FEW = 3
"""Candidates by straight line that are put in exact order."""


@dataclass(frozen=True)
class Near:
    """A feature and how far it is."""

    table: str
    fid: int
    name: str
    distance_m: float
    name_zh: str = ""

    def called(self, language: Language) -> str:
        """Its name in `language`: the one written in its script, else the one it has; "" when it has none."""
        names = [x for x in (self.name, self.name_zh) if x]
        return next((x for x in names if suits(x, language)), names[0] if names else "")


def nearest(
    db: Database, card: SchemaCard, layers: Sequence[Layer], places: Sequence[tuple[float, float]]
) -> list[Near | None]:
    """The nearest feature of all `layers` to each place (lon, lat in degrees); None when they hold none."""
    best: list[Near | None] = [None] * len(places)
    with db.reader.connect() as connection:
        for layer in layers:
            for lon, lat in dict.fromkeys(places):
                found = _nearest(connection, card, layer, lon, lat)
                for i, place in enumerate(places):
                    old = best[i]
                    if found and place == (lon, lat) and (old is None or found.distance_m < old.distance_m):
                        best[i] = found
    return best


def _nearest(connection: sa.Connection, card: SchemaCard, layer: Layer, lon: float, lat: float) -> Near | None:
    attribute = card.entity_types[layer.entity_type].name_attribute
    column, other = layer.columns[attribute].name, layer.columns.get(f"{attribute}_zh")
    second = other.name if other is not None else column
    table = rows_of(layer, list(dict.fromkeys([column, second]))).alias("feature")
    point = geo.ST_SetSRID(geo.ST_MakePoint(lon, lat, type_=sa.types.NullType()), 4326)
    ecef = geo.ST_Transform(geo.ST_Force3D(point), 4978)
    fixed = Place("point", point, ecef)
    feature = Place(layer.geometry, table.c.geom, table.c.geom_ecef)
    names = table.c[column].label("name"), table.c[second].label("zh")
    close: Any = sa.select(table.c.fid, *names, table.c.geom, table.c.geom_ecef)
    close = close.order_by(dist.nearness(feature, fixed), table.c.fid).limit(FEW).subquery()
    candidate = Place(layer.geometry, close.c.geom, close.c.geom_ecef)
    metres = dist.distance_m(candidate, fixed).label("metres")
    row = connection.execute(
        sa.select(close.c.fid, close.c.name, metres, close.c.zh).order_by(metres, close.c.fid).limit(1)
    ).first()
    if row is None:
        return None
    return Near(layer.table, int(row[0]), str(row[1] or ""), float(row[2]), str(row[3] or ""))
