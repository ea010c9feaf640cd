"""English distances said of the other feature: with a fault within 5 km, whose nearest fault is 2 km away."""

from __future__ import annotations

from core.question.grammar.english_distances import EnglishDistances
from core.question.grammar.parts import Comparison, RelationPart
from core.question.grammar.typing import entity_of


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
        """``less than 2 km``, ``within 2 km``, ``2 km``: the least and the greatest distance in metres."""
        self.take("WITHIN")
        comparison = self.comparison("length")
        quantity = None if comparison else self.quantity("length")
        if comparison is None and quantity is None:
            return None
        return self.metres(comparison or Comparison("<=", quantity))  # type: ignore[arg-type]

    def _having(self) -> RelationPart | None:
        """``with a fault within 5 km``, ``that have faults nearby``."""
        mark = self.mark()
        self.take("THAT")
        negated = bool(self.take("WITHOUT"))
        if not negated and not self.take("WITH"):
            return None
        negated = bool(self.take("NOT")) or negated
        return self._had(mark, negated)

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
        if self.take("WITHIN"):
            quantity = self.quantity("length")
            comparison = Comparison("<=", quantity) if quantity else None
        else:
            comparison = self.comparison("length")
        of = tuple(anchors)
        if comparison is None:
            if not self.take("NEAR"):
                return None
            vague = self.lexemes[self.used[-1]].text
            return RelationPart("near", of, self.since(mark), None, None, join, negated, vague=vague)  # type: ignore[arg-type]
        self.take_all("AWAY", "RADIUS", *(("OF", "FROM") if first.head else ()))
        if not first.head and self.next_is("OF", "FROM"):
            return None  # with gold within 5 km of faults
        low, high = self.metres(comparison)
        return RelationPart("near", of, self.since(mark), low, high, join, negated)  # type: ignore[arg-type]

    def nearest_away(self) -> RelationPart | None:
        """``whose nearest fault is more than 5 km away``."""
        mark = self.mark()
        self.take_all("WITH", "THAT")
        if not self.take("NEAREST"):
            return None
        anchor = self.phrase()
        if anchor is None or entity_of(self.card, anchor) is None or not self.take("COP"):
            return None
        negated = bool(self.take("NOT"))
        limits = self._limits()
        if limits is None:
            return None
        self.take_all("AWAY", "FROM")
        return RelationPart("near", (anchor,), self.since(mark), *limits, negated=negated)

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
