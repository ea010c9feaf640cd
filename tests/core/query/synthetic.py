"""Small made-up layers written straight into a database, with the schema card that describes them.

Two tables of deposits and of samples have different columns, units and spellings; one pair has names and values
chosen to break careless quoting.  Numbers are seeded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import psycopg
import shapely
from psycopg import sql
from shapely.geometry.base import BaseGeometry

from core.database.engine import Database
from core.vocabulary.card import (
    Attribute,
    Column,
    Concept,
    EntityType,
    GeometryKind,
    Labels,
    Layer,
    Name,
    SchemaCard,
)
from core.vocabulary.mappings import Mappings

TYPES = {"point": "Point", "line": "MultiLineString", "polygon": "MultiPolygon"}
HOSTILE_TABLE = "de\"po;sits % (x) 表's --"
HOSTILE_COLUMN = 'co"mm%(odity)s; DROP TABLE x; -- 矿种'
HOSTILE_VALUES = ("gold'; DROP TABLE layers.deposits; --", '%s "gold" {0}', "金\\矿$1", "au")


@dataclass(frozen=True)
class Table:
    """One table to write: columns by name with their SQL type, rows as tuples, geometries in EPSG:4326."""

    name: str
    kind: GeometryKind
    columns: Mapping[str, str]
    rows: Sequence[tuple[Any, ...]]
    geometries: Sequence[BaseGeometry]


def write(database: Database, table: Table) -> None:
    """Create the table as a load would: serial rows, both geometry columns, both indexes, statistics."""
    name = sql.Identifier("layers", table.name)
    columns = [sql.SQL("{} {}").format(sql.Identifier(c), sql.SQL(t)) for c, t in table.columns.items()]
    ddl = sql.SQL(
        "CREATE TABLE {} (fid bigint PRIMARY KEY, {}, geom geometry({}, 4326) NOT NULL, "
        "geom_ecef geometry(GeometryZ, 4978) GENERATED ALWAYS AS (ST_Transform(ST_Force3D(ST_Segmentize("
        "ST_Force2D(CASE WHEN ST_Dimension(geom) = 2 THEN ST_Boundary(geom) ELSE geom END)::geography, 1000)"
        "::geometry), 4978)) STORED)"
    ).format(name, sql.SQL(", ").join(columns), sql.SQL(TYPES[table.kind]))
    wanted = sql.SQL(", ").join(map(sql.Identifier, ("fid", *table.columns, "geom")))
    copy = sql.SQL("COPY {} ({}) FROM STDIN").format(name, wanted)
    with psycopg.connect(_conninfo(database), autocommit=False) as connection:
        connection.execute(ddl)
        with connection.cursor() as cursor, cursor.copy(copy) as stream:
            for fid, (row, geometry) in enumerate(zip(table.rows, table.geometries, strict=True), 1):
                stream.write_row((fid, *row, _ewkb(geometry, table.kind)))
        connection.execute(sql.SQL("CREATE INDEX ON {} USING gist (geom)").format(name))
        connection.execute(sql.SQL("CREATE INDEX ON {} USING gist (geom_ecef gist_geometry_ops_nd)").format(name))
        connection.execute(sql.SQL("GRANT SELECT ON {} TO oresight_reader").format(name))
        connection.commit()
        connection.autocommit = True
        connection.execute(sql.SQL("ANALYZE {}").format(name))


def _conninfo(database: Database) -> str:
    return database.owner.url.set(drivername="postgresql").render_as_string(hide_password=False)


def _ewkb(geometry: BaseGeometry, kind: GeometryKind) -> str:
    if kind == "line" and geometry.geom_type == "LineString":
        geometry = shapely.MultiLineString([geometry])
    if kind == "polygon" and geometry.geom_type == "Polygon":
        geometry = shapely.MultiPolygon([geometry])
    return str(shapely.to_wkb(shapely.set_srid(geometry, 4326), hex=True, include_srid=True))


# --- the layers -------------------------------------------------------------------------------------------------

WEST, SOUTH = 100.0, 40.0
"""Region "North"; region "South" lies two degrees further south."""
CORNER, LOWER = np.array([WEST, SOUTH]), np.array([WEST, SOUTH - 2])


def walk(random: np.random.Generator, x: float, y: float, n: int, step: float) -> BaseGeometry:
    """A wandering line."""
    heading = random.uniform(0, 2 * np.pi) + np.cumsum(random.normal(0, 0.25, n))
    moves = np.column_stack([np.cos(heading), np.sin(heading)]) * step
    return shapely.LineString(np.array([x, y]) + np.vstack([[0, 0], np.cumsum(moves, axis=0)]))


def deposits(random: np.random.Generator, n: int, west: float, south: float) -> list[BaseGeometry]:
    """Points, half of them clustered."""
    centres = random.uniform(0, 1, (6, 2))
    half = n // 2
    places = np.vstack([random.uniform(0, 1, (n - half, 2)), centres[random.integers(0, 6, half)]])
    places[n - half :] += random.normal(0, 0.02, (half, 2))
    return list(shapely.points(np.clip(places, 0, 1) + np.array([west, south])))


def tables() -> tuple[Table, ...]:
    """All layers, always the same."""
    random = np.random.default_rng(11)
    pick = lambda values, n: [values[i] for i in random.integers(0, len(values), n)]  # noqa: E731
    north = Table(
        "deposits_north",
        "point",
        {"name": "text", "name_zh": "text", "commodity": "text", "size": "text", "year": "integer"},
        [
            (f"Deposit {i}", f"北矿{i}", c, s, None if i % 9 == 0 else 1950 + i % 60)
            for i, (c, s) in enumerate(
                zip(
                    pick(["Au", "Au; Ag", "Cu", "Fe", None], 150),
                    pick(["large", "medium", "small"], 150),
                    strict=True,
                ),
                1,
            )
        ],
        deposits(random, 150, WEST, SOUTH),
    )
    south = Table(
        "矿床_south",
        "point",
        {"矿名": "text", "矿种": "text", "规模": "text"},
        [
            (f"南矿{i}", c, s)
            for i, (c, s) in enumerate(
                zip(pick(["金", "铜", "金、银"], 80), pick(["大型", "小型"], 80), strict=True), 1
            )
        ],
        deposits(random, 80, WEST, SOUTH - 2),
    )
    faults = Table(
        "faults",
        "line",
        {"name": "text", "type": "text"},
        [
            (f"F{i // 2}" if i < 20 else None, t)
            for i, t in enumerate(pick(["thrust", "normal", "strike-slip"], 120))
        ],
        [
            walk(random, *(random.uniform(0, 1, 2) + CORNER), int(random.integers(2, 60)), 0.006)
            for _ in range(120)
        ],
    )
    faults_south = Table(
        "faults_south",
        "line",
        {"FNAME": "text", "KIND": "text"},
        [(f"South fault {i}", t) for i, t in enumerate(pick(["逆断层", "正断层"], 40))],
        [walk(random, *(random.uniform(0, 1, 2) + LOWER), 25, 0.01) for _ in range(40)],
    )
    cells = shapely.get_parts(shapely.voronoi_polygons(shapely.MultiPoint(random.uniform(0, 1, (60, 2)) + CORNER)))
    frame = shapely.box(WEST, SOUTH, WEST + 1, SOUTH + 1)
    # Edges below 1 km, where straight, great-circle and geodesic edges are the same to a tenth of a millimetre.
    cells = [shapely.segmentize(shapely.intersection(x, frame), 0.008) for x in cells]
    bodies = Table(
        "bodies",
        "polygon",
        {"lithology": "text", "area_km2": "double precision"},
        [
            (t, float(x.area * 1e4))
            for t, x in zip(pick(["granite", "limestone", "schist"], len(cells)), cells, strict=True)
        ],
        cells,
    )
    regions = Table(
        "regions",
        "polygon",
        {"name": "text", "name_zh": "text"},
        [("North", "北区"), ("South", "南区"), ("North-East", "东北区")],
        [
            shapely.box(WEST, SOUTH, WEST + 1, SOUTH + 1),
            shapely.box(WEST, SOUTH - 2, WEST + 1, SOUTH - 1),
            shapely.Polygon([(WEST + 0.5, SOUTH + 0.4), (WEST + 1, SOUTH + 0.5), (WEST + 1, SOUTH + 1)]),
        ],
    )
    gold = np.round(np.exp(random.normal(1, 1.2, 600)), 3)
    lanthanum = np.round(np.exp(random.normal(3, 0.8, 600)), 2)
    samples = Table(
        "samples",
        "point",
        {
            "id": "text",
            "au_ppb": "double precision",
            "au_ppb__qualifier": "text",
            "au_ppb__limit": "double precision",
            "la": "double precision",
        },
        [
            (
                f"S{i}",
                None if g < 1 or i % 50 == 0 else g,
                "<" if g < 1 and i % 50 else None,
                1.0 if g < 1 and i % 50 else None,
                la,
            )
            for i, (g, la) in enumerate(zip(gold.tolist(), lanthanum.tolist(), strict=True))
        ],
        list(shapely.points(random.uniform(0, 1, (600, 2)) + CORNER)),
    )
    samples_south = Table(
        "samples_south",
        "point",
        {"编号": "text", "Au_g/t": "double precision"},
        [(f"N{i}", float(x)) for i, x in enumerate(np.round(np.exp(random.normal(-6, 1, 200)), 6))],
        list(shapely.points(random.uniform(0, 1, (200, 2)) + LOWER)),
    )
    hostile = Table(
        HOSTILE_TABLE,
        "point",
        {HOSTILE_COLUMN: "text", 'na"me%s': "text"},
        [(v, f"<b>{i}</b>") for i, v in enumerate(HOSTILE_VALUES)],
        list(shapely.points(random.uniform(0, 1, (4, 2)) + CORNER)),
    )
    return north, south, faults, faults_south, bodies, regions, samples, samples_south, hostile


def write_all(database: Database) -> None:
    """Write all layers."""
    for table in tables():
        write(database, table)


# --- the card ---------------------------------------------------------------------------------------------------


def _column(attribute: str, name: str, type_: str = "text", **more: Any) -> Column:
    return Column(attribute, name, type_, **more)


def card(mappings: Mappings) -> SchemaCard:
    """The schema card of the layers, with the project's own vocabulary."""
    made = {t.name: t for t in tables()}
    layers = (
        _layer(made["deposits_north"], "deposit", [
            _column("name", "name"), _column("name_zh", "name_zh"),
            _column("commodity", "commodity", separators=";", inventory=("Au", "Au; Ag", "Cu", "Fe"),
                    concepts={"gold": ("Au", "Au; Ag"), "silver": ("Au; Ag",), "copper": ("Cu",),
                              "iron": ("Fe",)}),
            _column("size", "size", inventory=("large", "medium", "small"),
                    concepts={"large": ("large",), "medium": ("medium",), "small": ("small",)}),
            _column("discovery_year", "year", "integer"),
        ]),
        _layer(made["矿床_south"], "deposit", [
            _column("name_zh", "矿名"),
            _column("commodity", "矿种", separators="、", inventory=("金", "铜", "金、银"),
                    concepts={"gold": ("金", "金、银"), "silver": ("金、银",), "copper": ("铜",)}),
            _column("size", "规模", inventory=("大型", "小型"), concepts={"large": ("大型",), "small": ("小型",)}),
        ]),
        _layer(made["faults"], "fault", [
            _column("name", "name"),
            _column("fault_type", "type", inventory=("normal", "strike-slip", "thrust"),
                    concepts={"thrust": ("thrust",), "normal": ("normal",)}),
        ]),
        _layer(made["faults_south"], "fault", [
            _column("name", "FNAME"),
            _column("fault_type", "KIND", inventory=("正断层", "逆断层"),
                    concepts={"thrust": ("逆断层",), "normal": ("正断层",)}),
        ]),
        _layer(made["bodies"], "geo_body", [
            _column("lithology", "lithology", inventory=("granite", "limestone", "schist"),
                    concepts={x: (x,) for x in ("granite", "limestone", "schist")}),
        ]),
        _layer(made["regions"], "region", [_column("name", "name"), _column("name_zh", "name_zh")]),
        _layer(made["samples"], "geochem_sample", [
            _column("sample_id", "id"),
            _column("Au", "au_ppb", "double precision", unit="ppb",
                    qualifier="au_ppb__qualifier", limit="au_ppb__limit"),
            _column("La", "la", "double precision", unit="ppm"),
        ]),
        _layer(made["samples_south"], "geochem_sample", [
            _column("sample_id", "编号"), _column("Au", "Au_g/t", "double precision", unit="ppm"),
        ]),
        _layer(made[HOSTILE_TABLE], "deposit", [
            _column("name", 'na"me%s'),
            _column("commodity", HOSTILE_COLUMN, inventory=HOSTILE_VALUES, concepts={"gold": ("au",)}),
        ]),
    )  # fmt: skip
    return SchemaCard(
        "synthetic",
        {x.id: _entity(x) for x in mappings.entity_types},
        {x.id: Attribute(x.id, x.kind, Labels(**x.labels.model_dump()), x.synonyms, x.unit, x.dimension, x.element)
         for x in mappings.attributes},
        {x.id: Concept(x.id, x.attributes, Labels(**x.labels.model_dump()), x.synonyms, x.family, x.rank)
         for x in mappings.concepts},
        tuple(sorted(layers, key=lambda x: x.table)),
        tuple(_names(made)),
    )  # fmt: skip


