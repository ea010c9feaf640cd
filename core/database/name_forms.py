"""Other forms of the names of a layer: without or with their usual endings, in pinyin, what stands in brackets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from core.vocabulary.card import EntityType, Name
from core.vocabulary.matching import normalise
from core.vocabulary.romanise import forms, pinyin, with_endings, without_suffix

MAX_NAMES = 20_000
"""A layer with more names is asked for by the names as they are written."""


def other_forms(names: Sequence[Name], entity: EntityType, known: Collection[str]) -> list[Name]:
    """Aliases made of `names`; entity types that declare no endings and no pinyin get none.

    `known` are normalised names that have aliases of their own: pinyin would only add a wrong one.
    """
    if len(names) > MAX_NAMES or not (entity.suffixes or entity.endings or entity.romanise):
        return []
    written = {x.text for x in names}
    found: dict[tuple[str, str], Name] = {}
    for name in names:
        romanised = entity.romanise and normalise(name.canonical) not in known
        for text in _variants(name.text, entity, romanised):
            if text not in written:
                alias = Name(text, name.entity_type, name.table, name.fids, name.canonical, alias=True)
                found.setdefault((text, name.canonical), alias)
    return list(found.values())


def _variants(name: str, entity: EntityType, romanised: bool) -> Iterable[str]:
    latin = [x for x in entity.suffixes if x.isascii()]
    for form in forms(name):
        yield form
        core = without_suffix(form, entity.suffixes)
        yield core
        yield from with_endings(core, entity.endings, entity.suffixes)
        if core.isascii():
            yield from (core + x for x in latin)
        elif romanised and (spelled := pinyin(core)):
            yield spelled
            yield from (spelled + x for x in latin)
