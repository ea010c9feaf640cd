"""One question after parsing, what comes of it, and which of its words may not be left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.question import ir
from core.question.grammar.assemble import Assembled
from core.question.grammar.parts import Parse
from core.question.meanings import Lexeme
from core.question.reading import Choice, Language, Word

_HARMLESS = frozenset({
    "FILLER", "STOP", "COMMA", "AND", "AUX", "COP", "HYPHEN", "LIST", "WH", "WHERE", "WHICH", "THAT", "THERE",
    "PLURAL", "SINGULAR", "DE", "OF", "ALL", "LOCATED",
})  # fmt: skip
"""Classes of words that a question may hold without saying more about the features."""


def binds(lexeme: Lexeme) -> bool:
    """True for a word that says something: an answer without it would be to another question."""
    entry = lexeme.entry
    if lexeme.kind in ("number", "unknown") or entry.content or entry.units:
        return True
    return not entry.words <= _HARMLESS


@dataclass(frozen=True)
class Case:
    """One question after parsing."""

    question: str
    language: Language
    lexemes: Sequence[Lexeme]
    parse: Parse
    assembled: Assembled
    left: Sequence[Word]
    """Unexplained words."""

    def span(self, uses: Iterable[int]) -> ir.Span | None:
        """The range of the question of some lexemes."""
        spans = [self.lexemes[x].span for x in uses]
        return (min(a for a, _ in spans), max(b for _, b in spans)) if spans else None

    @property
    def whole(self) -> ir.Span | None:
        """The range of all lexemes."""
        return self.span(range(len(self.lexemes)))

    def rewritten(self, span: ir.Span, text: str) -> str:
        """The question with `text` in place of a range."""
        return self.question[: span[0]] + text + self.question[span[1] :]

    def loose_numbers(self) -> list[Word]:
        """Numbers that no condition took (``within 5 of a fault``): the unit is missing."""
        target = self.parse.target
        used = {*self.parse.frame.uses, *target.uses, *(u for _, x in target.parts for u in x.uses)}
        return [Word(x.text, x.span) for i, x in enumerate(self.lexemes) if x.kind == "number" and i not in used]

    @property
    def gap(self) -> str:
        """What stands between two words."""
        return "" if self.language == "zh" else " "


@dataclass(frozen=True)
class Outcome:
    """The answer node with the words that go with it."""

    answer: ir.Answer
    message: str = ""
    choices: tuple[Choice, ...] = ()
