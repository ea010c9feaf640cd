"""Word order: ``甲与哪些区相邻`` asks the same as ``与甲相邻的有哪些区`` and is read as that."""

from __future__ import annotations

from collections.abc import Sequence

from core.question.meanings import Lexeme

_VERBS = ("TOUCH", "INTERSECT", "CROSS", "OVERLAP")


def reordered(lexemes: Sequence[Lexeme]) -> tuple[Lexeme, ...]:
    """The lexemes with a questioned noun moved behind its verb: subject, 与, 哪些, noun, verb."""
    for i in range(len(lexemes) - 4):
        subject, joint, question, noun, verb = lexemes[i : i + 5]
        asks = joint.is_("AWAY_FROM") and joint.is_("AND") and question.is_("WH")
        if asks and subject.entry.names and noun.entry.entities and verb.is_(*_VERBS):
            return (*lexemes[:i], joint, subject, verb, question, noun, *lexemes[i + 5 :])
    return tuple(lexemes)
