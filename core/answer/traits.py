"""What the targets of an answer have in common, and how the rest is distributed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from core.answer.display import value_texts
from core.answer.material import Material
from core.answer.phrases import says_nothing
from core.query.result import Row

MAX_DISTINCT = 4
"""Attributes with more different values are not summed up in the text."""


@dataclass(frozen=True)
class Trait:
    """The values of one text attribute over the rows, most frequent first."""

    attribute: str
    listed: bool
    """True for attributes with several values a cell; a row then counts for each of them."""
    counts: tuple[tuple[str, int], ...]
    common: str | None
    """The value that all rows have, if there is one."""
    missing: int = 0
    """Rows without a value that says something."""


def traits(material: Material, rows: tuple[Row, ...]) -> tuple[Trait, ...]:
    """Traits of `rows` over the key attributes of their entity type and the attributes asked about."""
    if len(rows) < 2:
        return ()
    found = (trait(material, rows, attribute) for attribute in _attributes(material, rows[0].entity_type))
    return tuple(x for x in found if x is not None)


def trait(material: Material, rows: tuple[Row, ...], attribute: str) -> Trait | None:
    """The trait of one attribute, None when it says nothing: no values, or too many different ones."""
    kind = material.card.attributes[attribute].kind
    counter: Counter[str] = Counter()
    missing = 0
    for row in rows:
        values = known_values(material, row, attribute)
        counter.update(values)
        missing += not values
    if not counter:
        return None
    counts = tuple(sorted(counter.items(), key=lambda item: (-item[1], item[0])))
    common = counts[0][0] if counts[0][1] == len(rows) else None
    if common is None and len(counts) > MAX_DISTINCT:
        return None
    return Trait(attribute, kind == "list", counts, common, missing)


def known_values(material: Material, row: Row, attribute: str) -> frozenset[str]:
    """The different values of an attribute of a row that say something."""
    return frozenset(v for v in values_of(material, row, attribute) if not says_nothing(v))


def values_of(material: Material, row: Row, attribute: str) -> tuple[str, ...]:
    """The values of a text or list attribute of a row, in the language of the answer."""
    value = row.values.get(attribute)
    if value is None or not isinstance(value.value, str):
        return ()
    layer = material.layer(row.ref.table)
    column = layer.columns.get(attribute) if layer is not None else None
    return value_texts(value.value, attribute, column, material.card, material.language)


def _attributes(material: Material, entity_type: str) -> Iterable[str]:
    entity = material.card.entity_types.get(entity_type)
    if entity is None:
        return ()
    names = {e.name_attribute for e in material.card.entity_types.values()}
    return (
        a
        for a in entity.key_attributes
        if a not in names
        and a in material.card.attributes
        and material.card.attributes[a].kind in ("text", "list")
        and any(c.attributes and a in c.attributes for c in material.card.concepts.values())
    )
