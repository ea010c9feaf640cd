"""Reading documents: what is accepted, what is refused, and that every passage is an exact quotation."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import KnowledgeError
from core.knowledge import documents
from core.knowledge.documents import Document, read_document
from core.knowledge.passages import TARGET, cut


def write(directory: Path, name: str, text: str | bytes) -> Path:
    path = directory / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_head_gives_title_language_and_source(tmp_path: Path) -> None:
    path = write(tmp_path, "a.md", '---\ntitle: "Copper: notes"\nlanguage: zh\nsource: Li (2001)\n---\nCopper.\n')
    document = read_document(path)
    assert (document.title, document.language, document.source) == ("Copper: notes", "zh", "Li (2001)")
    assert document.text[document.body_start :] == "Copper.\n"


def test_without_a_head_title_and_language_come_from_the_text(tmp_path: Path) -> None:
    assert read_document(write(tmp_path, "a.md", "# Gold veins\ntext")).title == "Gold veins"
    assert read_document(write(tmp_path, "b.txt", "矿床与断裂 fault")).language == "zh"
    assert read_document(write(tmp_path, "plain.txt", "no heading here")).title == "plain"
    assert read_document(write(tmp_path, "c.txt", "deposits near the 断裂")).language == "en"


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("latin.txt", "Erzlagerstätten in Österreich".encode("latin-1"), "not text in UTF-8"),
        ("empty.md", b"", "empty"),
        ("blank.md", b" \n\n ", "empty"),
        ("head-only.md", b"---\ntitle: x\n---\n", "empty"),
        ("binary.txt", b"PK\x00\x00", "NUL"),
        ("wrong.md", b"---\nlanguage: fr\n---\nBonjour", "language"),
    ],
)
def test_unusable_files_are_refused_by_name(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    with pytest.raises(KnowledgeError) as caught:
        read_document(write(tmp_path, name, data))
    assert name in caught.value.say("en")
    assert reason in caught.value.say("en")
    assert name in caught.value.say("zh")


def test_too_large_and_missing_files_are_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_BYTES", 10)
    with pytest.raises(KnowledgeError, match=r"big\.md is too large"):
        read_document(write(tmp_path, "big.md", "x" * 11))
    with pytest.raises(KnowledgeError, match=r"gone\.md cannot be read"):
        read_document(tmp_path / "gone.md")


def test_passages_know_their_headings_and_skip_code(tmp_path: Path) -> None:
    text = "intro\n\n# A\none\n\n## B\ntwo\n```\n# not a heading\n```\n\n## C\nthree\n# D\nfour\n"
    passages = cut(read_document(write(tmp_path, "a.md", text)))
    assert [(p.heading, p.text.split("\n")[0]) for p in passages] == [
        ((), "intro"),
        (("A",), "one"),
        (("A", "B"), "two"),
        (("A", "C"), "three"),
        (("D",), "four"),
    ]
    assert "# not a heading" in passages[2].text


def test_language_is_told_passage_by_passage(tmp_path: Path) -> None:
    passages = cut(read_document(write(tmp_path, "a.md", "# 一\n金矿床产于断裂。\n# Two\nGold lies in faults.\n")))
    assert [p.language for p in passages] == ["zh", "en"]


def test_long_paragraphs_are_parted_at_sentences(tmp_path: Path) -> None:
    english = " ".join(f"Sentence number {i} tells of faults and gold." for i in range(100))
    chinese = "".join(f"第{i}条断裂控制金矿床的分布。" for i in range(100))
    for text, end in ((english, "."), (chinese, "。")):
        passages = cut(read_document(write(tmp_path, "a.txt", text)))
        assert len(passages) > 3
        assert all(p.text.endswith(end) for p in passages)
        assert all(len(p.text) <= TARGET for p in passages)


def document_of(text: str) -> Document:
    return Document("d.md", "d", "en", "", "0" * 64, len(text), text, 0)


PIECES = st.lists(
    st.one_of(
        st.sampled_from(["\n", "\n\n", "# h\n", "## 标题 #\n", "```\n", "。", ". ", "\u2028", " ", "\t"]),
        st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), max_size=400),
        st.text("断裂abc", min_size=1000, max_size=2500),
    ),
    max_size=12,
)


@given(PIECES)
def test_every_passage_is_a_quotation_and_nothing_is_lost(pieces: list[str]) -> None:
    document = document_of("".join(pieces))
    passages = cut(document)
    spans = [p.span for p in passages]
    assert all(document.text[a:b] == p.text for p, (a, b) in zip(passages, spans, strict=True))
    assert all(a < b for a, b in spans)
    assert all(b <= c for (_, b), (c, _) in pairwise(spans))
    covered = {i for a, b in spans for i in range(a, b)}
    outside = "".join("" if i in covered else c for i, c in enumerate(document.text))
    left = [line for line in outside.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert left == []
