"""Roundabout wishes for an attribute or a measure: which way does X run, X往哪个方向延伸, 属于什么类型的断层."""

from __future__ import annotations

import re

_RUN = r"(?:run|go|extend|point|lead)"

ASKED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (
            rf"\b(?:(?:in )?(?:which|what) (?:way|direction)s?) (?:does|do|is|are) (.+?) {_RUN}(?:ning)?\b",
            r"azimuth of \1",
        ),
        (r"\b(?:in )?(?:which|what) direction (?:does|do) (.+?) (?:strike|trend)\b", r"strike of \1"),
        (r"\b(?:the )?bottom (\d+|[a-z]+) ([a-z ]+?) by ([a-z]+)\b", r"\1 \2 with the lowest \3"),
        (
            r"^does ((?:the )?[A-Z][\w -]*?) (?:have|hold|contain|host) (any|an?|some|at least one) ",
            r"in \1, is there \2 ",
        ),
        (r"^((?:the )?[A-Z][^,:?]*?)\s*(?:[-–—:]|,)\s*(?:its )?(area|length)\s*\?*$", r"\2 of \1"),
        (
            r"\b(?:whose|where(?: the)?|in which(?: the)?) ([\w-]+)(?: content| values?)? (?:ranges?|varies|runs) "
            r"(?=between|from)",
            r"with \1 ",
        ),
        (
            r"\b(?:which|what) ([\w ]{3,24}?) (?:occurs|is found|appears|shows up|turns up|is recorded|crops up) "
            r"(?:the )?"
            r"(most|least) (?:often|frequently|commonly)(?: among| in| for| with)?\b",
            r"what is the \2 common \1 among",
        ),
        (
            r"^(?:rank|order|sort) (?:the |all )?(.+?) by (?:their )?"
            r"(?!distance|how|near|prox|close|age|year|name|date|num|count)([a-z]{2,10})(?: contents?| values?)? "
            r"and (?:give|show|list|return|name) (?:me )?the top (\w+)(?=\W*$)",
            r"the \3 \1 with the highest \2",
        ),
        (r"^(?:please |kindly )?report (?:to me |me )?(?=(?:the|all|every|each|how many|which) )", "list "),
        (r"(?<=[a-z]),? (?:by|in) (?:count|number|frequency)(?=\W*$)", ""),
        (r"(?:是?[往向朝沿])(?:哪个|什么|哪)(?:方向|方位|向)(?:延伸|展布|延展|走|延长)的?", "的方位角"),
        (r"(?:属于|是)(?:哪种|哪类|什么|何种)类型的([\u4e00-\u9fff]{2,4})(?=[？?。]?$)", r"的\1类型"),
        (
            r"^((?:(?![以由用名])[\u4e00-\u9fffA-Za-z]){1,4}?)字?(?:打头|开头|起头)的(?=[\u4e00-\u9fff])",
            r"名称以\1开头的",
        ),
    )
)
"""What is replaced and what stands for it."""
