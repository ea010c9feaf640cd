"""Chinese questions that were not understood as they stand, said again in plain words and frames.

What is made counts only when the reader understands all of it, so nothing here can change a question that was
understood; and no way to say it loses a figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.question.normalise import normalise
from core.question.rewriting import Rewritten, joined, plainly, slots
from core.question.wordings.frames_counted_zh import COUNTED
from core.question.wordings.frames_zh import FRAMES
from core.question.wordings.said_zh import SAID
from core.question.wordings.turns_zh import TURNS
from core.question.wordings.words_asked_zh import ASKED
from core.question.wordings.words_zh import KM, WORDS, N

MOST = 4
"""How many ways are read at most."""
_LONGEST = 120
_LEAD = re.compile(
    r"(?:把|将|请问|请教|请|麻烦|劳驾|帮我|帮忙|给我|替我|我想|想要|想知道|想了解|想问|看一看|看一下|看看|看下|查一查|查一下|查查|查下|查询|"
    r"算一下|算下|算算|计算|求一下|求|找一下|找出|找找|列出|列一下|问一下|统计一下|一下|[,:\s])+"
)
_TAIL = re.compile(
    r"(?:(?:都|给我|帮我|请)*(?:列一下|列出来|找一下|求一下|算一下|列给我|列出|找出来|查一下|看一下|看看|挑一下|给我|告诉我|标出来|报一下|说一下)|[?.!,\s]|呢|呀|啊|吧|吗)+$"
)
_PRONOUN = re.compile(
    r"[,;](?:而且|并且|且|同时|另外|还有|要求)*(?:这些|那些|那个|这个|那几[个条座处]|该|此|这几[个条座处])(?P<x>[\u4e00-\u9fff]{2,4}?)"
    r"(?:又|也|还|都|均|自身|本身|自己|同时)*(?:要|须|得|应|必须|需要|需)*(?P<c>(?:在|离|距|位于|产于|与|被|属于|不|没|含|有|沿|靠近)[^,]+)$"
)
_NEAR = re.compile(rf"{N}\s*{KM}")
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_WORDS, _FRAMES = (
    tuple((re.compile(x), y) for x, y in rules) for rules in ((*SAID, *TURNS, *WORDS, *ASKED), (*COUNTED, *FRAMES))
)


def plainer_zh(question: str) -> Iterator[Rewritten]:
    """The Chinese question in other words, the closest first, at most :data:`MOST`; none loses a figure."""
    if len(question) > _LONGEST:
        return
    figures = set(_DIGITS.findall(normalise(question).text))
    seen = {question}
    for made in _ways(question):
        if made.text in seen or not all(x in made.text for x in figures):
            continue
        seen.add(made.text)
        yield made
        if len(seen) > MOST:
            return


def _ways(question: str) -> Iterator[Rewritten]:
    """The question in plainer words, then in the frames that fit it."""
    normalised = normalise(question)
    origin = tuple((x, x + 1) for x in normalised.index)
    plain = plainly(_referred(_bare(Rewritten(question, normalised.text, origin))), _WORDS)
    frames = [x for x in (_framed(plain, *rule) for rule in _FRAMES) if x is not None]
    yield plain
    for made in frames:
        yield plainly(made, _WORDS)


def _bare(words: Rewritten) -> Rewritten:
    """The text without the words at its ends that only ask."""
    start = found.end() if (found := _LEAD.match(words.text)) else 0
    end = found.start() if (found := _TAIL.search(words.text)) else len(words.text)
    return words.piece(start, end) if start < end else words


def _referred(words: Rewritten) -> Rewritten:
    """``距甲2公里,这些甲又要在乙5公里内``: the further condition stands before the noun it speaks of."""
    found = _PRONOUN.search(words.text)
    at = words.text.rfind(found["x"], 0, found.start()) if found is not None else -1
    if found is None or at < 0:
        return words
    condition = words.piece(*found.span("c"))
    if _NEAR.search(condition.text) and condition.text.startswith("在"):
        condition = condition.put([((0, 1), "" if words.text[at - 1 : at] in ("距", "离") else "距")])
    rest = words.piece(at, found.start())
    return joined(words.original, [words.piece(0, at), condition, "的", rest])


def _framed(words: Rewritten, pattern: re.Pattern[str], template: str) -> Rewritten | None:
    found = pattern.fullmatch(words.text)
    if found is None:
        return None
    parts: list[Rewritten | str] = []
    for said, name in slots(template):
        if said:
            parts.append(said)
        if name and found[name]:
            parts.append(words.piece(*found.span(name)))
    return joined(words.original, parts)
