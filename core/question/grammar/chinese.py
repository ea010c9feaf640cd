"""The grammar of Chinese questions.

Modifiers stand before what they modify: conditions wait until a noun comes.  A noun followed by a word such as
附近, 内 or 5公里以内 is the reference of a relation, and the relation waits for the next noun; otherwise it is the
target.  Study areas always wait for the target.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.question.grammar.chinese_places import ChinesePlaces
from core.question.grammar.cursor import Mark
from core.question.grammar.parts import Connector, OrderPart, Part, Phrase, RegionPart, RelationPart, ValuePart
from core.question.grammar.sentence import Sentence
from core.question.grammar.typing import entity_of, fits
from core.question.meanings import END


@dataclass
class _Waiting:
    """A condition that waits for its noun."""

    part: Part
    connector: Connector
    boundary: bool
    """Parted from what stands before it by a word such as 且."""
    closed: bool = False
    """Followed by 的."""


class Chinese(Sentence, ChinesePlaces):
    """Left-to-right parser for Chinese questions."""

    def read_one(self) -> bool:
        """One phrase of the sentence."""
        self._start()
        if self._question_word() or self._counted():
            return True
        if self._inferred_reference() or self._unknown_reference() or self._point_reference():
            return True
        part = self.first(self.order, self.relation, self.area, self.condition)
        if part is not None:
            self._wait(part)
            return True
        if self.at().is_("DE"):
            self._close()
            self.advance()
            return True
        return self._noun_or_name() or self.projection() or self._join()

    def _start(self) -> None:
        if not hasattr(self, "_waiting"):
            self._waiting: list[_Waiting] = []
            self._boundary = False
            self._asked = self._asked_first = False
            self._passed: Phrase | None = None

    # --- the frame -----------------------------------------------------------------------------------------

    def _question_word(self) -> bool:
        lexeme = self.at()
        if lexeme.entry.content or lexeme.entry.units:
            return False
        if lexeme.is_("HOWMANY"):
            return self.ask("count")
        if lexeme.is_("EXISTS"):
            return self.ask("exists")
        if not lexeme.is_("WH", "LIST", "WHERE"):
            return False
        self.frame.plural = self.frame.plural or lexeme.is_("PLURAL")
        self.frame.singular = self.frame.singular or lexeme.is_("SINGULAR")
        self.ask("select")
        self._asked = self._asked or lexeme.is_("WH")
        return True

    def _counted(self) -> bool:
        """``前10个``, ``三个``, ``5条`` before the noun."""
        mark = self.mark()
        top = self.take("TOP")
        value = self.number()
        measured = value is not None and self.take("MEASURE")
        whole = value is not None and value == int(value) and 1 <= value <= 10_000
        if not whole or not (measured or top):
            self.reset(mark)
            return False
        self.frame.limit = int(value or 0)
        self.frame.uses.extend(self.since(mark))
        return True

    def _join(self) -> bool:
        if self.at().is_("STRONG_AND", "COMMA", "OR", "AND"):
            self._boundary = True
        return self.connect()

    # --- waiting conditions --------------------------------------------------------------------------------

    def _wait(self, part: Part) -> None:
        self._waiting.append(_Waiting(part, self.connector, self._boundary))
        self.connector, self._boundary = "", False

    def _close(self) -> None:
        if self._waiting:
            self._waiting[-1].closed = True

    # --- nouns ---------------------------------------------------------------------------------------------

    def _noun_or_name(self) -> bool:
        phrase = Phrase()
        mark = self.mark()
        if not self.head(phrase):
            return False
        phrase.uses = list(self.since(mark))
        if self._same_again(phrase):
            self._flush()
            if self.merge_repeated():
                self.target.uses.extend(phrase.uses)
                return True
            self.reset(mark)
            return False
        return self._place(phrase, mark)

    def _same_again(self, phrase: Phrase) -> bool:
        same = entity_of(self.card, phrase) == entity_of(self.card, self.target)
        return bool(self.target.head) and same and not phrase.names

    def _place(self, phrase: Phrase, mark: Mark) -> bool:
        """Decide what a noun is: the target, a reference, or a second kind of feature (stays unexplained)."""
        asked, self._asked = self._asked, False
        self._asked_first = self._asked_first or (asked and not self.target.head)
        # 哪些金矿床附近有断裂: the noun asked for is the target, what it has nearby is the reference
        if asked and (own := self.attempt(self._having)):
            self._become_target(phrase)
            self._wait(own)
            return True
        saved = self._take_waiting(phrase)
        relation = self.postposition(phrase)
        if relation:
            self._refer(phrase, self._negated_before(phrase, relation))
            return True
        if self.target.head and not self._first_was_place():
            self._waiting = saved
            self.reset(mark)
            return False
        self._become_target(phrase, saved)
        return True

    def _unknown_reference(self) -> bool:
        """``幸福岩体附近``: an unknown name with its noun, when what follows makes it a reference."""
        return self.attempt(self._unknown_reference_production) or False

    def _unknown_reference_production(self) -> bool | None:
        if not (self.at().kind == "unknown" and self.at().cjk):
            return None
        phrase = self.unknown_anchor()
        if phrase is None or phrase.entity is None:
            return None
        relation = self.postposition(phrase)
        if relation is None:
            return None
        phrase.uses = list(phrase.head)
        self._refer(phrase, relation)
        return True

    def _point_reference(self) -> bool:
        """``东经…北纬…5公里范围内``: coordinates before the distance."""
        return self.attempt(self._point_reference_production) or False

    def _point_reference_production(self) -> bool | None:
        mark = self.mark()
        point = self.point()
        distances = self.tail() if point else None
        if point is None or distances is None:
            return None
        self._wait(RelationPart("near", (point,), self.since(mark), *distances))
        return True

    def _take_waiting(self, phrase: Phrase) -> list[_Waiting]:
        """Give a possible reference the conditions right before it that can be said of it."""
        saved = list(self._waiting)
        while self._waiting:
            last = self._waiting[-1]
            if isinstance(last.part, RegionPart | OrderPart) or not fits(self.card, phrase, last.part):
                break
            if isinstance(last.part, RelationPart) and not last.closed:
                break
            phrase.parts.insert(0, (last.connector, last.part))
            self._waiting.pop()
            if last.boundary:
                break
        return saved

    def _inferred_reference(self) -> bool:
        """``花岗岩中的``: values without a noun are a reference when a word such as 中 follows."""
        if (
            not self._waiting
            or not self.next_is("INSIDE", "INNER", "OUTSIDE", "NEARBY")
            or self._waiting[-1].closed
        ):
            return False
        phrase = Phrase()
        saved = list(self._waiting)
        while self._waiting and isinstance(self._waiting[-1].part, ValuePart) and not self._waiting[-1].closed:
            last = self._waiting.pop()
            phrase.parts.insert(0, (last.connector, last.part))
            if last.boundary:
                break
        relation = self.postposition(phrase, tentative=False) if entity_of(self.card, phrase) else None
        if relation is None:
            self._waiting = saved
            return False
        self._refer(phrase, relation)
        return True

    def _negated_before(self, phrase: Phrase, relation: RelationPart) -> RelationPart:
        """``没有断裂穿过的X``: a negation right before the reference is one of the relation."""
        first = min([*phrase.uses, *(u for _, x in phrase.parts for u in x.uses)])
        before = self.lexemes[first - 1] if first else END
        if not before.is_("NOT", "WITHOUT") or first - 1 in self.used:
            return relation
        self.used.append(first - 1)
        return replace(relation, negated=not relation.negated, uses=(first - 1, *relation.uses))

    def _refer(self, phrase: Phrase, relation: RelationPart) -> None:
        uses = {*relation.uses, *phrase.uses, *(u for _, x in phrase.parts for u in x.uses)}
        if relation.tentative:
            self._passed = phrase
        self._wait(RelationPart(
            relation.rel, (phrase,), tuple(sorted(uses)), relation.min_m, relation.max_m, "and", relation.negated,
            relation.vague, relation.tentative,
        ))  # fmt: skip

    def _become_target(self, phrase: Phrase, saved: list[_Waiting] | None = None) -> None:
        if saved is not None:
            self._waiting = saved
        target = self.target
        target.entity, target.implied = phrase.entity, phrase.implied
        target.names, target.head, target.uses = phrase.names, phrase.head, phrase.uses
        self._values_as_place()
        self._flush()

    def _values_as_place(self) -> None:
        """``花岗岩的矿床``: values before 的 that only a polygon can have are where the target lies."""
        foreign = [
            x for x in self._waiting if isinstance(x.part, ValuePart) and not fits(self.card, self.target, x.part)
        ]
        if not foreign or not foreign[-1].closed:
            return
        place = Phrase(parts=[(x.connector, x.part) for x in foreign])
        entity = entity_of(self.card, place)
        if entity is None or "polygon" not in self.card.entity_types[entity].geometry:
            return
        position = self._waiting.index(foreign[0])
        self._waiting = [x for x in self._waiting if x not in foreign]
        uses = tuple(sorted(use for x in foreign for use in x.part.uses))
        self._waiting.insert(position, _Waiting(RelationPart("within", (place,), uses), "", False))

    def _first_was_place(self) -> bool:
        """``花岗岩的金矿床``: a polygon before the real target is where the target lies."""
        first = self.target
        entity = entity_of(self.card, first)
        if entity is None or "polygon" not in self.card.entity_types[entity].geometry or self._asked_first:
            return False
        if self.card.entity_types[entity].region and not first.names:  # 全区的金矿
            self.target.parts = [*first.parts, ("", RegionPart((), tuple(first.uses)))]
            return True
        place = Phrase(first.entity, first.implied, first.names, [], first.uses, first.head)
        rest = []
        for connector, part in first.parts:
            if not isinstance(part, RegionPart) and fits(self.card, place, part):
                place.parts.append((connector, part))
            else:
                rest.append((connector, part))
        uses = tuple(sorted({*first.uses, *first.head, *(u for _, x in place.parts for u in x.uses)}))
        self.target.parts = [*rest, ("", RelationPart("within", (place,), uses))]
        return True

    def _flush(self) -> None:
        self.target.parts.extend((x.connector, x.part) for x in self._waiting)
        self._waiting = []

    def finish(self) -> None:
        """What still waits belongs to the target; 样品中 alone names the target itself."""
        self._start()
        if not self.target.head and self._passed is not None:
            passed = self._passed
            own = next(
                x for x in self._waiting if isinstance(x.part, RelationPart) and x.part.anchors == (passed,)
            )
            position = self._waiting.index(own)
            self._waiting[position : position + 1] = [_Waiting(p, c, False) for c, p in passed.parts]
            passed.uses = sorted({*passed.uses, *own.part.uses})
            self._become_target(passed)
        self._flush()
        self.target.parts = [x for x in self.target.parts if not self._is_passed(x[1])]
        super().finish()

    def _is_passed(self, part: Part) -> bool:
        return isinstance(part, RelationPart) and part.tentative and part.anchors == (self.target,)

    def _contains_features(self) -> bool:
        if self.target.head:
            return fits(self.card, self.target, RelationPart("contains", (), ()))
        mark = self.mark()
        found = bool(self.take("DE"))
        self.reset(mark)
        return found
