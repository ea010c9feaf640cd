"""The faults that part belts and blocks: boundary faults across the whole region, cross faults of a belt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely

from core.demo.clearance import Clearance, keeps_distance, lines_of
from core.demo.frame import Array, Frame, wobble
from core.demo.spec import RegionSpec
from core.demo.traces import move_to_distance, trace_through


def boundary_traces(frame: Frame, spec: RegionSpec, clear: Clearance, rng: np.random.Generator) -> list[Array]:
    """Traces of the boundary faults as arrays (nu, 2) in metres, in the order of the specification.

    Raises:
        ValueError: a trace enters a place that must stay clear, however it is drawn.
    """
    traces = []
    for index, fault in enumerate(spec.boundary_faults):
        points = frame.uv(fault.trace)
        points = points[np.argsort(points[:, 0])]
        rules = [m for m in spec.measured if m.boundary == index]
        for damping in np.linspace(1.0, 0.0, 21):
            noise = 130.0 * wobble(rng, frame.nu, 6) + 45.0 * wobble(rng, frame.nu, 1.5)
            line: Any = shapely.LineString(trace_through(points, frame.u, damping * noise))
            for rule in rules:
                line = move_to_distance(frame, spec.occurrences.fixed[rule.of].at, line, rule.distance_m)
            inside = line.intersection(frame.outline)
            if clear.allows(inside, [m.of for m in rules]) and all(
                keeps_distance(frame, spec, m, inside) for m in rules
            ):
                traces.append(shapely.get_coordinates(line))
                break
        else:
            raise ValueError(f"The boundary fault {fault.name[0]} enters a place that must stay clear.")
    return traces


def belt_polygon(frame: Frame, traces: list[Array], belt: int) -> Any:
    """The strip of belt number `belt` (0 lies below the first trace), metres, reaching past the region."""
    low, high = frame.v0 - 1e5, frame.v[-1] + 1e5
    below = traces[belt - 1] if belt else np.array([[frame.u0, low], [frame.u[-1], low]])
    above = traces[belt] if belt < len(traces) else np.array([[frame.u0, high], [frame.u[-1], high]])
    return shapely.make_valid(shapely.Polygon(np.vstack([below, above[::-1]])))


def cross_faults(
    frame: Frame, spec: RegionSpec, traces: list[Array], clear: Clearance, rng: np.random.Generator
) -> list[list[Any]]:
    """For each belt the lines of the cross faults that cut it from side to side, metres."""
    width = frame.u[-1] - frame.u[0]
    result: list[list[Any]] = []
    for number, belt in enumerate(spec.belts):
        strip = belt_polygon(frame, traces, number).intersection(frame.outline.buffer(4_000))
        _, v0, _, v1 = strip.bounds
        lines: list[Any] = []
        for k in range(belt.cross):
            for _ in range(40):
                u = frame.u0 + width * (k + rng.uniform(0.15, 0.85)) / belt.cross
                lean = rng.choice([-1, 1]) * rng.uniform(15, 42)
                v = np.arange(v0 - 500, v1 + 500, 300.0)
                bend = 0.03 * (v1 - v0) * wobble(rng, len(v), len(v) / 6)
                line = shapely.LineString(
                    np.column_stack([u + np.tan(np.radians(lean)) * (v - (v0 + v1) / 2) + bend, v])
                )
                parts = lines_of(line.intersection(strip.buffer(20)))
                best: Any = max(parts, key=lambda x: x.length, default=None)
                if best and clear.allows(best) and all(best.distance(other) > 2_500 for other in lines):
                    lines.append(best)
                    break
        result.append(lines)
    return result


def strands(frame: Frame, strands: Sequence[tuple[float, float, float]], trace: Array) -> list[Any]:
    """Parallel strands of a fault belt, metres; see :class:`~core.demo.spec.BoundaryFault`."""
    lonlat = frame.lonlat(trace)
    along = lonlat[:, int(np.ptp(lonlat[:, 1]) > np.ptp(lonlat[:, 0]))]
    lines: list[Any] = []
    for start, end, offset in strands:
        part = trace[(along >= start) & (along <= end)]
        if len(part) > 3:
            taper = np.sin(np.linspace(0.25, np.pi - 0.25, len(part)))
            lines += lines_of(
                shapely.LineString(part + np.column_stack([0 * taper, offset * taper])).intersection(frame.outline)
            )
    return lines
