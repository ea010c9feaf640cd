"""Means over scores with bootstrapped 95 % intervals; the random draws are seeded.

Coverage is the share of answerable questions that were answered; accuracy under coverage the share of right ones
among the answered; execution accuracy the share of right ones among all answerable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.evaluation.judging import Score

SEED = 20_262
DRAWS = 2_000


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval and the number of questions behind it."""

    mean: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        return "–" if self.n == 0 else f"{self.mean:.3f}"

    def interval(self) -> str:
        """The 95 % interval, for tables."""
        return "" if self.n == 0 else f"[{self.low:.2f}, {self.high:.2f}]"


def estimate(values: Iterable[float | bool | None]) -> Estimate:
    """Mean and percentile bootstrap of the values that are there."""
    known = np.array([float(v) for v in values if v is not None])
    if len(known) == 0:
        return Estimate(float("nan"), float("nan"), float("nan"), 0)
    draws = np.random.default_rng(SEED).integers(0, len(known), (DRAWS, len(known)))
    means = known[draws].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    return Estimate(float(known.mean()), float(low), float(high), len(known))


Measure = Callable[[Score], float | bool | None]


def _retrieval(key: str) -> Measure:
    return lambda s: s.retrieval.get(key)


def _answerable(s: Score) -> bool:
    return s.record.expects == "answer"


MEASURES: Mapping[str, Measure] = {
    "P@5": _retrieval("p5"),
    "P@5 attainable": _retrieval("p5a"),
    "R@5": _retrieval("r5"),
    "R@5 attainable": _retrieval("r5a"),
    "MRR": _retrieval("mrr"),
    "NDCG@5": _retrieval("ndcg"),
    "spatial citation rate": lambda s: s.spatial,
    "citation correctness": lambda s: s.citation_correct,
    "citation completeness": lambda s: s.citation_complete,
    "faithfulness": lambda s: s.faithful,
    "execution accuracy": lambda s: s.outcome == "right" if _answerable(s) else None,
    "coverage": lambda s: s.outcome != "declined" if _answerable(s) else None,
    "accuracy under coverage": lambda s: (
        s.outcome == "right" if _answerable(s) and s.outcome != "declined" else None
    ),
    "grounding accuracy": lambda s: s.grounded,
    "refusals right": lambda s: s.outcome == "right" if s.record.expects == "refused" else None,
    "clarifications right": lambda s: s.outcome == "right" if s.record.expects == "clarify" else None,
}
"""What is measured, in the order of the tables."""


def summary(scores: Sequence[Score]) -> dict[str, Estimate]:
    """Every measure over some scores."""
    return {name: estimate(measure(s) for s in scores) for name, measure in MEASURES.items()}


def by(scores: Sequence[Score], key: Callable[[Score], Iterable[str] | str]) -> dict[str, list[Score]]:
    """Scores in groups, the largest first; a score may be in several."""
    groups: dict[str, list[Score]] = {}
    for one in scores:
        names = key(one)
        for name in (names,) if isinstance(names, str) else names:
            groups.setdefault(name, []).append(one)
    return dict(sorted(groups.items(), key=lambda x: (-len(x[1]), x[0])))


def silent(scores: Sequence[Score]) -> list[Score]:
    """Wrong answers that showed no warning."""
    return [s for s in scores if s.record.expects == "answer" and s.outcome == "wrong" and not s.warned]


@dataclass(frozen=True)
class StepTime:
    """How long a step took, milliseconds."""

    step: str
    median: float
    p95: float


def times(scores: Sequence[Score]) -> tuple[tuple[StepTime, ...], float]:
    """Median and 95th percentile of each step and of the whole, and the share of reading in the whole."""
    samples = [dict(s.timings_ms) for s in scores if s.timings_ms and s.outcome != "declined"]
    names = dict.fromkeys(step for sample in samples for step in sample)
    found = [_step(n, [x[n] for x in samples if n in x]) for n in names]
    whole = [sum(x.values()) for x in samples]
    reading = sum(x.get("read", 0.0) + x.get("route", 0.0) for x in samples)
    share = reading / sum(whole) if whole else float("nan")
    return (*found, _step("whole", whole)), share


def _step(name: str, values: Sequence[float]) -> StepTime:
    if not values:
        return StepTime(name, float("nan"), float("nan"))
    return StepTime(name, float(np.median(values)), float(np.percentile(values, 95)))
