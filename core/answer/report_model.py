"""A report as a value: sections of blocks, without any layout; the writers for HTML, Word and PDF read only this.

A section holds blocks, or says in `empty` why it has none; one with neither is left out.  Texts are runs, so that
every writer sets values, source marks and code in its own way.  Whatever is added (plots, rasters, tables of an
analysis) is one of the blocks below.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from core.errors import Language

RunKind = Literal["words", "value", "mark", "code"]


@dataclass(frozen=True)
class Run:
    """A stretch of text."""

    text: str
    kind: RunKind = "words"
    """A cited value, the mark of a source such as ``[3]``, or code."""


Text = tuple[Run, ...]


def words(text: str) -> Text:
    """`text` as plain words."""
    return (Run(text),)


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: Text
    style: Literal["lead", "body", "small", "warning"] = "body"


@dataclass(frozen=True)
class Items:
    """A list."""

    items: tuple[Text, ...]
    ordered: bool = False


@dataclass(frozen=True)
class Facts:
    """Labels and what belongs to them."""

    pairs: tuple[tuple[str, Text], ...]


@dataclass(frozen=True)
class Quote:
    """Words of a document and where they stand."""

    text: str
    source: Text


@dataclass(frozen=True)
class GridColumn:
    """One column of a table."""

    label: str
    align: Literal["left", "right"] = "left"


@dataclass(frozen=True)
class Grid:
    """A table of texts."""

    columns: tuple[GridColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    note: str = ""
    """What the table leaves out, in words."""


@dataclass(frozen=True)
class Picture:
    """A drawing as SVG text, or a picture as PNG; sizes in CSS pixels."""

    width: float
    height: float
    alt: str
    caption: str = ""
    svg: str = ""
    """Whole document with its namespace; no scripts, nothing from outside."""
    png: bytes = b""


@dataclass(frozen=True)
class Code:
    """Text of a program or a statement, kept line by line."""

    text: str


Block = Paragraph | Items | Facts | Quote | Grid | Picture | Code


@dataclass(frozen=True)
class Section:
    """A headed part of a report."""

    key: str
    title: str
    blocks: tuple[Block, ...] = ()
    empty: str = ""
    """Why there is nothing here, shown in the place of blocks; "" for a section that is then left out."""


@dataclass(frozen=True)
class Report:
    """Everything a report says."""

    id: str
    language: Language
    title: str
    question: str
    facts: tuple[tuple[str, str], ...]
    """The lines below the title: study area, data version, address of the answer."""
    made: str
    """The time stamp in words: the only thing that differs between two runs on the same data."""
    sections: tuple[Section, ...] = field(default_factory=tuple)
    page_words: str = "{page} / {pages}"
    """How pages are counted, in the language of the report."""
