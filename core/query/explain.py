"""What stands around an answer: how many were left after each condition, and what would help when none is."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.query.compile.branches import keyed
from core.query.compile.counts import closest_miss, count_rows, count_undetermined, has_limits
from core.query.execute import Session
from core.query.grounded import AndNode, AttrNode, GroundedQuery, GroundNode, NotNode, RelNode
from core.query.labels import Labels
from core.query.result import FunnelStep, Relaxation
from core.query.words import metres, say
from core.question import ir
from core.vocabulary.units import Units

MEASURED_MISSES = 500
"""Features measured to find the smallest distance that would give one."""
_LENGTH = re.compile(r"\d+(?:\.\d+)?\s*(?:kilomet(?:er|re)s?|met(?:er|re)s?|km|m|公里|千米|米)", re.IGNORECASE)


@dataclass(frozen=True)
class Explained:
    """The counts around one answer."""

    funnel: tuple[FunnelStep, ...] = ()
    relaxations: tuple[Relaxation, ...] = ()
    undetermined: int = 0


def explain(session: Session, grounded: GroundedQuery, matched: int, units: Units) -> Explained:
    """Funnel, undetermined rows and, for an empty answer, relaxations; `matched` features meet all conditions."""
    labels = Labels(grounded.language, units)
    funnel = _funnel(session, grounded, matched, labels)
    undetermined = 0
    if has_limits(grounded.target, grounded.conditions):
        _, rows = session.run(count_undetermined(grounded.target, grounded.conditions))
        undetermined = int(rows[0][0])
    relaxations = _relaxations(session, grounded, labels) if matched == 0 else ()
    return Explained(funnel, relaxations, undetermined)


def _funnel(session: Session, grounded: GroundedQuery, matched: int, labels: Labels) -> tuple[FunnelStep, ...]:
    target, conditions = grounded.target, grounded.conditions
    variants = [conditions[:i] for i in range(len(conditions))]
    counts: list[int] = []
    if target.ids is None and not keyed(target) and variants:
        counts = [sum(x.rows for x in target.layers)]
        variants = variants[1:]
    if variants:
        counts += [int(n) for _, n in session.run(count_rows(target, variants))[1]]
    counts.append(matched)
    steps = [FunnelStep(labels.everything(target), counts[0])]
    for node, count in zip(conditions, counts[1:], strict=True):
        steps.append(FunnelStep(labels.condition(node), count, source(node)))
    if grounded.limit is not None and grounded.limit < matched and grounded.order:
        steps.append(FunnelStep(labels.order(grounded.order[0], grounded.limit), grounded.limit))
    return tuple(steps)


def source(node: GroundNode) -> dict[str, object] | None:
    """The condition in the query language, bare form."""
    found = _source(node)
    return ir.dump(found, spans=False) if found is not None else None


def _source(node: GroundNode) -> ir.Cond | None:
    if isinstance(node, AttrNode | RelNode):
        return node.source
    if isinstance(node, NotNode):
        part = _source(node.part)
        if isinstance(part, ir.AttrCond) and part.op == "!=":
            return part
        return ir.Not(**{"not": part}) if part is not None else None
    parts = tuple(dict.fromkeys(x for x in (_source(p) for p in node.parts) if x is not None))
    if len(parts) < 2:
        return parts[0] if parts else None
    return ir.And(**{"and": parts}) if isinstance(node, AndNode) else ir.Or(**{"or": parts})


def _relaxations(session: Session, grounded: GroundedQuery, labels: Labels) -> tuple[Relaxation, ...]:
    conditions = grounded.conditions
    if not conditions:
        return ()
    found: list[Relaxation] = []
    for node, others in _without_each(conditions):
        if isinstance(node, RelNode) and node.distance and node.max_m is not None and node.count is None:
            wider = _wider(session, grounded, node, others, labels)
            if wider is not None:
                found.append(wider)
    _, rows = session.run(count_rows(grounded.target, [others for _, others in _without_each(conditions)]))
    for node, (_, count) in zip(conditions, rows, strict=True):
        if count:
            label = say("without", grounded.language, condition=labels.condition(node))
            found.append(Relaxation(label, int(count)))
    return tuple(found)


def _without_each(conditions: Sequence[GroundNode]) -> list[tuple[GroundNode, tuple[GroundNode, ...]]]:
    return [(x, tuple(y for y in conditions if y is not x)) for x in conditions]


def _wider(
    session: Session, grounded: GroundedQuery, node: RelNode, others: Sequence[GroundNode], labels: Labels
) -> Relaxation | None:
    """The smallest round distance that would give at least one feature."""
    _, rows = session.run(closest_miss(grounded.target, others, node, MEASURED_MISSES))
    if not rows or int(rows[0][1]) > MEASURED_MISSES:
        return None
    radius = round_up(float(rows[0][0]))
    count = sum(1 for x, _ in rows if float(x) <= radius)
    shown = metres(radius, grounded.language)
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
