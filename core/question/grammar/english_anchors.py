"""English anchors: what a relation refers to, with the conditions that belong to it."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace

from core.question.grammar.english_counts import EnglishCounts
from core.question.grammar.english_places import Anchors
from core.question.grammar.parts import (
    AnchorPart,
    Connector,
    GroupPart,
    MeasurePart,
    OrderPart,
    Part,
    Phrase,
    RegionPart,
    RelationPart,
)
from core.question.grammar.typing import entity_of, fits, has

_MAX_ANCHORS = 20
_PLACED = ("IN", "INSIDE", "WITHIN", "NEAR", "OUTSIDE", "ALONG", "LE", "LT", "GE", "GT")
"""What a place or a distance behind a reference begins with."""
_PARTICIPLE = re.compile(r"(\w+ing|\w+ed|cut)\b")


class EnglishAnchors(EnglishCounts):
    """Productions for references."""

    owner: Phrase | None = None
    """The reference whose conditions are read."""

    def state(self) -> object:
        """What productions know of the target and of the reference at hand."""
        return super().state(), self.owner.entity if self.owner is not None else None

    @abstractmethod
    def phrase(self) -> Phrase | None:
        """A noun phrase."""

    @abstractmethod
    def relation(self) -> RelationPart | RegionPart | GroupPart | None:
        """Any spatial relation at the cursor."""

    def anchors(self) -> Anchors | None:
        """What a relation refers to: coordinates, named or described features, joined by and/or."""
        both = self.take("BOTH")
        self.take("EITHER")
        first = self._anchor()
        if first is None:
            return None
        found = self.each(first) if both and isinstance(first, Phrase) else [first]
        join: Connector = "and"
        while len(found) < _MAX_ANCHORS:
            mark = self.mark()
            link = self.at()
            nor = link.key == "nor" and self.after_neither
            if not (nor or link.is_("AND", "OR", "COMMA", "SLASH")) or link.key == "but":
                break  # no gold deposits but copper deposits: another condition
            self.advance()
            if link.is_("COMMA"):
                link = self.take("AND", "OR") or link
            if link.is_("COMMA") and self._area_behind(found):
                self.reset(mark)
                break
            further = self._anchor() if nor else self._further()
            if further is None:
                self.reset(mark)
                break
            join = "or" if nor or link.is_("OR", "SLASH") else join
            found.append(further)
        return tuple(found), join

    def _area_behind(self, found: Sequence[AnchorPart]) -> bool:
        """``near a fault, Yunnan``: a study area at the end is no further reference."""
        if any(isinstance(x, Phrase) and entity_of(self.card, x) in self.region_types() for x in found):
            return False
        here = self.mark()
        area = self.region() is not None and (self.done or self.at().is_("STOP", "COMMA"))
        self.reset(here)
        return area

    def neither(self) -> bool:
        """``in neither granite nor limestone``, ``by no faults``: a negation before the reference."""
        self.after_neither = False
        if self.at().key not in ("neither", "no"):
            return False
        self.after_neither = self.advance().key == "neither"
        return True

    def _further(self) -> AnchorPart | None:
        """A second anchor; a new condition, relation or distance is none."""
        if self.next_is("WITHIN", "IN", "NEAR", "NOT", "THAT", "WITH", "CROSS", "CONTAIN", "AUX", "LT", "GT"):
            return None
        found = self._anchor()
        return found if found is None or self.stands(found) else None

    def _anchor(self) -> AnchorPart | None:
        self.take_all("NEAREST", "THERE")
        mark = self.mark()
        found: AnchorPart | None = self.first(
            self.point, self.map_area, self.derived, self.pronoun, self.counted_features, self.described,
            self.unknown_anchor,
        )  # fmt: skip
        made = self.made_behind(found, mark) if isinstance(found, Phrase) and len(found.names) == 1 else None
        return made or found

    def described(self) -> Phrase | None:
        """A noun phrase with the conditions behind it."""
        return self.remembered("described", self._described)

    def _described(self) -> Phrase | None:
        if self.depth >= self.max_depth:
            return None
        self.depth += 1
        try:
            owner = self.attempt(self.area_owning)
            superlative = self.attempt(self.superlative)
            phrase = self.phrase()
            if superlative and phrase is not None:
                if not phrase.head and entity_of(self.card, phrase) is None:
                    return None
                phrase.limit, part = superlative
                if part.kind == "extent" and (sized := self.attempt(self.in_what)) is not None:
                    part = replace(part, kind="value", value=sized, uses=(*part.uses, *sized.uses))
                phrase.parts.append(("and", part))
                phrase.uses.extend(part.uses)
                if (area := owner or self.attempt(self.relation)) and isinstance(area, RegionPart):
                    phrase.parts.append(("and", area))  # the longest fault of that area
            if phrase is not None:
                outer, self.owner = self.owner, phrase
                if area := self.attempt(self.area_before_extent):
                    phrase.parts.append(("and", area))
                try:
                    self._modify(phrase)
                finally:
                    self.owner = outer
            return phrase
        finally:
            self.depth -= 1

    def _modify(self, phrase: Phrase) -> None:
        """Conditions behind an anchor that belong to it: ``that cut granite``, ``longer than …``."""
        productions: list[Callable[[], Part | None]] = [
            self.of_extent, self.most_members, self._that_modifier, self._holding, self._participle,
            self._placed_modifier, self._sized, self.aged, self.dated, self.text, self.own_order,
            self._own_condition,
        ]  # fmt: skip
        for _ in range(4):
            mark = self.mark()
            part = self.first(*productions)
            if part is None:
                return
            if not self._belongs(phrase, part):
                self.reset(mark)
                return
            phrase.parts.append(("and", part))

    def _belongs(self, phrase: Phrase, part: Part) -> bool:
        """True when what stands behind a reference is said of it.

        A place behind an area is not: ``deposits in granite near faults`` says twice where the deposits are.
        """
        entity = entity_of(self.card, phrase)
        if phrase.names:
            return False
        if isinstance(part, OrderPart):
            return entity is not None and has(self.card, entity, part)
        area = entity is None or "polygon" in self.card.entity_types[entity].geometry
        return fits(self.card, phrase, part) and not (area and isinstance(part, RelationPart) and part.loose)

    def _that_modifier(self) -> Part | None:
        if not self.next_is("THAT") and not self.at().key.startswith("that "):
            return None
        return self.relation() or self._being_first() or self.condition()

    def _being_first(self) -> OrderPart | None:
        """``that is the longest``."""
        self.take_all("THAT", "COP", "AUX")
        word = self.take("MAX", "MIN")
        ends = self.done or self.at().is_("STOP", "COMMA", "IN", "AND", "OF")
        if word is None or not ends:
            return None
        return OrderPart("extent", "desc" if word.is_("MAX") else "asc", (self.used[-1],))

    def _holding(self) -> Part | None:
        """``provinces with universities`` behind a preposition; ``a deposit having a fault within 5 km``."""
        if not self.next_is("WITH", "WITHOUT", "HAVE"):
            return None
        found = self.relation()
        if self.owner is not None and self.owner.entity in self.region_types():
            return found
        near = isinstance(found, RelationPart) and found.rel == "near" and not found.vague
        return replace(found, loose=True) if near and isinstance(found, RelationPart) else None

    def _participle(self) -> RelationPart | None:
        self.skip()
        lexeme = self.at()
        said = lexeme.is_("CROSS", "INTERSECT", "CONTAIN", "CROSSED_BY", "TOUCH") and _PARTICIPLE.match(lexeme.key)
        if not said and not lexeme.is_("ADJACENT"):
            return None
        found = self.relation()
        if not isinstance(found, RelationPart):
            return None
        areas = self.owner is not None and self.owner.entity in self.region_types()
        return found if areas or found.rel != "touches" else None  # rocks in granite adjacent to faults

    def _placed_modifier(self) -> RelationPart | None:
        """``the deposits in Permian strata``, ``a fault within 2 km of a fold``: said of the nearest noun."""
        if not self.next_is(*_PLACED) or self.at().is_("THAT"):
            return None
        found = self.relation()
        return replace(found, loose=True) if isinstance(found, RelationPart) else None

    def _sized(self) -> MeasurePart | None:
        """``faults longer than 5 km``."""
        found = self.measured()
        return found if isinstance(found, MeasurePart) else None

    @abstractmethod
    def most_members(self) -> OrderPart | None:
        """``with the most deposits`` behind a reference."""

    of_extent: Callable[[], OrderPart | None]
    area_before_extent: Callable[[], RegionPart | None]

    @abstractmethod
    def own_order(self) -> OrderPart | None:
        """``with the highest Au``, ``nearest to X`` behind a reference."""

    def _own_condition(self) -> Part | None:
        if self.at().is_("AND", "OR", "COMMA"):
            return None
        if self.at_after_filler().entry.attributes and not self.next_is("OF", "WITH", "NAMED"):
            return self.named_values()  # universities run by the Guild
        if self.at().key == "under":
            self.advance()
            return self.values()  # universities under the Guild
        return self.condition() if self.next_is("OF", "WITH", "NAMED") else None
