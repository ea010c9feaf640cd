# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Several questions in one text: where it can be parted, and the readings of the parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from core.question import ir
from core.question.followup_words import signs
from core.question.normalise import has_chinese
from core.question.reading import Reading
from core.question.rewriting import Rewritten, respan, rewrite

ReadPart = Callable[[str, ir.Query | None], Reading]
"""(text of a part, query of the part before or None) → reading."""


class Join(Protocol):
    """Puts a part into the query of the part before."""

    def __call__(self, text: str, head: ir.Query, shift: int, *, among: bool = False) -> ir.Query | None:
        """One query for both, or None."""


MAX_PARTS = 4
_THERE = re.compile(
    r"(?<!\bare )(?<!\bis )(?<!\bwere )\bthere(?=\W*$)|\bin (?:that|this|the same) (?:area|region)\b|那里|那边|当地|该地区?|该[区省]|[那这]一带|此地|同一地区|同区",
    re.IGNORECASE,
)
"""Words for the area of the part before."""
_SAME_AREA = re.compile(r"在?(?:该地区|该[区省]|[那这]一带|此地|同一地区)(?:境内|范围内|[的内里中])*")
_VERB_EN = re.compile(r"\b(?:are|is|were|was|do|does|did|have|has|there)\b|[\u4e00-\u9fff]", re.IGNORECASE)
_AMONG = re.compile(r"\s*(?:among|amongst|out\s+of|of)\b|\s*(?:在)?[^，,]*(?:之中|当中|中)[，,]", re.IGNORECASE)
_ASK_EN = (
    r"(?:which|what|how\s+many|how\s+much|where|are\s+there|is\s+there|list|show|count|find|give|tell\s+me|also)\b"
)
_ASKS_EN = re.compile(rf"\b{_ASK_EN}|[\u4e00-\u9fff]", re.IGNORECASE)
_BOUNDARY_EN = re.compile(
    rf"\s*;\s*(?:and\s+|also\s+)?|[?.]\s+(?:and\s+|also,?\s+)?(?=[A-Za-z])|,\s+(?:and\s+)?(?:also\s+)?(?={_ASK_EN})"
    rf"|\s+and\s+(?:also\s+)?(?={_ASK_EN})",
    re.IGNORECASE,
)
_BOUNDARY_ZH = re.compile(
    r"[；;。？?]\s*(?:另外|此外|还有|同时|以及|并且)?[，,]?\s*(?=[^\s?？。])"
    r"|[，,]\s*(?:另外|此外|还有|以及|并且|同时)[，,]?\s*"
    r"|[，,]\s*(?=(?:其中)?(?:有哪些|有多少|哪些|多少|又有(?:哪些|多少|几|什么)|那里|当地|那边|该区|该地区|那一带|这一带|该省|此地|同一地区))|[，,]\s*(?=其中)"
    r"|(?<=[少个条座处件块])[，,]\s*(?=[^，,。；;]{1,12}?(?:多少|几[个条座处件块]))"
    r"|(?<=[量数目])(?:以及|[和与及])(?=[^，,。；;和与及]{1,10}?(?:数量|[个条座处件块总]数|数目)(?:各|分别)?(?:是|为|有)?(?:多少)?[？?]?$)"
)


def parts(question: str) -> tuple[ir.Span, ...]:
    """The ranges of a text that may be questions of their own; one range when it cannot be parted."""
    chinese = has_chinese(question)
    found: list[ir.Span] = []
    start = 0
    for match in (_BOUNDARY_ZH if chinese else _BOUNDARY_EN).finditer(question):
        if question[start : match.start()].strip() and question[match.end() :].strip():
            found.append((start, match.start()))
            start = match.end()
    found.append((start, len(question)))
    return tuple(found) if len(found) <= MAX_PARTS else ((0, len(question)),)


@dataclass(frozen=True)
class Readers:
    """How the parts of a text are read."""

    part: ReadPart
    first: Callable[[str], Reading]
    join: Join | None = None
    there: Callable[[Reading, ir.Query], Reading] = lambda reading, _: reading
    """Says a further number that names no study area of that of the first part."""


