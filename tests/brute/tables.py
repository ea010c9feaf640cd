"""Computed values, totals and groups, worked out feature by feature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import shapely

from core.question import ir
from tests.brute import expressions
from tests.brute.anchors import Member, Relation, Resolved, resolve
from tests.brute.evaluate import Evaluator
from tests.brute.logic import compared
from tests.brute.words import MEANING
from tests.brute.world import Feature, Layer

NOT_STATED = "not stated"
Label = Any
"""A text, a number, a feature, or the position of a bucket."""


@dataclass(frozen=True)
class Group:
    """One row of a table."""

    labels: tuple[Label, ...]
    members: tuple[Feature, ...]
    cells: tuple[Any, ...] = ()


def measured(evaluator: Evaluator, measures: Sequence[ir.Measure], group: Group, target: str) -> Group:
    """A group with its measures."""
    cells = []
    for measure in measures:
        values: list[Any] = [True] * len(group.members)
        if measure.expr is not None:
            values = [expressions.value(evaluator, measure.expr, x, target) for x in group.members]
        if measure.distinct:
            values = list(dict.fromkeys(x for x in values if x is not None))
        cells.append(expressions.aggregate(measure.agg, measure.p, values))
    return Group(group.labels, group.members, tuple(cells))


def groups(evaluator: Evaluator, query: ir.Query, features: Sequence[Feature]) -> list[Group]:
    """The groups of a query in no order, after the condition on a measure."""
    target, measures = query.target.layer, query.measures or ()
    keys = [_Key(evaluator, x, target) for x in query.group_by or ()]
    found: dict[tuple[Label, ...], list[Feature]] = {}
    for feature in features:
        for labels in product(*(x.of(feature) for x in keys)):
            found.setdefault(labels, []).append(feature)
    if query.zeros and len(keys) == 1:
        for label in keys[0].everything(query.target.where):
            found.setdefault((label,), [])
    made = [measured(evaluator, measures, Group(x, tuple(y)), target) for x, y in found.items()]
    if query.having is None:
        return made
    position = [x.as_ for x in measures].index(query.having.measure)
    kept = []
    for group in made:
        evaluator.margin.relative(_number(group.cells[position]), float(query.having.value))
        if compared(group.cells[position], query.having.op, query.having.value):
            kept.append(group)
    return kept


def _conjuncts(where: ir.Cond | None) -> list[ir.Cond]:
    if isinstance(where, ir.And):
        return [x for part in where.and_ for x in _conjuncts(part)]
    return [] if where is None else [where]


def _is_area(node: ir.Cond) -> bool:
    """Whether a condition confines the target to named study areas."""
    if not isinstance(node, ir.RelCond) or node.rel != "within" or not isinstance(node.to, ir.Set):
        return False
    return node.to.layer == "district" and bool(node.to.names)


def _extent(layer: Layer) -> tuple[float, float, float, float]:
    west, south, east, north = shapely.total_bounds(np.array([x.geometry for x in layer.rows], dtype=object))
    return float(west), float(south), float(east), float(north)


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


class _Key:
    """One key of a grouped query."""

    def __init__(self, evaluator: Evaluator, node: ir.GroupKey, target: str) -> None:
        self.evaluator, self.node, self.target = evaluator, node, target
        self.members: tuple[Member, ...] = ()
        self.relation: Relation | None = None
        if isinstance(node, ir.LayerKey):
            to: Resolved = resolve(evaluator, ir.Set(layer=node.layer, where=node.where), target)
            self.members = to.members
            self.relation = Relation(
                evaluator, ir.RelCond(rel=node.rel, to=ir.Set(layer=node.layer), max_m=node.max_m), to
            )

    def of(self, feature: Feature) -> list[Label]:
        """The groups a feature counts in."""
        if isinstance(self.node, ir.FieldExpr):
            return self.values(feature, self.node.field)
        if isinstance(self.node, ir.BucketKey):
            return [self._bucket(feature, self.node)]
        assert self.relation is not None
        found: dict[Label, None] = {}
        for member in self.members:
            if member.feature != feature and self.evaluator.stands(self.relation, feature, member):
                found.update(dict.fromkeys(self._names(member)))
        return list(found)

    def _names(self, member: Member) -> list[Label]:
        assert isinstance(self.node, ir.LayerKey)
        assert member.feature is not None
        return [member.feature] if self.node.key is None else self.values(member.feature, self.node.key)

    def values(self, feature: Feature, name: str) -> list[Label]:
        """The values of an attribute that a feature counts under."""
        cell = expressions.cell_of(self.evaluator, name, feature)
        if cell is None or (cell.number is None and not cell.items):
            return [NOT_STATED]
        if cell.number is not None and name in ("year", "score", "height", "metal"):
            return [cell.number]
        return list(dict.fromkeys(MEANING.get(name, {}).get(x, x) for x in cell.items))

    def _bucket(self, feature: Feature, node: ir.BucketKey) -> Label:
        if isinstance(node.bucket, str):
            value = expressions.field(self.evaluator, node.bucket, feature)
        else:
            value = expressions.value(self.evaluator, node.bucket, feature, self.target)
        if value is None:
            return NOT_STATED
        for edge in node.edges:
            if isinstance(node.bucket, str):
                self.evaluator.margin.exact(value, edge)
            else:
                self.evaluator.close(value, edge, node.bucket)
        return sum(value >= edge for edge in node.edges)

    def _confined(self, where: ir.Cond | None, layer: str) -> list[Member]:
        """The members inside the named study areas that `where` confines the target to."""
        areas = [x for x in _conjuncts(where) if _is_area(x)]
        kept = list(self.members)
        if len(areas) == 1 and isinstance(self.node, ir.LayerKey) and self.node.layer == "district":
            named = self.evaluator.members(areas[0].to.model_copy(update={"where": None}))
            return [x for x in kept if x.feature in named]  # the areas asked for are the groups themselves
        for area in areas:
            features = [x.feature for x in kept if x.feature is not None]
            truths = self.evaluator.conditions(area, features, layer)
            kept = [x for x, truth in zip(kept, truths, strict=True) if truth]
        return kept

    def _around(self, where: ir.Cond | None) -> set[str]:
        """The tables of the target whose extent meets that of every study area it is confined to."""
        world, left = self.evaluator.world, self.evaluator.world.layers_of(self.target)
        for node in _conjuncts(where):
            if _is_area(node):
                shapes = [world.rows[i].geometry for x in self.evaluator.members(node.to) for i in x.rows]
                area = shapely.box(*shapely.total_bounds(np.array(shapes, dtype=object)))
                left = [x for x in left if shapely.box(*_extent(x)).intersects(area)] or left
        return {x.table for x in left}

    def everything(self, where: ir.Cond | None) -> list[Label]:
        """All groups there can be, also empty ones; of features those in the study areas of the target."""
        if isinstance(self.node, ir.BucketKey):
            return list(range(len(self.node.edges) + 1))
        features = self.evaluator.world.features[self.target]
        if isinstance(self.node, ir.LayerKey):
            present = [y for x in self._confined(where, self.node.layer) for y in self._names(x)]
        else:
            tables = self._around(where)
            present = [y for x in features if x.table in tables for y in self.values(x, self.node.field)]
        return [x for x in dict.fromkeys(present) if x != NOT_STATED]
