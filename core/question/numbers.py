"""Numbers in words and digits: ``5,000``, ``twenty five``, ``三百二十``, ``1.5万``, ``两``, ``半``."""

from __future__ import annotations

_CJK_DIGITS = {
    "零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
_CJK_UNITS = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000}
_CJK_BIG = {"万": 10_000, "亿": 100_000_000}
CJK_NUMERALS = frozenset(_CJK_DIGITS) | frozenset(_CJK_UNITS) | frozenset(_CJK_BIG) | {"半", "点"}
"""Characters that a Chinese number may consist of."""

_EN_SMALL = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
} | {
    word: 10 * (value + 2)
    for value, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"])
}
_EN_SCALE = {"hundred": 100, "hundreds": 100, "dozen": 12, "thousand": 1000, "million": 1_000_000}
_EN_FIXED = {
    "half": 0.5, "half a": 0.5, "half an": 0.5, "a hundred": 100.0, "a thousand": 1000.0, "a dozen": 12.0,
    "one and a half": 1.5,
}  # fmt: skip


def digits(text: str) -> float | None:
    """The value of digits with optional thousands separators and decimals, or None."""
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def chinese(text: str) -> float | None:
    """The value of a Chinese numeral such as ``三十五``, ``二点五``, ``两千三`` or ``半``; None when it is none.

    A last digit without unit counts one unit below the one before it (``两千三`` = 2300), as it is spoken.
    """
    if text == "半":
        return 0.5
    if text.endswith("半") and len(text) > 1:
        whole = chinese(text[:-1])
        return None if whole is None else whole + 0.5
    if "点" in text:
        return _decimal(text)
    if not text or any(x not in CJK_NUMERALS for x in text):
        return None
    if all(x in _CJK_DIGITS for x in text):
        return float("".join(str(_CJK_DIGITS[x]) for x in text)) if len(text) > 1 else float(_CJK_DIGITS[text])
    return _grouped(text)


def _decimal(text: str) -> float | None:
    whole, _, part = text.partition("点")
    if not part or any(x not in _CJK_DIGITS for x in part):
        return None
    head = chinese(whole) if whole else None
    return None if head is None else float(f"{int(head)}." + "".join(str(_CJK_DIGITS[x]) for x in part))


def _grouped(text: str) -> float | None:
    total = section = digit = 0
    last_unit = 0
    for char in text:
        if char in _CJK_DIGITS:
            digit = _CJK_DIGITS[char]
            last_unit = 0 if char == "零" else last_unit
        elif char in _CJK_UNITS:
            last_unit = _CJK_UNITS[char]
            section += (digit or 1) * last_unit
            digit = 0
        elif char in _CJK_BIG:
            total = (total + section + digit) * _CJK_BIG[char] if section + digit + total else _CJK_BIG[char]
            last_unit, section, digit = _CJK_BIG[char], 0, 0
        else:
            return None
    spoken = last_unit // 10 if last_unit >= 100 else 1
    return float(total + section + digit * spoken)


def scale(char: str) -> float | None:
    """The factor of a big Chinese unit after digits (``1.5万``, ``3千``), or None."""
    value = _CJK_BIG.get(char) or _CJK_UNITS.get(char)
    return None if value is None else float(value)


def english(words: list[str]) -> float | None:
    """The value of English number words such as ``["two", "hundred", "fifty"]``; None when they are none."""
    if len(words) == 1 and words[0] in _EN_FIXED:
        return _EN_FIXED[words[0]]
    total = current = 0.0
    for word in words:
        if word in _EN_SMALL:
            current += _EN_SMALL[word]
        elif word in _EN_SCALE:
            factor = _EN_SCALE[word]
            current = (current or 1) * factor
            if factor >= 1000:
                total, current = total + current, 0.0
        elif word in _EN_FIXED and len(words) == 1:
            return _EN_FIXED[word]
        else:
            return None
    return total + current if words else None
