"""Attributes of a layer: which column holds each, what its values are and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sqlalchemy as sa

from core.database.catalog_tables import LiveTable
from core.vocabulary.card import Attribute, Column, Concept
from core.vocabulary.mappings import ColumnEntry
from core.vocabulary.matching import LIST_SEPARATORS, ConceptIndex, match_inventory
from core.vocabulary.units import Units

INVENTORY = 2_000
QUALIFIER, LIMIT = "__qualifier", "__limit"
NUMERIC = frozenset({"bigint", "integer", "smallint", "double precision", "real", "numeric"})
TEXT = frozenset({"text", "character varying"})


@dataclass(frozen=True)
class Bound:
    """The bound attributes of a layer and what did not fit."""

    columns: Mapping[str, Column]
    findings: tuple[str, ...]


@dataclass(frozen=True)
class Words:
    """The vocabulary a binding is checked against."""

    attributes: Mapping[str, Attribute]
    concepts: Mapping[str, Concept]
    units: Units


@dataclass(frozen=True)
class Binder:
    """Binds the attributes of one table."""

    connection: sa.Connection
    table: LiveTable
    names: tuple[str, ...]
    """Attributes that are names of features: their values are no vocabulary."""
    words: Words

    def bind(self, entries: Mapping[str, ColumnEntry]) -> Bound:
        """Attribute id → column, in the order of the mapping file."""
        columns: dict[str, Column] = {}
        notes: list[str] = []
        for attribute, entry in entries.items():
            problem = _problem(self.table, attribute, entry, self.words.attributes)
            if problem:
                notes.append(problem)
                continue
            known = self.words.attributes[attribute]
            unit, complaints = _unit(self.table, known, entry, self.words.units)
            notes += complaints + _unknown_concepts(self.table, attribute, entry, self.words.concepts)
            columns[attribute] = self._column(known, entry, unit)
        return Bound(columns, tuple(notes))

    def _column(self, attribute: Attribute, entry: ColumnEntry, unit: str | None) -> Column:
        name, separators = entry.column, entry.separators
        if attribute.kind == "list" and not separators:
            separators = LIST_SEPARATORS
        inventory: tuple[str, ...] | None = None
        meanings: dict[str, tuple[str, ...]] = {}
        if attribute.kind in ("text", "list") and attribute.id not in self.names:
            inventory = _inventory(self.connection, self.table, name)
            index = ConceptIndex.of(self.words.concepts.values(), attribute.id)
            meanings = match_inventory(
                inventory or (), attribute.kind, index, separators=separators, overrides=entry.values
            )
        elif entry.values:
            meanings = match_inventory(entry.values, attribute.kind, ConceptIndex({}, {}), overrides=entry.values)
        qualifier, limit = name + QUALIFIER, name + LIMIT
        censored = qualifier in self.table.columns and limit in self.table.columns
        return Column(
            attribute=attribute.id,
            name=name,
            sql_type=_stored(attribute, _base(self.table.columns[name])),
            unit=unit,
            qualifier=qualifier if censored else None,
            limit=limit if censored else None,
            separators=separators,
            inventory=inventory,
            concepts=meanings,
        )


def _problem(table: LiveTable, attribute: str, entry: ColumnEntry, attributes: Mapping[str, Attribute]) -> str:
    where = f"Table “{table.name}”, {attribute}"
    if attribute not in attributes:
        return f"{where}: there is no such attribute."
    if entry.column not in table.columns:
        return f"{where}: the table has no column “{entry.column}”."
    type_ = _base(table.columns[entry.column])
    if attributes[attribute].kind in ("number", "year") and type_ not in NUMERIC:
        return f"{where}: column “{entry.column}” is {type_}, not a number."
    if entry.column in ("geom", "geom_ecef"):
        return f"{where}: column “{entry.column}” is the geometry."
    return ""


def _unit(
    table: LiveTable, attribute: Attribute, entry: ColumnEntry, units: Units
) -> tuple[str | None, list[str]]:
    """Unit of the stored numbers, the attribute's own where the mapping names none."""
    where = f"Table “{table.name}”, {attribute.id}"
    if entry.unit is None:
        if attribute.unit is None or attribute.kind != "number":
            return None, []
        return attribute.unit, [f"{where}: no unit is given; {attribute.unit} is assumed."]
    found = units.find(entry.unit)
    if found is None:
        return entry.unit, [f"{where}: the unit “{entry.unit}” is not in units.json."]
    if attribute.dimension is not None and found[0] != attribute.dimension:
        return entry.unit, [f"{where}: “{entry.unit}” is a unit of {found[0]}, not of {attribute.dimension}."]
    return entry.unit, []


def _unknown_concepts(
    table: LiveTable, attribute: str, entry: ColumnEntry, concepts: Mapping[str, Concept]
) -> list[str]:
    return [
        f"Table “{table.name}”, {attribute}: the value “{value}” is bound to “{x}”, which is no concept."
        for value, ids in entry.values.items()
        for x in ids
        if x not in concepts
    ]


def _inventory(connection: sa.Connection, table: LiveTable, name: str) -> tuple[str, ...] | None:
    """Distinct values as text, None when there are too many; the loader has recorded those of text columns."""
    if table.inventories is not None and _base(table.columns[name]) in TEXT:
        return table.inventories.get(name)
    source = table.rows_with(name)
    column = source.c[name]
    text = sa.cast(column, sa.Text)
    statement = sa.select(text).select_from(source).where(column.is_not(None)).distinct().limit(INVENTORY + 1)
    values = [x for (x,) in connection.execute(statement)]
    return tuple(sorted(values)) if len(values) <= INVENTORY else None


def _stored(attribute: Attribute, type_: str) -> str:
    """The type, marked where numbers are codes: they are compared and shown as text."""
    return f"coded {type_}" if attribute.kind in ("text", "list") and type_ in NUMERIC else type_


def _base(type_: str) -> str:
    """A type without its length or precision."""
    return type_.partition("(")[0].strip()
