"""Faults: regional boundaries, cross faults, faults at measured distances, swarms and scattered ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import shapely

from core.demo.frame import Array, Frame, wobble
from core.demo.model import Fault
from core.demo.spec import FaultKind, Measured, RegionSpec
from core.demo.traces import geodesic_distance, move_to_distance, trace_through, wavy

REACH_M = 5_000.0
KINDS: tuple[FaultKind, ...] = ("normal", "reverse", "thrust", "strike_slip", "unknown")


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


def boundary_traces(frame: Frame, spec: RegionSpec, rng: np.random.Generator) -> list[Array]:
    """Traces of the boundary faults as arrays (nu, 2) in metres, in the order of the specification."""
    traces = []
    for index, fault in enumerate(spec.boundary_faults):
        points = frame.uv(fault.trace)
        points = points[np.argsort(points[:, 0])]
        trace = trace_through(
            points, frame.u, 130.0 * wobble(rng, frame.nu, 6) + 45.0 * wobble(rng, frame.nu, 1.5)
        )
        for rule in spec.measured:
            if rule.boundary == index:
                place = spec.occurrences.fixed[rule.of].at
                moved = move_to_distance(frame, place, shapely.LineString(trace), rule.distance_m)
                trace = shapely.get_coordinates(moved)
        traces.append(trace)
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
                parts = _lines(line.intersection(strip.buffer(20)))
                best: Any = max(parts, key=lambda x: x.length, default=None)
                if best and clear.allows(best) and all(best.distance(other) > 2_500 for other in lines):
                    lines.append(best)
                    break
        result.append(lines)
    return result


def measured_faults(
    frame: Frame, spec: RegionSpec, clear: Clearance, avoid: list[Any], rng: np.random.Generator
) -> list[Any]:
    """New faults that lie exactly as far from the fixed occurrences as the rules say, metres."""
    found: list[Any] = []
    for rule in spec.measured:
        if rule.boundary is None:
            line = next(
                x for x in _tries(frame, spec, rule, rng)
                if _fits(frame, spec, rule, clear, x) and all(x.distance(y) > 60 for y in [*avoid, *found])
            )  # fmt: skip
            found.append(line)
    return found


def _tries(frame: Frame, spec: RegionSpec, rule: Measured, rng: np.random.Generator) -> Iterator[Any]:
    place = spec.occurrences.fixed[rule.of].at
    families = spec.secondary.strikes
    weights = np.array([x[2] for x in families])
    while True:
        azimuth, spread, _ = families[rng.choice(len(families), p=weights / weights.sum())]
        direction = frame.azimuth(azimuth + spread * rng.normal() * 0.6)
        normal = np.array([-direction[1], direction[0]]) * rng.choice([-1, 1])
        length = 1_000 * rng.uniform(*rule.length_km)
        centre = frame.uv(place)[0] + normal * rule.distance_m + direction * length * rng.uniform(-0.25, 0.25)
        yield move_to_distance(frame, place, wavy(rng, centre, direction, length, 0.04), rule.distance_m)


def _fits(frame: Frame, spec: RegionSpec, rule: Measured, clear: Clearance, line: Any) -> bool:
    besides = [rule.of] if rule.also is None else [rule.of, rule.also]
    if not clear.allows(line, besides):
        return False
    stored = frame.to_lonlat(line)
    if abs(geodesic_distance(spec.occurrences.fixed[rule.of].at, stored) - rule.distance_m) > 0.5:
        return False
    if rule.also is None:
        return True
    low, high = rule.also_m
    return low <= geodesic_distance(spec.occurrences.fixed[rule.also].at, stored) <= high


def swarm_faults(frame: Frame, spec: RegionSpec, clear: Clearance, rng: np.random.Generator) -> list[Any]:
    """The short faults of all swarms, metres."""
    lines: list[Any] = []
    for swarm in spec.swarms:
        centre = frame.uv(swarm.at)[0]
        for _ in range(swarm.count):
            while True:
                where = centre + rng.normal(0, 0.42 * swarm.radius_km * 1_000, 2)
                direction = frame.azimuth(rng.choice(swarm.strikes) + rng.normal(0, 4))
                line = wavy(rng, where, direction, 1_000 * rng.uniform(*swarm.length_km), 0.03)
                if np.hypot(*(where - centre)) < 1_000 * swarm.radius_km and clear.allows(line):
                    lines.append(line)
                    break
    return lines


def secondary_faults(
    frame: Frame, spec: RegionSpec, traces: list[Array], clear: Clearance, rng: np.random.Generator
) -> list[Any]:
    """Scattered faults, half of them splays of the boundary faults; clipped to the region, metres."""
    families = spec.secondary.strikes
    weights = np.array([x[2] for x in families])
    lines: list[Any] = []
    while len(lines) < spec.secondary.count:
        azimuth, spread, _ = families[rng.choice(len(families), p=weights / weights.sum())]
        direction = frame.azimuth(azimuth + spread * rng.normal() * 0.7)
        low, high = spec.secondary.length_km
        length = 1_000 * np.clip(rng.lognormal(np.log(low * 2.2), 0.6), low, high)
        where = np.array([rng.uniform(frame.u0, frame.u[-1]), rng.uniform(frame.v0, frame.v[-1])])
        if rng.random() < 0.5:
            trace = traces[rng.integers(len(traces))]
            along = trace[rng.integers(5, len(trace) - 5)]
            where = along + np.array([0.0, rng.normal(0, 2_600)])
        line = wavy(rng, where, direction, float(length), 0.05).intersection(frame.outline)
        parts = [x for x in _lines(line) if x.length > 800]
        if len(parts) == 1 and clear.allows(parts[0]) and all(parts[0].distance(x) > 150 for x in lines):
            lines.append(parts[0])
    return lines


def build_faults(
    frame: Frame, spec: RegionSpec, rng: np.random.Generator
) -> tuple[list[Array], list[list[Any]], list[Fault]]:
    """All faults of a region.

    Returns:
        the boundary traces, the cross-fault lines of each belt, and every fault (metres, inside the region).

    Raises:
        ValueError: a boundary fault enters a place that must stay clear.
    """
    clear = Clearance(frame, spec)
    traces = boundary_traces(frame, spec, rng)
    cross = cross_faults(frame, spec, traces, clear, rng)
    faults: list[Fault] = []
    for number, (fault, trace) in enumerate(zip(spec.boundary_faults, traces, strict=True)):
        besides = [m.of for m in spec.measured if m.boundary == number]
        main = shapely.LineString(trace).intersection(frame.outline)
        line = shapely.multilinestrings(_lines(main) + _strands(frame, fault.strands, trace))
        if not clear.allows(line, besides):
            raise ValueError(f"The boundary fault {fault.name[0]} enters a place that must stay clear.")
        faults.append(Fault(line, fault.kind, strike_of(frame, main), fault.name, fault.text))
    flat = [x.intersection(frame.outline) for lines in cross for x in lines]
    faults += [_describe(frame, x, rng, unknown=0.35) for x in flat if not x.is_empty]
    measured = measured_faults(frame, spec, clear, [x.line for x in faults], rng)
    faults += [Fault(x, "unknown", strike_of(frame, x)) for x in measured]
    faults += [_describe(frame, x, rng, unknown=0.7) for x in swarm_faults(frame, spec, clear, rng)]
    scattered = [_describe(frame, x, rng, unknown=0.45) for x in secondary_faults(frame, spec, traces, clear, rng)]
    longest = sorted(range(len(scattered)), key=lambda i: -scattered[i].line.length)
    for i, name in zip(longest, spec.named_secondary, strict=False):
        scattered[i] = replace(scattered[i], name=name)
    return traces, cross, faults + scattered


def _strands(frame: Frame, strands: Sequence[tuple[float, float, float]], trace: Array) -> list[Any]:
    lonlat = frame.lonlat(trace)
    along = lonlat[:, int(np.ptp(lonlat[:, 1]) > np.ptp(lonlat[:, 0]))]
    lines: list[Any] = []
    for start, end, offset in strands:
        part = trace[(along >= start) & (along <= end)]
        if len(part) > 3:
            taper = np.sin(np.linspace(0.25, np.pi - 0.25, len(part)))
            lines += _lines(
                shapely.LineString(part + np.column_stack([0 * taper, offset * taper])).intersection(frame.outline)
            )
    return lines


def _describe(frame: Frame, line: Any, rng: np.random.Generator, unknown: float) -> Fault:
    strike = strike_of(frame, line)
    if rng.random() < unknown:
        return Fault(line, "unknown", strike)
    preferred = {"E-W": (0.2, 0.35, 0.3, 0.15), "N-S": (0.5, 0.2, 0.05, 0.25)}.get(strike, (0.3, 0.15, 0.05, 0.5))
    return Fault(line, KINDS[rng.choice(4, p=preferred)], strike)


def _lines(geometry: Any) -> list[Any]:
    parts = shapely.get_parts(geometry)
    return [x for x in parts if x.geom_type == "LineString" and not x.is_empty]
