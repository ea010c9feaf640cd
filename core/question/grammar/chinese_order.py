"""Word order of Chinese questions: what may be said in several orders is read in one.

``甲与哪些区相邻`` asks the same as ``与甲相邻的有哪些区``; ``甲经过乙省的哪些市`` the same as
``乙省甲经过哪些市``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.question.meanings import Lexeme

_VERBS = ("TOUCH", "INTERSECT", "CROSS", "OVERLAP")
_RUNS = ("INTERSECT", "CROSS")
_NEIGHBOUR, _ABROAD = "邻", "外"
_AHEAD = 3
Window = Sequence[Lexeme]


def reordered(lexemes: Sequence[Lexeme]) -> tuple[Lexeme, ...]:
    """The lexemes in the order that the grammar reads."""
    out = list(lexemes)
    for size, rule in _RULES:
        for i in range(len(out) - size + 1):
            ends = rule is not _having_through or _closed(out[i + size : i + size + 1])
            found = rule(out[i : i + size]) if ends else None
            if found is not None:
                out[i : i + size] = found
                break
    return tuple(_abroad(out))


def _questioned_noun(window: Window) -> list[Lexeme] | None:
    """``甲与哪些区相邻``: subject, 与, 哪些, noun, verb."""
    subject, joint, question, noun, verb = window
    asks = joint.is_("AWAY_FROM") and joint.is_("AND") and question.is_("WH")
    if not (asks and subject.entry.names and noun.entry.entities and verb.is_(*_VERBS)):
        return None
    return [joint, subject, verb, question, noun]


def _place_of_the_noun(window: Window) -> list[Lexeme] | None:
    """``甲经过乙省的哪些市``: subject, verb, place, 的, 哪些, noun."""
    subject, verb, place, of, question, noun = window
    named = subject.entry.names and place.entry.names and noun.entry.entities
    if not (named and verb.is_(*_RUNS) and of.is_("DE", "INSIDE", "INNER") and question.is_("WH")):
        return None
    return [place, of, subject, verb, question, noun]


def _place_without_joint(window: Window) -> list[Lexeme] | None:
    """``甲经过乙省哪些市``."""
    subject, verb, place, question, noun = window
    named = subject.entry.names and place.entry.names and noun.entry.entities
    return [place, subject, verb, question, noun] if named and verb.is_(*_RUNS) and question.is_("WH") else None


def _meeting(window: Window) -> list[Lexeme] | None:
    """``甲与乙在哪些省交汇``: both run through what is asked for."""
    first, joint, second, question, noun, verb = window
    named = first.entry.names and second.entry.names and noun.entry.entities
    if not (named and joint.is_("AND") and question.is_("AT_WHICH") and verb.is_(*_RUNS)):
        return None
    return [first, joint, second, verb, question, noun]


def _having_through(window: Window) -> list[Lexeme] | None:
    """``甲省有哪些铁路经过``: place, 有哪些, noun, verb."""
    place, question, noun, verb = window
    if not (place.entry.names and question.is_("WH") and noun.entry.entities and verb.is_(*_RUNS)):
        return None
    return [verb, place, question, noun] if question.key.startswith("有") else None


def _closed(behind: Window) -> bool:
    """True where no object of the verb follows."""
    return not any(x.entry.content or x.kind == "unknown" for x in behind)


def _neighbour(window: Window) -> list[Lexeme] | None:
    """``甲省的邻省``: name, 的, 邻, noun."""
    name, of, word, noun = window
    if not (name.entry.names and of.is_("DE") and word.key == _NEIGHBOUR and noun.entry.entities):
        return None
    return [name, word, of, noun]


def _abroad(lexemes: list[Lexeme]) -> list[Lexeme]:
    """``与外省接壤``: what shares a border with a feature is another one anyway."""
    out: list[Lexeme] = []
    for i, lexeme in enumerate(lexemes):
        behind = lexemes[i + 1 : i + 2 + _AHEAD]
        said = lexeme.key == _ABROAD and len(behind) > 1 and behind[0].entry.entities
        if not (said and any(x.is_("TOUCH") for x in behind[1:])):
            out.append(lexeme)
    return out


_RULES: tuple[tuple[int, Callable[[Window], list[Lexeme] | None]], ...] = (
    (5, _questioned_noun), (6, _place_of_the_noun), (5, _place_without_joint), (6, _meeting), (4, _having_through),
    (4, _neighbour),
)  # fmt: skip
