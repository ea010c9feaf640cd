"""All faults of a region: boundaries, cross faults, faults at measured distances, swarms and scattered ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import shapely

from core.demo.boundaries import boundary_traces, cross_faults, strands
from core.demo.clearance import Clearance, keeps_distance, lines_of, strike_of
from core.demo.frame import Array, Frame
from core.demo.model import Fault
from core.demo.spec import FaultKind, Measured, RegionSpec
from core.demo.traces import geodesic_distance, move_to_distance, wavy

REACH_M = 5_000.0
KINDS: tuple[FaultKind, ...] = ("normal", "reverse", "thrust", "strike_slip", "unknown")


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
    if not keeps_distance(frame, spec, rule, line):
        return False
    if rule.also is None:
        return True
    low, high = rule.also_m
    return low <= geodesic_distance(spec.occurrences.fixed[rule.also].at, frame.to_lonlat(line)) <= high


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
        parts = [x for x in lines_of(line) if x.length > 800]
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
    traces = boundary_traces(frame, spec, clear, rng)
    cross = cross_faults(frame, spec, traces, clear, rng)
    faults: list[Fault] = []
    for fault, trace in zip(spec.boundary_faults, traces, strict=True):
        main = shapely.LineString(trace).intersection(frame.outline)
        line = shapely.multilinestrings(lines_of(main) + strands(frame, fault.strands, trace))
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


def _describe(frame: Frame, line: Any, rng: np.random.Generator, unknown: float) -> Fault:
    strike = strike_of(frame, line)
    if rng.random() < unknown:
        return Fault(line, "unknown", strike)
    preferred = {"E-W": (0.2, 0.35, 0.3, 0.15), "N-S": (0.5, 0.2, 0.05, 0.25)}.get(strike, (0.3, 0.15, 0.05, 0.5))
    return Fault(line, KINDS[rng.choice(4, p=preferred)], strike)
