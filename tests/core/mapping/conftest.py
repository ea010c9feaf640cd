"""Two small layers in a real PostGIS, with a card of the project's own vocabulary."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import sqlalchemy as sa

from core.database.engine import Database
from core.mapping.styles import Styles
from core.settings import ROOT
from core.vocabulary.card import Attribute, Column, Concept, EntityType, Labels, Layer, Name, SchemaCard
from core.vocabulary.mappings import Mappings

HOSTILE = """<img src=x onerror="alert(1)">'};alert(2)//{{ 7*7 }}</script>"""
ODD_TABLE = 'odd "table"; drop %s 表'
ODD_COLUMN = 'name"; --%(x)s 名'


@dataclass(frozen=True)
class Place:
    """A database with a card that describes it."""

    db: Database
    card: SchemaCard
    styles: Styles


def _labels(entry: object) -> Labels:
    return Labels(entry.en, entry.zh)  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def vocabulary(mappings: Mappings) -> SchemaCard:
    """The project's vocabulary without any layer."""
    types = {
        e.id: EntityType(
            e.id, _labels(e.labels), _labels(e.plural), e.geometry, key_attributes=e.key_attributes,
            name_attribute=e.name_attribute, region=e.region,
        )
        for e in mappings.entity_types
    }  # fmt: skip
    attributes = {a.id: Attribute(a.id, a.kind, _labels(a.labels), unit=a.unit) for a in mappings.attributes}
    concepts = {
        c.id: Concept(c.id, c.attributes, _labels(c.labels), c.synonyms, c.family, c.rank)
        for c in mappings.concepts
    }
    return SchemaCard("v1", types, attributes, concepts, ())


def with_layers(card: SchemaCard, *layers: Layer, names: tuple[Name, ...] = ()) -> SchemaCard:
    """`card` with these layers."""
    return SchemaCard(card.version, card.entity_types, card.attributes, card.concepts, layers, names)


def occurrences() -> Layer:
    """The point layer of :func:`place`."""
    columns = {
        "name": Column("name", ODD_COLUMN, "text"),
        "name_zh": Column("name_zh", "zh", "text"),
        "commodity": Column(
            "commodity", "Comm", "text", separators=";",
            concepts={"silver": ("Au; Ag",), "gold": ("Au; Ag",), "cerium": ("Ce",)},
        ),
        "Au": Column("Au", "Au", "double precision", unit="ppb", qualifier="Au__qualifier", limit="Au__limit"),
    }  # fmt: skip
    return Layer(ODD_TABLE, "deposit", Labels("Occurrences", "矿产地"), "point", 4, (100, 30, 101, 31), columns)


def bodies() -> Layer:
    """The polygon layer of :func:`place`."""
    columns = {
        "name": Column("name", "n", "text"),
        "age": Column(
            "age", "age", "text", concepts={"jurassic": ("J",), "late_permian": ("P3",), "archean": ("Ar",)}
        ),
        "lithology": Column("lithology", "lith", "text", concepts={"monzogranite": ("二长花岗岩",)}),
        "body_class": Column("body_class", "cls", "text", concepts={"intrusion": ("I",), "strata": ("S",)}),
    }
    return Layer("bodies", "geo_body", Labels("Bodies", "地质体"), "polygon", 4, (100, 30, 101, 31), columns)


@pytest.fixture(scope="module")
def place(module_database: Database, vocabulary: SchemaCard) -> Place:
    """The layers, loaded."""
    db = module_database
    points, polygons = occurrences(), bodies()
    with db.owner.begin() as c:
        _create(
            c,
            db,
            points,
            "Point",
            {"Au": "double precision", "Au__qualifier": "text", "Au__limit": "double precision"},
        )
        _insert(c, points, ("name", "name_zh", "commodity"), [
            ("Alpha", "甲", "Au; Ag", "POINT(100.123456789 30.5)"),
            (HOSTILE, None, "Ce", "POINT(100.2 30.2)"),
            (None, None, "unheard of", "POINT(100.3 30.3)"),
            ("Delta", "", None, "POINT(100.4 30.4)"),
        ])  # fmt: skip
        table = sa.table(
            ODD_TABLE, sa.column("fid"), sa.column("Au__qualifier"), sa.column("Au__limit"), schema="layers"
        )
        c.execute(sa.update(table).where(table.c.fid == 1).values(Au__qualifier="<", Au__limit=0.5))
        _create(c, db, polygons, "MultiPolygon", {})
        _insert(c, polygons, ("name", "age", "lithology", "body_class"), [
            ("a", "J", None, "S", _square(100.0)), ("b", "P3", None, "S", _square(100.2)),
            ("c", "Ar", None, "S", _square(100.4)), ("d", "J", "二长花岗岩", "I", _square(100.6)),
        ])  # fmt: skip
    name = Name("Jia", "region", "bodies", (2, 3), "Jia")
    return Place(db, with_layers(vocabulary, points, polygons, names=(name,)), Styles.load(ROOT / "data_mappings"))


def _square(west: float) -> str:
    e = west + 0.2
    return f"MULTIPOLYGON((({west} 30,{e} 30,{e} 31,{west} 31,{west} 30)))"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""').replace("%", "%%") + '"'


def _create(c: sa.Connection, db: Database, layer: Layer, geometry: str, types: dict[str, str]) -> None:
    names = dict.fromkeys(x for col in layer.columns.values() for x in (col.name, col.qualifier, col.limit) if x)
    columns = ", ".join(f"{_quoted(n)} {types.get(n, 'text')}" for n in names)
    table = _quoted(layer.table)
    c.exec_driver_sql(
        f"CREATE TABLE layers.{table} (fid bigint PRIMARY KEY, {columns}, geom geometry({geometry},4326))"
    )
    c.exec_driver_sql(f"GRANT SELECT ON layers.{table} TO {_quoted(db.reader_role)}")


def _insert(c: sa.Connection, layer: Layer, attributes: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    columns = [sa.column(layer.columns[a].name) for a in attributes]
    table = sa.table(layer.table, sa.column("fid"), sa.column("geom"), *columns, schema="layers")
    for fid, row in enumerate(rows, start=1):
        values = dict(zip(columns, row[:-1], strict=True))
        point = sa.func.ST_GeomFromText(row[-1], 4326)
        c.execute(sa.insert(table).values({table.c.fid: fid, table.c.geom: point, **values}))
