"""``headings.json``: how files call their columns, beside the words with which people ask for attributes."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from core.vocabulary.mappings import Entry, read_file

FILE = "headings.json"


class KindHeadings(Entry):
    """What else tells that a file holds features of a kind."""

    words: tuple[str, ...] = ()
    """Words in names of files and layers, beside the synonyms of the kind."""
    elements: bool = False
    """Contents of elements and oxides belong to it."""


class Bounds(Entry):
    """Numbers that an attribute can have."""

    unit: str
    low: float
    high: float


class HeadingsEntry(Entry):
    """``headings.json``: how columns are headed, beside the words with which people ask for them."""

    attributes: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    kinds: dict[str, KindHeadings] = Field(default_factory=dict)
    coordinates: tuple[str, ...] = ()
    technical: tuple[str, ...] = ()
    """Running numbers and measures kept by software."""
    names_end_with: tuple[str, ...] = ()
    """Words at the end of names of features."""
    limits: dict[str, Bounds] = Field(default_factory=dict)
    """Attribute or dimension → numbers it can have."""


def load_headings(directory: Path) -> HeadingsEntry:
    """The headings of `directory` (the directory of mapping files); nothing where there is no such file.

    Raises:
        SettingsError: the file is malformed; the sentence names the key.
    """
    return read_file(directory / FILE, HeadingsEntry, HeadingsEntry())
