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
            pieces.append(" " if not words and _runs_on(pieces, parts[name]) else "")
            pieces.append(parts[name])
    return fragment(*pieces)


def _runs_on(before: Iterable[Part], part: Part) -> bool:
    """True where a formula and a number would read as one: ``SiO2`` and ``29.7``."""
    left, right = (plain(fragment(*x)) for x in (before, (part,)))
    return left[-1:].isascii() and left[-1:].isalnum() and right[:1].isdigit()


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
        words, citations = writer.close()
        return Claim(kind=kind, text=words, citations=citations, target=target)

    def number(self, citation: Citation) -> int:
        """The number of the source of `citation`."""
        return self._numbers.setdefault(_source_key(citation), len(self._numbers) + 1)


class _Writer:
    """Text under construction.

    Marks go to the end of their clause, outside brackets; when the next clause rests on the same sources they move
    on to its end, so a sentence about one row is marked once.
    """

    def __init__(self, sources: Sources, gap: str) -> None:
        self._sources = sources
        self._gap = gap
        self._text = ""
        self._values: list[Citation] = []
        self._waiting: set[int] = set()
        self._marks: list[tuple[int, frozenset[int]]] = []
        self._depth = 0

    def add(self, piece: Piece) -> None:
        if isinstance(piece, Citation):
            number = self._sources.number(piece)
            start = len(self._text)
            self._text += piece.text
            self._values.append(replace(piece, number=number, span=(start, len(self._text))))
            self._waiting.add(number)
            return
        for index, character in enumerate(piece):
            self._depth += (character in "(（") - (character in ")）")
            if self._depth == 0 and _ends_clause(piece, index, character):
                self._mark(len(self._text))
            self._text += character

    def close(self) -> tuple[str, tuple[Citation, ...]]:
        """The text with its marks, and the values with their places in it."""
        end = len(self._text)
        stop = self._text.endswith(".") and not any(v.span is not None and v.span[1] == end for v in self._values)
        self._mark(end - 1 if stop else end)
        inserts = [(at, self._gap + "".join(f"[{n}]" for n in sorted(numbers))) for at, numbers in self._marks]
        text, values = self._text, self._values
        for at, mark in reversed(inserts):
            text = text[:at] + mark + text[at:]
            values = [replace(v, span=_shift(v.span, at, len(mark))) for v in values]
        return text, tuple(values)

    def _mark(self, at: int) -> None:
        if not self._waiting:
            return
        numbers = frozenset(self._waiting)
        if self._marks and self._marks[-1][1] == numbers:
            self._marks.pop()
        self._marks.append((at, numbers))
        self._waiting.clear()


def _shift(span: tuple[int, int] | None, at: int, by: int) -> tuple[int, int] | None:
    """`span` after `by` characters were put in at `at`."""
    if span is None or span[1] <= at:
        return span
    return (span[0] + by, span[1] + by)


def _ends_clause(piece: str, index: int, character: str) -> bool:
    if character in _CLAUSE_ENDS:
        return True
    return character in ".:：" and (character == "：" or piece[index + 1 : index + 2] == " ")


def _source_key(citation: Citation) -> tuple[Any, ...]:
    """What makes two citations the same source.

    All cells of a row are one source, everything of a pair of target and reference, the layer registry, everything
    computed by one statement, everything of a kept analysis, and all settings the question itself; a count is told
    apart by what it counts.
    """
    if (citation.column or "").startswith("layer."):
        return ("registry",)
    if citation.kind in ("cell", "distance"):
        return (citation.kind, citation.refs)
    if citation.kind in ("computed", "finding"):
        return (citation.kind, (citation.column or "").partition("/")[0] if citation.kind == "finding" else "")
    if citation.kind == "count":
        return ("count", citation.refs, (citation.column or "").partition(":")[0])
    if citation.kind == "setting":
        return ("setting", citation.source)
    return ("passage", citation.source, citation.quote)
