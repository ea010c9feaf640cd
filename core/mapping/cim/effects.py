"""Geometric effects of a stroke: dashes and offset are kept, the others are noted."""

from __future__ import annotations

from dataclasses import dataclass

from core.mapping.cim.access import PX, Json, items, kind, numbers, pixels
from core.mapping.cim.log import Log

MAX_DASHES = 32
_VISIBLE_OFFSET = 0.2
"""Smaller offsets, in pixels, cannot be seen."""


@dataclass(frozen=True)
class Effects:
    """What the effects do to a stroke."""

    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    offset: float = 0.0


def effects_of(*owners: Json, log: Log) -> Effects:
    """The effects of a symbol layer and of the symbol around it."""
    dash: tuple[float, ...] = ()
    start = offset = 0.0
    for effect in (x for owner in owners for x in items(owner, "effects")):
        name = kind(effect)
        if name == "CIMGeometricEffectDashes":
            dash = dashes(numbers(effect, "dashTemplate", MAX_DASHES))
            start = pixels(effect, "offsetAlongLine")
        elif name == "CIMGeometricEffectOffset":
            offset += pixels(effect, "offset")
        elif name not in {"CIMGeometricEffectAddControlPoints", ""}:
            log.note("effect", kind=name.removeprefix("CIMGeometricEffect"))
    return Effects(dash, start, round(offset, 3) if abs(offset) > _VISIBLE_OFFSET else 0.0)


def dashes(template: tuple[float, ...]) -> tuple[float, ...]:
    """A dash pattern in pixels; () when it leaves no gap or has no dash."""
    lengths = tuple(round(min(max(x, 0.0), 500.0) * PX, 3) for x in template)
    if len(lengths) % 2:
        lengths *= 2
    if sum(lengths[0::2]) <= 0 and sum(lengths[1::2]) <= 0:
        return ()
    return lengths if sum(lengths[1::2]) > 0 else ()
