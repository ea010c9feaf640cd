"""Distances that a text states between two named features, found without understanding the rest of the sentence.

Only a sentence that holds both names and exactly one distance in the words of a distance counts: "B lies 3 km
north of A", "A 距 B 约3公里".  A length, a depth or a width is not one.  How exact a statement is follows from its
digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.answer.figures import Figure, figures
from core.answer.stated_bounds import joins
from core.knowledge.links import folded, is_name, stands_in

_UNITS = {
    "km": 1000, "kilometre": 1000, "kilometres": 1000, "kilometer": 1000, "kilometers": 1000, "公里": 1000,
    "千米": 1000, "m": 1, "metre": 1, "metres": 1, "meter": 1, "meters": 1, "米": 1,
}  # fmt: skip
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_FIGURE = rf"(?P<number>\d+(?:,\d{{3}})*(?:\.\d+)?)\s*(?P<unit>{_UNIT})(?![A-Za-z²³2-3])"
_ABOUT = r"(?P<about>about|approximately|around|roughly|some|nearly|约|大约|近)?\s*"
_SIDE = (
    r"(?:due\s+)?(?:north|south|east|west)(?:-?(?:north|south)?-?(?:east|west))?(?:ern|wards?)?"
    r"|[NSEW]{1,3}|away|off"
)
_BEFORE = re.compile(
    rf"(?:distance[^.;\d]{{0,60}}?|apart\s+by\s+|within\s+|lies?\s+|situated\s+|located\s+|距离?[^。；\d]{{0,24}}?"
    rf"|相距[^。；\d]{{0,12}}?)(?:only\s+|仅|为|是)?{_ABOUT}{_FIGURE}",
    re.IGNORECASE,
)
_AFTER = re.compile(
    rf"{_ABOUT}{_FIGURE}\s*(?:(?:to\s+the\s+)?(?:{_SIDE})\s*(?:of|from)?|from|apart|远|处|以?[东南西北]{{1,2}}[面部侧方]?)",
    re.IGNORECASE,
)
_ANY = re.compile(_FIGURE, re.IGNORECASE)
NO_ABBREVIATION = r"(?<!\bal)(?<!\b[Ff]ig)(?<!\bcf)(?<!\bca)(?<!\b[Nn]o)(?<!\be\.g)(?<!\bi\.e)(?<!\b[A-Z])"
"""Stands before a full stop that may end a sentence."""
_END = re.compile(rf"(?:{NO_ABBREVIATION}[.!?])(?=\s|$)|[。！？；;]")


@dataclass(frozen=True)
class Stated:
    """A distance in a sentence."""

    sentence: str
    """With single spaces."""
    text: str
    """The number with its unit as it stands there."""
    metres: float
    figure: Figure

    def agrees(self, metres: float) -> bool:
        """Whether a measured distance is what was stated."""
        return self.figure.agrees(metres * self.figure.value / self.metres) if self.metres else metres == 0


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text; decimal points and usual abbreviations end none."""
    words, start = " ".join(text.split()), 0
    for end in [*(m.end() for m in _END.finditer(words)), len(words)]:
        if words[start:end].strip():
            yield words[start:end].strip()
        start = end


def between(text: str, one: Iterable[str], other: Iterable[str]) -> Stated | None:
    """The distance that `text` states between a feature called one of `one` and one called one of `other`."""
    first, second = tuple(one), tuple(other)
    for sentence in sentences(text):
        rest = _without(sentence, first)
        if rest is None or _without(rest, second) is None:
            continue
        found = only_distance(sentence)
        if found is not None and joins(sentence, found.figure.span, first, second):
            return found
    return None


def _without(sentence: str, names: Iterable[str]) -> str | None:
    """The sentence without the longest of the names in it; None when there is none."""
    for name in sorted(names, key=len, reverse=True):
        if says(sentence, name):
            return re.sub(re.escape(name), "\0", sentence, flags=re.IGNORECASE)
    return None


def says(text: str, name: str) -> bool:
    """Whether `name` stands in `text` as a whole word, or anywhere when it is Chinese."""
    wanted = folded(name)
    return is_name(wanted) and stands_in(folded(text), wanted)


def only_distance(sentence: str) -> Stated | None:
    """The one distance of a sentence; None where there are none or several."""
    lengths = [x for x in figures(sentence, _length) if x.unit]
    if len(lengths) != 1 or len(_ANY.findall(sentence)) != 1:
        return None
    figure = lengths[0]
    for pattern in (_BEFORE, _AFTER):
        for found in pattern.finditer(sentence):
            if figure.span[0] <= found.start("number") < figure.span[1]:
                return Stated(sentence, figure.text, figure.value * _UNITS[figure.unit.lower()], figure)
    return None


def _length(unit: str) -> bool:
    return unit.lower() in _UNITS
