# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Surface forms of near, beyond, ring, nearest, how far and of counts of neighbours in English."""

from __future__ import annotations

from core.question.wordings.pieces_en import AWAY, GE, HAVE, LE, LIES, NOUN, OR_LESS, OR_MORE, SINGLE, K, N, Q, U

_END = r"(?=\s*(?:$|[.,;:?!()]|\b(?:in|and|or|but|that|are|is|have|has)\b))"
_OF_IT = r"(?:\s+(?:away from|from|of|to)\s+(?:it|them|these|those|the [a-z]+|each|him))?"
_SINGLE = rf"(?:{SINGLE})"
_MIN = rf"(?:{GE}|>)"
_MAX = rf"(?:{LE}|<)"
_RANGE = rf"(?:{GE}\s+(?P<a>{N})(?:\s*{U})?{AWAY}\s*,?\s*(?:and|but)\s+(?:also\s+)?{LE}\s+(?P<b>{N}\s*{U}))"
_VERB_CLOSE = r"(?:are|is|lie|lies|lying|sit|sits|come|comes|located|situated|that are|which are|that lie|which lie|fall|falls)"
_COUNT = rf"(?P<c>at least|no fewer than|not fewer than|no less than|more than|over|fewer than|less than|at most|no more than|exactly)\s+(?P<k>{K})"

