"""What can be said of what: the schema card decides which attribute a word means and whom a condition fits."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from core.question.grammar.parts import (
    AnomalyPart,
    EitherPart,
    FieldsPart,
    GroupPart,
    KnownPart,
    MeasurePart,
    NumberPart,
    OrderPart,
    Part,
    Phrase,
    RelationPart,
    TextPart,
    ValuePart,
)
from core.vocabulary.card import SchemaCard


def attributes_of(card: SchemaCard, entity: str) -> frozenset[str]:
    """Attributes that the loaded layers of an entity type have."""
    return card.attributes_of(entity)


def wanted(part: Part) -> list[set[str]]:
    """For each thing a condition needs, the attributes that can serve (one of each set must exist)."""
    found: list[set[str]] = []
    if isinstance(part, ValuePart):
        named = part.attribute
        found = [{named}] if named else [{a for a, _ in item.readings} for item in part.items]
    elif isinstance(part, NumberPart):
        found = [set(x) for x in (part.attributes, *part.further)]
    elif isinstance(part, EitherPart):
        found = [options for group in part.groups for x in group for options in wanted(x)]
    elif isinstance(part, AnomalyPart):
        found = [set(x) for x in part.attributes]
    elif isinstance(part, GroupPart):
        found = [options for x in part.parts for options in wanted(x)]
    elif isinstance(part, KnownPart | TextPart):
        found = [set(part.attributes)]
    elif isinstance(part, FieldsPart):
        found = [set(x) for x in (*part.left, part.right) if x]
    elif isinstance(part, OrderPart) and part.kind == "field":
        found = [set(part.attributes)]
    return found


def has(card: SchemaCard, entity: str, part: Part) -> bool:
    """True when the loaded features of an entity type have the attributes that a condition needs."""
    available = attributes_of(card, entity)
    return all(options & available for options in wanted(part))


def fits(card: SchemaCard, phrase: Phrase, part: Part) -> bool:
    """True when a condition can be meant for the features of a phrase."""
    entity = entity_of(card, phrase)
    if entity is None:
        return False
    if isinstance(part, GroupPart):
        return all(fits(card, phrase, x) for x in part.parts)
    if isinstance(part, RelationPart | MeasurePart):
        return _shape_fits(card.entity_types[entity].geometry, part)
    return not isinstance(part, OrderPart) and has(card, entity, part)


def only_holder(card: SchemaCard, phrase: Phrase) -> str | None:
    """The only entity type with an inside that can be of this description: ``三叠系`` in ``三叠系中``."""
    fitting = candidates(card, [x for _, x in phrase.parts]) if phrase.parts else ()
    holding = [x for x in fitting if "polygon" in card.entity_types[x].geometry]
    return holding[0] if len(holding) == 1 else None


def _shape_fits(kinds: Collection[str], part: RelationPart | MeasurePart) -> bool:
    """True when features of these geometries can stand in a relation or have a size."""
    if isinstance(part, MeasurePart):
        return part.measure in ("x", "y") or "polygon" in kinds or ("line" in kinds and part.measure == "length")
    if part.rel in ("crosses", "intersects", "overlaps"):
        return "line" in kinds or "polygon" in kinds
    return part.rel != "contains" or "polygon" in kinds


def entity_of(card: SchemaCard, phrase: Phrase) -> str | None:
    """The entity type of a phrase: its noun's, its names', or the only one its conditions fit."""
    if phrase.entity:
        return phrase.entity
    named = {x for mention in phrase.names for x in mention.types}
    if named:
        return named.pop() if len(named) == 1 else None
    found = candidates(card, [x for _, x in phrase.parts])
    return found[0] if len(found) == 1 else None


def candidates(card: SchemaCard, parts: Iterable[Part]) -> tuple[str, ...]:
    """Loaded entity types that all conditions fit; none when there is no condition to go by."""
    needed = [x for x in parts if wanted(x)]
    if not needed:
        return ()
    loaded = dict.fromkeys(x.entity_type for x in card.layers)
    regions = {x.id for x in card.entity_types.values() if x.region}
    fitting = [x for x in loaded if all(has(card, x, part) for part in needed)]
    found = [x for x in fitting if x not in regions] or fitting
    order = list(card.entity_types)
    return tuple(sorted(found, key=order.index))
