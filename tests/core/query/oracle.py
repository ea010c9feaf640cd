"""What the made-up layers answer, worked out without a database: shapely on the map, minimised distances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from core.database.engine import Database
from tests.acceptance.geodesy import distances
from tests.core.query.synthetic import HOSTILE_TABLE, tables

Ref = tuple[str, int]
ENTITIES = {
    "deposits_north": "deposit", "矿床_south": "deposit", HOSTILE_TABLE: "deposit", "faults": "fault",
    "faults_south": "fault", "bodies": "geo_body", "regions": "region", "samples": "geochem_sample",
    "samples_south": "geochem_sample",
}  # fmt: skip


@dataclass(frozen=True)
class Feature:
    """One row of a made-up layer."""

    ref: Ref
    geometry: BaseGeometry
    cells: dict[str, Any]


@cache
def features(entity: str) -> tuple[Feature, ...]:
    """All features of an entity type."""
    return tuple(_rows(entity))


def _rows(entity: str) -> Iterator[Feature]:
    for table in tables():
        if ENTITIES[table.name] == entity:
            for fid, (row, geometry) in enumerate(zip(table.rows, table.geometries, strict=True), 1):
                yield Feature((table.name, fid), geometry, dict(zip(table.columns, row, strict=True)))


@cache
def away(target: str, reference: str, limit: float = 8_000.0) -> dict[Ref, dict[Ref, float]]:
    """Metres from every target to every reference within `limit` (a feature is never its own reference)."""
    there = features(reference)
    shapes = np.array([x.geometry for x in there], dtype=object)
    tree = shapely.STRtree(shapes)
    found: dict[Ref, dict[Ref, float]] = {}
    for x in features(target):
        degrees = limit / 111_000 / np.cos(np.radians(max(abs(b) for b in x.geometry.bounds[1::2]))) * 1.05
        near = sorted(tree.query(shapely.box(*x.geometry.bounds).buffer(degrees)).tolist())
        metres = distances(x.geometry, [shapes[i] for i in near], limit) if near else []
        found[x.ref] = {
            there[i].ref: float(m)
            for i, m in zip(near, metres, strict=True)
            if m <= limit and there[i].ref != x.ref
        }
    return found


def stored(database: Database, table: str) -> list[BaseGeometry]:
    """The shapes as the database holds them, by row."""
    quoted = '"' + table.replace('"', '""') + '"'
    with database.owner.connect() as connection:
        rows = connection.exec_driver_sql(
            f"SELECT ST_AsBinary(geom) FROM layers.{quoted.replace('%', '%%')} ORDER BY fid"
        )
        return [shapely.from_wkb(bytes(x)) for (x,) in rows]
