# ruff: noqa: E501  # patterns are easier to keep in long lines
"""English words that are put in other words before anything is read: as they stand they would be read wrongly."""

from __future__ import annotations

import re

from core.question.rewriting import Rewritten, rewrite
from core.question.wordings.pieces_en import K
from core.question.wordings.plainer import replaced

_END = r"(?=\s*(?:$|[.?!,;]))"
_IN = r"(?:in|of|from|within|for|across|throughout)\s+(?:the\s+)?[A-Z][\w ]*?"
_MOST = r"(?:(?:most|least)\s+(?:common|frequent|usual|widespread|abundant|typical|popular|numerous)|commonest|most often (?:found|recorded)|most frequently (?:found|recorded))"
_ASKED = r"^\W*(?:(?:tell|show|give|name)\s+(?:me\s+)?|(?:what|which)(?:['’]s|\s+is)\s+|find\s+|i (?:want|need|would like)(?: to know)?\s+)?"
_SIZE = r"(?:area|ground|space|surface|territory|land|surface area)"
_BIG, _SMALL = r"(?:most|largest|greatest|biggest|widest|highest)", r"(?:least|smallest|lowest)"
_COVER = r"(?:covers?|occup(?:y|ies)|takes? up|spans?|fills?|makes? up|extends? over|account(?:s)? for)"
_RUN = r"(?:runs?|extends?|stretch(?:es)?|goes|go|reach(?:es)?|continues?)"
_PIECE = r"(?:part|portion|section|piece|stretch|segment|bit|reach)"
_LIES = r"(?:(?:that|which)\s+)?(?:(?:is|are|lies?|lying|runs?|running|falls?|falling|sits?|passes|passing|goes|going|crosses|crossing|cuts|cutting|traverses|traversing|extends|located|found|contained)\s+)*(?:that is\s+)?"
_INTO = r"(?:inside of|inside|within|through|across|in|into|over)"
_AREA = r"(?:an?\s+|the\s+|any\s+)?(?:areas?|zones?|ground|terrains?|places?|polygons?|regions?|spots?|land|territory|parts?|outcrops?|country|units?|patches)"
_MAPPED = rf"(?:that (?:are|is|were|was)\s+|which (?:are|is)\s+)?(?:mapped|shown|marked|drawn|recorded|coloured|colored|classified|described)(?:\s+(?:on the map|geologically))?\s+as\s+(?:being\s+)?(?:made of\s+|underlain by\s+)?(?:the\s+)?(?P<k>[a-z]+(?: [a-z]+)?){_END}"
_ROCK = r"(?:host(?:ing)? rock|country rock|wall rock|bedrock)"
_OWN = r"(?:the\s+)?"

