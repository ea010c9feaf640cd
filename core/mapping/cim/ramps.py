"""Colour ramps as stops: position from 0 to 1, colour, opacity."""

from __future__ import annotations

import colorsys

from core.mapping.cim.access import Json, items, kind, number, numbers, obj, word
from core.mapping.cim.colors import color_of, from_hex, lab_to_rgb, to_hex
from core.mapping.cim.log import Log

Stop = tuple[float, str, float]
MAX_PARTS = 64
STEPS = 8
"""Pieces of a ramp that does not run straight through RGB."""
MAX_NESTED = 4


def ramp_stops(ramp: Json, log: Log, depth: int = 0) -> tuple[Stop, ...]:
    """The stops of a ramp; () when it has no colours."""
    name = kind(ramp)
    if name == "CIMMultipartColorRamp" and depth < MAX_NESTED:
        return _multipart(ramp, log, depth)
    if name == "CIMFixedColorRamp":
        found = [c for x in items(ramp, "colors")[:MAX_PARTS] if (c := color_of(x, log))]
        last = max(len(found) - 1, 1)
        return tuple((i / last, c.color, c.opacity) for i, c in enumerate(found))
    if name == "CIMRandomHSVColorRamp":
        middle = [(number(ramp, f"min{x}") + number(ramp, f"max{x}", high)) / 2 for x, high in
                  (("H", 360.0), ("S", 100.0), ("V", 100.0))]  # fmt: skip
        made = color_of({"type": "CIMHSVColor", "values": [*middle, 100]}, log)
        return ((0.0, made.color, 1.0), (1.0, made.color, 1.0)) if made else ()
    return _continuous(ramp, log)


def _multipart(ramp: Json, log: Log, depth: int) -> tuple[Stop, ...]:
    parts = items(ramp, "colorRamps")[:MAX_PARTS]
    weights = [max(w, 0.0) for w in numbers(ramp, "weights", MAX_PARTS)]
    weights += [1.0] * (len(parts) - len(weights))
    total = sum(weights[: len(parts)]) or 1.0
    stops: list[Stop] = []
    start = 0.0
    for part, weight in zip(parts, weights, strict=False):
        share = weight / total
        stops += [(min(start + t * share, 1.0), c, o) for t, c, o in ramp_stops(part, log, depth + 1)]
        start += share
    return tuple(stops)


def _continuous(ramp: Json, log: Log) -> tuple[Stop, ...]:
    first, last = color_of(obj(ramp, "fromColor"), log), color_of(obj(ramp, "toColor"), log)
    if first is None or last is None:
        return ()
    ends = [(obj(ramp, k), c) for k, c in (("fromColor", first), ("toColor", last))]
    steps = STEPS
    labs = [numbers(x, "values", 3) for x, _ in ends if kind(x) == "CIMLABColor"]
    if len(labs) == 2 and all(len(x) == 3 for x in labs):
        one, two = labs
        colors = [to_hex(lab_to_rgb(*_between(one, two, i / steps))) for i in range(steps + 1)]
    elif kind(ramp) == "CIMPolarContinuousColorRamp":
        colors = _by_hue(first.color, last.color, word(ramp, "polarDirection"))
    else:
        return (0.0, first.color, first.opacity), (1.0, last.color, last.opacity)
    spread = last.opacity - first.opacity
    return tuple((i / steps, c, round(first.opacity + spread * i / steps, 4)) for i, c in enumerate(colors))


def _by_hue(first: str, last: str, direction: str) -> list[str]:
    one, two = (colorsys.rgb_to_hsv(*(x / 255 for x in from_hex(c))) for c in (first, last))
    way = two[0] - one[0]
    if direction == "Clockwise" and way > 0:
        way -= 1
    elif direction == "Counterclockwise" and way < 0:
        way += 1
    elif direction not in {"Clockwise", "Counterclockwise"}:
        way = (way + 0.5) % 1 - 0.5
    made = []
    for i in range(STEPS + 1):
        t = i / STEPS
        r, g, b = colorsys.hsv_to_rgb((one[0] + way * t) % 1, *(one[j] + (two[j] - one[j]) * t for j in (1, 2)))
        made.append(to_hex((r * 255, g * 255, b * 255)))
    return made


def _between(one: tuple[float, ...], two: tuple[float, ...], t: float) -> tuple[float, float, float]:
    a, b, c = (x + (y - x) * t for x, y in zip(one, two, strict=False))
    return a, b, c


def color_at(stops: tuple[Stop, ...], position: float) -> tuple[str, float]:
    """Colour and opacity of a ramp at `position`, straight between stops."""
    if not stops:
        return "#808080", 1.0
    before = stops[0]
    for stop in stops:
        if stop[0] >= position:
            span = stop[0] - before[0]
            t = (position - before[0]) / span if span > 0 else 1.0
            mixed = _between(from_hex(before[1]), from_hex(stop[1]), min(max(t, 0.0), 1.0))
            return to_hex(mixed), round(before[2] + (stop[2] - before[2]) * t, 4)
        before = stop
    return stops[-1][1], stops[-1][2]
