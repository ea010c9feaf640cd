"""The library of the product: its folder, its stores, its vocabulary."""

from __future__ import annotations

from core.knowledge.chroma import Server
from core.knowledge.search import Library, Means
from core.settings import Settings

GLOSSARY = "glossary.json"


def open_library(settings: Settings) -> Library:
    """Open the documents of the product.

    Raises:
        KnowledgeError: the folder of documents is missing.
    """
    server = Server(settings.chroma_host, settings.chroma_port) if settings.chroma_host else None
    means = Means(
        store=settings.documents_dir,
        models=settings.models_dir,
        embedding=settings.embedding,
        server=server,
        glossary=settings.mappings_dir / GLOSSARY,
    )
    return Library.open(settings.knowledge_dir, means)
