"""Chinese references that are no features: the map, and geometries made from features.

They close the noun phrase that they are made from: X的中心, A与B的交点, A和B的交界线, X的5公里缓冲区并集.
"""

from __future__ import annotations

from abc import abstractmethod

from core.question import ir
from core.question.grammar.nouns import Nouns
from core.question.grammar.parts import AnchorPart, DerivedPart, MapPart, OrderPart, Phrase, ValuePart


class ChineseDerived(Nouns):
    """Productions for the selected area, the view, centres, crossings, borders, hulls, buffers."""

    @abstractmethod
    def plain_anchor(self) -> AnchorPart | None:
        """A reference without what may be made from it."""

    def map_area(self) -> MapPart | None:
        """``圈定范围``, ``所选区域``, ``当前视图``."""
        mark = self.mark()
        word = self.take("SELECTION", "VIEW")
        if word is None:
            return None
        self.take_all("BETWEEN_END")
        return MapPart("selection" if word.is_("SELECTION") else "view", self.since(mark))

    def made_from(self, first: AnchorPart) -> AnchorPart:
        """The geometry made from a reference, or the reference itself."""
        return self.first(lambda: self._made_from_two(first), lambda: self._made_from_one((first,))) or first

    def made_from_all(self, of: tuple[AnchorPart, ...]) -> DerivedPart | None:
        """What follows several references: ``的交点``, ``的凸包``."""
        found: DerivedPart | None = self.first(
            lambda: self._closing_pair(of, self.mark()), lambda: self._made_from_one(of)
        )
        return found

    def _made_from_one(self, of: tuple[AnchorPart, ...]) -> DerivedPart | None:
        mark = self.mark()
        self.take_all("DE")
        buffer = self.attempt(lambda: self._buffers(of, mark))
        if buffer:
            return buffer
        word = self.take("CENTRE", "EDGE", "HULL")
        if word is None:
            return None
        if word.is_("HULL") and not self.next_is("INSIDE", "INNER"):
            self.take_all("BETWEEN_END")
        op = "centroid" if word.is_("CENTRE") else "hull" if word.is_("HULL") else "boundary"
        return DerivedPart(op, of, self._uses(of, mark))  # type: ignore[arg-type]

    def _buffers(self, of: tuple[AnchorPart, ...], mark: tuple[int, int]) -> DerivedPart | None:
        """``5公里缓冲区的并集``."""
        quantity = self.quantity("length")
        if quantity is None or not self.take("BUFFER"):
            return None
        self.take_all("DE")
        if not self.take("UNION"):
            return None
        base = self.units.dimensions["length"].base
        distance = round(self.units.convert(quantity.low, quantity.unit or base, base), 6)
        return DerivedPart("buffer_union", of, self._uses(of, mark), distance)

    def _made_from_two(self, first: AnchorPart) -> DerivedPart | None:
        """``A与B的交点``, ``A和B的交界线``, ``花岗岩和灰岩的接触带``."""
        mark = self.mark()
        of: tuple[AnchorPart, ...] = self._separate(first)
        if len(of) == 1 and not self.at().is_("STRONG_AND") and self.take("AND", "AWAY_FROM"):
            second = self.plain_anchor()
            if second is None:
                return None
            of = (first, second)
        return self._closing_pair(of, mark)

    def _closing_pair(self, of: tuple[AnchorPart, ...], mark: tuple[int, int]) -> DerivedPart | None:
        self.take_all("DE")
        word = self.take("CROSSING", "SHARED")
        if word is None and self.take("INTERSECT"):
            self.take_all("DE")
            word = self.take("CROSSING")
        if word is None or len(of) > 2:
            return None
        of = of if len(of) == 2 else (of[0], of[0])
        if of[0] is of[1] and word.is_("SHARED"):
            return None
        op = "intersection" if word.is_("CROSSING") else "shared_boundary"
        return DerivedPart(op, of, self._uses(of, mark))  # type: ignore[arg-type]

    @staticmethod
    def _separate(anchor: AnchorPart) -> tuple[AnchorPart, ...]:
        """``花岗岩和灰岩``, read as one list of values, as two references."""
        if not isinstance(anchor, Phrase) or anchor.names:
            return (anchor,)
        several = [x for _, x in anchor.parts if isinstance(x, ValuePart) and len(x.items) == 2]
        if len(several) != 1:
            return (anchor,)
        out: list[AnchorPart] = []
        for item in several[0].items:
            own = ValuePart((item,), "one", several[0].uses)
            parts = [(c, own if x is several[0] else x) for c, x in anchor.parts]
            out.append(Phrase(anchor.entity, anchor.implied, [], parts, anchor.uses, anchor.head))
        return tuple(out)

    def _uses(self, of: tuple[AnchorPart, ...], mark: tuple[int, int]) -> tuple[int, ...]:
        own = {x for y in of for x in used_by(y)}
        return tuple(sorted({*own, *self.since(mark)}))

    # --- directions and counts -----------------------------------------------------------------------------

    def sector(self) -> ir.Sector | None:
        """A word for one of the eight sectors."""
        for name in ("NE", "SE", "SW", "NW", "N", "E", "S", "W"):
            if self.at().is_(f"DIR_{name}"):
                self.advance()
                return name
        return None

    def how_many(self) -> tuple[ir.CmpOp, int, bool] | None:
        """(operator, number, said as a number alone): ``至少3条``, ``两条以上``, ``多条``."""
        return self.attempt(self._how_many)

    def _how_many(self) -> tuple[ir.CmpOp, int, bool] | None:
        if self.take("SEVERAL"):
            return ">=", 2, False
        if self.take("SINGLE"):
            return "=", 1, False
        operator = self.operator()
        self.take("HAVE")
        value = self.number()
        if value is None or value != int(value) or value < 0:
            return None
        measure = self.take("MEASURE")
        if operator is None:
            more = self.take("OR_MORE")
            operator = ">=" if more else "<=" if self.take("OR_LESS") else None
            self.inclusive()
        elif operator in (">", ">="):
            self.take("OR_MORE")  # 达到10个以上
        measure = self.take("MEASURE") or measure
        if measure is None:
            return None
        self.take_all("DE")
        return operator or "=", int(value), operator is None  # type: ignore[return-value]

    @abstractmethod
    def order(self) -> OrderPart | None:
        """Superlatives and sorting words."""


def used_by(anchor: AnchorPart) -> tuple[int, ...]:
    """The lexemes of a reference with its conditions."""
    if not isinstance(anchor, Phrase):
        return anchor.uses
    return tuple({*anchor.uses, *anchor.head, *(u for _, x in anchor.parts for u in x.uses)})
