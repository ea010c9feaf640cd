"""Other orders of a Chinese question: place, conditions with 的, noun, what is asked; an order at either end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.question.meanings import Lexeme
from core.question.rewriting import Rewritten, joined, plainly, rewrite
from core.question.trials import around_zh as lists
from core.question.trials.fragments import Fragment, Order, Sorter, bare, cut, trimmed, without

_COUNT, _LIST = "有多少个", "有哪些"
_END = "的"
_OR_RE = re.compile("(?:或者|或是|或|要么|并且|且|以及|和|同时)")


class ChineseOrders:
    """Writes a question in the orders that the grammar may read."""

    def __init__(self, sorter: Sorter) -> None:
        self._sorter = sorter

    def __call__(self, question: str) -> Iterator[Order]:
        """The question in other orders and plainer words, the surest first."""
        whole = rewrite(question, ())
        whole, joint, phrase = self._joint(whole)
        whole = plainly(without(whole, lists.EMPTY_RE), lists.PLAIN_RE)
        fragments = [self._fragment(gap, x) for gap, x in cut(whole, lists.BREAK_RE)]
        asking = any(not x.text and not x.asks for x in fragments)
        fragments = [x for x in fragments if x.text or x.asks]
        if joint:
            fragments = self._together(fragments, "或" if joint == "or" else "且")
        resolved = self._resolved(whole, fragments)
        places = [x for x in resolved if x.kind == "place"]
        said = [x for x in resolved if x not in places]
        alone = len(said) == 1 or sum(1 for x in said if x.kind == "target") == 1
        sure = resolved is fragments and not joint and alone
        if sure and len(places) == 1 and resolved[0] is not places[0]:
            asked = [x.asked for x in places if x.asked is not None]
            row = [_open(places[0].words), self._row(whole, said), *asked]
            yield Order(joined(whole.original, row), sure=True)
        elif not places or resolved[0] is places[0]:
            yield Order(self._row(whole, resolved), joint, phrase, sure and asking)
            yield Order(self._row(whole, resolved, ""), joint, phrase)
        yield Order(whole, joint, phrase)
        for made in self._orders(whole, resolved):
            yield Order(made, joint, phrase)

    def _joint(self, whole: Rewritten) -> tuple[Rewritten, str, str]:
        for pattern, joint in ((lists.ANY_RE, "or"), (lists.ALL_RE, "and")):
            if found := pattern.search(whole.text):
                return without(whole, pattern), joint, found.group()
        return whole, "", ""

    def _fragment(self, gap: str, words: Rewritten) -> Fragment:
        words = bare(words, self._sorter.lexemes(words.text), lists.LEAD_RE, lists.TAIL_RE)
        asks, asked = "", None
        found = lists.ASKED_RE.search(words.text)
        if found is not None:
            asks = "count" if found["count"] else "list"
            asked = words.piece(*found.span())
            words = words.piece(0, found.start())
        lexemes = self._sorter.lexemes(words.text)
        kind = self._sorter.kind(lexemes, chinese=True)
        return Fragment(words, kind, lexemes, asks, asked, gap)

    # --- the order as typed -----------------------------------------------------------------------------------

    @staticmethod
    def _row(whole: Rewritten, fragments: Sequence[Fragment], gap: str = "，") -> Rewritten:
        parts: list[Rewritten | str] = []
        for x in fragments:
            if parts:
                parts.append(gap)
            parts.append(x.words)
            if x.asked is not None:
                parts.append(x.asked)
        return joined(whole.original, parts)

    def _together(self, fragments: list[Fragment], word: str) -> list[Fragment]:
        """Neighbouring conditions with the word between them that says how they are joined."""
        out: list[Fragment] = []
        for x in fragments:
            before = out[-1] if out else None
            if before is not None and before.kind == "condition" and x.kind in ("condition", "target"):
                said = trimmed(x.words, _OR_RE)
                words = joined(x.words.original, [_open(before.words), word, said])
                out[-1] = replace(x, words=words, lexemes=self._sorter.lexemes(words.text), gap=before.gap)
            else:
                out.append(x)
        return out

    # --- what it refers to ------------------------------------------------------------------------------------

    def _resolved(self, whole: Rewritten, fragments: list[Fragment]) -> list[Fragment]:
        """``先找甲，再看它…``: the noun phrase in the place of the pronoun."""
        for i, x in enumerate(fragments[1:], 1):
            found = lists.PRONOUN_RE.search(x.text)
            owners = [k for k in range(i) if fragments[k].kind == "target" and not fragments[k].asks]
            if found is None or not owners:
                continue
            owner = fragments[owners[-1]]
            if (noun := found["noun"]) and not self._same(noun, owner):
                continue
            parts = [x.words.piece(0, found.start()), owner.words, x.words.piece(found.end(), len(x.text))]
            words = joined(whole.original, parts)
            lexemes = self._sorter.lexemes(words.text)
            made = replace(x, words=words, lexemes=lexemes, kind=self._sorter.kind(lexemes, chinese=True))
            rest = [y for k, y in enumerate(fragments) if k not in (owners[-1], i)]
            return [*rest[: i - 1], made, *rest[i - 1 :]]
        return fragments

    def _same(self, noun: str, owner: Fragment) -> bool:
        said = [self._sorter.noun(x) for x in self._sorter.lexemes(noun)]
        return len(said) == 1 and said[0] is not None and said[0] == self._sorter.noun(owner.lexemes[-1])

    # --- canonical orders -------------------------------------------------------------------------------------

    def _orders(self, whole: Rewritten, fragments: Sequence[Fragment]) -> Iterator[Rewritten]:
        kinds: dict[str, list[Fragment]] = {}
        for x in fragments:
            kinds.setdefault(x.kind, []).append(x)
        mains = kinds.get("target", []) or [x for x in kinds.get("condition", []) if self._nouns(x)][-1:]
        if len(mains) != 1 or len(kinds.get("place", [])) > 1:
            return
        main = mains[0]
        place = [_open(x.words) for x in kinds.get("place", [])]
        conditions = [x for x in kinds.get("condition", []) if x is not main]
        orders = [x.words for x in kinds.get("order", []) if not _redundant(x, fragments)]
        limits = [x.words for x in kinds.get("limit", [])]
        asked = self._asked(fragments)
        front, head = self._head(main)
        closed: list[Rewritten | str] = [y for x in conditions for y in (_open(x.words), _ending(x))]
        rest: list[Rewritten | str] = [*front, *limits, head, *asked, *orders]
        yield joined(whole.original, [*place, *closed, *rest])
        yield joined(whole.original, [*place, *front, *closed, *limits, head, *asked, *orders])
        yield joined(whole.original, [*orders, *place, *front, *closed, *limits, head, *asked])
        if place:
            yield joined(whole.original, [*closed, *place, _END, *rest])
        if len(conditions) > 1:
            both: list[Rewritten | str] = []
            for x in conditions:
                both.extend(["且", _open(x.words)] if both else [_open(x.words)])
            yield joined(whole.original, [*place, *front, *both, _END, *limits, head, *asked, *orders])

    def _nouns(self, fragment: Fragment) -> bool:
        return any(self._sorter.noun(x) for x in fragment.lexemes)

    @staticmethod
    def _asked(fragments: Sequence[Fragment]) -> list[Rewritten | str]:
        return next(([x.asked] for x in fragments if x.asked is not None), [])

    def _head(self, main: Fragment) -> tuple[list[Rewritten | str], Rewritten]:
        """The last noun with the values before it, and what stands in front of both."""
        lexemes = main.lexemes
        if not lexemes or self._sorter.noun(lexemes[-1]) is None:
            return [], main.words
        i = len(lexemes) - 1
        while i and _value(lexemes[i - 1]) and lexemes[i - 1].span[1] <= lexemes[i].span[0]:
            i -= 1
        start = lexemes[i].span[0]
        front = main.words.piece(0, start)
        return ([front] if front.text else []), main.words.piece(start, len(main.text))


def _value(lexeme: Lexeme) -> bool:
    return bool(lexeme.entry.concepts) and not lexeme.entry.words


def _open(words: Rewritten) -> Rewritten:
    """The words without 的 at their end."""
    text = words.text.rstrip("的")
    return words.piece(0, len(text))


def _ending(fragment: Fragment) -> str:
    """的, but not behind ``最近的三个``."""
    last = fragment.lexemes[-1] if fragment.lexemes else None
    counted = any(x.number is not None for x in fragment.lexemes[-2:])
    return "" if last is not None and last.is_("MEASURE") and counted and not last.entry.units else _END


def _redundant(order: Fragment, fragments: Sequence[Fragment]) -> bool:
    """``最近的…，近的排前面``: the order is said already."""
    near = any(x.is_("NEAREST") for y in fragments if y is not order for x in y.lexemes)
    return order.text == "从近到远" and near
