"""What stands around an answer: how many were left after each condition, and what would help when none is."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

from core.query.compile.branches import keyed
from core.query.compile.counts import closest_miss, count_rows, count_undetermined, has_limits
from core.query.execute import Session
from core.query.grounded import AndNode, AttrNode, CmpNode, GroundedQuery, GroundNode, NotNode, RelNode, TopNode
from core.query.labels import Labels
from core.query.result import FunnelStep, Relaxation
from core.query.words import metres, say
from core.question import ir
from core.vocabulary.units import Units

BUDGET_MS = 5_000
"""Time for the counts around an answer; relaxations together may take as long, each a quarter of it."""
MEASURED_MISSES = 500
"""Features measured to find the smallest distance that would give one."""
_LENGTH = re.compile(r"\d+(?:\.\d+)?\s*(?:kilomet(?:er|re)s?|met(?:er|re)s?|km|m|公里|千米|米)", re.IGNORECASE)


@dataclass(frozen=True)
class Explained:
    """The counts around one answer."""

    funnel: tuple[FunnelStep, ...] = ()
    relaxations: tuple[Relaxation, ...] = ()
    undetermined: int = 0


def explain(session: Session, grounded: GroundedQuery, matched: int | None, units: Units) -> Explained:
    """Funnel, undetermined rows and, for an empty answer, relaxations.

    `matched` features meet all conditions; None when the answer did not have to count them.  What would take too
    long is left out: an answer does not fail because of its explanation.
    """
    labels = Labels(grounded.language, units)
    funnel = _funnel(session, grounded, matched, labels)
    undetermined = 0
    if has_limits(grounded.target, grounded.conditions):
        rows = session.attempt(count_undetermined(grounded.target, grounded.conditions), BUDGET_MS)
        undetermined = int(rows[0][0]) if rows else 0
    relaxations = _relaxations(session, grounded, labels) if matched == 0 else ()
    return Explained(funnel, relaxations, undetermined)


def _funnel(
    session: Session, grounded: GroundedQuery, matched: int | None, labels: Labels
) -> tuple[FunnelStep, ...]:
    target, conditions = grounded.target, grounded.conditions
    counts: dict[int, int] = {} if matched is None else {len(conditions): matched}
    if target.ids is None and not keyed(target):
        counts.setdefault(0, sum(x.rows for x in target.layers))
    open_ = [i for i in range(len(conditions) + 1) if i not in counts]
    if open_:
        rows = session.attempt(count_rows(target, [conditions[:i] for i in open_]), BUDGET_MS)
        counts |= {i: int(n) for i, (_, n) in zip(open_, rows or (), strict=rows is not None)}
    steps = [FunnelStep(labels.everything(target), counts[0])] if 0 in counts else []
    for i, node in enumerate(conditions, 1):
        if i in counts:
            steps.append(FunnelStep(labels.condition(node), counts[i], source(node)))
    left = counts.get(len(conditions))
    if grounded.limit is not None and grounded.order and left is not None and grounded.limit < left:
        steps.append(FunnelStep(labels.order(grounded.order[0], grounded.limit), grounded.limit))
    return tuple(steps)


def source(node: GroundNode) -> dict[str, object] | None:
    """The condition in the query language, bare form."""
    found = _source(node)
    return ir.dump(found, spans=False) if found is not None else None


def _source(node: GroundNode) -> ir.Cond | None:
    if isinstance(node, AttrNode | RelNode | CmpNode | TopNode):
        return node.source
    if isinstance(node, NotNode):
        part = _source(node.part)
        if isinstance(part, ir.AttrCond) and part.op == "!=":
            return part
        return ir.Not(**{"not": part}) if part is not None else None
    parts: list[ir.Cond] = []
    for part in (_source(p) for p in node.parts):
        if part is not None and part not in parts:
            parts.append(part)
    if len(parts) < 2:
        return parts[0] if parts else None
    return ir.And(**{"and": parts}) if isinstance(node, AndNode) else ir.Or(**{"or": parts})


def _relaxations(session: Session, grounded: GroundedQuery, labels: Labels) -> tuple[Relaxation, ...]:
    """What each condition costs: the smallest distance that would give something, and the count without it."""
    wider, without = [], []
    until = time.monotonic() + BUDGET_MS / 1000
    for node, others in _without_each(grounded.conditions):
        if time.monotonic() > until:
            break
        if isinstance(node, RelNode) and node.distance and node.max_m is not None and node.count is None:
            wider.append(_wider(session, grounded, node, others, labels))
        rows = session.attempt(count_rows(grounded.target, [others]), BUDGET_MS // 4)
        if rows and rows[0][1]:
            label = say("without", grounded.language, condition=labels.condition(node))
            without.append(Relaxation(label, int(rows[0][1])))
    return (*(x for x in wider if x is not None), *without)


def _without_each(conditions: Sequence[GroundNode]) -> list[tuple[GroundNode, tuple[GroundNode, ...]]]:
    return [(x, tuple(y for y in conditions if y is not x)) for x in conditions]


def _wider(
    session: Session, grounded: GroundedQuery, node: RelNode, others: Sequence[GroundNode], labels: Labels
) -> Relaxation | None:
    """The smallest round distance that would give at least one feature."""
    rows = session.attempt(closest_miss(grounded.target, others, node, MEASURED_MISSES), BUDGET_MS // 4)
    if not rows or int(rows[0][1]) > MEASURED_MISSES:
        return None
    radius = round_up(float(rows[0][0]))
    count = sum(1 for x, _ in rows if float(x) <= radius)
    shown = metres(radius)
    label = say("wider", grounded.language, metres=shown, anchor=labels.anchor(node.to))
    return Relaxation(label, count, _asked(grounded.question, node.source.span, shown))


def round_up(value: float) -> float:
    """`value` metres rounded up to two digits (7,310 m → 7,400 m), at least 1 m."""
    if value <= 1:
        return 1.0
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    return round(math.ceil(value / step - 1e-9) * step, 6)


def _asked(question: str, span: ir.Span | None, shown: str) -> str:
    """The question with its distance replaced, when it states exactly one."""
    if span is None:
        return ""
    part = question[span[0] : span[1]]
    if len(_LENGTH.findall(part)) != 1:
        return ""
    return question[: span[0]] + _LENGTH.sub(shown, part) + question[span[1] :]
