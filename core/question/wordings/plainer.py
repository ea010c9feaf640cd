"""A question that was not read whole, said in the words that the grammar reads: one table for each operator.

The tables are gone through once, in order; what they make is read like any question and counts only when nothing
of it is left over.  So no entry can change a question that was understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.question.normalise import has_chinese
from core.question.rewriting import Rewritten, joined, rewrite
from core.question.wordings.asked_en import ASKED
from core.question.wordings.classes_en import CLASSES
from core.question.wordings.counted_en import COUNTED
from core.question.wordings.distances_en import DISTANCES
from core.question.wordings.figures_en import FIGURES
from core.question.wordings.frames_en import FRAMES
from core.question.wordings.neutral_en import NEUTRAL
from core.question.wordings.places_en import PLACES
from core.question.wordings.values_en import VALUES

_TABLE = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (*NEUTRAL, *CLASSES, *ASKED, *COUNTED, *FRAMES, *FIGURES, *DISTANCES, *PLACES, *VALUES)
)
_GROUP = re.compile(r"<(\w+)>")
_BLANKS = re.compile(r"\s+(?=[,.;:?!])|(?<=\s)\s+|^[\s,;:]+|[\s,;:]+$")
_LONGEST = 400


def plainer(question: str) -> Rewritten | None:
    """The English question in plainer words; None when no table knows any of its words."""
    if has_chinese(question) or len(question) > _LONGEST:
        return None
    made, changed = rewrite(question, ()), False
    for pattern, words in _TABLE:
        if (found := pattern.search(made.text)) is not None:
            changed = True
            made = replaced(made, pattern, found, words)
    made = made.put([(x.span(), "") for x in _BLANKS.finditer(made.text)])
    return made if changed and made.text != question else None


def replaced(text: Rewritten, pattern: re.Pattern[str], found: re.Match[str] | None, words: str) -> Rewritten:
    """The text with every place of a pattern said in other words; ``<name>`` stands for a group of the pattern."""
    parts: list[Rewritten | str] = []
    end = 0
    while found is not None:
        parts.append(_slice(text, end, found.start()))
        parts.extend(_filled(text, found, words))
        end = found.end()
        found = pattern.search(text.text, end) if end < len(text.text) and found.group() else None
    return joined(text.original, [*parts, _slice(text, end, len(text.text))])


def _filled(text: Rewritten, found: re.Match[str], words: str) -> Sequence[Rewritten]:
    parts: list[Rewritten] = []
    place = text.span(found.span())
    for i, part in enumerate(_GROUP.split(f" {words} ")):
        if i % 2 and found[part] is not None:
            parts.append(_slice(text, *found.span(part)))
        elif not i % 2:
            parts.append(Rewritten(text.original, part, (place,) * len(part)))
    return parts


def _slice(text: Rewritten, start: int, end: int) -> Rewritten:
    return Rewritten(text.original, text.text[start:end], text.origin[start:end])
