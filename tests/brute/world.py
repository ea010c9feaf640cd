"""A small random world: layers of several entity types, what their cells mean, and the schema card that tells it.

The meaning of every cell (concepts, number in the unit of display, limit) is kept beside the raw cell when it is
made, so the evaluator never reads a column the way the product does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from shapely.geometry.base import BaseGeometry

from core.vocabulary.card import GeometryKind, SchemaCard
from tests.brute.shapes import Shapes
from tests.brute.words import COLUMNS, KINDS, NOTES, RANKS, SIZES, SPELLINGS, UNITS


@dataclass(frozen=True)
class Cell:
    """What one cell means."""

    raw: Any = None
    """As stored; None when empty."""
    items: tuple[str, ...] = ()
    """Items of a text cell as written."""
    concepts: frozenset[str] = frozenset()
    number: float | None = None
    """In the unit of display; None when empty or only a limit is known."""
    qualifier: str | None = None
    limit: float | None = None
    """In the unit of display."""


EMPTY = Cell()


@dataclass(frozen=True)
class Feature:
    """One row, or the rows that carry one key; `rows` are positions in the world, lowest row number first."""

    table: str
    rows: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """One row of a layer."""

    table: str
    fid: int
    geometry: BaseGeometry
    cells: Mapping[str, Cell]


@dataclass(frozen=True)
class Source:
    """How one attribute is stored in one table."""

    attribute: str
    column: str
    sql_type: str
    unit: str | None = None
    censored: bool = False
    separator: str = ""
    spelling: Mapping[str, str] = field(default_factory=dict)
    """Concept → how this table writes it."""


@dataclass(frozen=True)
class Layer:
    """One table of a world."""

    table: str
    entity: str
    kind: GeometryKind
    sources: tuple[Source, ...]
    rows: tuple[Row, ...]
    key: str | None = None


@dataclass(frozen=True)
class World:
    """All layers of one world, in the order of their table names."""

    seed: int
    layers: tuple[Layer, ...]
    card: SchemaCard = None  # type: ignore[assignment]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All rows of all layers."""
        return tuple(r for x in self.layers for r in x.rows)

    @cached_property
    def entities(self) -> tuple[str, ...]:
        """Entity types with at least one layer."""
        return tuple(dict.fromkeys(x.entity for x in self.layers))

    def layer(self, table: str) -> Layer:
        """The layer of a table."""
        return next(x for x in self.layers if x.table == table)

    def layers_of(self, entity: str) -> list[Layer]:
        """The layers of an entity type."""
        return [x for x in self.layers if x.entity == entity]

    @cached_property
    def features(self) -> Mapping[str, tuple[Feature, ...]]:
        """The features of every entity type, in the order of table and lowest row."""
        position = {(x.table, x.fid): i for i, x in enumerate(self.rows)}
        found: dict[str, list[Feature]] = {x: [] for x in self.entities}
        for layer in self.layers:
            groups: dict[Any, list[int]] = {}
            for row in layer.rows:
                key = row.cells[layer.key].raw if layer.key else None
                group = ("row", row.fid) if key is None else ("key", key)
                groups.setdefault(group, []).append(position[row.table, row.fid])
            found[layer.entity] += [Feature(layer.table, tuple(x)) for x in groups.values()]
        return {k: tuple(v) for k, v in found.items()}

    @cached_property
    def feature_of(self) -> Mapping[tuple[str, int], Feature]:
        """(table, row) → feature."""
        return {(f.table, self.rows[i].fid): f for fs in self.features.values() for f in fs for i in f.rows}

    def attributes(self, entity: str) -> dict[str, list[Source]]:
        """Attribute → how the layers of the entity type store it."""
        found: dict[str, list[Source]] = {}
        for layer in self.layers_of(entity):
            for source in layer.sources:
                found.setdefault(source.attribute, []).append(source)
        return found


TYPES: tuple[tuple[str, tuple[GeometryKind, ...]], ...] = (
    ("site", ("point",)), ("road", ("line",)), ("zone", ("polygon",)), ("well", ("point",)),
    ("district", ("polygon",)), ("feature", ("line", "polygon")),
)  # fmt: skip


