"""``Are all deposits near faults?``, ``金矿大多在花岗岩里吗``: answered by the share for which it holds."""

from __future__ import annotations

from collections.abc import Sequence

from core.question.grammar.asked import Shared
from core.question.grammar.parts import Connector, Frame, OrderPart, Part, Phrase, RegionPart, ValuePart
from core.question.meanings import Lexeme

_ALL = frozenset({
    "all", "every", "each", "most", "都", "均", "全部", "所有", "所有的", "全", "每个",
    "大多数", "大多", "大都", "多数", "大部分", "绝大多数", "绝大部分", "多半",
})  # fmt: skip
_LINKS = ("and", "or", "comma")


def quantifiers(lexemes: Sequence[Lexeme]) -> tuple[int, ...]:
    """The words that say of how many features something is asked."""
    return tuple(i for i, x in enumerate(lexemes) if x.key in _ALL and not x.entry.content)


def share_of_all(lexemes: Sequence[Lexeme], frame: Frame, target: Phrase) -> Shared | None:
    """The share that answers a yes/no question about all or most features; None where it is none.

    What is asked of the features stands behind their noun.  Of several conditions in a row it cannot be told which
    of them describe the features (``all deposits near faults in granite``); then there is no share either.
    """
    uses = quantifiers(lexemes)
    if frame.intent != "exists" or not uses or target.names or not frame.asked.empty:
        return None
    parts = [x for x in target.parts if not (isinstance(x[1], OrderPart) and set(x[1].uses) <= set(uses))]
    noun = min(target.head, default=None) or _noun_in_value(parts)
    if noun is None or any(isinstance(x, OrderPart) for _, x in parts):
        return None
    behind = [x for x in parts if min(x[1].uses, default=0) > noun]
    said = [x for x in behind if not isinstance(x[1], RegionPart)] or behind
    if not said or any(c not in _LINKS for c, _ in said[1:]):
        return None
    base = [x for x in parts if x not in said]
    target.parts = [*base, *said]
    return Shared(uses, len(base))


def _noun_in_value(parts: Sequence[tuple[Connector, Part]]) -> int | None:
    """``大型矿床``: a value that holds the noun stands for it."""
    return next((x.uses[0] for _, x in parts if isinstance(x, ValuePart) and x.uses), None)
