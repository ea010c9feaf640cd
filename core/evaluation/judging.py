"""The score of one answer against the right one."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.answer.model import Answer
from core.evaluation.compare import ranked, ref, wrong
from core.evaluation.gold.world import Ref
from core.evaluation.records import Gold, Mentions, Record

DEPTH = 5
_ITEMS = re.compile(r"[-()、/,] *")
"""Separators of cells that hold several items."""
Outcome = Literal["right", "wrong", "declined"]


@dataclass(frozen=True)
class Score:
    """What became of one question."""

    record: Record
    outcome: Outcome
    reason: str = ""
    status: str = ""
    warned: bool = False
    """The answer said that something was assumed, left out or not understood."""
    grounded: bool | None = None
    retrieval: Mapping[str, float] = field(default_factory=dict)
    """Precision, recall, reciprocal rank, gain; only for lists."""
    spatial: float | None = None
    """Share of the listed features whose relation is cited; only for questions with a relation."""
    citation_correct: float | None = None
    citation_complete: float | None = None
    faithful: float | None = None
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    actual: str = ""
    """What the answer said, in short, for the list of failures."""


def judge(record: Record, gold: Gold, answer: Answer, variants: Callable[[str], Sequence[str]]) -> Score:
    """Compare an answer with the right one."""
    outcome, reason = _outcome(record, gold, answer, variants)
    listed = record.expects == "answer" and gold.kind == "list"
    answered = answer.status == "answered" and answer.result is not None
    unanswerable = record.expects != "answer"
    return Score(
        record,
        outcome,
        reason,
        answer.status,
        warned=_warned(answer),
        grounded=_grounded(gold.mentions, answer) if answered and not record.before and not unanswerable else None,
        retrieval=retrieval(gold, ranked(answer) if answered else ()) if listed else {},
        spatial=_spatial(record, gold, answer) if listed else None,
        citation_correct=answer.citation_correct,
        citation_complete=answer.citation_coverage,
        timings_ms=dict(answer.timings_ms),
        actual=_short(answer),
    )


def _outcome(
    record: Record, gold: Gold, answer: Answer, variants: Callable[[str], Sequence[str]]
) -> tuple[Outcome, str]:
    if record.expects == "route":
        route = answer.reading.ir.route if answer.reading is not None else None
        right = route in record.accept or answer.routing.intent in record.accept
        return ("right", "") if right else ("wrong", f"went to {route or answer.routing.intent}")
    if record.expects != "answer":
        right = answer.status in record.accept
        return ("right", "") if right else ("wrong", f"{answer.status} instead of {' or '.join(record.accept)}")
    if answer.status != "answered" or answer.result is None:
        return "declined", f"{answer.status}: {answer.message}"
    reason = wrong(gold, answer, variants)
    return ("wrong", reason) if reason else ("right", "")


def _warned(answer: Answer) -> bool:
    reading = answer.reading
    unread = reading is not None and bool(reading.unexplained or reading.corrections)
    undetermined = answer.result is not None and bool(answer.result.undetermined or answer.result.skipped)
    return unread or undetermined or bool(answer.assumptions)


def _grounded(mentions: Mentions, answer: Answer) -> bool:
    """Named features and values are bound to the right rows and cells."""
    bound = [frozenset(ref(r) for r in b.refs) for b in answer.bindings if b.refs]
    if not all(any(x == wanted for x in bound) for wanted in mentions.features):
        return False
    cells = [frozenset(i for v in b.values for i in (v, *_ITEMS.split(v))) for b in answer.bindings if b.values]
    return all(any(x & wanted for x in cells) for _, wanted in mentions.values)


def retrieval(gold: Gold, found: Sequence[Ref]) -> dict[str, float]:
    """Precision, recall, reciprocal rank and gain of the first five places."""
    right = set(gold.refs) | gold.tied
    top = found[:DEPTH]
    hits = [r in right for r in top]
    number, possible = len(gold.refs), min(DEPTH, len(gold.refs))
    if number == 0:
        empty = float(not found)
        return {"p5a": empty, "r5a": empty}
    best = sorted(gold.gains.values(), reverse=True)[:DEPTH]
    return {
        "p5": sum(hits) / DEPTH,
        "p5a": sum(hits) / possible,
        "r5": sum(hits) / number,
        "r5a": sum(hits) / possible,
        "mrr": next((1.0 / (i + 1) for i, hit in enumerate(hits) if hit), 0.0),
        "ndcg": _gain([gold.gains.get(r, 0.0) for r in top]) / (_gain(best) or 1.0),
    }


def _gain(gains: Sequence[float]) -> float:
    return sum(g / math.log2(i + 2) for i, g in enumerate(gains))


def _spatial(record: Record, gold: Gold, answer: Answer) -> float | None:
    """Share of the features told in the text whose relation to a reference is cited."""
    relations = ("near", "within", "contains", "intersects", "crosses", "touches", "direction")
    asked = any(c and c[0] in relations for c in record.meaning.get("of", {}).get("where", ())) or bool(
        gold.distances
    )
    if not asked or not gold.refs:
        return None
    told = {c.target for c in answer.claims if c.target is not None}
    if not told:
        return 0.0
    cited = {
        c.target
        for c in answer.claims
        if c.target is not None
        and any(x.kind == "distance" or any(r != c.target for r in x.refs) for x in c.citations)
    }
    return len(cited) / len(told)


def _short(answer: Answer) -> str:
    if answer.status != "answered" or answer.result is None:
        return f"{answer.status}: {answer.message}"
    reading = answer.reading
    unread = ", ".join(w.text for w in reading.unexplained) if reading is not None else ""
    text = next((c.text for c in answer.claims if c.kind in ("summary", "zero")), "")
    result = answer.result
    number = result.total if result.scalar is None else result.scalar
    return f"{result.kind} {number}; {text[:160]}" + (f" [not used: {unread}]" if unread else "")
