"""The schema of the loaded layers as the texts that prompts hold: CREATE TABLE, descriptions, linked parts."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable
from sqlalchemy.types import UserDefinedType

from core.database.engine import LAYERS_SCHEMA
from core.query.compile.tables import DIALECT
from core.question.lexicon import Lexicon
from core.question.meanings import Lexeme
from core.vocabulary.card import Layer, SchemaCard

_GEOMETRY = {"point": "Point", "line": "MultiLineString", "polygon": "MultiPolygon"}
_SHOWN = 6
"""Values of a column that a description shows."""


class _Written(UserDefinedType[object]):
    """A column type by its name in the catalog."""

    cache_ok = True

    def __init__(self, name: str) -> None:
        self.name = name

    def get_col_spec(self, **_: object) -> str:
        return self.name


def create_tables(layers: Sequence[Layer], attributes: Collection[str] | None = None) -> str:
    """The layers as CREATE TABLE statements, for reading; of `attributes` only, when given."""
    return "\n".join(_create_table(x, attributes) for x in layers)


def _create_table(layer: Layer, attributes: Collection[str] | None) -> str:
    kept = [c for a, c in layer.columns.items() if attributes is None or a in attributes]
    columns = [sa.Column("fid", _Written("bigint"), primary_key=True, autoincrement=False)]
    columns += [sa.Column(c.name, _Written(_type(c.sql_type))) for c in kept if c.name != "fid"]
    columns.append(sa.Column("geom", _Written(f"geometry({_GEOMETRY.get(layer.geometry, 'Geometry')},4326)")))
    names: dict[str, sa.Column[object]] = {x.name: x for x in columns}
    table = sa.Table(layer.table, sa.MetaData(), *names.values(), schema=LAYERS_SCHEMA)
    return str(CreateTable(table).compile(dialect=DIALECT)).strip() + ";"


def _type(sql_type: str) -> str:
    return sql_type.removeprefix("coded ")


def descriptions(layers: Sequence[Layer], card: SchemaCard) -> str:
    """What the layers are and where they lie, with some values of their columns."""
    lines = []
    for layer in layers:
        kind = card.entity_types[layer.entity_type].plural.en
        west, south, east, north = layer.extent
        place = f"longitude {west:.2f} to {east:.2f}, latitude {south:.2f} to {north:.2f}"
        lines.append(f"{layer.table}: {layer.rows} {kind}, {place}.")
        for column in layer.columns.values():
            if column.inventory:
                shown = ", ".join(repr(x) for x in column.inventory[:_SHOWN])
                lines.append(f"  {column.name}: {shown}")
            elif column.unit:
                lines.append(f"  {column.name}: in {column.unit}")
    return "\n".join(lines)


def linked(lexemes: Sequence[Lexeme], card: SchemaCard, lexicon: Lexicon) -> tuple[tuple[Layer, ...], set[str]]:
    """Layers and attributes that words of a question name; all layers when none is named.

    Regions that are named leave out the layers that lie apart from them.
    """
    kinds = {e for x in lexemes for e, _ in x.entry.entities}
    kinds |= {lexicon.name(i).entity_type for x in lexemes for i in x.entry.names}
    attributes = {a for x in lexemes for a in x.entry.attributes} | {"name"}
    attributes |= {a for x in lexemes for c in x.entry.concepts for a in card.concepts[c].attributes}
    attributes |= {a for x in lexemes for a, _ in x.entry.values}
    tables = {lexicon.name(i).table for x in lexemes for i in x.entry.names}
    boxes = [x.extent for x in card.layers if x.table in tables]
    layers = [x for x in card.layers if not kinds or x.entity_type in kinds]
    near = [x for x in layers if not boxes or any(_meet(x.extent, b) for b in boxes)]
    return tuple(near or layers or card.layers), attributes


def _meet(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
