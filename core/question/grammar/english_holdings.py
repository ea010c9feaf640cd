"""English relations of an area to what it has: universities in it, railways passing through it."""

from __future__ import annotations

from core.question import ir
from core.question.grammar.english_directions import EnglishDirections
from core.question.grammar.english_places import Anchors
from core.question.grammar.parts import Phrase, RelationPart
from core.question.grammar.shared_nouns import with_shared_noun
from core.question.grammar.typing import entity_of

_ONLY = ("only", "exclusively", "solely")
_THEM = ("it", "them")
_HAVING = ("have", "has", "had")
_DOING: tuple[tuple[str, ir.RelName], ...] = (
    ("CROSS", "crosses"), ("RUN", "crosses"), ("INTERSECT", "intersects"), ("TOUCH", "touches"),
    ("OVERLAP", "overlaps"),
)  # fmt: skip


class EnglishHoldings(EnglishDirections):
    """The production for what an area has."""

    def having_inside(self) -> RelationPart | None:
        """``with more than 3 lakes``, ``that have universities``, ``without deposits``, ``with a river in it``."""
        mark = self.mark()
        negated = self.opened()
        having = any(self.lexemes[x].key in _HAVING for x in self.since(mark))
        if self.take("WITHOUT"):
            negated = not negated
        elif not (self.take("WITH", "HAVE", "AUX") or having):
            return None
        neither = bool(self.since(mark)) and self.lexemes[self.used[-1]].key == "neither"
        negated = self.neither() != negated
        self.after_neither = self.after_neither or neither
        negated = bool(self.take("NOT")) != negated
        only = self.only_of()
        found = self._held()
        self.after_neither = False
        if found is None or not leaves_out(only, found):
            return None
        anchors, join = found
        rel = self._doing()
        named = any(isinstance(x, Phrase) and x.names for x in anchors)
        if rel is None and (named or not all(isinstance(x, Phrase) and self._holds(x) for x in anchors)):
            return None
        if rel is None:
            self.take_all("THERE", "INSIDE", "IN")
        return RelationPart(rel or "contains", anchors, self.since(mark), join=join, negated=negated, only=only)

    def only_of(self) -> bool:
        """``only gold deposits``."""
        if self.at().key not in _ONLY:
            return False
        self.advance()
        return True

    def _held(self) -> Anchors | None:
        """What the area has: described features with a noun of their own, or with the noun of the last."""
        found = self.anchors()
        if found is None:
            return None
        anchors = with_shared_noun(self.card, found[0])
        return (anchors, found[1]) if all(isinstance(x, Phrase) and x.head for x in anchors) else None

    def _doing(self) -> ir.RelName | None:
        """``… passing through them``: what the features do to the area."""
        mark = self.mark()
        rel = next((rel for name, rel in _DOING if self.take(name)), None)
        if rel is None and self.next_is("THROUGH") and self.at(1).key in _THEM:  # with a fault through it
            rel = "crosses"
        if rel is not None:
            self.take_all("THROUGH")
            self.skip()
            if self.done or self.at().is_("STOP", "COMMA", "AND", "OR"):
                return rel
        self.reset(mark)
        return None

    def _holds(self, anchor: Phrase) -> bool:
        """True when the target is an area and the phrase another kind of feature."""
        own = entity_of(self.card, self.owner or self.target)
        if own is None or anchor.entity is None or anchor.entity == own:
            return False
        if self.card.entity_types[anchor.entity].region and anchor.count is None:
            return False
        return "polygon" in self.card.entity_types[own].geometry


def leaves_out(only: bool, anchors: Anchors) -> bool:
    """False for an "only" that leaves nothing out: the references say nothing of what they are."""
    return not only or all(isinstance(x, Phrase) and x.parts and not x.names for x in anchors[0])
