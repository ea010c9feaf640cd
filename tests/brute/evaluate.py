"""The query language worked out by hand: every feature of a small world is looked at, one by one.

Written from the description of the language and without any code of the compiler.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.question import ir
from tests.brute import expressions
from tests.brute.anchors import Member, Relation, Resolved, resolve
from tests.brute.cells import FACTORS, attribute_holds
from tests.brute.logic import OPERATORS, Truth, all_of, any_of, compared, opposite
from tests.brute.margin import Margin
from tests.brute.plane import Plane
from tests.brute.world import Feature, World

MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
TEXTS = ("kind", "size", "note", "name")
UNITS = {"km": 1000.0, "m": 1.0, "m2": 1.0, "km2": 1e6, "ha": 1e4, "deg": 1.0, "%": 1.0}


class Evaluator:
    """Answers queries about one world."""

    def __init__(self, world: World, plane: Plane | None = None) -> None:
        self.world, self.plane = world, plane or Plane(world)
        self.margin = Margin()

    # --- sets -------------------------------------------------------------------------------------------------

    def members(self, node: ir.Set) -> list[Feature]:
        """The features of a set, by table and lowest row."""
        found = list(self.world.features[node.layer])
        if node.names is not None:
            found = [x for x in found if self._named(x, node.names)]
        if node.where is None:
            return found
        truths = self.conditions(node.where, found, node.layer)
        return [x for x, truth in zip(found, truths, strict=True) if truth]

    def _named(self, feature: Feature, names: Sequence[str]) -> bool:
        return any(self.world.rows[i].cells["name"].raw in names for i in feature.rows)

    # --- conditions -------------------------------------------------------------------------------------------

    def conditions(self, node: ir.Cond, features: Sequence[Feature], layer: str) -> list[Truth]:
        """The truth of a condition for each of `features`, all of one entity type."""
        if isinstance(node, ir.And):
            return self._and(node, features, layer)
        if isinstance(node, ir.Or):
            parts = [self.conditions(x, features, layer) for x in node.or_]
            return [any_of(x) for x in zip(*parts, strict=True)]
        if isinstance(node, ir.Not):
            return [opposite(x) for x in self.conditions(node.not_, features, layer)]
        if isinstance(node, ir.RelCond):
            return self._relation(node, features, layer)
        if isinstance(node, ir.TopCond):
            return self._top(node.top, features, layer)
        one = self._attribute if isinstance(node, ir.AttrCond) else self._compared
        return [one(node, x, layer) for x in features]  # type: ignore[operator]

    def _and(self, node: ir.And, features: Sequence[Feature], layer: str) -> list[Truth]:
        plain = [x for x in node.and_ if not isinstance(x, ir.TopCond)]
        parts = [self.conditions(x, features, layer) for x in plain]
        found = [all_of(x) for x in zip(*parts, strict=True)] if parts else [True] * len(features)
        tops = [x for x in node.and_ if isinstance(x, ir.TopCond)]
        left = [x for x, truth in zip(features, found, strict=True) if truth]
        for top in tops:
            kept = [x for x, truth in zip(left, self._top(top.top, left, layer), strict=True) if truth]
            found = [all_of([t, x in kept]) for x, t in zip(features, found, strict=True)]
        return found

    def _attribute(self, node: ir.AttrCond, feature: Feature, _layer: str) -> Truth:
        """True when any part meets it; parts without a value do not make a feature unknown that has one.

        A text that is not a value is the opposite of a text that is.
        """
        if node.op == "!=" and node.attr in TEXTS:
            return opposite(self._attribute(node.model_copy(update={"op": "="}), feature, _layer))
        cells = [self.world.rows[i].cells.get(node.attr) for i in feature.rows]
        parts = [attribute_holds(node, x, self.margin) for x in cells]
        return True if True in parts else None if all(x is None for x in parts) else False

    def _relation(self, node: ir.RelCond, features: Sequence[Feature], layer: str) -> list[Truth]:
        to = resolve(self, node.to, layer)
        relation = Relation(self, node, to)
        if node.count is None:
            return [self._exists(relation, x, to) for x in features]
        counts = [sum(self.stands(relation, x, m) for m in to.members if m.feature != x) for x in features]
        return [OPERATORS[node.count.op](x, node.count.value) for x in counts]

    @staticmethod
    def stands(relation: Relation, feature: Feature, member: Member) -> bool:
        """Whether any part of a feature stands in the relation to any part of a member."""
        return any(bool(relation.holds(no)[row]) for no in member.shapes for row in feature.rows)

    def _exists(self, relation: Relation, feature: Feature, to: Resolved) -> bool:
        others = [x for x in to.members if x.feature != feature]
        if relation.ring and relation.node.rel != "direction":
            pairs = [(no, row) for m in others for no in m.shapes for row in feature.rows]
            for no, _ in pairs:
                relation.holds(no)  # notes close calls
            if any(relation.too_near(no)[row] for no, row in pairs):
                return False
            return relation.high is None or any(self.stands(relation, feature, m) for m in others)
        return any(self.stands(relation, feature, m) for m in others)

    # --- comparisons ------------------------------------------------------------------------------------------

    def _compared(self, node: ir.CmpCond, feature: Feature, layer: str) -> Truth:
        left, op, right = node.cmp
        if isinstance(left, ir.ConstExpr):
            left, op, right = right, MIRROR[op], left  # type: ignore[assignment]
        if isinstance(left, ir.FieldExpr) and isinstance(right, ir.ConstExpr):
            plain = ir.AttrCond(attr=left.field, op=op, value=right.const, unit=node.unit)
            return self._attribute(plain, feature, layer)
        one = expressions.value(self, left, feature, layer)
        other = expressions.value(self, right, feature, layer)
        if isinstance(right, ir.ConstExpr) and node.unit is not None and other is not None:
            field = left.field if isinstance(left, ir.FieldExpr) else ""
            other *= FACTORS.get(field, UNITS).get(node.unit, UNITS.get(node.unit, 1.0))
        self.close(one, other, left)
        return compared(one, op, other)

    def close(self, one: Any, other: Any, node: ir.Expr) -> None:
        """Note a comparison that rounding may decide."""
        if isinstance(one, bool) or one is None or other is None or isinstance(one, str):
            return
        if isinstance(node, ir.DistanceExpr) and one > 0 and abs(one - other) <= 0.05:
            self.margin.near += 1
        self.margin.relative(float(one), float(other))

    def _top(self, top: ir.Top, features: Sequence[Feature], layer: str) -> list[Truth]:
        ranked = self.ranked(features, [(self.top_value(top, x, layer), top.dir) for x in features])
        self.margin.ranking([self.top_value(top, x, layer) for x in ranked], top.k)
        kept = ranked[: top.k]
        return [x in kept for x in features]

    def top_value(self, top: ir.Top, feature: Feature, layer: str) -> Any:
        """What a superlative goes by."""
        if top.by is not None:
            return expressions.value(self, top.by, feature, layer)
        assert top.by_count_of is not None
        node = ir.RelCond(rel=top.rel or "near", to=top.by_count_of, max_m=top.max_m)
        to = resolve(self, node.to, layer)
        relation = Relation(self, node, to)
        return sum(self.stands(relation, feature, m) for m in to.members if m.feature != feature)

    def ranked(self, features: Sequence[Feature], *keys: Sequence[tuple[Any, str]]) -> list[Feature]:
        """Features by their keys (value, direction), missing values last, then by table and lowest row."""
        order = list(range(len(features)))
        for key in reversed(keys):
            down = key[0][1] == "desc" if key else False
            full = [i for i in order if key[i][0] is not None]
            full.sort(key=lambda i: -key[i][0] if down else key[i][0])
            order = full + [i for i in order if key[i][0] is None]
        return [features[i] for i in order]
