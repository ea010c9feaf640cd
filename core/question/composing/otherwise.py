"""Other words for a question that was not understood as it stands.

Each rule says a turn of phrase in plain words.  They are tried only where words were left over, and what they make
counts only when the reader understands all of it: so no rule can change a question that was understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.question import ir
from core.question.composing.otherwise_en import TURNS_EN
from core.question.composing.otherwise_zh import TURNS_ZH
from core.question.composing.pieces import Composer, Piece, arranged, body
from core.question.composing.turns_first import TURNS_FIRST
from core.question.composing.turns_parts import TURNS_PARTS
from core.question.normalise import has_chinese
from core.question.reading import Reading

_THERE = re.compile(
    r"\bthere\b(?!\s+(?:is|are|were|was))|(?:该|本|此|全)(?:地区|区域|区|省)(?:内|里|的)?|那里的?|当地的?",
    re.IGNORECASE,
)
_ASKED = re.compile(r"哪|多少|几[个条座处块件家所]|什么|\b(?:which|what|how many|how much)\b", re.IGNORECASE)
_RULES_FIRST, _RULES_PARTS, _RULES_EN, _RULES_ZH = (
    tuple((re.compile(pattern, re.IGNORECASE), words) for pattern, words in rules)
    for rules in (TURNS_FIRST, TURNS_PARTS, TURNS_EN, TURNS_ZH)
)


def plainly_first(make: Composer, question: str) -> Reading | None:
    """The reading of a question whose words as they stand would mean something else."""
    within = body(question)
    for rules, many in ((_RULES_FIRST, True), (_RULES_PARTS, False)):
        for pattern, words in rules:
            found = pattern.fullmatch(question, *within)
            for said in make.with_kinds(words) if found is not None else ():
                reading = make.inner(question, arranged(found, said, "at"))  # type: ignore[arg-type]  # matched
                query = reading.ir.query if reading is not None else None
                if query is not None and (_part_of_one(make, query) or (many and _of_many(query))):
                    return reading
    return None


def _of_many(query: ir.Query) -> bool:
    """A number of many features, or a share."""
    return isinstance(query.value, ir.OpExpr) or query.intent in ("group", "aggregate")


def _part_of_one(make: Composer, query: ir.Query) -> bool:
    """The part of one named feature that lies inside of features of a kind that is no study area."""
    anchor = query.value.with_ if isinstance(query.value, ir.OverlapExpr) else None
    named = bool(query.target.names)
    return named and isinstance(anchor, ir.Set) and not make.card.entity_types[anchor.layer].region


def otherwise(make: Composer, question: str) -> Reading | None:
    """The reading of a question said in plain words; None when none of the rules leads to a complete one."""
    for pieces in _ways(make, question):
        if (reading := make.inner(question, pieces)) is not None:
            return reading
    return None


def _ways(make: Composer, question: str) -> Iterator[list[Piece]]:
    start, end = body(question)
    for pattern, words in _RULES_ZH if has_chinese(question) else _RULES_EN:
        found = pattern.fullmatch(question, start, end)
        if found is not None:
            groups = found.groupdict()
            long = "long" in (groups.get("at") or "").lower()
            longer = "longer" if groups.get("m") == "length" else "larger"
            ratio = "ratio" in (groups.get("at") or "")
            template = words.replace("{ratio}", "ratio of" if ratio else "difference between")
            template = template.replace("{to}", "to" if ratio else "and")
            template = template.replace("{longer}", longer).replace("{size}", "length" if long else "area")
            yield arranged(found, template, "at")
    yield from _there(make, question)


def _there(make: Composer, question: str) -> Iterator[list[Piece]]:
    """``…there``, 该区, 区内: the study area that the question names before it."""
    found = _THERE.search(question)
    if found is None or len(_ASKED.findall(question)) > 1:  # two questions are not one about both
        return
    before = question[: found.start()]
    said = max((x for x in make.areas if x in before), key=len, default="")
    if said:
        own = f"in {said}" if not has_chinese(question) else said
        yield [(0, found.start()), (own, found.span()), (found.end(), len(question))]
        yield [(0, found.start()), (found.end(), len(question))]
