"""Documents of the library: what is known of one, and the reading of Markdown and plain text.

Every format ends up as one text with Markdown headings and tables, so that cutting, citing and searching know a
single form.  A text may begin with a head of ``key: value`` lines between two lines ``---``: ``title``,
``language`` (``en`` or ``zh``) and ``source`` (where the statements come from, one line).
"""

from __future__ import annotations

import bisect
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.errors import Language
from core.knowledge.decoding import decode
from core.knowledge.wording import Note, note, refusal

Kind = Literal["folder", "upload", "analysis"]
"""A file of the library's folder, one that a person has added, or the report of an analysis."""

TEXTS = (".md", ".markdown", ".txt")
SUFFIXES = (*TEXTS, ".pdf", ".docx", ".html", ".htm")
MAX_BYTES = 5_000_000
"""Larger text files are refused: a report of this size (about 800 pages) is no text document."""
MAX_CHARS = 5_000_000
"""As much of a text of any format is used."""

_HEAD = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_HEAD_LINE = re.compile(r"^([A-Za-z_]+)[ \t]*:[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_FIRST_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")


@dataclass(frozen=True)
class Document:
    """One document as it was read."""

    name: str
    """What it is called in citations: for a file of the folder its path in it, with ``/``."""
    title: str
    language: Language
    source: str
    """Where its statements come from; "" when nothing says it."""
    sha256: str
    """Of the file's bytes."""
    size: int
    """Bytes of the file."""
    text: str
    """The whole text, head included; passage spans count in it."""
    body_start: int
    """Index in `text` where the head ends."""
    page_starts: tuple[int, ...] = ()
    """Indices in `text` where pages 1, 2, … begin; () for a format without pages."""
    kind: Kind = "folder"
    id: str = ""
    """Of a kept document; "" for a file of the folder."""
    added: str = ""
    """When it was kept, ISO 8601 with zone; "" for a file of the folder."""
    notes: tuple[Note, ...] = ()
    """What a person should know about its reading."""

    @property
    def pages(self) -> int:
        """How many pages it has; 0 for a format without pages."""
        return len(self.page_starts)

    def pages_of(self, start: int, end: int) -> tuple[int, int] | None:
        """First and last page, from 1, of the characters `start` to `end`."""
        if not self.page_starts:
            return None
        first = bisect.bisect_right(self.page_starts, start)
        return max(first, 1), max(bisect.bisect_right(self.page_starts, max(end - 1, start)), 1)


def read_document(path: Path, name: str | None = None) -> Document:
    """Read one Markdown or text file.

    Args:
        path: the file.
        name: how it is called in citations; the file name when None.

    Raises:
        KnowledgeError: not readable, larger than :data:`MAX_BYTES`, not text, or without any text.
    """
    name = name or path.name
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise refusal("large", file=name, size=f"{size:,}", limit=f"{MAX_BYTES:,}")
        data = path.read_bytes()
    except OSError as error:
        raise refusal("missing", file=name, why=error.strerror or "unknown reason") from error
    text, encoding = decode(data, name)
    notes = () if encoding == "UTF-8" else (note("read_as", encoding=encoding),)
    sha256 = hashlib.sha256(data).hexdigest()
    return document_of(text, name=name, sha256=sha256, size=size, notes=notes, fallback=Path(name).stem)


def document_of(
    text: str,
    *,
    name: str,
    sha256: str,
    size: int,
    title: str = "",
    page_starts: tuple[int, ...] = (),
    notes: tuple[Note, ...] = (),
    fallback: str = "",
) -> Document:
    """The document of a text in the common form.

    Args:
        title: what the file itself says its title is; a head in the text goes before it.
        fallback: the title when nothing else gives one.

    Raises:
        KnowledgeError: there is no text, or the head states a language that is not known.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MAX_CHARS:
        text, notes = text[:MAX_CHARS], (*notes, note("cut_short", limit=f"{MAX_CHARS:,}"))
    head, body_start = _head(text)
    body = text[body_start:]
    if not body.strip():
        raise refusal("empty", file=name)
    heading = _FIRST_HEADING.search(body)
    return Document(
        name=name,
        title=(head.get("title") or title or (heading[1] if heading else "") or fallback or name)[:300],
        language=_language(head.get("language", ""), body, name),
        source=head.get("source", ""),
        sha256=sha256,
        size=size,
        text=text,
        body_start=body_start,
        page_starts=tuple(x for x in page_starts if x <= len(text)),
        notes=notes,
    )


def detect_language(text: str) -> Language:
    """``zh`` when Chinese characters outnumber Latin words, else ``en``."""
    return "zh" if len(_CJK.findall(text)) > len(_LATIN_WORD.findall(text)) else "en"


def _head(text: str) -> tuple[dict[str, str], int]:
    match = _HEAD.match(text)
    if match is None:
        return {}, 0
    return {key.lower(): value.strip("\"'") for key, value in _HEAD_LINE.findall(match[1])}, match.end()


def _language(stated: str, body: str, name: str) -> Language:
    if not stated:
        return detect_language(body)
    if stated == "en":
        return "en"
    if stated == "zh":
        return "zh"
    raise refusal("language", file=name, language=stated)
