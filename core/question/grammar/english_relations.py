"""English spatial relations: within 5 km of, inside, crossing, near, between 2 and 5 km from …"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from core.question import ir
from core.question.grammar.nouns import Nouns
from core.question.grammar.parts import (
    Comparison,
    Connector,
    Mention,
    Part,
    Phrase,
    PointPart,
    RegionPart,
    RelationPart,
)
from core.question.grammar.typing import fits

Anchors = tuple[tuple[Phrase | PointPart, ...], Connector]
_MAX_ANCHORS = 20
_PARTICIPLE = re.compile(r"(\w+ing|\w+ed|cut)\b")


class EnglishRelations(Nouns):
    """Productions for relations and the noun phrases they refer to."""

    def relation(self) -> RelationPart | RegionPart | None:
        """Any spatial relation at the cursor."""
        return self.first(
            self._having, self._distance_of, self._within, self._compared, self._ring, self._plain_distance,
            self._near, self._far, self._region_in, self._inside, self._outside, self._crossed,
            lambda: self._verb("CROSS", "crosses"), lambda: self._verb("INTERSECT", "intersects"),
            lambda: self._verb("CONTAIN", "contains"), lambda: self._verb("TOUCH", "touches"),
        )  # fmt: skip

    def _opened(self) -> bool:
        """Words before a relation; True when they negate it."""
        negated = False
        for _ in range(5):
            if self.take("NOT"):
                negated = not negated
            elif not self.take("COP", "THAT", "AUX", "BOTH"):
                break
        return negated

    # --- distances -----------------------------------------------------------------------------------------

    def _within(self) -> RelationPart | None:
        mark = self.mark()
        negated = self._opened()
        if not self.take("WITHIN", "NEAR", "INSIDE"):
            return None
        quantity = self.between("length") or self.quantity("length")
        if quantity is None:
            return None
        low, high = (None, quantity.low) if quantity.high is None else (quantity.low, quantity.high)
        return self._distance(mark, Comparison("between" if low else "<=", quantity), negated=negated, high=high)

    def _compared(self) -> RelationPart | None:
        mark = self.mark()
        negated = self._opened()
        self.take("AT_LEAST", "DISTANCE", "WITHIN")
        comparison = self.comparison("length")
        return None if comparison is None else self._distance(mark, comparison, negated=negated)

    def _ring(self) -> RelationPart | None:
        mark = self.mark()
        negated = self._opened()
        self.take("DISTANCE", "WITHIN")
        quantity = self.between("length")
        return None if quantity is None else self._distance(mark, Comparison("between", quantity), negated=negated)

    def _plain_distance(self) -> RelationPart | None:
        """``5 km around faults``, ``2-5 km from roads``, ``5 km from``."""
        mark = self.mark()
        negated = self._opened()
        quantity = self.quantity("length")
        if quantity is None:
            return None
        comparison = Comparison("<=" if quantity.high is None else "between", quantity)
        return self._distance(mark, comparison, negated=negated)

    def _distance(
        self, mark: tuple[int, int], comparison: Comparison, *, negated: bool, high: float | None = None
    ) -> RelationPart | None:
        """The rest of a distance phrase: ``(radius) (away) from`` and the anchor."""
        self.take_all("RADIUS", "AWAY", "HYPHEN")
        if not self.take("FROM", "TO", "NEAR", "OF") and not self.next_is("NEAREST"):
            return None
        anchors = self.anchors()
        if anchors is None:
            return None
        low, high = self.metres(comparison)
        return RelationPart("near", anchors[0], self.since(mark), low, high, anchors[1], negated)

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
        self.take("WITHIN")
        comparison = self.comparison("length")
        quantity = None if comparison else self.quantity("length")
        if comparison is None and quantity is None:
            return None
        low, high = self.metres(comparison or Comparison("<=", quantity))  # type: ignore[arg-type]
        return RelationPart("near", anchors[0], self.since(mark), low, high, anchors[1], negated)

    def _having(self) -> RelationPart | None:
        """``with a fault within 5 km``, ``that have faults nearby``."""
        mark = self.mark()
        self.take("THAT")
        negated = bool(self.take("WITHOUT"))
        if not negated and not self.take("WITH"):
            return None
        negated = bool(self.take("NOT")) or negated
        anchor = self.phrase()
        if anchor is None or not anchor.head:
            return None
        self.take_all("THAT", "COP")
        if self.take("WITHIN"):
            quantity = self.quantity("length")
            comparison = Comparison("<=", quantity) if quantity else None
        else:
            comparison = self.comparison("length")
        if comparison is None:
            if not self.take("NEAR"):
                return None
            return RelationPart("near", (anchor,), self.since(mark), negated=negated, vague=self._last())
        self.take_all("AWAY", "RADIUS", "OF", "FROM")
        low, high = self.metres(comparison)
        return RelationPart("near", (anchor,), self.since(mark), low, high, "and", negated)

    def _near(self) -> RelationPart | None:
        """``near faults``, ``close to``, ``around`` with an optional distance behind the anchor."""
        mark = self.mark()
        negated = self._opened()
        word = self.take("NEAR")
        if word is None:
            return None
        self.take("TO", "FROM")
        anchors = self.anchors()
        if anchors is None:
            return None
        comparison = self.attempt(self._bracketed)
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
        self.take("BY")
        if self.take("WITHIN"):
            quantity = self.quantity("length")
            found = Comparison("<=", quantity) if quantity else None
        else:
            quantity = self.quantity("length")
            found = Comparison("<=", quantity) if quantity else self.comparison("length")
        if found is None or self.next_is("FROM", "OF"):
            return None
        if self.at().text in (")", "）"):
            self.advance()
        return found

    def _far(self) -> RelationPart | None:
        mark = self.mark()
        negated = self._opened()
        word = self.take("FARFROM")
        anchors = self.anchors() if word else None
        if word is None or anchors is None:
            return None
        # "far from" is the opposite of "near": beyond the distance that "near" stands for
        return RelationPart(
            "near", anchors[0], self.since(mark), join=anchors[1], negated=not negated, vague=word.text
        )

    # --- topology ------------------------------------------------------------------------------------------

    def _region_in(self) -> RegionPart | None:
        mark = self.mark()
        self.take_all("COP", "AUX")
        if not self.take("IN", "INSIDE", "WITHIN"):
            return None
        found = self.region()
        if found:
            return replace(found, uses=self.since(mark))
        unknown = self.unknown_name()
        if unknown is None:
            return None
        stands = self.region_noun() or self.done or self.at().is_("STOP", "COMMA", "AND")
        if not stands or self.noun():
            return None
        return RegionPart((unknown[0],), (*self.since(mark), *unknown[1]))

    def _inside(self) -> RelationPart | None:
        mark = self.mark()
        negated = self._opened()
        if not self.take("INSIDE"):
            return None
        return self._related(mark, "within", negated)

    def _outside(self) -> RelationPart | RegionPart | None:
        mark = self.mark()
        negated = self._opened()
        if not self.take("OUTSIDE"):
            return None
        return self._related(mark, "within", not negated)

    def _crossed(self) -> RelationPart | None:
        mark = self.mark()
        negated = self._opened()
        if not self.take("CROSSED_BY"):
            return None
        return self._related(mark, "crosses", negated)

    def _verb(self, name: str, rel: ir.RelName) -> RelationPart | None:
        mark = self.mark()
        negated = self._opened()
        if not self.take(name):
            return None
        return self._related(mark, rel, negated)

    def _related(self, mark: tuple[int, int], rel: ir.RelName, negated: bool) -> RelationPart | None:
        self.take("IN", "WITH", "OF")
        anchors = self.anchors()
        if anchors is None:
            return None
        return RelationPart(rel, anchors[0], self.since(mark), None, None, anchors[1], negated)

    # --- anchors -------------------------------------------------------------------------------------------

    def anchors(self) -> Anchors | None:
        """What a relation refers to: coordinates, named or described features, joined by and/or."""
        first = self._anchor()
        if first is None:
            return None
        found = [first]
        join: Connector = "and"
        while len(found) < _MAX_ANCHORS:
            mark = self.mark()
            link = self.at()
            if not link.is_("AND", "OR", "COMMA", "SLASH"):
                break
            self.advance()
            if link.is_("COMMA"):
                link = self.take("AND", "OR") or link
            further = self._further()
            if further is None:
                self.reset(mark)
                break
            join = "or" if link.is_("OR", "SLASH") else join
            found.append(further)
        return tuple(found), join

    def _further(self) -> Phrase | PointPart | None:
        """A second anchor; a new condition, relation or distance is none."""
        if self.next_is("WITHIN", "IN", "NEAR", "NOT", "THAT", "WITH", "CROSS", "CONTAIN", "AUX", "LT", "GT"):
            return None
        found = self._anchor()
        if isinstance(found, Phrase) and not found.head:
            return None
        return found

    def _anchor(self) -> Phrase | PointPart | None:
        self.take_all("NEAREST", "THERE")
        return self.first(self.point, self._phrase_with_modifiers, self._unknown_anchor)

    def _phrase_with_modifiers(self) -> Phrase | None:
        if self.depth >= self.max_depth:
            return None
        self.depth += 1
        try:
            phrase = self.phrase()
            if phrase is not None:
                self._modify(phrase)
            return phrase
        finally:
            self.depth -= 1

    def _modify(self, phrase: Phrase) -> None:
        """Conditions behind an anchor that belong to it: ``that cut granite``, ``longer than …``."""
        productions: list[Callable[[], Part | None]] = [self._that_modifier, self._participle, self._own_condition]
        for _ in range(4):
            mark = self.mark()
            part = self.first(*productions)
            if part is None:
                return
            if not fits(self.card, phrase, part):
                self.reset(mark)
                return
            phrase.parts.append(("and", part))

    def _that_modifier(self) -> Part | None:
        if not self.next_is("THAT"):
            return None
        return self.relation() or self.condition()

    def _participle(self) -> RelationPart | None:
        self.skip()
        lexeme = self.at()
        if not lexeme.is_("CROSS", "INTERSECT", "CONTAIN", "CROSSED_BY") or not _PARTICIPLE.match(lexeme.key):
            return None
        found = self.relation()
        return found if isinstance(found, RelationPart) else None

    def _own_condition(self) -> Part | None:
        if self.at().is_("AND", "OR", "COMMA"):
            return None
        return self.condition() if self.next_is("OF", "WITH", "NAMED") else None

    def _unknown_anchor(self) -> Phrase | None:
        """An unknown name with its noun: ``the Foo gold deposit``, ``Foo``."""
        found = self.unknown_name()
        if found is None:
            return None
        phrase = Phrase(uses=[])
        uses = list(found[1])
        mark = self.mark()
        self.values()
        noun = self.noun()
        if noun is None:
            self.reset(mark)
        else:
            phrase.entity = noun[0]
            self.advance()
            uses.extend(self.since(mark))
        self.used.extend(x for x in found[1] if x not in self.used)
        phrase.names.append(Mention(self.words(tuple(uses)), (), found[1][0]))
        phrase.head.extend(uses)
        return phrase

    def phrase(self) -> Phrase | None:
        """A noun phrase."""
        raise NotImplementedError

    def _last(self) -> str:
        return self.lexemes[self.used[-1]].text
