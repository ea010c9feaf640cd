"""The search by meaning of one library: its model, its vectors, its vector store, and what is too far away."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.errors import KnowledgeError, Language
from core.knowledge import chroma, shipped
from core.knowledge.asking import Floors, Meaning
from core.knowledge.chroma import Chroma
from core.knowledge.derived import Derived
from core.knowledge.embedding import Chosen, Embedder
from core.knowledge.index import LANGUAGES, Index
from core.knowledge.state import LibraryState
from core.knowledge.vectors import Vectors
from core.knowledge.wording import Note, note

if TYPE_CHECKING:
    from core.knowledge.means import Means

log = logging.getLogger(__name__)

CHROMA = "chroma"
PROBES: Mapping[Language, list[str]] = json.loads(Path(__file__).with_name("probes.json").read_text("utf-8"))
"""Questions about everyday things, which no document of this kind answers."""


class Meanings:
    """Used under the lock of its library."""

    def __init__(self, derived: Derived, chosen: Chosen, means: Means, directory: Path) -> None:
        self.embedder: Embedder | None = chosen.embedder
        self._derived, self._means, self._directory = derived, means, directory
        self._notes = list(chosen.notes) if means.embedding != "none" else []
        self._vectors: Vectors | None = None
        self._fresh = False
        self._shipped = False
        self._floors: Floors = {}

    def notes(self) -> tuple[Note, ...]:
        """What a person should know about model and vector store."""
        store = self._vectors.store if self._vectors is not None else None
        return (*self._notes, *(store.notes if store is not None else ()))

    def changed(self) -> None:
        """Passages have changed."""
        self._fresh = False

    def forget(self) -> None:
        """Vectors were taken away."""
        self._shipped, self._fresh = False, False

    def of(self, index: Index, text: str) -> Meaning | None:
        """What the search by meaning needs for a question; None when nothing can be compared."""
        vectors = self.vectors(index)
        if vectors is None or not vectors.embedded or self.embedder is None:
            return None
        try:
            question = self.embedder.query(text)
            floors = self._floor(vectors)
        except Exception as error:  # whatever a model of somebody else raises
            self._broken(error)
            return None
        return Meaning(vectors, question, floors)

    def vectors(self, index: Index) -> Vectors | None:
        """The vectors of the present passages; None without a model."""
        if self.embedder is None:
            return None
        if not self._shipped:
            self._take_shipped(index)
        if self._vectors is None:
            self._vectors = Vectors(self._derived, self.embedder, self.opened())
            self._fresh = False
        if not self._fresh:
            self._vectors.refresh(index.by_language())
            self._fresh, self._floors = True, {}
        return self._vectors

    def opened(self) -> Chroma | None:
        """The vector store as it is now; None when there can be none."""
        if self._means.store is None or self.embedder is None or not chroma.available():
            return None
        return Chroma(self._means.store / CHROMA, self.embedder.id, self._means.server)

    def use(self, store: Chroma) -> None:
        """Search in a store that was just built."""
        if self._vectors is not None:
            self._notes.extend(x for x in self.notes() if x not in self._notes)
            self._vectors.store = store
            self._fresh = False

    def say(self, found: Note) -> None:
        """Remember something for people."""
        self._notes.append(found)

    def state(self, index: Index, derived: Derived, busy: bool) -> LibraryState:
        """See :meth:`core.knowledge.search.Library.state`."""
        vectors = self.vectors(index)
        store = vectors.store if vectors is not None else None
        kind = "none" if vectors is None else "plain"
        if store is not None and store.sound:
            kind = "server" if store.server else "chroma"
        compared = 0
        if vectors is not None:
            held = self._derived.with_vector(self.embedder.id) if self.embedder else frozenset()
            compared = sum(1 for x in index.keys if x in held)
        return LibraryState(
            documents=len(index.documents),
            waiting=len(index.waiting),
            passages=len(index.passages),
            compared=compared,
            model=self.embedder.label if self.embedder else "",
            dimension=self.embedder.dimension if self.embedder and compared else 0,
            store=kind,
            stored=vectors.stored if vectors is not None else 0,
            bytes=derived.size() + (store.size() if store is not None else 0),
            busy=busy,
        )

    def _take_shipped(self, index: Index) -> None:
        """Vectors that come with the folder, for passages that have none."""
        self._shipped = True
        if self.embedder is None or not (self._directory / shipped.FILE).is_file():
            return
        missing = set(index.keys) - self._derived.with_vector(self.embedder.id)
        if missing:
            found = shipped.read(self._directory, self.embedder.id, self.embedder.dimension)
            wanted = {k: v for k, v in found.items() if k in missing}
            if wanted:
                try:
                    self._derived.put_vectors(self.embedder.id, wanted)
                except KnowledgeError as error:
                    log.warning("vectors are not kept: %s", error.say())

    def _floor(self, vectors: Vectors) -> Floors:
        """What the best passages for questions are like that no document answers, for each pair of languages."""
        if not self._floors and self.embedder is not None:
            best: dict[tuple[Language, Language], list[float]] = {}
            for asked, probes in PROBES.items():
                for question in [self.embedder.query(x) for x in probes]:
                    for language in LANGUAGES:
                        near = vectors.nearest(question, language)
                        best.setdefault((asked, language), []).extend(x.cosine for x in near[:1])
            spread = float(np.mean([float(np.std(x)) for x in best.values() if x] or [1.0]))
            self._floors = {pair: (float(np.mean(x)), max(spread, 1e-3)) for pair, x in best.items() if x}
        return self._floors

    def _broken(self, error: Exception) -> None:
        log.warning("the embedding model is not used", exc_info=error)
        label = self.embedder.label if self.embedder else ""
        self._notes.append(note("model_broken", model=label, why=type(error).__name__))
        self.embedder = None
        self._vectors = None
