"""Chinese noun phrases: modifiers, then a noun or a name; several of them joined."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from core.question.grammar.nouns import Nouns
from core.question.grammar.parts import (
    Connector,
    Mention,
    OrderPart,
    Part,
    Phrase,
    PointPart,
    RegionPart,
    RelationPart,
)
from core.question.grammar.typing import candidates, fits, wanted

Anchors = tuple[tuple[Phrase | PointPart, ...], Connector]
_MAX_ANCHORS = 20


class ChineseAnchors(Nouns):
    """Productions for references."""

    @abstractmethod
    def relation(self) -> RelationPart | RegionPart | OrderPart | None:
        """A relation that opens with its own word."""

    def anchors(self) -> Anchors | None:
        """What a relation refers to, joined by 和 / 或 / 、."""
        first = self._anchor()
        if first is None:
            return None
        found = [first]
        join: Connector = "and"
        while len(found) < _MAX_ANCHORS and self.at().is_("AND", "OR", "COMMA", "SLASH"):
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
        return tuple(found), join

    def _anchor(self) -> Phrase | PointPart | None:
        if self.depth >= self.max_depth:
            return None
        self.depth += 1
        try:
            return self.first(self.point, self.phrase, self.unknown_anchor)
        finally:
            self.depth -= 1

    def phrase(self) -> Phrase | None:
        """Modifiers, then a noun or a name."""
        mark = self.mark()
        phrase = Phrase()
        modifiers: list[Callable[[], Part | None]] = [self._modifier, self.numeric, self.by_year, self.values]
        for _ in range(8):
            self.skip()
            before = self.mark()
            self.take_all("DE", "NEAREST")
            if self.head(phrase):
                if not self._own(phrase):
                    self.reset(before)  # the noun is what the relation is said of
                    phrase = Phrase(parts=phrase.parts)
                break
            before = self.mark()
            part = self.first(*modifiers)
            if part is None:
                break
            phrase.parts.append(("and", part))
            if wanted(part) and not candidates(self.card, [x for _, x in phrase.parts]):
                phrase.parts.pop()  # it belongs to the noun that follows the reference
                self.reset(before)
                break
        if not (phrase.head or phrase.parts):
            return None
        phrase.uses = list(self.since(mark))
        return phrase

    def _own(self, phrase: Phrase) -> bool:
        """True when every condition can be said of the phrase."""
        return all(fits(self.card, phrase, x) for _, x in phrase.parts if not isinstance(x, RegionPart)) or not (
            phrase.head
        )

    def _modifier(self) -> Part | None:
        """A relation inside a reference must be closed by 的."""
        found = self.relation()
        if not isinstance(found, RelationPart) or not self.take("DE"):
            return None
        return found

    def head(self, phrase: Phrase) -> bool:
        """Take the noun or name of a phrase."""
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
        uses = list(found[1])
        mark = self.mark()
        self.values()
        noun = self.noun()
        if noun is None:
            self.reset(mark)
        else:
            phrase.entity = noun[0]
            self.advance()
            uses.extend(self.since(mark))
        phrase.names.append(Mention(self.words(tuple(uses)), (), uses[0]))
        phrase.head.extend(uses)
        return phrase


def headed(anchors: Anchors) -> bool:
    """True when every anchor has a noun, a name or coordinates."""
    return all(isinstance(x, PointPart) or x.head for x in anchors[0])
