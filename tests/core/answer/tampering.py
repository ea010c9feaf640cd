# ruff: noqa: E501 - tables are easier to read in long lines
"""Texts that say something else than the claim they were made from, in every way the check must notice."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from core.answer.model import Claim
from core.answer.model_tokens import without_marks
from core.errors import Language

UNITS = {"km": "m", "ppm": "ppb", "ppb": "ppm", "m": "km", "km²": "m²", "wt%": "ppm", "°": " km"}
RELATIONS = {
    "en": {
        "within": "beyond", "nearest": "farthest", "highest": "lowest", "from": "inside", "all": "no", "of a": "or a",
        "lowest": "highest", "largest": "smallest", "fall into": "leave",
    },
    "zh": {"以内": "以外", "最近": "最远", "最高": "最低", "内有": "外有", "距": "穿过", "均": "不"},
}  # fmt: skip
NEGATIONS = {"en": (" is ", " has ", " are ", ": ", " with ", " from "), "zh": ("有", "为", "距", "：", "共")}


def tampered(
    claim: Claim, language: Language, others: Sequence[str], dice: random.Random
) -> Iterator[tuple[str, str]]:
    """Kind of change and changed text, for every kind that this claim allows.

    Args:
        others: names of other features.
    """
    text = without_marks(claim.text)
    makers = {
        "number": lambda: _number(text, dice), "unit": lambda: _unit(text, dice),
        "name": lambda: _name(text, claim, others, dice), "negation": lambda: _negation(text, language, dice),
        "pair": lambda: _pair(text, claim, dice), "relation": lambda: _relation(text, language, dice),
        "added": lambda: text.rstrip(".。") + (" and a large skarn." if language == "en" else "，并有大型矽卡岩。"),
        "lost negation": lambda: _lost(text, language),
    }  # fmt: skip
    for kind, make in makers.items():
        changed = make()
        if changed and changed != text:
            yield kind, changed


def _number(text: str, dice: random.Random) -> str:
    found = list(re.finditer(r"\d", text))
    if not found:
        return ""
    place = dice.choice(found).start()
    digit = str((int(text[place]) + dice.randint(1, 9)) % 10)
    return text[:place] + digit + text[place + 1 :]


def _unit(text: str, dice: random.Random) -> str:
    found = list(re.finditer(r"(?<=\d) ?(km²|km|ppm|ppb|wt%|m)(?![A-Za-z])", text))
    if not found:
        return ""
    chosen = dice.choice(found)
    return text[: chosen.start(1)] + UNITS[chosen[1]] + text[chosen.end(1) :]


def _name(text: str, claim: Claim, others: Sequence[str], dice: random.Random) -> str:
    names = [c.text for c in claim.citations if c.column == "name" and c.text in text]
    names = [x for x in names if not x.isdigit()]
    strange = [x for x in others if x not in text and not any(x in n or n in x for n in names)]
    if not names or not strange:
        return ""
    return text.replace(dice.choice(names), dice.choice(strange), 1)


def _negation(text: str, language: Language, dice: random.Random) -> str:
    places = [(i, w) for w in NEGATIONS[language] for i in _at(text, w)]
    if not places:
        return ""
    place, word = dice.choice(places)
    new = word.rstrip() + " not " if language == "en" else "没" + word
    return text[:place] + new + text[place + len(word) :]


def _lost(text: str, language: Language) -> str:
    words = ("not ", "no ", "unnamed ", "unknown") if language == "en" else ("不", "未", "无")
    word = next((x for x in words if x in text), "")
    return text.replace(word, "", 1) if word else ""


def _pair(text: str, claim: Claim, dice: random.Random) -> str:
    """Two values of one kind change places."""
    kinds: dict[tuple[str, bool], list[str]] = {}
    for c in claim.citations:
        kinds.setdefault((c.kind, bool(re.match(r"[\d<>]", c.text))), []).append(c.text)
    pairs = [(a, b) for x in kinds.values() for a in x for b in x if a < b and a not in b and b not in a]
    pairs = [(a, b) for a, b in pairs if text.count(a) == 1 and text.count(b) == 1 and _bound(text, a, b)]
    if not pairs:
        return ""
    a, b = dice.choice(pairs)
    return text.replace(a, "\0").replace(b, a).replace("\0", b)


def _bound(text: str, one: str, other: str) -> bool:
    """Traits listed between semicolons may stand in any order; only other pairs are swapped."""
    apart = {x.strip() for x in re.split(r"[;；()（）]", text)}
    return not (one in apart and other in apart)


def _relation(text: str, language: Language, dice: random.Random) -> str:
    found = [(i, a, b) for a, b in RELATIONS[language].items() for i in _at(text, a)]
    if not found:
        return ""
    place, old, new = dice.choice(found)
    return text[:place] + new + text[place + len(old) :]


def _at(text: str, word: str) -> list[int]:
    pattern = rf"\b{re.escape(word)}\b" if word[0].isalpha() and word.isascii() else re.escape(word)
    return [m.start() for m in re.finditer(pattern, text)]
