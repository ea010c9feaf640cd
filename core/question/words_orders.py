"""Closed-class words of the order of a list (see :mod:`core.question.words_en`)."""

from __future__ import annotations

_RISING_EN = (
    "nearest", "closest", "oldest", "earliest", "shortest", "smallest", "lowest", "poorest",
)  # fmt: skip
_FALLING_EN = (
    "farthest", "furthest", "most distant", "newest", "latest", "most recent", "longest", "largest", "biggest",
    "highest", "richest",
)  # fmt: skip
_OPPOSITES_EN = (
    ("nearest", "farthest"), ("nearest", "furthest"), ("closest", "farthest"), ("closest", "furthest"),
    ("near", "far"), ("oldest", "newest"), ("oldest", "youngest"), ("earliest", "latest"), ("oldest", "latest"),
    ("old", "new"), ("early", "late"), ("shortest", "longest"), ("short", "long"), ("smallest", "largest"),
    ("smallest", "biggest"), ("small", "large"), ("lowest", "highest"), ("low", "high"),
)  # fmt: skip
_OPPOSITES_ZH = ("近远", "早晚", "旧新", "老新", "短长", "小大", "低高")


def _english(words: tuple[str, ...], pairs: list[tuple[str, str]]) -> str:
    places = ("first", "ones first", "on top", "at the top")
    first = [f"{x}{word} {place}" for word in words for x in ("", "the ") for place in places]
    led = [f"{x} the {word}" for word in words for x in ("starting with", "starting from", "beginning with")]
    ranges = [f"{x}{a} to {b}" for a, b in pairs for x in ("", "from ", "from the ")]
    ranges.extend(f"{x} {a} to the {b}" for a, b in pairs for x in ("the", "from the"))
    return "|".join((*first, *led, *ranges))


def _chinese(pairs: list[tuple[str, str]]) -> str:
    ranges = [f"{x}{a}{y}{b}" for a, b in pairs for x in "从由自" for y in "到至往"]
    ranges.extend(f"由{a}及{b}" for a, b in pairs)
    return "|".join((*ranges, *(f"{a}的{x}" for a, _ in pairs for x in ("排前面", "在前", "排在前面", "放前面"))))


ENGLISH_ORDERS: dict[str, str] = {
    "ASC": _english(_RISING_EN, list(_OPPOSITES_EN)) + "|oldest discovery first|earliest discovery first",
    "DESC": _english(_FALLING_EN, [(b, a) for a, b in _OPPOSITES_EN]) + "|latest discovery first",
    "ALPHABETIC": "alphabetically|alphabetical|in alphabetical order|alphabetical order|a to z",
}
CHINESE_ORDERS: dict[str, str] = {
    "ASC": _chinese([(x[0], x[1]) for x in _OPPOSITES_ZH]) + "|升序|正序",
    "DESC": _chinese([(x[1], x[0]) for x in _OPPOSITES_ZH]) + "|降序|倒序",
    "ALPHABETIC": "字母顺序|首字母|拼音顺序|拼音|字母序",
}
"""Class → its words, parted by ``|``."""
