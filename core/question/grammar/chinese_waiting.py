"""Conditions of a Chinese question that wait for their noun, and what a noun does with them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.question.grammar.chinese_derived import used_by
from core.question.grammar.chinese_places import ChinesePlaces
from core.question.grammar.chinese_seats import among, seat
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
from core.question.grammar.sentence import Sentence
from core.question.grammar.typing import entity_of, fits
from core.question.meanings import END


@dataclass
class Waiting:
    """A condition that waits for its noun."""

    part: Part
    connector: Connector
    boundary: bool
    """Parted from what stands before it by a word such as 且."""
    closed: bool = False
    """Followed by 的."""


class ChineseWaiting(Sentence, ChinesePlaces):
    """The state of a Chinese parse between two nouns."""

    waiting: list[Waiting]
    boundary: bool
    """A word such as 且 was read since the last condition."""
    asked: bool
    """A question word such as 哪些 was read and no noun since."""
    asked_first: bool
    """The target is the noun behind the question word."""
    joined_until: int
    """Where a row of nouns ends that no relation word closes."""
    passed: Phrase | None
    """A noun that looked like a reference (样品中) and may be the target."""

    def begin(self) -> None:
        """Nothing waits yet."""
        super().begin()
        self.waiting = []
        self.boundary = self.asked = self.asked_first = False
        self.passed = None
        self.joined_until = 0

    def state(self) -> object:
        """What productions know of the target so far."""
        areas = sum(isinstance(x.part, RegionPart) for x in self.waiting)
        return super().state(), self._values_are_area(), areas

    def wait(self, part: Part) -> None:
        """Let a condition wait for its noun."""
        self.waiting.append(Waiting(part, self.connector, self.boundary))
        self.connector, self.boundary = "", False

    def close(self) -> None:
        """Note that 的 follows the last condition."""
        if self.waiting:
            self.waiting[-1].closed = True

    def take_waiting(self, phrase: Phrase) -> list[Waiting]:
        """Give a possible reference the conditions right before it that can be said of it."""
        saved = list(self.waiting)
        while len(self.waiting) > self.floor():
            last = self.waiting[-1]
            if self._alternative_place(phrase, last):
                break
            if isinstance(last.part, OrderPart):
                if last.part.listing or not self.belongs(phrase, last.part):
                    break
                phrase.limit = None if self.limits_target() else self.frame.limit
                phrase.uses = [*phrase.uses, *last.part.uses]
            elif isinstance(last.part, RegionPart):
                if not any(isinstance(x, OrderPart) for _, x in phrase.parts):
                    break  # only of the longest faults of an area the area says which are meant
            elif not fits(self.card, phrase, last.part):
                break
            if isinstance(last.part, RelationPart) and not last.closed:
                break
            phrase.parts.insert(0, (last.connector, last.part))
            self.waiting.pop()
            if last.boundary:
                break
        return saved

    def _alternative_place(self, phrase: Phrase, last: Waiting) -> bool:
        """``矿床，离断裂近的或花岗岩中的``: two conditions of the noun before, not one place that meets either."""
        joined = bool(phrase.parts) and phrase.parts[0][0] == "or"
        return joined and bool(self.target.head) and isinstance(last.part, RelationPart)

    def limits_target(self) -> bool:
        """True when the number read last stands before the noun that is looked for: it is that noun's."""
        uses = [x for x in self.frame.uses if self.lexemes[x].number == self.frame.limit]
        return bool(self.target.head and uses) and uses[-1] < min(self.target.head)

    def floor(self) -> int:
        """The number of waiting conditions outside of the group that is being read."""
        return 0

    def inherit(self, phrase: Phrase) -> None:
        """A reference takes over how its first condition was joined: ``…或二叠纪花岗岩内``."""
        if not phrase.parts or phrase.parts[0][0] in ("", "comma") or self.connector:
            return
        self.connector, self.boundary = phrase.parts[0][0], True
        phrase.parts[0] = ("and", phrase.parts[0][1])

    def negated_before(self, phrase: AnchorPart, relation: RelationPart) -> RelationPart:
        """``没有断裂穿过的X``: a negation right before the reference is one of the relation."""
        first = min(used_by(phrase))
        before = self.lexemes[first - 1] if first else END
        if not before.is_("NOT", "WITHOUT") or first - 1 in self.used:
            return relation
        self.used.append(first - 1)
        return replace(relation, negated=not relation.negated, uses=(first - 1, *relation.uses))

    def refer(self, phrase: AnchorPart, relation: RelationPart) -> None:
        """A noun became the reference of a relation, which now waits for the next noun."""
        uses = {*relation.uses, *used_by(phrase)}
        if isinstance(phrase, Phrase):
            self.inherit(phrase)
            if any(isinstance(x, OrderPart) for _, x in phrase.parts) and not self.limits_target():
                self.frame.limit = None  # 最长的3条断裂附近: the number is the reference's
        if relation.tentative and isinstance(phrase, Phrase):
            self.passed = phrase
        anchors = relation.anchors if len(relation.anchors) > 1 else (phrase,)
        self.wait(replace(relation, anchors=anchors, uses=tuple(sorted(uses))))

    def become_target(self, phrase: Phrase, saved: list[Waiting] | None = None) -> None:
        """The target is found; everything that waits is said of it."""
        if saved is not None:
            self.waiting = saved
        target = self.target
        target.entity, target.implied = phrase.entity, phrase.implied
        target.names, target.head, target.uses = phrase.names, phrase.head, phrase.uses
        self._values_as_place()
        self.flush()

    def _values_as_place(self) -> None:
        """``花岗岩的矿床``: values before 的 that only a polygon can have are where the target lies."""
        foreign = [
            x for x in self.waiting if isinstance(x.part, ValuePart) and not fits(self.card, self.target, x.part)
        ]
        if not foreign or not foreign[-1].closed:
            return
        place = Phrase(parts=[(x.connector, x.part) for x in foreign])
        entity = entity_of(self.card, place)
        if entity is None or "polygon" not in self.card.entity_types[entity].geometry:
            return
        position = self.waiting.index(foreign[0])
        self.waiting = [x for x in self.waiting if x not in foreign]
        uses = tuple(sorted(use for x in foreign for use in x.part.uses))
        self.waiting.insert(position, Waiting(RelationPart("within", (place,), uses), "", False))

    def first_was_place(self, second: Phrase) -> bool:
        """``花岗岩的金矿床``: a polygon before the target is where that lies; ``X所在的省`` holds it."""
        first = self.target
        entity = entity_of(self.card, first)
        if (held := seat(self.card, first, second)) is not None:
            self.target.parts = [("", held)]
            return True
        if entity is None or "polygon" not in self.card.entity_types[entity].geometry or self.asked_first:
            return False
        place = Phrase(first.entity, first.implied, first.names, [], first.uses, first.head)
        ranked = any(self._ranks(place, x) for _, x in first.parts)
        if self.card.entity_types[entity].region and not first.names and not ranked:  # 全区的金矿
            self.target.parts = [*first.parts, ("", RegionPart((), tuple(first.uses)))]
            return True
        rest = []
        if ranked:  # 面积最大的3个省的机场: the number is that of the provinces
            place.limit, self.frame.limit = self.frame.limit, None
        for connector, part in first.parts:
            area = isinstance(part, RegionPart)
            if (ranked if area else fits(self.card, place, part)) or self._ranks(place, part):
                place.parts.append((connector, part))
            else:
                rest.append((connector, part))
        uses = tuple(sorted({*first.uses, *first.head, *(u for _, x in place.parts for u in x.uses)}))
        self.target.parts = [*rest, ("", RelationPart("within", (place,), uses))]
        return True

    def _ranks(self, phrase: Phrase, part: Part) -> bool:
        """True for a superlative of the noun itself: 面积最大的省."""
        return isinstance(part, OrderPart) and not part.listing and self.belongs(phrase, part)

    def flush(self) -> None:
        """Say everything that waits of the target."""
        self.target.parts.extend((x.connector, x.part) for x in self.waiting)
        self.waiting = []

    def finish(self) -> None:
        """What still waits belongs to the target; 样品中 alone names the target itself."""
        if not self.target.head and self.passed is None:
            self.passed = among([x.part for x in self.waiting])
        self.passed_is_target()
        self.flush()
        self.target.parts = [x for x in self.target.parts if not self._is_passed(x[1])]
        super().finish()

    def passed_is_target(self) -> None:
        """``断裂中…最多的``: the noun that looked like a reference is what the question is about."""
        if self.target.head or self.passed is None:
            return
        passed = self.passed
        for position, own in enumerate(self.waiting):
            if isinstance(own.part, RelationPart) and own.part.anchors == (passed,):
                self.waiting[position : position + 1] = [Waiting(p, c, False) for c, p in passed.parts]
                passed.uses = sorted({*passed.uses, *own.part.uses})
                self.become_target(passed)
                break

    def _is_passed(self, part: Part) -> bool:
        return isinstance(part, RelationPart) and part.tentative and part.anchors == (self.target,)

    def _values_are_area(self) -> bool:
        """``哪些县级市没有高校``: the values before belong to areas and are all that names the target."""
        if not self.asked or not self.waiting or not all(isinstance(x.part, ValuePart) for x in self.waiting):
            return False
        entity = entity_of(self.card, Phrase(parts=[(x.connector, x.part) for x in self.waiting]))
        return entity is not None and "polygon" in self.card.entity_types[entity].geometry

    def alternatives_of(self, phrase: Phrase) -> None:
        """``甲或乙大学最多的``: a value that waits with 或 behind it belongs to the noun, as an alternative."""
        last = self.waiting[-1] if self.waiting else None
        if last is None or last.closed or self.connector != "or" or not phrase.parts:
            return
        if isinstance(last.part, ValuePart) and isinstance(phrase.parts[0][1], ValuePart):
            self.waiting.pop()
            phrase.parts[:1] = [(last.connector, last.part), ("or", phrase.parts[0][1])]
            self.connector = ""
