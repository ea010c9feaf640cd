"""The geological map of a region: bodies, contacts and fold axes from layers, overlays and faults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely

from core.demo.clearance import strike_of
from core.demo.contours import contour
from core.demo.coverage import Label, absorb_slivers, dissolve, faces_of, shared_borders
from core.demo.frame import Array, Frame
from core.demo.labels import BODY_WORDS, FOLD_LABELS
from core.demo.model import Body, Contact, Fold
from core.demo.overlays import Overlay
from core.demo.places import Places
from core.demo.spec import RegionSpec, Texts, UnitSpec
from core.demo.strata import Strata

SMALLEST_M2 = 40_000.0
SMALLEST_DYKE_M2 = 8_000.0
SMALLEST_CONTACT_M = 150.0


def map_bodies(
    frame: Frame,
    spec: RegionSpec,
    strata: Strata,
    overlays: Sequence[Overlay],
    *,
    cuts: Sequence[Any],
    places: Places,
) -> tuple[Body, ...]:
    """The bodies of a region: polygons in degrees that fill it without gaps or overlaps.

    Args:
        cuts: boundary and cross faults, metres; layers end at them, plutons and cover do not.
    """
    lines = [*cuts, *strata.lines(), *(shapely.segmentize(o.shape.boundary, 600) for o in overlays)]
    faces = faces_of(frame, lines)
    points = shapely.point_on_surface(frame.to_uv(faces))
    uv = shapely.get_coordinates(points)
    blocks = strata.block_of(uv)
    labels: list[Label] = list(zip(strata.units(uv, blocks), (int(b) for b in blocks), strict=True))
    for overlay in overlays:
        covered = overlay.covers(points)
        cut = spec.units[overlay.code].cls == "strata" and not spec.units[overlay.code].cover
        labels = [(overlay.code, x[1] if cut else -1) if c else x for x, c in zip(labels, covered, strict=True)]
    limits = {code: SMALLEST_DYKE_M2 for code, unit in spec.units.items() if unit.dyke} | {"": SMALLEST_M2}
    labels = absorb_slivers(frame, faces, labels, limits)
    return tuple(
        Body(code, spec.units[code], _body_name(frame, spec.units[code], polygon, places), polygon)
        for (code, _), polygon in dissolve(faces, labels)
    )


def _body_name(frame: Frame, unit: UnitSpec, polygon: Any, places: Places) -> Texts:
    """Layers are called by formation or group; plutons above 3 km2 by a place, smaller ones by their rock."""
    if unit.cls == "strata":
        return unit.label or unit.formation or unit.group or unit.rock
    area = frame.to_uv(polygon).area
    kind = "dyke" if unit.dyke else "stock" if area < 3e6 else "pluton" if area < 1e8 else "batholith"
    en, zh = unit.rock if kind in ("dyke", "stock") else places.take()
    return (f"{en} {BODY_WORDS[kind][0]}", f"{zh}{BODY_WORDS[kind][1]}")


def map_contacts(frame: Frame, bodies: Sequence[Body], cuts: Sequence[Any]) -> tuple[Contact, ...]:
    """The common borders of neighbouring bodies, each with its kind, degrees."""
    borders = shared_borders([b.polygon for b in bodies])
    tree = shapely.STRtree(list(cuts))
    contacts = []
    for (a, b), border in borders.items():
        sides = (bodies[a], bodies[b])
        for line in shapely.get_parts(border):
            metres = frame.to_uv(line)
            if metres.length >= SMALLEST_CONTACT_M:
                contacts.append(Contact(line, _contact_kind(sides, metres, tree), (sides[0].name, sides[1].name)))
    return tuple(contacts)


def _contact_kind(sides: tuple[Body, Body], line: Any, faults: shapely.STRtree) -> str:
    if any(side.unit.cover for side in sides):
        return "unconformable"
    middle = shapely.line_interpolate_point(line, [0.25, 0.5, 0.75], normalized=True)
    if len(np.unique(faults.query(middle, predicate="dwithin", distance=5.0)[0])) == 3:
        return "fault"
    if any(side.unit.cls == "intrusion" for side in sides):
        return "intrusive"
    piles = {side.unit.group or side.unit.age for side in sides}
    return "conformable" if len(piles) == 1 else "unconformable"


def map_folds(frame: Frame, strata: Strata, bodies: Sequence[Body], places: Places) -> tuple[Fold, ...]:
    """Axes of anticlines (low layers inside) and synclines, cut off at faults, degrees; at least 5 km long."""
    tree = shapely.STRtree([b.polygon for b in bodies])
    folds = []
    for block in strata.blocks:
        belt = strata.belts[block.belt]
        for sign, kind in ((1.0, "syncline"), (-1.0, "anticline")):
            for axis in _axes(frame, belt.phase, sign, block.shift, block.polygon):
                for line in _outcrop(frame, axis, bodies, tree):
                    middle = shapely.line_interpolate_point(line, 0.5, normalized=True)
                    core = bodies[int(tree.query(middle, predicate="dwithin", distance=1e-6)[0])].code
                    en, zh = places.take()
                    strike = strike_of(frame, frame.to_uv(line))
                    name = (f"{en} {FOLD_LABELS[kind][0].lower()}", f"{zh}{FOLD_LABELS[kind][1]}")
                    folds.append(Fold(line, kind, name, strike, core))
    return tuple(folds)


def _outcrop(frame: Frame, axis: Any, bodies: Sequence[Body], tree: shapely.STRtree) -> list[Any]:
    """The long parts of a fold axis (metres) that run through layers, not through plutons or cover; degrees."""
    line = shapely.segmentize(axis.simplify(60), 700).intersection(frame.outline)
    if line.is_empty:
        return []
    stored = frame.to_lonlat(line)
    near = [bodies[i] for i in tree.query(stored)]
    young = [b.polygon for b in near if b.unit.cls == "intrusion" or b.unit.cover]
    rest = stored.difference(shapely.coverage_union_all(young)) if young else stored
    parts = [x for x in shapely.get_parts(rest) if x.geom_type == "LineString" and frame.to_uv(x).length > 5_000]
    return [shapely.set_precision(x, 1e-6, mode="pointwise") for x in parts]


def _axes(frame: Frame, phase: Array, sign: float, shift: tuple[float, float, float], polygon: Any) -> list[Any]:
    """Crests (sign 1) or troughs (-1) of the fold wave inside a block, metres: level lines of the phase."""
    u, v = frame.u + shift[0], frame.v + shift[1]
    u0, v0, u1, v1 = polygon.bounds
    columns, rows = _window(u, u0, u1), _window(v, v0, v1)
    part = phase[rows, columns]
    lines: list[Any] = []
    for k in range(
        int(np.ceil(part.min() / (2 * np.pi) - sign / 4)), int(part.max() / (2 * np.pi) - sign / 4) + 1
    ):
        line = contour(part, 2 * np.pi * (k + sign / 4), u[columns], v[rows])
        lines += list(shapely.get_parts(line.intersection(polygon)))
    return [x for x in lines if x.geom_type == "LineString" and x.length > 5_000]


def _window(axis: Array, low: float, high: float) -> slice:
    first, last = np.searchsorted(axis, [low, high])
    return slice(max(int(first) - 1, 0), int(last) + 1)
