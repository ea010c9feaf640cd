"""The shape of feature names: what is generic in them (``gold deposit``, ``断裂``) and what is their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from core.question.normalise import is_cjk

_MIN_CORE_LATIN = 3
_MIN_CORE_CJK = 2
_MIN_LATIN_SUFFIX = 3
_MAX_CUTS = 3


class Shape:
    """Knows the generic words; all look-ups are by first or last character and length."""

    def __init__(self, generic: Iterable[str], suffixes: Iterable[str] = ()) -> None:
        self._generic = frozenset(generic)
        self._suffixes = self._generic.union(suffixes)
        by_first: defaultdict[str, set[int]] = defaultdict(set)
        by_last: defaultdict[str, set[int]] = defaultdict(set)
        for word in self._generic:
            by_first[word[0]].add(len(word))
        for word in self._suffixes:
            by_last[word[-1]].add(len(word))
        self._by_first = {k: sorted(v, reverse=True) for k, v in by_first.items()}
        self._by_last = {k: sorted(v, reverse=True) for k, v in by_last.items()}

    def covers(self, key: str) -> bool:
        """True when a key consists of generic words alone; neighbours may share one Chinese character."""
        reached, todo = {0}, [0]
        while todo:
            start = todo.pop()
            for length in self._by_first.get(key[start], ()):
                end = start + length
                if key[start:end] not in self._generic or not _boundary(key, end):
                    continue
                if end >= len(key):
                    return True
                following = {end + 1 if key[end] == " " else end}
                if is_cjk(key[end - 1]) and length > 1:
                    following.add(end - 1)
                new = following - reached
                reached |= new
                todo.extend(new)
        return False

    def core(self, key: str) -> str:
        """What is left of a name without the generic words at its end (``x gold deposit`` → ``x``), or ""."""
        for _ in range(_MAX_CUTS):
            cut = self._cut(key)
            if cut == key:
                break
            key = cut
        enough = len(key) >= (_MIN_CORE_LATIN if key.isascii() else _MIN_CORE_CJK)
        return key if enough and key[-1].isalnum() and not key.isdigit() else ""

    def _cut(self, key: str) -> str:
        for length in self._by_last.get(key[-1], ()):
            start = len(key) - length
            if start <= 0 or key[start:] not in self._suffixes:
                continue
            if is_cjk(key[start]):
                return key[:start].rstrip()
            if key[start - 1] == " " and length >= _MIN_LATIN_SUFFIX:
                return key[: start - 1]
        return key


def _boundary(key: str, end: int) -> bool:
    """True when no Latin word is cut at `end`."""
    if end >= len(key):
        return True
    before, after = key[end - 1], key[end]
    return not (before.isalnum() and after.isalnum() and not is_cjk(before) and not is_cjk(after))
