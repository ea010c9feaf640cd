"""Which layers are too large to be sent whole."""

from __future__ import annotations

import threading

import sqlalchemy as sa

from core.database.engine import Database
from core.database.relation import rows_of
from core.vocabulary.card import Layer

MAX_POINTS = 5_000
MAX_SHAPES = 2_000
MAX_CORNERS = 120_000
"""A layer of few but rich shapes is large too."""


class Sizes:
    """Whether a layer is large, worked out once for each state of the data."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], bool] = {}
        self._lock = threading.Lock()

    def large(self, db: Database, version: str, layer: Layer) -> bool:
        """Whether `layer` travels as tiles.

        Raises:
            sqlalchemy.exc.SQLAlchemyError: the database cannot be read.
        """
        key = (layer.table, version)
        with self._lock:
            known = self._known.get(key)
        if known is None:
            known = _large(db, layer)
            with self._lock:
                self._known = {k: v for k, v in self._known.items() if k[1] == version} | {key: known}
        return known


def _large(db: Database, layer: Layer) -> bool:
    if layer.geometry == "point":
        return layer.rows > MAX_POINTS
    if layer.rows > MAX_SHAPES:
        return True
    table = rows_of(layer, ())
    corners = sa.func.sum(sa.func.ST_NPoints(sa.type_coerce(table.c.geom, sa.types.NullType())))
    with db.reader.connect() as connection:
        return int(connection.execute(sa.select(corners)).scalar() or 0) > MAX_CORNERS
