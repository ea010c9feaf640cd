"""English references that are no features: the map, and geometries made from features."""

from __future__ import annotations

from abc import abstractmethod

from core.question.grammar.cursor import is_filler
from core.question.grammar.nouns import Nouns
from core.question.grammar.parts import (
    AnchorPart,
    Connector,
    DerivedPart,
    MapPart,
    Phrase,
    RelationPart,
    ValuePart,
)
from core.question.grammar.typing import entity_of, fits

_PRONOUNS, _OWNERS = ("it", "them"), ("its", "their")
_ANY_OF_THEM = ("any", "either")
"""``within 3 km of a fault but not closer than 1 km to any``."""
_PAIR_AHEAD = 10
_DRAWN = ("drawn", "spanned", "formed", "made", "defined", "enclosing", "given")
_OPERATION = {"CENTRE": "centroid", "EDGE": "boundary", "HULL": "hull"}
Anchors = tuple[tuple[AnchorPart, ...], Connector]


class EnglishPlaces(Nouns):
    """Productions for the selected area, the view, centres, crossings, borders, hulls, buffers."""

    @abstractmethod
    def anchors(self) -> Anchors | None:
        """What a relation refers to."""

    def map_area(self) -> MapPart | None:
        """``the selected area``, ``the area I drew on the map``, ``the current view``."""
        mark = self.mark()
        self.take_all("THERE")
        if self.take("SELECTION"):
            self.take_all("SELECTION")
            return MapPart("selection", self.since(mark))
        return MapPart("view", self.since(mark)) if self.take("VIEW") else None

    def derived(self) -> DerivedPart | None:
        """A geometry made from features."""
        if self.depth >= self.max_depth:
            return None
        self.depth += 1
        try:
            return self.first(self._buffers, self._single, self._shared, self._crossing, self._pair_edge)
        finally:
            self.depth -= 1

    def _single(self) -> DerivedPart | None:
        """``the centre of X``, ``the boundary of X``, ``the convex hull of X``."""
        mark = self.mark()
        owned = self._owned()
        word = self.take("CENTRE", "EDGE", "HULL")
        if word is None or not (owned or self.take("OF") or (word.is_("HULL") and self._drawn_around())):
            return None
        if self.at().key == "all":
            self.advance()
        found = owned or self.anchors()
        if found is None:
            return None
        if word.is_("EDGE") and len(found[0]) == 2 and self._shared_word(mark):
            return None
        op = _OPERATION[next(x for x in _OPERATION if word.is_(x))]
        return DerivedPart(op, found[0], self.since(mark))  # type: ignore[arg-type]

    def _drawn_around(self) -> bool:
        """``the hull (drawn) around X``, ``the smallest polygon that contains X``."""
        self.take_all("THAT", "AUX")
        if self.at().key in _DRAWN:
            self.advance()
        return self.take("NEAR", "FROM", "BY", "CONTAIN") is not None

    def made_behind(self, of: Phrase, mark: tuple[int, int]) -> DerivedPart | None:
        """``the X pluton centroid``, ``X's boundary``: the word stands behind."""
        here = self.mark()
        while self.at().key in ("s", "'s", "’s"):
            self.advance()
        word = self.take("CENTRE", "EDGE", "HULL")
        if word is None or self.next_is("OF", "BETWEEN") or self.noun():
            self.reset(here)
            return None
        op = _OPERATION[next(x for x in _OPERATION if word.is_(x))]
        return DerivedPart(op, (of,), self.since(mark))  # type: ignore[arg-type]

    def _pair_edge(self) -> DerivedPart | None:
        """``the granite/limestone contact``, ``the shared X and Y boundary``: the word stands behind both."""
        if not any(x.is_("EDGE") for x in self.lexemes[self.i + 1 : self.i + _PAIR_AHEAD]):
            return None
        mark = self.mark()
        self.take("SHARED")
        of: list[AnchorPart] = []
        while len(of) < 2:
            if of and not (self.take("AND", "SLASH", "HYPHEN") or self.at(-1).is_("HYPHEN")):
                break
            part = self._side_of_edge()
            if part is None:
                return None
            of.append(part)
        if len(of) == 1 and isinstance(of[0], Phrase):
            of = self.each(of[0])
        self.take("SHARED")
        if len(of) != 2 or not self._two_areas(of) or not self.take("EDGE") or self.next_is("OF", "BETWEEN"):
            return None
        return DerivedPart("shared_boundary", tuple(of), self.since(mark))

    def _two_areas(self, of: list[AnchorPart]) -> bool:
        """True for areas; what one of them is tells what the other is (``granite/limestone``)."""
        sides = [x for x in of if isinstance(x, Phrase)]
        kinds = {x for x in (entity_of(self.card, y) for y in sides) if x is not None}
        if len(kinds) != 1 or "polygon" not in self.card.entity_types[kind := kinds.pop()].geometry:
            return False
        for side in sides:
            side.entity = kind
        return all(fits(self.card, x, y) for x in sides for _, y in x.parts)

    def _side_of_edge(self) -> Phrase | None:
        """A name or values of an area, without a noun of its own."""
        self.skip()
        mark = self.mark()
        phrase = Phrase()
        if self.is_name(self.at()):
            self.add_name(phrase)
        elif (part := self.values()) is not None and not part.negated:
            phrase.parts.append(("and", part))
        else:
            return None
        phrase.uses = list(self.since(mark))
        return phrase

    def pronoun(self) -> AnchorPart | None:
        """``it``, ``each other``: a reference named before in the same question."""
        if self.take("EACH_OTHER"):
            target = self.target
            if not target.entity or target.names:
                return None
            own = [x for x in target.parts if isinstance(x[1], ValuePart)]
            return Phrase(target.entity, target.implied, [], own, [self.used[-1]], list(target.head), plural=True)
        again = self.at().key in _ANY_OF_THEM and (self.at(1).kind == "end" or self.at(1).is_("STOP", "COMMA"))
        if self.at().key not in _PRONOUNS and not again:
            return None
        last = self.last_reference()
        if last is None:
            return None
        self.advance()
        return last[0][0] if len(last[0]) == 1 else None

    def last_reference(self) -> Anchors | None:
        """What the relation before refers to."""
        last = self.target.parts[-1][1] if self.target.parts else None
        return (last.anchors, last.join) if isinstance(last, RelationPart) else None

    def _owned(self) -> Anchors | None:
        """``its`` before boundary or centre: of what was named before."""
        here = self.i
        while is_filler(self.at()) and self.at().key not in _OWNERS:
            self.i += 1
        if self.at().key not in _OWNERS or not self.at(1).is_("CENTRE", "EDGE", "HULL"):
            self.i = here
            return None
        self.advance()
        return self.last_reference()

    def _shared_word(self, mark: tuple[int, int]) -> bool:
        return self.lexemes[max(mark[0] - 1, 0)].is_("SHARED")

    def _shared(self) -> DerivedPart | None:
        """``the shared boundary of A and B``, ``the border between A and B``."""
        mark = self.mark()
        shared = self.take("SHARED")
        if not self.take("EDGE", "TOUCH"):
            return None
        shared = shared or self.take("SHARED")
        between = self.take("BETWEEN") or (shared and self.take("BY"))
        if not between and not (shared and self.take("OF")):
            return None
        return self._two(mark, "shared_boundary")

    def _crossing(self) -> DerivedPart | None:
        """``the intersection of A and B``, ``where A and B cross``."""
        mark = self.mark()
        if self.take("CROSSING"):
            return self._two(mark, "intersection") if self.take("OF", "BETWEEN") else None
        if not self.take("WHERE"):
            return None
        found = self.anchors()
        if found is None or not self.take("CROSS", "INTERSECT", "OVERLAP", "TOUCH"):
            return None
        of = found[0]
        if len(of) == 1:
            further = self.anchors()
            of = (*of, *further[0]) if further else of
        return DerivedPart("intersection", of, self.since(mark)) if len(of) == 2 else None

    def _two(self, mark: tuple[int, int], op: str) -> DerivedPart | None:
        found = self.anchors()
        if found is None:
            return None
        of = found[0]
        if len(of) == 1 and self.take("WITH"):
            further = self.anchors()
            of = (*of, *further[0]) if further else of
        if len(of) == 1 and isinstance(of[0], Phrase):
            of = tuple(self.each(of[0]))
        if len(of) not in (1, 2) or (len(of) == 1 and op == "shared_boundary"):
            return None
        of = of if len(of) == 2 else (of[0], of[0])
        return DerivedPart(op, of, self.since(mark))  # type: ignore[arg-type]

    def _buffers(self) -> DerivedPart | None:
        """``the union of 5 km buffers around X``, ``the combined 5 km buffer of X``."""
        mark = self.mark()
        if not self.take("UNION"):
            return None
        self.take("OF")
        quantity = self.quantity("length")
        if not self.take("BUFFER"):
            return None
        if quantity is None and self.take("OF"):
            quantity = self.quantity("length")
        self.take("FROM", "NEAR", "OF", "ALONG")
        found = self.anchors() if quantity else None
        if found is None or quantity is None:
            return None
        base = self.units.dimensions["length"].base
        distance = round(self.units.convert(quantity.low, quantity.unit or base, base), 6)
        return DerivedPart("buffer_union", found[0], self.since(mark), distance)
