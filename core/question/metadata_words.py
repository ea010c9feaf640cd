# ruff: noqa: E501  # patterns are easier to keep in long lines
"""The patterns of questions about the data themselves, in both languages; the first that fits decides."""

from __future__ import annotations

import re

_HAVE = r"(?:do\s+(?:you|we|i)\s+(?:have|know)|is|are|have\s+you|has|can\s+(?:i|we|you)|got|there)"
_DATA = r"(?:data(?:\s*sets?)?|layers?|tables?|maps?)"
_EN: tuple[tuple[str, str], ...] = (
    ("elements", r"\b(?:which|what)\s+(?:chemical\s+)?elements\s+(?:were|was|are|is|have\s+been|has\s+been|do\s+(?:the|you|we)|did)\b"
                 r"(?!.*\b(?:near|within|above|below|highest|anomal\w*)\b)(?=\s*(?:\w+\s+){0,3}(?:in|on|at|of\s+the|available|there|known|loaded"
                 r"|analy\w+|assay\w+|measur\w+|determin\w+|test\w+|report\w+|record\w+|includ\w+|cover\w+|given|listed|have|has|contain\w*)\b|\s*\?*$)"
                 r"|\bwhat\s+(?:was|were|has\s+been)\s+(?:analy[sz]ed|assayed)\b"),
    ("units", r"\b(?:in\s+)?(?:what|which)\s+units?(?:\s+of\s+measurement)?\s*(?:\?|$|(?:are|is)\s+(?:used|given|the)\b|do\s+|does\s+)"
              r"|\bin\s+(?:what|which)\s+units?\b|\bunits?\s+of\s+(?:measurement|the)\b|\bwhat\s+(?:is|are)\s+the\s+units?\b"),
    ("frame", r"\b(?:coordinate\s+(?:reference\s+)?systems?|crs|srid|map\s+projection|geometry\s+types?|projection\s+of)\b"
              r"|\b(?:what|which)\b.*\b(?:spatial\s+)?(?:extent|coverage)\s+of\s+the\s+(?:data|layers?|\w+)"),
    ("source", rf"\bwhere\s+(?:do|does|did|is|are)\b.*\b{_DATA}\b.*\b(?:come|from|taken)\b|\b(?:sources?|provenance|origin)\s+of\s+(?:the\s+|this\s+|these\s+)?\w*\s*{_DATA}\b"
               rf"|\bhow\s+(?:old|recent|current|up[\s-]to[\s-]date)\s+(?:is|are)\s+(?:the\s+|your\s+)?{_DATA}\b|\bwhen\s+(?:was|were)\s+the\s+{_DATA}\b"),
    ("fields", r"\b(?:which|what)\s+(?:attributes?|fields?|columns?|properties)\b|\b(?:attributes|fields|columns)\s+(?:of|do|does|in)\s+(?:the\s+)?\w+"
               r"|\bwhat\s+(?:do\s+(?:you|we)\s+know|information\s+(?:do\s+you\s+have|is\s+there))\s+(?:about|on|of)\s+(?:the\s+|each\s+)?(?:\w+\s+)?(?:\w+)\s*\?*$"),
    ("layers", rf"\b(?:what|which)\s+(?:kinds?\s+of\s+|sorts?\s+of\s+|map\s+)?(?:{_DATA}|information)\s+{_HAVE}\b|\bwhat(?:'s|\s+is|\s+has\s+been)\s+loaded\b"
               rf"|\b(?:list|show)\s+(?:me\s+)?(?:all\s+)?(?:the\s+)?(?:loaded\s+|available\s+)?(?:layers|data\s*sets|tables)\s*[.?]*$|\bhow\s+many\s+(?:layers|tables|data\s*sets)\b"
               r"|\bwhat\s+(?:can|could)\s+(?:i|we)\s+ask\b|\bwhat(?:'s|\s+is)\s+in\s+(?:the\s+|this\s+|your\s+)?(?:data(?:base|set)?)\s*\?*$"),
)  # fmt: skip
_ZH: tuple[tuple[str, str], ...] = (
    ("elements", r"(?:分析|测试|测定|化验|检测|测)了?(?:哪些|什么|哪几种)元素|(?:哪些|什么)元素(?:被|进行)?了?(?:分析|测试|测定|有数据|有测试)|(?:^|[的了过中里]|样品?|数据|化学|测试|分析|测定|可用|现有|已有)元素有哪些"),
    ("units", r"单位(?:是|为)?(?:什么|多少|哪些)|(?:什么|哪种|何种)(?:计量)?单位(?![圈界侧])|计量单位"),
    ("frame", r"坐标系|坐标参考|SRID|投影|几何类型|(?:数据|图层)的?(?:空间)?(?:覆盖)?范围"),
    ("source", r"数据(?:的)?来源|(?:数据|图层|资料)(?:是)?(?:从哪|来自|哪里来|哪来|什么时候|何时)|(?:数据|资料)(?:有多新|多旧|的年份)"),
    ("fields", r"(?:哪些|什么|哪几个|多少个?)(?:字段|属性|列|属性信息)|(?:字段|属性|属性列)(?:有哪些|有什么|都有哪些|列表|是哪些)"),
    ("layers", r"(?:有|加载|载入|导入|存)了?(?:些)?(?:哪些|什么|哪几种|多少个?)(?:数据|图层|资料|数据集|数据表|图件)|(?:哪些|什么|多少个?)(?:数据|图层|数据集)(?:[？?]|$|已|被|可用|可以|能)"
               r"|(?:数据|图层|资料)(?:都)?(?:有哪些|有什么|清单|列表)|(?:可以|能)(?:查询|查|问|提问)(?:些)?(?:什么|哪些)|数据库(?:里|中)?有(?:什么|哪些)[？?]?$"),
)  # fmt: skip
PATTERNS = {
    "en": tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _EN),
    "zh": tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _ZH),
}
"""Language → (kind, pattern)."""
