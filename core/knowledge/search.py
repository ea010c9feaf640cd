"""The library: documents of one directory, searched by words.

Ranking is BM25 (Robertson & Zaragoza 2009, in the Lucene form of the bm25s package) over one index for both
languages.  A passage is returned only when it explains enough of the question: the inverse document frequencies of
the question's terms it holds must reach :data:`FLOOR` of the sum over all terms, where a term no document knows
weighs most.  So a question about something the library does not treat gets nothing instead of the least bad text.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import bm25s

from core.errors import KnowledgeError
from core.knowledge.documents import SUFFIXES, Document, Language, read_document
from core.knowledge.glossary import FILE_NAME, Glossary, Groups, read_glossary
from core.knowledge.passages import Passage, cut
from core.knowledge.terms import Segmenter

FLOOR = 0.35
"""Least share of the question's weight that a passage must explain."""

Stamp = tuple[int, int, int]


@dataclass(frozen=True)
class _Index:
    """Everything derived from one state of the directory."""

    documents: tuple[Document, ...] = ()
    problems: tuple[KnowledgeError, ...] = ()
    passages: tuple[Passage, ...] = ()
    terms: tuple[frozenset[str], ...] = ()
    frequency: Mapping[str, int] | None = None
    ranker: bm25s.BM25 | None = None
    segmenter: Segmenter | None = None
    glossary: Glossary | None = None


class Library:
    """Text documents of a directory; open it with :meth:`open`.  Safe to use from several threads."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._lock = threading.Lock()
        self._stamps: dict[str, Stamp] | None = None
        self._read: dict[str, Document | KnowledgeError] = {}
        self._index = _Index()

    @classmethod
    def open(cls, directory: Path) -> Library:
        """The library of `directory`: all Markdown and text files in it and below.

        A document that cannot be read does not keep the others from being searched; see :meth:`problems`.

        Raises:
            KnowledgeError: there is no such directory.
        """
        if not directory.is_dir():
            raise KnowledgeError(
                f"There is no directory {directory} with documents.", sentence_zh=f"没有文档目录 {directory}。"
            )
        library = cls(directory)
        library._current()
        return library

    def documents(self) -> tuple[Document, ...]:
        """The documents as the files stand now, in order of their names."""
        return self._current().documents

    def passages(self) -> tuple[Passage, ...]:
        """All passages, document by document."""
        return self._current().passages

    def problems(self) -> tuple[KnowledgeError, ...]:
        """One error for each file that could not be read; each names its file."""
        return self._current().problems

    def search(self, text: str, *, language: Language | None = None, limit: int = 5) -> tuple[Passage, ...]:
        """The passages that best match `text`, best first, each with its score.

        Args:
            text: a question or key words in any language; a glossary bridges the two languages.
            language: only passages of this language; both when None.
            limit: at most so many.

        Returns:
            Passages that explain at least :data:`FLOOR` of the question; ties in order of document and place.
        """
        index = self._current()
        if index.ranker is None or index.segmenter is None or index.glossary is None or limit < 1:
            return ()
        asked = index.segmenter.terms(text)
        if not asked:
            return ()
        others = index.glossary.alternatives(asked)
        spellings = {term: frozenset({term}) | others.get(term, frozenset()) for term in asked}
        wanted = sorted(set().union(*spellings.values()) & (index.frequency or {}).keys())
        if not wanted:
            return ()
        scores = index.ranker.get_scores(wanted)
        hits = [
            (float(scores[i]), i)
            for i in self._explaining(index, spellings)
            if scores[i] > 0 and language in (None, index.passages[i].language)
        ]
        hits.sort(key=lambda hit: (-hit[0], hit[1]))
        return tuple(replace(index.passages[i], score=score) for score, i in hits[:limit])

    @staticmethod
    def _explaining(index: _Index, spellings: Mapping[str, frozenset[str]]) -> Iterable[int]:
        """Indices of the passages that hold enough of the question."""
        frequency, count = index.frequency or {}, len(index.passages)
        weight = {
            term: min(_idf(frequency.get(x, 0), count) for x in (same & frequency.keys()) or same)
            for term, same in spellings.items()
        }
        needed = FLOOR * sum(weight.values())
        for i, held in enumerate(index.terms):
            if sum(weight[term] for term, same in spellings.items() if same & held) >= needed:
                yield i

    def _current(self) -> _Index:
        """The index of the files as they are now; what has not changed is not read again."""
        with self._lock:
            files = self._files()
            stamps = {name: _stamp(path) for name, path in files.items()}
            if stamps == self._stamps:
                return self._index
            before = {name: _identity(x) for name, x in self._read.items()}
            changed = {name for name in files if (self._stamps or {}).get(name) != stamps[name]}
            self._read = {
                name: _try_read(path, name) if name in changed else self._read[name]
                for name, path in files.items()
                if name != FILE_NAME
            }
            after = {name: _identity(x) for name, x in self._read.items()}
            gone = (self._stamps or {}).keys() - files.keys()
            if self._stamps is None or before != after or FILE_NAME in changed | gone:
                self._index = _build(self.directory, self._read)
            self._stamps = stamps
            return self._index

    def _files(self) -> dict[str, Path]:
        root = self.directory.resolve()
        found = {}
        for path in sorted(self.directory.rglob("*")):
            name = path.relative_to(self.directory).as_posix()
            hidden = any(part.startswith(".") for part in Path(name).parts)
            wanted = path.suffix.lower() in SUFFIXES or name == FILE_NAME
            # A link that leads out of the directory is not part of the library.
            if wanted and not hidden and path.is_file() and path.resolve().is_relative_to(root):
                found[name] = path
        return found


def _build(directory: Path, read: Mapping[str, Document | KnowledgeError]) -> _Index:
    documents = tuple(x for x in read.values() if isinstance(x, Document))
    problems = [x for x in read.values() if isinstance(x, KnowledgeError)]
    groups: Groups = ()
    try:
        groups = read_glossary(directory)
    except KnowledgeError as error:
        problems.append(error)
    segmenter = Segmenter(word for group in groups for word in group if not word.isascii())
    passages = tuple(passage for document in documents for passage in cut(document))
    # A first heading that repeats the title counts once, or every passage would rank by its title alone.
    bags = [segmenter.terms(" ".join((*dict.fromkeys((p.title, *p.heading)), p.text))) for p in passages]
    terms = tuple(frozenset(bag) for bag in bags)
    ranker = None
    if any(bags):
        ranker = bm25s.BM25(method="lucene")
        ranker.index(bags, show_progress=False)
    return _Index(
        documents=documents,
        problems=tuple(problems),
        passages=passages,
        terms=terms,
        frequency=Counter(term for held in terms for term in held),
        ranker=ranker,
        segmenter=segmenter,
        glossary=Glossary(groups, segmenter),
    )


def _try_read(path: Path, name: str) -> Document | KnowledgeError:
    try:
        return read_document(path, name)
    except KnowledgeError as error:
        return error


def _identity(read: Document | KnowledgeError) -> str:
    return read.sha256 if isinstance(read, Document) else read.sentence


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return (0, 0, 0)
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size)


def _idf(frequency: int, count: int) -> float:
    return math.log(1 + (count - frequency + 0.5) / (frequency + 0.5))
