"""The schema card of the loaded data: the live catalog joined with the mapping files.

Nothing of it needs a scan of a large table: counts, extents and inventories come from the layer registry, which
the loader writes.  Tables that something else put into the schema of layers are measured once per card.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from core.database.catalog_columns import Binder, Words
from core.database.catalog_names import collect_names, name_attributes
from core.database.catalog_tables import LiveTable, live_tables
from core.database.engine import Database
from core.database.registry import data_version
from core.vocabulary.card import Attribute, Column, Concept, EntityType, Labels, Layer, SchemaCard, Term
from core.vocabulary.mappings import Entry, LabelsEntry, Mappings, TableEntry
from core.vocabulary.units import Units

__all__ = ["build_card", "card_findings"]


def build_card(db: Database, mappings: Mappings) -> SchemaCard:
    """Everything the question side may know of the loaded data.

    A layer is in the card when its table exists, has a geometry and is bound to a known entity type; an attribute
    of it when its column exists and suits.  :func:`card_findings` names what was left out.
    """
    return _build(db, mappings)[0]


def card_findings(db: Database, mappings: Mappings) -> tuple[str, ...]:
    """Sentences about bindings that do not fit the loaded data: tables, columns, units, values, aliases."""
    return _build(db, mappings)[1]


def _build(db: Database, mappings: Mappings) -> tuple[SchemaCard, tuple[str, ...]]:
    version = f"{data_version(db)}+{_digest(mappings)}"
    entity_types = {x.id: EntityType(**_plain(x)) for x in mappings.entity_types}
    attributes = {x.id: Attribute(**_plain(x)) for x in mappings.attributes}
    concepts = {x.id: Concept(**_plain(x)) for x in mappings.concepts}
    notes: list[str] = []
    layers: list[Layer] = []
    words = Words(attributes, concepts, Units(mappings.units))
    with db.owner.connect() as connection:
        tables = live_tables(connection, db, {k: x.source for k, x in mappings.tables.items() if x.source})
        for table in sorted(mappings.tables):
            entry = mappings.tables[table]
            problem = _problem(table, entry, tables, entity_types)
            if problem:
                notes.append(problem)
                continue
            binder = Binder(
                connection, tables[table], name_attributes(entity_types[entry.entity_type], attributes), words
            )
            bound = binder.bind(mappings.columns.get(table, {}))
            notes.extend(bound.findings)
            layers.append(_layer(tables[table], entry, bound.columns))
        notes.extend(_unbound(tables, mappings))
        names, more = collect_names(connection, layers, entity_types, mappings.aliases)
    terms = tuple(Term(x.words, x.means) for x in mappings.terms)
    card = SchemaCard(version, entity_types, attributes, concepts, tuple(layers), names, terms)
    return card, (*notes, *more)


def _layer(table: LiveTable, entry: TableEntry, columns: Mapping[str, Column]) -> Layer:
    return Layer(
        table=table.name,
        entity_type=entry.entity_type,
        title=_labels(entry.title),
        geometry=table.geometry,
        rows=table.rows,
        extent=table.extent,
        columns=columns,
        feature_key=entry.feature_key if entry.feature_key in columns else None,
        extent_words=entry.extent_words,
        provenance=entry.provenance,
        invented=entry.invented,
        max_edge_m=table.max_edge_m,
        source=table.source,
    )


def _problem(
    table: str, entry: TableEntry, tables: Mapping[str, LiveTable], entity_types: Mapping[str, EntityType]
) -> str:
    """Why a bound table is not in the card, or ""."""
    if entry.entity_type not in entity_types:
        return f"Table “{table}” is bound to “{entry.entity_type}”, which is no entity type."
    if table not in tables:
        return f"Table “{table}” is bound but not loaded."
    if not tables[table].rows:
        return f"Table “{table}” is bound but empty."
    if tables[table].geometry not in entity_types[entry.entity_type].geometry:
        kinds = " or ".join(entity_types[entry.entity_type].geometry)
        return (
            f"Table “{table}” holds {tables[table].geometry}s, but “{entry.entity_type}” is made of {kinds}s; "
            "it was left out."
        )
    return ""


def _unbound(tables: Mapping[str, LiveTable], mappings: Mappings) -> list[str]:
    return [
        f"Table “{x}” is loaded but not bound to an entity type; questions do not see it."
        for x in sorted(tables)
        if x not in mappings.tables
    ]


def _plain(entry: Entry) -> dict[str, Any]:
    """The fields of a file entry as the card's types take them."""
    return {k: _labels(v) if isinstance(v, LabelsEntry) else v for k, v in entry}


def _labels(entry: LabelsEntry) -> Labels:
    return Labels(entry.en, entry.zh)


def _digest(mappings: Mappings) -> str:
    return hashlib.sha256(mappings.model_dump_json().encode()).hexdigest()[:12]
