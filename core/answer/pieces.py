"""A claim taken apart for display: plain words, cited values, and the marks of sources."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from core.answer.model import Citation, Claim

_MARK = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class Piece:
    """A stretch of the text of a claim."""

    kind: Literal["words", "value", "mark"]
    text: str
    citations: tuple[Citation, ...] = ()
    """The citation of a value; all citations of the source of a mark."""


def pieces(claim: Claim) -> tuple[Piece, ...]:
    """The text of `claim` in order; the texts of the pieces joined give it back."""
    found: list[Piece] = []
    at = 0
    for citation in sorted((c for c in claim.citations if c.span is not None), key=lambda c: c.span or (0, 0)):
        start, end = citation.span or (0, 0)
        if start < at or end > len(claim.text):
            continue
        found.extend(_between(claim, claim.text[at:start]))
        found.append(Piece("value", claim.text[start:end], (citation,)))
        at = end
    found.extend(_between(claim, claim.text[at:]))
    return tuple(found)


def _between(claim: Claim, text: str) -> list[Piece]:
    """Words and marks of a stretch without values; brackets with other numbers are words."""
    found: list[Piece] = []
    at = 0
    for match in _MARK.finditer(text):
        cited = tuple(c for c in claim.citations if c.number == int(match.group(1)))
        if cited:
            if match.start() > at:
                found.append(Piece("words", text[at : match.start()]))
            found.append(Piece("mark", match.group(), cited))
            at = match.end()
    if at < len(text):
        found.append(Piece("words", text[at:]))
    return found
