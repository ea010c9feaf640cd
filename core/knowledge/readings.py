"""What a reader of one format gives back, and how it refuses."""

from __future__ import annotations

from dataclasses import dataclass

from core.knowledge.blocks import Block


@dataclass(frozen=True)
class Reading:
    """A file as a reader found it."""

    blocks: tuple[Block, ...]
    pages: int = 0
    """0 for a format without pages."""
    title: str = ""
    """What the file says of itself."""
    left_out: int = 0
    """Running headers, footers and page numbers that fell away."""
    empty: tuple[int, ...] = ()
    """Pages that are pictures without text."""
    deep: int = 0
    """Levels of nesting below which text was left out; 0 where all was read."""


class RefusedError(Exception):
    """The file is not read; `code` is the sentence that says why, `values` fill it."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(code)
        self.code, self.values = code, values
