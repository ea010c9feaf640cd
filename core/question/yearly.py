"""Properties with a year: the word of the property and the year are brought together wherever they stand.

A card may hold one property for several years (``population in 2000``, ``population in 2020``).  Questions put the
year elsewhere (``the population of X in 2020``) or ask for the change between two years.  The text is rewritten to
the words that the card knows: ``the population 2020 of X``, ``population 2020 minus population 2000``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from core.question.ir import Span
from core.question.normalise import has_chinese
from core.question.rewriting import Rewritten, rewrite
from core.vocabulary.card import Attribute, SchemaCard

Changes = list[tuple[Span, str]]
_YEAR = re.compile(r"(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)")
_AFFIX = r"(?:\s*年(?:末|底)?的?|\s*'s)?"
_LINK = r"(?:\s*\b(?:in|of|for|year)\b)?\s*"
_BEFORE = re.compile(
    r"(?:,?\s*\b(?:as\s+)?(?:compared|relative|in\s+comparison)\s+(?:to|with)(?:\s+that)?(?:\s+(?:in|of))?|,?\s*\bthan\s+(?:in\s+)?"
    r"|\b(?:during|in|of|for|by|from|to|since|between|and|until|over)(?:\s+the\s+year)?|[—–-])\s*$"
    r"|(?:与|和|跟|同|较|比|相比于|相比|相较于|对比|从|自|到|至|[—–-])\s*$",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"(?:\s*年)?(?:末|底)?(?:时)?(?:的)?(?:相比|相比较|相较|比较|比)?(?:之间|间)?[，,]?")
_GROWTH_EN = re.compile(
    r"\b(?:(?P<up>increas(?:e|ed|es|ing)|grow(?:th|n|s|ing)?|grew|rise|rose|risen|gain(?:ed)?|chang(?:e|ed)|difference)"
    r"|(?P<down>decreas(?:e|ed|es|ing)|declin(?:e|ed|es)|drop(?:ped)?|f[ae]ll(?:en)?|los(?:s|t|e)|shr(?:ink|ank|unk)))\b"
    r"(?:\s+(?:by|in|of)(?=\s+[a-z]))?",
    re.IGNORECASE,
)  # fmt: skip
_GROWTH_ZH = re.compile(
    r"(?:的)?(?:(?P<up>增加了|增加|增长了|增长|增多了|增多|增幅|增量|增长量|增加量|上升了|上升|提高了|变化了|变化|增长幅度|增加幅度|差值|之差|差|多了|多出|多(?=多少)|高出)"
    r"|(?P<down>少了|少(?=多少)|减少了|减少|下降了|下降|降低了|降低|减幅|降幅))(?:量|值|数|幅度)?(?:的)?"
)
_HOW_EN = re.compile(
    r"\b(?:by\s+)?how\s+(?:much|many)(?:\s+more|\s+higher)?\s+(?:did|has|have|does|was|is)\b", re.IGNORECASE
)
_LISTED = re.compile(r"\s*(?:,|and|and\s+in|,\s*and)\s*|\s*年?(?:的)?\s*[和与及、]\s*", re.IGNORECASE)
_RATE = re.compile(r"\b(?:rate|percent|percentage|per\s+cent)\b|%|率|百分|倍", re.IGNORECASE)


@dataclass(frozen=True)
class Family:
    """One property in several years."""

    words: re.Pattern[str]
    years: Mapping[int, Attribute]


@dataclass(frozen=True)
class Yearly:
    """Rewrites questions against the yearly properties of a card."""

    families: tuple[Family, ...]

    @classmethod
    def of(cls, card: SchemaCard) -> Yearly:
        """The yearly properties of a card, told by the year in their ids."""
        found: dict[str, dict[int, Attribute]] = {}
        for attribute in card.attributes.values():
            year = _YEAR.search(attribute.id.replace("_", " "))
            if year and attribute.kind == "number":
                found.setdefault(attribute.id.replace(year[1], ""), {})[int(year[1])] = attribute
        families = [x for x in map(_family, found.values()) if x is not None]
        return cls(tuple(families))

    def rewritten(self, question: str) -> Rewritten | None:
        """The question with property and year together; None when nothing has to change."""
        for family in self.families:
            changes = _changes(family, question)
            if changes:
                return rewrite(question, changes)
        return None


def _family(years: Mapping[int, Attribute]) -> Family | None:
    words: set[str] = set()
    for year, attribute in years.items():
        for text in (attribute.labels.en, attribute.labels.zh, *attribute.synonyms):
            if str(year) in text:
                bare = re.sub(rf"{_LINK}{year}{_AFFIX}\s*", " ", text).strip()
                words.update({bare} if len(bare) > 1 else ())
    if not words:
        return None
    ordered = sorted(words, key=len, reverse=True)
    parts = [rf"(?<![A-Za-z]){re.escape(x)}(?![A-Za-z])" if x.isascii() else re.escape(x) for x in ordered]
    return Family(re.compile("|".join(parts), re.IGNORECASE), years)


def _changes(family: Family, text: str) -> Changes:
    years = [x for x in _YEAR.finditer(text) if int(x[1]) in family.years]
    said = list(family.words.finditer(text))
    if not years or not said or len(years) > 2:
        return []
    distinct = sorted({int(x[1]) for x in years})
    phrases = [_phrase(text, x.span()) for x in years]
    if len(distinct) == 1 and len(years) == 1:
        return _together(family, text, said, phrases[0], distinct[0])
    if len(distinct) != 2:
        return []
    return _grown(family, text, said, phrases, distinct) or _both(family, text, said, years)


def _together(family: Family, text: str, said: list[re.Match[str]], year: Span, value: int) -> Changes:
    """``the population of X in 2020``: the year goes to its word."""
    word = min(said, key=lambda x: (_gap(x.span(), year), x.start()))
    if _gap(word.span(), year) <= 1:
        return []
    return [(word.span(), _label(family, value, text)), (_kept(text, year), " " if text.isascii() else "")]


def _grown(
    family: Family, text: str, said: list[re.Match[str]], years: list[Span], distinct: list[int]
) -> Changes:
    """``how much did … grow from 2000 to 2020``: the later value minus the earlier one."""
    chinese = has_chinese(text)
    growth = next((_GROWTH_ZH if chinese else _GROWTH_EN).finditer(text), None)
    if growth is None or len(said) != 1 or _RATE.search(text):
        return []
    first, last = distinct if growth["down"] else reversed(distinct)
    minus = "减" if chinese else " minus "
    made = f"{_label(family, first, text)}{minus}{_label(family, last, text)}"
    gap = "" if chinese else " "
    changes: Changes = [(said[0].span(), made), (growth.span(), gap), *((x, " ") for x in years)]
    if how := _HOW_EN.search(text):
        changes.append((how.span(), "what is"))
    return changes if not _overlap(changes) else []


def _both(family: Family, text: str, said: list[re.Match[str]], years: list[re.Match[str]]) -> Changes:
    """``the population of X in 2000 and 2020``: both values."""
    first, last = years
    between = text[first.end() : last.start()]
    if len(said) != 1 or not _LISTED.fullmatch(between):
        return []
    chinese = has_chinese(text)
    made = (" and " if not chinese else "和").join(_label(family, int(x[1]), text) for x in years)
    start, end = _phrase(text, first.span())[0], _phrase(text, last.span())[1]
    changes: Changes = [(said[0].span(), made), ((start, end), "" if chinese else " ")]
    return changes if not _overlap(changes) else []


def _phrase(text: str, span: Span) -> Span:
    """The year with the words that tie it to the sentence."""
    before, behind = _BEFORE.search(text[: span[0]]), _BEHIND.match(text, span[1])
    start = before.start() if before else span[0]
    return start, behind.end() if behind else span[1]


def _kept(text: str, span: Span) -> Span:
    return (span[0], span[1] - 1) if text[span[0] : span[1]].endswith((",", "，")) else span


def _label(family: Family, year: int, text: str) -> str:
    return family.years[year].labels.in_("zh" if has_chinese(text) else "en")


def _gap(a: Span, b: Span) -> int:
    return max(a[0] - b[1], b[0] - a[1], 0)


def _overlap(changes: Changes) -> bool:
    spans = sorted(x for x, _ in changes)
    return any(a[1] > b[0] for a, b in pairwise(spans))
