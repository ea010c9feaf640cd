"""A claim as segments: the smallest parts that may change their place without changing what is claimed.

Inside a segment the order of names and numbers is part of the meaning: "A (3 km), B (5 km)" and "A (5 km), B
(3 km)" hold the same values.  Between segments it is not: all speak of the feature that the claim is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.answer.model import Citation, Claim
from core.answer.model_tokens import Token, masked, tokens, values_of, without_marks
from core.errors import Language

_OPEN, _CLOSE = "(（", ")）"
_PLACE = ("lon", "lat")


@dataclass(frozen=True)
class Segment:
    """One part of a claim."""

    tokens: tuple[Token, ...]
    citations: tuple[Citation, ...]
    needed: bool
    """Whether a text about the claim must hold it; traits of the feature and its coordinates may be left out."""
    kind: str = "part"
    """``name`` of the feature, which comes before everything else; ``trait`` of it, which follows the name;
    ``part`` or ``whole``."""


@dataclass(frozen=True)
class Parted:
    """A claim in parts."""

    text: str
    """Without marks."""
    values: tuple[str, ...]
    segments: tuple[Segment, ...]
    neutral: tuple[str, ...]
    """Words that say nothing in this claim."""


def parted(claim: Claim, language: Language, neutral: Sequence[str] = ()) -> Parted:
    """The segments of a claim.

    Args:
        neutral: words that say nothing where the claim is about one feature, such as the kind it is of.
    """
    text = without_marks(claim.text)
    values = values_of([c.text for c in claim.citations])
    pieces = _pieces(masked(text, values), claim, text)
    neutral = tuple(neutral) if pieces[0][2] == "name" else ()
    found: list[Segment] = []
    waiting = list(_in_order(claim))
    for start, end, kind in pieces:
        words = tuple(tokens(text[start:end], values, language, neutral))
        cited, waiting = _matched(words, waiting)
        if words:
            place = bool(cited) and all(c.column in _PLACE for c in cited)
            found.append(Segment(words, cited, kind != "trait" and not place, kind))
    return Parted(text, values, tuple(found), neutral)


def _matched(words: Sequence[Token], waiting: list[Citation]) -> tuple[tuple[Citation, ...], list[Citation]]:
    """The citations of the values among `words`, and those that come after them.

    A cited value that is only a part of a longer word, as ``thrust`` of ``thrusts``, has no token of its own.
    """
    found: list[Citation] = []
    for word in words:
        if word.value:
            place = next((i for i, c in enumerate(waiting) if c.text == word.text), None)
            if place is not None:
                found.append(waiting[place])
                waiting = waiting[place + 1 :]
    return tuple(found), waiting


def _in_order(claim: Claim) -> list[Citation]:
    return sorted((c for c in claim.citations if c.span is not None), key=lambda c: c.span or (0, 0))


Piece = tuple[int, int, str]
"""Start, end, and what it is: ``name``, ``trait``, ``part`` or ``whole``."""


def _pieces(hidden: str, claim: Claim, text: str) -> list[Piece]:
    """Where a text without marks comes apart."""
    first = next(iter(_in_order(claim)), None)
    if claim.target is None or first is None or not text.startswith(first.text):
        return [(a, b, "whole") for a, b in _split(hidden, 0, len(hidden), ";；")]
    end = len(first.text)
    found: list[Piece] = [(0, end, "name")]
    rest = end + len(hidden[end:]) - len(hidden[end:].lstrip())
    if hidden[rest : rest + 1] and hidden[rest] in _OPEN:
        close = _closing(hidden, rest)
        found += [(a, b, "trait") for a, b in _split(hidden, rest + 1, close, ";；")]
        end = close + 1
    return found + [(a, b, "part") for a, b in _split(hidden, end, len(hidden), ";；")]


def _closing(text: str, start: int) -> int:
    """The bracket that closes the one at `start`."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in _OPEN) - (text[i] in _CLOSE)
        if depth == 0:
            return i
    return len(text)


def _split(text: str, start: int, end: int, marks: str) -> list[tuple[int, int]]:
    """The stretches between marks outside brackets."""
    found, depth, begin = [], 0, start
    for i in range(start, end):
        depth += (text[i] in _OPEN) - (text[i] in _CLOSE)
        if text[i] in marks and depth == 0:
            found.append((begin, i))
            begin = i + 1
    return [*found, (begin, end)]
