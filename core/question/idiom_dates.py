"""Times that are told by decades and centuries, written as years: the nineties, 上世纪90年代, 1950年代至1970年代.

A century is read as its hundred years by number (the 20th: 1900–1999), as its decades are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from core.question import numbers

_TENS = {"thirties": 3, "forties": 4, "fifties": 5, "sixties": 6, "seventies": 7, "eighties": 8, "nineties": 9}
_NUMERALS = "零一二三四五六七八九"
_DECADE_EN = r"(?:the )?((?:19|20)\d)0'?s"
_DECADE_ZH = r"((?:19|20)\d)0年代"

_Words = str | Callable[[re.Match[str]], str]


def _named(found: re.Match[str]) -> str:
    return f"the 19{_TENS[found[1].lower()]}0s"


def _numeral(found: re.Match[str]) -> str:
    return f"19{_NUMERALS.index(found[1])}0年代"


def _two_numerals(found: re.Match[str]) -> str:
    return f"19{_NUMERALS.index(found[1])}0年到19{_NUMERALS.index(found[2])}9年"


def _lately(found: re.Match[str]) -> str:
    """``the last 30 years``, ``近三十年``: counted back from this year."""
    count = _number(found["n"]) if found["n"] else 1
    if count is None:
        return found[0]
    years = count * (10 if found["u"].lower() in ("decade", "decades") else 1)
    year = date.today().year - int(years)
    return f"{year}年以来" if found["u"].startswith("年") else f"since {year}"


def _number(text: str) -> float | None:
    return numbers.digits(text) or numbers.chinese(text) or numbers.english(text.lower().replace("-", " ").split())


DATES: tuple[tuple[re.Pattern[str], _Words], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (
            r"\b(?:(?:in|over|during|within|from) )?(?:the )?(?:last|past|previous) "
            r"(?P<n>\d+|[a-z]+(?:[ -][a-z]+)?)? ?(?P<u>years|decades|decade|year)\b",
            _lately,
        ),
        (
            r"(?:最近|近|过去)(?:的)?(?P<n>\d+|[一二两三四五六七八九十百]+)(?:来|多)?(?P<u>年)(?:以来|来|之内|以内|内|间|里|中)?(?:的)?(?:期间)?",
            _lately,
        ),
        (r"\b(?:in |during |within )?(?:the )?(?:last|20th|twentieth) century\b", "between 1900 and 1999"),
        (rf"\bthe ({'|'.join(_TENS)})\b", _named),
        (r"\bthe '?([3-9])0'?s\b", r"the 19\g<1>0s"),
        (rf"\b(?:between|from) {_DECADE_EN} (?:and|to|through) {_DECADE_EN}\b", r"between \g<1>0 and \g<2>9"),
        (rf"\b(?:before|prior to) {_DECADE_EN}\b", r"before \g<1>0"),
        (rf"\b(?:since) {_DECADE_EN}\b", r"since \g<1>0"),
        (rf"\b(?:after) {_DECADE_EN}\b", r"after \g<1>9"),
        (r"(?:上(?:个)?世纪|20世纪|二十世纪)?的?([三四五六七八九])([四五六七八九])十年代", _two_numerals),
        (r"(?:上(?:个)?世纪|20世纪|二十世纪)的?([一二三四五六七八九])十年代", _numeral),
        (r"(?<![一二三四五六七八九世纪的])([三四五六七八九])十年代", _numeral),
        (r"(?:上(?:个)?世纪|(?<!\d)20世纪|二十世纪)的?(\d)0年代", r"19\g<1>0年代"),
        (r"(?<![\d世纪的])([3-9])0年代", r"19\g<1>0年代"),
        (rf"{_DECADE_ZH}(?:到|至|—|-|~)(?:{_DECADE_ZH})(?:之间|期间)?", r"\g<1>0年到\g<2>9年"),
        (rf"{_DECADE_ZH}(?:以前|之前|前)(?!期)", r"\g<1>0年以前"),
        (rf"{_DECADE_ZH}(?:以来|起|至今)", r"\g<1>0年以来"),
        (rf"{_DECADE_ZH}(?:以后|之后|后)(?!期)", r"\g<1>9年以后"),
        (r"(?:进入)?(?:新|本|21|二十一)世纪(?:以来|以后|后)", "2000年以来"),
        (r"(?:上个?世纪|(?:20|二十)世纪)(?=(?:内|里|间)?(?:发现|探明|查明|找到))", "1900年到1999年"),
        (r"新(?=发现的|探明的|查明的)", ""),
    )
)
"""What is replaced and what stands for it; a question is gone over until nothing changes."""
