"""English distances: within 5 km of, more than 2 km from, between 2 and 5 km from, near, far from."""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.cursor import Mark
from core.question.grammar.english_anchors import EnglishAnchors
from core.question.grammar.parts import Comparison, RelationPart
from core.question.grammar.telegrams import other_thing


class EnglishDistances(EnglishAnchors):
    """Productions for relations with a distance, stated or not."""

    def opened(self) -> bool:
        """Words before a relation; True when they negate it."""
        negated = False
        for _ in range(5):
            if self.take("NOT"):
                negated = not negated
            elif not self.take("COP", "THAT", "AUX", "BOTH"):
                break
        return negated

    def _within(self) -> RelationPart | None:
        mark = self.mark()
        negated = self.opened()
        if not self.take("WITHIN", "NEAR", "INSIDE"):
            return None
        self.take_all("DISTANCE", "RADIUS")
        quantity = self.between("length") or self.quantity("length")
        if quantity is None:
            return None
        comparison = Comparison("<=" if quantity.high is None else "between", quantity)
        return self._distance(mark, comparison, negated=negated)

    def _less_or_more(self) -> RelationPart | None:
        mark = self.mark()
        negated = self.opened()
        self.take("AT_LEAST", "DISTANCE", "WITHIN")
        found = self.comparison("length")
        return self._distance(mark, found, negated=negated) if found else None

    def _double(self) -> RelationPart | None:
        """``more than 2 km but less than 5 km from``."""
        mark = self.mark()
        negated = self.opened()
        first = self.comparison("length") or self.comparison()
        joined = self.at().key.startswith(("and ", "but "))
        if first is None or not (joined or self.take("AND", "COMMA")):
            return None
        second, above = self.comparison("length"), first.op in (">", ">=")
        length = first.quantity.dimension in (None, "length")
        if second is None or not length or above == (second.op in (">", ">=")):
            return None  # over 2 but under 6 km
        first = replace(first, quantity=replace(first.quantity, unit=first.quantity.unit or second.quantity.unit))
        low, high = sorted((first, second), key=lambda x: x.op not in (">", ">="))
        found = self._distance(mark, high, negated=negated)
        return found and replace(found, min_m=self.metres(low)[0])

    def _ring(self) -> RelationPart | None:
        mark = self.mark()
        negated = self.opened()
        self.take("DISTANCE", "WITHIN")
        ring = self.between("length")
        return self._distance(mark, Comparison("between", ring), negated=negated) if ring else None

    def _plain_distance(self) -> RelationPart | None:
        """``5 km around faults``, ``2-5 km from roads``, ``5 km from``."""
        mark = self.mark()
        negated = self.opened()
        self.take("DISTANCE")
        quantity = self.quantity("length")
        if quantity is None:
            return None
        comparison = Comparison("<=" if quantity.high is None else "between", quantity)
        return self._distance(mark, comparison, negated=negated)

    def _distance(self, mark: Mark, comparison: Comparison, *, negated: bool) -> RelationPart | None:
        """The rest of a distance phrase: ``(radius) (away) from`` and the anchor."""
        self.take_all("RADIUS", "AWAY", "HYPHEN")
        near = comparison.op in ("<", "<=") and other_thing(self)
        if not self.take("FROM", "TO", "NEAR", "OF") and not self.next_is("NEAREST") and not near:
            return None
        anchors = self.anchors()
        if anchors is None:
            return None
        low, high = self.metres(comparison)
        return RelationPart("near", anchors[0], self.since(mark), low, high, anchors[1], negated)

    def _near(self) -> RelationPart | None:
        """``near faults``, ``close to``, ``around`` with an optional distance behind the anchor."""
        mark = self.mark()
        negated = self.opened()
        word = self.take("NEAR")
        if word is None:
            return None
        before = self.attempt(self._bracketed)
        self.take("TO", "FROM", "OF")
        anchors = self.anchors()
        if anchors is None:
            return None
        comparison = before or self.attempt(self._bracketed)
        if comparison:
            low, high = self.metres(comparison)
            return RelationPart("near", anchors[0], self.since(mark), low, high, anchors[1], negated)
        return RelationPart(
            "near", anchors[0], self.since(mark), join=anchors[1], negated=negated, vague=word.text
        )

    def _bracketed(self) -> Comparison | None:
        """A distance behind ``near X``: ``(within 5 km)``, ``by less than 5 km``, ``, 5 km``."""
        while self.at().text in ("(", "（", ",", "，"):
            self.advance()
        self.take_all("BY", "RADIUS", "OF")
        if self.take("WITHIN"):
            self.take_all("RADIUS", "OF")
            quantity = self.quantity("length")
            found = Comparison("<=", quantity) if quantity else None
        else:
            quantity = self.quantity("length")
            found = Comparison("<=", quantity) if quantity else self.comparison("length")
        if found is None:
            return None
        if not self.next_is("FROM", "OF"):
            self.take_all("AWAY", "RADIUS")
        if self.at().text in (")", "）"):
            self.advance()
            return found
        return None if self.next_is("FROM", "OF") else found

    def _far(self) -> RelationPart | None:
        mark = self.mark()
        negated = self.opened()
        word = self.take("FARFROM")
        anchors = self.anchors() if word else None
        if word is None or anchors is None:
            return None
        # "far from" is the opposite of "near": beyond the distance that "near" stands for
        return RelationPart(
            "near", anchors[0], self.since(mark), join=anchors[1], negated=not negated, vague=word.text
        )
