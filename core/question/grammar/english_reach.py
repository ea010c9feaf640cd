"""English distances said of the other feature: with a fault within 5 km, whose nearest fault is 2 km away."""

from __future__ import annotations

from core.question.grammar.cursor import Mark
from core.question.grammar.english_distances import EnglishDistances
from core.question.grammar.parts import Comparison, RelationPart
from core.question.grammar.typing import entity_of

_PRONOUNS = ("them", "it", "each", "these", "those", "which", "whom")


class EnglishReach(EnglishDistances):
    """Productions for relations whose distance stands behind the other feature or behind "distance"."""

    def _distance_of(self) -> RelationPart | None:
        """``whose distance to a fault is less than 2 km``, ``at a distance of less than 2 km from``."""
        mark = self.mark()
        self.take_all("WITH", "THAT", "AUX")
        if not self.take("DISTANCE"):
            return None
        self.take("FROM", "TO")
        anchors = self.anchors()
        if anchors is None:
            return None
        self.take_all("COP", "OF", "AUX")
        negated = bool(self.take("NOT"))
        limits = self._limits()
        if limits is None:
            return None
        return RelationPart("near", anchors[0], self.since(mark), *limits, anchors[1], negated)

    def _limits(self) -> tuple[float | None, float | None] | None:
        """``less than 2 km``, ``at a distance of 1 to 4 km``: the least and the greatest distance in metres."""
        self.take_all("WITHIN", "DISTANCE", "RADIUS", "IN")
        first = self._limit()
        if first is None:
            return None
        low, high = self.metres(first)
        second = self.attempt(self._further_limit) if first.op != "between" else None
        if second is None:
            return low, high
        further = self.metres(second)
        if (low is None) == (further[0] is None):
            return None
        return (low, further[1]) if low is not None else (further[0], high)

    def _limit(self) -> Comparison | None:
        if (comparison := self.comparison("length")) is not None:
            return comparison
        quantity = self.quantity("length")
        if quantity is None:
            return None
        return Comparison("<=" if quantity.high is None else "between", quantity)

    def _further_limit(self) -> Comparison | None:
        """``… and no more than 3 km`` behind ``no less than 1 km``."""
        return self.comparison("length") if self.take("AND", "COMMA") else None

    def _having(self) -> RelationPart | None:
        """``with a fault within 5 km``, ``that have faults nearby``."""
        mark = self.mark()
        self.take("THAT")
        negated = bool(self.take("WITHOUT"))
        if not negated and not (self.take("WITH") or self._encircled()):
            return None
        negated = bool(self.take("NOT")) or negated
        return self._had(mark, negated)

    def _encircled(self) -> bool:
        """``surrounded by at least 3 faults within 4 km``."""
        found = self.at_after_filler().key == "surrounded by"
        return found and self.take("INSIDE") is not None

    def and_having(self) -> RelationPart | None:
        """``… and a fold within 5 km``, ``… but no fold within 5 km`` behind such a condition."""
        mark = self.mark()
        last = self.target.parts[-1][1] if self.target.parts else None
        if not isinstance(last, RelationPart) or last.rel != "near":
            return None
        linked = self.take("AND", "COMMA")
        negated = bool(self.take("NOT"))
        return self._had(mark, negated) if linked or negated else None

    def _had(self, mark: Mark, negated: bool) -> RelationPart | None:
        """The features and how near they are."""
        first = self.attempt(self.counted_features) or self.phrase()
        if first is None or entity_of(self.card, first) is None:
            return None
        anchors, join = [first], "and"
        while link := self.take("AND", "OR"):
            further = self.attempt(self.counted_features) or self.phrase()
            if further is None or not further.head:
                return None
            join = "or" if link.is_("OR") else join
            anchors.append(further)
        self.take_all("THAT", "COP", "LIE")
        self.attempt(self._around_it)
        of = tuple(anchors)
        limits = self.attempt(self._limits)
        if limits is None:
            if not self.take("NEAR"):
                return None
            vague = self.lexemes[self.used[-1]].text
            return RelationPart("near", of, self.since(mark), None, None, join, negated, vague=vague)  # type: ignore[arg-type]
        self.take_all("AWAY", "RADIUS", *(("OF", "FROM") if first.head else ()))
        self.attempt(self._around_it)
        if not first.head and self.next_is("OF", "FROM"):
            return None  # with gold within 5 km of faults
        return RelationPart("near", of, self.since(mark), *limits, join, negated)  # type: ignore[arg-type]

    def _around_it(self) -> bool | None:
        """``around them`` between the features and the distance, or behind it."""
        return (self.take("NEAR") is not None and self.at().key in _PRONOUNS) or None

    def nearest_away(self) -> RelationPart | None:
        """``whose nearest fault is more than 5 km away``."""
        mark = self.mark()
        opened = bool(self.take_all("WITH", "THAT", "COMMA", "OF"))
        if not self.take("NEAREST"):
            return None
        anchor = self.phrase()
        if anchor is None or entity_of(self.card, anchor) is None:
            return None
        if not self.take_all("COP", "THAT", "AUX") and not (opened and self.target.head):
            return None
        negated = bool(self.take("NOT"))
        limits = self._limits()
        if limits is None:
            return None
        self.take_all("AWAY", "FROM", "OF")
        if self.next_is_named():
            return None  # the nearest fault is less than 5 km from X: said of that fault
        return RelationPart("near", (anchor,), self.since(mark), *limits, negated=negated)

    def next_is_named(self) -> bool:
        """True before a noun or a name right behind."""
        here = self.at_after_filler()
        return bool(self.noun(here)) or self.is_name(here)

    def _closer_than(self) -> RelationPart | None:
        """``closer to faults than 2 km``, ``farther from faults than 10 km``."""
        mark = self.mark()
        negated = self.opened()
        word = self.take("CLOSER", "FARTHER")
        anchors = self.anchors() if word else None
        if word is None or anchors is None or not self.take("THAN"):
            return None
        quantity = self.quantity("length")
        if quantity is None:
            return None
        low, high = self.metres(Comparison("<=" if word.is_("CLOSER") else ">=", quantity))
        return RelationPart("near", anchors[0], self.since(mark), low, high, anchors[1], negated)
