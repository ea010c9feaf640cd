"""Everything derived from one state of the documents: passages, their keys, the index of their words."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from core.errors import KnowledgeError, Language
from core.knowledge.derived import Derived
from core.knowledge.documents import Document
from core.knowledge.glossary import Glossary, Groups, read_glossary
from core.knowledge.lexical import Lexical
from core.knowledge.named import Named
from core.knowledge.passages import Passage, cut
from core.knowledge.shelf import Shelf
from core.knowledge.terms import SEGMENTER, Segmenter

LANGUAGES: tuple[Language, ...] = ("en", "zh")


@dataclass(frozen=True)
class Index:
    """One state of the library."""

    documents: tuple[Document, ...] = ()
    problems: tuple[KnowledgeError, ...] = ()
    waiting: tuple[str, ...] = ()
    """Names of kept documents that have still to be read."""
    passages: tuple[Passage, ...] = ()
    keys: tuple[str, ...] = ()
    """Hash of what the search looks at, one per passage."""
    bags: tuple[tuple[str, ...], ...] = ()
    lexical: Lexical | None = field(default=None, compare=False)

    @cached_property
    def places(self) -> Mapping[str, tuple[int, ...]]:
        """Key → indices of the passages that have it."""
        found: dict[str, list[int]] = {}
        for i, key in enumerate(self.keys):
            found.setdefault(key, []).append(i)
        return {key: tuple(x) for key, x in found.items()}

    @cached_property
    def languages(self) -> np.ndarray:
        """Language of every passage."""
        return np.asarray([x.language for x in self.passages])

    @cached_property
    def named(self) -> Named:
        """Which passages hold a name."""
        return Named(self.passages)

    def by_language(self) -> dict[Language, list[str]]:
        """Keys of the passages of each language."""
        found: dict[Language, list[str]] = {x: [] for x in LANGUAGES}
        for key, passage in zip(self.keys, self.passages, strict=True):
            found[passage.language].append(key)
        return found


def index_of(shelf: Shelf, groups: Groups, derived: Derived) -> Index:
    """The index of the documents on a shelf; a glossary that cannot be read is a problem, not the end."""
    known = list(groups)
    problems = list(shelf.problems())
    for path in shelf.glossaries:
        try:
            known.extend(read_glossary(path))
        except KnowledgeError as error:
            problems.append(error)
    waiting = [x.name for x in shelf.waiting.values()]
    return build(shelf.documents(), problems, waiting, tuple(known), derived)


def build(
    documents: Iterable[Document],
    problems: Sequence[KnowledgeError],
    waiting: Sequence[str],
    groups: Groups,
    derived: Derived,
) -> Index:
    """Cut and index `documents`; words that were found before are taken from `derived`."""
    segmenter = Segmenter(word for group in groups for word in group if not word.isascii())
    read = tuple(documents)
    passages = tuple(passage for document in read for passage in cut(document))
    keys = tuple(key_of(x) for x in passages)
    bags = _bags(passages, keys, segmenter, groups, derived)
    lexical = Lexical(bags, segmenter, Glossary(groups, segmenter))
    return Index(read, tuple(problems), tuple(waiting), passages, keys, bags, lexical)


def key_of(passage: Passage) -> str:
    """The key of a passage: a hash of what the search looks at."""
    return hashlib.sha256(passage.searched.encode()).hexdigest()[:32]


def _bags(
    passages: Sequence[Passage], keys: Sequence[str], segmenter: Segmenter, groups: Groups, derived: Derived
) -> tuple[tuple[str, ...], ...]:
    """Terms of the passages."""
    words = hashlib.sha256(repr((SEGMENTER, groups)).encode()).hexdigest()[:12]
    named = [f"{words}:{key}" for key in keys]
    known = derived.words(named)
    new: dict[str, str] = {}
    for name, passage in zip(named, passages, strict=True):
        if name not in known:
            known[name] = new[name] = " ".join(segmenter.terms(passage.searched))
    if new:
        with contextlib.suppress(KnowledgeError):  # no room: they are found again next time
            derived.put_words(new)
    return tuple(tuple(known[x].split()) for x in named)
