"""Feature names: from the words of a question to rows.

Precedence: the name as written, an alias as written, the same letters, nearly the same letters.  The first that
finds something wins.  Rows that carry the same canonical name are one named thing, also across tables (a fault
that two provinces mapped); different names found the same way are ambiguous.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from core.query.matching import clean, closest, key, nearly
from core.query.result import Strategy
from core.vocabulary.card import Name, SchemaCard


@dataclass(frozen=True)
class Found:
    """Names found in one way; more than one canonical name means that the mention is ambiguous."""

    strategy: Strategy
    score: float
    names: tuple[Name, ...]

    @property
    def canonical(self) -> tuple[str, ...]:
        """The different names, in order."""
        return tuple(dict.fromkeys(x.canonical for x in self.names))

    def rows(self, canonical: str) -> Mapping[str, tuple[int, ...]]:
        """The rows called `canonical`, by table."""
        rows: dict[str, set[int]] = {}
        for name in self.names:
            if name.canonical == canonical:
                rows.setdefault(name.table, set()).update(name.fids)
        return {table: tuple(sorted(fids)) for table, fids in sorted(rows.items())}


class NameIndex:
    """All names of one entity type, ready to be searched."""

    def __init__(self, names: Iterable[Name]) -> None:
        self._exact: dict[str, list[Name]] = {}
        for name in names:
            self._exact.setdefault(name.text, []).append(name)

    @cached_property
    def _keys(self) -> dict[str, list[Name]]:
        """Names by their letters; made when the first mention is not written as a name is."""
        found: dict[str, list[Name]] = {}
        for text, names in self._exact.items():
            found.setdefault(key(text), []).extend(names)
        return found

    def find(self, mention: str) -> Found | None:
        """The rows a mention stands for, or None."""
        mention = clean(mention).strip()
        written = self._exact.get(mention, [])
        for strategy, alias in (("exact", False), ("alias", True)):
            names = tuple(x for x in written if x.alias is alias)
            if names:
                return Found("alias" if strategy == "alias" else "exact", 1.0, self._whole(names))
        letters = key(mention)
        if letters and letters in self._keys:
            return Found("normalised", 1.0, self._whole(self._keys[letters]))
        close = nearly(letters, self._keys)
        if close:
            best = close[0][1]
            names = tuple(n for k, score in close if score >= best - 1e-9 for n in self._keys[k])
            return Found("fuzzy", best, self._whole(names))
        return None

    def suggest(self, mention: str) -> list[str]:
        """Names most like the mention."""
        return closest(mention, self._exact)

    def _whole(self, names: Iterable[Name]) -> tuple[Name, ...]:
        """The names with everything else that has the same canonical name."""
        found = {
            id(x): x for n in names for x in (n, *self._exact.get(n.canonical, ())) if x.canonical == n.canonical
        }
        return tuple(sorted(found.values(), key=lambda x: (x.canonical, x.table, x.text)))


_KEPT = 4
_lock = threading.Lock()
_cache: OrderedDict[tuple[str, str, int], tuple[tuple[Name, ...], NameIndex]] = OrderedDict()


def index_of(card: SchemaCard, entity_type: str) -> NameIndex:
    """The index of the names of an entity type; kept for the last few cards."""
    address = (card.version, entity_type, id(card.names))
    with _lock:
        if address not in _cache:
            # The names are kept beside the index: as long as they live, no other tuple has their id.
            _cache[address] = (card.names, NameIndex(x for x in card.names if x.entity_type == entity_type))
            while len(_cache) > _KEPT * max(len(card.entity_types), 1):
                _cache.popitem(last=False)
        return _cache[address][1]
