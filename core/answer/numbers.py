"""Numbers in answers: one rounding rule, written and read back here.

Values are rounded half to even on their decimal form (IEEE 754 / ISO 80000-1 rule A).  Distances are kilometres
with two decimals; below 100 m the metres follow, since "0.02 km" alone says little.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Decimal, localcontext

from core.errors import Language

NUMBER = re.compile(r"[-−]?\d+(?:,\d{3})+(?:\.\d+)?|[-−]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
"""A number as answers write it, with or without groups of thousands."""

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def rounded(value: float, decimals: int) -> Decimal:
    """`value` rounded half to even to `decimals` places."""
    with localcontext() as context:
        context.prec = 60
        return Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_EVEN)


def fixed(value: float, decimals: int) -> str:
    """`value` with exactly `decimals` places; never "-0"."""
    result = rounded(value, decimals)
    return f"{abs(result) if result == 0 else result:f}"


def quantity(value: float, language: Language) -> str:
    """A measured value with at most four significant digits and no needless zeros; whole numbers stay whole.

    Groups of thousands are parted in English (``16,370``), not in Chinese (``16370``).
    """
    if value == 0:
        return "0"
    if float(value).is_integer() and abs(value) < 1e15:
        return integer(int(value), language)
    if not 1e-6 <= abs(value) < 1e15:
        return f"{value:.3e}"
    magnitude = Decimal(repr(value)).adjusted()
    decimals = max(0, 3 - magnitude)
    text = fixed(value, decimals)
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return _group(text, language)


def integer(value: int, language: Language) -> str:
    """A whole number, grouped as the language has it."""
    return _group(str(value), language)


def count_word(value: int, language: Language) -> str:
    """A count inside a sentence: a word up to ten in English ("no" for 0), digits otherwise."""
    if language == "en" and 0 <= value < len(_WORDS):
        return _WORDS[value]
    return integer(value, language)


def distance(metres: float, language: Language) -> str:
    """A distance as answers state it: ``2.84 km``, ``0.02 km (18 m)``, ``0 m``."""
    if metres == 0:
        return "0 m"
    kilometres = f"{_group(fixed(metres / 1000, 2), language)} km"
    if metres >= 100:
        return kilometres
    small = f"{fixed(metres, 0 if metres >= 1 else 2)} m"
    return f"{kilometres} ({small})" if language == "en" else f"{kilometres}（{small}）"


def radius(metres: float, language: Language) -> str:
    """A distance somebody chose, as exactly as it was given: ``5 km``, ``2.5 km``, ``300 m``."""
    if metres < 1000:
        return f"{quantity(metres, language)} m"
    return f"{quantity(metres / 1000, language)} km"


def read_number(text: str) -> tuple[Decimal, int] | None:
    """(value, decimals shown) of the first number in `text`, number words included; None without one."""
    found = NUMBER.search(text)
    if found is not None:
        digits = found.group().replace(",", "").replace("−", "-")
        value = Decimal(digits)
        exponent = value.as_tuple().exponent
        return value, -exponent if isinstance(exponent, int) else 0
    word = text.strip().casefold()
    return (Decimal(_WORDS.index(word)), 0) if word in _WORDS else None


def _group(text: str, language: Language) -> str:
    whole, dot, rest = text.partition(".")
    if language == "en" and len(whole.lstrip("-")) > 3:
        whole = f"{int(whole):,}"
    return whole + dot + rest
