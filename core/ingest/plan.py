"""From the first pass to a plan: columns, geometry, conversion; and the decisions that are missing."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pyproj

from core.database.findings import Finding
from core.database.registry import GeometryType
from core.ingest.columns import Task, stored_columns, stored_type
from core.ingest.crs import Conversion, candidates, conversion, crs_name, horizontal, is_zone, parse_crs
from core.ingest.kinds import column_type
from core.ingest.model import CrsCandidate, LoadDecisions
from core.ingest.naming import column_names
from core.ingest.scan import Scan
from core.ingest.source import Description
from core.ingest.wording import finding
from core.vocabulary.card import GeometryKind

NONE = Conversion("", None, ())


@dataclass
class Plan:
    """What will be done; `findings` holds an error for every decision that is still missing."""

    tasks: list[Task]
    kind: GeometryKind
    geometry: GeometryType
    conversion: Conversion
    crs_candidates: tuple[CrsCandidate, ...] = ()
    findings: list[Finding] = field(default_factory=list)


def make_plan(described: Description, found: Scan, decisions: LoadDecisions, file: str) -> Plan:
    """Plan an import.

    Raises:
        IngestError: a decided coordinate system is unknown.
    """
    notes: list[Finding] = []
    tasks = _tasks(described, found, decisions, file, notes)
    if found.pair is None:
        kind, problem = found.census.result(decisions.geometry, file)
    else:
        kind, problem = "point", _pair(described, found, notes)
    if problem:
        notes.append(problem)
    if kind is None:
        notes.append(finding("nothing_left", file=file, why="none of them has a geometry"))
    geometry = column_type(kind or "point", found.census.many_points)
    plan = Plan(tasks, kind or "point", geometry, NONE, findings=notes)
    crs = _crs(described, found, decisions, file, plan)
    if crs is not None:
        plan.conversion = conversion(crs, found.bounds)
        notes.extend(plan.conversion.findings)
    return plan


def _pair(described: Description, found: Scan, notes: list[Finding]) -> Finding | None:
    """Tell which columns hold the coordinates; an error when they are not numbers."""
    names = _pair_names(described, found)
    notes.append(finding("xy_northing" if found.turned else "xy_found", **names))
    return finding("xy_notation", example=found.example, **names) if found.strange * 2 > found.rows else None


def _pair_names(described: Description, found: Scan) -> dict[str, str]:
    pair = found.pair
    return {"x": described.columns[pair.x].name, "y": described.columns[pair.y].name} if pair else {}


def _tasks(
    described: Description, found: Scan, decisions: LoadDecisions, file: str, notes: list[Finding]
) -> list[Task]:
    chosen = []
    for i, column in enumerate(described.columns):
        profile = found.profiles.get(i)
        if not column.name.strip() and profile is not None and not profile.examples:
            continue  # neither a heading nor a value
        type_ = stored_type(column.type, profile)
        if type_ is None:
            why, why_zh = "it holds binary data", "含二进制数据"
            notes.append(finding("column_left_out", column=column.name, why=why, why_zh=why_zh))
            continue
        if profile is not None:
            notes.extend(profile.findings())
        chosen.append((i, column, type_, profile))
    known = {x.name for x in described.columns}
    notes.extend(finding("column_unknown", column=x, file=file) for x in decisions.types if x not in known)
    censored = [profile is not None and profile.censored for _, _, _, profile in chosen]
    named = column_names([x.name for _, x, _, _ in chosen], censored)
    notes.extend(named.findings)
    return [
        Task(i, column.name, column.unit, stored_columns(name, type_, limits), profile, described.decimal)
        for (i, column, type_, profile), name, limits in zip(chosen, named.names, censored, strict=True)
    ]


def _crs(
    described: Description, found: Scan, decisions: LoadDecisions, file: str, plan: Plan
) -> pyproj.CRS | None:
    """The coordinate system of the coordinates, or None after noting what is missing."""
    bounds = found.bounds
    if decisions.crs is not None:
        crs = parse_crs(decisions.crs)
        if described.crs is not None and not crs.equals(described.crs, ignore_axis_order=True):
            plan.findings.append(finding("crs_overridden", stated=crs_name(described.crs), crs=crs_name(crs)))
        else:
            plan.findings.append(finding("crs_decided", crs=crs_name(crs)))
        _check_degrees(crs, bounds, file, plan)
        return crs
    if described.crs is not None and found.pair is None:
        crs = horizontal(described.crs)
        _check_degrees(crs, bounds, file, plan)
        return crs
    if bounds is None or not all(map(math.isfinite, bounds)):
        return None  # no usable coordinate at all, which is reported row by row
    plan.crs_candidates = candidates(bounds)
    pair = found.pair
    if pair is not None and pair.degrees and _in_degrees(bounds):
        names = _pair_names(described, found)
        plan.findings.append(finding("crs_assumed", crs="EPSG:4326 (WGS 84)", **names))
        return pyproj.CRS.from_epsg(4326)
    if pair is not None and pair.degrees and _in_degrees((bounds[1], bounds[0], bounds[3], bounds[2])):
        names = _pair_names(described, found)
        plan.findings.append(finding("xy_swapped", value=f"{bounds[3]:g}", **names))
        return None
    if plan.crs_candidates:
        plan.findings.append(finding("crs_missing", file=file, candidates=_listing(plan.crs_candidates)))
    else:
        code = "crs_missing_zone" if is_zone(bounds) else "crs_missing_none"
        plan.findings.append(finding(code, file=file, **_sides(bounds)))
    return None


def _check_degrees(
    crs: pyproj.CRS, bounds: tuple[float, float, float, float] | None, file: str, plan: Plan
) -> None:
    """Note an error when a geographic system is stated but no coordinate can be degrees; single ones are refused
    row by row.
    """
    if not crs.is_geographic or bounds is None or not all(map(math.isfinite, bounds)):
        return
    west, south, east, north = bounds
    if west <= 180 and east >= -180 and south <= 90 and north >= -90:
        return
    plan.crs_candidates = candidates(bounds)
    hint = f": {_listing(plan.crs_candidates)}" if plan.crs_candidates else ""
    plan.findings.append(
        finding("crs_contradicts", file=file, crs=crs_name(crs), candidates=hint, **_sides(bounds))
    )


def _in_degrees(bounds: tuple[float, float, float, float]) -> bool:
    west, south, east, north = bounds
    return -180 <= west <= east <= 180 and -90 <= south <= north <= 90


def _listing(found: tuple[CrsCandidate, ...]) -> str:
    def place(x: CrsCandidate) -> str:
        west, south, east, north = x.extent
        return f"{x.code} ({x.name}: {west:.3f}…{east:.3f} E, {south:.3f}…{north:.3f} N)"

    return "; ".join(place(x) for x in found)


def _sides(bounds: tuple[float, float, float, float]) -> dict[str, str]:
    return {k: f"{v:,.6g}" for k, v in zip(("west", "south", "east", "north"), bounds, strict=True)}
