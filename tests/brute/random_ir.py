"""Random valid sets and conditions over a world."""

from __future__ import annotations

from random import Random
from typing import Any

from core.question import ir
from tests.brute.cells import FACTORS
from tests.brute.evaluate import Evaluator
from tests.brute.plane import SECTORS
from tests.brute.shapes import SIDE
from tests.brute.words import FAMILY, NOTES, RANKS

RELATIONS = {
    ("point", "point"): ("intersects",), ("point", "line"): ("intersects", "touches"),
    ("point", "polygon"): ("within", "intersects", "touches"), ("line", "point"): ("intersects", "touches"),
    ("line", "line"): ("intersects", "crosses", "touches", "overlaps"),
    ("line", "polygon"): ("within", "intersects", "crosses", "touches"),
    ("polygon", "point"): ("contains", "intersects", "touches"),
    ("polygon", "line"): ("contains", "intersects", "crosses", "touches"),
    ("polygon", "polygon"): ("within", "contains", "intersects", "touches", "overlaps"),
}  # fmt: skip
DERIVED = ("centroid", "intersection", "shared_boundary", "buffer_union", "boundary", "hull")
TEXTS = ("kind", "size", "note", "name")
NUMBERS = ("height", "metal", "year", "score")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


class ConditionWriter:
    """Writes conditions; `wide` names the parts of the language that may occur beside the plain ones."""

    def __init__(self, evaluator: Evaluator, random: Random, wide: frozenset[str] = frozenset()) -> None:
        self.evaluator, self.world = evaluator, evaluator.world
        self.random, self.wide = random, wide

    def may(self, part: str, share: float) -> bool:
        """True in a share of the cases when a part of the language may occur."""
        return (part in self.wide or "all" in self.wide) and self.chance(share)

    def chance(self, share: float) -> bool:
        """True in a share of the cases."""
        return self.random.random() < share

    # --- sets and anchors -------------------------------------------------------------------------------------

    def set(self, depth: int, *, entity: str | None = None, named: float = 0.15) -> ir.Set:
        """A set of features."""
        layer = entity or self.random.choice(self.world.entities)
        names = None
        known = sorted({r.cells["name"].raw for x in self.world.layers_of(layer) for r in x.rows} - {None})
        if known and self.chance(named):
            names = tuple(self.random.sample(known, min(len(known), self.random.randint(1, 2))))
        where = self.condition(layer, depth) if depth > 0 and self.chance(0.75) else None
        return ir.Set(layer=layer, names=names, where=where)

    def anchor(self, depth: int) -> ir.Anchor:
        """What a distance refers to."""
        if self.chance(0.12):
            return ir.PointAnchor(point=self.point())
        if self.may("derive", 0.2):
            return self.derived(depth)
        return self.set(depth if self.chance(0.5) else 0)

    def derived(self, depth: int) -> ir.DeriveAnchor:
        """One shape made from others."""
        op = self.random.choice(
            ["centroid", "intersection", "shared_boundary", "buffer_union", "boundary", "hull"]
        )
        flat = [x for x in self.world.entities if self.kinds(x) == {"polygon"}]
        of: tuple[ir.Anchor, ...] = (self.set(depth, named=0.3),)
        if op in ("shared_boundary", "boundary"):
            of = (self.set(depth, entity=self.random.choice(flat)),)
        if op in ("intersection", "shared_boundary"):
            of = (*of, self.set(depth, entity=self.random.choice(flat)))
        metres = round(self.random.uniform(200, 3_000), 1) if op == "buffer_union" else None
        return ir.DeriveAnchor(derive=ir.Derive(op=op, of=of, distance_m=metres))  # type: ignore[arg-type]

    def kinds(self, entity: str) -> set[str]:
        """Kinds of geometry of an entity type."""
        return {x.kind for x in self.world.layers_of(entity)}

    def point(self) -> tuple[float, float]:
        """Somewhere in the world."""
        west = min(x.geometry.bounds[0] for x in self.world.rows)
        south = min(x.geometry.bounds[1] for x in self.world.rows)
        x, y = self.random.uniform(0, SIDE), self.random.uniform(0, SIDE)
        return round(west + x * 0.01, 5), round(south + y * 0.01, 5)

    # --- conditions -------------------------------------------------------------------------------------------

    def condition(self, layer: str, depth: int, inner: int = 2) -> ir.Cond:
        """A condition on features of a layer; `inner` levels of and, or, not are left."""
        if inner > 0 and self.chance(0.45):
            kind = self.random.choice(["and", "or", "not"])
            if kind == "not":
                return ir.Not(**{"not": self.condition(layer, depth, inner - 1)})
            parts = [self.condition(layer, depth, inner - 1) for _ in range(self.random.randint(2, 3))]
            if kind == "or":
                return ir.Or(**{"or": parts})
            flat = [y for x in parts for y in (x.and_ if isinstance(x, ir.And) else [x])]
            tops = [x for x in flat if isinstance(x, ir.TopCond)]
            flat = [x for x in flat if not any(x is y for y in tops[1:])]
            if len(flat) < 2:
                return flat[0]
            return ir.And(**{"and": flat})
        if self.may("cmp", 0.15):
            return self.comparison(layer)
        return self.attribute(layer) if self.chance(0.45) else self.relation(layer, depth - 1)

    def comparison(self, layer: str) -> ir.Cond:
        """A comparison of two values; written by the writer of expressions."""
        raise NotImplementedError

    def attribute(self, layer: str) -> ir.Cond:
        """A condition on an attribute some layer of the type has."""
        name = self.random.choice(list(self.world.attributes(layer)))
        if self.chance(0.08):
            return ir.AttrCond(attr=name, op=self.random.choice(["is_null", "not_null"]))  # type: ignore[arg-type]
        return self._number(layer, name) if name in NUMBERS else self._text(layer, name)

    def _text(self, layer: str, name: str) -> ir.AttrCond:
        cells = [r.cells[name] for x in self.world.layers_of(layer) for r in x.rows if name in r.cells]
        raws = sorted({c.raw for c in cells if c.raw is not None})
        if not raws:
            return ir.AttrCond(attr=name, op="not_null")
        if name == "size" and self.chance(0.4):
            op = self.random.choice(["<", "<=", ">", ">="])
            return ir.AttrCond(attr=name, op=op, value=self.random.choice(list(RANKS)))  # type: ignore[arg-type]
        if self.chance(0.2):
            text = self.random.choice(raws)
            part = text[: self.random.randint(1, len(text))] if self.chance(0.5) else self.random.choice(text)
            op = self.random.choice(["contains", "starts_with"])
            return ir.AttrCond(attr=name, op=op, value=part if part.strip() else text)  # type: ignore[arg-type]
        values = [self._text_value(name, raws, cells) for _ in range(2)]
        if self.chance(0.2):
            return ir.AttrCond(attr=name, op="in", value=list(dict.fromkeys(values)))
        return ir.AttrCond(attr=name, op=self.random.choice(["=", "=", "!="]), value=values[0])  # type: ignore[arg-type]

    def _text_value(self, name: str, raws: list[str], cells: list[Any]) -> str:
        there = {x for c in cells for x in c.concepts}
        known = FAMILY if name == "kind" else dict.fromkeys(RANKS, ()) if name == "size" else {}
        concepts = [x for x, family in known.items() if there & {x, *family}]
        if concepts and self.chance(0.75):
            return self.random.choice(concepts)
        return self.random.choice(NOTES) if name == "note" and self.chance(0.3) else self.random.choice(raws)

    def _number(self, layer: str, name: str) -> ir.AttrCond:
        cells = [r.cells[name] for x in self.world.layers_of(layer) for r in x.rows if name in r.cells]
        units = list(FACTORS.get(name, {}))
        unit = self.random.choice(units) if units and self.chance(0.6) else None
        factor = FACTORS[name][unit] if unit else 1.0

        def number() -> float:
            known = [c.number for c in cells if c.number is not None] or [1.0]
            if name in ("year", "score") and self.chance(0.6):
                return self.random.choice(known)
            return float(f"{self.random.choice(known) / factor * self.random.uniform(0.7, 1.4):.4g}")

        if self.chance(0.15):
            return ir.AttrCond(attr=name, op="between", value=[number(), number()], unit=unit)
        if name in ("year", "score") and self.chance(0.15):
            return ir.AttrCond(attr=name, op="in", value=[number(), number()], unit=unit)
        return ir.AttrCond(attr=name, op=self.random.choice(COMPARISONS), value=number(), unit=unit)  # type: ignore[arg-type]

    def relation(self, layer: str, depth: int) -> ir.Cond:
        """A relation to an anchor."""
        if self.may("direction", 0.2):
            return self._direction(depth)
        if self.chance(0.5):
            return self._near(depth)
        if self.may("derive", 0.15):
            return self._to_derived(depth)
        to = self.set(depth)
        kinds = {(a, b) for a in self.kinds(layer) for b in self.kinds(to.layer)}
        rel = self.random.choice(sorted({r for k in kinds for r in RELATIONS[k]}))
        strict = True if rel in ("within", "contains") and self.may("strict", 0.25) else None
        return ir.RelCond(rel=rel, to=to, count=self.count(), strict=strict)  # type: ignore[arg-type]

    def _direction(self, depth: int) -> ir.RelCond:
        to = self.anchor(depth)
        if isinstance(to, ir.DeriveAnchor) and to.derive.op == "buffer_union":
            to = self.set(depth)
        sector = self.random.choice(SECTORS)
        far = round(self.random.uniform(800, 9_000), 1) if self.chance(0.4) else None
        count = self.count() if isinstance(to, ir.Set) else None
        low = round(far * self.random.uniform(0.1, 0.8), 1) if far and self.chance(0.3) else None
        return ir.RelCond(rel="direction", to=to, dir=sector, min_m=low, max_m=far, count=count)  # type: ignore[arg-type]

    def _to_derived(self, depth: int) -> ir.RelCond:
        to = self.derived(depth)
        rels = {
            "hull": ("within", "intersects"), "buffer_union": ("within", "intersects"),
            "intersection": ("intersects",), "shared_boundary": ("intersects",), "boundary": ("intersects",),
        }.get(to.derive.op, ("near",))  # fmt: skip
        return ir.RelCond(rel=self.random.choice(rels), to=to)  # type: ignore[arg-type]

    def _near(self, depth: int) -> ir.RelCond:
        to = self.anchor(depth)
        shape = self.random.choice(["max", "max", "max", "min", "ring", "default"])
        metres = round(self.random.uniform(200, 6_000), 1)
        far = round(metres + self.random.uniform(300, 5_000), 1)
        low = metres if shape in ("min", "ring") else None
        high = {"max": metres, "ring": far}.get(shape)
        counted = ("max", "default", "ring") if self.may("ringcount", 1) else ("max", "default")
        count = self.count() if isinstance(to, ir.Set) and shape in counted else None
        rel = "along" if shape == "default" and self.chance(0.4) else "near"
        return ir.RelCond(rel=rel, to=to, min_m=low, max_m=high, count=count)  # type: ignore[arg-type]

    def count(self) -> ir.CountCond | None:
        """A condition on the number of partners, sometimes."""
        if not self.chance(0.2):
            return None
        return ir.CountCond(op=self.random.choice(COMPARISONS), value=self.random.randint(0, 4))  # type: ignore[arg-type]
