"""What a dropped file is for: a layer, a raster, a style, a document, or a part of something."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Literal

from core.ingest.formats import ARCHIVES, COMPANIONS, KINDS

FileKind = Literal["layer", "raster", "style", "document", "part", "other"]
RASTERS = (".tif", ".tiff")
STYLES = (".lyrx", ".lyr", ".stylx", ".qml", ".sld")
DOCUMENTS = (".pdf", ".docx", ".doc", ".md", ".html", ".htm", ".rtf")
PARTS = (*COMPANIONS, ".sbn", ".sbx", ".qix", ".xml")
TIFF = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")


def kind_of(name: str, path: Path) -> FileKind:
    """What a file is for, by its name and, where that says nothing, its first bytes."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix in KINDS or suffix in ARCHIVES:
        return "layer"
    if suffix in RASTERS:
        return "raster"
    if suffix in STYLES:
        return "style"
    if suffix in DOCUMENTS:
        return "document"
    if suffix in PARTS:
        return "part"
    with path.open("rb") as file:
        return "raster" if file.read(4) in TIFF else "other"
