"""Figures about the library, for people."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LibraryState:
    """How the library stands."""

    documents: int
    waiting: int
    """Kept documents that have still to be read."""
    passages: int
    compared: int
    """Passages that have a vector."""
    model: str
    """Name of the embedding model, "" without one."""
    dimension: int
    store: str
    """``chroma``, ``server``, ``plain`` (vectors are compared one by one) or ``none``."""
    stored: int
    """Passages in the vector store."""
    bytes: int
    """Of everything that is made from the documents."""
    busy: bool
    """Whether it is being completed in the background."""
