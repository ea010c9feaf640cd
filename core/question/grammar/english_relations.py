"""English spatial relations: inside, outside, crossing, containing, touching, in a study area."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.english_anchors import Anchors
from core.question.grammar.english_distances import EnglishDistances
from core.question.grammar.parts import Phrase, RegionPart, RelationPart
from core.question.grammar.typing import fits


class EnglishRelations(EnglishDistances):
    """Productions for all relations."""

    def relation(self) -> RelationPart | RegionPart | None:
        """Any spatial relation at the cursor."""
        return self.first(
            self._hosted, self._having, self._distance_of, self._within, self._compared, self._ring,
            self._plain_distance, self._near, self._far, self._region_in, self._inside, self._outside,
            self._crossed,
            lambda: self._verb("CROSS", "crosses"), lambda: self._verb("INTERSECT", "intersects"),
            lambda: self._verb("CONTAIN", "contains"), lambda: self._verb("TOUCH", "touches"),
        )  # fmt: skip

    def _region_in(self) -> RegionPart | None:
        mark = self.mark()
        self.take_all("COP", "AUX")
        if not self.take("IN", "INSIDE", "WITHIN", "INTERSECT"):
            return None
        if self.take("THIS_REGION"):
            return RegionPart((), self.since(mark))
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

    def _hosted(self) -> RelationPart | None:
        """``granite-hosted``, ``fault-controlled`` before the noun they describe."""
        mark = self.mark()
        phrase = self.phrase()
        if phrase is None or phrase.names:
            return None
        if self.take("HOSTED"):
            return RelationPart("within", (phrase,), self.since(mark))
        word = self.take("CONTROLLED")
        return RelationPart("near", (phrase,), self.since(mark), vague=word.text) if word else None

    def _inside(self) -> RelationPart | None:
        mark = self.mark()
        negated = self.opened()
        if not self.take("INSIDE"):
            return None
        return self._related(mark, "within", negated)

    def _outside(self) -> RelationPart | RegionPart | None:
        mark = self.mark()
        negated = self.opened()
        if not self.take("OUTSIDE"):
            return None
        return self._related(mark, "within", not negated)

    def _crossed(self) -> RelationPart | None:
        mark = self.mark()
        negated = self.opened()
        if not self.take("CROSSED_BY"):
            return None
        return self._related(mark, "crosses", negated)

    def _verb(self, name: str, rel: ir.RelName) -> RelationPart | None:
        mark = self.mark()
        negated = self.opened()
        if not self.take(name):
            return None
        return self._related(mark, rel, negated)

    def _related(self, mark: tuple[int, int], rel: ir.RelName, negated: bool) -> RelationPart | None:
        self.take("IN", "WITH", "OF")
        anchors = self.anchors()
        if anchors is None or (rel == "contains" and self._only_values(anchors)):
            return None
        return RelationPart(rel, anchors[0], self.since(mark), None, None, anchors[1], negated)

    def _only_values(self, anchors: Anchors) -> bool:
        """``deposits containing gold``: values that the target itself has are no features inside it."""
        phrases = [x for x in anchors[0] if isinstance(x, Phrase)]
        return any(not x.head and all(fits(self.card, self.target, y) for _, y in x.parts) for x in phrases)
