"""The bilingual glossary: terms that mean the same, so that a question finds text of the other language.

A glossary is a JSON list of groups, each a list of terms of any language: ``[["skarn", "矽卡岩"], …]``.  One may
lie beside the documents as ``glossary.json``; the one of the product is part of its vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from core.knowledge.terms import Segmenter
from core.knowledge.wording import refusal

FILE_NAME = "glossary.json"

Groups = tuple[tuple[str, ...], ...]


def read_glossary(path: Path) -> Groups:
    """The groups of a glossary file; none when there is no such file.

    Raises:
        KnowledgeError: the file is not a JSON list of lists of texts.
    """
    if not path.is_file():
        return ()
    try:
        return TypeAdapter(tuple[tuple[str, ...], ...]).validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise refusal("glossary", file=path.name) from error


class Glossary:
    """Finds for each term of a question the terms that say the same in another way."""

    def __init__(self, groups: Groups, segmenter: Segmenter) -> None:
        self._groups = tuple(tuple(tuple(segmenter.terms(spelling)) for spelling in group) for group in groups)

    def alternatives(self, terms: list[str]) -> Mapping[str, frozenset[str]]:
        """Term of the question → terms of other spellings; terms without a translation are absent."""
        found: dict[str, set[str]] = {}
        for group in self._groups:
            present = [spelling for spelling in group if _contains(terms, spelling)]
            others = {term for spelling in group if spelling not in present for term in spelling}
            for term in {term for spelling in present for term in spelling}:
                found.setdefault(term, set()).update(others)
        return {term: frozenset(others) for term, others in found.items() if others}


def _contains(terms: list[str], spelling: tuple[str, ...]) -> bool:
    size = len(spelling)
    return size > 0 and any(tuple(terms[i : i + size]) == spelling for i in range(len(terms) - size + 1))
