# ruff: noqa: E501  # word lists are easier to keep in long lines
"""Closed lists of English words around a question: what only asks, what only holds sentences together."""

from __future__ import annotations

import re

EMPTY = (
    "i would be grateful for|i'd be grateful for|i would appreciate|i'd appreciate|much appreciated|greatly appreciated|if possible|if you please|if you can|if you could|if you would|if you like|if that is possible|when you get a chance|as a matter of fact|in fact|"
    "i was wondering|i am wondering|i'm wondering|i wonder|i mean|you know|by any chance|of course|obviously|honestly|frankly|simply|"
    "at the moment|at present|right now|for me|for us|to me|to us|somewhere|somehow|must|ought to|whatsoever|whatever|existing|exist|exists|"
    "would you mind|do you happen to|happen to|if any|as such|let us say|say|by the way|in question|thank you very much|thank you|thanks a lot|thanks|cheers|"
    "hi there|hello there|dear all|good morning|good day|all in all|overall|in general|generally|basically|essentially|again|kindly|please|pls|plz|comes in|"
    "come in|comes out|come out|turn out to be|turns out to be|prove to be|are known to be|is known to be|are said to be|they say|to be found|to be seen|"
    "collected|measured|sampled|that were taken|were taken|taken"
)
"""Words without any meaning for a map; they may stand anywhere."""

LEADS = (
    "first of all|first find|first take|firstly|secondly|next|then|now|so|and then|after that|finally|well|ok|okay|and|but|please|kindly|can|could|would|will|may|might|shall|"
    "you|i|we|me|us|let|let's|lets|i'd|i'm|i am|we'd|we're|i've|my|our|question|is there a list of|is there any list of|have you got|do you have|do we have|have we got|"
    "a list of|the list of|a listing of|an overview of|list|show|give|tell|find|locate|get|see|know|need|want|like|love|take|consider|pick|select|identify|"
    "report|return|outline|sketch|first|but only those|only those|just those|those|the ones|display|plot|map|after|interested in|looking for|searching for|trying to find|trying|to|out|up|if|whether|there must be|"
    "there should be|there may be|there are|there is|there will be|what i need is|what i want is|what i need are|what i want are|what we need is|what we want is|"
    "what i am after is|what i'm after is|what i would like is|what i'd like is|only|just|every one of|in terms of|as for|as regards|regarding|concerning|with regard to|with respect to|"
    "speaking of|when it comes to|going by|help|be|able|interested|in knowing|knowing|curious|wondering|some"
)
"""Words in front of a part of the question that only ask for it."""

ONLY_ASKS = (
    "show|list|give|tell|find|get|see|them|these|those|all|me|us|please|it|the|a|an|on|map|which|ones|one|are|what|they|is|of|that|i|need|want|would|like|to|"
    "thanks|thank|you|if|so|there|can|could|full|complete|let|know|in|table|names|name|out|up|here|just|kindly|every|each|help|be|do|was|were|any|with|list,"
)
"""A part of these words alone asks for a list."""

PLAIN: tuple[tuple[str, str], ...] = (
    (r"\b(?:either|any) side(?: of)?(?=\W|$)", "away"),
    (r"\bat ?least\b", "at least"),
    (r"\bat ?most\b", "at most"),
    (r"\b(but|and) not (?:closer|nearer) than (?=[^,.?]{1,20} (?:to|from) )", r"\1 at least "),
    (r"(?<=at least )([^,.?]{1,16}?) to (?=any|the|a )", r"\1 from "),
    (
        r"\bfrom (?:largest|biggest|longest) to (?:smallest|shortest)(?: (?:area|size))?",
        "by area descending",
    ),
    (r"\bnot (?:any )?(?:closer|nearer) than\b", "at least"),
    (r"\bnot (?:any )?(?:farther|further) than\b", "at most"),
    (r"\bno (?:closer|nearer) (?:to \w+ )?than\b", "at least"),
    (r"\b(?:sites of|spots with) (?=\w+ [a-z]{3,}s\b)", ""),
    (r"\b(?:are|is|be) to be found\b", "are"),
    (r"\bwhich (?:one|ones)\b(?= (?:of|in|are|is|lie|lies|have|has))", "which"),
    (r"\bco-ordinates\b", "coordinates"),
    (r"\bwich\b", "which"),
    (
        r"\b(?:max|maximum|up to|at the most|no further than|not more than) (?=\d[\d.]* ?(?:km|m|metres?|meters?|kilomet\w+)\b)",
        "at most ",
    ),
    (r"\b(?:min|minimum) (?=\d[\d.]* ?(?:km|m|metres?|meters?|kilomet\w+)\b)", "at least "),
)
"""Other words for what the grammar reads; (pattern of the list, plain words)."""

