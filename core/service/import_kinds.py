"""What a dropped file is for: a layer, a raster, a style, a document, or a part of something."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Literal

from core.ingest.formats import ARCHIVES, COMPANIONS, KINDS
from core.raster.checking import MAGIC, SUFFIXES

FileKind = Literal["layer", "raster", "style", "document", "part", "other"]
STYLES = (".lyrx", ".lyr", ".stylx", ".qml", ".sld")
DOCUMENTS = (".pdf", ".docx", ".doc", ".md", ".html", ".htm", ".rtf")
PARTS = (*COMPANIONS, ".sbn", ".sbx", ".qix", ".xml")


def kind_of(name: str, path: Path) -> FileKind:
    """What a file is for, by its name and, where that says nothing, its first bytes."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix in KINDS or suffix in ARCHIVES:
        return "layer"
    if suffix in SUFFIXES:
        return "raster"
    if suffix in STYLES:
        return "style"
    if suffix in DOCUMENTS:
        return "document"
    if suffix in PARTS:
        return "part"
    with path.open("rb") as file:
        return "raster" if file.read(4) in MAGIC else "other"