DISTANCES: tuple[tuple[str, str], ...] = (
    (r"\bdistnace|\bdistanse|\bdistence", "distance"),
    # a ring: whose nearest fault is no less than one and no more than four kilometres away
    (
        rf"\b{HAVE}\s+(?:a\s+|the\s+)?distance\s+(?:to|from|between \w+ and)\s+{_SINGLE}(?P<f>{NOUN}?){LIES}\s+(?:of\s+)?{_RANGE}{AWAY}",
        "between <a> and <b> from the nearest <f>",
    ),
    (rf"\b{HAVE}\s+{_SINGLE}(?P<f>{NOUN}?){LIES}\s+{_RANGE}{AWAY}", "between <a> and <b> from the nearest <f>"),
    (
        rf"\b{HAVE}\s+{_SINGLE}(?P<f>{NOUN}?){LIES}\s+(?:between|from|anywhere between)\s+(?P<a>{N})(?:\s*{U})?\s*(?:and|to|-)\s*(?P<b>{N}\s*{U}){AWAY}",
        "between <a> and <b> from the nearest <f>",
    ),
    # a count of neighbours: around which no fewer than 3 faults run within 5 km
    (
        rf"\b{HAVE}\s+{_COUNT}\s+(?P<f>{NOUN}?){LIES}\s+(?:{LE}\s+){Q}(?:{OR_LESS})?{AWAY}{_OF_IT}",
        "with <c> <k> <f> within <q>",
    ),
    (
        rf"\b{HAVE}\s+(?P<k>{K})\s+(?:or more|or greater)\s+(?P<f>{NOUN}?){LIES}\s+(?:{LE}\s+){Q}{AWAY}{_OF_IT}",
        "with at least <k> <f> within <q>",
    ),
    (
        rf"\b{HAVE}\s+(?:the|a)\s+(?:total\s+)?(?:number|count)\s+of\s+(?P<f>{NOUN}?){LIES}\s+(?:{LE}\s+){Q}{AWAY}{_OF_IT}\s+(?:is|reaches|amounts to|equals|comes to)\s+(?P<k>{K})\s+or\s+(?:more|greater|higher|above|larger)",
        "with at least <k> <f> within <q>",
    ),
    (
        rf"\b{HAVE}\s+(?:the|a)\s+(?:total\s+)?(?:number|count)\s+of\s+(?P<f>{NOUN}?){LIES}\s+(?:{LE}\s+){Q}{AWAY}{_OF_IT}\s+(?:is|reaches|amounts to|comes to)\s+{_COUNT}",
        "with <c> <k> <f> within <q>",
    ),
    (
        rf"\b{HAVE}\s+(?:the|a)\s+(?:total\s+)?(?:number|count)\s+of\s+(?P<f>{NOUN}?){LIES}\s+(?:{LE}\s+){Q}{AWAY}{_OF_IT}\s+(?:exceeds|is above|is over|surpasses|tops)\s+(?P<k>{K})",
        "with more than <k> <f> within <q>",
    ),
    # the reference is the subject: for which the closest fault is 3 km away or farther; with a fault 500 m away or less
    (
        rf"\b{HAVE}\s+(?:a\s+|the\s+)?distance\s+(?:to|from)\s+{_SINGLE}(?P<f>{NOUN}?){LIES}\s+(?:of\s+)?(?:{_MAX}\s+){Q}{AWAY}",
        "within <q> of <f>",
    ),
    (
        rf"\b{HAVE}\s+(?:a\s+|the\s+)?distance\s+(?:to|from)\s+{_SINGLE}(?P<f>{NOUN}?){LIES}\s+(?:of\s+)?{Q}{OR_LESS}",
        "within <q> of <f>",
    ),
    (
        rf"\b{HAVE}\s+(?:a\s+|the\s+)?distance\s+(?:to|from)\s+{_SINGLE}(?P<f>{NOUN}?){LIES}\s+(?:of\s+)?(?:{_MIN}\s+){Q}{AWAY}",
        "at least <q> from any <f>",
    ),
    (
        rf"\b{HAVE}\s+(?:a\s+|the\s+)?distance\s+(?:to|from)\s+{_SINGLE}(?P<f>{NOUN}?){LIES}\s+(?:of\s+)?{Q}{OR_MORE}",
        "at least <q> from any <f>",
    ),
    (
        rf"\b{HAVE}\s+{_SINGLE}(?P<f>{NOUN}?){LIES}\s+(?:(?:at a )?distance (?:of )?)?(?:{LE})\s+{Q}(?:{OR_LESS})?{AWAY}{_OF_IT}{_END}",
        "within <q> of a <f>",
    ),
    (rf"\b{HAVE}\s+{_SINGLE}(?P<f>{NOUN}?){LIES}\s+(?:at\s+)?{Q}{OR_LESS}{_OF_IT}", "within <q> of a <f>"),
    (
        rf"\b{HAVE}\s+(?:the|their|its)\s+(?:nearest|closest)\s+(?P<f>{NOUN}?){LIES}\s+(?:{GE})\s+{Q}{AWAY}{_OF_IT}{_END}",
        "at least <q> from any <f>",
    ),
    (
        rf"\b{HAVE}\s+(?:(?:the|their|its)\s+)?(?:nearest|closest)\s+(?P<f>{NOUN}?){LIES}\s+(?:at\s+)?{Q}{OR_MORE}{_OF_IT}",
        "at least <q> from any <f>",
    ),
    (
        rf"\b{HAVE}\s+no\s+(?P<f>{NOUN}?){LIES}\s+(?:{LE}|closer than)\s+{Q}{AWAY}{_OF_IT}",
        "more than <q> from any <f>",
    ),
    # …that any fault passes within 800 m of
    (
        rf"\b(?:that|which)\s+(?:an?|any|some|at least one)\s+(?P<f>{NOUN}?)\s+(?:passes|runs|comes|lies|goes|is|gets|cuts|approaches|occurs|extends)(?:\s+to)?\s+(?:{LE})\s+{Q}\s+(?:of|from|to)(?=\s*(?:$|[.?!,]))",
        "within <q> of a <f>",
    ),
    (
        rf"\b(?:that|which)\s+(?:an?|any|some|at least one)\s+(?P<f>{NOUN}?)\s+(?:passes|runs|comes|lies|goes|is|gets|approaches|occurs)(?:\s+to)?\s+(?:closer|nearer)\s+(?:to\s+)?than\s+{Q}(?:\s+(?:of|from|to))?(?=\s*(?:$|[.?!,]))",
        "within <q> of a <f>",
    ),
    (
        rf"\b(?P<x>(?:of|among|from) the [^,]+?)\s+{HAVE}\s+an?\s+(?P<f>[a-z-]+(?: [a-z-]+)?)\s+within\s+{Q}",
        "<x> within <q> of a <f>",
    ),
    # bounds and radii
    (
        rf"\b(?:lying |situated |located |that lie |which lie )?(?:in|inside|within)\s+(?:the|an?)\s+(?:band|ring|belt|zone|annulus|strip)\s+(?:from|of|between)\s+(?P<a>{N})(?:\s*{U})?\s*(?:to|and|-|–)\s*(?P<b>{N}\s*{U})\s+(?:around|from|about|of)\s+",
        "between <a> and <b> from ",
    ),
    (
        rf"\baway\s+from\s+(?P<f>{NOUN}?)\s+by\s+(?:more than|over|at least)\s+{Q}",
        "more than <q> from any <f>",
    ),
    (rf"\b(?P<u>{U})\s+(?:distant|removed|apart|off|out|remote)\s+from\b", "<u> from"),
    (rf"\b(?:{LE})\s+{Q}\s+(?:off|out from|out of)\s+(?=any|an?|the)", "within <q> of "),
    (
        rf"\b(?:with|having|that have|which have)\s+(?P<f>{NOUN}?)\s+(?:in|inside|within)\s+(?:an?\s+|their\s+)?{Q}\s+(?:neighbou?rhood|radius|surroundings|vicinity|circle|buffer|distance|range)(?:\s+(?:of|around)\s+(?:it|them))?",
        "within <q> of <f>",
    ),
    (
        rf"\b{HAVE}\s+(?:a\s+|the\s+)?distance\s+(?:to|from)\s+{_SINGLE}(?P<f>{NOUN}?)\s+(?:ranges?|varies|lies?|is|falls?|runs?)\s+(?:somewhere\s+|anywhere\s+)?(?:between|from|in the range(?: of| from)?)\s+(?P<a>{N})(?:\s*{U})?\s*(?:and|to|-|–)\s*(?P<b>{N}\s*{U})",
        "between <a> and <b> from the nearest <f>",
    ),
    (
        r"\b(?:that\s+|which\s+)?(?:are|is|lie|lies)?\s*(?:the\s+)?most\s+(?:distant|remote|isolated|removed)\s+from\b",
        "farthest from",
    ),
    (
        rf",?\s*\b{Q}\s+(?:at (?:the )?most|at (?:the )?maximum|max(?:imum)?|or less)(?=\s*(?:$|[.?!]))",
        " within <q>",
    ),
    (
        rf"\b(?:lying |situated |located |found |that lie |which lie |lie |are |is )?(?:inside|within|in|at)\s+an?\s+{Q}\s+(?:radius|buffer|distance|zone|circle|ring|corridor)\s+(?:of|around|about|from|along)\s+",
        "within <q> of ",
    ),
    (
        rf"\b(?:lying |situated |located |found |that lie |which lie |lie |are |is )?(?:inside|within|in|at)\s+an?\s+(?:radius|buffer|distance|zone|circle|corridor|range)\s+of\s+{Q}\s+(?:or (?:less|under) )?(?:of|around|about|from|along|to|centred on|centered on)\s+",
        "within <q> of ",
    ),
    (
        rf"\b(?:at|with|in)\s+a\s+distance\s+(?:of\s+)?(?:{LE}\s+)?{Q}(?:{OR_LESS})?\s+(?:of|from|to)\s+",
        "within <q> of ",
    ),
    (
        rf"\b(?:{_VERB_CLOSE}\s+)?(?:(?:no|not)\s+(?:more|farther|further|greater)\s+(?:away\s+)?than|at (?:the )?most|not exceeding|up to|a maximum of|maximum|less than|under|closer than|nearer than)\s+{Q}{AWAY}\s+(?:from|to|of)\s+",
        "within <q> of ",
    ),
    (rf"\b(?:{_VERB_CLOSE}\s+)?{Q}{OR_LESS}\s+(?:from|to|of)\s+", "within <q> of "),
    (rf"\b(?:{_VERB_CLOSE}\s+)?{Q}{OR_MORE}\s+(?:from|to)\s+", "at least <q> from "),
    (
        rf"\bwithin\s+{Q}\s+of\s+(?:one of|any of|any one of|at least one of|some of)\s+(?:those|these|them|the)\b",
        "within <q> of those",
    ),
    (
        rf"\b(?:stay|keep|are|lie|remain|sit|is|stays|lies)?\s*(?:{GE}\s+)?{Q}(?:\s+or more)?\s+clear\s+of\s+",
        "at least <q> from ",
    ),
    (
        rf"\b(?:through|in|within|into)\s+whose\s+(?:surroundings|vicinity|neighbou?rhood)\s+an?\s+(?P<f>{NOUN}?)\s+(?:passes|runs|lies|goes|occurs|is found|comes)\s+(?:at|within|in)?\s*(?:a distance of\s+)?(?:{LE})\s+{Q}",
        "within <q> of a <f>",
    ),
    # nearest
    (
        r"\b(?:that\s+|which\s+)?(?:lie|lies|are|is|sit|sits|located|situated|found)?\s*(?:at|with)\s+the\s+(?:shortest|smallest|least|minimum)\s+distance\s+(?:from|to|of)\s+",
        " nearest to ",
    ),
    (
        r"\b(?:that\s+|which\s+)?(?:lie|lies|are|is|sit|sits|located|situated|found)?\s*(?:at|with)\s+the\s+(?:greatest|largest|longest|maximum)\s+distance\s+(?:from|to)\s+",
        " farthest from ",
    ),
    (r"\b(?P<m>nearest|closest)\s+(?=the\s+[A-Z])", "<m> to "),
    (
        r"\bby\s+(?:how\s+(?:far|close|near|distant)\s+(?:away\s+)?(?:they|each|it)\s+(?:are|is|lies?)\s+(?:from|to)|(?:their\s+|its\s+|the\s+)?(?:proximity|closeness|nearness)\s+to|(?:their|its)\s+distance\s+(?:to|from))\s+",
        "by distance from ",
    ),
    (
        rf"^(?:starting|measured|counting|going|seen|counted|measuring|beginning)\s+(?:out\s+)?(?:from|at)\s+(?P<f>[^,]+),\s*(?:what|which|list|show|give|name|find)?(?:\s+(?:are|is|me))?\s*(?:the\s+)?(?P<k>{K}\s+)?(?P<m>nearest|closest)\s+(?P<x>[^,?.]+)",
        "<k><x> nearest to <f>",
    ),
    # how far
    (
        rf"\b(?:measure|compute|calculate|determine|work out|find out|tell me|find)?\s*how\s+(?:many\s+(?P<u>{U})|far(?: apart)?)\s+(?:separates?|divides?|lies? between|(?:is|are) there between|(?:are|is) between|there (?:are|is) between|stretch between|apart are|parts)\s+(?P<x>.+?)\s+(?:and|from)\s+(?P<y>[^?.!]+)",
        "distance between <x> and <y>",
    ),
    (
        r"\b(?:what|which)\s+(?:is\s+the\s+)?distance\s+(?:separates?|divides?|parts|lies between|is there between|exists between|is between)\s+(?P<x>.+?)\s+(?:and|from)\s+(?P<y>[^?.!]+)",
        "distance between <x> and <y>",
    ),
    # for each its nearest
    (
        rf"^\W*(?:with|for|to|beside|next to)\s+(?:each|every)\s+(?P<x>[^,]+?),\s*(?:list|show|give|name|report|put|add)?\s*(?:me\s+)?(?:the\s+)?(?P<k>{K}\s+)?(?P<f>[a-z]+)\s+(?:(?:that|which)\s+(?:are|is|lie|lies)\s+|lying\s+)?(?P<m>nearest|closest)\s+to\s+(?:it|them|each)",
        "for each <x>, the <k><m> <f>",
    ),
    (
        r"\b(?:list\s+|show\s+|give\s+)?(?:each|every|all)(?:\s+of)?(?:\s+the)?\s+(?P<x>[^,]+?)\s+(?:with|and|together with|along with|plus|beside)\s+(?:the\s+)?(?:one\s+)?(?P<f>[a-z]+)\s+(?:that is\s+|lying\s+)?(?P<m>nearest|closest)\s+to\s+(?:it|them|each)(?=\s*(?:$|[?.!]))",
        "for each <x>, the <m> <f>",
    ),
    (
        rf"\b(?:pair|match|couple|link|combine|associate|assign|join|list|show|give|return)\s+(?:up\s+)?(?:each|every|all)(?:\s+one)?(?:\s+of)?(?:\s+the)?\s+(?P<x>[^,]+?)\s+(?:with|to|and|together with|along with|listed along with)\s+(?:its|their|the)\s+(?P<k>{K}\s+)?(?P<m>nearest|closest)\s+(?P<f>[a-z -]+?)(?P<p>\s+in\s+[A-Z][^?.!]*)?(?=\s*(?:$|[?.!]))",
        "for each <x><p>, the <k><m> <f>",
    ),
    (
        rf"\b(?:list\s+|show\s+|give\s+)?(?:each|every|all)(?:\s+of)?(?:\s+the)?\s+(?P<x>[^,]+?)\s+(?:listed\s+|shown\s+|given\s+)?(?:with|and|together with|along with|plus)\s+(?:the\s+|its\s+|their\s+)?(?P<k>{K}\s+)(?P<f>[a-z]+)\s+(?P<m>nearest|closest)\s+to\s+(?:it|them|each)(?=\s*(?:$|[?.!]))",
        "for each <x>, the <k><m> <f>",
    ),
    (
        r"\s*(?:\+|&|plus|w/|with|and)\s+(?:the\s+|their\s+|its\s+)?dist(?:ance)?\.?\s+(?:to|from)\s+(?:the\s+)?(?P<m>closest|nearest)\s+",
        " and the distance to the <m> ",
    ),
)
"""Pattern and plain words, in the order in which they are put."""
