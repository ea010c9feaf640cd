"""The grammar of Chinese questions.

Modifiers stand before what they modify: conditions wait until a noun comes.  A noun followed by a word such as
附近, 内 or 5公里以内 is the reference of a relation, and the relation waits for the next noun; otherwise it is the
target.  Study areas always wait for the target.
"""

from __future__ import annotations

from core.question.grammar.chinese_borders import ChineseBorders
from core.question.grammar.cursor import Mark
from core.question.grammar.parts import OrderPart, Phrase, RelationPart, ValuePart
from core.question.grammar.typing import entity_of
from core.question.meanings import END


class Chinese(ChineseBorders):
    """Left-to-right parser for Chinese questions."""

    def read_one(self) -> bool:
        """One phrase of the sentence."""
        if (
            self._most_waits()
            or self.border_length()
            or self.ask_measured()
            or self._question_word()
            or self._counted()
        ):
            return True
        if self.bracket() or self.map_reference() or self.inferred_reference() or self._odd_reference():
            return True
        related = bool(self.waiting) and isinstance(self.waiting[-1].part, RelationPart)
        if self.at().is_("DE") and related:
            return self._closed()
        part = self.first(self.order, self.relation, self.area, self.condition)
        if part is not None:
            self.wait(part)
            return True
        if self.at().is_("DE"):
            return self._closed()
        return self._noun_or_name() or self._projected() or self.exception() or self.listing() or self._join()

    def _most_waits(self) -> bool:
        """``矿床最多的`` before a reference."""
        most = self.attempt(self.most_of_reference)
        if isinstance(most, OrderPart | RelationPart):
            self.wait(most)
        return most is not None

    def _projected(self) -> bool:
        """An attribute asked for, with ``是多少`` behind it."""
        found = self.projection()
        if found:
            self._how_much_behind()
        return found

    def _odd_reference(self) -> bool:
        return self.unknown_reference() or self.point_reference()

    def _closed(self) -> bool:
        """的 behind a condition."""
        self.close()
        self.advance()
        return True

    def _question_word(self) -> bool:
        lexeme = self.at()
        if lexeme.entry.content or lexeme.entry.units or self._asks_for_place():
            return False
        if lexeme.is_("HOWMANY"):
            return self.ask("count")
        if lexeme.is_("EXISTS"):
            return self.ask("exists")
        if lexeme.is_("HAVE") and self.at(1).is_("WH", "HOWMANY"):  # 设有哪些, 分布着多少
            self.frame.uses.append(self.i)
            self.i += 1
            return True
        if not lexeme.is_("WH", "LIST", "WHERE"):
            return False
        self.frame.plural = self.frame.plural or lexeme.is_("PLURAL")
        self.frame.singular = self.frame.singular or lexeme.is_("SINGULAR")
        self.ask("select")
        self.asked = self.asked or lexeme.is_("WH")
        return True

    def _asks_for_place(self) -> bool:
        """``稀土矿产|于哪些地层``: what a value is said of lies in what is asked for."""
        last = self.waiting[-1] if self.waiting else None
        return (
            self.at().is_("AT_WHICH") and last is not None and not last.closed and isinstance(last.part, ValuePart)
        )

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
            self.boundary = True
        return self.connect()

    def _noun_or_name(self) -> bool:
        phrase = Phrase()
        mark = self.mark()
        if not self.head(phrase):
            return False
        phrase.uses = list(self.since(mark))
        for _, part in phrase.parts:
            self.wait(part)
        phrase.parts = []
        if self._same_again(phrase):
            self.excepted_again(phrase)
            self.flush()
            own = tuple(x for x in phrase.implied if x not in self.target.implied)
            if not (own and self.target.implied) and self.merge_repeated():
                self.target.uses.extend(phrase.uses)
                self.target.implied = self.target.implied or own  # 褶皱，类型背斜: the second noun says more
                return True
            self.reset(mark)
            return False
        return self._place(phrase, mark)

    def _same_again(self, phrase: Phrase) -> bool:
        same = entity_of(self.card, phrase) == entity_of(self.card, self.target)
        return bool(self.target.head) and same and not phrase.names

    def _place(self, phrase: Phrase, mark: Mark) -> bool:
        """Decide what a noun is: the target, a reference, or a second kind of feature (stays unexplained)."""
        asked, self.asked = self.asked, False
        self.asked_first = self.asked_first or (asked and not self.target.head)
        # 哪些金矿床附近有断裂: the noun asked for is the target, what it has nearby is the reference
        if own := (self._held(asked) or self.attempt(self._close_at_end)):
            self.become_target(phrase)
            self.wait(own)
            return True
        if self.excepted(phrase):
            return True
        saved = self.take_waiting(phrase)
        if self._referred(phrase):
            return True
        if self.target.head and not self.first_was_place(phrase):
            self.waiting = saved
            self.reset(mark)
            return False
        self.become_target(phrase, saved)
        return True

    def _held(self, asked: bool) -> RelationPart | None:
        """What the noun has nearby or inside: it is what the question looks for."""
        mark = self.mark()
        found: RelationPart | None = self.first(self._having, self._numbered)
        if found is None or asked:
            return found
        # 花岗岩体里既没有金矿也没有铜矿的有哪些
        last = max((i for i, x in enumerate(self.lexemes) if x.is_("DE")), default=-1)
        behind = self.lexemes[last + 1] if last + 1 < len(self.lexemes) else END
        ends = behind is END or behind.is_("WH", "STOP", "COP", "HOWMANY")
        closed = last >= self.i and ends
        if self.target.head or not closed or not self.at().is_("DE", "AND", "STRONG_AND"):
            self.reset(mark)
            return None
        return found

    def _close_at_end(self) -> RelationPart | None:
        """``哪些银矿靠近断层``: the noun before the verb is the target when nothing follows its object."""
        found = self._close_to() if not self.target.head else None
        ends = self.done or self.at().is_("STOP", "EXISTS")
        return found if isinstance(found, RelationPart) and ends else None

    def _referred(self, phrase: Phrase) -> bool:
        """Make the phrase a reference where the words behind it say so."""
        here = self.mark()
        made = self.made_from(phrase)
        if made is not phrase and (relation := self.placed_at(made)):
            self.refer(made, self.negated_before(made, relation))
            return True
        self.reset(here)
        if relation := self.postposition(phrase) or self.joined_reference(phrase):
            self.refer(phrase, self.negated_before(phrase, relation))
            return True
        if question := self.question_about(phrase):
            self.refer(phrase, question)
            return True
        return False
