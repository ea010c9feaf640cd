"""What is measured for the listed features: nearest members, how many stand in the relation, how far they are."""

from __future__ import annotations

from core.query.measured import Measured
from core.query.pipeline import Outcome
from core.question import ir
from tests.brute.anchors import Member, Relation, resolve
from tests.brute.evaluate import Evaluator
from tests.brute.world import Feature

METRES = 0.01


def wrong_evidence(evaluator: Evaluator, query: ir.Query, outcome: Outcome) -> str | None:
    """None when all measured distances and counts are right, else what is wrong.

    Looked at for listed features of one row; of one of several rows the listed part alone is measured.
    """
    world = evaluator.world
    for ref, relations in outcome.by_feature().items():
        feature = world.feature_of[ref.table, ref.fid]
        if len(feature.rows) > 1:
            continue
        for measured in relations:
            wrong = _wrong(evaluator, query.target.layer, feature, measured)
            if wrong:
                return f"{ref.table}:{ref.fid} measured against {measured.relation.source.rel}: {wrong}"
    return None


def _wrong(evaluator: Evaluator, layer: str, feature: Feature, measured: Measured) -> str | None:
    node, source = measured.relation, measured.relation.source
    to = resolve(evaluator, source.to, layer)
    if to.grown or not node.distance or node.min_m is not None:
        return None  # of a ring, also one that is not met, the parts inside it are told
    others = [m for m in to.members if m.feature != feature]
    asked = ir.RelCond(rel="near", to=source.to, min_m=node.min_m, max_m=node.max_m or 1e9)
    relation = Relation(evaluator, asked, to)
    metres = sorted(_metres(evaluator, feature, m) for m in others)
    inside = sorted(x for x in (_standing(evaluator, relation, feature, m) for m in others) if x is not None)
    if measured.nearest is not None and (not metres or abs(measured.nearest.distance_m - metres[0]) > METRES):
        return f"nearest {measured.nearest.distance_m}, expected {metres[:1]}"
    if node.max_m is None:
        return None
    if measured.within_count != len(inside):
        return f"{measured.within_count} within, expected {len(inside)}"
    pairs = zip(measured.within, inside, strict=False)
    off = [(x.distance_m, m) for x, m in pairs if abs(x.distance_m - m) > METRES]
    return f"distances {off}" if off else None


def _standing(evaluator: Evaluator, relation: Relation, feature: Feature, member: Member) -> float | None:
    """The least distance to a part of a member that stands in the relation; None when none does."""
    pairs = [(no, row) for no in member.shapes for row in feature.rows if relation.holds(no)[row]]
    return min((float(evaluator.plane.metres(no)[row]) for no, row in pairs), default=None)


def _metres(evaluator: Evaluator, feature: Feature, member: Member) -> float:
    return min(float(evaluator.plane.metres(no)[row]) for no in member.shapes for row in feature.rows)


def wrong_neighbours(evaluator: Evaluator, query: ir.Query, outcome: Outcome) -> str | None:
    """None when every listed feature has its k nearest members, else what is wrong."""
    wanted = query.per_entity
    if wanted is None:
        return None
    members = evaluator.members(wanted.nearest)
    for ref, relations in outcome.by_feature().items():
        feature = evaluator.world.feature_of[ref.table, ref.fid]
        if len(feature.rows) > 1:
            continue
        others = [Member(x.rows, x) for x in members if x != feature]
        metres = sorted(_metres(evaluator, feature, x) for x in others)[: wanted.k]
        found = [x.distance_m for x in relations[0].within]
        if len(found) != len(metres) or any(abs(a - b) > METRES for a, b in zip(found, metres, strict=True)):
            return f"{ref.table}:{ref.fid} neighbours {found}, expected {metres}"
    return None
