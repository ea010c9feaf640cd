"""Random valid queries over a world: expressions, orders, values, measures and groups."""

from __future__ import annotations

from core.question import ir
from tests.brute import expressions
from tests.brute.random_ir import COMPARISONS, NUMBERS, ConditionWriter
from tests.brute.world import Feature

UNITS = {"m": ("m", "km"), "m2": ("m2", "km2", "ha")}
"""Units a constant may be written in, by the unit of what it is compared with."""
FACTORS = {"m": 1.0, "km": 1000.0, "m2": 1.0, "km2": 1e6, "ha": 1e4}


class Writer(ConditionWriter):
    """Writes queries."""

    def query(self) -> ir.Query:
        """A query of any intent that may occur."""
        target = self.set(2, named=0.05)
        if self.may("value", 0.15):
            return self._value(target)
        if self.may("aggregate", 0.15):
            return self._aggregate(target)
        if self.may("group", 0.25):
            return self._group(target)
        intent = self.random.choice(["select", "select", "select", "count", "exists"])
        if intent != "select":
            output = {"count": "scalar", "exists": "boolean"}[intent]
            return ir.Query(intent=intent, target=target, output=output)  # type: ignore[arg-type]
        order, limit = None, None
        if self.chance(0.4):
            order = (self.order(target.layer),)
            limit = self.random.randint(1, 6) if self.chance(0.6) else None
        returned, near = None, None
        if self.may("return", 0.15):
            layer = target.layer
            returned = tuple(self.expr(layer, self.random.choice(self.units(layer))) for _ in range(2))
        if self.may("per_entity", 0.15):
            near = ir.PerEntity(nearest=self.set(1), k=self.random.randint(1, 4))
        return ir.Query(
            intent="select", target=target, order=order, limit=limit, output="entity_list", per_entity=near,
            **{"return": returned},
        )  # fmt: skip

    def order(self, layer: str) -> ir.OrderKey:
        """An order of features."""
        expr: ir.Expr
        numbers = [x for x in self.world.attributes(layer) if x in (*NUMBERS, "size")]
        if self.may("order", 0.4):
            expr = self.expr(layer, self.random.choice(self.units(layer)))
        elif self.chance(0.5) or not numbers:
            expr = ir.DistanceExpr(distance_to=self.anchor(0))
        else:
            expr = ir.FieldExpr(field=self.random.choice(numbers))
        return ir.OrderKey(expr=expr, dir=self.random.choice(["asc", "desc"]))  # type: ignore[arg-type]

    # --- expressions ------------------------------------------------------------------------------------------

    def units(self, layer: str) -> list[str]:
        """Kinds of value that features of a layer have: a unit, or the attribute of a number without one."""
        found = ["m", "m", "deg"]
        if "polygon" in self.kinds(layer):
            found += ["m2", "m2"]
        return found + [x for x in ("metal", "score", "year") if x in self.world.attributes(layer)]

    def expr(self, layer: str, unit: str, depth: int = 1) -> ir.Expr:
        """A value of each feature of a layer."""
        if depth > 0 and self.chance(0.25):
            parts = (self.expr(layer, unit, 0), self.expr(layer, unit, 0))
            if unit == "m2" and self.chance(0.3):
                return ir.OverlapExpr(overlap="ratio", **{"with": self._area()})
            if unit != "deg" and self.chance(0.3):
                return ir.OpExpr(op=self.random.choice(["/", "pct"]), args=parts)  # type: ignore[arg-type]
            whole = ir.OpExpr(op=self.random.choice(["+", "-"]), args=parts)  # type: ignore[arg-type]
            return ir.OpExpr(op="abs", args=(whole,)) if self.chance(0.3) else whole
        return self._plain(layer, unit)

    def _plain(self, layer: str, unit: str) -> ir.Expr:
        kinds = self.kinds(layer)
        if unit in ("metal", "score", "year"):
            return ir.FieldExpr(field=unit)
        if unit == "deg":
            names = ["x", "y", *(["azimuth"] if "line" in kinds else [])]
            return ir.MeasureExpr(measure=self.random.choice(names))  # type: ignore[arg-type]
        if unit == "m2":
            area = ir.MeasureExpr(measure="area")
            return ir.OverlapExpr(overlap="area", **{"with": self._area()}) if self.chance(0.35) else area
        return self._metres(layer, kinds)

    def _metres(self, layer: str, kinds: set[str]) -> ir.Expr:
        choices: list[ir.Expr] = [ir.DistanceExpr(distance_to=self.anchor(0))]
        if "line" in kinds:
            choices += [ir.MeasureExpr(measure="length")]
            choices += [ir.OverlapExpr(overlap="length", **{"with": self._area()})] if self.chance(0.4) else []
        choices += [ir.MeasureExpr(measure="perimeter")] if "polygon" in kinds else []
        choices += [ir.FieldExpr(field="height")] if "height" in self.world.attributes(layer) else []
        return self.random.choice(choices)

    def _area(self) -> ir.Set:
        flat = [x for x in self.world.entities if self.kinds(x) == {"polygon"}]
        return self.set(1, entity=self.random.choice(flat))

    def aggregate(self, unit: str | None = None) -> ir.Expr:
        """One number over a set."""
        over = self.set(1)
        if unit is None and self.chance(0.3):
            return ir.AggExpr(agg="count", over=over)
        units = self.units(over.layer)
        if unit is not None and unit not in units:
            over = self.set(1, entity=next(x for x in self.world.entities if unit in self.units(x)))
        expr = self.expr(over.layer, unit or self.random.choice(units), 0)
        if unit == "m2" and self.chance(0.4):
            hull = ir.DeriveAnchor(derive=ir.Derive(op="hull", of=(self._area(),)))
            return ir.AreaOfExpr(area_of=hull if self.chance(0.3) else self._area())
        name, p = self.agg()
        return ir.AggExpr(agg=name, p=p, expr=expr, over=over)  # type: ignore[arg-type]

    def agg(self) -> tuple[str, float | None]:
        """Name and share of an aggregate."""
        name = self.random.choice(["sum", "avg", "min", "max", "median", "stddev", "percentile"])
        return name, float(self.random.choice([0, 10, 25, 50, 90, 95, 100])) if name == "percentile" else None

    def comparison(self, layer: str) -> ir.Cond:
        """A value compared with a constant, an aggregate or another value; or one of the first few."""
        if self.may("top", 0.3):
            return self.top(layer)
        unit = self.random.choice(self.units(layer))
        left = self.expr(layer, unit)
        op = self.random.choice(COMPARISONS[2:])
        shares = isinstance(left, ir.OpExpr) and left.op in ("/", "pct")
        plain = not shares and not (isinstance(left, ir.OverlapExpr) and left.overlap == "ratio")
        kind = self.random.random()
        if plain and kind < 0.2:
            return ir.CmpCond(cmp=(left, op, self.aggregate(unit)))  # type: ignore[arg-type]
        if plain and kind < 0.4:
            return ir.CmpCond(cmp=(left, op, self.expr(layer, unit, 0)))  # type: ignore[arg-type]
        written = self.random.choice(UNITS[unit]) if plain and unit in UNITS and self.chance(0.5) else None
        at = self._threshold(left, layer) / FACTORS.get(written or "", 1.0)
        const = ir.ConstExpr(const=float(f"{at:.6g}"))
        return ir.CmpCond(cmp=(left, op, const), unit=written)  # type: ignore[arg-type]

    def _threshold(self, expr: ir.Expr | None, layer: str) -> float:
        """A number that some features are above and others below."""
        assert expr is not None
        feature: Feature = self.random.choice(self.world.features[layer])
        found = expressions.value(self.evaluator, expr, feature, layer)
        return float(found if found is not None else 1.0) * self.random.choice([0.999, 1.001, 0.8, 1.2])

    def top(self, layer: str) -> ir.TopCond:
        """One of the first k by a value or a number of relations."""
        k, down = self.random.randint(1, 4), self.random.choice(["asc", "desc"])
        if self.chance(0.35):
            metres = round(self.random.uniform(300, 5_000), 1)
            of = self.set(1)
            mutual = ["touches"] if self.kinds(of.layer) == self.kinds(layer) == {"polygon"} else []
            rel = self.random.choice(["near", "near", "intersects", *mutual])
            far = metres if rel == "near" else None
            return ir.TopCond(
                top=ir.Top(by_count_of=of, rel=rel, max_m=far, dir=down, k=k)  # type: ignore[arg-type]
            )
        by = self.expr(layer, self.random.choice(self.units(layer)), 0)
        return ir.TopCond(top=ir.Top(by=by, dir=down, k=k))  # type: ignore[arg-type]

    # --- values, measures, groups -----------------------------------------------------------------------------

    def _value(self, target: ir.Set) -> ir.Query:
        if self.chance(0.3):
            one = self.aggregate()
            if self.chance(0.4):
                one = ir.OpExpr(op=self.random.choice(["/", "-", "pct", ">", "<"]), args=(one, one))  # type: ignore[arg-type]
            return ir.Query(intent="value", target=ir.Set(layer=target.layer), value=one, output="scalar")
        expr = self.expr(target.layer, self.random.choice(self.units(target.layer)))
        return ir.Query(intent="value", target=target, value=expr, output="table")

    def measures(self, layer: str) -> tuple[ir.Measure, ...]:
        """One to three measures."""
        found = []
        for no in range(self.random.randint(1, 3)):
            if self.chance(0.4):
                found.append(ir.Measure(**{"as": f"m{no}"}, agg="count"))
                continue
            expr = self.expr(layer, self.random.choice(self.units(layer)), 0)
            if self.chance(0.15):
                exact = [x for x in ("year", "size", "score") if x in self.world.attributes(layer)]
                counted = ir.FieldExpr(field=self.random.choice(exact)) if exact else expr
                found.append(ir.Measure(**{"as": f"m{no}"}, agg="count", expr=counted, distinct=bool(exact)))
                continue
            name, p = self.agg()
            found.append(ir.Measure(**{"as": f"m{no}"}, agg=name, p=p, expr=expr))  # type: ignore[arg-type]
        return tuple(found)

    def _aggregate(self, target: ir.Set) -> ir.Query:
        return ir.Query(intent="aggregate", target=target, measures=self.measures(target.layer), output="table")

    def _group(self, target: ir.Set) -> ir.Query:
        layer = target.layer
        measures = self.measures(layer)
        keys: list[ir.GroupKey] = []
        for _ in range(2 if self.chance(0.2) else 1):
            key = self._key(layer)
            if not any(type(x) is type(key) for x in keys):
                keys.append(key)
        having, order, limit = None, None, None
        first = measures[0]
        if self.chance(0.25):
            counts = first.agg == "count" or first.expr is None
            value = float(self.random.randint(1, 3)) if counts else self._threshold(first.expr, layer)
            having = ir.Having(measure=first.as_, op=self.random.choice(COMPARISONS[2:]), value=value)  # type: ignore[arg-type]
        if self.chance(0.4):
            order = (ir.OrderKey(measure=first.as_, dir=self.random.choice(["asc", "desc"])),)  # type: ignore[arg-type]
            limit = self.random.randint(1, 3) if self.chance(0.4) else None
        zeros = True if len(keys) == 1 and self.chance(0.3) else None
        return ir.Query(
            intent="group", target=target, group_by=tuple(keys), measures=measures, having=having, order=order,
            limit=limit, zeros=zeros, output="table",
        )  # fmt: skip

    def _key(self, layer: str) -> ir.GroupKey:
        known = self.world.attributes(layer)
        fields = [x for x in ("kind", "size", "year") if x in known]
        numbers = [x for x in ("height", "score", "metal") if x in known]
        kind = self.random.choice(["field", "layer", "layer", "bucket"])
        if kind == "field" and fields:
            return ir.FieldExpr(field=self.random.choice(fields))
        if kind == "bucket" and self.chance(0.4):
            value = self.expr(layer, self.random.choice(self.units(layer)), 0)
            low = self._threshold(value, layer)
            return ir.BucketKey(bucket=value, edges=(low, low + 1.5, low + 1000.25)[: self.random.randint(1, 3)])
        if kind == "bucket" and numbers:
            name = self.random.choice(numbers)
            low = self._threshold(ir.FieldExpr(field=name), layer)
            return ir.BucketKey(bucket=name, edges=(low, low + 1.5, low + 1000.25)[: self.random.randint(1, 3)])
        other = self.random.choice(self.world.entities)
        rels = ["near", "near", "intersects"]
        rels += ["within", "within"] if self.kinds(other) == {"polygon"} else []
        rels += ["touches", "overlaps"] if self.kinds(other) == self.kinds(layer) == {"polygon"} else []
        rel = self.random.choice(rels)
        where = self.condition(other, 0, 1) if self.chance(0.3) else None
        keys = [x for x in ("kind", "size") if x in self.world.attributes(other)]
        return ir.LayerKey(
            layer=other, rel=rel, max_m=round(self.random.uniform(300, 4_000), 1) if rel == "near" else None,
            key=self.random.choice(keys) if keys and self.chance(0.25) else None, where=where,
        )  # type: ignore[arg-type]  # fmt: skip
