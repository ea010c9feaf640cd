"""Which coordinate system the coordinates of a file are in: decided, stated, assumed, or still to be asked."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pyproj

from core.database.findings import Finding
from core.ingest.crs import WGS84, Bounds, Conversion, conversion, crs_name, horizontal, parse_crs, unshifting
from core.ingest.crs_candidates import (
    CHINA,
    MAX_CANDIDATES,
    candidates,
    in_degrees,
    inside,
    is_zone,
    looks_swapped,
    swapped,
)
from core.ingest.gcj import web_map
from core.ingest.model import CrsCandidate, LoadDecisions
from core.ingest.scan import Scan
from core.ingest.source import Description
from core.ingest.wording import finding


@dataclass
class Choice:
    """The outcome; `findings` holds an error where a decision is missing."""

    conversion: Conversion | None = None
    candidates: tuple[CrsCandidate, ...] = ()
    findings: list[Finding] = field(default_factory=list)


def choose_crs(described: Description, found: Scan, decisions: LoadDecisions, file: str) -> Choice:
    """Choose the coordinate system of a file.

    Raises:
        IngestError: a decided coordinate system is unknown.
    """
    choice = Choice()
    if decisions.crs is not None:
        _decided(described, found, decisions.crs, file, choice)
        return choice
    bounds = found.bounds
    if described.crs is not None and found.pair is None:
        _take(horizontal(described.crs), bounds, file, choice)
        return choice
    if bounds is None or not all(map(math.isfinite, bounds)):
        return choice  # no usable coordinate at all, which is reported row by row
    choice.candidates = candidates(bounds)
    if found.pair is not None and found.pair.degrees and _headings(described, found, bounds, choice):
        return choice
    if is_zone(bounds) or not choice.candidates:
        code = "crs_missing_zone" if is_zone(bounds) else "crs_missing_none"
        choice.findings.append(finding(code, file=file, **sides(bounds)))
    else:
        choice.findings.append(finding("crs_missing", file=file, candidates=_listing(choice.candidates)))
    return choice


def pair_names(described: Description, found: Scan) -> dict[str, str]:
    """The coordinate columns by heading, for sentences."""
    pair = found.pair
    return {"x": described.columns[pair.x].name, "y": described.columns[pair.y].name} if pair else {}


def sides(bounds: Bounds) -> dict[str, str]:
    """Bounds for sentences."""
    return {k: f"{v:,.6g}" for k, v in zip(("west", "south", "east", "north"), bounds, strict=True)}


def _decided(described: Description, found: Scan, wanted: str, file: str, choice: Choice) -> None:
    """Take the system a person assigned, and tell when the file says another one."""
    shifted = web_map(wanted)
    crs = WGS84 if shifted else parse_crs(wanted)
    name = shifted or crs_name(crs)
    if described.crs is None or (not shifted and crs.equals(described.crs, ignore_axis_order=True)):
        choice.findings.append(finding("crs_decided", crs=name))
    else:
        choice.findings.append(finding("crs_overridden", stated=crs_name(described.crs), crs=name))
    _take(crs, found.bounds, file, choice)
    if shifted:
        choice.conversion = unshifting(shifted)


def _take(crs: pyproj.CRS, bounds: Bounds | None, file: str, choice: Choice) -> None:
    """Use a system; an error when it is geographic, but no coordinate can be degrees (single ones are refused row
    by row).
    """
    choice.conversion = conversion(crs, bounds)
    if not crs.is_geographic or bounds is None or not all(map(math.isfinite, bounds)):
        return
    if looks_swapped(bounds):
        choice.findings.append(finding("axes_suspected", **sides(bounds)))
    west, south, east, north = bounds
    if west <= 180 and east >= -180 and south <= 90 and north >= -90:
        return
    if in_degrees(swapped(bounds)):
        choice.findings.append(finding("axes_swapped", file=file, **sides(bounds)))
        return
    choice.candidates = candidates(bounds)
    hint = f": {_listing(choice.candidates)}" if choice.candidates else ""
    choice.findings.append(
        finding("crs_contradicts", file=file, crs=crs_name(crs), candidates=hint, **sides(bounds))
    )


def _headings(described: Description, found: Scan, bounds: Bounds, choice: Choice) -> bool:
    """Columns that are called longitude and latitude: taken as WGS 84, or found to be exchanged."""
    names = pair_names(described, found)
    if found.crossed:
        choice.findings.append(finding("xy_letters", **names))
        return True
    if in_degrees(bounds):
        choice.findings.append(finding("crs_assumed", crs="EPSG:4326 (WGS 84)", **names))
        if looks_swapped(bounds):
            choice.findings.append(finding("axes_suspected", **sides(bounds)))
        if inside(bounds, CHINA):
            choice.findings.append(finding("crs_gcj_possible"))
        choice.conversion = conversion(WGS84, bounds)
        return True
    if in_degrees(swapped(bounds)):
        choice.findings.append(finding("xy_swapped", value=f"{bounds[3]:g}", **names))
        choice.candidates = ()  # of the exchanged numbers, that is
        return True
    return False


def _listing(found: tuple[CrsCandidate, ...]) -> str:
    def place(x: CrsCandidate) -> str:
        west, south, east, north = x.extent
        about = ", ±10–100 m" if x.approximate else ""
        return f"{x.code} ({x.name}{about}: {west:.3f}…{east:.3f} E, {south:.3f}…{north:.3f} N)"

    return "; ".join(place(x) for x in found[:MAX_CANDIDATES])
