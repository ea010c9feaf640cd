"""Spatial relations in words: "within 5 km of a fault", "crossed by more than two faults"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from core.answer.fragments import Fragment, Part, fill
from core.answer.material import Material
from core.answer.numbers import count_word, radius
from core.answer.phrases import sector
from core.answer.phrases_conditions import condition
from core.answer.wording_values import setting
from core.question import ir

Which = Literal["one", "any", "every"]


def flatten(cond: ir.Cond | None, path: str) -> tuple[tuple[ir.Cond, str], ...]:
    """The conjuncts of a condition with their places in the IR."""
    if cond is None:
        return ()
    if isinstance(cond, ir.And):
        return tuple(x for i, c in enumerate(cond.and_) for x in flatten(c, f"{path}.and.{i}"))
    return ((cond, path),)


def region_of(material: Material, cond: ir.Cond) -> ir.Set | None:
    """The study area a condition restricts to, None for any other condition."""
    if not (isinstance(cond, ir.RelCond) and isinstance(cond.to, ir.Set) and cond.rel in ("within", "intersects")):
        return None
    entity = material.card.entity_types.get(cond.to.layer)
    return cond.to if entity is not None and entity.region and cond.to.names else None


def is_region(material: Material, cond: ir.Cond) -> bool:
    """Whether a condition restricts to a study area."""
    return region_of(material, cond) is not None


def range_kind(cond: ir.RelCond) -> str:
    """Which ends the distance range of a relation has: ``max``, ``min``, ``ring`` or none."""
    if cond.min_m is not None and cond.max_m is not None:
        return "ring"
    return "min" if cond.min_m is not None else "max" if cond.max_m is not None else ""


def limits(material: Material, cond: ir.RelCond, path: str) -> dict[str, Part]:
    """The ends of the distance range, each pointing at its place in the IR."""
    found: dict[str, Part] = {}
    for name, metres in (("min", cond.min_m), ("max", cond.max_m)):
        if metres is not None:
            text = radius(metres, material.language)
            found[name] = setting(material, cond, f"{path}.{name}_m", text, metres, unit="m")
    return found


@dataclass(frozen=True)
class Relations:
    """Puts relations of one query into words; sets and anchors are worded by the functions given."""

    material: Material
    noun: Callable[[Material, ir.Set, str, int], Fragment]
    anchor: Callable[[Material, ir.Anchor, str, Which], Fragment]

    def words(self, cond: ir.RelCond, path: str) -> Fragment:
        """A relation to anything but a study area, as a modifier."""
        language, kind = self.material.language, range_kind(cond)
        if cond.count is not None and isinstance(cond.to, ir.Set):
            anchor = self._many(cond.count, cond.to, path)
        else:
            anchor = self.anchor(self.material, cond.to, f"{path}.to", "every" if kind == "min" else "one")
        near = cond.rel in ("near", "along") or (cond.rel == "direction" and cond.dir is None)
        key: str = f"near_{kind}" if near and kind else "near" if near else cond.rel
        if cond.count is not None and key in ("near_max", "near_ring"):
            key = f"many_{key}"
        if cond.rel == "direction" and cond.dir is not None and kind == "max":
            key = "direction_max"
        if cond.rel == "crosses" and self._crossed(path):
            key = "crossed"
        towards = sector(cond.dir, language) if cond.dir is not None else ""
        return fill(condition(key, language), anchor=anchor, sector=towards, **limits(self.material, cond, path))

    def _many(self, count: ir.CountCond, to: ir.Set, path: str) -> Fragment:
        """ "at least three faults"."""
        text = count_word(count.value, self.material.language)
        return fill(
            condition(f"many_{count.op}", self.material.language),
            count=setting(self.material, count, f"{path}.count.value", text, count.value),
            measure=self.material.measure_word(to.layer),
            noun=self.noun(self.material, to, f"{path}.to", count.value),
        )

    def _crossed(self, path: str) -> bool:
        """Whether the condition is one on areal targets: they are crossed by lines, they do not cross them."""
        query = self.material.reading.ir.query
        if query is None or ".to." in path:
            return False
        entity = self.material.card.entity_types.get(query.target.layer)
        return entity is not None and entity.geometry == ("polygon",)
