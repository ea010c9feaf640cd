"""Numbers as documents write them: value, unit, how exact, and whether they are bounds.

How exact a number is follows from its digits: half a unit of the last one that counts, where closing zeros of a
number of three digits or more do not; a number that is called approximate may be off by a tenth.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from core.answer.numbers import quantity
from core.errors import Language
from core.question.numbers import chinese, english, scale

NEAR_ENOUGH = 0.1
"""Share by which a number that is called approximate may be off."""

SLACK = "slack"
"""Unit of a citation that states how exact a number of a passage is."""

Bound = Literal["", "most", "least"]

_NEARLY = "about|approximately|approx\\.|around|roughly|some|nearly|almost|circa|ca\\.?|约|大约|近|将近|~"
_ABOUT = rf"(?P<about>(?:{_NEARLY})\s*)?"
_LEAST = (
    r"no(?:t)? (?:less|fewer) than|at least|more than|over|above|exceed(?:s|ing)?|>|≥"
    "|超过|大于|高于|多于|至少|不少于|不低于"
)
_MOST = (
    r"no(?:t)? more than|up to|at most|less than|fewer than|within|under|below|<|≤"
    "|不到|不足|小于|低于|少于|至多|最多|不超过"
)
_WORDS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty".replace(" ", "|")
)
_FIGURE = re.compile(
    rf"(?:(?P<least>{_LEAST})|(?P<most>{_MOST}))?\s*{_ABOUT}"
    rf"(?:(?<![A-Za-z0-9_.,])(?P<digits>\d+(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)|\b(?P<word>{_WORDS})\b"
    r"|(?P<chinese>[一二两三四五六七八九十百千]+)(?=[个条处座件]))"
    r"(?P<big>[万亿])?(?P<few>余|多)?\s*(?P<unit>%|‰|°|[a-zA-Zµμ]+(?:/[a-zA-Z]+)?[²³]?2?(?![A-Za-z])|公里|千米|平方公里|平方千米|米|吨|克/吨)?"
    r"\s*(?P<after>以上|以下|以内|之内|or more|or less)?",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\d\s*(?:[-–—~～至到]|to|and)\s*$")


@dataclass(frozen=True)
class Figure:
    """One number of a sentence."""

    text: str
    """Number and unit as they stand there."""
    value: float
    unit: str
    """As it is written; "" without one."""
    slack: float
    """What the number may be off, in its own unit."""
    about: bool
    bound: Bound
    span: tuple[int, int]
    """Of everything that belongs to it: the words before it too."""

    def agrees(self, value: float) -> bool:
        """Whether `value`, in the unit of this number, is what was stated."""
        least, most = value >= self.value - self.slack - 1e-9, value <= self.value + self.slack + 1e-9
        return {"": least and most, "most": most, "least": least}[self.bound]


def slack(digits: str, about: bool) -> float:
    """What a number written as `digits` may be off."""
    plain = digits.replace(",", "")
    whole, _, rest = plain.partition(".")
    zeros = len(whole) - len(whole.rstrip("0")) if len(whole) > 2 and not rest else 0
    return max(10.0 ** (zeros - len(rest)) / 2, float(plain) * NEAR_ENOUGH if about else 0.0)


def slack_text(value: float, unit: str, language: Language) -> str:
    """How exact a number is, in words: ``± 0.5 km``."""
    return f"± {quantity(value, language)} {unit}".strip()


def figures(sentence: str, known: Callable[[str], object]) -> list[Figure]:
    """The numbers of a sentence; a range such as "3–5 km" gives none that could be compared.

    Args:
        known: whether a word behind a number is a unit.
    """
    found: list[Figure] = []
    for match in _FIGURE.finditer(sentence):
        value = _value(match)
        if value is None:
            continue
        start = next(match.start(x) for x in ("digits", "word", "chinese") if match[x])
        ranged = _RANGE.search(sentence[:start])
        if ranged is not None and found and sentence[start - 1] != ",":
            found.pop()
            continue
        unit = match["unit"] if match["unit"] and known(match["unit"]) else ""
        end = (
            match.end("unit")
            if unit
            else start + len(_written(match) + (match["big"] or "") + (match["few"] or ""))
        )
        about, bound = bool(match["about"]), _bound(match)
        whole = (match.start(), match.end("after") if match["after"] else end)
        text = sentence[slice(*whole) if bound else slice(start, end)].strip()
        found.append(Figure(text, value, unit, _slack(match, about), about, bound, whole))
    return found


def _written(match: re.Match[str]) -> str:
    return match["digits"] or match["word"] or match["chinese"]


def _value(match: re.Match[str]) -> float | None:
    if match["digits"]:
        return float(match["digits"].replace(",", "")) * _big(match)
    return english([match["word"].lower()]) if match["word"] else chinese(match["chinese"])


def _big(match: re.Match[str]) -> float:
    return (scale(match["big"]) or 1.0) if match["big"] else 1.0


def _slack(match: re.Match[str], about: bool) -> float:
    value = _value(match) or 0.0
    digits = match["digits"] or f"{value:g}"
    return slack(digits, about) * (_big(match) if match["digits"] else 1.0)


def _bound(match: re.Match[str]) -> Bound:
    after = (match["after"] or "").lower()
    if match["least"] or match["few"] or after in ("以上", "or more"):
        return "least"
    return "most" if match["most"] or after else ""
