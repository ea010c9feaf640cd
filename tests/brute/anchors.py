"""What relations and distances refer to: sets of features, points, derived shapes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from core.question import ir
from tests.brute.describe import NEAR_M
from tests.brute.plane import Flags, Floats, sector
from tests.brute.world import Feature

if TYPE_CHECKING:
    from tests.brute.evaluate import Evaluator

OTHER_TESTS = {"touches", "overlaps", "crosses", "intersects"}


@dataclass(frozen=True)
class Member:
    """One member of an anchor: numbers of its shapes, and the feature it is, if it is one."""

    shapes: tuple[int, ...]
    feature: Feature | None = None


@dataclass(frozen=True)
class Resolved:
    """An anchor as its members; `grown` is the distance around them that belongs to it too."""

    members: tuple[Member, ...]
    grown: float = 0.0
    region: bool = False
    near_m: float = 5_000.0


def resolve(world: Evaluator, anchor: ir.Anchor, target: str) -> Resolved:
    """The members of an anchor; `target` is the entity type that asks."""
    if isinstance(anchor, ir.Set):
        found = tuple(Member(x.rows, x) for x in world.members(anchor))
        return Resolved(found, 0.0, anchor.layer == "district", NEAR_M[anchor.layer])
    near_m = NEAR_M[target]
    if isinstance(anchor, ir.PointAnchor):
        return Resolved((Member((world.plane.add(shapely.Point(anchor.point)),)),), near_m=near_m)
    assert isinstance(anchor, ir.DeriveAnchor)
    derive = anchor.derive
    if derive.op == "buffer_union":
        of = resolve(world, derive.of[0], target)
        return replace(of, grown=of.grown + (derive.distance_m or 0.0), region=False, near_m=near_m)
    shape = derived(world, derive, target)
    if shape.is_empty:
        return Resolved((), near_m=near_m)
    return Resolved((Member((world.plane.add(shape),)),), near_m=near_m)


def shapes_of(world: Evaluator, anchor: ir.Anchor, target: str) -> list[BaseGeometry]:
    """The shapes of all members of an anchor, one a member."""
    members = resolve(world, anchor, target).members
    return [shapely.union_all([world.plane.shapes[i] for i in x.shapes]) for x in members]


def derived(world: Evaluator, derive: ir.Derive, target: str) -> BaseGeometry:
    """One shape made from others."""
    sets = [shapes_of(world, x, target) for x in derive.of]
    if derive.op == "intersection":
        owners = [[x.feature for x in resolve(world, of, target).members] for of in derive.of]
        pairs = product(*(zip(sets[i], owners[i], strict=True) for i in (0, -1)))
        apart = [(a, b) for (a, x), (b, y) in pairs if x is None or x is not y]
        return shapely.union_all([shapely.intersection(a, b) for a, b in apart])
    if derive.op == "shared_boundary":
        one, other = (shapely.boundary(shapely.union_all(shapes)) for shapes in (sets[0], sets[-1]))
        parts = [x for x in shapely.get_parts(shapely.intersection(one, other)) if x.geom_type == "LineString"]
        return shapely.union_all(parts)
    whole = shapely.union_all([x for shapes in sets for x in shapes])
    if whole.is_empty:
        return whole
    return {"centroid": shapely.centroid, "hull": shapely.convex_hull, "boundary": shapely.boundary}[derive.op](
        whole
    )


class Relation:
    """A relation of the query, tested for all rows against one shape."""

    def __init__(self, world: Evaluator, node: ir.RelCond, to: Resolved) -> None:
        self.world, self.plane, self.node, self.to = world, world.plane, node, to
        self.low, self.high = node.min_m, node.max_m
        if node.rel in ("near", "along") and self.low is None and self.high is None:
            self.high = to.near_m

    @property
    def ring(self) -> bool:
        """True when a member that is too near rules the feature out."""
        return self.low is not None

    def metres(self, no: int) -> Floats:
        """Distance of all rows to the anchor as far as this shape is it."""
        return np.maximum(self.plane.metres(no) - self.to.grown, 0.0)

    def holds(self, no: int) -> Flags:
        """For all rows whether they stand in the relation to the shape."""
        rel = self.node.rel
        if rel in ("near", "along"):
            return self._between(no)
        if self.to.grown:
            assert rel in ("within", "intersects")
            self.world.margin.distances(self.plane.metres(no), self.to.grown)
            return self.plane.metres(no) <= self.to.grown
        if rel == "direction":
            return self._direction(no)
        if rel in OTHER_TESTS:
            return self.plane.test(rel, no)
        return self._within(no) if rel == "within" else self._contains(no)

    def _between(self, no: int) -> Flags:
        metres = self.metres(no)
        found = np.ones(len(metres), bool)
        if self.high is not None:
            self.world.margin.distances(metres, self.high)
            found &= metres <= self.high
        if self.low is not None:
            self.world.margin.distances(metres, self.low)
            found &= metres >= self.low
        return found

    def too_near(self, no: int) -> Flags:
        """For all rows whether the shape is nearer than the inner distance."""
        return self.metres(no) < (self.low or 0.0)

    def _direction(self, no: int) -> Flags:
        azimuth = self.plane.azimuth(no)
        self.world.margin.sectors(azimuth)
        found = np.array([sector(x) == self.node.dir for x in azimuth]) & ~self.plane.test("intersects", no)
        return found & self._between(no) if self.high is not None or self.low is not None else found

    def _within(self, no: int) -> Flags:
        if self.plane.kinds[no] != "polygon":
            return np.zeros(self.plane.count, bool)
        if self.node.strict:
            return self.plane.test("covered_by", no)
        kinds = np.array(self.plane.kinds[: self.plane.count])
        meets = self.plane.test("intersects", no)
        lines = meets if self.to.region else self.plane.test("covers", no, swapped=True)
        return np.select([kinds == "point", kinds == "line"], [meets, lines], self.plane.inside(no))

    def _contains(self, no: int) -> Flags:
        polygons = np.array(self.plane.kinds[: self.plane.count]) == "polygon"
        if self.node.strict or self.plane.kinds[no] == "line":
            return polygons & self.plane.test("covers", no)
        if self.plane.kinds[no] == "point":
            return polygons & self.plane.test("intersects", no)
        return polygons & self.plane.holds_inside(no)
