"""The library: documents of a folder and kept ones, searched by words and by meaning.

Open it with :meth:`Library.open`.  What is kept: the documents themselves (:mod:`core.knowledge.sources`); all
the rest is made from them and can be made again.  Reading, searching and changing are safe from several threads
and processes.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from core.errors import KnowledgeError, Language
from core.knowledge.asking import Filter, Meaning, ask
from core.knowledge.background import Background
from core.knowledge.completing import Completed, Progress, complete
from core.knowledge.derived import FILE, Derived
from core.knowledge.documents import Document, Kind
from core.knowledge.embedding import choose
from core.knowledge.index import Index, index_of
from core.knowledge.isolated import Cancel
from core.knowledge.keeping import Added, Keeping
from core.knowledge.meaning import Meanings
from core.knowledge.means import Means
from core.knowledge.passages import Passage
from core.knowledge.shelf import Shelf, folder_glossary
from core.knowledge.sources import Source, Sources
from core.knowledge.state import LibraryState
from core.knowledge.wording import Note, refusal
from core.script import simplified

__all__ = ["Added", "Completed", "Library", "LibraryState", "Means"]


class Library:
    """Documents that can be searched; open it with :meth:`open`."""

    def __init__(self, directory: Path, means: Means) -> None:
        self.directory, self.means = directory, means
        self._lock = threading.RLock()
        self.derived = Derived(means.store / FILE if means.store is not None else None)
        self.sources = Sources(means.store) if means.store is not None else None
        glossaries = folder_glossary(directory, means.glossary)
        self.shelf = Shelf(directory, glossaries, self.derived, self.sources)
        self.meanings = Meanings(self.derived, choose(means.models, means.embedding), means, directory)
        self._index = Index()
        self._background = Background(self.complete)
        self._keeping = Keeping(self.shelf, self.sources, self._lock)

    @classmethod
    def open(cls, directory: Path, means: Means | None = None) -> Library:
        """The library of `directory`: all documents in it and below, and the kept ones.

        A document that cannot be read does not keep the others from being searched; see :meth:`problems`.

        Raises:
            KnowledgeError: there is no such directory.
        """
        if not directory.is_dir():
            raise refusal("no_directory", path=directory)
        library = cls(directory, means or Means())
        library.current()
        return library

    def documents(self) -> tuple[Document, ...]:
        """The documents as the files stand now, in order of their names."""
        return self.current().documents

    def passages(self) -> tuple[Passage, ...]:
        """All passages, document by document."""
        return self.current().passages

    def naming(self, names: Iterable[str]) -> tuple[Passage, ...]:
        """The passages in which one of `names` stands by itself, in their text, headings or title, in order."""
        index = self.current()
        return tuple(index.passages[i] for i in index.named.of_any(names))

    def problems(self) -> tuple[KnowledgeError, ...]:
        """One error for each document or glossary that could not be read; each names its file."""
        return self.current().problems

    def search(
        self,
        text: str,
        *,
        language: Language | None = None,
        limit: int = 5,
        documents: Collection[str] | None = None,
        mentioning: Sequence[str] = (),
        by_meaning: bool = True,
    ) -> tuple[Passage, ...]:
        """The passages that best match `text`, best first, each with its score.

        Args:
            text: a question or key words in any language; a glossary and the model bridge the two languages.
            language: only passages of this language; both when None.
            limit: at most so many.
            documents: only passages of documents with these names.
            mentioning: only passages that name one of these, such as the names of a study area.
            by_meaning: False to go by words alone, which needs no model.

        Returns:
            Passages that explain enough of the question, by words or by meaning, the same text only once; none
            when the documents say nothing about it.  Ties in order of document and place.
        """
        index, text = self.current(), simplified(text)
        only = frozenset(documents) if documents is not None else None
        chosen = Filter(language, only, tuple(x for x in mentioning if x.strip()))
        return ask(index, text, chosen, limit, self._meaning(index, text) if by_meaning else None)

    def about_something(self, text: str) -> bool:
        """Whether `text` has a word that says what it is about, beside those that only ask."""
        lexical = self.current().lexical
        return lexical is not None and lexical.about_something(simplified(text))

    def add(self, path: Path, name: str | None = None, *, cancel: Cancel | None = None) -> Added:
        """Keep a document; it is searched by its words at once, and by meaning after :meth:`complete`.

        Args:
            path: the file, of a suffix in :data:`core.knowledge.documents.SUFFIXES`.
            name: what it is called; the file's name when None.

        Raises:
            KnowledgeError: it cannot be read or kept; then nothing has changed.
            KnowledgeCancelledError: the person cancelled.
        """
        with self._lock:
            self.current()
        added = self._keeping.add(path, name or path.name, cancel)
        self._background.wake()
        return added

    def index_text(
        self,
        source_id: str,
        title: str,
        text: str,
        language: Language,
        kind: Kind = "analysis",
    ) -> Document:
        """Keep a text that the program wrote, such as the report of an analysis; the same id again replaces it.

        Args:
            source_id: tells the text apart from others of its kind; the name in citations.
            title: title in citations.
            text: Markdown.

        Raises:
            KnowledgeError: it is empty, or cannot be kept.
        """
        found = self._keeping.text(source_id, title, text, language, kind)
        self._background.wake()
        return found

    def forget_text(self, source_id: str, kind: Kind = "analysis") -> bool:
        """Take a text of :meth:`index_text` away; whether there was one."""
        return self._keeping.forget(source_id, kind)

    def delete(self, identifier: str) -> Source:
        """Take a kept document away; :meth:`restore` brings it back.

        Raises:
            KnowledgeError: there is no kept document of this id.
        """
        return self._keeping.delete(identifier)

    def restore(self, identifier: str) -> Source:
        """Bring back a deleted or replaced document.

        Raises:
            KnowledgeError: there is none of this id.
        """
        found = self._keeping.restore(identifier)
        self._background.wake()
        return found

    def deleted(self) -> tuple[Source, ...]:
        """Documents that can be brought back."""
        return self.sources.aside() if self.sources is not None else ()

    def complete(self, progress: Progress | None = None, cancel: Cancel | None = None) -> Completed:
        """Read what still waits, compare what has no vector yet, and renew the vector store where that is due.

        Raises:
            KnowledgeError: the disk is full …; what was finished stays.
            KnowledgeCancelledError: the person cancelled; what was finished stays.
        """
        done = complete(self, progress, cancel)
        _ = self.current().named  # made here so that no question waits for it
        return done

    def rebuild(self, progress: Progress | None = None, cancel: Cancel | None = None) -> Completed:
        """Make texts, words, vectors and vector store anew from the documents.  Raises as :meth:`complete`."""
        with self._lock:
            self.derived.clear()
            self.shelf.forget()
            self.meanings.forget()
        return complete(self, progress, cancel, anew=True)

    def keep_complete(self) -> None:
        """From now on do the work of :meth:`complete` in the background whenever something has changed."""
        self._background.start()

    def unready(self) -> frozenset[str]:
        """Names of documents of which passages are searched by their words only."""
        index = self.current()
        with self._lock:
            embedder = self.meanings.embedder
            held = self.derived.with_vector(embedder.id) if embedder is not None else frozenset[str]()
        together = zip(index.keys, index.passages, strict=True)
        return frozenset(passage.document for key, passage in together if key not in held)

    def notes(self) -> tuple[Note, ...]:
        """What happened to the stores and what is missing, oldest first."""
        with self._lock:
            return tuple(dict.fromkeys((*self.derived.notes, *self.shelf.notes, *self.meanings.notes())))

    def state(self) -> LibraryState:
        """Figures about documents, passages, vectors and stores."""
        index = self.current()
        with self._lock:
            return self.meanings.state(index, self.derived, self._background.running)

    def current(self) -> Index:
        """The index of the documents as they are now; what has not changed is not read again."""
        with self._lock:
            if self.shelf.look():
                self._index = index_of(self.shelf, self.means.groups, self.derived)
                self.meanings.changed()
            return self._index

    def close(self) -> None:
        """Let the files go."""
        self._background.stop()
        with self._lock:
            self.derived.close()

    def _meaning(self, index: Index, text: str) -> Meaning | None:
        """What the search by meaning needs; None without a model, or without anything to compare."""
        if not text.strip():
            return None
        with self._lock:
            return self.meanings.of(index, text)
