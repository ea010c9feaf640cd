"""Searching the library: the right passage first, nothing when nothing fits, always the files as they stand."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from core.errors import KnowledgeError
from core.knowledge.search import Library

DEMO = Path(__file__).resolve().parents[3] / "knowledge"


@pytest.fixture
def library(by_words: Library) -> Library:
    return by_words


def test_the_demo_library_is_whole(library: Library) -> None:
    documents = library.documents()
    assert library.problems() == ()
    assert [d.language for d in documents].count("en") == 10
    assert [d.language for d in documents].count("zh") == 8
    assert {Path(d.name).suffix for d in documents} == {".md", ".pdf", ".docx", ".html"}
    assert all(d.source for d in documents if d.name.endswith(".md"))


@pytest.mark.parametrize(
    ("question", "document", "words"),
    [
        ("what is a skarn?", "skarn-deposits.md", "calcium-rich silicates"),
        ("How are alteration zones arranged in porphyry copper systems?", "porphyry-copper.md", "potassic core"),
        ("Which minerals carry the rare earths in carbonatites?", "carbonatite-rare-earths.md", "bastnäsite"),
        ("At what depth do orogenic gold deposits form?", "hydrothermal-gold.md", "mesozonal"),
        ("为什么矿床常常靠近断裂？", "断裂构造与成矿.md", "渗透率"),
        ("什么是指示元素？", "元素组合与指示元素.md", "探途元素"),
        ("水系沉积物异常的稀释作用", "水系沉积物测量基础.md", "汇水面积"),
        ("白云鄂博矿床的成因有哪些争论？", "白云鄂博地区地质概况.md", "争论"),
    ],
)
def test_questions_find_the_passage_that_answers_them(
    library: Library, question: str, document: str, words: str
) -> None:
    found = library.search(question)
    assert found[0].document == document
    assert any(words in p.text for p in found[:3])
    assert all(p.score > 0 for p in found)


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("什么是矽卡岩？", "skarn-deposits.md"),
        ("斑岩铜矿的蚀变分带", "porphyry-copper.md"),
        ("What is a pathfinder element?", "元素组合与指示元素.md"),
        ("detection limit in stream sediments", "水系沉积物测量基础.md"),
    ],
)
def test_the_glossary_bridges_the_languages(library: Library, question: str, document: str) -> None:
    assert document in {p.document for p in library.search(question)}


@pytest.mark.parametrize(
    "question",
    [
        "what will the weather be in Paris tomorrow?",
        "history of gold mining near the Najd fault",
        "唐朝的诗人有哪些？",
        "",
        "??? … !!!",
        "the of and 的 了",
        "'; DROP TABLE passages; --",
    ],
)
def test_nothing_is_returned_for_what_the_library_does_not_treat(library: Library, question: str) -> None:
    assert library.search(question) == ()


def test_language_and_limit_restrict(library: Library) -> None:
    question = "gold deposits and faults 金矿 断裂"
    assert {p.language for p in library.search(question, language="zh", limit=50)} == {"zh"}
    assert {p.language for p in library.search(question, language="en", limit=50)} == {"en"}
    both = library.search(question, limit=50)
    assert {p.language for p in both} == {"en", "zh"}
    assert library.search(question, limit=2) == both[:2]
    assert library.search(question, limit=0) == ()
    for language in ("en", "zh"):
        scores = [p.score for p in both if p.language == language]
        assert scores == sorted(scores, reverse=True)


def test_results_quote_their_documents(library: Library) -> None:
    texts = {d.name: d.text for d in library.documents()}
    found = library.search("gold deposits near faults", limit=20)
    assert found
    assert all(texts[p.document][slice(*p.span)] == p.text for p in found)


def test_two_searches_and_two_libraries_agree(library: Library) -> None:
    again = Library.open(DEMO, library.means)
    for question in ("orogenic gold", "断裂 金矿"):
        first = library.search(question, limit=20)
        assert first == library.search(question, limit=20) == again.search(question, limit=20)


def test_changed_new_and_removed_files_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Scheelite glows blue in short-wave light.")
    library = Library.open(tmp_path)
    assert [p.document for p in library.search("scheelite")] == ["a.md"]

    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.txt").write_text("Wolframite and scheelite are tungsten ores.")
    assert {p.document for p in library.search("scheelite")} == {"a.md", "b/c.txt"}

    (tmp_path / "a.md").write_text("Cassiterite is the ore of tin.")
    assert [p.document for p in library.search("scheelite")] == ["b/c.txt"]
    assert [p.document for p in library.search("cassiterite")] == ["a.md"]

    (tmp_path / "b" / "c.txt").unlink()
    assert library.search("scheelite") == ()

    before = library.passages()
    os.utime(tmp_path / "a.md", (1, 1))
    assert library.passages() is before, "a file with the same content is not indexed again"


def test_a_changed_glossary_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Scheelite glows blue.")
    library = Library.open(tmp_path)
    assert library.search("白钨矿") == ()
    (tmp_path / "glossary.json").write_text('[["scheelite", "白钨矿"]]')
    assert [p.document for p in library.search("白钨矿")] == ["a.md"]
    (tmp_path / "glossary.json").write_text('{"scheelite": 1}')
    (problem,) = library.problems()
    assert problem.sentence == "The glossary glossary.json must be a JSON list of lists of terms."
    (tmp_path / "glossary.json").unlink()
    assert (library.search("白钨矿"), library.problems()) == ((), ())


def test_a_bad_file_is_reported_and_does_not_silence_the_others(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("Scheelite glows blue.")
    (tmp_path / "bad.txt").write_bytes("Österreich".encode("latin-1"))
    library = Library.open(tmp_path)
    assert [e.sentence for e in library.problems()] == [
        "The document bad.txt is not text in UTF-8, UTF-16 or GB18030 (byte 0)."
    ]
    assert [p.document for p in library.search("scheelite")] == ["good.md"]


def test_an_empty_directory_is_fine_and_a_missing_one_is_named(tmp_path: Path) -> None:
    library = Library.open(tmp_path)
    assert (library.documents(), library.search("gold")) == ((), ())
    with pytest.raises(KnowledgeError, match="nowhere"):
        Library.open(tmp_path / "nowhere")


def test_files_outside_the_directory_stay_outside(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("Scheelite password.")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "link.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "lib" / ".hidden.md").write_text("Scheelite hidden.")
    assert Library.open(tmp_path / "lib").documents() == ()


def test_one_library_serves_many_threads(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("矿床 scheelite deposits")
    library = Library.open(tmp_path)
    wrong: list[object] = []

    def ask(i: int) -> None:
        for j in range(20):
            (tmp_path / f"{i}.md").write_text(f"note {j} on wolframite and 黑钨矿")
            if "a.md" not in {p.document for p in library.search("scheelite 矿床")}:
                wrong.append((i, j))

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
