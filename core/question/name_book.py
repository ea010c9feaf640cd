"""All feature names of the loaded data by their keys, for up to millions of names.

Names that begin with a Chinese character are found by one automaton, because nothing parts Chinese words; all
others begin and end at the boundaries of words, so a hash table and the words of the question do.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from core.question.gazetteer import Shape
from core.question.normalise import is_cjk
from core.question.tokens import key_of
from core.vocabulary.card import Name

_WORDS = 10
"""Names of more words, counting each Chinese character, stand in the automaton as well."""
_PIECE = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_㐀-鿿豈-﫿]+|[^\s]")

Positions = int | tuple[int, ...]


class NameBook:
    """Key → positions in the list of names."""

    def __init__(self, names: Sequence[Name], shape: Shape, known: Container[str]) -> None:
        self._full: dict[str, Positions] = {}
        self._cores: dict[str, Positions] = {}
        for position, name in enumerate(names):
            key = key_of(name.text)
            if not key or shape.covers(key):
                continue  # a description such as "granite stock" is no name
            _put(self._full, key, position)
            core = shape.core(key)
            if core and core != key and core not in known:
                _put(self._cores, core, position)

    def get(self, key: str) -> tuple[int, ...]:
        """The names that a key stands for, full names before shortened ones."""
        found = self._full.get(key)
        if found is None:
            found = self._cores.get(key)
        if found is None:
            return ()
        return (found,) if isinstance(found, int) else found

    def is_core(self, key: str) -> bool:
        """True when `key` is only a shortened form of names (``X`` for ``X Fault``)."""
        return key in self._cores and key not in self._full

    def keys(self) -> Iterator[str]:
        """All keys of full names."""
        return iter(self._full)

    def unparted(self) -> Iterator[str]:
        """The keys that only an automaton finds."""
        for keys in (self._full, self._cores):
            yield from (x for x in keys if is_cjk(x[0]) or _pieces(x) > _WORDS)

    def parted(self, key: str) -> Iterator[tuple[int, int]]:
        """The ranges of a question's key that are names beginning and ending at word boundaries."""
        spans = [x.span() for x in _PIECE.finditer(key)]
        for i, (start, _) in enumerate(spans):
            if is_cjk(key[start]):
                continue
            for _, end in spans[i : i + _WORDS]:
                part = key[start:end]
                if part in self._full or part in self._cores:
                    yield start, end


def _pieces(key: str) -> int:
    return sum(1 for _ in _PIECE.finditer(key)) if len(key) > 2 * _WORDS or any(map(is_cjk, key)) else 1


def _put(table: dict[str, Positions], key: str, position: int) -> None:
    before = table.get(key)
    if before is None:
        table[key] = position
    else:
        table[key] = (*((before,) if isinstance(before, int) else before), position)
