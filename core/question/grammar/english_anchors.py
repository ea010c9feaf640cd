"""English anchors: what a relation refers to, with the conditions that belong to it."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace

from core.question.grammar.nouns import Nouns
from core.question.grammar.parts import (
    Connector,
    Mention,
    Part,
    Phrase,
    PointPart,
    RegionPart,
    RelationPart,
    ValuePart,
)
from core.question.grammar.typing import fits

Anchors = tuple[tuple[Phrase | PointPart, ...], Connector]
_MAX_ANCHORS = 20
_PARTICIPLE = re.compile(r"(\w+ing|\w+ed|cut)\b")


class EnglishAnchors(Nouns):
    """Productions for references."""

    @abstractmethod
    def phrase(self) -> Phrase | None:
        """A noun phrase."""

    @abstractmethod
    def relation(self) -> RelationPart | RegionPart | None:
        """Any spatial relation at the cursor."""

    def anchors(self) -> Anchors | None:
        """What a relation refers to: coordinates, named or described features, joined by and/or."""
        both = self.take("BOTH")
        first = self._anchor()
        if first is None:
            return None
        found = self._each(first) if both and isinstance(first, Phrase) else [first]
        join: Connector = "and"
        while len(found) < _MAX_ANCHORS:
            mark = self.mark()
            link = self.at()
            if not link.is_("AND", "OR", "COMMA", "SLASH"):
                break
            self.advance()
            if link.is_("COMMA"):
                link = self.take("AND", "OR") or link
            further = self._further()
            if further is None:
                self.reset(mark)
                break
            join = "or" if link.is_("OR", "SLASH") else join
            found.append(further)
        return tuple(found), join

    def _each(self, phrase: Phrase) -> list[Phrase | PointPart]:
        """``both gold and copper deposits``: one reference for each value."""
        several = [x for _, x in phrase.parts if isinstance(x, ValuePart) and len(x.items) > 1]
        if len(several) != 1:
            return [phrase]
        single = [replace(several[0], items=(x,), mode="one", joined_by_and=False) for x in several[0].items]
        return [
            replace(phrase, parts=[(c, own if x is several[0] else x) for c, x in phrase.parts]) for own in single
        ]

    def _further(self) -> Phrase | PointPart | None:
        """A second anchor; a new condition, relation or distance is none."""
        if self.next_is("WITHIN", "IN", "NEAR", "NOT", "THAT", "WITH", "CROSS", "CONTAIN", "AUX", "LT", "GT"):
            return None
        found = self._anchor()
        return found if found is None or self.stands(found) else None

    def _anchor(self) -> Phrase | PointPart | None:
        self.take_all("NEAREST", "THERE")
        return self.first(self.point, self._phrase_with_modifiers, self._unknown_anchor)

    def _phrase_with_modifiers(self) -> Phrase | None:
        if self.depth >= self.max_depth:
            return None
        self.depth += 1
        try:
            phrase = self.phrase()
            if phrase is not None:
                self._modify(phrase)
            return phrase
        finally:
            self.depth -= 1

    def _modify(self, phrase: Phrase) -> None:
        """Conditions behind an anchor that belong to it: ``that cut granite``, ``longer than …``."""
        productions: list[Callable[[], Part | None]] = [self._that_modifier, self._participle, self._own_condition]
        for _ in range(4):
            mark = self.mark()
            part = self.first(*productions)
            if part is None:
                return
            if not fits(self.card, phrase, part):
                self.reset(mark)
                return
            phrase.parts.append(("and", part))

    def _that_modifier(self) -> Part | None:
        if not self.next_is("THAT"):
            return None
        return self.relation() or self.condition()

    def _participle(self) -> RelationPart | None:
        self.skip()
        lexeme = self.at()
        if not lexeme.is_("CROSS", "INTERSECT", "CONTAIN", "CROSSED_BY") or not _PARTICIPLE.match(lexeme.key):
            return None
        found = self.relation()
        return found if isinstance(found, RelationPart) else None

    def _own_condition(self) -> Part | None:
        if self.at().is_("AND", "OR", "COMMA"):
            return None
        return self.condition() if self.next_is("OF", "WITH", "NAMED") else None

    def _unknown_anchor(self) -> Phrase | None:
        """An unknown name with its noun: ``the Foo gold deposit``, ``Foo``."""
        found = self.unknown_name()
        if found is None:
            return None
        phrase = Phrase(uses=[])
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
        self.used.extend(x for x in found[1] if x not in self.used)
        phrase.names.append(Mention(self.words(tuple(uses)), (), found[1][0]))
        phrase.head.extend(uses)
        return phrase
