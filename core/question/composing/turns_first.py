# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Turns of phrase whose words, as they stand, would mean something else: they are put plainly first."""

from __future__ import annotations

_MOST_KIND_ZH = r"(?P<a>[\u4e00-\u9fff]+?)(?:里|中|当中|的)?(?P<at>哪一?[种类个])(?P<k>[\u4e00-\u9fff]{2,5}?)(?:的)?(?:数量)?(?P<m>最多|最少|最常见)"
TURNS_FIRST: tuple[tuple[str, str], ...] = (
    (
        r"(?P<a>[^，,占]+?)(?:里面?|中|当中|之中)?[，,](?:其中)?(?P<b>[^，,占]+?)的?(?:所)?(?P<at>占)(?:了|有|的)?(?:全部|总数|总量|全体|所有)?的?(?:多大比例|多少比例|比例|百分比|比重|百分之几|百分之多少|几成|多少|多大份额|份额)(?:是|为)?(?:多少|多大|几)?",
        "<a>中<b>的占多大比例",
    ),
    (
        r"(?P<a>[\u4e00-\u9fff]*?)(?P<at>各个?|每一?个|不同)(?P<k>[\u4e00-\u9fff]{2,4}?)(?:的)?(?P<t>[\u4e00-\u9fff]{2,3}?)(?:的)?(?:出露|分布)?(?:总)?面积(?:各|分别|统计)*(?:是多少|为多少|有多大|多大)?",
        "<a>按<k>统计<t>的总面积",
    ),
    (
        r"(?P<a>.+?)(?:的)?(?:长度)?(?P<at>加在一起|加起来|合起来|一共|总共|合计)(?:有|是|为)?(?:多少|几)(?P<u>公里|千米|米)(?:长)?",
        "<a>的总长度是多少<u>",
    ),
    (
        r"(?P<a>.+?)(?:的)?(?:面积)?(?P<at>加在一起|加起来|合起来|一共|总共|合计)(?:有|占|是|为)?(?:多少|几)(?P<u>平方公里|平方千米|平方米|公顷)",
        "<a>的总面积是多少<u>",
    ),
    (
        r"(?P<x>[^占]+?)[与和跟](?P<y>[^占]+?)(?:的)?(?:数量|个数)?(?:的)?(?P<at>比例|比)(?:是多少|为多少|多大|如何|是几比几)?",
        "<x>与<y>的数量之比",
    ),
    (
        r"(?P<a>[\u4e00-\u9fff]*?)(?P<at>哪一?[种类个])(?P<k>岩性|岩石类型|岩石|时代)(?:的)?(?:出露|分布)?(?:总)?面积最(?P<m>[大小])",
        "<a>地质体总面积最<m>的<k>",
    ),
    (r"(?P<at>what|which)\s+(?:part|portion|fraction)\s+of\s+(?P<x>.+)", "what percentage of <x>"),
    (
        r"(?:which\s+|list\s+|show\s+|name\s+)?(?:the\s+)?(?P<k>[\w ]+?)\s+(?P<at>(?:that are\s+|which are\s+)?(?:with|having|that have|represented by|occurring in|that occur in))\s+(?P<b>(?:at least|more than|over|fewer than|less than|at most|exactly|no more than|no fewer than)\s+\w+\s+.+)",
        "which <k> have <b>",
    ),
    (
        r"(?P<a>(?:.*?,\s*)?)(?P<at>(?:in|for)\s+(?:which|what))\s+(?P<k>[\w ]+?)\s+(?:is|are)\s+(?:the\s+)?(?P<s>average|mean|median|total)\s+(?P<e>.+?)\s+(?:the\s+)?(?P<m>highest|lowest|greatest|largest|smallest)",
        "<a>which <k> has the <m> <s> <e>",
    ),
    (
        r"(?:what\s+is\s+|what['’]s\s+)?(?:the\s+)?(?P<at>lowest|smallest|poorest)\s+(?P<e>[\w-]+)\s+(?:value|content|concentration|grade|level)s?\s+(?P<b>(?:among|amongst|of|in|within|from)\s+.+)",
        "minimum <e> <b>",
    ),
    (
        r"(?:what\s+is\s+|what['’]s\s+)?(?:the\s+)?(?P<at>highest|largest|richest|top)\s+(?P<e>[\w-]+)\s+(?:value|content|concentration|grade|level)s?\s+(?P<b>(?:among|amongst|of|in|within|from)\s+.+)",
        "maximum <e> <b>",
    ),
    (
        r"(?P<at>how\s+(?:are|is|do|does))\s+(?:the\s+)?(?P<x>.+?)\s+(?:distributed|spread|divided|split|distribute|shared out)\s+(?:among|amongst|across|over|between|by)\s+(?:the\s+)?(?:different\s+|various\s+)?(?P<k>[\w ]+?)",
        "number of <x> by <k>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>(?:which|what|the))\s+(?P<n>\w+)\s+(?P<k>rock types?|lithologies|kinds of rock|rocks)\s+(?:that\s+)?(?:cover|occupy|take up|have|with)\s+the\s+(?:largest|greatest|most)\s+(?:total\s+)?(?:area|ground|surface)(?P<b>.*)",
        "<a>the <n> <k> with the largest total area of {kind}<b>",
    ),
    (
        _MOST_KIND_ZH,
        "<a>哪种<k>的数量<m>",
    ),
    (
        _MOST_KIND_ZH,
        "<a><m>的<k>是哪个",
    ),
    (
        r"(?P<a>[\u4e00-\u9fff]*?)(?:出露|分布)?(?P<at>(?:总)?面积最大的)(?:前)?(?P<n>\d+|[一二两三四五六七八九十])?[个种类]?(?P<k>岩性|岩石类型|时代|岩石)(?:是什么|有哪些)?",
        "<a>地质体总面积最大的<n>种<k>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>(?:in\s+)?(?:which|what))\s+(?:host\s+|kinds? of\s+|types? of\s+)?(?:rocks?|litholog(?:y|ies))(?:\s+types?)?\s+(?:hosts?|contains?|carr(?:y|ies)|has|have|bears?|are|do|is)\s+(?:there\s+)?(?:the\s+)?most\s+(?:of\s+(?:the\s+)?)?(?P<x>.+?)(?:\s+(?:hosted|found|located|lie|occur|sit))?(?P<b>\s+in\s+.+)?",
        "<a>which rock type has the most <x><b>",
    ),
    (
        r"(?P<at>how (?:large|big|extensive) is (?:the )?area of all|(?:what|how much) area (?:does|do)|how much)\s+(?:the\s+)?(?P<x>.+?)\s+(?:cover|occupy|take up|is there|are there)?(?P<b>\s*(?:in|within)\s+.+?)(?:\s+(?:by|in terms of) area)",
        "total area of <x> <b>",
    ),
    (
        r"(?P<at>how (?:large|big|extensive) is (?:the )?(?:total )?area of all|(?:what|how much) area (?:does|do))\s+(?:the\s+)?(?P<x>[a-z ]+?)(?:\s+(?:cover|occupy|take up|underlie))?(?P<b>\s+(?:in|within)\s+.+?)",
        "total area of <x> <b>",
    ),
    (
        r"(?P<at>how many (?:kms?|kilomet(?:re|er)s|miles))\s+do\s+(?:all\s+)?(?:the\s+)?(?P<x>[a-z].+?)\s+(?:total|add up to|sum to|amount to|come to)(?:\s+(?:in all|altogether))?",
        "total length of <x>",
    ),
    (
        r"(?:(?P<a>in [^,]+),\s*)?(?P<at>(?:what|which)\s+(?:proportion|share|percentage|fraction|percent|per cent))\s+of\s+(?:the\s+|all\s+)*(?P<x>.+?)\s+(?:has|have)\s+(?:an?\s+|any\s+|at least one\s+)(?P<y>[\w -]+?)\s+within\s+(?P<q>\d[\d.]*\s*\w+)(?:\s+of (?:it|them))?",
        "what percentage of <x> <a> lie within <q> of a <y>",
    ),
    (
        r"(?P<at>(?:sort|divide|put|split|arrange|bring|group|classify))\s+(?:the\s+|all\s+)*(?P<x>.+?)\s+into\s+groups\s+(?:by|according to|of)\s+(?P<k>[\w ]+?)(?:,?\s+and\s+(?:count|tell|give|show).*)?",
        "number of <x> by <k>",
    ),
)
"""Turns that have to be put plainly before the question is read: as they stand, their words mean something else."""
