# ruff: noqa: E501  # patterns are easier to keep in long lines
"""Other words for a question that was not understood as it stands.

Each rule says a turn of phrase in plain words.  They are tried only where words were left over, and what they make
counts only when the reader understands all of it: so no rule can change a question that was understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.question.composing.pieces import Composer, Piece, arranged, body, chinese
from core.question.reading import Reading

_THERE = re.compile(
    r"\bthere\b(?!\s+(?:is|are|were|was))|(?:该|本|此|全)(?:地区|区域|区|省)(?:内|里|的)?|那里的?|当地的?",
    re.IGNORECASE,
)
_COUNT_EACH = (
    r"(?:,?\s*(?:and|then)\s+|,\s*)(?:then\s+)?(?:(?:tell me|count|show|give|say|list|report|state)\s+)?(?:me\s+)?(?:how many|the numbers?|the counts?|numbers?|counts?|them|it)"
    r"\b(?:\s+(?:of|in|there|are|fall|falls|belong|lie|in|into|to|for|the|each|of|them|deposits|samples|features)){0,6}?(?:\s+(?:in|for|of|to))?\s*(?:each|every)?(?:\s+(?:group|class|type|category|one|band|bin))?"
)

_FIRST: tuple[tuple[str, str], ...] = (
    (
        r"(?P<a>.*?)\b(?P<at>(?:in\s+)?(?:which|what))\s+(?:host\s+|kinds? of\s+|types? of\s+)?(?:rocks?|lithology|lithologies)(?:\s+types?)?\s+(?:hosts?|contains?|carr(?:y|ies)|has|have|bears?|are|do|is)\s+(?:there\s+)?(?:the\s+)?most\s+(?:of\s+(?:the\s+)?)?(?P<x>.+?)(?:\s+(?:hosted|found|located|lie|occur|sit))?(?P<b>\s+in\s+.+)?",
        "<a>which lithology has the most <x><b>",
    ),
)
"""Turns that have to be put plainly before the question is read: as they stand, their words mean something else."""
_EN: tuple[tuple[str, str], ...] = (
    (
        rf"(?P<a>.*?)\b(?P<at>(?:group|split|sort|divide|break(?: down)?|classify|categori[sz]e|tally|bin|arrange)(?:\s+up)?)\s+(?:the\s+|all\s+(?:the\s+)?)?(?P<x>.+?)\s+(?:by|according to|based on|per)\s+(?P<k>[^,]+?)(?:{_COUNT_EACH})",
        "<a>number of <x> by <k>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>break down|broken down|breakdown of)\s+(?:the\s+)?(?:number|count)s?\s+of\s+(?P<x>.+?)\s+(?:per|by|into)\s+(?P<k>.+)",
        "<a>number of <x> by <k>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>the)\s+(?:one\s+|single\s+)?(?P<k>[\w ]{3,30}?)\s+(?:to|in|into|for|of)\s+which\s+(?:the\s+)?(?:most|greatest number of|largest number of|highest number of|majority of(?:\s+the)?)\s+(?P<x>.+?)\s+(?:belongs?|falls?|are|is|occurs?|found|assigned|counted)",
        "which <k> has the most <x>",
    ),
    (
        r"(?P<a>.+?)\s+(?P<at>(?:that\s+(?:was|were|is)\s+|ever\s+)?(?:measured|found|recorded|determined|analysed|analyzed|reported|reached|observed|detected|obtained))\s+(?=(?:in|within|for|among|from)\b)(?P<b>.+)",
        "<a> <b>",
    ),
    (
        r"(?P<a>(?:.*?,\s*)?)(?P<at>how high)\s+(?:does|do|did)\s+(?P<x>.+?)\s+(?:get|go|reach|rise|climb)(?P<b>\s+(?:in|of|for|within)\b.+?)?(?:\s+at (?:its|the) (?:maximum|most|highest|peak))?",
        "<a>maximum <x><b>",
    ),
    (
        r"(?P<a>(?:.*?,\s*)?)(?P<at>how low)\s+(?:does|do|did)\s+(?P<x>.+?)\s+(?:get|go|fall|drop)(?P<b>\s+(?:in|of|for|within)\b.+?)?(?:\s+at (?:its|the) (?:minimum|least|lowest))?",
        "<a>minimum <x><b>",
    ),
    (
        r"(?P<a>(?:.*?,\s*)?)(?P<at>(?:how much|what|which|how large an?)(?:\s+total)?\s+(?:area|ground|land|surface))\s+(?:do|does|is|are)\s+(?:the\s+|all\s+(?:the\s+)?)?(?P<x>.+?)\s+(?:cover|covers|covered by|occupy|occupies|take up|takes up|make up|underlie|extend over|have|measure)(?:\s+(?:in\s+total|altogether|together|in\s+all|combined|overall|all\s+told|taken together))?(?P<b>\s+in\s+.+)?",
        "<a>total area of <x><b>",
    ),
    (
        r"(?P<a>(?:.*?,\s*)?)(?P<at>how (?:long|large|big)) (?:are|is)\s+(?:the\s+|all\s+(?:the\s+|of the\s+)?)?(?P<x>.+?)\s+(?:(?:taken|put|added)\s+)?(?:in\s+total|altogether|together|in\s+all|combined|overall|all\s+told)",
        "<a>total {size} of <x>",
    ),
    (
        r"(?P<at>by how (?:much|many (?P<u>\w+)))\s+(?:does|do|is)\s+the\s+(?P<m>length|area)\s+of\s+(?P<x>.+?)\s+(?:exceed|greater than|surpass|larger than|top)s?\s+(?:that|the (?:length|area))\s+of\s+(?P<y>.+)",
        "how much {longer} is <x> than <y>",
    ),
    (
        r"(?P<a>.+?)\s+(?P<at>(?:exceeding|that exceeds?|which exceeds?|surpassing|greater than|beating))\s+(?P<y>.+?)\s+in\s+(?P<m>length|area|extent|size)",
        "<a> {longer} than <y>",
    ),
    (
        r"(?P<a>.+?)\s+(?P<at>(?:whose|with(?: an?)?|having(?: an?)?|of))\s+(?:greater\s+|larger\s+)?(?P<m>length|area)\s*(?:is\s+)?(?:exceeds|exceeding|surpass(?:es|ing)|(?:greater|larger|longer|more|bigger)?\s*than)\s+(?:that of\s+|the (?:length|area) of\s+)?(?P<y>.+)",
        "<a> {longer} than <y>",
    ),
    (
        r"(?P<a>.*?)(?P<x>\b[a-z]+)\s+(?P<at>of\s+(?:all|any|every|whatever)\s+(?:types?|kinds?|sorts?|classes))(?P<b>.*)",
        "<a>all <x><b>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>how much(?: area)? of)\s+(?P<x>.+?)\s+(?:is|does|are)\s+(?:made of|made up of|underlain by|taken up by|covered with|covered in|built of|formed of|composed of|granite)\s*(?P<y>.+)",
        "<a>how much of <x> is covered by <y>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>(?:top|first) place|number one|the leader)\s+(?:in|for|by)\s+(?P<x>.+)",
        "<a> the most <x>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>ratio of|ratio between|difference between|difference in number between)\s+(?:the\s+)?(?:numbers?\s+of\s+)?(?P<x>[\w-]+)\s+(?:to|and|vs\.?|versus)\s+(?P<y>[\w-]+)\s+(?P<n>[a-z]+s)\b(?P<b>.*)",
        "<a>{ratio} the number of <x> <n> {to} the number of <y> <n><b>",
    ),
    (
        r"(?P<a>.*?)\b(?P<x>[\w-]+)[-\s]*(?:/|to|:)[-\s]*(?P<y>[\w-]+)\s+(?P<at>ratio)(?P<b>\s+of\s+(?:the\s+)?deposits?.*|\s+in\s+number.*)",
        "<a>ratio of the number of <x> deposits to the number of <y> deposits<b>",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>how far)(?:,?\s+on average,?)?\s+(?:are|is|do|does|lie)\s+(?:the\s+)?(?P<x>.+?)\s+(?:lie\s+|away\s+|located\s+)*from\s+(?:the\s+)?(?:an?\s+)?(?:nearest\s+|closest\s+)?(?P<y>.+?)(?:,?\s+on average)?",
        "<a>average distance from <x> to the nearest <y>",
    ),
    (
        r"(?P<a>.*?)\b(?P<x>[\w-]+)\s+(?P<at>lengths?|areas?)\s+(?P<b>(?:by|per|for each|in each)\s+.+)",
        "<a>total <at> of <x>s <b>",
    ),
    (
        r"(?P<at>(?:rank|order|sort|compare|list))\s+(?:the\s+)?(?P<k>[\w ]+?)\s+(?:by|on|according to|in terms of)\s+(?:their\s+|the\s+)?(?:number|count|how many)\s+(?:of\s+)?(?P<x>.+?)(?:\s+(?:they have|there are|each has))?",
        "number of <x> per <k>, most first",
    ),
    (
        r"(?P<a>.*?)\b(?P<at>of|for|among|out of)\s+(?P<x>[^,]+),\s*(?:what|which)\s+(?:percentage|share|proportion|fraction|part|per\s?cent)\s+(?P<b>.+)",
        "<a>what percentage of <x> <b>",
    ),
    (r"(?P<a>.+?)\s*(?P<at>,)\s*(?P<b>(?:in|within|for|inside) [^,]+)", "<a> <b>"),
    (
        r"(?P<a>.*?)\b(?P<at>in terms of|as regards|with regard to|concerning|when it comes to)\s+(?P<b>.+)",
        "<a>by <b>",
    ),
)
_ZH: tuple[tuple[str, str], ...] = (
    (
        r"(?P<a>.*?)(?P<at>哪(?:一)?[种类]|什么)(?:矿产|矿种|矿床|矿)(?:的)?(?P<b>(?:数量|个数)?(?:最多|最少|最常见|最普遍).*)",
        "<a>哪个矿种的矿床<b>",
    ),
    (
        r"(?P<at>哪些|哪几个|哪个|有哪些)(?P<k>[\u4e00-\u9fff]{2,4}?)(?:里|内|中)?(?:的)?(?P<x>[\u4e00-\u9fff]{2,8}?)(?:的)?(?:数量|个数|数目|数)?(?P<op>超过|多于|大于|不少于|至少有?|达到|少于|不足|不到)(?P<n>\d+|[一二两三四五六七八九十百]+)[个处条座]?",
        "<x>数量<op><n>个的<k>有哪些",
    ),
    (
        r"(?P<a>.*?)(?P<at>各|每个|不同|把各|将各)(?P<k>[\u4e00-\u9fff]{2,4}?)(?:按照|按|依照|依|根据)(?P<x>[\u4e00-\u9fff]{2,8}?)(?:的)?(?:数量|个数|数目|多少|数)(?:进行|从[多高大]到[少低小]|由[多高大]到[少低小])?(?:排名|排序|排列|排队|排个名|排个序|排一下)",
        "<a>各<k>的<x>数量，从多到少排序",
    ),
    (
        r"(?P<a>.*?)(?P<at>各|每个|不同)(?P<k>[\u4e00-\u9fff]{2,4}?)(?:的)?(?P<x>[\u4e00-\u9fff]{2,8}?)(?:的)?(?:数量|个数|数目|数)(?:进行|的)?(?:排名|排序|排行|排列)(?:榜)?",
        "<a>各<k>的<x>数量，从多到少排序",
    ),
    (
        r"(?P<a>.*?)(?P<x>[\u4e00-\u9fff]{2,6}?)(?P<at>主要|大多|大都|多数|多|集中)?(?:产|赋存|分布|位|产出|集中|主要产)(?:于|在)(?:什么|哪种|哪些|哪类|何种|哪个)(?:岩石|岩性|岩类)(?:类型)?(?:里|中|内)?(?:最多)?",
        "<a>哪种岩性中<x>最多",
    ),
    (r"(?P<a>.+?)(?P<at>[，,])\s*(?:在|位于)?(?P<b>[\u4e00-\u9fff·]{2,12}?)(?:境内|范围内|的|内|里)*", "<b><a>"),
    (r"(?P<a>.+?差)(?P<at>[（(]前者减(?:去)?后者[）)])(?P<b>.*)", "<a><b>"),
    (
        r"(?P<a>.+?)的?(?P<at>最[高大])(?:的)?(?:含量|值|浓度)(?:值)?(?P<b>(?:是|为|有)?多少|是什么|有多高|多高)?",
        "<a>含量的最大值<b>",
    ),
    (
        r"(?P<a>.+?)的?(?P<at>最[低小])(?:的)?(?:含量|值|浓度)(?:值)?(?P<b>(?:是|为|有)?多少|是什么|有多低|多低)?",
        "<a>含量的最小值<b>",
    ),
    (r"(?P<a>.*?)(?P<at>排(?:名|行|在)?第一)(?:位|名)?(?P<b>的.*)", "<a>最多<b>"),
    (r"(?P<a>.+?)(?P<at>(?:是什么|是哪个|是哪种|是哪一个))", "<a>"),
    (
        r"(?P<a>.*?(?:只|仅)(?:保留|要|看|列出?|显示|统计)?[^，,]*?\d+[个条处座件]?)(?P<at>的)[\u4e00-\u9fff]{2,5}",
        "<a>的",
    ),
    (
        r"(?P<a>.+?)(?P<at>(?:加起来|加在一起|合起来|合计|总共|一共))+(?:有)?(?:多长|多長)(?P<b>.*)",
        "<a>的总长度<b>",
    ),
    (
        r"(?P<a>.+?)(?P<at>(?:一共|总共|合计|共)?(?:有)?多少(?:平方公里|平方千米)?面积)是(?P<b>[\u4e00-\u9fff]{2,8})",
        "<a>被<b>覆盖的面积",
    ),
    (r"(?P<a>.+?)(?P<at>有百分之多少(?:的面积)?)是(?P<b>[\u4e00-\u9fff]{2,8})", "<b>占<a>面积的比例"),
    (r"(?P<a>.+?)(?P<at>标准差|平均值|中位数|均值|方差)(?:有)?(?:多大|多高|多低|几何)", "<a><at>是多少"),
)
_RULES_FIRST, _RULES_EN, _RULES_ZH = (
    tuple((re.compile(pattern, re.IGNORECASE), words) for pattern, words in rules) for rules in (_FIRST, _EN, _ZH)
)


def plainly_first(make: Composer, question: str) -> Reading | None:
    """The reading of a question whose words as they stand would mean something else."""
    for pattern, words in _RULES_FIRST:
        found = pattern.fullmatch(question, *body(question))
        reading = make.inner(question, arranged(found, words, "at")) if found is not None else None
        if reading is not None:
            return reading
    return None


def otherwise(make: Composer, question: str) -> Reading | None:
    """The reading of a question said in plain words; None when none of the rules leads to a complete one."""
    for pieces in _ways(make, question):
        if (reading := make.inner(question, pieces)) is not None:
            return reading
    return None


def _ways(make: Composer, question: str) -> Iterator[list[Piece]]:
    start, end = body(question)
    for pattern, words in _RULES_ZH if chinese(question) else _RULES_EN:
        found = pattern.fullmatch(question, start, end)
        if found is not None:
            groups = found.groupdict()
            long = "long" in (groups.get("at") or "").lower()
            longer = "longer" if groups.get("m") == "length" else "larger"
            ratio = "ratio" in (groups.get("at") or "")
            template = words.replace("{ratio}", "ratio of" if ratio else "difference between")
            template = template.replace("{to}", "to" if ratio else "and")
            template = template.replace("{longer}", longer).replace("{size}", "length" if long else "area")
            yield arranged(found, template, "at")
    yield from _there(make, question)


def _there(make: Composer, question: str) -> Iterator[list[Piece]]:
    """``…there``, 该区, 区内: the study area that the question names before it."""
    found = _THERE.search(question)
    if found is None:
        return
    kinds = {x.id for x in make.card.entity_types.values() if x.region}
    names = {x.text for x in make.card.names if x.entity_type in kinds}
    before = question[: found.start()]
    said = max((x for x in names if x in before), key=len, default="")
    if said:
        own = f"in {said}" if not chinese(question) else said
        yield [(0, found.start()), (own, found.span()), (found.end(), len(question))]
        yield [(0, found.start()), (found.end(), len(question))]
