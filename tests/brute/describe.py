"""The schema card of a random world, and the way into the database."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import psycopg
import shapely
from psycopg import sql

from core.database.engine import Database
from core.vocabulary.card import Attribute, Column, Concept, EntityType, Labels, Name, SchemaCard
from core.vocabulary.card import Layer as CardLayer
from tests.brute.words import FAMILY, MEANING, RANKS, UNITS
from tests.brute.world import TYPES, Layer, Maker, Source, World
from tests.core.query.synthetic import Table, write

NEAR_M = {
    "site": 2_000.0,
    "road": 1_500.0,
    "zone": 2_500.0,
    "well": 1_000.0,
    "district": 3_000.0,
    "feature": 1_200.0,
}


def make(seed: int, *, parts: bool = True) -> World:
    """The world of a seed with its card; with `parts`, some layers have features of several rows."""
    world = Maker(seed, parts=parts).world()
    return replace(world, card=card(world))


def card(world: World) -> SchemaCard:
    """What the product may know of a world."""
    return SchemaCard(
        f"world {world.seed}",
        {entity: _entity(entity) for entity, _ in TYPES},
        {x.id: x for x in _attributes()},
        {x.id: x for x in _concepts()},
        tuple(_layer(x) for x in world.layers),
        tuple(_names(world)),
    )


def _entity(entity: str) -> EntityType:
    labels = Labels(entity, entity)
    kinds = next(k for e, k in TYPES if e == entity)
    return EntityType(
        entity, labels, labels, kinds, near_m=NEAR_M[entity], key_attributes=("kind",), region=entity == "district"
    )


def _attributes() -> list[Attribute]:
    def made(id_: str, kind: Any, unit: str | None = None, dimension: str | None = None) -> Attribute:
        return Attribute(id_, kind, Labels(id_, id_), (id_,), unit, dimension)

    return [
        made("name", "text"), made("kind", "list"), made("size", "text"), made("note", "text"),
        made("year", "year"),
        made("height", "number", "m", "length"), made("metal", "number", "ppm", "mass_fraction"),
        made("score", "number"),
    ]  # fmt: skip


def _concepts() -> list[Concept]:
    def words(attribute: str, concept: str, more: str) -> tuple[str, ...]:
        return (*(w for w, x in MEANING[attribute].items() if x == concept), more)

    kinds = [Concept(x, ("kind",), Labels(x, f"{x}类"), words("kind", x, f"{x}类"), y) for x, y in FAMILY.items()]
    sizes = [
        Concept(x, ("size",), Labels(x, f"{x}级"), words("size", x, f"{x}级"), (), y) for x, y in RANKS.items()
    ]
    return [*kinds, *sizes]


def _layer(layer: Layer) -> CardLayer:
    west, south, east, north = shapely.total_bounds(np.array([x.geometry for x in layer.rows], dtype=object))
    return CardLayer(
        layer.table, layer.entity, Labels(layer.table, layer.table), layer.kind, len(layer.rows),
        (float(west), float(south), float(east), float(north)),
        {x.attribute: _column(layer, x) for x in layer.sources}, feature_key=layer.key, max_edge_m=2_500.0,
    )  # fmt: skip


def _column(layer: Layer, source: Source) -> Column:
    cells = [x.cells[source.attribute] for x in layer.rows]
    text = source.attribute in ("kind", "size", "name")
    concepts = {
        concept: tuple(dict.fromkeys(c.raw for c in cells if concept in c.concepts))
        for concept in (
            [*FAMILY] if source.attribute == "kind" else [*RANKS] if source.attribute == "size" else []
        )
    }
    return Column(
        source.attribute, source.column, source.sql_type, source.unit,
        f"{source.column}__qualifier" if source.censored else None,
        f"{source.column}__limit" if source.censored else None,
        source.separator,
        tuple(dict.fromkeys(c.raw for c in cells if c.raw is not None)) if text else None,
        {k: v for k, v in concepts.items() if v},
    )  # fmt: skip


def _names(world: World) -> list[Name]:
    found: dict[tuple[str, str, str], list[int]] = {}
    for row in world.rows:
        name = row.cells["name"].raw
        if name is not None:
            found.setdefault((name, world.layer(row.table).entity, row.table), []).append(row.fid)
    return [Name(text, entity, table, tuple(fids), text) for (text, entity, table), fids in found.items()]


def load(database: Database, world: World) -> None:
    """Write all layers of a world as a load would."""
    for layer in world.layers:
        columns, rows = {}, []
        for source in layer.sources:
            columns[source.column] = source.sql_type
            if source.censored:
                columns |= {f"{source.column}__qualifier": "text", f"{source.column}__limit": "double precision"}
        for row in layer.rows:
            cells: list[Any] = []
            for source in layer.sources:
                cell = row.cells[source.attribute]
                cells.append(cell.raw)
                if source.censored:
                    factor = UNITS[source.attribute][source.unit or ""]
                    cells += [cell.qualifier, None if cell.limit is None else cell.limit / factor]
            rows.append(tuple(cells))
        write(database, Table(layer.table, layer.kind, columns, rows, [x.geometry for x in layer.rows]))


def unload(database: Database, world: World) -> None:
    """Drop the layers of a world."""
    where = database.owner.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(where, autocommit=True) as connection:
        for layer in world.layers:
            connection.execute(sql.SQL("DROP TABLE {}").format(sql.Identifier("layers", layer.table)))