ANY_OF = (
    r"(?:at least |any )?one of (?:these|the following|them|the two)(?: conditions| things)?|either of (?:these|the following|the two)(?: conditions)?|any of (?:these|the following)(?: conditions)?|"
    r"(?:either|any)(?: one)?(?: of them)?(?: condition)? (?:will do|is enough|is fine|suffices|is sufficient|counts|would do)|one (?:is enough|suffices|will do)|whichever(?: holds)?"
)
"""One of several conditions is enough."""

ALL_OF = (
    r"(?:both|all)(?: of)?(?: these| the following| the| them)?(?: conditions| criteria)?(?: must| should| have to| need to)? (?:hold|be met|be true|be satisfied|be fulfilled|apply|are required|required|are needed)|"
    r"(?:both|all) of (?:these|the following)(?: conditions)?|at the same time|simultaneously"
)
"""All conditions must hold."""

PRONOUNS = (
    r"(?:any|each|every one|one|some) of (?:these|those|them)|(?:these|those|this|that|such|the said|the same)(?P<noun> [a-z]+(?: [a-z]+)?)?(?= *(?:$|[?.,;:]|are|is|have|has|lie|lies|do|does|within|in|near|with|by|and|or|that))|"
    r"them|they|it|one|ones|any|there"
)
"""Words for what the part before spoke of; the group is a noun that they repeat."""

EXISTS = r"(?:is|are) there any|are there any|any at all|yes or no|true or false|right or wrong|is there one|are there some|is that so|do they exist|or not"
COUNT = r"how many(?: are there| are they| of them| do we have| exist| there are| in total| altogether)*|what is the (?:number|count)|what's the count|how numerous are they|count them|count|total number|number"

EMPTY_RE = re.compile(rf"\b(?:{'|'.join(sorted(EMPTY.split('|'), key=len, reverse=True))})\b[ ]?", re.IGNORECASE)
ANY_RE, ALL_RE = re.compile(rf"\b(?:{ANY_OF})\b", re.IGNORECASE), re.compile(rf"\b(?:{ALL_OF})\b", re.IGNORECASE)
PRONOUN_RE = re.compile(rf"\b(?:{PRONOUNS})\b", re.IGNORECASE)
PLAIN_RE = tuple((re.compile(x, re.IGNORECASE), y) for x, y in PLAIN)
LEAD_RE = re.compile(
    rf"(?:(?:rank|order|sort|arrange|put)(?= (?!by|in|them)\w)|{'|'.join(sorted(LEADS.split('|'), key=len, reverse=True))})\b(?:\W+|$)",
    re.IGNORECASE,
)
ONLY_RE = re.compile(rf"(?:(?:{ONLY_ASKS})\b\W*)+", re.IGNORECASE)
EXISTS_RE, COUNT_RE = (
    re.compile(rf"(?:and |but )?(?:{EXISTS})", re.IGNORECASE),
    re.compile(rf"(?:and |but )?(?:{COUNT})", re.IGNORECASE),
)
BREAK_RE = re.compile(
    r"\s*(?:[,;:?!…()]+(?=\s|$|\()|[.](?=\s|$)|\s[-–—]+\s|—+|--+)\s*|\n+|\s+and (?=(?:then |also )?(?:please )?(?:list|show|give|tell|take|return|report|find|name|display|count) (?!of|to))",
    re.IGNORECASE,
)
