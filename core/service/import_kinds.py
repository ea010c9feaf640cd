"""What a dropped file is for: a layer, a raster, a style, a document, or a part of something."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Literal

from core.ingest.formats import ARCHIVES, COMPANIONS, KINDS
from core.knowledge import documents
from core.raster.checking import MAGIC, SUFFIXES

FileKind = Literal["layer", "raster", "style", "document", "unread_document", "part", "other"]
"""What a file is for; the page tells of all but the first two by the text ``up_elsewhere_<kind>``."""
STYLES = (".lyrx", ".lyr", ".stylx", ".qml", ".sld")
UNREAD = (".doc", ".rtf", ".odt", ".wps")
"""Documents in formats that the library does not read."""
PARTS = (*COMPANIONS, ".sbn", ".sbx", ".qix", ".xml")

_SUFFIXES: tuple[tuple[FileKind, tuple[str, ...]], ...] = (
    ("part", PARTS),
    ("unread_document", UNREAD),
    ("document", documents.SUFFIXES),
    ("style", STYLES),
    ("raster", SUFFIXES),
    ("layer", (*KINDS, *ARCHIVES)),
)
"""Where two kinds share a suffix, the later one has it: a text file may be a table of points."""
_KIND_OF: Mapping[str, FileKind] = {suffix: kind for kind, several in _SUFFIXES for suffix in several}


def kind_of(name: str, path: Path) -> FileKind:
    """What a file is for, by its name and, where that says nothing, its first bytes."""
    known = _KIND_OF.get(PurePosixPath(name).suffix.lower())
    if known is not None:
        return known
    with path.open("rb") as file:
        return "raster" if file.read(4) in MAGIC else "other"