def several(question: str, readers: Readers) -> Reading | None:
    """The reading of a text with several independent questions; None when it is one question.

    Every part must be understood by itself, without a word left over, or as a question about the features of the
    part before (``how many of them …``).  ``… and how far is it`` asks for more about the same features: that
    is no question of its own, and it is joined to the query before where it can.  Numbers in one
    sentence are of one place.
    """
    spans = parts(question)
    if len(spans) < 2:
        return None
    for chosen in (spans, *_pairs(question, spans)):
        if reading := _read(question, chosen, readers):
            return reading
    return None


def _pairs(question: str, spans: Sequence[ir.Span]) -> list[tuple[ir.Span, ...]]:
    """The ways to part the text in two, when it cannot be parted everywhere."""
    if len(spans) < 3:
        return []
    return [((0, spans[i][1]), (spans[i + 1][0], len(question))) for i in range(len(spans) - 1)]


def _read(question: str, spans: Sequence[ir.Span], readers: Readers) -> Reading | None:
    head = readers.first(question[: spans[0][1]])
    if not _sound(head) or head.ir.query is None:
        return None
    head, spans = _joined(question, spans, head, readers.join)
    if len(spans) == 1:
        return replace(head, question=question)
    found = list(head.also)
    moved = list(head.ir.also or ())
    only_among = _AMONG.match(question) and not _ASKS_EN.search(question[slice(*spans[0])])
    if head.ir.query is None or only_among:  # of the X with …, which …: one question
        return None
    opening = before = head.ir.query
    for start, end in spans[1:]:
        text = question[start:end].strip()
        leans = signs(text)
        if leans.own or leans.single:
            return None
        made = _without_area(text)
        reading = made.restore(readers.part(made.text, before if leans.result else None))
        if not _sound(reading) or reading.ir.query is None:
            return None
        counted = reading.ir.query.intent == opening.intent == "count"
        if (counted or _THERE.search(text)) and reading.ir.context is None:
            reading = readers.there(reading, opening)
        query = reading.ir.query
        assert query is not None  # noqa: S101  # seen above
        shift = start + len(question[start:end]) - len(question[start:end].lstrip())
        moved.append(respan(query, lambda x, by=shift: (x[0] + by, x[1] + by)))  # type: ignore[misc]
        found.append(reading)
        before = query
    if before.intent == opening.intent == "count" and not _VERB_EN.search(question[slice(*spans[0])]):
        head = readers.there(head, before)  # how many A and how many B are there in X
    answer = head.ir.model_copy(update={"also": tuple(moved)})
    return replace(head, question=question, ir=answer, also=tuple(found))


def _without_area(text: str) -> Rewritten:
    """``该区的金矿有多少``: the words for the area of the part before are no words of the part itself."""
    found = _SAME_AREA.match(text)
    return rewrite(text, [(found.span(), "")] if found is not None else [])


def _joined(
    question: str, spans: Sequence[ir.Span], head: Reading, join: Join | None
) -> tuple[Reading, Sequence[ir.Span]]:
    """The first part with the parts behind it that ask for more about what it found, and what is left."""
    while len(spans) > 1 and join is not None and head.ir.query is not None:
        start, end = spans[1]
        query = join(question[start:end], head.ir.query, start, among=_AMONG.match(question) is not None)
        if query is None:
            break
        counted = head.ir.query.intent in ("count", "exists")
        if counted or (head.ir.query.return_ and query.intent == "group"):  # two answers, not two columns of one
            further = replace(head, ir=ir.Answer(action="query", query=query), also=())
            also = (*(head.ir.also or ()), query)
            head = replace(head, ir=head.ir.model_copy(update={"also": also}), also=(*head.also, further))
        else:
            head = replace(head, ir=head.ir.model_copy(update={"query": query}))
        spans = [spans[0], *spans[2:]]
    return head, spans


def _sound(reading: Reading) -> bool:
    """True for a reading that leaves nothing out and says itself what it looks for."""
    query = reading.ir.query
    if reading.ir.action != "query" or query is None or reading.unexplained:
        return False
    said = query.target.span is not None or query.target.names is not None or query.value is not None
    return said or reading.ir.context == "previous_result"
