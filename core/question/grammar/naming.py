"""From a name lexeme to the name that grounding can bind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from core.question.meanings import Lexeme
from core.question.tokens import key_of
from core.vocabulary.card import Name, SchemaCard


def names_of(card: SchemaCard, lexeme: Lexeme, types: Collection[str]) -> list[Name]:
    """The gazetteer names of some entity types that a lexeme may mean."""
    return [x for x in (card.names[i] for i in lexeme.entry.names) if x.entity_type in types]


def written_name(card: SchemaCard, lexeme: Lexeme, types: Collection[str]) -> str | None:
    """The name to hand on: as written where it is a name, the full name for a shortened form, None for several."""
    names = names_of(card, lexeme, types)
    exact = next((x.text for x in names if key_of(x.text) == lexeme.key), None)
    if not names or exact is not None:
        corrected = exact is not None and key_of(lexeme.text) != lexeme.key
        return exact if corrected else lexeme.text
    if len({x.canonical for x in names}) > 1:
        return None
    own_script = [x.text for x in names if x.text.isascii() != lexeme.cjk]
    return min(own_script or [x.text for x in names], key=lambda x: (len(x), x))


def by_size(card: SchemaCard, types: Iterable[str]) -> tuple[str, ...]:
    """Kinds of study areas, the largest first: the fewer there are of a kind, the larger each is."""
    rows = {x: sum(y.rows for y in card.layers_of(x)) for x in types}
    return tuple(sorted(rows, key=lambda x: (not rows[x], rows[x])))


def settled(card: SchemaCard, types: Sequence[str]) -> tuple[str, ...]:
    """The kinds that a name may mean; of several kinds of study areas (a city that is a province) the largest."""
    regions = all(card.entity_types[x].region for x in types)
    return by_size(card, types)[:1] if regions and len(types) > 1 else tuple(types)


def preferred(card: SchemaCard, types: Sequence[str], rel: str, of: str) -> tuple[str, ...]:
    """The kinds of a name that a relation makes likely: alike shares borders, a line runs through an area."""
    if len(types) < 2 or of not in card.entity_types:
        return tuple(types)
    own = card.entity_types[of].geometry
    if rel == "touches" and of in types:
        return (of,)
    if rel in ("crosses", "along") and own == ("polygon",):
        return tuple(x for x in types if "line" in card.entity_types[x].geometry) or tuple(types)
    return tuple(types)


def told_by_ending(card: SchemaCard, key: str, types: Sequence[str]) -> tuple[str, ...]:
    """The one kind whose noun a name ends with (``…江`` is a river, not a lake), else all of `types`."""
    if len(types) < 2 or all(card.entity_types[x].region for x in types):
        return tuple(types)
    fitting = [x for x in types if _ends(key, card, x)]
    return tuple(fitting) if len(fitting) == 1 else tuple(types)


def _ends(key: str, card: SchemaCard, entity: str) -> bool:
    kind = card.entity_types[entity]
    words = (kind.labels.en, kind.labels.zh, *kind.synonyms)
    return any(key != word and key.endswith(word) for word in map(key_of, words) if word)


def region_type(card: SchemaCard, lexemes: Iterable[Lexeme], name: str, target: str) -> str | None:
    """The kind of study area that `name`, written by one of `lexemes`, is of; None without any.

    Of several kinds it is the largest that is not the target's own.
    """
    regions = [x.id for x in card.entity_types.values() if x.region]
    if len(regions) < 2:
        return next(iter(regions), None)
    for lexeme in lexemes:
        types = {x.entity_type for x in names_of(card, lexeme, regions)}
        if types and name in (lexeme.text, written_name(card, lexeme, regions)):
            return by_size(card, (types - {target}) or types)[0]
    return by_size(card, regions)[0]
