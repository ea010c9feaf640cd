"""Cutting of a document into passages along its headings and paragraphs.

A passage is a run of whole paragraphs under one heading, about :data:`TARGET` characters of weight long; a
paragraph that is longer by itself is parted at ends of sentences.  The text of a passage is always exactly
``document.text[start:end]``, so a quotation can be checked against its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.knowledge.documents import Document, Language, detect_language

TARGET = 900
"""Wanted weight of a passage: a Latin character weighs 1, a Chinese one 2.5 (it carries about that much text)."""
CJK_WEIGHT = 2.5

_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t#]*$")
_FENCE = re.compile(r"^[ \t]*(```|~~~)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])")

Span = tuple[int, int]


@dataclass(frozen=True)
class Passage:
    """A citable piece of a document."""

    document: str
    """Name of the document in the library."""
    title: str
    heading: tuple[str, ...]
    """Headings above the passage, outermost first."""
    text: str
    language: Language
    span: Span
    """Half-open character range in the document's text."""
    source: str = ""
    """The document's own statement of where it comes from."""
    score: float = 0.0
    """BM25 score against the question; 0 outside a search."""


def cut(document: Document) -> tuple[Passage, ...]:
    """All passages of `document` in order; together they hold every paragraph once."""
    found: list[Passage] = []
    for heading, paragraphs in _sections(document):
        for start, end in _runs(document.text, paragraphs):
            text = document.text[start:end]
            language = detect_language(text) if _has_words(text) else document.language
            found.append(
                Passage(document.name, document.title, heading, text, language, (start, end), document.source)
            )
    return tuple(found)


def _sections(document: Document) -> Iterator[tuple[tuple[str, ...], list[Span]]]:
    """(heading path, spans of the paragraphs) for each part of the document between two headings."""
    path: list[tuple[int, str]] = []
    paragraphs: list[Span] = []
    start: int | None = None
    end = position = document.body_start
    fenced = False
    for line in document.text[document.body_start :].splitlines(keepends=True):
        fenced ^= bool(_FENCE.match(line))
        heading = None if fenced else _HEADING.match(line.rstrip("\n"))
        if heading or not line.strip():
            if start is not None:
                paragraphs.append((start, end))
            start = None
        else:
            start = position if start is None else start
            end = position + len(line.rstrip())
        position += len(line)
        if heading:
            if paragraphs:
                yield tuple(words for _, words in path), paragraphs
            paragraphs = []
            level = len(heading[1])
            path = [step for step in path if step[0] < level] + [(level, heading[2])]
    if start is not None:
        paragraphs.append((start, end))
    if paragraphs:
        yield tuple(words for _, words in path), paragraphs


def _runs(text: str, paragraphs: list[Span]) -> Iterator[Span]:
    """Neighbouring paragraphs joined, long ones parted, until each piece is about the wanted size."""
    open_run: Span | None = None
    for piece in (part for paragraph in paragraphs for part in _parts(text, paragraph)):
        if open_run is not None and _weight(text[open_run[0] : piece[1]]) <= TARGET:
            open_run = (open_run[0], piece[1])
            continue
        if open_run is not None:
            yield open_run
        open_run = piece
    if open_run is not None:
        yield open_run


def _parts(text: str, paragraph: Span) -> Iterator[Span]:
    """The paragraph itself when it is short enough, else its sentences; endless sentences are cut hard."""
    start, stop = paragraph
    if _weight(text[start:stop]) <= TARGET:
        yield paragraph
        return
    ends = [(match.start(), match.end()) for match in _SENTENCE_END.finditer(text, start, stop)]
    for end, following in [*ends, (stop, stop)]:
        for cut_at in range(start, end, 2 * TARGET):
            yield cut_at, min(cut_at + 2 * TARGET, end)
        start = following


def _weight(text: str) -> float:
    wide = sum(1 for character in text if character >= "\u2e80")
    return len(text) + (CJK_WEIGHT - 1) * wide


def _has_words(text: str) -> bool:
    return any(character.isalpha() for character in text)
