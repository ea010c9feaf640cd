# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Ways to change the question before, in the words that follow-ups are read in: only …, what about …, without …."""

from __future__ import annotations

import re

from core.question.rewriting import Rewritten, rewrite
from core.question.wordings.plainer import replaced

_IT = r"(?:it|that|this|them|these|those|the (?:list|results?|answer|selection|search|query)|things)"
_OPEN = r"^\W*(?:(?:and|but|ok(?:ay)?|now|so|then|please|can you|could you|just|also)\b[\s,]*)*"
_ONES = r"(?:(?:the|those|these|any|all|every)\s+)+"
_SIZE = (
    r"(?:distance|radius|buffer|range|limit|threshold|cut-?off|number|value|maximum|minimum|search radius|"
    r"limit of distance)"
)

_TABLE = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (
            rf"{_OPEN}(?:restrict|limit|narrow|filter|reduce|confine|cut)\s+{_IT}(?:\s+down)?\s+(?:to|by|for)\s+",
            "only ",
        ),
        (
            rf"{_OPEN}(?:keep|retain|leave|show me|show|take|list|give me)\s+(?:just|only)\s+(?={_ONES}|[a-z])",
            "only ",
        ),
        (rf"{_OPEN}(?:keep|retain)\s+(?={_ONES})", "only "),
        (
            rf"{_OPEN}(?:drop|remove|exclude|leave out|omit|skip|discard|ignore|take out|filter out|throw out|without|"
            rf"minus|not)\s+{_ONES}(?P<x>[\w -]+?)\s+ones(?=\W*$)",
            "without the <x> ones",
        ),
        (
            rf"{_OPEN}(?:drop|remove|exclude|leave out|omit|skip|discard|ignore|take out|filter out|throw out)\s+"
            rf"(?:those|the ones|all those|any|anything)(?P<r>\s+(?:that|which|in|inside|within|near|with|of|from|"
            rf"outside|discovered)\b.+)",
            "exclude those<r>",
        ),
        (
            rf"{_OPEN}(?:(?:do|repeat|run|give me|show me|make|try|ask)\s+)?(?:the\s+)?"
            rf"(?:same(?:\s+(?:thing|question|search|query|again|list|analysis))?|that again|that|it again|"
            rf"this again|it|this)(?:\s*,?\s*(?:but|only|please|again|now))*\s+(?:for|in|with|on|of)\s+(?=[\w])",
            "what about ",
        ),
        (
            rf"{_OPEN}(?:increase|raise|lower|reduce|decrease|change|set|extend|widen|expand|shrink|put|make|enlarge|"
            rf"bring|tighten|relax|move)\s+(?:the\s+)?(?:{_SIZE}|it)(?:\s+(?:up|down|out))?\s*(?:to|at|=)\s+",
            "what about ",
        ),
        (
            rf"{_OPEN}(?:use|take|try|with)\s+an?\s+{_SIZE}\s+of\s+(?P<x>.+?)(?:\s+instead)?(?=\W*$)",
            "what about <x>",
        ),
        (rf"{_OPEN}(?:what|how)\s+of\s+", "what about "),
        (
            rf"{_OPEN}(?:what|how)\s+if\s+(?:we|i|you)\s+(?:ask|asked|look|looked|search|searched)\s+(?:for|at|in)\s+",
            "what about ",
        ),
        (
            rf"{_OPEN}(?:(?:what|how)\s+if\s+(?:we|i|you)\s+)?(?:use|take|used|took|go with)\s+(?=\d)",
            "what about ",
        ),
        (rf"{_OPEN}filter(?:\s+{_IT})?\s+(?:by|for|on|to)\s+", "only "),
        (
            r"\bnot\s+(?:just|only|merely|simply)\s+(?:the\s+)?(?P<x>[\w-]+)(?:\s+ones)?\s*,?\s+but\s+(?:also\s+)?"
            r"(?:the\s+)?(?P<y>[\w-]+)(?:\s+ones)?(?:\s+(?:too|as well))?(?=\W*$)",
            "what about <x> or <y>",
        ),
    )
)
_INSTEAD = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_OPEN}(?:swap|exchange|replace|substitute|change|switch)\s+(?:the\s+)?(?P<old>[\w ]+?)\s+"
        r"(?:for|with|by|to|into)\s+(?P<new>[\w ]+?)(?:\s+instead)?(?=\W*$)",
        r"^\W*(?P<new>[\w ]+?)\s+(?:instead of|rather than|in place of|not)\s+(?P<old>[\w ]+?)(?=\W*$)",
    )
)
"""One thing for another: the old one must stand in the question before."""


def leaning_plainly(question: str, before: str) -> Rewritten | None:
    """An English follow-up in plainer words; None where the tables know none of its own.

    Args:
        question: the follow-up.
        before: the question before it.
    """
    for pattern in _INSTEAD:
        found = pattern.match(question)
        if found is not None and re.search(rf"\b{re.escape(found['old'])}\b", before, re.IGNORECASE):
            return replaced(rewrite(question, ()), pattern, found, "what about <new>")
    for pattern, words in _TABLE:
        if (match := pattern.search(question)) is not None:
            return replaced(rewrite(question, ()), pattern, match, words)
    return None
