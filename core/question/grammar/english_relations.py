"""English spatial relations: inside, outside, crossing, containing, touching, in a study area."""

from __future__ import annotations

from dataclasses import replace

from core.question import ir
from core.question.grammar.english_anchors import Anchors
from core.question.grammar.english_directions import DIRECTIONS
from core.question.grammar.english_holdings import EnglishHoldings, leaves_out
from core.question.grammar.parts import AnchorPart, GroupPart, Phrase, RegionPart, RelationPart
from core.question.grammar.typing import entity_of, fits

_DONE: tuple[tuple[str, ir.RelName], ...] = (
    ("CROSS", "crosses"), ("INTERSECT", "intersects"), ("TOUCH", "touches"), ("OVERLAP", "overlaps"),
    ("CONTAIN", "within"),
)  # fmt: skip
_OPENERS = frozenset({
    "COP", "AUX", "THAT", "BOTH", "NOT", "WITHOUT", "WITH", "HAVE", "DISTANCE", "WITHIN", "NEAR", "INSIDE", "IN",
    "RADIUS", "GT", "GE", "LT", "LE", "NE", "EQ", "BETWEEN", "ALONG", "FARFROM", "OUTSIDE", "CROSSED_BY", "CROSS",
    "INTERSECT", "OVERLAP", "CONTAIN", "TOUCH", "ADJACENT", "STRICT", "TO", "AWAY", "NUMBER", "CLOSER", "FARTHER",
    "NEAREST", "SIDE", "RUN", *DIRECTIONS,
})  # fmt: skip
"""What a relation can begin with."""
_HOSTED_AHEAD = 6
_TURN_UP = ("found", "known", "present", "discovered", "hosted", "recorded", "mapped")
_WHICH = ("which", "whom")


