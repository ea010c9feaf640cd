"""Chinese noun phrases: modifiers, then a noun or a name; several of them joined."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from core.question.grammar.chinese_nouns import ChineseNouns
from core.question.grammar.cursor import Mark
from core.question.grammar.parts import (
    AnchorPart,
    Connector,
    OrderPart,
    Part,
    Phrase,
    RegionPart,
    RelationPart,
    ValuePart,
)
from core.question.grammar.shared_nouns import with_shared_noun
from core.question.grammar.typing import candidates, entity_of, fits, has, wanted

Anchors = tuple[tuple[AnchorPart, ...], Connector]
_MAX_ANCHORS = 20
_GOES_ON = (
    "NEARBY", "APART", "NEAREST", "FARTHEST", "GT", "GE", "LT", "LE", "BETWEEN", "VAGUE_NEAR", "DIR_N", "DIR_NE",
    "DIR_E", "DIR_SE", "DIR_S", "DIR_SW", "DIR_W", "DIR_NW", "ALONG_SIDE", "HOWFAR",
)  # fmt: skip
"""What follows a reference whose relation was opened before it (``距X…``)."""


class ChineseAnchors(ChineseNouns):
    """Productions for references."""

    @abstractmethod
    def relation(self) -> RelationPart | RegionPart | OrderPart | None:
        """A relation that opens with its own word."""

    def anchors(self) -> Anchors | None:
        """What a relation refers to, joined by 和 / 或 / 、."""
        first = self._anchor()
        if first is None:
            return None
        found: list[AnchorPart] = [first]
        join: Connector = "and"
        while len(found) < _MAX_ANCHORS and self.at().is_("AND", "OR", "COMMA", "SLASH"):
            if self.at().is_("STRONG_AND"):
                break  # 且 joins conditions
            mark = self.mark()
            link = self.advance()
            further = (
                self._anchor() if not self.next_is("AWAY_FROM", "LOCATED", "CLOSE_TO", "STRONG_AND") else None
            )
            if further is None or not self.stands(further):
                self.reset(mark)
                break
            join = "or" if link.is_("OR") else join
            found.append(further)
        made = self.made_from_all(tuple(found)) if len(found) > 1 else None
        return ((made,), "and") if made else (with_shared_noun(self.card, found), join)

    def _anchor(self) -> AnchorPart | None:
        first = self.plain_anchor()
        return None if first is None else self.made_from(first)

    def plain_anchor(self) -> AnchorPart | None:
        """Coordinates, the map, counted or described features, an unknown name."""
        if self.depth >= self.max_depth:
            return None
        self.depth += 1
        try:
            return self.first(self.point, self.map_area, self.counted_features, self.phrase, self.unknown_anchor)
        finally:
            self.depth -= 1

    def counted_features(self) -> Phrase | None:
        """``至少3条断裂``, ``3个以上金矿床``."""
        mark = self.mark()
        count = self.how_many()
        phrase = self.phrase() if count else None
        if count is None or phrase is None or not phrase.head:
            return None
        return replace(phrase, count=count[:2], bare_count=count[2], uses=[*phrase.uses, *self.since(mark)])

    def _how_many_of_top(self, phrase: Phrase) -> None:
        """``最长的3条断裂``: the number behind a superlative."""
        if any(isinstance(x, OrderPart) for _, x in phrase.parts):
            mark = self.mark()
            value = self.number()
            if value is None or value != int(value) or value < 1 or not self.take("MEASURE"):
                self.reset(mark)
                return
            phrase.limit = int(value)

    def phrase(self) -> Phrase | None:
        """Modifiers, then a noun or a name."""
        return self.remembered("phrase", self._phrase)

    def _phrase(self) -> Phrase | None:
        mark = self.mark()
        phrase = Phrase()
        for _ in range(8):
            self.skip()
            before = self.mark()
            if not phrase.parts and (area := self.attempt(self._area_of_first)):
                phrase.parts.append(("and", area))
            if most := self.attempt(self.most_members):
                phrase.parts.append(("and", most))
                phrase.limit = self.frame.limit
            self.take_all("DE", "NEAREST")
            self._how_many_of_top(phrase)
            if self.head(phrase):
                if not self._own(phrase):
                    self.reset(before)  # the noun is what the relation is said of
                    phrase = Phrase(parts=phrase.parts)
                elif nested := self.attempt(partial(self._nested, phrase)):
                    return nested
                break
            before = self.mark()
            part = self.first(*self._modifiers())
            if part is None:
                break
            phrase.parts.append(("and", part))
            if isinstance(part, OrderPart):
                continue
            if wanted(part) and not candidates(self.card, [x for _, x in phrase.parts]):
                phrase.parts.pop()  # it belongs to the noun that follows the reference
                self.reset(before)
                break
        if not (phrase.head or phrase.parts):
            return None
        if not phrase.head and (nested := self.attempt(partial(self._nested, phrase))):
            return nested
        phrase.uses = list(self.since(mark))
        return phrase

    def _modifiers(self) -> tuple[Callable[[], Part | None], ...]:
        return (
            self._own_order, self._modifier, self.pattern, self.measured, self.numeric, self.by_year,
            self._values_of,
        )  # fmt: skip

    def _values_of(self) -> ValuePart | None:
        """``由某部门所属的``: values, with the word of their attribute behind."""
        part = self.values()
        attribute = self.attribute_behind(part) if part is not None else None
        return part if part is None or attribute is None else replace(part, attribute=attribute)

    def _area_of_first(self) -> RegionPart | None:
        """``X地区最长的断裂``: the first of that area, not of all; ``穿过X花岗岩的``: the granite of X."""
        crossed = self.at(-1).is_("CROSS", "INTERSECT", "TOUCH", "OVERLAP")
        found = self.region()
        if found is None:
            return None
        if crossed and self.names_feature(self.at()):
            return found
        self.take_all("INSIDE", "INNER", "DE")
        return found if self.superlative_follows() else None

    def area_of_first_follows(self) -> bool:
        """True before ``X地区最长的断裂``."""
        mark = self.mark()
        found = self._area_of_first() is not None
        self.reset(mark)
        return found

    def superlative_follows(self) -> bool:
        """True before ``面积最大的花岗岩``, ``最长的断裂``."""
        mark = self.mark()
        self.take_all("AREA", "LENGTH", "PERIMETER")
        word = self.take("MAX", "MIN")
        self.take_all("DE")
        self._how_many_after()
        found = word is not None and (bool(self.noun(self.at())) or self.is_value(self.at()))
        self.reset(mark)
        return found

    def _how_many_after(self) -> None:
        if self.number() is not None:
            self.take("MEASURE")

    def _nested(self, place: Phrase) -> Phrase | None:
        """``二叠纪地层中的金矿`` where more follows that says what it is a reference of."""
        if self.depth >= self.max_depth:
            return None
        mark = self.mark()
        relation = self.postposition(place, tentative=False) if entity_of(self.card, place) else None
        if relation is None or not self.take("DE"):
            return None
        self.depth += 1
        try:
            phrase = self.phrase()
        finally:
            self.depth -= 1
        if phrase is None or not phrase.head or phrase.names:
            return None
        if self.at().kind != "number" and not self.next_is(*_GOES_ON):
            return None
        return self._inside(phrase, place, relation, mark)

    def _inside(self, phrase: Phrase, place: Phrase, relation: RelationPart, mark: Mark) -> Phrase:
        uses = tuple(
            sorted({*relation.uses, *place.uses, *place.head, *(u for _, x in place.parts for u in x.uses)})
        )
        phrase.parts.insert(0, ("and", replace(relation, anchors=(place,), uses=uses)))
        phrase.uses = sorted({*phrase.uses, *self.since(mark)})
        return phrase

    @abstractmethod
    def most_members(self) -> OrderPart | None:
        """``矿床最多的`` before the noun it is said of."""

    @abstractmethod
    def postposition(self, phrase: AnchorPart, *, tentative: bool = True) -> RelationPart | None:
        """What makes the phrase before it a reference."""

    def _own(self, phrase: Phrase) -> bool:
        """True when every condition can be said of the phrase."""
        if not phrase.head:
            return True
        own = [x for _, x in phrase.parts if not isinstance(x, RegionPart)]
        return all(self.belongs(phrase, x) for x in own)

    def belongs(self, phrase: Phrase, part: Part) -> bool:
        """True when a condition or superlative can be said of a phrase with a noun."""
        if isinstance(part, OrderPart):
            entity = entity_of(self.card, phrase)
            return entity is not None and has(self.card, entity, part)
        return fits(self.card, phrase, part)

    def _own_order(self) -> OrderPart | None:
        """``面积最大的``, ``最长的`` before the noun of a reference."""
        found = self.order()
        return found if found is not None and not found.listing and self.at().kind != "end" else None

    def _modifier(self) -> Part | None:
        """A relation inside a reference must be closed by 的."""
        found = self.relation()
        if not isinstance(found, RelationPart) or not self.take("DE"):
            return None
        return found


def headed(anchors: Anchors) -> bool:
    """True when every anchor has a noun, a name or coordinates."""
    return all(not isinstance(x, Phrase) or x.head for x in anchors[0])
