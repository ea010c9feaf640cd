"""One order from two searches: by meaning and by words, each language for itself and then both together.

A model compares passages well inside one language, but passages in the language of the question always look nearer
than the others.  So the cosines of each language are first put on one scale (how far above what is usual among the
nearest passages of that language) and only then compared.  Weights were chosen on the development pairs of
``tests/data/retrieval.json``; reciprocal rank fusion did less well there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import Language

SAMPLE = 20
"""So many of the nearest passages tell what is usual."""
FEW = 8
"""So few do not."""
SPREAD = 0.005
"""Least standard deviation of cosines."""
WORDS, RARE = 3.0, 0.3
"""Weight of the words, and in it that of BM25 beside the share of the question that is explained."""
OWN = 0.3
"""Added to a passage in the language of the question where no model compares them: equal words are better read."""
FIRST = 3
"""Among so many, each language that has something to say is heard."""


@dataclass(frozen=True)
class Candidate:
    """A passage that one of the searches found."""

    place: int
    """Index of the passage."""
    cosine: float | None
    standing: float
    """Cosine in standard deviations above the mean of its language's nearest; 0 without a cosine."""
    words: float
    """BM25 of the passage, as a share of the best."""
    explained: float
    """Share of the weight of the question's words that it has."""
    told: float = 0.0
    """The same share of the words of its subject."""
    own: bool = False
    """Whether it is in the language of the question."""

    def score(self, meaning: float, words: float) -> float:
        """Both searches together."""
        bonus = OWN if self.own and self.cosine is None else 0.0
        return meaning * self.standing + words * (self.explained + RARE * self.words) + bonus


def standings(cosines: Sequence[float]) -> list[float]:
    """Cosines of one language, nearest first, on a scale that can be compared with the other language's."""
    if not len(cosines):
        return []
    sample = np.asarray(cosines[:SAMPLE], dtype=float)
    spread = max(float(sample.std()), SPREAD) if len(sample) >= FEW else 2 * SPREAD
    return [(x - float(sample.mean())) / spread for x in cosines]


def fused(
    candidates: Mapping[int, Candidate],
    language: Callable[[int], Language],
    meaning: float = 1.0,
    words: float = WORDS,
) -> list[tuple[float, int]]:
    """Score and place of every candidate, best first; ties in order of the passages.

    Args:
        language: of the passage at a place; the best of each language is among the first three.
        meaning, words: weights of the two searches.
    """
    found = [(x.score(meaning, words), place) for place, x in candidates.items()]
    found.sort(key=lambda x: (-x[0], x[1]))
    heard = {language(place) for _, place in found[:FIRST]}
    for i, (_, place) in enumerate(found):
        if i >= FIRST and language(place) not in heard:
            heard.add(language(place))
            found.insert(FIRST - 1, found.pop(i))
    return found
