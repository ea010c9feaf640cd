"""Turns of phrase of what is measured or counted: break down by, how far on average, 加起来有多长, 各自最近."""

from __future__ import annotations

import re

from core.question.rewriting import Rewritten, rewrite

_ZH_UNIT = r"\d+(?:\.\d+)?\s*(?:ppm|ppb|%|公里|千米|米|km|m)"
_STATISTIC = r"(?:average|mean|median|total|sum|minimum|maximum)"

_PHRASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (rf"\b(break down) (?:the )?(?={_STATISTIC}\b).+? by\b", ("",)),
    (r"\b(break down) (?:the )?(?:\w+[ -]){1,4}?by\b", ("number of",)),
    (r"\b(break)(?: the)?(?: \w+){1,4}?( down) (?:by|into)\b", ("number of", "")),
    (
        r"\b(?:split|divide|sort|bin|classify|group)(?=(?: the)?(?: \w+){1,3} into (?:\w+ ){0,2}"
        r"(?:classes|bins|bands))",
        ("number of",),
    ),
    (r"^number of(?: the)?(?: \w+){1,3}( into)(?= (?:\w+ ){0,2}(?:classes|bins|bands|ranges) of\b)", (" in",)),
    (
        r"\b(how (?:are|is))(?: the)?(?: \w+){1,4}( (?:distributed|divided|spread|split)"
        r" (?:across|among|between|by))\b",
        ("number of", " by"),
    ),
    (r"(, (?P<key>\w+) by (?P=key))\b", (" by {key}",)),
    (
        r"(\bout of (?:all )?)(?:the )?(?:\w+ ){0,3}\w+(, (?:how many|what) per ?cent(?:age)?)"
        r" (?:are|is|lie|have)\b",
        ("what percentage of ", ""),
    ),
    (r"(, its|, their) (?:nearest|closest)\b", (" the",)),
    (r"\b(how far on average (?:are|is)) .+? from\b", ("average distance of",)),
    (r"\b(spacing) between\b", ("distance",)),
    (r"\b(how far (?:each|every) (?:one |of them )?(?:is|lies) from)\b", ("the distance to",)),
    (r"\b(what area of)(?: the)?(?: \w+){1,3}( overlaps(?: with)?)\b", ("how much of", " lies in")),
    (r"\b(lowest and highest)\b", ("minimum and maximum",)),
    (r"\b(highest and lowest)\b", ("maximum and minimum",)),
    (r"\b(?:average|mean|median|typical) (size) of\b", ("area",)),
    (
        r"\b(how much)(?: \w+){1,3} (?:length|area) (is there(?: in total| altogether)?|do we have(?: in total)?)",
        ("total", ""),
    ),
    (r"(有?多高)(?=[？?。]?$)", ("是多少",)),
    (r"((?:加起来|加在一起|合起来)(?:一共|总共)?有?多长)", ("的总长度",)),
    (r"((?:加起来|加在一起|合起来)(?:一共|总共)?(?:有|占)?多大(?:面积)?)", ("的总面积",)),
    (r"((?:总共|一共|共)占(?:了)?多大(?:面积)?)", ("的总面积",)),
    (r"(平均(?:距离|距|离))[\u4e00-\u9fff]{2,8}?((?:有)?多远)", ("到", "的平均距离")),
    (r"(最高(?:能|可)?(?:到|达到|达)多少)", ("的最大值",)),
    (r"(最低(?:能|可)?(?:到|达到|达)多少)", ("的最小值",)),
    (r"(平均(?:有)?多大)(?=[？?。]?$)", ("的平均面积",)),
    (r"(几)(?=(?:平方公里|平方千米|公里|千米|公顷)[？?。]?$)", ("多少",)),
    (r"([，,]?(?:附上|附带|并附上|连同))(?=(?:其)?(?:到|距|离))", ("及",)),
    (r"(?<=均值|位数)(的?[三3]倍)", ("的3倍",)),
    (r"(?<=均值|位数)(的?[两二2]倍)", ("的2倍",)),
    (r"(高出)(?=均值|平均)", ("高于",)),
    (
        r"([\u4e00-\u9fff]{2,8}?)((?:里|中|当中)有(?:几成|多少比例|多大比例|百分之多少|百分之几))(?=位于|产于|在|分布)",
        ("有多少比例的{1}", ""),
    ),
    (rf"([\u4e00-\u9fff]含量)((?:以|每)(?P<step>{_ZH_UNIT})(?:为)?一[档级段])", ("按{1}", "每{step}分段")),
)
_RULES = tuple((re.compile(pattern, re.IGNORECASE), words) for pattern, words in _PHRASES)


def plainly_measured(question: str) -> Rewritten | None:
    """The question with one turn of phrase said plainly; None when it has none."""
    for pattern, words in _RULES:
        found = pattern.search(question)
        if found is None:
            continue
        named = {f"{i}": found.group(i) for i in range(1, pattern.groups + 1)} | found.groupdict()
        places = [i for i in range(1, pattern.groups + 1) if i not in pattern.groupindex.values()] or [0]
        changes = [(found.span(i), _filled(w, named)) for i, w in zip(places, words, strict=True)]
        made = rewrite(question, changes)
        if made.text != question:
            return made
    return None


def _filled(words: str, named: dict[str, str]) -> str:
    for name, text in named.items():
        words = words.replace("{" + name + "}", text or "")
    return words
