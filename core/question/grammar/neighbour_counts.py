"""How many neighbours each has: ``How many provinces does each province border?``, 各省与其他省接壤的数量."""

from __future__ import annotations

from core.question.grammar.asked import Grouped
from core.question.grammar.nouns import Nouns
from core.question.grammar.parts import Phrase
from core.question.meanings import Lexeme

_TOUCHING = ("TOUCH", "ADJACENT")
_AROUND = (
    "FILLER", "LIST", "KNOW", "WH", "DE", "AND", "OF", "AUX", "COP", "HAVE", "WITH", "THAT", "IN", "AWAY_FROM",
    "STOP", "COMMA", "MEASURE", "ALL", "OTHER", "THERE", "TALLY", "TO", "FROM", "CONTAIN", "LOCATED", "CLOSE_TO",
    "EXISTS",
)  # fmt: skip
"""Words that may stand beside what is asked for without changing it."""


class NeighbourCounts(Nouns):
    """A production over the whole question: its words come in many orders, but there is nothing else in it."""

    def neighbours_of_each(self) -> bool | None:
        """The number of features of the same kind that touch each of them."""
        if self.target.head or any(x.is_("EACH") for x in self.lexemes[: self.i]):
            return None
        nouns = [i for i, x in enumerate(self.lexemes) if self.noun(x) is not None and not x.is_(*_TOUCHING)]
        kinds = {found[0] for i in nouns if (found := self.noun(self.lexemes[i])) is not None}
        rest = [x for i, x in enumerate(self.lexemes) if i not in nouns]
        said = {name for name in ("EACH", "HOWMANY") for x in rest if x.is_(name)}
        touching = [x for x in rest if x.is_(*_TOUCHING)]
        if len(kinds) != 1 or len(said) != 2 or len(touching) != 1 or len(nouns) > 3:
            return None
        kind = kinds.pop()
        if "point" in {x.geometry for x in self.card.layers_of(kind)} or not all(map(_beside, rest)):
            return None
        uses = tuple(range(self.i, len(self.lexemes)))
        key = Phrase(kind, (), [], [], list(uses), nouns[:1])
        self.target.entity, self.target.head = kind, nouns[-1:]
        self.frame.asked.groups.append(Grouped("layer", uses, phrase=key, rel="touches", zeros=True))
        self.frame.uses.extend(range(len(self.lexemes)))
        self.frame.intent, self.frame.listed = "count", True
        while not self.done:
            self.advance()
        return True


def _beside(lexeme: Lexeme) -> bool:
    return lexeme.is_("EACH", "HOWMANY", "COUNTED", *_TOUCHING, *_AROUND)
