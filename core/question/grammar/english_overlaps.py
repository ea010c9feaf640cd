"""English questions for parts inside of something: how much of X lies in Y, the overlap of X and Y."""

from __future__ import annotations

from core.question.grammar.asked import Aggregated, Valued
from core.question.grammar.english_distances_asked import EnglishDistancesAsked
from core.question.grammar.parts import AnchorPart, Phrase
from core.question.grammar.typing import entity_of

_IN_WORDS = ("IN", "INSIDE", "WITHIN", "CROSS", "INTERSECT", "COVEREDBY", "OUTSIDE")


class EnglishOverlaps(EnglishDistancesAsked):
    """Productions for overlaps."""

    def _overlap_asked(self) -> bool | None:
        """``how much of X lies in Y``, ``what percentage of the area of X is covered by Y``."""
        mark = self.mark()
        word = self.take("HOWMUCH", "PERCENTAGE")
        if word is None:
            return None
        ratio = word.is_("PERCENTAGE")
        self.take_all("OF")
        sized = self.measure_word()
        self.take_all("OF")
        first = self.anchor_phrase()
        if not isinstance(first, Phrase) or (ratio and not sized and not self._one_shape(first)):
            return None
        self.take_all("COP", "AUX", "THAT")
        last = self.lexemes[self.used[-1]]
        made_of = self._one_shape(first) and last.is_("COP") and last.key not in ("'s", "s")
        if not self.take("COVEREDBY", *_IN_WORDS) and not made_of:
            return None
        second = self.anchor_phrase()
        if second is None:
            return None
        kind = "ratio" if ratio else sized if sized in ("area", "length") else ""
        if "length" in word.key or "area" in word.key:
            kind = "length" if "length" in word.key else "area"
        self._overlap(first, second, kind, self.since(mark))
        return True

    def _one_shape(self, phrase: Phrase) -> bool:
        entity = entity_of(self.card, phrase)
        kinds = self.card.entity_types[entity].geometry if entity else ()
        return bool(phrase.names) and kinds != ("point",)

    def _overlap(self, first: Phrase, second: AnchorPart, kind: str, uses: tuple[int, ...]) -> None:
        value = Valued("overlap", uses, anchor=second, overlap=kind)  # type: ignore[arg-type]
        self.become(first)
        if first.names:
            self.frame.asked.values.append(value)
        else:
            self.frame.asked.aggregates.append(Aggregated("sum", uses, value))

    def _overlap_of(self) -> bool | None:
        """``the overlap area of X and Y``, ``area shared by X and Y``."""
        mark = self.mark()
        word = self.take("OVERLAPOF")
        if word is None or self.target.head:
            return None
        self.take_all("OF", "BETWEEN", "BY")
        anchors = self.anchors()
        found = list(anchors[0]) if anchors else []
        if len(found) == 1 and self.take("AND", "WITH"):
            found.extend(x for x in [self.anchor_phrase()] if x)
        if len(found) != 2 or not isinstance(found[0], Phrase):
            return None
        kind = "length" if "length" in word.key else "area" if "area" in word.key else ""
        self._overlap(found[0], found[1], kind, self.since(mark))
        return True
