"""Words of an English question that speak of another part of it: pronouns, ``of the … which``, bare distances."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.question.rewriting import Rewritten, joined
from core.question.trials import around_en as lists
from core.question.trials.fragments import Fragment, Sorter, trimmed

ASKS = re.compile(
    r"(?:which|what|how many)\b(?! of (?:the|all) )(?: (?:of (?:them|these|those)|ones?))?\s*", re.IGNORECASE
)
"""Question words at the beginning of a part."""
_OF_ALL = re.compile(
    r"(?:out of|of|among|amongst|from|taking|given|for)?\s*"
    r"(?:(?:all|every|each|the|those|these|any)\b\s*(?:of )?)*",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"(?:to|from|of|in|near|around|within|inside|have|has|with|by|on|at|cut|cross|contain|host|do|are|does)\s+$",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"\b(?P<word>within|less than|at most|no more than|not more than|up to|closer than|at least|more than)\s+"
    r"[\w.,]+\s*(?:km|kms|m|metres?|meters?|kilomet(?:re|er)s?|miles?)(?P<away>\s+away)?$",
    re.IGNORECASE,
)
"""A distance at the end of a part that says from nothing."""


class Links:
    """Fills in what a part of a question leaves to another part."""

    def __init__(self, sorter: Sorter) -> None:
        self._sorter = sorter

    def __call__(self, whole: Rewritten, fragments: list[Fragment]) -> Iterator[list[Fragment]]:
        """The parts with the words that speak of another part filled in."""
        yield from self._picked(whole, fragments)
        yield from self._measured(whole, fragments)
        for i, x in enumerate(fragments):
            owners = [k for k in range(i) if fragments[k].kind == "target"]
            found = next((y for y in lists.PRONOUN_RE.finditer(x.text) if _refers(y, x)), None)
            if found is None or not owners:
                continue
            owner = fragments[owners[-1]]
            if (noun := found["noun"]) and not self._same(noun, owner):
                continue
            before, behind = x.words.piece(0, found.start()), x.words.piece(found.end(), len(x.text))
            said = joined(whole.original, [before, " ", owner.words, " ", behind])
            made = fragment(self._sorter, x.gap, said)
            if made is not None:
                rest = [made if k == i else y for k, y in enumerate(fragments) if k != owners[-1]]
                yield rest

    def _same(self, noun: str, owner: Fragment) -> bool:
        said = [y for x in self._sorter.lexemes(noun) if (y := self._sorter.noun(x))]
        return bool(said) and said[0] == self._noun(owner)

    def _noun(self, fragment: Fragment) -> str | None:
        return next((y for x in fragment.lexemes if (y := self._sorter.noun(x))), None)

    def _picked(self, whole: Rewritten, fragments: list[Fragment]) -> Iterator[list[Fragment]]:
        """``of the deposits …, which have …``: the noun phrase behind the question word."""
        for i, x in enumerate(fragments[1:], 1):
            found, owner = ASKS.match(x.text), fragments[i - 1]
            if found is None or self._noun(owner) is None or x.kind == "target" or ASKS.match(owner.text):
                continue
            noun = trimmed(owner.words, _OF_ALL) if _OF_ALL.match(owner.text) else owner.words
            asks, behind = x.words.piece(0, found.end()), x.words.piece(found.end(), len(x.text))
            said = asks.text.split()
            word = asks.put([((0, len(asks.text)), " ".join(said[: 2 if said[0].lower() == "how" else 1]))])
            made = fragment(self._sorter, x.gap, joined(whole.original, [word, " ", noun, " ", behind]))
            if made is not None:
                yield [*fragments[: i - 1], made, *fragments[i + 1 :]]

    def _measured(self, whole: Rewritten, fragments: list[Fragment]) -> Iterator[list[Fragment]]:
        """``faults: any deposits within 1 km?``: the distance is one from the other noun."""
        nouns = [x for x in fragments if x.kind == "target"]
        ends = [x for x in nouns if _BARE.search(x.text)]
        if len(nouns) != 2 or len(ends) != 1:
            return
        main, other = ends[0], next(x for x in nouns if x is not ends[0])
        found = _BARE.search(main.text)
        if found is None or not all(_plain(x.entry.words) for x in other.lexemes):
            return
        link = " of " if found["word"].lower() == "within" and not found["away"] else " from "
        made = fragment(self._sorter, main.gap, joined(whole.original, [main.words, link, other.words]))
        if made is not None:
            yield [made if x is main else x for x in fragments if x is not other]


def fragment(sorter: Sorter, gap: str, words: Rewritten) -> Fragment | None:
    """A part with its kind; None when it says nothing."""
    lexemes = sorter.lexemes(words.text)
    kind = sorter.kind(lexemes, chinese=False)
    return Fragment(words, kind, lexemes, gap=gap) if words.text and kind != "empty" else None


def _plain(words: frozenset[str]) -> bool:
    return not words or "FILLER" in words


def _refers(found: re.Match[str], fragment: Fragment) -> bool:
    """True for a pronoun that stands behind a preposition or a verb, or before a noun."""
    return bool(found["noun"]) or _INSIDE.search(fragment.text[: found.start()]) is not None
