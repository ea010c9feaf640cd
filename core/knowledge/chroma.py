"""The vector store: Chroma, embedded or as a server, written as a whole and replaced as a whole.

Measured before this was written: a process killed while it writes can leave an embedded collection that no longer
opens, or one that opens and silently lacks vectors.  Hence nothing is ever added to a collection that is in use:
each build is a *generation* with a directory (or, on a server, a name) of its own, ``in-use.json`` names the one
to read and tells what must be in it, and a store that does not answer as it should is not read.
"""

from __future__ import annotations

import contextlib
import json
import logging
import shutil
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import Language
from core.knowledge.passages import CHUNKER
from core.knowledge.wording import Note, note

log = logging.getLogger(__name__)

POINTER = "in-use.json"
BATCH = 1_000
PROBES = 5
SAME = 1e-2
"""A stored vector may be so far from itself; the kept ones have half the digits."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Server:
    """A Chroma server of one's own."""

    host: str
    port: int

    @property
    def address(self) -> str:
        """For people."""
        return f"{self.host}:{self.port}"


def available() -> bool:
    """Whether the package is installed."""
    return find_spec("chromadb") is not None


class Chroma:
    """The generation in use; a new object opens whatever is in use then."""

    def __init__(self, directory: Path, model: str, server: Server | None = None) -> None:
        self.directory, self.model, self.server = directory, model, server
        self.notes: list[Note] = []
        self._lock = threading.Lock()
        self._collections: dict[str, Any] = {}
        self._keys: dict[str, tuple[str, ...]] = {}
        self.generation = ""
        self._opened()

    @property
    def _built(self) -> Path:
        """A mark beside the directory that there was a store once: then its absence is told."""
        return self.directory.with_suffix(".built")

    @property
    def sound(self) -> bool:
        """Whether there is a store that answers as it should."""
        return bool(self.generation)

    def held(self) -> frozenset[str]:
        """Keys of the passages in it."""
        return frozenset(x for keys in self._keys.values() for x in keys)

    def nearest(self, question: np.ndarray, language: Language, count: int) -> tuple[str, ...] | None:
        """Keys of the nearest passages of a language; None when the store failed, which is then used no more."""
        collection = self._collections.get(language)
        if collection is None:
            return ()
        try:
            count = min(count, len(self._keys[language]))
            with self._lock:
                found = collection.query(query_embeddings=[question.tolist()], n_results=count, include=[])
            return tuple(found["ids"][0])
        except Exception as error:  # whatever a damaged store raises
            self._lost(error)
            return None

    def build(
        self, vectors: Mapping[Language, Mapping[str, np.ndarray]], progress: Progress | None = None
    ) -> Chroma:
        """Write a new generation, put it in use, and return it; the caller holds the lock of the documents.

        Raises:
            Exception: whatever the store raises; then the generation in use is as before.
        """
        self.sweep()
        generation = uuid.uuid4().hex[:12]
        keys = {language: tuple(held) for language, held in vectors.items() if held}
        try:
            client = self._client(generation)
            done, total = 0, sum(len(x) for x in keys.values())
            for language, held in vectors.items():
                if not held:
                    continue
                collection = client.create_collection(
                    _name(generation, language), embedding_function=None,
                    configuration={"hnsw": {"space": "cosine", "ef_search": 200, "ef_construction": 200}},
                )  # fmt: skip
                for start in range(0, len(held), BATCH):
                    some = keys[language][start : start + BATCH]
                    collection.upsert(ids=list(some), embeddings=[held[x].tolist() for x in some])
                    done += len(some)
                    if progress is not None:
                        progress(done, total)
            self._point(generation, keys)
        except BaseException:
            self._drop(generation)
            raise
        return Chroma(self.directory, self.model, self.server)

    def sweep(self) -> None:
        """Remove generations that are not in use: builds that were interrupted, and all but the last one."""
        used = self._pointer().get("generation", "")
        for left in self.directory.glob("generation-*"):
            if left.name != f"generation-{used}" and left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
        if self.server is not None:
            with contextlib.suppress(Exception):
                client = self._client("")
                for collection in client.list_collections():
                    if collection.name.startswith("oresight-") and f"-{used}-" not in collection.name:
                        client.delete_collection(collection.name)

    def size(self) -> int:
        """Bytes on this machine's disk."""
        return sum(x.stat().st_size for x in self.directory.rglob("*") if x.is_file())

    def _opened(self) -> None:
        """Open what is in use and look whether it is what it should be; say so when it is not."""
        told = self._pointer()
        if not told:
            if (self.directory / POINTER).exists():
                self.notes.append(note("vectors_older"))
            elif self._built.exists():
                self.notes.append(note("vectors_missing"))
            return
        where = self.server.address if self.server else ""
        if (told["model"], told["chunker"], told["server"]) != (self.model, CHUNKER, where):
            self.notes.append(note("vectors_older"))
            return
        generation = str(told["generation"])
        try:
            if self.server is None and not (self.directory / f"generation-{generation}").is_dir():
                raise LookupError("its directory is gone")
            client = self._client(generation)
            for language, keys in told["keys"].items():
                collection = client.get_collection(_name(generation, language), embedding_function=None)
                _test(collection, keys)
                self._collections[language], self._keys[language] = collection, tuple(keys)
            self.generation = generation
        except Exception as error:  # whatever a damaged store raises
            self._lost(error)

    def _lost(self, error: Exception) -> None:
        log.warning("the vector store is not used: %s: %s", type(error).__name__, error)
        why = type(error).__name__ if str(error) == "" else str(error)[:120]
        if self.server is not None:
            self.notes.append(note("server_gone", address=self.server.address, why=type(error).__name__))
        else:
            self.notes.append(note("vectors_damaged", why=why))
        self.generation = ""
        self._collections, self._keys = {}, {}

    def _client(self, generation: str) -> Any:
        import chromadb  # noqa: PLC0415 - a second to import
        from chromadb.config import Settings  # noqa: PLC0415

        quiet = Settings(anonymized_telemetry=False)
        if self.server is not None:
            return chromadb.HttpClient(self.server.host, self.server.port, settings=quiet)
        place = self.directory / f"generation-{generation}"
        place.mkdir(parents=True, exist_ok=True)
        return chromadb.PersistentClient(str(place), settings=quiet)

    def _pointer(self) -> dict[str, Any]:
        """What the pointer says, {} when it is missing or not ours."""
        try:
            told = json.loads((self.directory / POINTER).read_bytes())
            known = {"generation", "model", "chunker", "server", "keys"} <= told.keys()
            return told if known and isinstance(told["keys"], dict) else {}
        except (OSError, ValueError, AttributeError, TypeError):
            return {}

    def _point(self, generation: str, keys: Mapping[Language, Sequence[str]]) -> None:
        where = self.server.address if self.server else ""
        told = {
            "generation": generation, "model": self.model, "chunker": CHUNKER, "server": where,
            "keys": {k: list(v) for k, v in keys.items()},
        }  # fmt: skip
        self.directory.mkdir(parents=True, exist_ok=True)
        scratch = self.directory / f"{POINTER}.new"
        scratch.write_text(json.dumps(told), encoding="utf-8")
        scratch.replace(self.directory / POINTER)
        self._built.touch()

    def _drop(self, generation: str) -> None:
        shutil.rmtree(self.directory / f"generation-{generation}", ignore_errors=True)


def _name(generation: str, language: str) -> str:
    return f"oresight-{generation}-{language}"


def _test(collection: Any, keys: Sequence[str]) -> None:
    """Count the vectors, and ask for some by themselves.

    Raises:
        LookupError: vectors are missing or cannot be found.
    """
    if collection.count() != len(keys):
        raise LookupError(f"{collection.count():,} passages instead of {len(keys):,}")
    some = [keys[i * (len(keys) - 1) // max(PROBES - 1, 1)] for i in range(min(PROBES, len(keys)))]
    kept = collection.get(ids=some, include=["embeddings"])
    for vector in kept["embeddings"]:
        found = collection.query(query_embeddings=[vector], n_results=1, include=["distances"])
        if not found["distances"][0] or abs(found["distances"][0][0]) > SAME:
            raise LookupError("a passage does not find itself")
