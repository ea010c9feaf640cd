# ruff: noqa: E501  # word lists are easier to keep in long lines
"""Closed-class words of telling and asking that carry no condition (see :mod:`core.question.words_en`)."""

from __future__ import annotations

ENGLISH_TELLING: dict[str, str] = {
    "FILLER": "must|whatever|exist|exists|existing|somewhere|comes|come|came|comes in|come in|at the same time|simultaneously|"
    "collected|sampled|analysed|analyzed|measured|ther|teh|yes or no|classed|classed as|classed with|graded|graded as|"
    "described as|regarded as|listed as|classified as|categorised as|categorized as|if any|if there are any|if possible|"
    "im after|i am after|interested in|im interested in|i am interested in|curious|wondering|i wonder|by any chance|"
    "as a table|in a table|in a list|as a list|a table of|a list of|list of|table of|overview of|an overview of|"
    "that there are|there must be|happen to|happens to|turn out to|of theirs|of its own|for me|for us|right away|asap|"
    "straight away|in question|in our data|in our database|in your data|in your database|we have|do we have|do you have|"
    "have we got|have you got|got|we know of|on record|on file|on the books|all of the|all the|any of the|each one of the",
    "WH": "wich|whch",
    "BETWEEN": "aged between|aged from|dated between|dated from|ranging in age from|of an age between|dating from",
    "STARTS": "named after|whose name opens with|opening with",
    "WITH": "carry|carries|carrying|assay|assays|yield|yields|yielding|return|returns",
    "GE": "atleast",
    "LE": "atmost",
    "FARTHEST": "remotest|remotest from|most remote|most isolated|most isolated from|most outlying",
    "AWAY": "separate|separates|separating",
    "SPANS": "covering|cover|covers|occupying|occupy|occupies|spanning",
    "COORDINATES": "co ordinates|co ordinates of|the co ordinates|the co ordinates of|x y|x and y|lon lat|lon/lat|lon and lat|"
    "lat and lon|easting and northing|gps position|gps positions|geographic positions|exact positions",
    "NORTHERNMOST": "farthest to the north|furthest to the north|the farthest north|the furthest north|farthest up north",
    "SOUTHERNMOST": "farthest to the south|furthest to the south|the farthest south|the furthest south|farthest down south",
    "EASTERNMOST": "farthest to the east|furthest to the east|the farthest east|the furthest east",
    "WESTERNMOST": "farthest to the west|furthest to the west|the farthest west|the furthest west",
}
CHINESE_TELLING: dict[str, str] = {
    "FILLER": "这个字|这两个字|三个字|几个字|字|只要|只想要|只想看|条件是|条件为|条件都要满足|两个条件都要满足|都要满足|同时满足|均满足|需满足|来个|的话|麻烦给|帮忙看看|"
    "都给我|给我看看|给我列一下|发我|发给我|弄个|弄一份|拉一下|看下|看一看|说一下|说下|请列|请查|请给|请列出|有劳|辛苦|我想看|我想查|想查|想看|想找",
    "WH": "啥|有啥|都有啥|有哪些个|哪些个|都是哪些|分别是哪些|分别有哪些|各是哪些|都有哪几个|都有哪几处|有哪几处|有哪几条|是哪几处",
    "PLURAL": "都有啥|都是哪些|都有哪几个|都有哪几处|有哪几处|有哪几条|是哪几处",
    "LENGTH": "延伸|全长|延展长度",
    "INCLUDES_END": "字|这个字|这两个字|一字|三个字|几个字",
    "NOT": "未被",
    "UNKNOWN": "没填|没写|没注明|没标|没标明|没给|没给出|未给出|未填写|没登记|未登记|缺|缺失的|空着|不知道|没说明|未说明|未填|没有填|没有填写|没有给出|没有登记|没有注明|没有标明|没有写",
    "LACKING": "没填|没写|没注明|没标|没标明|没给|没给出|未给出|未填写|没登记|未登记|缺|没有填|没有填写|没有给出|没有登记|没有注明|没有标明|没有写|未注明|未标明|不带",
}
"""Class → its words, parted by ``|``."""