class Maker:
    """Makes one world."""

    def __init__(self, seed: int, *, parts: bool) -> None:
        self.random = Random(seed)
        self.seed, self.parts = seed, parts
        corner = self.random.choice([(100.0, 40.0), (-3.5, 51.2), (20.1, -33.9), (110.2, 0.4), (-70.3, -19.3)])
        self.shapes = Shapes(self.random, corner)
        self.polygons: list[BaseGeometry] = []

    def world(self) -> World:
        """The world, without its card."""
        chosen = [TYPES[0], TYPES[1], TYPES[2]]
        chosen += self.random.sample(TYPES, self.random.randint(0, 2))
        layers = []
        for no, (entity, kinds) in enumerate(chosen):
            layers.append(self.layer(f"w{self.seed}_{entity}_{no}", entity, self.random.choice(kinds)))
        return World(self.seed, tuple(sorted(layers, key=lambda x: x.table)))

    def layer(self, table: str, entity: str, kind: GeometryKind) -> Layer:
        """One table."""
        many = self.parts and kind != "point" and entity != "district" and self.random.random() < 0.4
        key = "name" if many else None
        sources = tuple(self.source(x) for x in COLUMNS if x == "name" or self.random.random() < 0.7)
        if self.random.random() < 0.4:
            table += self.random.choice(["_图层", "_o'dd", " Upper%s"])
        rows = []
        for fid in range(1, self.random.randint(3, 14 if kind == "point" else 9) + 1):
            cells = {x.attribute: self.cell(x, fid, key is not None) for x in sources}
            rows.append(Row(table, fid, self.shape(kind), cells))
        return Layer(table, entity, kind, sources, tuple(rows), key)

    def shape(self, kind: GeometryKind) -> BaseGeometry:
        """A shape of one kind; polygons are sometimes nested in or equal to earlier ones."""
        if kind != "polygon":
            return self.shapes.point() if kind == "point" else self.shapes.line()
        if self.polygons and self.random.random() < 0.2:
            found = self.shapes.nested(self.random.choice(self.polygons))
        else:
            found = self.shapes.polygon()
        self.polygons.append(found)
        return found

    # --- cells ------------------------------------------------------------------------------------------------

    def source(self, attribute: str) -> Source:
        """How a table stores an attribute."""
        column = self.random.choice(COLUMNS[attribute])
        if attribute == "kind":
            no = self.random.randrange(len(SPELLINGS))
            return Source(attribute, column, "text", separator=(";", "、", "/")[no], spelling=SPELLINGS[no])
        if attribute == "size":
            return Source(attribute, column, "text", spelling=self.random.choice(SIZES))
        if attribute in UNITS:
            unit = self.random.choice(list(UNITS[attribute]))
            return Source(attribute, column, "double precision", unit, attribute == "metal")
        if attribute == "year":
            return Source(attribute, column, self.random.choice(["integer", "smallint"]))
        if attribute == "score":
            return Source(
                attribute, column, self.random.choice(["double precision", "text", "numeric(8,2)", "integer"])
            )
        return Source(attribute, column, "text")

    def cell(self, source: Source, fid: int, keyed: bool) -> Cell:
        """A random cell of a column."""
        if source.attribute != "name" and self.random.random() < 0.15:
            return EMPTY
        made: Mapping[str, Callable[[Source], Cell]] = {
            "kind": self._kind, "size": self._size, "height": self._height, "metal": self._metal,
            "score": self._score,
        }  # fmt: skip
        if source.attribute == "name":
            return self._name(fid, keyed)
        if source.attribute == "year":
            year = self.random.randint(1950, 1958)
            return Cell(year, number=float(year))
        if source.attribute == "note":
            note = self.random.choice(NOTES)
            return Cell(note, (note,))
        return made[source.attribute](source)

    def _name(self, fid: int, keyed: bool) -> Cell:
        if keyed:
            name = self.random.choice([None, "Long One", "二号", "Third"])
            return Cell(name, (name,)) if name else EMPTY
        name = f"N{fid}"
        return Cell(name, (name,))

    def _kind(self, source: Source) -> Cell:
        meant = self.random.sample(KINDS, self.random.choice([1, 1, 2, 3]))
        raws = tuple(source.spelling[x] for x in meant)
        gap = " " if source.separator == ";" else ""
        return Cell((source.separator + gap).join(raws), raws, frozenset(meant))

    def _size(self, source: Source) -> Cell:
        meant = self.random.choice(list(RANKS))
        raw = source.spelling[meant]
        return Cell(raw, (raw,), frozenset({meant}))

    def _height(self, source: Source) -> Cell:
        raw = round(self.random.uniform(10, 3000) / UNITS["height"][source.unit or "m"], 4)
        return Cell(raw, number=raw * UNITS["height"][source.unit or "m"])

    def _metal(self, source: Source) -> Cell:
        factor = UNITS["metal"][source.unit or "ppm"]
        raw = round(self.random.lognormvariate(1, 1) / factor, 3)
        if self.random.random() < 0.3:
            return Cell(None, qualifier=self.random.choice("<<<>"), limit=raw * factor)
        return Cell(raw, number=raw * factor)

    def _score(self, source: Source) -> Cell:
        number = self.random.randint(-3, 12) if source.sql_type == "integer" else self.random.randint(-12, 48) / 4
        if source.sql_type != "text":
            return Cell(number, number=float(number))
        if self.random.random() < 0.15:
            return Cell("n/a", ("n/a",))
        return Cell(f" {number} ", (str(number),), number=float(number))
