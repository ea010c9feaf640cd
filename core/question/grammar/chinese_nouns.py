"""Chinese nouns and names: what closes a noun phrase."""

from __future__ import annotations

from core.question.grammar.chinese_derived import ChineseDerived
from core.question.grammar.negated_nouns import negated_noun
from core.question.grammar.parts import Mention, Phrase
from core.question.meanings import Lexeme


class ChineseNouns(ChineseDerived):
    """Productions for the noun or name of a phrase."""

    def head(self, phrase: Phrase) -> bool:
        """Take the noun or name of a phrase."""
        if negated_noun(self, phrase):
            return True
        lexeme = self.at()
        if self.is_name(lexeme):
            self.add_name(phrase)
            self._own_noun(phrase)
            return True
        noun = self.noun(lexeme)
        if noun is None or (lexeme.entry.words and lexeme.is_("INSIDE", "INNER")):
            return False
        phrase.entity, phrase.implied = noun
        phrase.head.append(self.i)
        self.advance()
        behind = self.noun(self.at(1)) if self.at().is_("TYPE") and noun[1] else None
        if behind is not None and behind[0] == noun[0]:  # 向斜型褶皱
            phrase.head.extend((self.i, self.i + 1))
            self.advance()
            self.advance()
        if self.at().is_("NAMED") or self.at().text in ('"', "“"):
            self._apposition(phrase)
        return True

    def _own_noun(self, phrase: Phrase) -> None:
        """``赛乌素 金 矿床``: values and a noun that belong to the name before them."""
        types = phrase.names[-1].types
        mark = self.mark()
        self.values()
        noun = self.noun()
        regions = set(self.region_types())
        if (
            noun
            and noun[0] in types
            and (self.since(mark) == () or not set(types) & regions or noun[0] in regions)
        ):
            phrase.entity = noun[0]
            phrase.head.extend(self.since(mark))
            phrase.head.append(self.i)
            self.advance()
        else:
            self.reset(mark)

    def _apposition(self, phrase: Phrase) -> None:
        mark = self.mark()
        self.take("NAMED")
        while self.at().text in ('"', "“"):
            self.advance()
        if self.is_name(self.at()):
            self.add_name(phrase)
        elif found := self.unknown_name():
            phrase.names.append(Mention(found[0], (), found[1][0]))
            self.used.extend(found[1])
        else:
            self.reset(mark)
            return
        while self.at().text in ('"', "”"):
            self.advance()

    def unknown_anchor(self) -> Phrase | None:
        """An unknown name with its noun: ``幸福金矿``."""
        found = self.unknown_name()
        if found is None or len(found[0]) < 2:
            return None
        phrase = Phrase()
        self.used.extend(found[1])
        uses = [*found[1], *self.kind_behind(phrase)]
        phrase.names.append(Mention(self.words(tuple(uses)), (), uses[0]))
        phrase.head.extend(uses)
        return phrase

    def names_feature(self, lexeme: Lexeme) -> bool:
        """True for a value or a noun of features that are no study areas."""
        noun = self.noun(lexeme)
        return (noun is not None and noun[0] not in self.region_types()) or self.is_value(lexeme)
