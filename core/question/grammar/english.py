"""The grammar of English questions.

A question is read from left to right: words of the frame ("how many", "show me"), one noun phrase that is the
target, and conditions before or behind it.  Conditions inside a noun phrase that a relation refers to belong to
that phrase when they follow a "that" or can only be said of it; study areas always restrict the target.
"""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.english_phrases import EnglishPhrases
from core.question.grammar.parts import OrderPart, RegionPart, RelationPart
from core.question.grammar.sentence import Sentence
from core.question.meanings import Lexeme

_OPENING = 12
"""A question that has not begun after so many words will not."""


class English(Sentence, EnglishPhrases):
    """Recursive-descent parser for English questions."""

    def read_one(self) -> bool:
        """One phrase of the sentence."""
        if self._reached() or self._opens_frame():
            return True
        mark = self.mark()
        part = self.first(
            self.graticules,
            self.group,
            self.order,
            self.directed_again,
            self.relation,
            self.and_having,
            self.not_by,
        )
        if part is None and self.projection():
            return True
        part = part or self.attempt(self.condition)
        if isinstance(part, OrderPart) and part.kind == "distance" and part.anchor is None:
            self.superlatives.append(part)
            return True
        if isinstance(part, RelationPart) and self.relation_of_each(part):
            return True
        if part is not None and self.i > mark[0]:
            self.target.parts.append((self.connector, part))
            self.connector = ""
            return True
        return self._lone_area() or self._target() or self.listing() or self.connect()

    def _opens_frame(self) -> bool:
        """What is asked for."""
        return bool(self.border_length() or self.ask_measured() or self.inverse() or self._question_word())

    def _reached(self) -> bool:
        """``whose nearest fault is 2 km away``: before the nearest one is taken for a thing asked for."""
        part = self.attempt(self.nearest_away)
        if part is not None:
            self.target.parts.append((self.connector, part))
            self.connector = ""
        return part is not None

    def _lone_area(self) -> bool:
        """``…, Yunnan``, ``Yunnan: …``: a study area that no preposition leads in."""
        if not self.is_name(self.at_after_filler()):
            return False
        mark = self.mark()
        found = self.region()
        if found is None:
            return False
        ends = self.done or self.at().is_("STOP", "COMMA")
        behind = bool(self.target.head or self.target.parts) and (ends or self.next_is("WITH", "THAT", "AND"))
        opens = (not self.target.head and self.at().is_("SUM")) or (
            not self.target.head and self.at().is_("STOP", "COMMA", "EQ", "HYPHEN") and self._noun_behind_area()
        )
        if not (behind or opens) or any(isinstance(x, RegionPart) and x.names for _, x in self.target.parts):
            self.reset(mark)
            return False
        if opens and self.at().is_("EQ", "HYPHEN"):
            self.advance()
        self.target.parts.append(("", replace(found, uses=self.since(mark))))
        return True

    def _noun_behind_area(self) -> bool:
        """True when a kind of feature to look for follows."""
        nouns = (self.noun(x) for x in self.lexemes[self.i :])
        return any(x is not None and x[0] not in self.region_types() for x in nouns)

    # --- the frame -----------------------------------------------------------------------------------------

    def _question_word(self) -> bool:
        lexeme, frame = self.at(), self.frame
        if lexeme.is_("HOWMANY") and not lexeme.entry.content:
            return self.ask("count")
        if lexeme.is_("EXISTS") or (lexeme.is_("AUX") and self._opens_question()):
            return self.ask("select" if self.asked else "exists")
        if self._counted():
            return True
        if not lexeme.is_("LIST", "WH", "WHERE") or lexeme.entry.content:
            return False
        frame.singular = frame.singular or (lexeme.is_("WH") and self._singular_verb())
        self.asked = True
        return self.ask("select")

    def _opens_question(self) -> bool:
        """True for an auxiliary that makes a yes/no question: first word, and no other question word behind."""
        if self.i > _OPENING or any(not self._passed(x) for x in self.lexemes[: self.i]):
            return False
        behind = self.lexemes[self.i + 1 : self.i + 6]
        if behind and behind[0].key in ("you", "i", "we", "u"):  # could you …: a request, not yes or no
            return False
        return not any(x.is_("LIST", "WH", "HOWMANY") and not x.entry.content for x in behind)

    @staticmethod
    def _passed(lexeme: Lexeme) -> bool:
        plain = lexeme.is_("FILLER", "STOP", "COMMA") and not lexeme.entry.content
        return plain and not lexeme.is_("WH", "LIST", "HOWMANY")

    def _singular_verb(self) -> bool:
        return self.at(1).key == "one" or any(x.key == "is" for x in self.lexemes[self.i + 1 : self.i + 4])

    def _counted(self) -> bool:
        """``top 10``, ``5`` or ``the three`` before the noun."""
        mark = self.mark()
        top = self.take("TOP")
        value = self.number()
        unit = self.at().entry.units and not self.at().entry.entities
        if value is None or value != int(value) or not 1 <= value <= 10_000 or unit or not self.noun_follows(top):
            self.reset(mark)
            return False
        if not top and self.part_of_all(mark[0]):
            self.reset(mark)
            return False
        self.frame.limit = int(value)
        self.frame.uses.extend(self.since(mark))
        return True

    # --- the target ----------------------------------------------------------------------------------------

    def _target(self) -> bool:
        self.skip()
        frame, target = self.frame, self.target
        if target.head and not (target.names and target.entity is None):
            return self._second()
        found = self.attempt(self.phrase)
        if found is None or not (found.head or found.parts):
            return False
        target.entity, target.implied = found.entity or target.entity, found.implied or target.implied
        target.names.extend(found.names)
        target.head.extend(found.head)
        target.parts.extend(found.parts)
        target.uses.extend(found.uses)
        frame.plural = frame.plural or found.plural
        return True

    def _second(self) -> bool:
        """The target's noun again (``are these deposits …``) says nothing new."""
        if self.attempt(self._said_by_noun):
            return True
        noun = self.noun()
        own = noun is not None and noun[0] == self.target.entity and not noun[1]
        if own and self.connector == "and" and self._further_list():
            return False
        if own and self.with_own_area():
            return True
        if not own or not self.merge_repeated():
            return False
        self.target.uses.append(self.i)
        self.advance()
        return True
