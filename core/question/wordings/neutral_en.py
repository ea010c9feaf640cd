# ruff: noqa: E501  # word lists are easier to keep in long lines
"""English words that say nothing about the data: who asks and what for, courtesy, neutral adverbs."""

from __future__ import annotations

from core.question.wordings.pieces_en import K

_WHO = r"(?:student|geologist|surveyor|beginner|prospector|researcher|teacher|manager|newcomer|engineer|miner|mapper|explorer|colleague|consultant|user|planner)"

NEUTRAL: tuple[tuple[str, str], ...] = (
    (
        r"^\W*(?:my|our|the|a) (?:boss|chief|client|manager|supervisor|professor|teacher|director|team|colleague|customer|department|company)s? (?:wants?|needs?|would like|asks? for|requires?|is asking for|has asked for)(?: to (?:see|know|have|get))?\s+",
        "list ",
    ),
    (r"\bclose by (?=[a-z])", "near "),
    (
        rf"^\W*(?:i|we)(?:['’]m| am| are|['’]re) (?:an? )?(?:[a-z]+ )?{_WHO}s?(?:\s+(?:of|from|at|in)\s+[a-z ]+?)?\s*(?:,|and|who|;|\.)\s*(?:i\s+|we\s+)?(?:need|want|wants|needs|require|look for|am looking for|would like|['’]d like)\s+",
        "list ",
    ),
    (r",?\s*\b(?:thanks|thank you|cheers|many thanks|ta)(?: a lot| in advance| very much)?(?=\s*(?:$|[.?!]))", ""),
    (r"\bin excess of\b", "above"),
    (rf"\b(?:speaking )?as (?:an?|the) (?:[a-z]+ )?{_WHO},?\s*(?:here,?\s*)?", ""),
    (
        r"\bfor (?:my|our|the|a|an|this) (?:thesis|report|project|homework|assignment|talk|presentation|paper|field (?:trip|work|campaign)|fieldwork|survey|meeting|class|lecture|study|course|boss|review|work)(?:\s+(?:today|tomorrow|next week|this week))?\b,?\s*",
        "",
    ),
    (
        r"\b(?:and|then)\s+(?:please\s+)?(?:give|tell|show|send|return|report|hand|print)\s+(?:me|us)?\s*(?:back\s+)?(?:the\s+)?(?:results?|answer|outcome|sum|total|figure|number|value|list|output|names?|ones|them)\s*(?=$|[.?!])",
        "",
    ),
    (
        r"(?<=[.?!;])\s*(?:please\s+)?(?:show|list|give|display|map|plot|name|print)\s+(?:me\s+)?(?:them|these|those|it|all of them)(?:\s+(?:all|please|on the map))?\s*(?=$|[.?!])",
        "",
    ),
    (r"^\W*(?:how|what) about\s+(?:the\s+)?", "list "),
    (r"\blist\s+(?=(?:split|group|count|divide)\b)", ""),
    (r"\bevry\b|\bevrey\b", "every"),
    (r"\ball the different\b", "the different"),
    (r"\b(?:please|kindly|pls|plz)\b,?\s*", ""),
    (
        r"(?:^\W*|(?<=,)\s*)(?:i|we)(?:['’]d| would| should)?(?: really| also| just)? (?:be interested in|be curious about|be after|am after|are after|am looking for|are looking for|need|want|require|like|love|wish)(?: to)?(?: (?:see|know|have|get|find|find out|learn|be shown|be given|obtain|look at|view))?(?: about)?\s+(?:(?:a|the) (?:full |complete |short )?(?:list|listing|overview|table|inventory|set) of\s+)?",
        "list ",
    ),
    (
        r"(?:^\W*|(?<=,)\s*)(?:i(?:['’]m| am)|we(?:['’]re| are)) (?:interested in|after|looking for|searching for|hunting for|trying to find|in need of|curious about)\s+",
        "list ",
    ),
    (r"\b(?:listed|shown|given|named|displayed)\s+(?=(?:along|together) with\b)", ""),
    (
        r"\b(?:already|actually|really|indeed|certainly|definitely|perhaps|possibly|presumably|apparently|supposedly|reportedly|allegedly|currently|presently|simply|merely|precisely|specifically|namely|respectively|individually|overall|altogether|though|however|therefore|thus|hence|anyway|hereby|likewise|furthermore|moreover|additionally|basically|literally|roughly speaking|strictly speaking|in fact|of course|as well(?! as)|nowadays|today|to date|so far|until now|up to now|as yet|as far as (?:is|we) know(?:n)?|genetically|geologically|officially|formally|lithologically|stratigraphically|spatially|physically|in reality|in practice|if you (?:can|could|will|would)|when you can|and so on|etc\.?)\b,?\s*",
        "",
    ),
    (r"\b(?:does|do|is|are)\s+even\s+(?P<k>a single|one single|one|an?)\s+", "is there a "),
    (
        r"^(?P<v>is|are|does|do|was)\s+(?:there\s+)?even\s+(?:a single|one single|one|a)\s+(?P<x>[^?]+)",
        "is there a <x>",
    ),
    (r"\bover all\s+(?=[a-z]{3,}s\b)", "of all "),
    (r"\bmost (?:extensive|sizeable|voluminous|expansive|spacious|vast)\b", "largest"),
    (r"\bmost (?:lengthy|elongated|drawn-out|extended)\b", "longest"),
    (r"\beven\s+(?=(?:one|an?|a single|the)\b)", ""),
    (
        r"(?<=\d)\s*,?\s*\(?\b(?:both\s+)?(?:inclusive|included|inclusively|incl\.?|both (?:years|ends|values|limits)(?: included| inclusive)?|end points included)\b\)?",
        "",
    ),
    (
        r"\b(?:the\s+)?(?:one and only|single|sole|one)\s+(?=(?:most\s+\w+(?:erly|ern)|\w+ernmost|largest|biggest|longest|highest|nearest|closest|farthest|furthest|oldest|newest|richest|smallest|shortest|lowest|top)\b)",
        "the ",
    ),
    (
        r"\(?\b(?:one|any one|either|any) (?:of (?:them|these|the two|those)|condition) (?:is|will be|would be) (?:enough|sufficient|fine|ok)\b\)?|\((?:one|either) (?:is enough|suffices|will do)\)",
        "",
    ),
    (r"\bany and all\b|\beach and every\b|\bevery single\b", "all"),
    (
        r"\bwhichever\s+(?P<n>[\w -]+?)\s+(?P<in>in\s+(?:the\s+)?[A-Z][\w ]*?)\s+is\s+(?:the\s+)?(?P<s>longest|largest|biggest|shortest|smallest)\b",
        "the <s> <n> <in>",
    ),
    (
        r"\b(?:whichever|whatever|the one)\s+(?P<n>[\w -]+?)\s+(?:that\s+)?is\s+(?:the\s+)?(?P<s>longest|largest|biggest|shortest|smallest|highest|nearest|closest)\b",
        "the <s> <n>",
    ),
    (
        rf"(?:,?\s*(?:and|but|then)\s+|,\s*)(?:please\s+)?(?:keep|show|list|give|return|take|retain|report|display|leave|print|name)\s+(?:me\s+)?(?:only|just)?\s*(?:the\s+)?(?:first\s+|top\s+|leading\s+)?(?P<k>{K})(?:\s+(?:of (?:them|these|those)|ones|results|entries|items))?\s*(?=$|[.?!])",
        ", show the first <k>",
    ),
    (
        rf"\b(?:limit(?:ed)?|cut|restrict(?:ed)?|trim|cap(?:ped)?)\s+(?:it |this |that |the list |the result |the output |them )?(?:to|at|down to|off at|off after)\s+(?:the\s+)?(?:first\s+|top\s+)?(?P<k>{K})(?:\s+(?:results|entries|items|rows|only))?\s*(?=$|[.?!])",
        "show the first <k>",
    ),
)
"""Pattern and plain words, in the order in which they are put."""
