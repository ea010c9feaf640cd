"""What a library may use besides its documents."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.knowledge.chroma import Server
from core.knowledge.glossary import Groups


@dataclass(frozen=True)
class Means:
    """What a library may use besides the documents; all of it is optional."""

    store: Path | None = None
    """Directory for kept documents and everything made from documents; None keeps nothing."""
    models: Path | None = None
    """Directory that may hold an embedding model."""
    embedding: str = "none"
    """See :func:`core.knowledge.embedding.choose`."""
    server: Server | None = None
    """A Chroma server instead of the embedded one."""
    glossary: Path | None = None
    groups: Groups = ()
    """More groups of terms that mean the same."""
