"""The loaded demonstration tables as plain features, with cells translated by a hand-written key."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from shapely import wkb
from shapely.geometry.base import BaseGeometry

PER_MILLION = {"ppm": 1.0, "ppb": 1e-3, "g/t": 1.0, "%": 1e4}
"""What one unit of a concentration is in parts per million."""


class Ref(NamedTuple):
    """Table and row number."""

    table: str
    fid: int


class Reading(NamedTuple):
    """A laboratory value in ppm, or the limit below which it lies."""

    value: float | None
    limit: float | None


@dataclass(frozen=True)
class Thing:
    """One feature."""

    ref: Ref
    kind: str
    area: str
    cells: Mapping[str, Any]
    """Attribute → cell as stored (a tuple of names for ``name``)."""
    readings: Mapping[str, Reading]
    geometry: BaseGeometry = field(repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """Every name it carries."""
        return tuple(x for x in self.cells.get("name", ()) if x)


@dataclass(frozen=True)
class Key:
    """What columns and cells mean: the typed form of ``evaluation/demo.json``."""

    tables: Mapping[str, Mapping[str, Any]]
    values: Mapping[str, Mapping[str, tuple[str, ...]]]
    families: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, path: Path) -> Key:
        """The key in a file."""
        raw = json.loads(path.read_text(encoding="utf-8"))
        values = {a: {k: tuple(v) for k, v in entry.items()} for a, entry in raw["values"].items()}
        return cls(raw["tables"], values, {k: tuple(v) for k, v in raw["families"].items()})

    def cells(self, attribute: str, concept: str) -> frozenset[str]:
        """Every cell that means a concept (or one of a family)."""
        members = self.families.get(concept, (concept,))
        return frozenset(x for m in members for x in self.values[attribute][m])

    def items(self, table: str, attribute: str, cell: str | None) -> tuple[str, ...]:
        """The items of a cell, in the order they stand there."""
        if cell is None:
            return ()
        separators = self.tables[table].get("separators", {}).get(attribute, "")
        if not separators:
            return (cell.strip(),)
        parts = (x.strip() for x in re.split(f"[{re.escape(separators)}]", cell))
        return tuple(x for x in parts if x)

    def concepts(self, table: str, attribute: str, cell: str | None) -> tuple[str, ...]:
        """Concepts of a cell, each item once; items the key does not know stand for themselves."""
        found: dict[str, None] = {}
        for item in self.items(table, attribute, cell):
            known = [k for k, cells in self.values.get(attribute, {}).items() if item in cells]
            found[min(known, key=lambda k: len(self.values[attribute][k])) if known else item] = None
        return tuple(found)


class World:
    """All features, by kind."""

    def __init__(self, things: list[Thing], key: Key) -> None:
        self.things = things
        self.key = key
        self.by_ref = {x.ref: x for x in things}
        self.by_kind: dict[str, list[Thing]] = {}
        for one in things:
            self.by_kind.setdefault(one.kind, []).append(one)

    def area(self, name: str) -> Thing:
        """The study area of a region."""
        return next(x for x in self.by_kind["region"] if x.area == name)

    def named(self, kind: str, name: str) -> list[Thing]:
        """Features of a kind that carry a name."""
        return [x for x in self.by_kind[kind] if name in x.names]


def load(connection: sa.Connection, key: Key) -> World:
    """Fetch every table of the key.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: a table or column is missing.
    """
    things: list[Thing] = []
    for table, meaning in key.tables.items():
        present = [c["name"] for c in sa.inspect(connection).get_columns(table, schema="layers")]
        source = sa.table(table, *(sa.column(c) for c in present), schema="layers")
        wanted = [source.c[c] for c in present if c not in ("geom", "geom_ecef")]
        shape = sa.func.ST_AsBinary(source.c.geom).label("geom_wkb")
        rows = connection.execute(sa.select(*wanted, shape).order_by(source.c.fid)).mappings()
        things.extend(_thing(table, meaning, dict(row)) for row in rows)
    return World(things, key)


def _thing(table: str, meaning: Mapping[str, Any], row: Mapping[str, Any]) -> Thing:
    cells = {
        attribute: tuple(row[c] for c in column) if isinstance(column, list) else row[column]
        for attribute, column in meaning["columns"].items()
    }
    laboratory = meaning.get("laboratory")
    readings = _readings(laboratory, row) if laboratory else {}
    return Thing(
        Ref(table, int(row["fid"])), meaning["kind"], meaning["area"], cells, readings,
        wkb.loads(bytes(row["geom_wkb"])),
    )  # fmt: skip


def _readings(laboratory: Mapping[str, str], row: Mapping[str, Any]) -> dict[str, Reading]:
    """Values of the laboratory columns in ppm."""
    pattern = re.escape(laboratory["pattern"]).replace(r"\{\}", "{}")
    found: dict[str, Reading] = {}
    for unit, written in laboratory.items():
        if unit == "pattern":
            continue
        matcher = re.compile(pattern.format(r"([A-Za-z0-9]+)", re.escape(written)))
        for column in row:
            match = matcher.fullmatch(column)
            if match:
                factor = PER_MILLION[unit]
                found[match[1]] = Reading(_times(row[column], factor), _times(row.get(f"{column}__limit"), factor))
    return found


def _times(value: float | None, factor: float) -> float | None:
    return None if value is None else float(value) * factor
