"""The concepts behind stored values, looked up fast: one index for each attribute of a card."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from core.errors import Language
from core.vocabulary.card import Column, Concept, SchemaCard
from core.vocabulary.matching import LIST_SEPARATORS, ConceptIndex, match_value

T = TypeVar("T")

_BRACKET = re.compile(r"\s*[(（][^()（）]*[)）]$")
_KEPT = 256
_lock = threading.Lock()
_indexes: dict[tuple[int, str], tuple[SchemaCard, ConceptIndex]] = {}


def index_of(card: SchemaCard, attribute: str) -> ConceptIndex:
    """The spellings of the concepts of `attribute`; made once for each card."""
    key = (id(card), attribute)
    with _lock:
        found = _indexes.get(key)
        if found is None or found[0] is not card:
            if len(_indexes) >= _KEPT:
                _indexes.clear()
            found = (card, ConceptIndex.of(card.concepts.values(), attribute))
            _indexes[key] = found
        return found[1]


def label_of(concept: Concept, language: Language) -> str:
    """The label of a concept without the bracket that tells it from another one in lists of choices."""
    return _BRACKET.sub("", concept.labels.in_(language)) or concept.labels.in_(language)


def spelled(text: str, attribute: str, card: SchemaCard) -> Concept | None:
    """The concept that `text` as a whole names, None without one or with several."""
    ids = index_of(card, attribute).whole(text)
    return card.concepts[ids[0]] if len(ids) == 1 else None


def meant(raw: str, attribute: str, column: Column | None, card: SchemaCard) -> tuple[Concept, ...]:
    """All concepts of a stored value: in the order of the words, then those only the mapping files know."""
    kind = card.attributes[attribute].kind if attribute in card.attributes else "text"
    separators = column.separators if column is not None and column.separators else LIST_SEPARATORS
    ids = list(match_value(raw, kind, index_of(card, attribute), separators))
    if column is not None:
        bound = [c for c, raws in column.concepts.items() if raw in raws]
        ids = [c for c in ids if c in bound or not bound] + [c for c in bound if c not in ids]
    return tuple(card.concepts[c] for c in dict.fromkeys(ids) if c in card.concepts)


class Memory(Generic[T]):
    """Results of a pure function of (card, column, …); safe between threads, emptied when it grows too large."""

    def __init__(self, capacity: int = 20_000) -> None:
        self._capacity = capacity
        self._found: dict[Hashable, tuple[SchemaCard, Column | None, T]] = {}

    def get(self, card: SchemaCard, column: Column | None, key: Hashable, work: Callable[[], T]) -> T:
        """The result for `key`, computed by `work` the first time."""
        whole = (id(card), id(column), key)
        found = self._found.get(whole)
        if found is None or found[0] is not card or found[1] is not column:
            if len(self._found) >= self._capacity:
                self._found = {}
            found = (card, column, work())
            self._found[whole] = found
        return found[2]


def coded(raw: str, attribute: str, column: Column | None, card: SchemaCard) -> bool:
    """Whether only the mapping files know what a value means, as for "M" = medium."""
    kind = card.attributes[attribute].kind if attribute in card.attributes else "text"
    bound = {c for c, raws in column.concepts.items() if raw in raws} if column is not None else set()
    return not bound <= set(match_value(raw, kind, index_of(card, attribute)))


def split(cell: str, column: Column | None) -> tuple[str, ...]:
    """The items of a list cell, in their order."""
    separators = column.separators if column is not None and column.separators else LIST_SEPARATORS
    items = re.split(f"[{re.escape(separators)}]", cell)
    return tuple(x for x in (item.strip() for item in items) if x)
