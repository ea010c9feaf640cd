"""The common formulation that the product is measured against: geography casts in the usual spatial join.

Each function returns all (target, reference, metres) pairs within the radius, nearest first: the same evidence the
product gives.  Nothing here uses the product.
"""

from __future__ import annotations

from dataclasses import dataclass

import psycopg

from tests.benchmarks.meter import Cost, measured

PAIRS = """
  SELECT d.fid, f.fid, ST_Distance(d.geom::geography, f.geom::geography) AS metres
  FROM layers.{targets} d JOIN layers.{references} f
    ON ST_DWithin(d.geom::geography, f.geom::geography, %(radius)s)
  ORDER BY d.fid, metres, f.fid
"""
IN_REGION = """
  SELECT d.fid, f.fid, ST_Distance(d.geom::geography, f.geom::geography) AS metres
  FROM layers.regions r JOIN layers.{targets} d ON ST_Intersects(r.geom, d.geom) JOIN layers.{references} f
    ON ST_DWithin(d.geom::geography, f.geom::geography, %(radius)s)
  WHERE r.name = 'Middle Block' AND d.commodity = 'Au'
  ORDER BY d.fid, metres, f.fid
"""
"""The first question of the large size."""


@dataclass(frozen=True)
class Outcome:
    """Result of one formulation; `rows` is None when it ran into the time limit."""

    cost: Cost
    rows: list[tuple[int, int, float]] | None
    limit_s: float

    def shown(self) -> str:
        """Backend and client seconds, with ``>`` when the limit cut it short."""
        return f"{self.cost.cpu_s:.2f}" if self.rows is not None else f"> {self.cost.cpu_s:.0f}"


def run(
    connection: psycopg.Connection, postmaster: int, statement: str, limit_s: float, **names: object
) -> Outcome:
    """Run one formulation in a transaction of its own, at most `limit_s` seconds."""
    query = statement.format(**{k: v for k, v in names.items() if isinstance(v, str)})
    parameters = {k: v for k, v in names.items() if not isinstance(v, str)}
    rows: list[tuple[int, int, float]] | None = None
    with measured(postmaster) as cost:
        try:
            with connection.transaction():
                connection.execute(f"SET LOCAL statement_timeout = {int(limit_s * 1000)}")
                rows = connection.execute(query, parameters, binary=True).fetchall()
        except psycopg.errors.QueryCanceled:
            rows = None
    return Outcome(cost, rows, limit_s)


def index_geography(connection: psycopg.Connection, *tables: str) -> None:
    """The functional index that makes the casts fast."""
    for table in tables:
        connection.execute(f"CREATE INDEX ON layers.{table} USING gist ((geom::geography))")
        connection.execute(f"ANALYZE layers.{table}")
