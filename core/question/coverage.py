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
    runs: list[list[Lexeme]] = []
    last, hidden = -2, set(unsaid)
    for i, lexeme in enumerate(lexemes):
        if i not in hidden and (i in explained or not is_content(lexeme)):
            continue
        before = runs[-1][-1] if runs and last == i - 1 else None
        if before and before.cjk and lexeme.cjk and before.span[1] == lexeme.span[0]:
            runs[-1].append(lexeme)
        else:
            runs.append([lexeme])
        last = i
    spans = [(x[0].span[0], x[-1].span[1]) for x in runs]
    return tuple(Word(question[start:end], (start, end)) for start, end in spans)


def is_content(lexeme: Lexeme) -> bool:
    """True for a word that must not be passed over in silence."""
    if lexeme.kind == "symbol":
        return False
    if lexeme.kind in ("unknown", "number"):
        return True
    return not lexeme.is_(*_STRUCTURE)
