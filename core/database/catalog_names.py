"""The gazetteer: names and aliases of the features of the loaded layers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from core.database.name_forms import other_forms
from core.database.relation import rows_of
from core.vocabulary.card import EntityType, Layer, Name
from core.vocabulary.mappings import AliasEntry
from core.vocabulary.matching import normalise

MAX_ROWS = 100_000
"""A layer with more rows than this is a survey, not a list of named things."""


def collect_names(
    connection: sa.Connection, layers: Iterable[Layer], entity_types: Mapping[str, EntityType],
    aliases: Sequence[AliasEntry],
) -> tuple[tuple[Name, ...], tuple[str, ...]]:  # fmt: skip
    """All names, equal ones of a table joined, and sentences about what was left out."""
    names: list[Name] = []
    notes: list[str] = []
    layers = tuple(layers)
    known: defaultdict[str, set[str]] = defaultdict(set)
    for entry in aliases:
        known[entry.entity_type].add(normalise(entry.canonical))
    for layer in layers:
        columns = name_columns(layer, entity_types[layer.entity_type])
        if not columns:
            continue
        if layer.rows > MAX_ROWS:
            notes.append(f"Table “{layer.table}” has {layer.rows:,} rows; its names cannot be asked for.")
            continue
        found = _of_layer(connection, layer, columns)
        names.extend(found)
        names.extend(other_forms(found, entity_types[layer.entity_type], known[layer.entity_type]))
    names.extend(_whole_areas(layers, entity_types))
    for entry in aliases:
        found = list(_of_alias(entry, names))
        if not found:
            notes.append(
                f"The alias entry “{entry.canonical}” ({entry.entity_type}) names nothing that is loaded."
            )
        names.extend(found)
    return tuple(names), tuple(notes)


def name_attributes(entity_type: EntityType, attributes: Iterable[str]) -> tuple[str, ...]:
    """The name attribute of an entity type, then its other languages (``name_zh`` beside ``name``)."""
    main = entity_type.name_attribute
    return (main, *sorted(x for x in attributes if x.startswith(f"{main}_")))


def name_columns(layer: Layer, entity_type: EntityType) -> tuple[str, ...]:
    """Columns with names."""
    wanted = name_attributes(entity_type, layer.columns)
    return tuple(dict.fromkeys(layer.columns[x].name for x in wanted if x in layer.columns))


def _of_layer(connection: sa.Connection, layer: Layer, columns: tuple[str, ...]) -> list[Name]:
    source = rows_of(layer, columns)
    cells = [sa.cast(source.c[x], sa.Text) for x in columns]
    rows: Iterable[Sequence[Any]] = connection.execute(
        sa.select(source.c.fid, *cells).select_from(source).order_by(source.c.fid)
    )
    found: dict[str, tuple[str, list[int]]] = {}
    for fid, *texts in rows:
        plain = [str(x or "").strip() for x in texts]
        canonical = next((x for x in plain if x), "")
        for text in dict.fromkeys(x for x in plain if x):
            _, fids = found.setdefault(text, (canonical, []))
            fids.append(fid)
    return [
        Name(text, layer.entity_type, layer.table, tuple(fids), canonical)
        for text, (canonical, fids) in found.items()
    ]


def _whole_areas(layers: Iterable[Layer], entity_types: Mapping[str, EntityType]) -> list[Name]:
    """Words for whole areas as names without rows, so that they are known where study areas are named."""
    region = next((x for x in entity_types.values() if x.region), None)
    words = dict.fromkeys(y for x in layers for y in x.extent_words)
    return [Name(x, region.id, "", (), x, alias=True) for x in words] if region is not None else []


def _of_alias(entry: AliasEntry, names: Sequence[Name]) -> Iterable[Name]:
    """The aliases of an entry, once for each table that has a feature of the canonical name."""
    if entry.parts:
        yield from _of_group(entry, names)
        return
    wanted = normalise(entry.canonical)
    for name in [x for x in names if x.entity_type == entry.entity_type and not x.alias]:
        if normalise(name.text) == wanted:
            for alias in entry.aliases:
                yield Name(alias, name.entity_type, name.table, name.fids, name.canonical, alias=True)


def _of_group(entry: AliasEntry, names: Sequence[Name]) -> Iterable[Name]:
    """A name for several features together, once for each table that has all of them."""
    wanted = {normalise(x) for x in entry.parts}
    rows: dict[str, dict[str, tuple[int, ...]]] = {}
    for name in names:
        if name.entity_type == entry.entity_type and not name.alias and normalise(name.text) in wanted:
            rows.setdefault(name.table, {})[normalise(name.text)] = name.fids
    for table, found in rows.items():
        if len(found) == len(wanted):
            fids = tuple(sorted({y for x in found.values() for y in x}))
            for text in (entry.canonical, *entry.aliases):
                yield Name(text, entry.entity_type, table, fids, entry.canonical, alias=text != entry.canonical)
