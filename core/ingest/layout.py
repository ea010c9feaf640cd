"""How a layer is laid out in the database: columns, coordinates for distances, indexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from psycopg import sql

from core.database.engine import LAYERS_SCHEMA
from core.ingest.feed import Column

# Earth-centred coordinates for exact distances: of points and lines themselves, of polygons the boundary.  Edges
# longer than 1 km are parted along the great circle; below, chord and ellipsoid differ by less than 2 cm.
ECEF = "{s}.ST_Transform({s}.ST_Force3D({parted}), 4978)"
SHAPE = "{s}.ST_Force2D(CASE WHEN {s}.ST_Dimension(geom) = 2 THEN {s}.ST_Boundary(geom) ELSE geom END)"
PARTED = "{s}.ST_Segmentize({shape}::{s}.geography, 1000)::{s}.geometry"
LONG_EDGE_M = 999.0
POINTS = ("Point", "MultiPoint")


@dataclass(frozen=True)
class Target:
    """The table being filled, under a name that nobody else uses."""

    mark: str
    postgis: sql.Identifier
    """Schema of PostGIS."""

    @property
    def table(self) -> sql.Identifier:
        """The table, with its schema."""
        return sql.Identifier(LAYERS_SCHEMA, f"load_{self.mark}")


def create(target: Target, columns: list[Column], geometry: str, edge_m: float) -> sql.Composed:
    """The statement that makes the table; edges of up to `edge_m` are expected."""
    lines: list[sql.Composable] = [sql.SQL("fid bigint NOT NULL")]
    lines += [sql.SQL("{} {}").format(sql.Identifier(x.name), sql.SQL(x.sql_type)) for x in columns]
    kind = sql.SQL(geometry)
    lines.append(sql.SQL("geom {s}.geometry({kind}, 4326) NOT NULL").format(s=target.postgis, kind=kind))
    lines.append(ecef(target, 0.0 if geometry in POINTS else edge_m))
    return sql.SQL("CREATE TABLE {} ({})").format(target.table, sql.SQL(", ").join(lines))


def ecef(target: Target, max_edge_m: float) -> sql.Composed:
    """The column for distances.  Parting edges costs most of the time, so it is left out where no edge is long."""
    shape = sql.SQL(SHAPE).format(s=target.postgis)
    parted = sql.SQL(PARTED).format(s=target.postgis, shape=shape) if max_edge_m > LONG_EDGE_M else shape
    return sql.SQL("geom_ecef {s}.geometry(GeometryZ, 4978) GENERATED ALWAYS AS ({ecef}) STORED").format(
        s=target.postgis, ecef=sql.SQL(ECEF).format(s=target.postgis, parted=parted)
    )


def parted(target: Target) -> Iterator[sql.Composed]:
    """The statements that make the column for distances anew: some edge is longer than was expected."""
    yield sql.SQL("ALTER TABLE {} DROP COLUMN geom_ecef").format(target.table)
    yield sql.SQL("ALTER TABLE {} ADD COLUMN {}").format(target.table, ecef(target, LONG_EDGE_M + 1))


def indexes(target: Target) -> Iterator[sql.Composed]:
    """The statements that make the indexes and gather statistics."""

    def name(suffix: str) -> sql.Identifier:
        return sql.Identifier(f"ix_{target.mark}_{suffix}")

    table = target.table
    yield sql.SQL("ALTER TABLE {} ADD CONSTRAINT {} PRIMARY KEY (fid)").format(table, name("pk"))
    yield sql.SQL("CREATE INDEX {} ON {} USING gist (geom)").format(name("geom"), table)
    yield sql.SQL("CREATE INDEX {} ON {} USING gist (geom_ecef {}.gist_geometry_ops_nd)").format(
        name("ecef"), table, target.postgis
    )
    yield sql.SQL("ANALYZE {}").format(table)
