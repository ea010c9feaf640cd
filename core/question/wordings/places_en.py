# ruff: noqa: E501  # word lists are easier to keep in long lines
"""English verbs and participles of place: sit in, fall inside, lying in, situated to its south, left outside."""

from __future__ import annotations

from core.question.wordings.pieces_en import Q

_VERB = (
    r"(?:(?:that|which)\s+)?(?:(?:is|are|was|were|be|can be|being|have been)\s+)?(?:(?:to be\s+)?(?:located|loacted|situated|positioned|found|placed|sited|set|seen|present|lying|sitting|occurring|falling|standing|"
    r"resting|existing|encountered|recorded|mapped|emplaced|contained|enclosed|hosted|nested|housed|going|coming|appearing|cropping out|outcropping|registered|reported|known)|"
    r"sits?|lies?|falls?|occurs?|stands?|rests?|exists?|appears?|crops? out|outcrops?|plots?|comes?|belongs?|stays?|remains?|keeps?|happens? to (?:be|lie))"
)
_NEAR = (
    r"(?:in the (?:vicinity|neighbou?rhood|surroundings|proximity|environs) of|in (?:close )?proximity to|in the immediate (?:vicinity|neighbou?rhood) of|close by|close to|near to|near|nearby|not far (?:away )?from|"
    r"hard by|adjoining to|a stone['’]s throw from|in reach of|within reach of|within easy reach of|around|beside)"
)
_INTO = r"(?:(?:in|inside|within|on)\s+the\s+(?:interior|inside|territory|limits|bounds|borders|boundaries|confines|outline|footprint|extent|perimeter|ground|area)\s+of|inside of|in|inside|within)"
_OUT = r"(?:out ?side(?: of)?|out of|beyond the (?:limits|bounds|borders) of|off)"
_SIDE = r"(?:north|south|east|west|north-?\s?east|north-?\s?west|south-?\s?east|south-?\s?west)"

