"""Rings, limits and pairs in a roundabout way: over 5 km from X but under 20 km, gold as well as copper."""

from __future__ import annotations

import re

_N = r"\d+(?:\.\d+)?"
_KM = r"(?:km|kms|m|metres?|meters?|kilomet(?:re|er)s?|miles?)"
_ZH_N = rf"(?:{_N}|[一二两三四五六七八九十百]+)"
_GL = r"(?:公里|千米|km|米|m|里)"

TURNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (
            rf"\b(over|more than|at least|beyond) ({_N}\s*{_KM}) (?:away )?from ((?:\w+ ){{1,4}}?)(?:but|and) "
            rf"(under|less than|no more than|at most|below) ({_N}\s*{_KM})(?: away)?(?=$|[.?,])",
            r"\1 \2 but \4 \5 from \3",
        ),
        (
            rf"\b(?:in|inside|within) the ({_N})\s*(?:-|–|to)\s*({_N}\s*{_KM}) (?:band|zone|ring|belt) "
            r"(?:around|from|of|about)\b",
            r"between \1 and \2 from",
        ),
        (rf"\bin the ({_N})\s*(?:-|–|to)\s*({_N}\s*[\w%/]+) range\b", r"between \1 and \2"),
        (rf"\b(distances?) in ({_KM}) ((?:between|from|to|of) [^?.,]+)", r"\1 \3 in \2"),
        (r"\b(their|its|the) respective (?=\w)", r"\1 "),
        (
            r"(?<=[a-z] )through which ((?:(?!\b(?:do|does|did)\b)[^,?.])+?) (flows?|pass(?:es)?|runs?)\b",
            r"that \1 \2 through",
        ),
        (r"\ba good (?=\d)", ""),
        (r"\btops (?=\d)", "exceeds "),
        (r"\byear of (?=\d{4}\b)", "year "),
        (r"\belsewhere than\b", "outside"),
        (r"\boriented (?=[NSEW]|north|south|east|west)", "trending "),
        (r"\b(?:classed|rated|ranked) (?:as )?(?=[a-z]+(?: in size)?(?:$|[.?,]))", "that are "),
        (r"\b(with|having|containing?|holding) (\w+) as well as (\w+)", r"\1 both \2 and \3"),
        (r"\b(with|having|containing?|holding) ((?:\w+, )*\w+ and \w+) together\b", r"\1 both \2"),
        (rf"({_ZH_N}\s*{_GL})(?:以外|之外|外|开外)[、,，且]?({_ZH_N}\s*{_GL})(?:以内|之内|内)", r"\1以上\2以内"),
        (rf"与([^与距离]{{2,10}}?)的?距离(?={_ZH_N}\s*{_GL})", r"距\1"),
        (rf"(?:边上|旁边)(?={_ZH_N}\s*{_GL})", "周边"),
        (rf"远于(?={_ZH_N}\s*{_GL})", "超过"),
        (r"从((?:哪些|哪个|哪几[个条座])[\u4e00-\u9fff]{1,4}?)((?:流|穿|经|通)过)(?=[？?。]?$)", r"\2\1"),
        (r"(在|于)(哪[些个]|哪几个|哪一个)([\u4e00-\u9fff]{1,3}?)(?:境内|里|内|中)(?=[？?。]?$)", r"\1\2\3"),
        (r"分(?![别类开组段层析时级档])([\u4e00-\u9fff]{1,3}?)(?=统计|计数)", r"按\1"),
        (  # 小型金矿以外的金矿: the same noun again, so the first is what is left out
            r"^(?:除了?)?((?:(?!的)[\u4e00-\u9fff]){1,5}?)([\u4e00-\u9fff]{2,3})(?:以外|之外)的(?=\2(?:$|有|都|[，。？?]))",
            r"\1以外的",
        ),
        (r"(\d{4}年)(?:以前|之前|前)(?:还|尚)?(?:没有|没|未)(?:被)?发现", r"\1以来发现"),
        (r"(\d{4}年)[及和或]其?(?:以后|之后)", r"\1以来"),
        (r"(\d{4}年)[及和或]其?(?:以前|之前)", r"不晚于\1"),
        (r"(?:21|二十一|本)世纪(?=(?:内|里)?(?:发现|探明|查明|找到))", "2000年以来"),
    )
)
"""What is replaced and what stands for it."""
