"""Which passages speak of which features: names found in the text as whole words, the longest name first."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

import ahocorasick

from core.knowledge.passages import Passage

SHORTEST, SHORTEST_CHINESE = 3, 2
"""Characters of a name; shorter ones stand in too many other words."""

Key = TypeVar("Key", bound=Hashable)


def mentions(passages: Sequence[Passage], names: Mapping[Key, Iterable[str]]) -> dict[Key, tuple[Passage, ...]]:
    """The passages that name each feature in their text, headings or title, in the order of `passages`.

    Args:
        names: feature → its names and aliases, in any language.

    Returns:
        only features that are named somewhere.  A name inside a longer name of another feature does not count.
    """
    automaton = ahocorasick.Automaton()
    keys: dict[str, set[Key]] = {}
    for key, spellings in names.items():
        for spelling in spellings:
            folded = _folded(spelling).strip()
            if len(folded) >= (SHORTEST if folded.isascii() else SHORTEST_CHINESE) and not folded.isdigit():
                keys.setdefault(folded, set()).add(key)
    if not keys:
        return {}
    for folded in keys:
        automaton.add_word(folded, folded)
    automaton.make_automaton()
    found: dict[Key, list[Passage]] = {}
    for passage in passages:
        for name in _names_in(automaton, _folded(passage.searched)):
            for key in keys[name]:
                held = found.setdefault(key, [])
                if not held or held[-1] is not passage:
                    held.append(passage)
    return {key: tuple(x) for key, x in found.items()}


def _names_in(automaton: ahocorasick.Automaton, text: str) -> set[str]:
    """Names that stand in `text` by themselves."""
    hits = [(end - len(name) + 1, end + 1, name) for end, name in automaton.iter(text)]
    hits = [x for x in hits if _whole(text, x[0], x[1])]
    hits.sort(key=lambda x: (x[0], -x[1]))
    names, until = set(), 0
    for start, end, name in hits:
        if start >= until:
            names.add(name)
            until = end
    return names


def _whole(text: str, start: int, end: int) -> bool:
    """Whether no Latin letter or digit goes on at either side; Chinese is written without blanks."""
    before = start > 0 and _letter(text[start - 1]) and _letter(text[start])
    after = end < len(text) and _letter(text[end]) and _letter(text[end - 1])
    return not before and not after


def _letter(character: str) -> bool:
    return character.isalnum() and character < "\u2e80"


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
