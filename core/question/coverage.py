"""Coverage: which words of a question no node explains."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.question.meanings import Lexeme
from core.question.reading import Word

_STRUCTURE = ("FILLER", "STOP", "COMMA", "AND", "AUX", "COP", "HYPHEN")


def unexplained(
    question: str, lexemes: Sequence[Lexeme], explained: Collection[int], unsaid: Collection[int] = ()
) -> tuple[Word, ...]:
    """The content words outside `explained`, and the words `unsaid`; Chinese neighbours are joined."""
    words: list[Word] = []
    last = -2
    for i, lexeme in enumerate(lexemes):
        if i not in unsaid and (i in explained or not is_content(lexeme)):
            continue
        previous = lexemes[last] if last == i - 1 and last >= 0 else None
        if previous and previous.cjk and lexeme.cjk and previous.span[1] == lexeme.span[0]:
            span = (words[-1].span[0], lexeme.span[1])
            words[-1] = Word(question[span[0] : span[1]], span)
        else:
            words.append(Word(question[lexeme.span[0] : lexeme.span[1]], lexeme.span))
        last = i
    return tuple(words)


def is_content(lexeme: Lexeme) -> bool:
    """True for a word that must not be passed over in silence."""
    if lexeme.kind == "symbol":
        return False
    if lexeme.kind in ("unknown", "number"):
        return True
    return not lexeme.is_(*_STRUCTURE)
