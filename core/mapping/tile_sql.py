"""The statements behind vector tiles: features of a square, clipped, simplified to its pixels, encoded as MVT.

Nothing is left out in silence.  Features too small or too close to be told apart on the screen are merged by
cells, and the cell says how many it stands for; only the number of larger shapes has a limit, and what exceeds it
is counted.
Identifiers come from the schema card and are quoted by SQLAlchemy; the numbers of the tile are bound.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement

from core.database.relation import rows_of
from core.mapping.tile_grid import BUFFER_PX, EXTENT, PIXEL, Tile
from core.vocabulary.card import Layer

ALL_POINTS = 4_000
"""A tile with no more points than this sends each of them; of more, one for each cell."""
CELL = 4 * PIXEL
"""Side of a cell of merged points, units; the buffer is a multiple of it, so cells do not cross the border."""
SMALL_PX = 1.5
"""A line or area that is smaller both ways is merged with others of its cell."""
SMALL_CELL = 2 * PIXEL
MAX_SHAPES = 20_000
"""Lines or areas of one tile; the largest are sent."""
_BUFFER = BUFFER_PX * PIXEL

Expr = ColumnElement[Any]
Statement = sa.Select[Any]
"""One row: the tile, the features that lie in it (buffer included), and how many of them it leaves out."""


def tile_statement(layer: Layer, tile: Tile) -> Statement:
    """The statement for one tile of a layer."""
    return _points(layer, tile) if layer.geometry == "point" else _shapes(layer, tile)


def _float(value: float) -> Expr:
    return sa.literal(value, sa.Double())


def _whole(value: int) -> Expr:
    return sa.literal(value, sa.BigInteger())


def _box(tile: Tile) -> Expr:
    return sa.func.ST_MakeEnvelope(*(_float(v) for v in tile.degrees), sa.literal_column("4326"))


def _across(tile: Tile, longitude: Expr) -> Expr:
    """Column of a place in units of the tile."""
    return ((longitude + _float(180.0)) / _float(360.0) * _float(2.0**tile.z) - _float(tile.x)) * _float(EXTENT)


def _down(tile: Tile, latitude: Expr) -> Expr:
    """Row of a place in units of the tile: Web Mercator on the sphere, as every web map draws it."""
    angle = sa.func.radians(sa.func.least(sa.func.greatest(latitude, _float(-89.9)), _float(89.9)))
    turn = sa.func.ln(sa.func.tan(angle / _float(2.0) + sa.func.pi() / _float(4.0))) / sa.func.pi()
    return ((_float(1.0) - turn) / _float(2.0) * _float(2.0**tile.z) - _float(tile.y)) * _float(EXTENT)


def _cell(place: Expr, side: int) -> Expr:
    return sa.cast(sa.func.floor(place / _float(side)), sa.BigInteger)


def _mark(x: Expr, y: Expr) -> Expr:
    """A point in units of the tile; a bare geometry, for which SQLAlchemy must not put a conversion around it."""
    rounded = (sa.func.round(sa.cast(v, sa.Double())) for v in (x, y))
    return sa.type_coerce(sa.func.ST_MakePoint(*rounded), sa.types.NullType())


def _encoded(rows: sa.Subquery, name: str) -> Any:
    """The rows as one layer of a tile; column ``fid`` is the id of a feature."""
    whole = sa.func.ST_AsMVT(
        rows.table_valued(),
        sa.literal(name),
        sa.literal_column(str(EXTENT)),
        sa.literal("geom"),
        sa.literal("fid"),
    )
    return sa.select(whole).scalar_subquery()


def _points(layer: Layer, tile: Tile) -> Statement:
    table = rows_of(layer, ())
    geom = sa.type_coerce(table.c.geom, sa.types.NullType())
    # a row of several points is one mark, in the middle of them
    middle = sa.func.ST_Centroid(geom)
    near = sa.select(table.c.fid, middle.label("at")).where(table.c.geom.op("&&")(_box(tile))).cte("near")
    x, y = _across(tile, sa.func.ST_X(near.c.at)), _down(tile, sa.func.ST_Y(near.c.at))
    placed = sa.select(near.c.fid, x.label("x"), y.label("y")).cte("placed")
    low, high = _float(-_BUFFER), _float(EXTENT + _BUFFER)
    inside = (
        sa.select(placed, sa.func.count().over().label("total"))
        .where(placed.c.x >= low, placed.c.x < high, placed.c.y >= low, placed.c.y < high)
        .cte("inside")
    )  # fmt: skip
    alone = sa.case((inside.c.total <= _whole(ALL_POINTS), inside.c.fid))
    merged = (
        sa.select(
            sa.func.min(inside.c.fid).label("fid"),
            sa.func.count().label("n"),
            _mark(sa.func.avg(inside.c.x), sa.func.avg(inside.c.y)).label("geom"),
        )
        .group_by(alone, _cell(inside.c.x, CELL), _cell(inside.c.y, CELL))
        .order_by(sa.func.min(inside.c.fid))
        .subquery("t")
    )
    total = sa.select(sa.func.count()).select_from(inside).scalar_subquery()
    return sa.select(_encoded(merged, "points"), total, sa.literal_column("0"))


def _shapes(layer: Layer, tile: Tile) -> Statement:
    found = _found(layer, tile)
    small = sa.and_(found.c.wide < _float(SMALL_PX), found.c.high < _float(SMALL_PX))
    large = (
        sa.select(found.c.fid, found.c.raw, sa.func.greatest(found.c.wide, found.c.high).label("size"))
        .where(~small)
        .cte("large")
    )
    largest = sa.select(large).order_by(large.c.size.desc(), large.c.fid).limit(_whole(MAX_SHAPES)).cte("largest")
    drawn = sa.select(largest.c.fid, _drawn(layer, tile, largest.c.raw).label("geom")).order_by(largest.c.fid)
    x, y = _across(tile, found.c.lon), _down(tile, found.c.lat)
    dots = (
        sa.select(
            sa.func.min(found.c.fid).label("fid"),
            sa.func.count().label("n"),
            _mark(sa.func.avg(x), sa.func.avg(y)).label("geom"),
        )
        .where(small)
        .group_by(_cell(x, SMALL_CELL), _cell(y, SMALL_CELL))
        .order_by(sa.func.min(found.c.fid))
        .subquery("d")
    )
    empty: Expr = sa.literal_column("''::bytea")
    body = sa.func.coalesce(_encoded(drawn.subquery("s"), "shapes"), empty).op("||")(
        sa.func.coalesce(_encoded(dots, "dots"), empty)
    )
    total = sa.select(sa.func.count()).select_from(found).scalar_subquery()
    left = sa.select(sa.func.greatest(sa.func.count() - _whole(MAX_SHAPES), sa.literal_column("0"))).select_from(
        large
    )
    return sa.select(body, total, left.scalar_subquery())


def _found(layer: Layer, tile: Tile) -> sa.CTE:
    """The features that meet the square, with their extent in screen pixels and the middle of it."""
    table = rows_of(layer, ())
    geom = sa.type_coerce(table.c.geom, sa.types.NullType())
    west, south, east, north = (getattr(sa.func, f"ST_{s}")(geom) for s in ("XMin", "YMin", "XMax", "YMax"))
    pixel = tile.degrees_of_pixel
    two = _float(2.0)
    return (
        sa.select(
            table.c.fid,
            geom.label("raw"),
            ((east - west) / _float(pixel)).label("wide"),
            ((north - south) / _float(pixel * tile.shrink)).label("high"),
            ((east + west) / two).label("lon"),
            ((north + south) / two).label("lat"),
        )
        .where(table.c.geom.op("&&")(_box(tile)), sa.func.ST_Intersects(geom, _box(tile)))
        .cte("found")
    )


def _drawn(layer: Layer, tile: Tile, raw: Expr) -> Expr:
    """A geometry clipped to the square and simplified to half a pixel, in units of the tile.

    An area thinner than a unit leaves nothing behind; a line as long as it is stands for it.
    """
    step = _float(tile.degrees_of_pixel / 2 * max(tile.shrink, 0.1))
    plain = sa.types.NullType()
    clipped = sa.type_coerce(sa.func.ST_ClipByBox2D(raw, sa.func.Box2D(_box(tile))), plain)
    simple = sa.type_coerce(sa.func.ST_Simplify(clipped, step, sa.true()), plain)
    shape = _units(tile, simple)
    if layer.geometry != "polygon":
        return shape
    length = sa.type_coerce(sa.func.ST_LongestLine(clipped, clipped), plain)
    return sa.type_coerce(sa.func.coalesce(shape, _units(tile, length)), plain)


def _units(tile: Tile, geom: Expr) -> Expr:
    metres = sa.func.ST_Transform(geom, sa.literal_column("3857"))
    square = sa.func.ST_MakeEnvelope(*(_float(v) for v in tile.metres), sa.literal_column("3857"))
    return sa.type_coerce(
        sa.func.ST_AsMVTGeom(
            metres, sa.func.Box2D(square), sa.literal_column(str(EXTENT)), sa.literal_column(str(_BUFFER)),
            sa.true(),
        ),
        sa.types.NullType(),
    )  # fmt: skip
