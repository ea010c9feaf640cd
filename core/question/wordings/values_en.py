# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Surface forms of value conditions in English: return more than, dated as, ranked as, left blank, leaving out."""

from __future__ import annotations

from core.question.unit_words import CONCENTRATION

_NUM = r"\d[\d.,]*"
_E = r"(?P<e>(?:[A-Z][a-z]?|[a-z]{3,12})\b)"
_UNIT = rf"(?P<u>{CONCENTRATION})"
_GT = r"(?P<op>more than|over|above|at least|greater than|in excess of|upwards of|exceeding|less than|under|below|at most|no less than|no more than|fewer than|higher than|lower than|>=|<=|>|<)"
_CONTENT = r"(?:content|value|level|concentration|grade|reading|figure|assay)s?"
_SAID = r"(?:classified|clasified|classed|categori[sz]ed|ranked|rated|graded|described|listed|labell?ed|registered|recorded|designated|regarded|characteri[sz]ed|dated|assigned|attributed|termed|known|marked|booked|tagged|entered|interpreted|identified|considered|reckoned|held|mapped|defined)"
_SORTED = r",?\s*(?:and\s+)?(?:sorted|ordered|ranked|arranged|listed|sort|order|rank|starting)?\s*"

_BEARS = r"(?:yield|produce|bear|carry|hold|host|contain|supply|deliver|provide|feature|list|include|comprise|mine|have)s?"
_FIELD = r"(?P<f>(?:[a-z]+ of )?[a-z]+(?: [a-z]+)?)"
_MISSES = r"(?:lacks?|lacking|misses|missing|miss|want for|come without|comes without|without|have no|has no|having no|with no|do not (?:have|give|state|show|carry|list)|don't (?:have|give|state|show|list)|does not (?:have|give|state|show|list))"
_PERIOD = r"(?P<v>[A-Z][a-z]+(?:ian|zoic|assic|ean|cene|gene|aceous|ferous|nary))"

