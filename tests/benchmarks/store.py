"""Loading of generated layers by COPY into the layout that every loaded layer has."""

from __future__ import annotations

import pandas as pd
import psycopg
import shapely
from psycopg import sql

SCHEMA = "layers"
TYPES = {"i": "bigint", "f": "double precision"}
ECEF = """
  geom_ecef geometry(GeometryZ,4978) GENERATED ALWAYS AS (
    ST_Transform(ST_Force3D(ST_Segmentize(ST_Force2D(
      CASE WHEN ST_Dimension(geom) = 2 THEN ST_Boundary(geom) ELSE geom END
    )::geography, 1000)::geometry), 4978)) STORED
"""
BATCH = 20_000


def load(connection: psycopg.Connection, table: str, frame: pd.DataFrame) -> None:
    """Create `table` in the schema of layers and fill it; both indexes and statistics included."""
    columns = [str(c) for c in frame.columns if c != "geometry"]
    kind = frame["geometry"].iloc[0].geom_type
    definition = [
        sql.SQL("fid bigint PRIMARY KEY"),
        *(
            sql.SQL("{} {}").format(sql.Identifier(c), sql.SQL(TYPES.get(frame[c].dtype.kind, "text")))
            for c in columns
        ),
        sql.SQL(f"geom geometry({kind},4326)"),
        sql.SQL(ECEF),
    ]
    name = sql.Identifier(SCHEMA, table)
    connection.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(name))
    connection.execute(
        sql.SQL("CREATE TABLE {} ({}) WITH (autovacuum_enabled = off)").format(
            name, sql.SQL(", ").join(definition)
        )
    )
    fields = sql.SQL(", ").join(sql.Identifier(x) for x in ("fid", *columns, "geom"))
    with connection.cursor().copy(sql.SQL("COPY {} ({}) FROM STDIN").format(name, fields)) as copy:
        for start in range(0, len(frame), BATCH):
            part = frame.iloc[start : start + BATCH]
            shapes = shapely.set_srid(part["geometry"].to_numpy(), 4326)
            cells = [part[c].tolist() for c in columns]
            hexed = shapely.to_wkb(shapes, hex=True, include_srid=True)
            rows = zip(range(start + 1, start + len(part) + 1), *cells, hexed, strict=True)
            copy.write("\n".join("\t".join(map(str, row)) for row in rows) + "\n")
    for clause in ("(geom)", "(geom_ecef gist_geometry_ops_nd)"):
        connection.execute(sql.SQL("CREATE INDEX ON {} USING gist " + clause).format(name))
    connection.execute(sql.SQL("GRANT SELECT ON {} TO oresight_reader").format(name))
    connection.execute(sql.SQL("ANALYZE {}").format(name))
