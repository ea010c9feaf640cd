"""The order of a list, said by itself: closest first, from high to low, 由近到远, 从早到晚.

The word tells what is compared: distances, years, lengths, sizes, or the number that the question speaks of.  An
order that nothing in the question gives a meaning to stays unexplained.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.question import ir
from core.question.grammar.asked import Valued
from core.question.grammar.nouns import Nouns
from core.question.grammar.parts import (
    Frame,
    GroupPart,
    MeasurePart,
    NumberPart,
    OrderPart,
    Part,
    Phrase,
    RelationPart,
    Uses,
    ValuePart,
)

_STEMS: tuple[tuple[str, str, ir.Direction], ...] = (
    ("near", "distance", "asc"), ("clos", "distance", "asc"), ("近", "distance", "asc"),
    ("far", "distance", "desc"), ("furth", "distance", "desc"), ("distant", "distance", "desc"),
    ("远", "distance", "desc"),
    ("old", "year", "asc"), ("earl", "year", "asc"), ("早", "year", "asc"), ("旧", "year", "asc"),
    ("new", "year", "desc"), ("recent", "year", "desc"), ("lat", "year", "desc"), ("晚", "year", "desc"),
    ("新", "year", "desc"),
    ("long", "length", "desc"), ("short", "length", "asc"), ("长", "length", "desc"), ("短", "length", "asc"),
    ("larg", "size", "desc"), ("big", "size", "desc"), ("大", "size", "desc"), ("small", "size", "asc"),
    ("小", "size", "asc"),
    ("descend", "number", "desc"), ("decreas", "number", "desc"), ("high", "number", "desc"),
    ("rich", "number", "desc"), ("高", "number", "desc"), ("降", "number", "desc"), ("倒", "number", "desc"),
    ("ascend", "number", "asc"), ("increas", "number", "asc"), ("low", "number", "asc"), ("低", "number", "asc"),
    ("升", "number", "asc"), ("正序", "number", "asc"), ("desc", "number", "desc"), ("asc", "number", "asc"),
)  # fmt: skip
"""(Beginning of a word, what is compared, direction); the first word of ``from high to low`` decides."""
_APART = ("near", "along", "direction")
_BEST = ("top", "the top", "best")
_ALPHABET = ("alphabet", "字母", "拼音", "a to z")


class Listings(Nouns):
    """Productions for both languages."""

    frame: Frame
    target: Phrase
    listings: list[tuple[str, ir.Direction, Uses]]
    """(what is compared, direction, lexemes) of each order said by itself."""

    def listing(self) -> bool:
        """Take the words of an order; True when there are some."""
        if self._closing_verb():
            return True
        mark = self.mark()
        self.take_all("SORT", "BY")
        apart = self.take("DISTANCE", "APART") if self.since(mark) else None
        word = self.take("ASC", "DESC", "ALPHABETIC")
        meant = _meant(word.key) if word is not None else None
        if apart is not None:
            meant = ("distance", meant[1] if meant else "asc")
        if meant is None:
            self.reset(mark)
            return False
        self.take_all("SORT")
        self.listings.append((*meant, self.since(mark)))
        return True

    def _closing_verb(self) -> bool:
        """The verb of ``what commodity does X contain``, ``which way does X run``: what was asked says it."""
        asked = self.frame.projections or self.frame.asked.values
        if not asked or not self.target.names or not self.at().is_("CONTAIN", "WITH", "RUN"):
            return False
        if not (self.at(1).kind == "end" or self.at(1).is_("STOP")):
            return False
        self.frame.uses.append(self.i)
        self.advance()
        return True

    def _each_of_them(self) -> None:
        """``每条断层的长度和走向``: what is wanted is given for each of the features anyway."""
        if not (self.frame.projections or self.frame.asked.values):
            return
        own = {u for _, x in self.target.parts if isinstance(x, ValuePart) for u in x.uses} | set(self.target.head)
        own |= {u for _, uses in self.frame.projections for u in uses}
        for i, lexeme in enumerate(self.lexemes):
            behind = i + 2 if i + 1 < len(self.lexemes) and self.lexemes[i + 1].is_("DE") else i + 1
            if lexeme.is_("EACH") and behind in own:
                self.frame.uses.append(i)

    def _first_of_wanted(self) -> None:
        """``top 10 Nb samples``: the first by the number that is wanted of them."""
        frame = self.frame
        ordered = self.listings or any(isinstance(x, OrderPart) for _, x in self.target.parts)
        said = any(self.lexemes[u].key in _BEST for u in frame.uses)
        wanted = frame.projections[-1] if len(frame.projections) == 1 else None
        if ordered or not said or frame.limit is None or wanted is None:
            return
        if any(self.card.attributes[x].kind == "number" for x in wanted[0]):
            self.target.parts.append(("", OrderPart("field", "desc", wanted[1], wanted[0])))

    def settle_listings(self) -> None:
        """Give each order its meaning, now that the whole question is read."""
        wanted = dict(reversed(self.frame.projections))
        self.frame.projections = [x for x in self.frame.projections if wanted[x[0]] is x[1]]
        self._each_of_them()
        self._first_of_wanted()
        parts = self.target.parts
        for what, direction, uses in self.listings:
            before = [i for i, (_, x) in enumerate(parts) if isinstance(x, OrderPart)]
            if before:
                i = before[-1]
                old = parts[i][1]
                assert isinstance(old, OrderPart)  # noqa: S101  # picked above
                if old.listing or old.direction == direction:
                    new = replace(old, direction=direction, uses=(*old.uses, *uses), listing=old.listing)
                    parts[i] = (parts[i][0], new)
            elif (part := self._said(what, direction, uses)) is not None:
                parts.append(("", part))

    def _said(self, what: str, direction: ir.Direction, uses: Uses) -> OrderPart | None:
        """The order of a list by what the question speaks of."""
        if what == "name":
            names = tuple(dict.fromkeys(x.name_attribute for x in self.card.entity_types.values()))
            return OrderPart("field", direction, uses, names, listing=True)
        if what == "year":
            return OrderPart("year", direction, uses, listing=True)
        if what == "distance":
            apart = [x for x in self._conditions() if isinstance(x, RelationPart) and x.rel in _APART]
            anchor = apart[-1].anchors[0] if apart else None
            return OrderPart("distance", direction, uses, (), anchor, listing=True)
        if what == "length":
            return OrderPart("value", direction, uses, value=Valued("measure", (), measure="length"), listing=True)
        return self._by_number(direction, uses, sized=what == "size")

    def _by_number(self, direction: ir.Direction, uses: Uses, *, sized: bool) -> OrderPart | None:
        """By the number that a condition or a wish of the question names; by size where it names none."""
        for part in reversed(list(self._conditions())):
            if isinstance(part, NumberPart):
                return OrderPart("field", direction, uses, part.attributes, listing=True)
            if isinstance(part, MeasurePart):
                value = Valued("measure", (), measure=part.measure)
                return OrderPart("value", direction, uses, value=value, listing=True)
        for value in reversed(self.frame.asked.values):
            if value.kind in ("measure", "distance", "field"):
                return OrderPart("value", direction, uses, value=replace(value, uses=()), listing=True)
        if self.frame.projections:
            return OrderPart("field", direction, uses, self.frame.projections[-1][0], listing=True)
        return OrderPart("extent", direction, uses, listing=True) if sized else None

    def _conditions(self) -> Iterator[Part]:
        for _, part in self.target.parts:
            if isinstance(part, GroupPart):
                yield from part.parts
            yield part


def _meant(key: str) -> tuple[str, ir.Direction] | None:
    """(What is compared, direction) of a word such as ``closest first``."""
    if any(x in key for x in _ALPHABET):
        return "name", "asc"
    found = [(key.find(stem), what, direction) for stem, what, direction in _STEMS if stem in key]
    return min(found)[1:] if found else None
