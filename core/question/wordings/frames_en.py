# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Frames of two steps: find the X that …, then list the Y that fall in it; take the X; which Y are near one of those."""

from __future__ import annotations

from core.question.wordings.pieces_en import Q

_FIND = r"(?:first\s+)?(?:find|take|identify|locate|pick|pick out|select|determine|consider|look up|get|choose|work out|start with|start from|given|take first|begin with)"
_THEN = r"\s*(?:[,;.:]|\band\b)\s*(?:and\s+)?(?:then\s+|next\s+|now\s+|after that\s+|afterwards\s+|finally\s+)?"
_LIST = r"(?:list|show|give|tell|name|report|find|return|display|which|what|count)(?:\s+me)?"
_BE = r"(?:that\s+|which\s+)?(?:are|is|lie|lies|fall|falls|sit|sits|occur|occurs|located|found|lying|situated|can be found|contained|come|plot)\s*"
_IT = r"(?:it|them|that [a-z]+|this [a-z]+|the (?:former|said|same) \w+|one of (?:them|these|those)(?: \w+)?|any of (?:them|these|those)(?: \w+)?|those \w+|these \w+|such an? \w+|that|those|these)"
_SUPER = r"(?:longest|largest|biggest|shortest|smallest|most extensive|greatest|oldest|youngest|richest)"
_SIDE = r"(?:due\s+)?(?:north|south|east|west|north-?\s?east|north-?\s?west|south-?\s?east|south-?\s?west)"