class EnglishRelations(EnglishHoldings):
    """Productions for all relations."""

    def relation(self) -> RelationPart | RegionPart | GroupPart | None:
        """Any spatial relation at the cursor."""
        return self.remembered("relation", self._relation)

    def _relation(self) -> RelationPart | RegionPart | GroupPart | None:
        if any(x.is_("HOSTED", "CONTROLLED") for x in self.lexemes[self.i : self.i + _HOSTED_AHEAD]):
            found = self.attempt(self._hosted)
            if found:
                return found
        if not self.may_open(_OPENERS):
            return None
        return self.first(
            self._place_of, self._having, self._closer_than, self._distance_of, self.directed, self._within,
            self._double, self._less_or_more, self._ring, self._plain_distance, self._along, self._near, self._far,
            self._region_in, self._object_clause, self._inside, self._outside, self._crossed,
            self.having_inside,
            lambda: self._verb("CROSS", "crosses"), lambda: self._verb("INTERSECT", "intersects"),
            lambda: self._verb("OVERLAP", "overlaps"), lambda: self._verb("CONTAIN", "contains"),
            lambda: self._verb("TOUCH", "touches"), self._adjacent,
        )  # fmt: skip

    def _region_in(self) -> RegionPart | None:
        mark = self.mark()
        self.take_all("COP", "AUX")
        if self.next_is("STRICT") or not self.take("IN", "INSIDE", "WITHIN", "INTERSECT"):
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

    def _place_of(self) -> RelationPart | None:
        """``in which deposits occur``, ``within which there are 4 deposits``, ``through which faults run``."""
        mark = self.mark()
        word = self.take("IN", "INSIDE", "WITHIN", "THROUGH", "NEAR") if self.target.head else None
        if word is None or self.at().key not in _WHICH:
            return None
        self.advance()
        self.take_all("THERE", "COP", "AUX", "EXISTS")
        negated = bool(self.take("NOT", "WITHOUT"))
        anchors = self.anchors()
        if anchors is None or not all(isinstance(x, Phrase) and x.head and not x.names for x in anchors[0]):
            return None
        self.take_all("THERE", "COP", "AUX", "RUN")
        negated = negated or bool(self.take("NOT"))
        if self.at().key in _TURN_UP:
            self.advance()
        rel: ir.RelName = "crosses" if word.is_("THROUGH") else "near" if word.is_("NEAR") else "contains"
        limits = self.attempt(self._limits) if rel == "near" else None
        vague = word.text if rel == "near" and limits is None else ""
        low, high = limits or (None, None)
        return RelationPart(rel, anchors[0], self.since(mark), low, high, anchors[1], negated, vague=vague)

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
        ran = self.take("RUN")
        strict = bool(self.take("STRICT"))
        if ran and not strict:
            return None
        self.take_all("COP", "AUX")
        if self._taken_from():
            self.advance()
        elif not self.take("INSIDE", *(("WITHIN",) if strict else ())):
            return None
        found = self._related(mark, "within", negated)
        return found and replace(found, strict=strict or self._strictly(found))

    def _taken_from(self) -> bool:
        """``samples from granite``, but not ``how far are samples from granite`` or ``strata from before …``."""
        if self.at().key != "from" or not self.at(-1).entry.entities:
            return False
        if self.at(1).is_("BEFORE", "AFTER", "NUMBER") or self.at(1).kind == "number":
            return False
        return not any(x.is_("HOWFAR", "DISTANCE", "RADIUS", "NEAREST", "FARTHEST") for x in self.lexemes)

    def _strictly(self, found: RelationPart) -> bool:
        """``in granite completely``: the word behind."""
        return bool(found.anchors) and bool(self.take("STRICT"))

    def _object_clause(self) -> RelationPart | None:
        """``that faults cut``, ``that both X and Y run through``: what is done to the features."""
        mark = self.mark()
        if not self.take("THAT") and not self.next_is("BOTH"):
            return None
        anchors = self.anchors()
        if anchors is None:
            return None
        negated = self.opened()
        for name, rel in _DONE:
            if self.take(name):
                if self.next_is_thing():
                    return None
                return RelationPart(rel, anchors[0], self.since(mark), None, None, anchors[1], negated)
        return None

    def not_by(self) -> RelationPart | None:
        """``crossed by X but not by Y``, ``near faults but not folds``: the relation before, said again."""
        last = self.target.parts[-1][1] if self.target.parts else None
        if not isinstance(last, RelationPart):
            return None
        mark = self.mark()
        linked = bool(self.take("AND"))
        negated = bool(self.take("NOT"))
        by = self.take("BY")
        holds = linked and last.rel == "contains" and self.next_is_counted()
        if not (negated or (linked and by) or holds):
            return None
        anchors = self.anchors()
        if anchors is None:
            return None
        found = tuple(self._of_kind(x, last.anchors[0]) for x in anchors[0])
        if not all(self.stands(x) or (isinstance(x, Phrase) and x.entity) for x in found):
            return None
        return replace(last, anchors=found, join=anchors[1], uses=self.since(mark), negated=negated)

    def next_is_counted(self) -> bool:
        """True before ``at least one copper deposit``."""
        mark = self.mark()
        found = self.how_many() is not None
        self.reset(mark)
        return found

    def _of_kind(self, anchor: AnchorPart, like: AnchorPart) -> AnchorPart:
        """``granite but not limestone``: a value without a noun is of the kind of the reference before."""
        if not isinstance(anchor, Phrase) or anchor.head or not isinstance(like, Phrase):
            return anchor
        kind = like.entity or entity_of(self.card, like)
        made = replace(anchor, entity=kind)
        own = kind is not None and all(fits(self.card, made, x) for _, x in anchor.parts)
        ambiguous = all(fits(self.card, self.target, x) for _, x in anchor.parts)
        return made if own and not ambiguous else anchor

    def _along(self) -> RelationPart | None:
        """``along the river``, ``along faults within 2 km``."""
        mark = self.mark()
        negated = self.opened()
        word = self.take("ALONG")
        anchors = self.anchors() if word else None
        if word is None or anchors is None:
            return None
        behind = self.attempt(self._bracketed)
        low, high = self.metres(behind) if behind else (None, None)
        return RelationPart("along", anchors[0], self.since(mark), low, high, anchors[1], negated, word.text)

    def _adjacent(self) -> RelationPart | None:
        """``adjacent to``, ``next to``: sharing a border where both are areas, near otherwise."""
        mark = self.mark()
        negated = self.opened()
        word = self.take("ADJACENT")
        if word is None:
            return None
        self.take("TO", "WITH")
        anchors = self.anchors()
        if anchors is None:
            return None
        return RelationPart(
            "touches", anchors[0], self.since(mark), join=anchors[1], negated=negated, vague=word.text
        )

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
        strict = bool(self.take("STRICT"))
        if not self.take(name):
            return None
        found = self._related(mark, rel, negated)
        return found and replace(found, strict=strict and rel == "contains")

    def _related(self, mark: tuple[int, int], rel: ir.RelName, negated: bool) -> RelationPart | None:
        strict = bool(self.take("STRICT"))
        self.take("IN", "WITH", "OF")
        negated = negated != self.neither()
        only = rel == "contains" and self.only_of()
        anchors = self.anchors()
        self.after_neither = False
        if anchors is None or (rel == "contains" and self._only_values(anchors)) or not leaves_out(only, anchors):
            return None
        return RelationPart(
            rel, anchors[0], self.since(mark), None, None, anchors[1], negated, strict=strict, only=only
        )

    def _only_values(self, anchors: Anchors) -> bool:
        """``deposits containing gold``: values that the target itself has are no features inside it."""
        phrases = [x for x in anchors[0] if isinstance(x, Phrase)]
        return any(not x.head and all(fits(self.card, self.target, y) for _, y in x.parts) for x in phrases)
