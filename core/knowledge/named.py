"""Which passages hold a name: an index of words, made once for each state of the documents.

It knows no names of its own, so it stays right whatever layers are loaded: a name is looked up by its Latin words
and by the pairs of neighbouring Chinese characters in it, and then sought as a whole in the few passages that have
all of them.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence

from core.knowledge.links import folded, is_name, stands_in
from core.knowledge.passages import Passage

_RUN = re.compile(r"[^\W_]+")
_CHINESE = re.compile("[\u2e80-\U0003ffff]+")


class Named:
    """The index of the words of `passages`: of their text, headings and titles."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = passages
        self._texts = [folded(x.searched) for x in passages]
        self._places: dict[str, array[int]] = {}
        for i, text in enumerate(self._texts):
            for token in set(_tokens(text)):
                self._places.setdefault(token, array("I")).append(i)

    def of(self, name: str) -> tuple[int, ...]:
        """Places of the passages in which `name` stands by itself, in order."""
        wanted = folded(name).strip()
        tokens = sorted({x for x in _tokens(wanted) if x in self._places}, key=lambda x: len(self._places[x]))
        if not is_name(wanted) or not tokens or any(x not in self._places for x in _tokens(wanted)):
            return ()
        found = set(self._places[tokens[0]])
        for token in tokens[1:]:
            found.intersection_update(self._places[token])
        return tuple(i for i in sorted(found) if stands_in(self._texts[i], wanted))

    def of_any(self, names: Iterable[str]) -> tuple[int, ...]:
        """Places of the passages in which one of `names` stands, in order."""
        return tuple(sorted({i for name in dict.fromkeys(names) for i in self.of(name)}))


def _tokens(text: str) -> Iterator[str]:
    """Latin words, and pairs of neighbouring Chinese characters."""
    for run in _RUN.findall(text):
        start = 0
        for chinese in _CHINESE.finditer(run):
            if chinese.start() > start:
                yield run[start : chinese.start()]
            characters = chinese.group()
            yield from (characters[i : i + 2] for i in range(len(characters) - 1))
            start = chinese.end()
        if start < len(run):
            yield run[start:]
