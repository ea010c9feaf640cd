"""Tables without geometry that belong to a layer: by foreign keys, or by a unique column with the same values."""

from __future__ import annotations

from collections.abc import Sequence

from core.database.describe.live import LiveColumn, LiveRelation
from core.vocabulary.card import Join

SHARED = 0.9
"""Share of a layer's values that the other table must have."""


def joins_of(
    relation: LiveRelation, relations: Sequence[LiveRelation]
) -> tuple[tuple[Join, ...], tuple[str, ...]]:
    """The joins of a layer and sentences about why."""
    found: dict[str, Join] = {}
    notes: list[str] = []
    for column, schema, table, key in relation.foreign_keys:
        other = next((x for x in relations if (x.schema, x.name) == (schema, table)), None)
        if other is not None and other.name != relation.name and _at_most_one(other.column(key)):
            found[table] = _join(other, column, key)
            notes.append(f"“{relation.name}”: columns of “{table}” are joined by the foreign key “{column}”.")
    for other in relations:
        if other.geometry is None and other.rows and other.name not in found:
            pair = _same(relation, other)
            if pair is not None:
                found[other.name] = _join(other, *pair)
                where = f"“{pair[0]}” equals “{pair[1]}”"
                notes.append(f"“{relation.name}”: columns of “{other.name}” are joined where {where}.")
    return tuple(found[x] for x in sorted(found)), tuple(notes)


def _join(other: LiveRelation, column: str, key: str) -> Join:
    own = tuple(x.name for x in other.columns if x.name != key and x.filled)
    return Join(other.name, other.schema, other.name, column, key, own)


def _at_most_one(column: LiveColumn | None) -> bool:
    return column is not None and (column.unique or (column.filled > 0 and column.distinct == column.filled))


def _same(relation: LiveRelation, other: LiveRelation) -> tuple[str, str] | None:
    """A pair of columns with the same name and values, the other one unique."""
    for key in other.columns:
        if not _at_most_one(key) or not key.values or len(key.values) < 3:
            continue
        column = relation.column(key.name)
        if column is None or not column.values or column.type != key.type:
            continue
        shared = sum(1 for x in column.values if x in key.values)
        if shared >= SHARED * len(column.values):
            return column.name, key.name
    return None