PLACES: tuple[tuple[str, str], ...] = (
    *((rf"\b(?:the\s+)?most\s+{x}er(?:ly|n)\b", f"the {x}ernmost") for x in ("north", "south", "east", "west")),
    *(
        (
            rf"\b(?:that\s+|which\s+)?(?:lies?|is|are|sits?|located|situated)?\s*(?:the\s+)?(?:farthest|furthest|most far)\s+(?:out\s+)?(?:to the\s+|in the\s+|towards the\s+|up\s+|down\s+)?{x}\b",
            f"{x}ernmost",
        )
        for x in ("north", "south", "east", "west")
    ),
    # near
    (rf"\b{_VERB}\s+{_NEAR}\s+(?!\d)", "near "),
    (r"\b(?:in the (?:vicinity|neighbou?rhood|surroundings|environs) of)\s+", "near "),
    # a side
    (rf"\b{_VERB}\s+(?:to|in|on|towards?|at)\s+the\s+(?P<d>{_SIDE})(?:ern side)?\s+of\b", "<d> of"),
    # inside and outside
    (rf"\b{_VERB}\s+(?P<s>entirely|wholly|completely|fully|totally)\s+{_INTO}\s+(?!\d)", "lie <s> within "),
    (
        rf"\b(?P<x>(?:each|every)\s+\w+),?\s+(?P<b>[^,]+?)\s+{_VERB}\s+(?:in|inside|within|there)\s*(?:it|them)?\s*(?=$|[.?!])",
        "<x> <b>",
    ),
    (rf"\b{_VERB}\s+{_OUT}\s+(?!\d)", "outside "),
    (
        rf"\b{_VERB}\s+{_INTO}\s+(?=(?:an?|any|some|the|one)?\s*\w)(?!(?:an?\s+|the\s+)?\d)(?!the (?:range|vicinity))",
        "in ",
    ),
    (
        rf"\b(?:{_VERB}\s+)?(?:in|inside|within)\s+an?\s+{Q}\s+(?:buffer|radius|zone|corridor|strip|belt|distance|ring)(?:\s+(?:of|around|about|from|along|on either side of|on both sides of))\s+",
        "within <q> of ",
    ),
    # a study area in front of a question for each feature
    (
        r"^\W*(?P<p>(?:in|within|for|across|throughout|inside)\s+(?:the\s+)?[A-Z][^,]*?),\s*for\s+(?:each|every)\s+(?P<x>[^,]+?),\s*",
        "for each <x> <p>, ",
    ),
    (
        r"\b(?:shares?|sharing|have|has|having|make|makes|making)\s+(?:an?\s+|some\s+)?(?:contact|border|boundary|common boundary|common border|common contact|edge|common edge)\s+with\b|\b(?:(?:is|are|lie|lies|come|comes)\s+)?(?:in(?:to)? (?:direct )?contact with|flush (?:with|against)|up against|juxtaposed (?:with|against)|right (?:next|up) to)\b",
        "touching",
    ),
    (
        r"\b(?:slic|saw|slash|cleav|dissect|transgress|truncat|break|split)(?:e|es|s|ing|tting)\s+(?:through|across|up)?\s*(?=(?:an?|any|the|some|[A-Z][a-z]+)\b)",
        "cutting ",
    ),
    (
        r"\b(?:lie\s+|lies\s+)?(?:in|within|inside)\s+(?P<u>(?:the\s+)?[A-Z][\w ]*?)\s+(?:(?:over|along|for|throughout|with)\s+(?:their|its)\s+(?:whole|entire|full|complete|total)\s+(?:length|extent|course|run|area)|from end to end|with all (?:their|its) length|without ever leaving it)",
        "lie entirely within <u>",
    ),
    # hosts
    (
        r"\b(?:which|what)\s+(?P<x>[^,?.]+?)\s+(?:does|do)\s+(?P<u>[^,?.]+?)\s+(?:host|hold|contain|house|enclose|carry|include|harbou?r|bear)(?P<p>\s+in\s+(?:the\s+)?[A-Z][^?.!,]*)?(?=\s*(?:$|[.?!]))",
        "<x> <p> hosted by <u>",
    ),
    (
        r"\bwhat\s+(?:does|do)\s+(?P<u>[^,?.]+?)\s+(?:host|hold|contain|house|enclose|carry|include|harbou?r|bear|have)\s+(?:in the way of|by way of|as far as|in terms of|as regards)\s+(?P<x>[a-z -]+)",
        "<x> in <u>",
    ),
    (
        r"\b(?P<v>hosted by|in|inside|within)\s+(?:anything|something|anywhere|any rock|any host|a rock|rocks?)\s+(?:but|except|other than|different from|that is not|which is not|apart from)\s+",
        "not <v> ",
    ),
    (
        r"\b(?:(?:geological|rock|rocky|lithological)\s+)?(?P<a>(?:bodies|body|rocks?|units?|intrusions?|strata|formations?))\s+(?:that (?:are|is) |which (?:are|is) )?(?:(?:made|built|formed|composed) (?:up )?(?:of|from|out of)|consisting of|that consists? of|mainly of|of the rock type|with the rock type)\s+(?P<r>[a-z]+)\b",
        "<r> <a>",
    ),
    (
        r"\b(?:the\s+)?(?P<s>selected area|selection|drawn (?:area|polygon|shape)|marked area|current (?:view|map view)|map view|visible (?:area|map))\s+(?:contains?|holds?|has|includes?|encloses?|covers|shows?|comprises?)\s+(?:what|which)\s+(?P<x>[^,?.]+)",
        "which <x> are in the <s>",
    ),
    (
        r"^\W*(?P<u>(?:the\s+)?[A-Z][\w' -]*?)\s+(?P<s>fully|completely|entirely|wholly|totally)\s+(?:encloses?|contains?|covers?|surrounds?|comprises?|includes?|holds?|envelops?)\s+(?:which|what)(?:\s+of)?\s+(?:the\s+)?(?P<x>[^,?.]+)",
        "which <x> lie <s> within <u>",
    ),
    (
        r"\b(?:which|what)(?:\s+of)?\s+(?:the\s+)?(?P<x>[^,?.]+?)\s+(?:does|do|are|is)\s+(?P<u>(?:the\s+)?[A-Z][\w' -]*?)\s+(?P<s>fully|completely|entirely|wholly|totally)\s+(?:enclose|contain|cover|surround|comprise|include|hold)\b",
        "which <x> lie <s> within <u>",
    ),
)
"""Pattern and plain words, in the order in which they are put."""
