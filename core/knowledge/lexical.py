"""Search by words: BM25 over one index for both languages, and how much of a question a passage explains.

Ranking is BM25 (Robertson & Zaragoza 2009, in the Lucene form of the bm25s package).  A passage explains as much
of a question as the inverse document frequencies of the question's terms it holds make up of the sum over all
terms, where a term that no document knows weighs most.  Its subject is told by the same share of the words that do
more than ask ("how does … form"), of all words where there are no others.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import bm25s
import numpy as np

from core.knowledge.glossary import Glossary
from core.knowledge.terms import FRAMES, Segmenter

_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]{2,}\b")
"""A word with a capital letter inside a sentence."""


@dataclass(frozen=True)
class ByWords:
    """What the words of a question say about every passage."""

    scores: np.ndarray
    """BM25, float, one per passage."""
    explained: np.ndarray
    """Share of the question's weight, 0 to 1, one per passage."""
    told: np.ndarray
    """Share of the weight of the question's subject, 0 to 1, one per passage."""
    known: float
    """Share of the subject's weight that lies on terms which some passage has."""
    strange: bool = False
    """Whether the question names something, in Latin letters, that no passage has."""
    subject: int = 0
    """Different words of the subject; a word inside a longer one is not counted again."""


class Lexical:
    """The index of the words of all passages."""

    def __init__(self, bags: Sequence[Sequence[str]], segmenter: Segmenter, glossary: Glossary) -> None:
        self._count = len(bags)
        self._segmenter, self._glossary = segmenter, glossary
        self._frames = frozenset(term for word in FRAMES for term in segmenter.terms(word))
        places: dict[str, list[int]] = {}
        for i, bag in enumerate(bags):
            for term in set(bag):
                places.setdefault(term, []).append(i)
        self._places = {term: np.asarray(x, dtype=np.int64) for term, x in places.items()}
        self._ranker = None
        if any(bags):
            self._ranker = bm25s.BM25(method="lucene")
            self._ranker.index([list(x) for x in bags], show_progress=False)

    def ask(self, text: str) -> ByWords | None:
        """How the passages fit the words of `text`; None when it has no word that carries a subject."""
        asked = self._segmenter.terms(text)
        if self._ranker is None or not asked:
            return None
        others = self._glossary.alternatives(asked)
        spellings = {term: frozenset({term}) | others.get(term, frozenset()) for term in asked}
        scores = np.zeros(self._count)
        for same in spellings.values():
            # Spellings of one term count once, or a term with many translations would outweigh the others.
            known = [self._ranker.get_scores([x]) for x in sorted(same & self._places.keys())]
            scores += np.max(known, axis=0) if known else 0.0
        names = {term for name in _NAME.findall(text) for term in self._segmenter.terms(name)}
        strange = any(not (spellings.get(x, frozenset({x})) & self._places.keys()) for x in names)
        subject = self.subject(asked) or frozenset(asked)
        about = {term: spellings[term] for term in subject}
        count = sum(not any(x in y and x != y for y in subject) for x in subject)
        explained, _ = self._explained(spellings)
        return ByWords(scores, explained, *self._explained(about), strange, count)

    def subject(self, terms: Iterable[str]) -> frozenset[str]:
        """The terms that say what a question is about."""
        return frozenset(terms) - self._frames

    def about_something(self, text: str) -> bool:
        """Whether `text` has a word that says what it is about."""
        return bool(self.subject(self._segmenter.terms(text)))

    def _explained(self, spellings: Mapping[str, frozenset[str]]) -> tuple[np.ndarray, float]:
        total, known_weight, found = 0.0, 0.0, np.zeros(self._count)
        for same in spellings.values():
            known = same & self._places.keys()
            weight = min(self._idf(x) for x in known or same)
            total += weight
            known_weight += weight if known else 0.0
            holds = np.zeros(self._count, dtype=bool)
            for term in known:
                holds[self._places[term]] = True
            found += weight * holds
        return found / total, known_weight / total

    def _idf(self, term: str) -> float:
        frequency = len(self._places.get(term, ()))
        return math.log(1 + (self._count - frequency + 0.5) / (frequency + 0.5))
