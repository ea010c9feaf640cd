"""What may take long: reading kept documents that wait, computing vectors, building the vector store."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.errors import KnowledgeError, Language
from core.knowledge.embedding import BATCH, Embedder
from core.knowledge.index import Index
from core.knowledge.isolated import Cancel
from core.knowledge.locking import writing
from core.knowledge.vectors import Vectors
from core.knowledge.wording import cancelled, note

if TYPE_CHECKING:
    from core.knowledge.search import Library

log = logging.getLogger(__name__)

Progress = Callable[[int, int, str], None]
"""Done, total, and the step: ``reading``, ``comparing`` or ``storing``."""
LOOSE, LOOSE_SHARE = 64, 0.1
"""The vector store is renewed when it lacks more passages than both."""


@dataclass(frozen=True)
class Completed:
    """What was done."""

    read: int = 0
    """Documents."""
    compared: int = 0
    """Passages that got a vector."""
    stored: int = 0
    """Passages in the vector store, when it was built anew; else 0."""
    elsewhere: bool = False
    """Another program is doing this work just now; nothing was done here."""


def complete(
    library: Library, progress: Progress | None, cancel: Cancel | None, *, anew: bool = False
) -> Completed:
    """See :meth:`core.knowledge.search.Library.complete`."""
    store = library.means.store
    with contextlib.ExitStack() as stack:
        if store is not None:
            try:
                stack.enter_context(writing(store / "building", 30.0 if anew else 0.0))
            except KnowledgeError:
                if anew:
                    raise
                return Completed(elsewhere=True)
        work = _Work(library, progress or _silent, cancel)
        read = work.read()
        compared = work.compare()
        return Completed(read, compared, work.store(anew=anew))


class _Work:
    def __init__(self, library: Library, progress: Progress, cancel: Cancel | None) -> None:
        self._library, self._progress, self._cancel = library, progress, cancel

    def read(self) -> int:
        """Read what waits."""
        library, done = self._library, 0
        library.current()
        while library.shelf.waiting:
            identifier, source = next(iter(library.shelf.waiting.items()))
            self._check(source.name)
            self._progress(done, done + len(library.shelf.waiting), "reading")
            library.shelf.read_waiting(identifier, self._cancel)
            done += 1
        if done:
            library.shelf.look_again(force=True)
        return done

    def compare(self) -> int:
        """Give every passage a vector; what is done is kept at once, so that an interruption loses little."""
        library, embedder = self._library, self._library.meanings.embedder
        if embedder is None:
            return 0
        index = library.current()
        self._vectors(index)  # takes what comes with the documents
        held = library.derived.with_vector(embedder.id)
        missing = dict.fromkeys(x for x in index.keys if x not in held)
        done = 0
        for keys, texts in _batches(index, list(missing)):
            self._check("")
            self._progress(done, len(missing), "comparing")
            library.derived.put_vectors(embedder.id, dict(zip(keys, self._made(embedder, texts), strict=True)))
            done += len(keys)
        if done:
            library.meanings.changed()
        return done

    def store(self, *, anew: bool) -> int:
        """Build the vector store when it is missing, unsound or lacks much."""
        library = self._library
        index = library.current()
        with library._lock:
            vectors = self._vectors(index)
            old = vectors.store if vectors is not None else None
            embedder = library.meanings.embedder
        if vectors is None or old is None or embedder is None or not vectors.embedded:
            return 0
        lacking = vectors.loose > max(LOOSE, LOOSE_SHARE * vectors.stored)
        if old.sound and not lacking and not anew:
            return 0
        held: dict[Language, dict[str, np.ndarray]] = {
            language: library.derived.vectors(embedder.id, keys) for language, keys in index.by_language().items()
        }
        total = sum(map(len, held.values()))
        self._progress(0, total, "storing")

        def told(done: int, of: int) -> None:
            self._check("")
            self._progress(done, of, "storing")

        try:
            new = old.build(held, told)
        except KnowledgeError:
            raise
        except Exception as error:  # the disk is full, the server is gone …; the vectors are compared one by one
            log.warning("the vector store cannot be built", exc_info=error)
            library.meanings.say(note("vectors_unbuilt", why=_why(error)))
            return 0
        with library._lock:
            library.meanings.use(new)
            if old.notes or anew:
                library.meanings.say(note("vectors_rebuilt", count=f"{total:,}"))
        return total

    def _made(self, embedder: Embedder, texts: list[str]) -> np.ndarray:
        return embedder.passages(texts)

    def _vectors(self, index: Index) -> Vectors | None:
        with self._library._lock:
            return self._library.meanings.vectors(index)

    def _check(self, name: str) -> None:
        if self._cancel is not None and self._cancel.cancelled:
            raise cancelled(name or Path(self._library.directory).name)


def _batches(index: Index, keys: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    for start in range(0, len(keys), BATCH):
        some = keys[start : start + BATCH]
        yield some, [index.passages[index.places[x][0]].searched for x in some]


def _why(error: Exception) -> str:
    return str(error)[:120] or type(error).__name__


def _silent(_done: int, _total: int, _step: str) -> None:
    """Nobody listens."""
