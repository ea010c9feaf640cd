"""The words by which a question leans on the one before it, in both languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.question.ir import Span
from core.question.normalise import has_chinese

_RESULT_EN = re.compile(
    r"\b(?:(?:out\s+)?of|among|amongst|from|between|in)\s+(?:them|those|these|the\s+(?:above|previous|last)(?:\s+(?:ones|results?))?)\b"
    r"|\b(?:them|those|these|they|theirs)\b"
    r"|\b(?:these|those|the\s+(?:previous|last|above|same))\s+(?:results?|ones|features|answers?)\b"
    r"|\b(?:which|what)\s+ones\b",
    re.IGNORECASE,
)
_OWN_EN = re.compile(r"\b(?:their|its)\b", re.IGNORECASE)
_IT_EN = re.compile(r"\b(?:it|that one|this one)\b", re.IGNORECASE)
_ONES_EN = re.compile(r"\bones?\b", re.IGNORECASE)
_LEAD_EN = re.compile(
    r"^\W*(?:(?:and|but|or|so|then|ok(?:ay)?|now|also|well)\b[\s,]*)*"
    r"(?:(?:what|how)\s+about|what\s+if(?:\s+(?:it\s+is|we\s+(?:say|take)))?|as\s+for|(?:the\s+)?same\s+(?:thing\s+|question\s+)?"
    r"(?:for|but(?:\s+with)?|with)|(?:make|change|set)\s+(?:it|that)(?:\s+to)?|try|rather|instead|again)\b[\s,:]*",
    re.IGNORECASE,
)
_LINK_EN = re.compile(r"^\W*(?:(?:and|but|or|so|then|ok(?:ay)?|now|also|only|just|well)\b[\s,]*)+", re.IGNORECASE)
_TAIL_EN = re.compile(r"[\s,]+(?:instead|then|rather|please|only)(?=\W*$)", re.IGNORECASE)
_TOO_EN = re.compile(r"[\s,]+(?:too|as\s+well|also)(?=\W*$)|(?<=\w)\s+also(?=\s)", re.IGNORECASE)
SORT_EN = re.compile(r"^.*?\b(?:sort|order|rank|arrange)(?:\s+(?:it|them|these|those))?(?=\s+by\b)", re.IGNORECASE)
"""An order as a command: ``sort by size``."""
_ASKS_EN = re.compile(
    r"\b(?:which|what|where|who|whose|how\s+(?:many|much|far|long|large|big)|list|show|find|count|give|display|(?:is|are)\s+there)\b",
    re.IGNORECASE,
)
_RESULT_ZH = re.compile(
    r"(?:在|从)?(?:这些|那些|它们|他们|上述|上面|前面|刚才|以上这些|前述)(?:的)?(?:结果|要素|对象)?(?:里面|之中|当中|中间|中|里)?"
    r"|(?:在)?其中(?:的)?"
)
_OWN_ZH = re.compile(r"(?:它们|它|这些|那些)的|其(?![中他它余实])的?")
_LEAD_ZH = re.compile(
    r"^[\s,，。]*(?:那么|那|如果|要是|若|假如|换成|改成|改为|换为|换作|同样|再看看|再看|再来看看|那要是|那如果)+"
    r"(?:是|换成|改成|改为|换为|看看)?[\s,，]*"
)
_LINK_ZH = re.compile(r"^[\s,，]*(?:还有|另外|然后|而且|而|以及|和|再|只看|只要|只|仅|仅看|也|那么)[\s,，]*")
_TAIL_ZH = re.compile(r"(?:呢|又如何|怎么样|如何|怎样|又怎么样|的话|出来|一下|吧|好吗)+(?=[\s?？。!！]*$)")
_TOO_ZH = re.compile(r"也(?=(?:一起|一并|都)?(?:显示|列出|标出|画出|加上|展示))|(?:也要|也加上)(?=[\s?？。!！]*$)")
_ASKS_ZH = re.compile(r"哪|多少|几[个条处座件块]|什么|列出|显示|查找|找出|有没有|是否|统计|给出|展示|吗")


DETERMINERS = ("those", "these", "这些", "那些", "上述", "前述")
"""Pronouns that stand before a noun."""


@dataclass(frozen=True)
class Signs:
    """What leans on the question before, as ranges of the new one."""

    result: tuple[Span, ...] = ()
    """Pronouns for the features of the last answer."""
    own: tuple[Span, ...] = ()
    """``their``, ``它们的``: something of those features."""
    single: tuple[Span, ...] = ()
    """``it``: the one feature of the last answer."""
    ones: tuple[Span, ...] = ()
    """``ones``: the same kind of feature."""
    lead: tuple[Span, ...] = ()
    """Opening and closing words that say: as before, but …"""
    link: tuple[Span, ...] = ()
    """``and``, ``只``: may open a follow-up or a question of its own."""
    too: tuple[Span, ...] = ()
    asks: bool = False
    """A question word or a command stands in the rest."""
    narrows: bool = False
    """``only``: a part of the last answer."""

    @property
    def plain(self) -> bool:
        """True when nothing leans on the question before."""
        return not (self.result or self.own or self.ones or self.lead or self.link or self.too or self.single)


def signs(question: str) -> Signs:
    """The signs of a follow-up in a question."""
    return _chinese(question) if has_chinese(question) else _english(question)


def _spans(pattern: re.Pattern[str], text: str) -> tuple[Span, ...]:
    return tuple(x.span() for x in pattern.finditer(text) if x.group())


def _outside(spans: tuple[Span, ...], others: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(x for x in spans if all(x[1] <= a or x[0] >= b for a, b in others))


def _english(text: str) -> Signs:
    result = _spans(_RESULT_EN, text)
    lead, link = _spans(_LEAD_EN, text), _spans(_LINK_EN, text)
    rest = text[lead[0][1] if lead else 0 :]
    return Signs(
        result=result,
        own=_spans(_OWN_EN, text),
        single=_outside(_spans(_IT_EN, text), (*lead, *result)),
        ones=_outside(_spans(_ONES_EN, text), result),
        lead=(*lead, *_spans(_TAIL_EN, text)),
        link=() if lead else link,
        too=_spans(_TOO_EN, text),
        asks=_ASKS_EN.search(rest) is not None,
        narrows=re.match(r"\W*(?:and\s+|but\s+)?(?:only|just)\b", text, re.IGNORECASE) is not None,
    )


def _chinese(text: str) -> Signs:
    own = _spans(_OWN_ZH, text)
    lead = (*_spans(_LEAD_ZH, text), *_spans(_TAIL_ZH, text))
    return Signs(
        result=_outside(_spans(_RESULT_ZH, text), own),
        own=own,
        lead=lead,
        link=_outside(_spans(_LINK_ZH, text), lead),
        too=_spans(_TOO_ZH, text),
        asks=_ASKS_ZH.search(text) is not None,
        narrows=re.match(r"\s*(?:只|仅)", text) is not None,
    )
