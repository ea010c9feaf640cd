# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Classes of a number in English: ``below 50, 50 to 100, above 100 ppm``, ``with breaks at 50 and 100 ppm``."""

from __future__ import annotations

from core.question.unit_words import CONCENTRATION

_U = CONCENTRATION
_D = r"\d[\d.]*(?<!\.)"
_AND = r"\s*[,;]?\s*(?:and\s+)?"
_ELEMENT = r"(?P<e>[a-z][\w-]*)"
_OF = r"(?:\s+(?:content|contents|values?|concentrations?|grades?|levels?|class|classes|ranges?|bins?|bands?|groups?|intervals?))*"
_RANGES = (
    rf"(?:below|under|less than|lower than|up to|<)\s*(?P<a>{_D})\s*{_U}?{{F}}{_AND}(?:from\s+|between\s+)?(?P=a)\s*{_U}?\s*(?:to|-|–|and)\s*"
    rf"(?P<b>{_D})\s*{_U}?{_AND}(?:above|over|more than|greater than|higher than|beyond|>)\s*(?P=b)\s*(?P<u>{_U})?"
)
_PLAIN, _NAMED = _RANGES.replace("{F}", ""), _RANGES.replace("{F}", r"\s+(?P<f>[a-z][\w-]*)")
_LIMITS = rf"(?P<a>{_D})\s*{_U}?\s*(?:and|/|,)\s*(?P<b>{_D})\s*(?P<u>{_U})?"
_BREAKS = r"(?:class\s+)?(?:limits?|bounds|boundaries|breaks?|borders|edges|thresholds?|cuts?|cut-?offs?|break points|breakpoints)"
_STOP = r"(?!(?:have|has|with|having|by|into|per)\b)"
_PLACE = rf"{_STOP}[\w'’–-]+(?:\s+{_STOP}[\w'’–-]+){{0,5}}?"
"""A few words; each is told from the next by its blank, so that a text can be read in one way only."""
_X = rf"(?P<x>(?:[a-z]\w*\s+){{0,3}}?[a-z]{{3,}}s)(?P<p>\s+(?:in|from|of|within)\s+(?:the\s+)?{_PLACE})?"
_ASKED = r"(?P<q>^\W*(?:in [^,]+,\s*)?)(?:(?:how many|how do|count|number of|the number of|numbers of|group|classify|bin|divide|split|sort|tally|arrange)\s+)?(?:all\s+)?(?:the\s+)?"
_REST = r"\)?(?:\s*,?\s*(?:and|then)\s+(?:count|give|tell|show|list|say|report)[^,;]*|\s*,?\s*(?:in each|how many(?: in each)?|respectively))?(?=\s*(?:$|[.?!]))"
_MADE = "<q>number of <x> <p> by <e> classes at <a> and <b> <u>"

CLASSES: tuple[tuple[str, str], ...] = (
    (
        rf"{_ASKED}{_X}\s+(?:fall\s+|falling\s+|are\s+|lie\s+)?{_NAMED}{_REST}",
        "<q>number of <x> <p> by <f> classes at <a> and <b> <u>",
    ),
    (
        rf"{_ASKED}{_X}\s+(?:by|per|into|in|in the|on|have|has|with|having|fall into|contain|show|according to)\s+(?:their\s+)?{_ELEMENT}{_OF}\s*[:,(]?\s*{_PLAIN}{_REST}",
        _MADE,
    ),
    (
        rf"(?P<q>^\W*){_ELEMENT}{_OF}\s+(?:in|of)\s+{_X}\s*[:,(]?\s*(?:how many|count|the number)?\s*{_PLAIN}{_REST}",
        _MADE,
    ),
    (
        rf"{_ASKED}{_X}\s+(?:by|per|into|on)\s+(?:their\s+)?{_ELEMENT}{_OF}\s*[,(]?\s*(?:with|at|using|having)\s+(?:the\s+)?{_BREAKS}\s+(?:at\s+|of\s+|being\s+)?{_LIMITS}{_REST}",
        _MADE,
    ),
    (
        rf"(?P<q>^\W*)(?:a\s+|the\s+)?(?:histogram|distribution|classes)\s+of\s+{_ELEMENT}{_OF}\s+(?:in|of|for|among)\s+{_X}\s*,?\s*(?:with|at|using|having)\s+(?:the\s+)?{_BREAKS}\s+(?:at\s+|of\s+|being\s+)?{_LIMITS}{_REST}",
        _MADE,
    ),
    (
        rf"(?P<q>^\W*)(?:using|with|taking)\s+{_LIMITS}\s+as\s+(?:the\s+)?{_BREAKS}\s+(?:for|of)\s+{_ELEMENT}{_OF}\s*,\s*(?:count|how many|group|give the number of)\s+(?:the\s+)?{_X}(?=\s*(?:$|[.?!]))",
        _MADE,
    ),
    (
        rf"(?P<q>^\W*)(?:the\s+)?(?P<x>(?!the\b|class\b)[a-z]{{3,}})\s+(?:counts?|numbers?)\s+(?:by|per)\s+{_ELEMENT}{_OF}\s*[,(]?\s*(?:with\s+|at\s+)?{_LIMITS}\s*(?:as\s+(?:the\s+)?{_BREAKS})?\)?(?P<p>\s+(?:in|for|from|of)\s+[^,;?]+?)?(?=\s*(?:$|[.?!]))",
        "<q>number of <x>s <p> by <e> classes at <a> and <b> <u>",
    ),
)
"""Pattern and plain words, in the order in which they are put."""