FIRST: tuple[tuple[str, str], ...] = (
    # the most common one: one group, not all of them
    (
        rf"{_ASKED}(?:the\s+)?(?P<k>[a-z]+(?: [a-z]+)?)\s+(?:that|which)\s+(?:is|are)\s+(?:the\s+)?(?P<m>{_MOST})(?:\s+one)?\s+(?:among|amongst|of|for|in|within|across)\s+(?:all\s+)?(?:the\s+)?(?P<x>[a-z]+s)\b",
        "which <k> has the most <x>",
    ),
    (
        rf"{_ASKED}the\s+(?:most\s+(?:common|frequent|usual|widespread|abundant|typical|popular)|commonest)\s+(?P<k>[a-z]+(?: [a-z]+)?)\s+(?:of|for|among|amongst)\s+(?:all\s+)?(?:the\s+)?(?P<x>[a-z]+s)(?=\s+(?:in|of|from|within)\s+(?:the\s+)?[A-Z]|\s*(?:$|[.?!]))",
        "which <k> has the most <x>",
    ),
    (
        rf"{_ASKED}the\s+(?P<k>(?!(?:\d|top|two|three|four|five|{K})\b)[a-z]+(?<!s)(?: [a-z]+(?<!s))?)\s+(?:with|shared by|having|common to|that has|represented by)\s+(?:the\s+)?(?:most|largest number of|greatest number of|highest number of)\s+(?P<x>(?!(?:area|length)\b)[a-z]+s)(?P<p>\s+{_IN})?(?=\s*(?:$|[.?!]))",
        "which <k> has the most <x><p>",
    ),
    (r"(?P<a>\bhas the most [a-z]+\b[^,]*?),?\s*(?:by|in|according to)\s+(?:the\s+)?(?:number|count)(?:\s+of\s+[a-z]+)?(?=\s*(?:$|[.?!]))", "<a>"),
    # the size on the ground said by a verb
    (rf"\b(?:that|which|who)?\s*\b{_COVER}\s+(?:the\s+)?{_BIG}\s+{_SIZE}\b", "with the largest area"),
    (rf"\b(?:that|which|who)?\s*\b{_COVER}\s+(?:the\s+)?{_SMALL}\s+{_SIZE}\b", "with the smallest area"),
    (rf"\b(?:with|of)\s+(?:the\s+)?most\s+{_SIZE}\b", "with the largest area"),
    (rf"\b(?:with|of)\s+(?:the\s+)?least\s+{_SIZE}\b", "with the smallest area"),
    (r"\bwhose\s+(?P<m>area|length)\s+(?:is|are)\s+(?:the\s+)?(?P<s>largest|greatest|biggest|smallest|shortest|longest)\b", "with the <s> <m>"),
    (rf"\b(?:that|which)\s+{_RUN}\s+(?:for\s+)?(?:the\s+)?(?:longest|furthest|farthest|most)\b", "with the greatest length"),
    (r"\bwith\s+(?:the\s+)?most\s+length\b", "with the greatest length"),
    (r"\b(?:that|which)\s+(?:are|is)\s+(?:the\s+)?(?P<s>largest|biggest|smallest|longest|shortest)\s+(?:in terms of|by|in|as regards|with regard to)\s+(?:their\s+|its\s+)?(?P<m>area|size|length|extent)\b", "with the <s> <m>"),
    # a part of a line
    (
        rf"\b(?:the\s+)?lengths?\s+of\s+(?:the|that)\s+{_PIECE}s?\s+of\s+(?P<f>(?:the\s+)?[A-Z][^,?]*?|the\s+[^,?]*?)\s+{_LIES}{_INTO}\s+(?P<u>(?:the\s+)?[A-Z][^,?.!]*?){_END}",
        "what length of <f> lies within <u>",
    ),
    (
        rf"\b(?:how\s+(?:long|big|large|extensive)\s+is|measure|what is|give(?: me)?)\s+(?:the\s+length of\s+)?(?:the|that)\s+{_PIECE}s?\s+of\s+(?P<f>(?:the\s+)?[A-Z][^,?]*?|the\s+[^,?]*?)\s+{_LIES}{_INTO}\s+(?P<u>(?:the\s+)?[A-Z][^,?.!]*?){_END}",
        "what length of <f> lies within <u>",
    ),
    (
        rf"^\W*(?:the\s+)?{_PIECE}s?\s+of\s+(?P<f>(?:the\s+)?[A-Z][^,?]*?|the\s+[^,?]*?)\s+{_LIES}{_INTO}\s+(?P<u>(?:the\s+)?[A-Z][^,?.!:]*?)\s*[:,–-]\s*(?:how long(?: is it)?|what length|(?:its |the )?length)\W*$",
        "what length of <f> lies within <u>",
    ),
    (rf"\b(?:the\s+)?lengths?\s+of\s+(?:the|that)\s+{_PIECE}s?\s+of\s+(?P<f>(?:the\s+)?[^,?]*?)\s+(?:(?:that|which)\s+)?(?:crosses|crossing|cuts|cutting|traverses|traversing)\s+(?P<u>(?:the\s+)?[A-Z][^,?.!]*?){_END}", "what length of <f> lies within <u>"),
    # one length less another
    *(
        (pattern, f"how much {longer} is <x> than <y>")
        for measure, longer in (("length", "longer"), ("area", "larger"))
        for pattern in (
            rf"^\W*(?:by\s+)?how much\s+(?:does|do)\s+(?:the\s+)?{measure}\s+of\s+(?P<x>[^?]+?)\s+(?:exceed|surpass|outstrip|top)\s+(?:that|the\s+{measure})\s+of\s+(?P<y>[^?.!]+)",
        )
    ),
    (r"^\W*how\s+much\s+(?P<m>longer|larger|bigger|shorter)\s+than\s+(?P<y>[^?]+?)\s+(?:is|are)\s+(?P<x>[^?]+)", "how much <m> is <x> than <y>"),
    (r"^\W*(?:work out|compute|calculate|give(?: me)?|determine|what is)?\s*(?:the\s+)?length\s+of\s+(?P<x>[^?]+?)\s+[-–—−]\s+(?:the\s+)?length\s+of\s+(?P<y>[^?.!]+)", "how much longer is <x> than <y>"),
    (r"^\W*(?:what|which|how large a)\s+(?:part|portion|share|section)\s+of\s+(?:the\s+length\s+of\s+)?(?P<f>[^?]+?)\s+(?:lies|is|runs|falls|passes)\s+(?:in|inside|within|through)\s+(?P<u>[^,?]+?),?\s+\(?(?:in|expressed in)\s+(?:km|kilomet(?:re|er)s|m|met(?:re|er)s)\)?(?=\s*(?:$|[.?!]))", "what length of <f> lies within <u>"),
    # mapped as a rock: what lies there, not what the deposit is made of
    (rf"\b(?:(?:that|which)\s+)?(?:(?:are|is|lie|lies|lying|located|situated|found|sit|sits|sitting|fall|falls|falling|occur|occurs|occurring)\s+)*(?:in|inside|within|on|at)\s+{_AREA}\s+{_MAPPED}", "within <k> bodies"),
    (rf"\b(?:whose|where the|where their|for which the)\s+(?:location|position|site|place|geology|ground|bedrock|rock|host rock|map unit)\s+(?:there\s+)?(?:is|are|has been|was)\s+{_MAPPED}", "within <k> bodies"),
    (rf"^\W*where\s+(?:the\s+)?(?:geology|ground|rock|bedrock|map)\s+(?:is|shows)\s+{_MAPPED}\s*,?\s*(?P<x>(?:which|what|list|show|find)\s+[^?]*?)(?:\s+(?:occur|are there|are found|lie|exist))?(?=\s*(?:$|[.?!]))", "<x> within <k> bodies"),
    (r"\b(?:in|at)\s+(?:places|areas|spots|zones)\s+where\s+(?P<k>[a-z]+)\s+(?:is|has been|was)\s+(?:mapped|exposed|shown|found|recorded)\b", "within <k> bodies"),
    (rf"\b(?:have|has|having|with)\s+(?P<k>[a-z]+)\s+(?:as|for)\s+(?:a\s+|the\s+|their\s+|its\s+)?{_ROCK}s?\b", "within <k> bodies"),
    (r"\b(?:(?:that|which)\s+)?(?:(?:are|is|lie|lies|occur|occurs|located|situated|found|sit|sits)\s+)*where\s+(?P<k>[a-z]+)\s+(?:is|are|has been|was)\s+(?:mapped|exposed|shown|outcropping|present)\b", "within <k> bodies"),
    (r"\b(?:in|within|on)\s+(?:areas?|zones?|outcrops?)\s+of\s+(?:mapped|outcropping|exposed)\s+(?P<k>[a-z]+)", "within <k> bodies"),
    # each with its distance, not the mean of them
    (
        rf"^\W*how\s+far(?:\s+away)?\s+(?:is|are|lies|lie)\s+(?:each|every|all)(?:\s+of)?(?:\s+the)?\s+(?P<x>[^,?]+?)\s+(?:away\s+)?from\s+(?:the|its|their)\s+(?P<m>nearest|closest)\s+(?P<f>[a-z]+){_END}",
        "list <x> with their distance to the <m> <f>",
    ),
    (r"^\W*given\s+the\s+convex hull\s+(?:of|around)\s+(?:the\s+|all\s+)*(?P<y>[^,;]+?),\s*(?:which|what)\s+(?P<x>[^,;]+?)\s+does\s+it\s+(?:contain|hold|enclose|cover)(?=\s*(?:$|[.?!]))", "<x> within the convex hull of the <y>"),
    # for all X, the two Y closest to each one
    (rf"^\W*(?:for|take|given)\s+(?:all(?:\s+of)?|each(?:\s+of)?|every|each and every)\s+(?:the\s+)?(?P<x>[^,;]+?)\s*(?:,|\band\b)\s*(?:and\s+)?(?:list|give|name|show|find|tell me|which|what|state|report)?\s*(?:are\s+|is\s+)?(?:the\s+)?(?P<k>{K}\s+)?(?P<y>[a-z]+)\s+(?:that\s+|which\s+)?(?:are|is|lie|lies|come|comes)?\s*(?:the\s+)?(?P<m>closest|nearest)(?:\s+to\s+(?:each(?:\s+(?:one|of them|of these|other|[a-z]+))?|it|them|every one(?: of them)?))?{_END}", "for each <x>, the <k><m> <y>"),
    # strictly inside, said twice
    (
        r"\b(?P<s>strictly|completely|entirely|fully|wholly|totally)\s+(?P<i>inside|within|in|contained in|contained within|enclosed by|enclosed in)\s+(?P<u>(?:the\s+)?[A-Z][^,;?]*?)\s*,?\s*(?:and\s+|but\s+)?(?:without|never|and do not|and don't|do not|don't|not)\s+(?:ever\s+)?(?:reach|touch|meet|cross|cut|hit|leav|exceed|com|run)(?:e|es|s|ing|ing near|ning up to)?\s*(?:to\s+|up to\s+)?(?:its|their|the|it)?\s*(?:boundar(?:y|ies)|edges?|borders?|limits?|outline|margin|contacts?|area)?(?=\s*(?:$|[.?!,]))",
        "<s> <i> <u>",
    ),
    # the age, the kinds and the share
        (
            r"\b(?:that )?(?:dat(?:e|ing) )?from the (?P<a>[a-z]+(?:ian|ous|zoic|assic|cene))(?: (?:period|age|era|epoch|times?))?(?=\s+(?:within|in)\b|\s*[.?!]?$)",
            "of <a> age",
        ),
        (
            r"\bthe (?P<x>[\w-]+) ones and the (?P<y>[\w-]+) ones (?:among|amongst|of|out of) (?:all )?the (?P<z>[a-z]+)\b",
            "the <x> or <y> <z>",
        ),
        (
            r"\bthe (?P<x>[a-z]+ [a-z]+) (?:of|in) (?P<r>(?:the )?(?:[\w'’-]+ ){1,4})with the (?:largest|greatest|biggest) (?:area|extent|surface)\b",
            "the largest <x> in <r>",
        ),
        (
            r"^\W*how (?:are|do|does|is) (?:the )?(?P<x>[a-z]+s\b(?: (?:in|of|from) [\w ]+?)?) (?:distributed|divided|split(?: up)?|grouped|divide(?: up)?|break down|distribute) (?:by|per|according to) ",
            "number of <x> by ",
        ),
)  # fmt: skip
"""Pattern and plain words, in the order in which they are tried."""

_ENGLISH = tuple((re.compile(pattern, re.IGNORECASE), words) for pattern, words in FIRST)
_LONGEST = 400


def said_first(question: str) -> Rewritten | None:
    """The English question with such words in other words; None where it has none of them."""
    made = rewrite(question, ())
    for pattern, words in _ENGLISH if len(question) <= _LONGEST else ():
        if (match := pattern.search(made.text)) is not None:
            made = replaced(made, pattern, match, words)
    return made if made.text != question else None
