"""Refining one layer of a card file: labels, synonyms, name, parts, whole areas, distances, units."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from core.vocabulary.card_file import CardFile
from core.vocabulary.mappings import AttributeEntry, ColumnEntry, EntityTypeEntry, LabelsEntry
from core.vocabulary.units import Units


@dataclass(frozen=True)
class ColumnEdit:
    """What a data manager says of one attribute of the layer."""

    en: str
    zh: str
    unit: str = ""
    """"" for numbers without a unit and for texts."""
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True)
class LayerEdit:
    """What a data manager says of one layer."""

    en: str
    zh: str
    plural: str
    synonyms: tuple[str, ...]
    name_attribute: str
    """"" when the features have no names."""
    feature_key: str
    """Attribute whose equal values mark the parts of one feature; "" when each row is one."""
    extent_words: tuple[str, ...]
    near_m: float
    columns: Mapping[str, ColumnEdit] = field(default_factory=dict)


def present(card: CardFile, table: str) -> LayerEdit:
    """The layer as the card has it."""
    entry, kind = card.tables[table], _kind(card, table)
    attributes = {x.id: x for x in card.attributes}
    return LayerEdit(
        kind.labels.en, kind.labels.zh, kind.plural.en,
        tuple(x for x in kind.synonyms if x not in kind.words_imply),
        kind.name_attribute if kind.name_attribute in card.columns[table] else "",
        entry.feature_key or "", entry.extent_words, kind.near_m,
        {
            x: ColumnEdit(attributes[x].labels.en, attributes[x].labels.zh, c.unit or "", attributes[x].synonyms)
            for x, c in card.columns[table].items()
        },
    )  # fmt: skip


def problems(card: CardFile, table: str, edit: LayerEdit, units: Units) -> tuple[tuple[str, str], ...]:
    """(field, what is wrong) pairs as keys of texts: ``empty``, ``unknown``, ``number``, ``taken``, ``unit``."""
    labels = (("en", edit.en), ("zh", edit.zh), ("plural", edit.plural))
    found = [(name, "empty") for name, text in labels if not text.strip()]
    for name, attribute in (("name_attribute", edit.name_attribute), ("feature_key", edit.feature_key)):
        if attribute and attribute not in card.columns[table]:
            found.append((name, "unknown"))
    if not math.isfinite(edit.near_m) or edit.near_m <= 0:
        found.append(("near_m", "number"))
    own = _kind(card, table).id
    taken = {y.casefold() for x in card.entity_types if x.id != own for y in (x.labels.en, x.labels.zh)}
    found += [(name, "taken") for name, text in labels[:2] if text.strip().casefold() in taken]
    kinds = {x.id: x for x in card.attributes}
    for attribute, column in edit.columns.items():
        if not column.en.strip() or not column.zh.strip():
            found.append((attribute, "empty"))
        unit = units.find(column.unit) if column.unit else None
        dimension = kinds[attribute].dimension
        if column.unit and (unit is None or (dimension not in (None, unit[0]))):
            found.append((attribute, "unit"))
    return tuple(found)


def edited(card: CardFile, table: str, edit: LayerEdit, units: Units) -> CardFile:
    """The card with the layer as the data manager says; see :func:`problems` for what must hold."""
    kind = _kind(card, table)
    labels = LabelsEntry(en=edit.en.strip(), zh=edit.zh.strip())
    changed = kind.model_copy(
        update={
            "labels": labels,
            "plural": LabelsEntry(en=edit.plural.strip(), zh=labels.zh),
            "synonyms": (*_clean(edit.synonyms), *(x for x in kind.synonyms if x in kind.words_imply)),
            "name_attribute": edit.name_attribute or kind.name_attribute,
            "near_m": float(edit.near_m),
        }
    )
    entry = card.tables[table].model_copy(
        update={"feature_key": edit.feature_key or None, "extent_words": _clean(edit.extent_words)}
    )
    columns = {x: _column(c, edit.columns.get(x)) for x, c in card.columns[table].items()}
    return card.model_copy(
        update={
            "entity_types": tuple(changed if x.id == kind.id else x for x in card.entity_types),
            "tables": {**card.tables, table: entry},
            "columns": {**card.columns, table: columns},
            "attributes": tuple(_attribute(x, edit.columns.get(x.id), units) for x in card.attributes),
        }
    )


def _kind(card: CardFile, table: str) -> EntityTypeEntry:
    wanted = card.tables[table].entity_type
    return next(x for x in card.entity_types if x.id == wanted)


def _column(column: ColumnEntry, edit: ColumnEdit | None) -> ColumnEntry:
    return column if edit is None else column.model_copy(update={"unit": edit.unit.strip() or None})


def _attribute(attribute: AttributeEntry, edit: ColumnEdit | None, units: Units) -> AttributeEntry:
    if edit is None:
        return attribute
    unit = edit.unit.strip()
    found = units.find(unit) if unit else None
    return attribute.model_copy(
        update={
            "labels": LabelsEntry(en=edit.en.strip(), zh=edit.zh.strip()),
            "synonyms": _clean(edit.synonyms),
            "unit": attribute.unit or (unit or None),
            "dimension": attribute.dimension or (found[0] if found else None),
        }
    )


def _clean(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(x.strip() for x in words if x.strip()))
