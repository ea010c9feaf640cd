"""The head of a GGUF file: what the model is, and how much memory it takes, without loading it.

Layout as in the GGUF specification of the ggml project: magic, version, counts, key-value pairs, tensor places.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from core.llm.wording import model_error

_SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_STRING, _ARRAY = 8, 9
_MOST_KEYS, _MOST_TENSORS, _MOST_ITEMS, _LONGEST = 10_000, 100_000, 4_000_000, 8_000_000
_OVERHEAD = 150_000_000
"""Bytes for computing and for the library itself, measured with models of 0.1 to 1.5 billion parameters."""
MOST_CONTEXT = 8_192
LEAST_CONTEXT = 256


@dataclass(frozen=True)
class Head:
    """What the head of a model file says."""

    path: Path
    size: int
    """Bytes of the file."""
    keys: Mapping[str, Any]
    """Key → value; lists are left out."""

    @property
    def name(self) -> str:
        """The model's own name, or that of its file."""
        return self.path.stem

    @property
    def architecture(self) -> str:
        """The kind of network, such as ``llama`` or ``qwen3``."""
        return str(self.keys.get("general.architecture", ""))

    @property
    def template(self) -> bool:
        """Whether the file holds a chat template: instruction-tuned models do."""
        return bool(self.keys.get("tokenizer.chat_template"))

    @property
    def trained(self) -> int:
        """Tokens of context it was trained for."""
        return self._number("context_length", MOST_CONTEXT)

    def context(self, wanted: int | None) -> int:
        """Tokens of context to load it with."""
        return max(LEAST_CONTEXT, min(wanted, self.trained) if wanted else min(self.trained, MOST_CONTEXT))

    def memory(self, context: int) -> int:
        """Bytes it takes with `context` tokens: the weights, keys and values of the context in 16 bits."""
        layers, width = self._number("block_count", 32), self._number("embedding_length", 4_096)
        heads = self._number("attention.head_count", 32)
        pairs = self._number("attention.head_count_kv", heads)
        key = self._number("attention.key_length", width // max(heads, 1))
        return self.size + 2 * 2 * layers * pairs * key * context + _OVERHEAD

    def _number(self, name: str, default: int) -> int:
        value = self.keys.get(f"{self.architecture}.{name}")
        return int(value) if isinstance(value, int | float) and value > 0 else default


def read_head(path: Path) -> Head:
    """Read the head of a model file.

    Raises:
        ModelError: there is no such file, or it is not a complete GGUF file.
    """
    if not path.is_file():
        raise model_error("no_file", file=path.name)
    size = path.stat().st_size
    try:
        with path.open("rb") as file:
            return Head(path, size, _keys(file, size))
    except OSError as error:
        raise model_error("corrupt", file=path.name, why=error.strerror or "it cannot be read") from error
    except (struct.error, EOFError, UnicodeDecodeError) as error:
        raise model_error("corrupt", file=path.name, why="it ends too early") from error
    except ValueError as error:
        raise model_error("corrupt", file=path.name, why=str(error)) from error


def _keys(file: BinaryIO, size: int) -> dict[str, Any]:
    if file.read(4) != b"GGUF":
        raise ValueError("it does not begin like one")
    version, tensors, pairs = struct.unpack("<IQQ", _take(file, 20))
    if not 2 <= version <= 3:
        raise ValueError(f"its version {version} is not known")
    if pairs > _MOST_KEYS or tensors > _MOST_TENSORS:
        raise ValueError("its table of contents is damaged")
    found: dict[str, Any] = {}
    for _ in range(pairs):
        key = _text(file)
        kind = _number(file, 4)
        value = _value(file, kind)
        if value is not None:
            found[key] = value
    last = max((_tensor(file) for _ in range(tensors)), default=0)
    alignment = int(found.get("general.alignment", 32)) or 32
    start = -(-file.tell() // alignment) * alignment
    if not tensors or start + last >= size:
        raise ValueError("its weights are missing or cut off")
    return found


def _value(file: BinaryIO, kind: int) -> Any:
    if kind == _STRING:
        return _text(file)
    if kind != _ARRAY:
        return struct.unpack(_form(kind), _take(file, struct.calcsize(_form(kind))))[0]
    inner, count = struct.unpack("<IQ", _take(file, 12))
    if count > _MOST_ITEMS:
        raise ValueError("a list in it is damaged")
    if inner == _STRING:
        for _ in range(count):
            _skip(file, _number(file, 8))
    else:
        _skip(file, count * struct.calcsize(_form(inner)))
    return None


def _tensor(file: BinaryIO) -> int:
    """The place of one tensor's numbers, counted from the beginning of all numbers."""
    _text(file)
    dimensions = _number(file, 4)
    if dimensions > 8:
        raise ValueError("its table of contents is damaged")
    _skip(file, 8 * dimensions + 4)
    return _number(file, 8)


def _form(kind: int) -> str:
    if kind not in _SCALARS:
        raise ValueError("its table of contents is damaged")
    return _SCALARS[kind]


def _text(file: BinaryIO) -> str:
    return _take(file, _number(file, 8)).decode("utf-8", "replace")


def _number(file: BinaryIO, size: int) -> int:
    return int.from_bytes(_take(file, size), "little")


def _take(file: BinaryIO, size: int) -> bytes:
    if size > _LONGEST:
        raise ValueError("its table of contents is damaged")
    taken = file.read(size)
    if len(taken) < size:
        raise EOFError
    return taken


def _skip(file: BinaryIO, size: int) -> None:
    file.seek(size, io.SEEK_CUR)
