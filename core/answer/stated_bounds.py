"""Whether a distance in a sentence is one between the two things that it names, and a straight one.

"A and B lie 40 km north of C", "A, unlike B, lies 2 km from a granite", "the A camp lies 3 km from the B river",
"A does not lie 77 km from B" and "20 km by road" give no distance between A and B.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_NOT = re.compile(
    r"\b(?:not|never|neither|nor|no longer|cannot|wrongly|erroneously)\b|n['’]t\b"
    r"|并不|不是|不在|并非|没有|未必|误认为",
    re.IGNORECASE,
)
_TRAVEL = re.compile(
    r"\b(?:by|along)\s+(?:the\s+)?(?:\w+\s+)?(?:road|rail|railway|track|trail|highway|river|car|air|foot)\b"
    r"|\b(?:drive|driving|walk|journey|travel)\b|公路|铁路|车程|路程|里程|步行|驱车|行程|沿河",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"[\s-]*(?:camp|river|village|town|township|city|road|railway|station|county|lake|valley|mountains?|hills?|"
    r"airport|bridge|creek|stream|basin|plain|port|well|pass|school|dam|reservoir)\b"
    r"|(?:营地|河|村|镇|乡|县|市|公路|铁路|路|车站|站|湖|山|谷|机场|水库|盆地|平原|沟|港)",
    re.IGNORECASE,
)
"""What stands behind a name and makes it that of something else."""
_FROM = re.compile(
    r"\s*(?:(?:to\s+the\s+)?(?:due\s+)?(?:(?:north|south|east|west)[-\w]*|[NSEW]{1,3}|away|off))?\s*(?:of|from|to)\b",
    re.IGNORECASE,
)
_FEW = re.compile(r"(?:\s+[\w'’-]+){0,3}\s*", re.UNICODE)
_ZH_PLACE = re.compile(
    r"(?:距离?|离|到|至|位于|处于|在)(?!(?:约|大约|近|仅|只有|只|为|是|达|有|离|的|之间|直线|距离|\s)*$)[^，。；]{2,}$"
)
"""Between the last name and the number: the place from which another distance is meant."""


def is_straight(sentence: str, span: tuple[int, int]) -> bool:
    """Whether the distance at `span` is stated as it is, and not along a road."""
    rest = sentence[: span[0]] + " " + sentence[span[1] :]
    return _NOT.search(rest) is None and _TRAVEL.search(rest) is None


def joins(sentence: str, span: tuple[int, int], one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether the distance at `span` goes from a thing called one of `one` to one called one of `other`."""
    places = [_places(sentence, names) for names in (one, other)]
    if not all(places) or not is_straight(sentence, span):
        return False
    ends = [end for found in places for _, end in found]
    if any(_OTHER.match(sentence, end) for end in ends):
        return False
    starts = [start for found in places for start, _ in found]
    behind = _FROM.match(sentence, span[1])
    if behind is not None:
        after = [x for x in starts if x >= behind.end()]
        return bool(after) and _FEW.fullmatch(sentence[behind.end() : min(after)]) is not None
    if all(x < span[0] for x in starts):
        last = max(x for x in ends if x <= span[0])
        return _ZH_PLACE.search(sentence[last : span[0]]) is None
    return True


def is_of(sentence: str, names: Iterable[str]) -> bool:
    """Whether the longest of `names` in the sentence is that of the thing and not of a place called after it."""
    found = _places(sentence, names)
    return bool(found) and not any(_OTHER.match(sentence, end) for _, end in found)


def _places(sentence: str, names: Iterable[str]) -> list[tuple[int, int]]:
    """Where the longest of the names stands."""
    for name in sorted(names, key=len, reverse=True):
        found = [(m.start(), m.end()) for m in re.finditer(re.escape(name), sentence, re.IGNORECASE)]
        if found:
            return found
    return []
