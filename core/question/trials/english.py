"""Other orders of an English question: what is asked, noun, conditions, place, order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.question.rewriting import Rewritten, joined, plainly, rewrite
from core.question.trials import around_en as lists
from core.question.trials.english_links import ASKS, Links, fragment
from core.question.trials.fragments import Fragment, Order, Sorter, cut, trimmed, without
from core.question.trials.fronting import fronted

_OPENS = re.compile(r"(?:is|are|do|does|have|has|was|were|can)\b", re.IGNORECASE)
_ONES = re.compile(r"\b(?:ones?|only|just)\b\s*", re.IGNORECASE)
_DISTANCE = re.compile(
    r"(?:with(?:in)?|in|inside|at most|up to|no more than|less than|under|maximum|max|distance|radius|a|of"
    r"|[:=\s])*"
    r"(?P<length>[\d.,]+\s*(?:km|kms|m|metres?|meters?|kilomet(?:re|er)s?|miles?))"
    r"(?:\s*(?:away|radius|distance|or less|max|maximum|around|either side|both sides|at most|about|buffer))*",
    re.IGNORECASE,
)
_ANY_WORD = {"or": " or ", "and": " and "}


class EnglishOrders:
    """Writes a question in the orders that the grammar may read."""

    def __init__(self, sorter: Sorter) -> None:
        self._sorter = sorter
        self._links = Links(sorter)

    def __call__(self, question: str) -> Iterator[Order]:
        """The question in other orders and plainer words, the surest first."""
        whole, joint, said = rewrite(question, ()), "", ""
        for pattern, word in ((lists.ANY_RE, "or"), (lists.ALL_RE, "and")):
            if found_words := pattern.search(whole.text):
                whole, joint, said = without(whole, pattern), word, found_words.group()
                break
        whole = plainly(without(whole, lists.EMPTY_RE), lists.PLAIN_RE)
        found = [self._fragment(gap, y) for gap, y in cut(whole, lists.BREAK_RE)]
        fragments = [x for x in found if x is not None]
        if joint:
            fragments = self._together(fragments, _ANY_WORD[joint])
        if not joint and sum(1 for x in fragments if x.kind == "target") == 1:
            yield from self._sure(whole, fragments, len(found) > len(fragments))
        yield Order(whole, joint, said)
        for resolved in list(self._links(whole, fragments)) or [fragments]:
            if not any(x.kind == "place" for x in resolved[1:]):
                yield Order(self._row(whole, resolved), joint, said)
            for made in self._orders(whole, resolved):
                yield Order(made, joint, said)

    def _sure(self, whole: Rewritten, fragments: Sequence[Fragment], asking: bool) -> Iterator[Order]:
        """The study area behind the noun, where it stands alone at another place."""
        places = [i for i, x in enumerate(fragments) if x.kind == "place"]
        main = next(x for x in fragments if x.kind == "target")
        moved = len(places) == 1 and (places[0] or _ONLY.search(fragments[places[0]].text))
        if not moved:
            if asking:
                yield Order(self._row(whole, fragments), sure=True)
            return
        area = _area(fragments[places[0]].words)
        noun = next(x.span[1] for x in main.lexemes if self._sorter.noun(x))
        parts: list[Rewritten | str] = [
            main.words.piece(0, noun),
            " in ",
            area,
            " ",
            main.words.piece(noun, len(main.text)),
        ]
        made = replace(main, words=joined(whole.original, parts))
        rest = [made if x is main else x for i, x in enumerate(fragments) if i != places[0]]
        yield Order(self._row(whole, rest), sure=True)

    def _fragment(self, gap: str, words: Rewritten) -> Fragment | None:
        if lists.EXISTS_RE.fullmatch(words.text):
            return Fragment(words.piece(0, 0), "empty", (), "exists", words, gap)
        if lists.COUNT_RE.fullmatch(words.text):
            return Fragment(words.piece(0, 0), "empty", (), "count", words, gap)
        if lists.ONLY_RE.fullmatch(words.text):
            return None
        return fragment(self._sorter, gap, trimmed(words, lists.LEAD_RE))

    # --- the order as typed -----------------------------------------------------------------------------------

    def _row(self, whole: Rewritten, fragments: Sequence[Fragment]) -> Rewritten:
        parts: list[Rewritten | str] = []
        said = [y for y in fragments if y.text]
        if any(x.asks for x in fragments):  # how many goes before the noun
            said.sort(key=lambda x: x.kind != "target")
        for x in said:
            parts.extend([", ", x.words] if parts else [x.words])
        return joined(whole.original, [*_asking(fragments, parts), *parts])

    def _together(self, fragments: list[Fragment], word: str) -> list[Fragment]:
        """Neighbouring conditions with the word between them that says how they are joined."""
        out: list[Fragment] = []
        for x in fragments:
            before = out[-1] if out else None
            if before is not None and before.kind in ("condition", "target") and x.kind == "condition":
                said = trimmed(x.words, _JOINT)
                link = " " if x.gap.startswith(":") or _LEADS_IN.search(before.text) else word
                out[-1] = replace(before, words=joined(x.words.original, [before.words, link, said]))
            else:
                out.append(x)
        return out

    # --- canonical orders -------------------------------------------------------------------------------------

    def _orders(self, whole: Rewritten, fragments: Sequence[Fragment]) -> Iterator[Rewritten]:
        kinds: dict[str, list[Fragment]] = {}
        for x in fragments:
            kinds.setdefault(x.kind, []).append(x)
        mains, places = kinds.get("target", []), kinds.get("place", [])
        if len(mains) != 1 or len(places) > 1:
            return
        place: list[Rewritten | str] = []
        for x in places:
            place = [" in ", _area(x.words)]
        conditions = self._conditions(whole, kinds.get("condition", []))
        orders = [y for x in kinds.get("order", []) for y in (", ", x.words)]
        limits = [y for x in kinds.get("limit", []) for y in (x.words, " ")]
        first, last = self._superlative(kinds.get("condition", []))
        for main in fronted(mains[0].words, mains[0].lexemes):
            counted = trimmed(main, _DETERMINER) if first or limits else main
            head: list[Rewritten | str] = [*_asking(fragments, [main]), *limits, *first, counted, *last]
            for link in (" ", ", "):
                closed: list[Rewritten | str] = []
                for condition in conditions:
                    closed.extend([" and " if closed else link, condition])
                yield joined(whole.original, [*head, *closed, *place, *orders])
                yield joined(whole.original, [*head, *place, *closed, *orders])

    @staticmethod
    def _superlative(found: Sequence[Fragment]) -> tuple[list[Rewritten | str], list[Rewritten | str]]:
        """``the 5 largest by area``: what stands before the noun, and what behind it."""
        for x in found:
            if place := _superlative(x):
                behind = x.words.piece(place, len(x.text))
                return [x.words.piece(0, place), " "], [" ", behind] if behind.text else []
        return [], []

    def _conditions(self, whole: Rewritten, found: Sequence[Fragment]) -> list[Rewritten]:
        """The conditions; ``large ones only`` loses its pronoun, a distance goes with the name it is from."""
        found = [x for x in found if not _superlative(x)]
        said = [x.words for x in found]
        lengths = [x for x in said if _DISTANCE.fullmatch(x.text)]
        if len(said) == 2 and len(lengths) == 1:
            length, anchor = lengths[0], next(x for x in said if x is not lengths[0])
            match = _DISTANCE.fullmatch(length.text)
            assert match is not None  # noqa: S101
            quantity = length.piece(*match.span("length"))
            return [joined(whole.original, ["within ", quantity, " of ", anchor])]
        return [
            joined(whole.original, ["that are ", without(x.words, _ONES)]) if _values(x) else x.words
            for x in found
        ]


def _superlative(fragment: Fragment) -> int:
    """Where ``the 5 largest`` ends at the beginning of a part; 0 when it does not begin so."""
    for x in fragment.lexemes:
        if x.is_("MAX", "MIN", "NEAREST", "FARTHEST", "OLDEST", "NEWEST") and not x.entry.content:
            return x.span[1]
        if x.number is None and not x.is_("FILLER", "TOP", "ALL"):
            return 0
    return 0


def _values(fragment: Fragment) -> bool:
    return all(x.entry.concepts or x.is_("FILLER") for x in fragment.lexemes)


_IN = re.compile(r"(?:only|just)?\s*(?:in|from|of|within|for|inside|on)\s+|(?:only|just)\s+", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|just|alone)\b", re.IGNORECASE)
_ONLY_END = re.compile(r"\s+only$", re.IGNORECASE)
_LEADS_IN = re.compile(r"\b(?:have|has|having|with|where|that|which|are|is)$", re.IGNORECASE)
_DETERMINER = re.compile(r"(?:the|all|all of the|all the|every|a|an)\s+", re.IGNORECASE)
_JOINT = re.compile(r"(?:or|and|either)\b\s*", re.IGNORECASE)


def _area(words: Rewritten) -> Rewritten:
    """The name of a study area that stands alone."""
    name = trimmed(words, _IN)
    return name.piece(0, len(_ONLY_END.sub("", name.text)))


def _asking(fragments: Sequence[Fragment], main: Sequence[Rewritten | str]) -> list[Rewritten | str]:
    """How many, or whether there are any, where a part of the question says that alone."""
    asks = next((x for x in fragments if x.asks and x.asked is not None), None)
    first = next((x for x in main if not isinstance(x, str)), None)
    if asks is None or asks.asked is None or first is None or _OPENS.match(first.text) or ASKS.match(first.text):
        return []
    word = "how many " if asks.asks == "count" else "are there any "
    return [asks.asked.put([((0, len(asks.asked.text)), word)])]
