"""Heads of model files, whole and damaged."""

from __future__ import annotations

import contextlib
import random
import struct
from pathlib import Path

import pytest

from core.errors import ModelError
from core.llm.choosing import chosen, files_in, model_of
from core.llm.gguf import read_head
from core.llm.local import LocalModel, LocalSettings
from core.settings import Settings


def _string(text: str) -> bytes:
    return struct.pack("<Q", len(text)) + text.encode()


def tiny(layers: int = 4) -> bytes:
    """A head with four keys and one tensor, and 64 bytes of numbers."""
    keys = _string("general.architecture") + struct.pack("<I", 8) + _string("llama")
    keys += _string("llama.block_count") + struct.pack("<II", 4, layers)
    keys += _string("llama.context_length") + struct.pack("<II", 4, 1_024)
    keys += _string("tokenizer.list") + struct.pack("<IIQ", 9, 8, 2) + _string("a") + _string("b")
    tensor = _string("weights") + struct.pack("<IQIQ", 1, 16, 0, 0)
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, 4) + keys + tensor
    return head + bytes(-len(head) % 32) + bytes(64)


def _written(directory: Path, content: bytes) -> Path:
    path = directory / "model.gguf"
    path.write_bytes(content)
    return path


def test_the_head_is_read(tmp_path: Path) -> None:
    head = read_head(_written(tmp_path, tiny()))
    assert head.architecture == "llama"
    assert head.trained == 1_024
    assert not head.template
    assert head.context(None) == 1_024
    assert head.context(512) == 512
    assert head.context(9_999) == 1_024


def test_more_context_needs_more_memory(tmp_path: Path) -> None:
    head = read_head(_written(tmp_path, tiny()))
    assert head.memory(1_024) - head.memory(512) == 2 * 2 * 4 * 4_096 * 512, (
        "layers × width × two lists × two bytes"
    )


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    whole = tiny()
    for end in range(len(whole) - 64):
        with pytest.raises(ModelError) as caught:
            read_head(_written(tmp_path, whole[:end]))
        assert caught.value.code == "corrupt"


def test_damaged_heads_never_hang_or_crash(tmp_path: Path) -> None:
    whole, dice = tiny(), random.Random(7)
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(dice.randint(1, 6)):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        with contextlib.suppress(ModelError):
            read_head(_written(tmp_path, bytes(damaged)))


@pytest.mark.parametrize("content", [b"", b"GGUF", b"PK\x03\x04 not a model", b"\x00" * 4_096])
def test_other_files_are_told(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ModelError, match="not a complete GGUF model") as caught:
        LocalModel(LocalSettings(_written(tmp_path, content))).load()
    assert "SHA-256" in caught.value.say()
    assert "校验和" in caught.value.say("zh")


def test_a_file_cut_inside_its_weights_is_told(tmp_path: Path, model_file: Path) -> None:
    """The head is whole; the library notices."""
    cut = tmp_path / "cut.gguf"
    with model_file.open("rb") as source:
        cut.write_bytes(source.read(40_000_000))
    with pytest.raises(ModelError) as caught:
        LocalModel(LocalSettings(cut)).load()
    assert caught.value.code in ("corrupt", "not_loaded")


def test_the_settings_choose(tmp_path: Path) -> None:
    def settings(**values: object) -> Settings:
        return Settings(models_dir=tmp_path, **values)  # type: ignore[arg-type]

    assert model_of(settings()) is None
    (tmp_path / "b.gguf").write_bytes(tiny())
    (tmp_path / "a-00002-of-00002.gguf").write_bytes(tiny())
    assert [x.name for x in files_in(tmp_path)] == ["b.gguf"]
    first, named = model_of(settings()), model_of(settings(model_name="b"))
    assert first is not None
    assert named is not None
    assert first.name == named.name == "b"
    server = model_of(settings(model_url="http://127.0.0.1:9/v1", model_name="q"))
    assert server is not None
    assert server.name == "q"
    for wrong in ({"model_path": tmp_path / "no.gguf"}, {"model_name": "no"}, {"model_url": "ftp://x"}):
        model, error = chosen(settings(**wrong))
        assert model is None
        assert error is not None
        assert error.say("zh")