FRAMES: tuple[tuple[str, str], ...] = (
    # the feature with the largest measure
    (
        rf"\b(?P<x>(?:[\w-]+ )?[\w-]+)(?P<p>\s+in\s+(?:the\s+)?[A-Z][\w ]*?)?\s+(?:that|which)\s+(?:has|have|is of|is|with)\s+(?:the\s+)?(?P<s>{_SUPER}|maximum|highest)\s+(?P<m>area|extent|surface|length|size)\b",
        "<s> <x><p>",
    ),
    # find the X …, then list the Y that fall in it
    (
        rf"^\W*{_FIND}\s+(?P<x>the\s+[^,;]+?){_THEN}{_LIST}\s+(?:the\s+|all\s+(?:the\s+)?)?(?P<y>[a-z][\w -]*?)\s+{_BE}(?P<r>in|inside|within|near|close to|on|along)\s+{_IT}(?=\s*(?:$|[.?!]))",
        "<y> <r> <x>",
    ),
    (
        rf"^\W*{_FIND}\s+(?P<x>[^;,]+?){_THEN}{_LIST}\s+(?:the\s+|all\s+(?:the\s+)?)?(?P<y>[a-z][\w -]*?(?:\s+in\s+(?:the\s+)?[A-Z][\w ]*?)?)\s+{_BE}within\s+{Q}\s+(?:of|from)\s+{_IT}(?:\s+and\s+(?P<c>(?:have|has|with|contain|carry|show)\s+[^?.!]+))?(?=\s*(?:$|[.?!]))",
        "<y> that <c> within <q> of <x>",
    ),
    (
        r"^(?P<y>[a-z][^?]*?) that (?P<c>(?:have|has|with|contain|carry|show)\s+.+?) within (?P<q>\d\S* \w+) of (?:the\s+)?(?P<x>[^?]+)$",
        "<y> that <c> and that are within <q> of <x>",
    ),
    (r"^(?P<y>[a-z][^?]*?) that\s+within (?P<x>[^?]+)$", "<y> within <x>"),
    # the kind of place first: taking the centroid of X, what Y are found inside a 15 km radius of it
    (
        rf"^\W*(?:taking|using|with|from|given|around|take|use|consider|starting from|measured from)\s+(?P<x>the\s+(?:centroid|centre|center|middle|midpoint|edge|outline|boundary|intersection|crossing|crossing point|meeting point)\s+of\s+[^,;]+?)(?:\s+as (?:the\s+)?(?:centre|center|origin|starting point|reference))?\s*[,;:]\s*(?:and\s+)?{_LIST}?\s*(?P<y>[a-z][\w -]*?)\s+(?:{_BE})?(?:inside|within|in|at most|no more than|up to)\s+(?:an?\s+)?(?:(?:radius|circle|distance|buffer)\s+of\s+)?{Q}(?:\s+(?:radius|circle|distance|buffer|away))?(?:\s+(?:of|from|around|about)\s+{_IT})?(?=\s*(?:$|[.?!]))",
        "<y> within <q> of <x>",
    ),
    # within 40 km of X, list Y situated to its south
    (
        rf"^\W*(?:within|inside|in)\s+{Q}\s+of\s+(?P<x>[^,]+),\s*(?:{_LIST}\s+)?(?:the\s+|all\s+(?:the\s+)?)?(?P<y>[a-z][\w -]*?)\s+(?:that\s+|which\s+)?(?:are\s+|is\s+|lie\s+|lying\s+|located\s+|situated\s+|found\s+|sit\s+)*(?:to|on|in|towards)\s+(?:its|the)\s+(?P<d>{_SIDE})(?:ern side|\s+side|\s+of it)?(?=\s*(?:$|[.?!]))",
        "<y> <d> of <x> within <q>",
    ),
    (
        rf"^\W*(?:along|around|beside|near)\s+(?P<x>(?:the\s+)?[A-Z][^,]+),\s*(?:{_LIST}\s+)?(?P<y>[a-z][\w -]*?)\s+(?:{_BE})?(?:inside|within|in)\s+(?:an?\s+)?{Q}(?:[\s-]+(?:wide\s+)?(?:buffer|zone|corridor|strip|belt|radius|distance))?(?=\s*(?:$|[.?!]))",
        "<y> within <q> of <x>",
    ),
    # where X borders Y
    (
        rf"^\W*where\s+(?P<a>the\s+[^,]+?)\s+(?:borders|meets|touches|adjoins|abuts|joins|is in contact with|comes into contact with|contacts)(?:\s+on)?\s+(?P<b>[^,]+?),\s*(?:{_LIST}\s+)?(?P<y>[a-z][\w -]*?)\s+(?:{_BE})?(?:within|no more than|not more than|at most|no farther than|no further than|up to)\s+{Q}(?:\s+away)?\s+(?:of|from)\s+(?:their|the)\s+(?:common |shared |joint |mutual )?(?:boundary|border|contact|limit|line)(?:\s+line)?",
        "<y> within <q> of the shared boundary of <a> and <b>",
    ),
    (
        r"\b(?:the\s+)?(?:line|place|contact|border|boundary)\s+(?:along which|at which|where)\s+(?P<a>the\s+[A-Z][\w -]*?)\s+(?:and\s+(?P<c>the\s+[A-Z][^,?.]*?)\s+(?:touch|meet|join|adjoin|border)|(?:touches|meets|borders|adjoins|abuts|joins)(?:\s+on)?\s+(?P<b>the\s+[A-Z][^,?.]*))",
        "the shared boundary of <a> and <b><c>",
    ),
    (
        r"\b(?:the\s+)?(?:contact|boundary|border|contact line|boundary line|border line|line of contact|limit|dividing line|line)(?:\s+line)?\s+(?:that is\s+)?(?:shared by|common to|between|separating|dividing|which (?:separates|divides|parts)|that (?:separates|divides|parts))\s+(?:both\s+)?(?P<a>the\s+[A-Z][\w -]*?)\s+(?:and|from|with)\s+(?=the\s+[A-Z])",
        "the shared boundary of <a> and ",
    ),
    (
        r"\b(?:the\s+)?(?:point|spot|place|location|site)s?\s+(?:at which|where|in which)\s+(?P<a>(?:the\s+)?[A-Z][^,]*?)\s+(?:and\s+(?P<c>(?:the\s+)?[A-Z][^,?.]*?)\s+(?:intersect|cross|meet|join)|(?:intersects|crosses|meets|cuts|joins|runs into)(?:\s+with)?\s+(?P<b>(?:the\s+)?[A-Z][^,?.]*))",
        "the intersection of <a> and <b><c>",
    ),
    # alternatives as clauses
    (
        rf"\b(?:for which|where)\s+(?:at least one|one|either|any)(?:\s+or\s+both)?\s+of\s+(?:these|the following|these conditions|the following conditions|the two)(?:\s+(?:conditions|statements))?(?:\s+(?:holds?|is true|applies|is met|is fulfilled))?\s*[:,-]\s*(?:(?:there is\s+)?an?\s+(?P<f>[a-z -]+?)\s+(?:is|lies|runs|passes)?\s*within\s+{Q}(?:\s+of (?:it|them))?)\s*[;,]?\s*(?:or\s+)?(?:it|they|the [a-z]+)\s+(?:falls?|lies?|is|are|sits?|located|situated)\s*(?:located|situated|found|lying)?\s*(?:in|inside|within)\s+(?P<b>[^?.!]+)",
        "that are within <q> of a <f> or in <b>",
    ),
    # of the X with a fault within 2 km, which ones fall in an intrusion
    (
        rf"^\W*(?:out of|of|among|amongst|from|from among)\s+(?:all\s+)?(?:the\s+)?(?P<x>[^,]+?)\s+(?:with|having|that have)\s+an?\s+(?P<f>[a-z]+(?: [a-z]+)?)\s+(?:within|no more than|at most)\s+{Q}(?:\s+(?:away|of them))?\s*,\s*(?:which|what)(?:\s+ones?|\s+of them)?\s+(?:also\s+)?(?:are|is|fall|lie|sit|occur|located|situated)\s*(?:located|situated|found|lying)?\s*(?P<r>in|inside|within)\s+(?P<b>an?\s+[a-z -]+|[a-z -]+)(?=\s*(?:$|[.?!]))",
        "<x> <r> <b> and within <q> of a <f>",
    ),
)
"""Pattern and plain words, in the order in which they are put."""
