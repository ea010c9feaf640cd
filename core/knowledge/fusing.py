"""One order from two searches: by meaning and by words, each language for itself and then both together.

A model compares passages well inside one language, but passages in the language of the question always look nearer
than the others.  So the cosines of each language are first put on one scale (how far above what is usual among the
nearest passages of that language) and only then compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

RRF = 20
"""Reciprocal rank fusion (Cormack, Clarke & Büttcher 2009): 1 / (RRF + rank)."""
FEW = 8
"""So few cosines do not tell what is usual."""
SPREAD = 0.01


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
    score: float = 0.0


def standings(cosines: Sequence[float], usual: Sequence[float] = ()) -> list[float]:
    """Cosines of one language on a scale that can be compared with the other language's.

    Args:
        cosines: of the nearest passages, nearest first.
        usual: cosines that tell what is usual, when they are others.
    """
    sample = np.asarray(usual if len(usual) else cosines, dtype=float)
    if not len(sample):
        return []
    if len(sample) < FEW:
        return [(x - float(sample.mean())) / SPREAD for x in cosines]
    spread = max(float(sample.std()), SPREAD / 2)
    return [(x - float(sample.mean())) / spread for x in cosines]


def fused(candidates: Mapping[int, Candidate], weight: float = 0.5) -> list[tuple[float, int]]:
    """Score and place of every candidate, best first; ties in order of the passages.

    Args:
        weight: of the search by meaning, 0 to 1.
    """
    by_meaning = _ranks({x.place: x.standing for x in candidates.values() if x.cosine is not None})
    by_words = _ranks({x.place: x.words for x in candidates.values() if x.words > 0})
    found = []
    for place in candidates:
        score = 0.0
        if place in by_meaning:
            score += weight / (RRF + by_meaning[place])
        if place in by_words:
            score += (1 - weight) / (RRF + by_words[place])
        found.append((score * (RRF + 1), place))
    return sorted(found, key=lambda x: (-x[0], x[1]))


def _ranks(scores: Mapping[int, float]) -> dict[int, int]:
    """Place → rank from 1; equal scores share the better rank."""
    ordered = sorted(scores.items(), key=lambda x: (-x[1], x[0]))
    ranks: dict[int, int] = {}
    for number, (place, score) in enumerate(ordered, start=1):
        tied = number > 1 and score == ordered[number - 2][1]
        ranks[place] = ranks[ordered[number - 2][0]] if tied else number
    return ranks
