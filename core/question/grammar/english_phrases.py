"""English noun phrases: values, then a noun or names, then a name in apposition; a narrower noun behind them."""

from __future__ import annotations

from dataclasses import replace

from core.question.grammar.english_borders import EnglishBorders
from core.question.grammar.naming import region_type
from core.question.grammar.negated_nouns import negated_noun
from core.question.grammar.parts import Connector, Mention, Phrase, ValuePart
from core.question.grammar.values import LIST
from core.question.meanings import Lexeme


class EnglishPhrases(EnglishBorders):
    """Productions for what a noun phrase is made of."""

    connector: Connector

    def phrase(self) -> Phrase | None:
        """A noun phrase: values, then a noun or names, then a name in apposition."""
        return self.remembered("phrase", self._phrase)

    def _phrase(self) -> Phrase | None:
        mark = self.mark()
        phrase = Phrase()
        self.skip()
        while not self.done:
            self.skip()
            self.take_all("NEAREST", "EACH", "DISTINCT")
            lexeme = self.at()
            if negated_noun(self, phrase):
                break
            if self.noun(lexeme):
                self._head(phrase)
                break
            if self.is_name(lexeme):
                if self._name(phrase):
                    break
                continue
            here = self.mark()
            part = self.values()
            if part is not None and part.negated and phrase.parts and not self.noun(self.at_after_filler()):
                self.reset(here)  # through granite but not limestone: said of the relation
                break
            if part is None:
                break
            phrase.parts.append(("and", part))
        if not (phrase.head or phrase.parts):
            return None
        self._apposition(phrase)
        phrase.uses = list(self.since(mark))
        return phrase

    def _head(self, phrase: Phrase) -> None:
        noun = self.noun()
        if noun is None:
            return
        phrase.entity, phrase.implied = noun
        phrase.head.append(self.i)
        phrase.plural = self.at().key.endswith("s")
        self.advance()

    def _name(self, phrase: Phrase) -> bool:
        """A name inside a noun phrase: of the feature itself, or of the area it lies in.  True ends the phrase."""
        types = self.name_types(self.at())
        noun, plural = self._noun_ahead()
        region = any(x in self.region_types() for x in types)
        if region and noun and not (noun in types and not plural and noun not in self.region_types()):
            found = self.region()
            if found and (self._own() or noun not in self.region_types()):
                phrase.parts.append(("and", found))
                return False
            if found:
                phrase.names.append(Mention(found.names[0], self.region_types(), found.uses[0]))
                lexemes = [self.lexemes[x] for x in found.uses]
                phrase.entity = region_type(self.card, lexemes, found.names[0], "")
                phrase.head.extend(found.uses)
                return True
        self.add_name(phrase)
        if noun and noun in types:
            self.values()
            self.skip()
            self._head(phrase)
        return True

    def _own(self) -> bool:
        """``'s``: what follows is in the area named."""
        return self.at().key == "'s" and bool(self.advance())

    def _noun_ahead(self) -> tuple[str | None, bool]:
        """(entity type, plural) of the noun that closes this phrase, behind values only."""
        for lexeme in self.lexemes[self.i + 1 : self.i + 8]:
            noun = self.noun(lexeme)
            if noun:
                return noun[0], lexeme.key.endswith("s")
            own = lexeme.key == "'s"
            if not (own or self.is_value(lexeme) or lexeme.is_("HYPHEN", "TYPE", "AND", "OR", "COMMA")):
                break
        return None, False

    def _apposition(self, phrase: Phrase) -> None:
        """``the deposit named X``, ``fault "X"``."""
        if phrase.names or not phrase.head:
            return
        mark = self.mark()
        named = self.take("NAMED")
        while self.at().text in ('"', "“", "'"):
            self.advance()
        if self.is_name(self.at()) and (named or phrase.entity in self.name_types(self.at())):
            self.add_name(phrase)
        elif named and (found := self.unknown_name()):
            self.used.extend(found[1])
            phrase.names.append(Mention(found[0], (), found[1][0]))
        else:
            self.reset(mark)
            return
        while self.at().text in ('"', "”", "'"):
            self.advance()

    def _said_by_noun(self) -> bool | None:
        """``which folds are Permian anticlines``, ``folds of type syncline``: a narrower noun is a value.

        Several of them are alternatives, which are read as values elsewhere.
        """
        mark = self.mark()
        self.take_all("TYPE", "EQ", "COP", "BOTH")
        behind = self.at(2) if self.at(1).is_(*LIST) else None
        if self.target.implied or not self._narrower(self.at()) or (behind and self._narrower(behind)):
            return None
        before = self.lexemes[mark[0] - 1]
        part = self.kind_as_item() if not (before.is_("AND", "OR") and self.at(-1) is before) else None
        if part is None:
            return None
        self.target.parts.append((self.connector, replace(part, uses=self.since(mark))))
        self.connector = ""
        return True

    def _further_list(self) -> bool:
        """``deposits with X and deposits with Y``: two lists, not features for which both hold."""
        head = min(self.target.head, default=0)
        described = any(isinstance(x, ValuePart) and min(x.uses) > head for _, x in self.target.parts)
        return described and self.at(1).is_("WITH", "THAT", "CONTAIN")

    def _narrower(self, lexeme: Lexeme) -> bool:
        """True for a noun of the target's own kind that says a value as well."""
        return any(x == self.target.entity and implied for x, implied in lexeme.entry.entities)
