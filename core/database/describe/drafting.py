"""The draft of a card file: every guess about the tables of one schema put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from core.database.describe.copying import Copy
from core.database.describe.extents import extent_words
from core.database.describe.kinds import Kind, kinds_of
from core.database.describe.live import LiveRelation, live_relations
from core.database.describe.measures import measured_columns
from core.database.describe.properties import NUMERIC, Guesser, Property
from core.database.describe.sources import layer_name, source_entry, source_of
from core.database.describe.vocabulary import Vocabulary
from core.database.roles import LAYERS_SCHEMA
from core.errors import DatabaseError
from core.vocabulary.card import Source
from core.vocabulary.card_file import CardFile
from core.vocabulary.common import Common
from core.vocabulary.identifiers import parse_identifier
from core.vocabulary.mappings import LabelsEntry, TableEntry
from core.vocabulary.units import Units

MERGED = 0.95
"""Lines or polygons with fewer names than this share of the rows are parts of named features."""


@dataclass(frozen=True)
class Wish:
    """What is to be described and how."""

    schema: str
    read_only: bool = False
    extent: tuple[str, ...] = ()
    """Words for the whole area, beside those that are found."""


@dataclass(frozen=True)
class Draft:
    """The card file and the copies it needs."""

    card: CardFile
    copies: tuple[Copy, ...]


def draft(connection: sa.Connection, wish: Wish, common: Common, units: Units) -> Draft:
    """Look at the schema and draft its card.

    Raises:
        DatabaseError: the schema has no table with a geometry that can be used.
    """
    return _Drafter(connection, wish, common, units).draft()


class _Drafter:
    def __init__(self, connection: sa.Connection, wish: Wish, common: Common, units: Units) -> None:
        self.connection, self.wish, self.common, self.units = connection, wish, common, units
        self.relations = live_relations(connection, wish.schema)
        self.vocabulary = Vocabulary(common, _places(self.relations))
        self.notes: list[str] = [y for x in self.relations for y in x.notes]
        self.tables: dict[str, TableEntry] = {}
        self.copies: list[Copy] = []

    def draft(self) -> Draft:
        """All tables, one after the other."""
        spatial = [x for x in self.relations if x.geometry is not None]
        if not spatial:
            raise DatabaseError(
                f"The schema “{self.wish.schema}” has no table with geometries that could be read.",
                "Name another one with --schema.",
                sentence_zh=f"模式“{self.wish.schema}”中没有可读取的带几何的表。",
                hint_zh="请用 --schema 指定其他模式。",
            )
        kinds = kinds_of(self.relations, self.common)
        words, why = extent_words([x.geometry.extent for x in spatial if x.geometry], self.common)
        words = tuple(dict.fromkeys((*words, *self.wish.extent)))
        self.notes += [why] if why else []
        for relation in spatial:
            self._table(relation, kinds[relation.name], words)
        made = self.vocabulary
        card = CardFile(
            database=str(self.connection.engine.url.database or ""),
            schema_name=self.wish.schema,
            read_only=self.wish.read_only,
            tables=self.tables,
            columns=made.columns,
            entity_types=tuple(made.entities.values()),
            attributes=tuple(made.attributes.values()),
            concepts=tuple(made.concepts.values()),
            aliases=tuple(made.aliases),
            findings=(*self.notes, *made.notes),
        )
        return Draft(card, tuple(self.copies))

    def _table(self, relation: LiveRelation, kind: Kind, words: tuple[str, ...]) -> None:
        source, notes = source_of(self.connection, relation, self.relations)
        self.notes += notes
        if source is None:
            return
        found = self._properties(relation, kind, source)
        name = layer_name(self.wish.schema, relation.name)
        names = [x for x in found if x.id.startswith("name")]
        main = next((x for x in names if x.id == "name"), names[0] if names else None)
        self.notes.append(
            f"“{relation.name}”: {kind.entity.plural.en} ({kind.entity.labels.zh}), from {kind.why}."
        )
        self.vocabulary.add(name, kind, relation, found, main.id if main else "name")
        entry = TableEntry(
            entity_type=kind.id,
            title=LabelsEntry(en=kind.entity.plural.en, zh=kind.entity.plural.zh),
            feature_key=self._feature_key(relation, main),
            extent_words=words,
            provenance=f"{self.connection.engine.url.database}.{self.wish.schema}.{relation.name}",
            source=source_entry(self.connection, source, relation) if self.wish.read_only else None,
        )
        self.tables[name] = entry
        if not self.wish.read_only and self.wish.schema != LAYERS_SCHEMA and relation.geometry is not None:
            types = {x.column.name: x.column.type for x in found}
            self.copies.append(Copy(name, entry.title.en, relation, source, relation.geometry, types))

    # --- what the columns mean --------------------------------------------------------------------------------

    def _properties(self, relation: LiveRelation, kind: Kind, source: Source) -> list[Property]:
        guesser = Guesser(self.common, self.units, kind.entity)
        skip = {"fid", "geom_ecef"} if relation.schema == LAYERS_SCHEMA else set()
        found = [y for x in relation.columns if x.name not in skip and (y := guesser.property_of(x))]
        for join in source.joins:
            other = next(x for x in self.relations if x.name == join.table and x.schema == join.schema)
            taken = {x.id for x in found}
            for column in (x for x in other.columns if x.name in join.columns):
                renamed = replace(column, name=f"{join.name}.{column.name}")
                one = guesser.property_of(renamed)
                if one is not None and (one.id in taken or one.id.startswith("name")):
                    one = guesser.property_of(renamed, prefix=join.name)
                if one is not None:
                    found.append(one)
        found = self._measured(relation, found)
        return _named(_latest(found), relation)

    def _measured(self, relation: LiveRelation, found: list[Property]) -> list[Property]:
        own = [x for x in found if "." not in x.column.name]
        shaped = relation.geometry is not None and relation.geometry.kind != "point"
        kept = []
        agreeing = measured_columns(self.connection, relation, own, self.units)
        for one in found:
            measured = agreeing.get(one.column.name)
            where = f"“{relation.name}”.“{one.column.name}”"
            if measured is None and one.id in ("area", "length", "perimeter") and not one.unit and shaped:
                self.notes.append(f"{where} has no known unit and disagrees with the geometry; it was left out.")
                continue
            if measured is None:
                kept.append(one)
                continue
            if measured.unit is None:
                self.notes.append(
                    f"{where} is the {measured.measure} in degrees; it was left out, the measure is computed."
                )
                continue
            self.notes.append(f"{where} is the {measured.measure} of the geometry in {measured.unit}.")
            known = next(x for x in self.common.attributes if x.id == measured.measure)
            kept.append(
                replace(
                    one, id=known.id, en=known.labels.en, zh=known.labels.zh, synonyms=known.synonyms,
                    unit=measured.unit, dimension=known.dimension,
                )
            )  # fmt: skip
        return kept

    def _feature_key(self, relation: LiveRelation, main: Property | None) -> str | None:
        if main is None or relation.geometry is None or relation.geometry.kind == "point":
            return None
        if main.column.distinct >= MERGED * max(main.column.filled, 1):
            return None
        self.notes.append(
            f"“{relation.name}”: {main.column.filled:,} rows carry {main.column.distinct:,} names; "
            f"rows of one name ({main.column.name}) are parts of one feature."
        )
        return main.id


def _places(relations: Sequence[LiveRelation]) -> set[str]:
    """Names of features: values of columns called name in tables with a geometry."""
    return {
        value
        for relation in relations
        if relation.geometry is not None
        for column in relation.columns
        if parse_identifier(column.name, {}).words[-1:] in (("name",), ("名称",))
        for value in column.values or ()
    }


def _latest(found: Sequence[Property]) -> list[Property]:
    """Where only single years are known, the plain word means the latest."""
    plain = {x.id for x in found if x.year is None}
    years: dict[str, int] = {}
    for one in found:
        if one.year is not None:
            base = one.id.rpartition("_")[0]
            years[base] = max(years.get(base, 0), one.year)
    result = []
    for one in found:
        base = one.id.rpartition("_")[0]
        if one.year is not None and base not in plain and years[base] == one.year:
            words = (one.en.removesuffix(f" {one.year}"), one.zh.removeprefix(f"{one.year}年"))
            result.append(replace(one, synonyms=(*one.synonyms, *words)))
        else:
            result.append(one)
    return result


def _named(found: Sequence[Property], relation: LiveRelation) -> list[Property]:
    """Where no column is called a name, the first text column whose values nearly all differ is one."""
    if any(x.id.startswith("name") for x in found):
        return list(found)
    names = (
        x for x in found
        if x.kind == "text" and x.role == "plain" and x.column.type not in NUMERIC and not x.id.endswith("code")
        and x.column.filled and x.column.distinct >= 0.8 * x.column.filled >= 0.5 * relation.rows
    )  # fmt: skip
    first = next(names, None)
    return [replace(x, id="name", role="name") if x is first else x for x in found]
