"""Cited text: the only way a claim is written.

A *fragment* is a tuple of plain words and :class:`~core.answer.model.Citation` pieces.  Values enter a claim as
pieces, never as plain words, so every number, name and unit carries its source by construction.  :class:`Sources`
gives equal sources one number over the whole answer and turns a fragment into a claim: text with ``[n]`` marks at
the end of each clause, and for each value its place in that text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from string import Formatter
from typing import Any, Literal

from core.answer.model import Citation, Claim
from core.errors import Language
from core.query.result import FeatureRef

Piece = str | Citation
Fragment = tuple[Piece, ...]
Part = str | Citation | Fragment
ClaimKind = Literal["summary", "row", "relation", "zero", "caveat", "passage"]

_CLAUSE_ENDS = ";；。"


def fragment(*parts: Part) -> Fragment:
    """One fragment of parts; empty strings vanish."""
    pieces: list[Piece] = []
    for part in parts:
        if isinstance(part, tuple):
            pieces.extend(part)
        elif part != "":
            pieces.append(part)
    return tuple(pieces)


def fill(template: str, **parts: Part) -> Fragment:
    """`template` with its ``{name}`` places taken by parts.

    Raises:
        KeyError: the template names a part that is not given.
    """
    pieces: list[Part] = []
    for words, name, _, _ in Formatter().parse(template):
        pieces.append(words)
        if name is not None:
            pieces.append(parts[name])
    return fragment(*pieces)


def join(parts: Iterable[Part], separator: str, last: str | None = None) -> Fragment:
    """Parts with `separator` between them, `last` before the last one when given; empty parts are left out."""
    kept = [x for x in parts if x not in ("", ())]
    pieces: list[Part] = []
    for index, part in enumerate(kept):
        if index:
            pieces.append(last if last is not None and index == len(kept) - 1 else separator)
        pieces.append(part)
    return fragment(*pieces)


def capitalise(text: Fragment) -> Fragment:
    """The fragment with its first letter in upper case; a name or a value at its start stays as stored."""
    if text and isinstance(text[0], str):
        return (text[0][:1].upper() + text[0][1:], *text[1:])
    if text and isinstance(text[0], Citation) and text[0].kind == "count":
        return (replace(text[0], text=text[0].text[:1].upper() + text[0].text[1:]), *text[1:])
    return text


def plain(text: Fragment) -> str:
    """The words of a fragment without marks."""
    return "".join(x if isinstance(x, str) else x.text for x in text)


class Sources:
    """Numbers for the sources of one answer, in the order in which they are first used."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Any, ...], int] = {}

    def claim(
        self, kind: ClaimKind, text: Fragment, *, language: Language, target: FeatureRef | None = None
    ) -> Claim:
        """Finish `text` as a claim."""
        writer = _Writer(self, " " if language == "en" else "")
        for piece in text:
            writer.add(piece)
        writer.close()
        return Claim(kind=kind, text=writer.text, citations=tuple(writer.citations), target=target)

    def number(self, citation: Citation) -> int:
        """The number of the source of `citation`."""
        return self._numbers.setdefault(_source_key(citation), len(self._numbers) + 1)


class _Writer:
    """Text under construction; marks wait for the end of their clause, outside brackets."""

    def __init__(self, sources: Sources, gap: str) -> None:
        self.text = ""
        self.citations: list[Citation] = []
        self._sources = sources
        self._gap = gap
        self._waiting: set[int] = set()
        self._depth = 0

    def add(self, piece: Piece) -> None:
        if isinstance(piece, Citation):
            number = self._sources.number(piece)
            start = len(self.text)
            self.text += piece.text
            self.citations.append(replace(piece, number=number, span=(start, len(self.text))))
            self._waiting.add(number)
            return
        start = 0
        for index, character in enumerate(piece):
            self._depth += (character in "(（") - (character in ")）")
            if self._waiting and self._depth == 0 and _ends_clause(piece, index, character):
                self.text += piece[start:index]
                self._mark()
                start = index
        self.text += piece[start:]

    def close(self) -> None:
        """Marks that still wait go before a closing full stop, else to the end."""
        if self._waiting and self.text.endswith(".") and not self._inside_value(len(self.text) - 1):
            self.text = self.text[:-1]
            self._mark()
            self.text += "."
        self._mark()

    def _mark(self) -> None:
        if self._waiting:
            self.text += self._gap + "".join(f"[{n}]" for n in sorted(self._waiting))
            self._waiting.clear()

    def _inside_value(self, index: int) -> bool:
        return any(x.span is not None and x.span[0] <= index < x.span[1] for x in self.citations)


def _ends_clause(piece: str, index: int, character: str) -> bool:
    if character in _CLAUSE_ENDS:
        return True
    return character in ".:：" and (character == "：" or piece[index + 1 : index + 2] == " ")


def _source_key(citation: Citation) -> tuple[Any, ...]:
    """What makes two citations the same source.

    All cells of a row are one source, all distances of a pair, all settings the question itself; a count is told
    apart by what it counts.
    """
    if citation.kind in ("cell", "distance"):
        return (citation.kind, citation.refs)
    if citation.kind == "count":
        return ("count", citation.refs, (citation.column or "").partition(":")[0])
    if citation.kind == "setting":
        return ("setting", citation.source)
    return ("passage", citation.source, citation.quote)
