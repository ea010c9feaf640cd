"""Headings of columns: the bare words, the unit written beside them, the language of the values."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.script import CJK, has_cjk
from core.vocabulary.identifiers import parse_identifier
from core.vocabulary.matching import normalise
from core.vocabulary.romanise import pinyin
from core.vocabulary.units import Units

_BRACKETED = re.compile(r"[(\[{【]\s*([^()\[\]{}【】]{1,16}?)\s*[)\]}】]\s*$")
_WRAPPED = re.compile(r"^\s*[wcωWC]\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*")
"""The content of a substance as textbooks write it: w(As)."""
_CODED = re.compile(r"^([A-Za-z0-9]{1,8})[\s_\-]+([A-Za-z%/]{2,6})[\s_\-]+\d\w{0,7}$")
"""A content with its unit and, after it, the code of a method: Cu_ppm_511P."""
_JOIN = re.compile(r"[\s_/,;:.\-]+")
_POWER = re.compile(r"^[x×*·]?\s*10\s*\^?\s*\(?\s*-\s*(\d+)\s*\)?$", re.IGNORECASE)
_LANGUAGES = {
    **dict.fromkeys(("en", "eng", "english", "英文"), "en"),
    **dict.fromkeys(("cn", "zh", "chn", "chs", "chinese", "中文", "汉字"), "zh"),
}


@dataclass(frozen=True)
class Heading:
    """One way to read a heading."""

    text: str
    """As it stands."""
    bare: str
    """Without the unit."""
    words: tuple[str, ...]
    key: str
    """The words without blanks, in the form in which headings are compared."""
    unit: str = ""
    """Unit id of ``units.json``."""
    dimension: str = ""
    language: str = ""
    """``en`` or ``zh`` when the heading says in which language its values are."""


def key_of(text: str) -> str:
    """The form in which headings and vocabulary words are compared: letters and digits only, one case."""
    return re.sub(r"[\W_]+", "", normalise(text.replace("_", " ")))


def cjk(text: str) -> bool:
    """Whether a text has Chinese characters."""
    return has_cjk(text)


@lru_cache(maxsize=20_000)
def latin(word: str) -> tuple[str, str]:
    """A Chinese word in pinyin and its first letters, both in small letters; blanks for other words."""
    if not word or not all(CJK.match(x) for x in word):
        return "", ""
    return pinyin(word).lower(), "".join(pinyin(x)[:1] for x in word).lower()


def find_unit(text: str, units: Units) -> tuple[str, str] | None:
    """(dimension, unit id) of a unit as headings write it, None when it is none."""
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").replace("–", "-").strip()
    power = _POWER.match(plain)
    for spelling in (f"10-{power[1]}" if power else plain, plain, plain.replace(" ", ""), text.strip()):
        if spelling and (found := units.find(spelling)):
            return found
    return None


def readings(text: str, units: Units, abbreviations: Mapping[str, str]) -> tuple[Heading, ...]:
    """The ways to read a heading: with the unit at its end taken off where there is one, and as a whole."""
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").strip()
    found = []
    for bare, unit in _parted(plain, units):
        found.append(_heading(text, bare, unit, abbreviations))
    found.append(_heading(text, plain, None, abbreviations))
    return tuple(dict.fromkeys(found))


def _parted(plain: str, units: Units) -> list[tuple[str, tuple[str, str]]]:
    """Bare heading and unit, the longest unit first."""
    result = []
    bracket = _BRACKETED.search(plain)
    if bracket and (unit := find_unit(bracket[1], units)):
        result.append((plain[: bracket.start()], unit))
    result += [
        (plain[: join.start()], unit)
        for join in _JOIN.finditer(plain)
        if (unit := find_unit(plain[join.end() :], units))
    ]
    if (coded := _CODED.match(plain)) and (unit := find_unit(coded[2], units)):
        result.append((coded[1], unit))
    known, low = units.spellings(), plain.lower()
    result += [(plain[: -len(x)], known[x]) for x in _glued(units) if low.endswith(x.lower())]
    return [(x, unit) for x, unit in result if x.strip()]


@lru_cache(maxsize=8)
def _glued(units: Units) -> tuple[str, ...]:
    """Spellings that may stand at the end of a word without a blank: ``Cuppm``, ``储量吨``."""
    words = [x for x in units.spellings() if len(x) > 2 or cjk(x)]
    return tuple(sorted(words, key=len, reverse=True))


def _heading(text: str, bare: str, unit: tuple[str, str] | None, abbreviations: Mapping[str, str]) -> Heading:
    wrapped = _WRAPPED.match(bare)
    inner = (wrapped[1] + bare[wrapped.end() :] if wrapped else bare).strip(" _-/.,;:")
    words = list(parse_identifier(inner, abbreviations).words)
    year = parse_identifier(inner, {}).year
    language = ""
    for i, word in enumerate(words):
        if word in _LANGUAGES and len(words) > 1:
            language = _LANGUAGES[word]
            del words[i]
            break
    words += [str(year)] if year else []
    key = "".join(key_of(x) for x in words) or key_of(inner)
    return Heading(text, inner, tuple(words), key, unit[1] if unit else "", unit[0] if unit else "", language)
