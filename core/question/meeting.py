"""Where several features meet one another: ``where do they cross?``, ``它们在哪里相交？``.

The features of the last answer would have to be related among themselves.  No query says that, and "features
that cross any other" would be another question, so it is asked back.
"""

from __future__ import annotations

from core.question import ir
from core.question.lexicon import Lexicon
from core.question.messages import say
from core.question.normalise import normalise
from core.question.reading import Language, Reading
from core.question.segment import segment
from core.question.tokens import tokenise

_MEETS = ("CROSS", "INTERSECT", "TOUCH", "OVERLAP")
_THEY = frozenset({"they", "them", "它们", "二者", "两者", "其", "这些", "那些", "她们", "他们"})


def meeting(question: str, lexicon: Lexicon, language: Language) -> Reading | None:
    """The question back where "they" meet and nothing else is named; None for any other question."""
    normalised = normalise(question)
    words = [x for x in segment(normalised, tokenise(normalised), lexicon) if x.kind != "symbol"]
    said = [i for i, x in enumerate(words) if x.key in _THEY]
    verbs = [i for i, x in enumerate(words) if x.is_(*_MEETS) and not x.entry.content]
    if not said or not verbs or said[0] > verbs[0]:
        return None
    if any(x.entry.entities or x.entry.names or x.entry.concepts for x in words):
        return None
    verb = words[verbs[0]]
    clarify = ir.Clarify(slots=("anchor",), span=verb.span)
    answer = ir.Answer(action="clarify", clarify=clarify, span=(0, len(question)))
    return Reading(question, language, answer, message=say("gap", language, words=verb.text))