VALUES: tuple[tuple[str, str], ...] = (
    # without a value, with a commodity, of an age
    (
        rf"\b(?:that\s+|which\s+)?{_MISSES}\s+(?:an?\s+|any\s+)?(?:entry|value|figure|date|record|information|data|number|note|mention|statement|indication)\s+(?:for|of|in|on|about|under)\s+(?:the\s+|their\s+|its\s+)?{_FIELD}(?=\s*(?:$|[.,?!]))",
        "where the <f> is unknown",
    ),
    (
        r"\b(?:where|for which|with)\s+(?:nobody|no one|no-one)\s+(?:knows|recorded|noted|entered|has recorded)\s+(?:when they were (?:discovered|found))",
        "where the discovery year is unknown",
    ),
    (
        r",?\s*\b(?:minus|less|save|bar|barring|short of|leaving out|omitting|but no|but none)\s+(?:those|the ones|ones|any|of those|[a-z]{3,}s)\s+(?:with|containing|carrying|bearing|having|of|that (?:have|contain|carry|bear|hold))\s+",
        " but not ",
    ),
    (
        rf"\b(?:that|which)\s+{_BEARS}\s+(?=(?:both |either )?(?:[A-Z][a-z]?|[a-z]+)(?: or | and |,|$|[.?!]|\s+(?:in|within|near|but)\b))",
        "with ",
    ),
    (
        rf"\b(?:(?:that|which)\s+)?(?:are|is|were)?\s*(?:date from|dates from|dating from|dating to|date to|dating back to|date back to|dates back to|go back to|going back to|formed in|formed during|originate from|originating from|stem from|stemming from|intruded in|intruded during|emplaced in|emplaced during|deposited in|deposited during|laid down in|belong to|belonging to|assigned to|attributed to|come from|coming from|from|of)\s+(?:the\s+)?(?:time of the |age of the |era of the )?{_PERIOD}(?:\s+(?:age|time|times|period|era|eon))?\b",
        "that are <v> in age",
    ),
    (
        r"\b(?P<v>are|is)\s+(?:ranked|rated|graded|classed|classified|registered|listed|booked|sized|described|considered|reckoned|termed|called)\s+(?=(?:large|medium|small|super|giant|minor)\b)",
        "<v> ",
    ),
    (
        r"\b(?:whose|with)\s+(?:a\s+|the\s+)?(?:discovery|date of discovery|discovery date|find)\s+(?:date|year)?\s*(?:falls?|lies?|is|was|dates?|happened|took place|occurred)?\s*(?:in|into|within|from|between|during|to)?\s*(?:the\s+)?(?:years?|period|time|span|interval)?\s*(?:from|of|between)?\s*(?P<a>\d{4})\s*(?:to|and|-|–|through|until)\s*(?P<b>\d{4})",
        "discovered between <a> and <b>",
    ),
    (
        r"\b(?:whose|with)\s+(?:a\s+|the\s+)?(?:discovery|date of discovery|discovery date|find)\s+(?:falls?|lies?|is|was|dates?|happened|took place|occurred)?\s*(?:from\s+)?(?P<w>before|after|earlier than|later than|prior to|since)\s+(?P<a>\d{4})",
        "discovered <w> <a>",
    ),
    # orders of the list
    (
        rf"{_SORTED}(?:from\s+(?:the\s+)?(?:highest|most|largest|greatest|richest)\s+to\s+(?:the\s+)?(?:lowest|least|smallest|poorest))\s+(?:in\s+|by\s+|of\s+)?{_E}(?:\s+{_CONTENT})?(?=\s*(?:$|[.?!]))",
        ", sorted by <e> descending",
    ),
    (
        rf"{_SORTED}(?:from\s+(?:the\s+)?(?:lowest|least|smallest|poorest)\s+to\s+(?:the\s+)?(?:highest|most|largest|greatest|richest))\s+(?:in\s+|by\s+|of\s+)?{_E}(?:\s+{_CONTENT})?(?=\s*(?:$|[.?!]))",
        ", sorted by <e> ascending",
    ),
    (
        rf"{_SORTED}(?:in\s+(?:descending|decreasing|falling|declining)\s+(?:order\s+)?(?:of|by)|by\s+(?:descending|decreasing|falling))\s+{_E}(?:\s+{_CONTENT})?(?=\s*(?:$|[.?!]))",
        ", sorted by <e> descending",
    ),
    (
        rf"{_SORTED}(?:in\s+(?:ascending|increasing|rising)\s+(?:order\s+)?(?:of|by)|by\s+(?:ascending|increasing|rising))\s+{_E}(?:\s+{_CONTENT})?(?=\s*(?:$|[.?!]))",
        ", sorted by <e> ascending",
    ),
    (
        rf"{_SORTED}(?:highest|richest|largest)\s+{_E}(?:\s+{_CONTENT})?\s+first(?=\s*(?:$|[.?!]))",
        ", sorted by <e> descending",
    ),
    (
        rf"{_SORTED}(?:lowest|poorest|smallest)\s+{_E}(?:\s+{_CONTENT})?\s+first(?=\s*(?:$|[.?!]))",
        ", sorted by <e> ascending",
    ),
    # ranges and bounds of a content
    (
        rf"\bwith\s+(?:both\s+)?(?:at least|no less than|from|not less than|a minimum of)\s+(?P<a>{_NUM})\s*{CONCENTRATION}?\s*(?:,\s*)?(?:and|but|to)\s+(?:at most|no more than|not more than|up to|a maximum of)?\s*(?P<b>{_NUM})\s*{_UNIT}\s+(?:of\s+)?{_E}",
        "with <e> between <a> and <b> <u>",
    ),
    (
        rf"\b(?:whose|with(?: an?)?|where(?: the)?|having(?: an?)?|in which(?: the)?)\s+{_E}(?:\s+{_CONTENT})?\s+(?:falls?|lies?|is|are|ranges?|comes?|runs?|stays?|varies)?\s*(?:in|inside|within|in between|between|from|anywhere)?\s*(?:the\s+)?(?:range|interval|band|bracket|window|limits)\s+(?:from|of|between|:)?\s*(?P<a>{_NUM})\s*{CONCENTRATION}?\s*(?:to|and|-|–|through)\s*(?P<b>{_NUM})\s*{_UNIT}",
        "with <e> between <a> and <b> <u>",
    ),
    (
        rf"\bwith\s+both\s+{_GT}\s+(?P<a>{_NUM})\s*{_UNIT}\s+(?:of\s+)?{_E}\s+and\s+(?P<op2>more than|over|above|at least|greater than|exceeding|less than|under|below|at most)\s+(?P<b>{_NUM})\s*(?P<u2>ppm|ppb|%|g/t)\s+(?:of\s+)?(?P<e2>(?:[A-Z][a-z]?|[a-z]{{3,12}})\b)",
        "with <e> <op> <a> <u> and <e2> <op2> <b> <u2>",
    ),
    (
        rf"\b(?:(?:that|which)\s+)?(?:return|returns|returned|returning|carry|carries|carried|hold|holds|show|shows|showed|showing|run|runs|ran|running|assay|assays|assayed|assaying|grade|grades|grading|yield|yields|yielded|yielding|give|gives|gave|contain|contains|contained|containing|have|has|had|having|with|bear|bears|reach|reaches|record|records|report|reports|test|tests|register|registers)\s+(?:at\s+)?{_GT}\s+(?P<a>{_NUM})\s*{_UNIT}\s+(?:of\s+|in\s+|for\s+)?{_E}\b",
        "with <e> <op> <a> <u>",
    ),
    # without a value
    (
        r"\b(?:where|whose|for which|with|that have|having)\s+(?:the\s+|their\s+|a\s+|no\s+)?(?P<f>[a-z]+(?: (?:of )?[a-z]+){0,2}?)\s+(?:was|is|has been|were|being|had been|field is|column is|entry is|cell is)?\s*(?:left\s+)?(?:blank|empty|open|unfilled|out|missing|unset|void|not filled in|never filled in|not entered|never entered|not noted|absent|nil|null)(?=\s*(?:$|[.,?!]))",
        "where the <f> is unknown",
    ),
    (
        rf"\b(?:(?:that|which)\s+)?(?:contain|contains|containing|contained|carry|carries|carrying|show|shows|return|returned|hold|holds|bear|assay|yield|reach|report|record|give)\s+{_E}\s+(?P<op>more than|over|above|greater than|exceeding|less than|under|below|higher than|lower than|>|<|at least|at most)\s+(?=\d)",
        "with <e> <op> ",
    ),
    # without another commodity
    (
        r"\b(?:that|which)\s+(?:carry|contain|have|hold|bear|host|yield|produce|list|include)\s+(?P<x>[a-z]+|[A-Z][a-z]?)(?:\s+as\s+(?:an?\s+|their\s+)?(?:main\s+)?(?:[a-z]+))?\s*,?\s*(?:but\s+)?(?:leaving out|leave out|omitting|skipping|dropping|ignoring|disregarding|except(?: for)?|excluding|minus|without|other than|apart from|barring|save(?: for)?|but not|not counting)\s+(?:all\s+)?(?:those|the ones|any|ones|[a-z]{3,}s)\s+(?:that|which|with)?\s*(?:also\s+)?(?:carry|contain|have|hold|bear|host|yield|produce|include|containing|carrying|with)?\s*(?:also\s+)?(?P<y>[a-z]+|[A-Z][a-z]?)(?=\s*(?:$|[.?!,]))",
        "with <x> but not <y>",
    ),
    (
        r",?\s*\b(?:leaving (?:out|aside)|leave out|omitting|skipping|dropping|ignoring|disregarding|barring|filtering out|weeding out|discarding|removing|throwing out|not counting|not including|minus)\s+(?:all\s+|any\s+)?(?:those|the ones|ones|(?:the )?[a-z]{3,}s)\s+(?:that|which)\s+(?:also\s+)?(?P<v>are|lie|have|contain|carry|sit|fall)\s+(?:also\s+)?",
        " that do not <v> ",
    ),
    (r"\bthat do not are\b", "that are not"),
    (
        r"(?P<x>[a-z]+ [a-z]{3,}s)\s+(?:without|free of|lacking|devoid of|w/o|with no|containing no|carrying no|having no|minus)\s+(?:any\s+)?(?P<y>[a-z]+|[A-Z][a-z]?)(?P<p>\s+in\s+(?:the\s+)?[A-Z][^,?.!]*)?(?=\s*(?:$|[.?!]))",
        "<x><p> that do not contain <y>",
    ),
    # discovery
    (
        r"\b(?P<v>discovered|found|known|located|recorded)\s+by\s+(?:the (?:end|close) of\s+)?(?P<y>\d{4})\b",
        "discovered in or before <y>",
    ),
    (
        rf"^\W*(?:for|in|with)\s+(?:which|what)\s+(?P<x>[^?]+?)\s+(?:has|have|had|was|were|is|are)\s+(?:no|not any|never (?:a|any))\s+{_FIELD}\s+(?:been\s+)?(?:entered|recorded|given|noted|stated|filled in|registered|reported|known|put down|written down|available|documented)(?=\s*(?:$|[.?!]))",
        "<x> where the <f> is unknown",
    ),
    (
        r"\b(?:that\s+|which\s+)?(?:formed|originated|arose|developed|came about|came into being)\s+(?:as|through|by)\s+(?:an?\s+)?(?P<v>[a-z-]+?)s?(?=\s*(?:$|[.?!,]|in\b))",
        "of <v> type",
    ),
    (r"\b(?:had|have|has)\s+(?:already\s+|been\s+)*(?P<v>discovered|found|known)\b", "were <v>"),
    (
        r"\b(?:what|which)\s+(?P<x>[a-z -]+?)\s+had\s+(?:already\s+)?been\s+(?P<v>discovered|found)\b",
        "which <x> were <v>",
    ),
    (
        r"\b(?:first\s+)?(?:discovered|found|located|reported|identified|recognised|recognized)\s+(?:back\s+)?in the (?:years|period|time|interval|span)\s+(?=\d|from|between)",
        "discovered ",
    ),
    # what something is said to be
    (
        rf"\b(?:(?:that|which)\s+)?(?:(?:is|are|was|were|have been|has been|being)\s+)?{_SAID}\s+(?:(?:as|to be|to|with|into|among)\s+)(?:(?:of|being)\s+)?(?:(?:the|an?)\s+)?(?P<v>[a-z][a-z -]*?|[A-Z][a-z]+)\s*(?:\s(?:type|class|size|age|rank|category))?(?=\s*(?:$|[.,;?!]|\band\b|\bin\b|\bor\b))",
        "that are <v>",
    ),
    (r"\band that are\b", "that are"),
    (r"\bthat are (?:the )?(?P<v>[a-z-]+) in size\b", "that are <v>"),
    (r"\bof\s+(?P<v>[a-z-]+)\s+size\b", "that are <v>"),
    # names
    (
        r"\b(?:that\s+|which\s+)?(?:have|has|with|having)\s+(?P<t>[\"“']?[\w\u2019' -]+?[\"”']?)\s+(?:as|at|for|in)\s+(?:the\s+)?(?:beginning|start|first part|prefix|first letters|first syllables?|opening|first word|front)\s+of\s+(?:its|their|the)\s+names?",
        "whose name starts with <t>",
    ),
    (
        r"\b(?:that\s+|which\s+)?(?:have|has|with|having)\s+(?P<t>[\"“']?[\w\u2019' -]+?[\"”']?)\s+(?:as a part of|as part of|somewhere in|anywhere in|inside)\s+(?:its|their|the)\s+names?",
        "whose name contains <t>",
    ),
)
"""Pattern and plain words, in the order in which they are put."""
