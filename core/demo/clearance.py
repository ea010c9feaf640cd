"""Where faults may run, and how lines are described."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely

from core.demo.frame import Frame
from core.demo.spec import Measured, RegionSpec
from core.demo.traces import geodesic_distance


class Clearance:
    """Discs that faults must keep out of."""

    def __init__(self, frame: Frame, spec: RegionSpec) -> None:
        self.measured = sorted({m.of for m in spec.measured})
        self.fixed = [shapely.Point(frame.uv(x.at)[0]) for x in spec.occurrences.fixed]
        self.quiet = [(shapely.Point(frame.uv((x, y))[0]), 1_000.0 * r) for x, y, r in spec.quiet]
        self.keep_clear = spec.keep_clear_m

    def allows(self, line: Any, besides: Sequence[int] = ()) -> bool:
        """Whether `line` stays out of all discs, not counting those of the fixed occurrences `besides`."""
        if any(line.distance(point) < radius for point, radius in self.quiet):
            return False
        return all(line.distance(self.fixed[i]) >= self.keep_clear for i in self.measured if i not in besides)


def strike_of(frame: Frame, line: Any) -> str:
    """Compass sector of the chord of a line: E-W, NE, NW or N-S."""
    ends = frame.lonlat(shapely.get_coordinates(line)[[0, -1]])
    east = (ends[1, 0] - ends[0, 0]) * np.cos(np.radians(ends[0, 1]))
    azimuth = np.degrees(np.arctan2(east, ends[1, 1] - ends[0, 1])) % 180
    return ("N-S", "NE", "E-W", "NW", "N-S")[int((azimuth + 22.5) // 45)]


def keeps_distance(frame: Frame, spec: RegionSpec, rule: Measured, line: Any) -> bool:
    """Whether `line` (metres) is as far from the occurrence of `rule` as it demands, to half a metre."""
    place = spec.occurrences.fixed[rule.of].at
    return abs(geodesic_distance(place, frame.to_lonlat(line)) - rule.distance_m) <= 0.5


def lines_of(geometry: Any) -> list[Any]:
    """The non-empty LineStrings in a geometry."""
    parts = shapely.get_parts(geometry)
    return [x for x in parts if x.geom_type == "LineString" and not x.is_empty]
