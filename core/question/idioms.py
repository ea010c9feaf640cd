"""Turns of phrase that say a plain condition in other words: north of 200 ppm, 上世纪90年代, 比二叠纪更老."""

from __future__ import annotations

import re

from core.question.idiom_asked import ASKED
from core.question.idiom_dates import DATES
from core.question.idiom_turns import TURNS
from core.question.idiom_turns_zh import TURNS_CHINESE
from core.question.rewriting import Rewritten, rewrite
from core.question.unit_words import CONCENTRATION

_NUMBER = r"\d+(?:\.\d+)?"
_ZH_NUMBER = rf"(?:{_NUMBER}|[一二两三四五六七八九十百]+)"
_PERIOD = r"(?:[A-Z][a-z]+(?:ian|zoic|assic|ean|cene|gene)|Carboniferous|Cretaceous|Quaternary|Tertiary)"
_AGE_EN = rf"\b(?-i:{_PERIOD}(?:(?:,| or| and) {_PERIOD})*)"
_LENGTH_EN = r"(?:km|kms|m|metres?|meters?|kilomet(?:re|er)s?|miles?)"
_LENGTH_ZH = r"(?:公里|千米|km|米|m|里)"

_IDIOMS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (rf"\bnorth of (?=\d[\d,.]*\s*{CONCENTRATION}(?![a-z]))", "above "),
        (rf"\bsouth of (?=\d[\d,.]*\s*{CONCENTRATION}(?![a-z]))", "below "),
        (
            rf"\b(?:with)?in(?:side)? an? radius of ({_NUMBER}\s*{_LENGTH_EN}) (?:around|about|of|from)\b",
            r"within \1 of",
        ),
        (r"\b(?:never|do not|don't) (?:leave|exit|extend (?:beyond|outside))\b", "are completely within"),
        (rf"({_AGE_EN}\s+)rocks\b", r"\1rock bodies"),
        (rf"\brocks(?= (?:(?:that|which) are )?(?:older|younger) than\b| (?:of|from) {_AGE_EN})", "rock bodies"),
        (
            r"比([\u4e00-\u9fff]{1,4}[纪世系统代界宙])(?:时代|时期)?(?:还要|还|更加|更|要)?(?:古老|老|早)(?=的|[，。？?]|$)",
            r"老于\1",
        ),
        (
            r"比([\u4e00-\u9fff]{1,4}[纪世系统代界宙])(?:时代|时期)?(?:还要|还|更加|更|要)?(?:年轻|新|晚)(?=的|[，。？?]|$)",
            r"晚于\1",
        ),
        (rf"半径(?:为)?({_ZH_NUMBER}\s*{_LENGTH_ZH})(?:的范围|范围)?(?:之内|以内|内)", r"\1范围内"),
        (rf"(?:两侧|两边|两旁)各?(?={_ZH_NUMBER}\s*{_LENGTH_ZH})", "周边"),
        (r"^([^与和跟同及]*?(?:岩体|侵入体))的?接触带", r"\1边界"),
        (r"(?<=[\u4e00-\u9fff])([中内里])(?:所)?(?:赋存|蕴藏|埋藏|产)的", r"\1的"),
        (r"里头", "里"),
        (r"(?<=[纪世代界系])(?:时期?|期)?(?:所)?形成的(?=[\u4e00-\u9fff])", "的"),
        (r"(?:未命名|无名称|无名)的(?=[\u4e00-\u9fff])", "没有名称的"),
        (r"(?:未见(?:到)?|没有|无)([\u4e00-\u9fff]{2,6}?)(?:产出|分布|赋存|出现|存在)的", r"没有\1的"),
        (
            r"含矿(?!床|点|产|化|区|山|的)(?![\u4e00-\u9fff]{1,4}?[为是属])(?=[\u4e00-\u9fff]{0,4}(?:岩|地层|地质体))",
            "含矿的",
        ),
        (r"[两二三四五]种?(?:个)?元素(?=含量|[均都皆])", ""),
        (r"(?<![A-Za-z])top\s*(?=\d)(?=.*[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])\s*top\s*(?=\d)", "前"),
        (
            r"一[个条座处件块片](?=[\u4e00-\u9fff]{2,4}?[都也](?:没有|没|无))([\u4e00-\u9fff]{2,4}?)[都也](?:没有|没|无)",
            r"没有\1",
        ),
        (
            rf"以([^，,以]{{2,12}}?)为(?:圆心|中心点?)[、，,]?(?:以|用)?({_ZH_NUMBER}\s*{_LENGTH_ZH})[为作]?半径(?:画圆|作圆)?"
            r"(?:[，,]?(?:的?圆|圈|的?范围)[之以]?内?|内)?",
            r"距\1\2以内",
        ),
        (r"(?:构成|组成|形成|围成|圈成)的?(?=(?:最小)?(?:凸包|外包|凸多边形))", "的"),
        (
            rf"(?P<a>[A-Za-z\u4e00-\u9fff][A-Za-z0-9]*)(?:含量|品位)?[、和与](?P<b>[A-Za-z\u4e00-\u9fff][A-Za-z0-9]*)(?:含量|品位|的含量)?"
            rf"(?:分别|各自)(?P<op>大于|超过|高于|不低于|不小于|不少于|小于|低于|达到|>|≥|<)(?P<x>{_NUMBER}\s*[A-Za-z%/]+)[、和与](?P<y>{_NUMBER}\s*[A-Za-z%/]+)",
            r"\g<a>\g<op>\g<x>且\g<b>\g<op>\g<y>",
        ),
        (r"走向[为呈是]?近?(东西|南北)(?!向)", r"走向\1向"),
        (r"走向[为呈是]?(?:东北|西南)(?:[—-]?(?:东北|西南))?向?", "走向北东向"),
        (r"走向[为呈是]?(?:西北|东南)(?:[—-]?(?:西北|东南))?向?", "走向北西向"),
        (r"(?<!方)(?:东北|西南)走?向(?=的?[正逆走平冲滑移]{0,2}断)", "北东向"),
        (r"(?<!方)(?:西北|东南)走?向(?=的?[正逆走平冲滑移]{0,2}断)", "北西向"),
        (r"([省市县区])(?:的)?(?:范围|境|辖区)[之以]?外(?!围)", r"\1以外"),
        (r"([省市县区])[之以]?外(?:都)?有(?:哪些|什么)", r"\1以外的"),
        (r"^非([\u4e00-\u9fff]{2,6}?[省市县区])的", r"\1以外的"),
        (rf"沿线(?={_ZH_NUMBER}\s*{_LENGTH_ZH})", "周边"),
        (r"以([\u4e00-\u9fff]{2,8}?)[为作]为?(?:赋矿|容矿|成矿)?围岩", r"产于\1中"),
        (
            r"(?:(?:赋矿|容矿|成矿|含矿|赋存|产出|控矿)(?:的)?(?:围岩|岩石|岩性|地层|层位|岩系|岩层|岩体|母岩|层)|围岩)"
            r"(?:属于|[为是属]|(?<=层位))([\u4e00-\u9fff]{2,8}?)(?=的|[，,。？?]|$)",
            r"产于\1中",
        ),
    )
)


def without_idioms(question: str) -> Rewritten | None:
    """The question with its turns of phrase said plainly; None when it has none."""
    changes: list[tuple[tuple[int, int], str]] = []
    for pattern, words in (*TURNS_CHINESE, *_IDIOMS, *TURNS, *DATES, *ASKED):
        for found in pattern.finditer(question):
            if all(found.end() <= a or found.start() >= b for (a, b), _ in changes):
                changes.append((found.span(), found.expand(words) if isinstance(words, str) else words(found)))
    made = rewrite(question, changes) if changes else None
    return made if made is not None and made.text != question else None
