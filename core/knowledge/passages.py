"""Cutting of a document into passages along its headings and paragraphs.

A passage is a run of whole paragraphs under one heading, about :data:`TARGET` characters of weight long; a
paragraph that is longer by itself is parted at ends of sentences.  The text of a passage is always exactly
``document.text[start:end]``, so a quotation can be checked against its source and is found once.  The overlap of
neighbours is kept apart from it: `lead` repeats the end of the passage before, for the search only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.errors import Language
from core.knowledge.documents import Document, Kind, detect_language

TARGET = 900
"""Wanted weight of a passage: a Latin character weighs 1, a Chinese one 2.5 (it carries about that much text)."""
CJK_WEIGHT = 2.5
LEAD = 160
"""Weight of the overlap, at most."""
CHUNKER = 2
"""Version of the cutting; a change makes stored vectors of other passages useless, and they are made again."""

_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t#]*$")
_FENCE = re.compile(r"^[ \t]*(```|~~~)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])")
_REFERENCES = re.compile(
    r"(?:\d+(?:\.\d+)*\.?\s+|[一二三四五六七八九十]+、\s*)?"
    r"(?:references?(?: cited)?|bibliography|literature(?: cited)?|works cited"
    r"|(?:主要)?参考文献(?:表)?|引用文献)[:：]?",
    re.IGNORECASE,
)

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
    """How well it fits the question; larger is better, 0 outside a search."""
    pages: tuple[int, int] | None = None
    """First and last page, from 1; None for a format without pages."""
    lead: str = ""
    """End of the passage before under the same heading; searched with this one, never quoted."""
    kind: Kind = "folder"
    meaning: float | None = None
    """Cosine of question and passage; None where no model compared them."""
    words: float = 0.0
    """Share of the weight of the question's subject that the words of the passage have, 0 to 1."""

    @property
    def searched(self) -> str:
        """What the search looks at: title and headings, overlap, text; a repeated heading counts once."""
        return "\n".join(
            (" › ".join(dict.fromkeys((self.title, *self.heading))), f"{self.lead} {self.text}".strip())
        )


def cut(document: Document) -> tuple[Passage, ...]:
    """All passages of `document` in order; together they hold every paragraph once, lists of references aside."""
    found: list[Passage] = []
    for heading, paragraphs in _sections(document):
        if any(_REFERENCES.fullmatch(x.strip()) for x in heading):
            continue
        lead = ""
        for start, end in _runs(document.text, paragraphs):
            text = document.text[start:end]
            language = detect_language(text) if _has_words(text) else document.language
            found.append(
                Passage(
                    document.name, document.title, heading, text, language, (start, end), document.source,
                    pages=document.pages_of(start, end), lead=lead, kind=document.kind,
                )
            )  # fmt: skip
            lead = _lead(text)
    return tuple(found)


def leaves_out_references(document: Document) -> bool:
    """Whether a list of references is left out of the passages."""
    return any(_REFERENCES.fullmatch(x.strip()) for heading, _ in _sections(document) for x in heading)


def _lead(text: str) -> str:
    """The last sentences of `text` up to the weight of the overlap, "" when the last one is longer."""
    starts = [0, *(match.end() for match in _SENTENCE_END.finditer(text))]
    fitting = [x for x in starts if x < len(text) and _weight(text[x:]) <= LEAD]
    return " ".join(text[fitting[0] :].split()) if fitting else ""


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