def _entity(entry: Any) -> EntityType:
    return EntityType(
        entry.id, Labels(**entry.labels.model_dump()), Labels(**entry.plural.model_dump()), entry.geometry,
        entry.synonyms, entry.near_m, entry.name_attribute, entry.key_attributes, entry.words_imply, entry.region,
    )  # fmt: skip


def _layer(table: Table, entity_type: str, columns: list[Column]) -> Layer:
    west, south, east, north = shapely.total_bounds(np.array(table.geometries, dtype=object))
    return Layer(
        table.name, entity_type, Labels(table.name, table.name), table.kind, len(table.rows),
        (float(west), float(south), float(east), float(north)), {x.attribute: x for x in columns},
    )  # fmt: skip


def _names(made: Mapping[str, Table]) -> list[Name]:
    found: dict[tuple[str, str, str], list[int]] = {}
    places = {
        "deposits_north": ("deposit", (0, 1)), "矿床_south": ("deposit", (0,)), "faults": ("fault", (0,)),
        "faults_south": ("fault", (0,)), "regions": ("region", (0, 1)),
    }  # fmt: skip
    for table, (entity, columns) in places.items():
        for fid, row in enumerate(made[table].rows, 1):
            for column in columns:
                if row[column] is not None:
                    found.setdefault((row[column], entity, table), []).append(fid)
    names = [Name(text, entity, table, tuple(fids), text) for (text, entity, table), fids in found.items()]
    return [*names, Name("Old Works", "deposit", "deposits_north", (3,), "Deposit 3", alias=True)]
