"""Questions whether something does not exist: they ask the same as whether it does.

``Are there no gold deposits in granite?`` and ``花岗岩里没有金矿吗？`` deny that a feature exists; nothing
is said of the values of other features.  The denial becomes the word that asks, so that the answer is a yes or no
about the feature named.  ``哪些花岗岩里没有金矿`` asks for the bodies: the place word says nothing more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.question.lexicon import Lexicon
from core.question.meanings import Lexeme

_CONTRACTED = {
    "arent": "are", "isnt": "is", "wasnt": "was", "werent": "were", "dont": "do", "doesnt": "does", "didnt": "did",
}  # fmt: skip
_PLACE = ("INSIDE", "INNER", "NEARBY", "OUTSIDE")
_LACK = ("没有", "没", "无", "不存在")


def positive(lexemes: Sequence[Lexeme], lexicon: Lexicon) -> tuple[Lexeme, ...]:
    """The lexemes with denials of existence turned into the question that they ask."""
    out = list(lexemes)
    if any(x.cjk for x in out):
        _chinese(out, lexicon)
    else:
        _english(out, lexicon)
    return tuple(out)


def _said(lexeme: Lexeme, key: str, lexicon: Lexicon) -> Lexeme:
    """The lexeme with the meaning of another word."""
    return replace(lexeme, kind="entry", key=key, entry=lexicon.entry(key, key))


def _english(out: list[Lexeme], lexicon: Lexicon) -> None:
    start = next((i for i, x in enumerate(out) if x.kind != "symbol"), None)
    if start is None:
        return
    first = out[start]
    behind = out[start + 1] if start + 1 < len(out) else None
    aux = _CONTRACTED.get(first.key.replace("'", "").replace("’", ""))
    if aux and behind is not None:
        there = behind.key.startswith("there") and aux not in ("do", "does", "did")
        out[start] = _said(first, f"{aux} there" if there else aux, lexicon)
    elif first.key == "no" and behind is not None and behind.kind != "symbol" and _noun(out[start + 1 :]):
        out[start] = _said(first, "are there any", lexicon)
    for i, lexeme in enumerate(out[1:], 1):
        before = out[i - 1]
        there = before.is_("COP") and i > 1 and out[i - 2].is_("THERE")
        if lexeme.key == "no" and (before.is_("EXISTS") or there):
            out[i] = _said(lexeme, "any", lexicon)


def _noun(lexemes: Sequence[Lexeme]) -> bool:
    return any(x.entry.entities for x in lexemes)


def _chinese(out: list[Lexeme], lexicon: Lexicon) -> None:
    i, length = next(((i, n) for i in range(1, len(out)) if (n := _lack(out, i))), (0, 0))
    if not i:
        return
    behind = [x for x in out[i + length :] if x.kind != "symbol" and not x.is_("EXISTS", "STOP")]
    if not behind or not behind[-1].entry.entities or any(x.is_("DE", "COMMA") for x in behind):
        return
    before, asks = out[i - 1], any(x.key in ("吗", "么") for x in out[i:])
    if any(x.is_("HOWMANY") and not x.entry.content for x in out):
        return
    if any(x.is_("WH") and not x.entry.content for x in out):
        if before.is_("INSIDE") and not before.entry.content and i > 1 and not out[i - 2].entry.names:
            del out[i - 1]
        return
    if before.entry.names or (before.is_("INSIDE") and not before.entry.content) or (asks and before.is_(*_PLACE)):
        out[i] = _said(out[i], "有", lexicon)
        del out[i + 1 : i + length]


def _lack(out: Sequence[Lexeme], i: int) -> int:
    """The number of lexemes that say ``没有`` at a place; 0 where none does."""
    if out[i].key in _LACK and not out[i].entry.content:
        return 1
    return 2 if i + 1 < len(out) and out[i].key + out[i + 1].key in _LACK else 0
