"""The longest edge of the lines and rings of a layer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.selectable import FromClause


def longest_edge_m(connection: sa.Connection, rows: FromClause) -> float:
    """Longest edge of all lines and rings in metres, on a sphere and a little too long rather than too short."""
    points = sa.select(rows.c.fid, sa.func.ST_DumpPoints(rows.c.geom).label("d")).subquery()
    dumped: Sequence[sa.ColumnElement[Any]] = (
        points.c.fid,
        sa.literal_column("(d).path[1:array_length((d).path, 1) - 1]").label("part"),
        sa.literal_column("(d).path[array_length((d).path, 1)]").label("no"),
        sa.literal_column("(d).geom").label("p"),
    )
    each = sa.select(*dumped).select_from(points).subquery()
    following = sa.func.lead(each.c.p).over(partition_by=(each.c.fid, each.c.part), order_by=each.c.no)
    edges = sa.select(sa.func.ST_DistanceSphere(each.c.p, following).label("m")).subquery()
    longest = connection.execute(sa.select(sa.func.max(edges.c.m))).scalar()
    return float(longest or 0.0) * 1.006
