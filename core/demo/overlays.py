"""What lies over or cuts through the layers: plutons and basins, lenses, dykes, valleys, youngest last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from scipy import ndimage

from core.demo.boundaries import belt_polygon
from core.demo.contours import contour
from core.demo.frame import Array, Frame, wobble
from core.demo.spec import Dykes, FieldUnit, Lens, RegionSpec

_NOWHERE = np.empty((0, 2))


@dataclass(frozen=True)
class Overlay:
    """The ground of one unit, metres."""

    code: str
    shape: Any

    def covers(self, points: Any) -> np.ndarray:
        """Which points lie in it."""
        shapely.prepare(self.shape)
        return shapely.contains(self.shape, points)


def build_overlays(frame: Frame, spec: RegionSpec, traces: list[Array], rng: np.random.Generator) -> list[Overlay]:
    """All overlays, oldest first: lenses, plutons, dykes, basins, valleys."""
    belts = [belt_polygon(frame, traces, i) for i in range(len(spec.belts))]
    overlays = [Overlay(x.unit, _lens(frame, x, rng)) for x in spec.lenses]
    overlays += [Overlay(x.unit, _patches(frame, x, belts, rng)) for x in spec.suites]
    overlays += [Overlay(x.unit, _dykes(frame, x, rng)) for x in spec.dykes]
    # Basins do not bury the fixed occurrences, which are all older.
    bare = frame.uv([x.at for x in spec.occurrences.fixed])
    overlays += [Overlay(x.unit, _patches(frame, x, belts, rng, bare)) for x in spec.basins]
    overlays.append(Overlay(spec.valleys.unit, _valleys(frame, spec, rng)))
    return overlays


def _patches(
    frame: Frame, unit: FieldUnit, belts: list[Any], rng: np.random.Generator, bare: Array = _NOWHERE
) -> Any:
    """Where a random field is high inside the belts, away from the points `bare`; `share` of the region."""
    scale_u, scale_v = (1_000 * x for x in unit.scale_km)
    field = frame.field(rng, scale_u, scale_v) + 0.22 * frame.field(rng, 1_100, 900)
    uu, vv = np.meshgrid(frame.u, frame.v)
    home = shapely.union_all([belts[i] for i in unit.belts]).buffer(900)
    away = ~shapely.contains_xy(home, uu, vv)
    # The edge of the belts is softened, or outlines would follow it in steps of the grid.
    field = field - 4.5 * ndimage.gaussian_filter(away.astype(float), 3.0)
    for u, v in bare:
        field = field - 4.0 * np.exp(-((uu - u) ** 2 + (vv - v) ** 2) / 3_500**2)
    level = float(np.quantile(field[frame.inside], 1 - unit.share))
    edge = frame.outline.buffer(4_500)
    rings = shapely.polygonize([shapely.union_all([contour(field, level, frame.u, frame.v), edge.boundary])])
    faces = [f for f in shapely.get_parts(rings) if _is_high(frame, field, level, f)]
    return shapely.union_all([f for f in faces if f.area > 5e5])


def _is_high(frame: Frame, field: Array, level: float, face: Any) -> bool:
    point = shapely.get_coordinates(face.point_on_surface())
    return bool(frame.at(field, point)[0] > level)


def _lens(frame: Frame, lens: Lens, rng: np.random.Generator) -> Any:
    n = max(24, int(1_000 * lens.size_km[0] / 180))
    t = np.linspace(-1, 1, n)
    half_length, half_width = 500 * lens.size_km[0], 500 * lens.size_km[1]
    thickness = half_width * np.sqrt(1 - t**2)
    axis = 0.5 * half_width * wobble(rng, n, n / 8)
    top = axis + thickness * (1 + 0.25 * wobble(rng, n, n / 20))
    bottom = axis - thickness * (1 + 0.25 * wobble(rng, n, n / 20))
    ring = np.vstack(
        [np.column_stack([t * half_length, top]), np.column_stack([t * half_length, bottom])[::-1][1:-1]]
    )
    return _placed(ring, lens.turn, frame.uv(lens.at)[0])


def _dykes(frame: Frame, dykes: Dykes, rng: np.random.Generator) -> Any:
    centre = frame.uv(dykes.at)[0]
    shapes = []
    for _ in range(dykes.count):
        where = centre + 1_000 * np.array(dykes.spread_km) * rng.normal(size=2)
        direction = frame.azimuth(rng.choice(dykes.strikes) + rng.normal(0, 6))
        length, width = 1_000 * rng.uniform(*dykes.length_km), rng.uniform(*dykes.width_m)
        t = np.linspace(-0.5, 0.5, max(4, int(length / 250)))
        bend = 0.02 * length * wobble(rng, len(t), 1.5)
        line = where + np.outer(t * length, direction) + np.outer(bend, [-direction[1], direction[0]])
        shapes.append(shapely.LineString(line).buffer(width / 2, cap_style="flat", join_style="mitre"))
    return shapely.union_all(shapes)


def _valleys(frame: Frame, spec: RegionSpec, rng: np.random.Generator) -> Any:
    """Valleys that leave the region across the grain and take up tributaries; wider downstream."""
    width = frame.u[-1] - frame.u[0]
    shapes = []
    for k in range(spec.valleys.count):
        start = np.array(
            [
                frame.u0 + width * (k + rng.uniform(0.1, 0.9)) / spec.valleys.count,
                rng.uniform(frame.v0, frame.v[-1]),
            ]
        )
        heading = np.radians(rng.choice([-1, 1]) * 90 + rng.normal(0, 22))
        main = _course(rng, start, heading, frame.v[-1] - frame.v0)
        low, high = spec.valleys.width_m
        main = main[: max(30, int(np.argmax(~shapely.contains_xy(frame.outline.buffer(3_000), main))))]
        shapes += _ribbon(main, low * 0.4, rng.uniform(low, high))
        for at in rng.uniform(0.2, 0.9, rng.integers(2, 5)):
            mouth = main[int(at * (len(main) - 1))]
            back = heading + np.pi + rng.choice([-1, 1]) * rng.uniform(0.5, 1.0)
            side = _course(rng, mouth, back, rng.uniform(4_000, 11_000))[::-1]
            shapes += _ribbon(side, 90.0, low * 0.9)
    return shapely.union_all(shapes).simplify(12)


def _course(rng: np.random.Generator, start: Array, heading: float, length: float) -> Array:
    n = int(length / 400)
    angle = heading + 0.4 * wobble(rng, n, 7) + 0.25 * wobble(rng, n, 1.5)
    return start + np.cumsum(400 * np.column_stack([np.cos(angle), np.sin(angle)]), axis=0)


def _ribbon(course: Array, narrow: float, wide: float) -> list[Any]:
    half = np.linspace(narrow, wide, len(course)) / 2
    pieces = [shapely.LineString(course[i : i + 2]) for i in range(len(course) - 1)]
    return [p.buffer(h, quad_segs=3) for p, h in zip(pieces, half, strict=False)]


def _placed(ring: Array, turn: float, at: Array) -> Any:
    a = np.radians(turn)
    turned = ring @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return shapely.make_valid(shapely.Polygon(turned + at))
