"""How much a document may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds of the reading of one document."""

    file_bytes: int = 200_000_000
    unpacked_bytes: int = 400_000_000
    members: int = 5_000
    """Files inside a DOCX."""
    pages: int = 3_000
    characters: int = 5_000_000
    memory_bytes: int = 1_500_000_000
    cpu_s: int = 120
    wall_s: float = 240.0
    ocr_pages: int = 300
    ocr_page_s: float = 60.0
    """Seconds for the recognition of one page."""
