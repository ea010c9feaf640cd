"""Markers that a symbol layer sets along a line or inside an area."""

from __future__ import annotations

from core.mapping.cim.access import PX, Json, flag, items, kind, number, numbers, pixels, word
from core.mapping.cim.log import Log
from core.mapping.style_symbols import Marker, MarkersAlong, MarkersInside

_PREFIXES = ("CIMMarkerPlacement", "CIMPointSymbolPlacement")
MIN_STEP = 2.0
MIN_SIZE = 2.5


def place_markers(
    markers: tuple[Marker, ...], placement: Json, geometry: str, log: Log
) -> MarkersAlong | MarkersInside:
    """The pass that repeats `markers` as `placement` says; on unknown placements at even steps."""
    name = kind(placement)
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    if geometry == "polygon" and (not name or name.startswith("PolygonCenter")):
        return MarkersInside(markers=markers, centre=True)
    if name.startswith("InsidePolygon"):
        return _inside(markers, placement)
    shared = {"markers": markers, "turned": flag(placement, "angleToLine"), "offset": pixels(placement, "offset")}
    where = _along(name, placement, log)
    steps = where.get("steps")
    if isinstance(steps, tuple):
        shared["markers"] = tuple(_apart(m, 0.7 * min(steps)) for m in markers)
    return MarkersAlong.model_validate({**shared, **where})


def _apart(marker: Marker, most: float) -> Marker:
    """A sign nobody knows is kept so small that neighbours do not run into one another."""
    if not marker.stand_in or marker.size <= max(most, MIN_SIZE):
        return marker
    return marker.model_copy(update={"size": max(most, MIN_SIZE)})


def _along(name: str, placement: Json, log: Log) -> dict[str, object]:
    """Where markers sit along a line."""
    for start, at in (("AtExtremities", "ends"), ("OnVertices", "vertices")):
        if name.startswith(start):
            return {"at": at}
    if name.startswith("AtRatioPositions"):
        ratios = tuple(min(max(x, 0.0), 1.0) for x in numbers(placement, "positionArray", 32)) or (0.5,)
        return {"at": "ratios", "ratios": ratios}
    if name.startswith("OnLine"):
        ratio = {"LineBeginning": 0.0, "LineEnd": 1.0}.get(word(placement, "relativeTo"), 0.5)
        return {"at": "ratios", "ratios": (ratio,)}
    if not name.startswith("AlongLine"):
        log.note("placement", kind=name or "—")
    elif not name.startswith("AlongLineSameSize"):
        log.note("random")
    steps = tuple(max(round(x * PX, 3), MIN_STEP) for x in numbers(placement, "placementTemplate", 16)) or (20.0,)
    return {"steps": steps, "start": pixels(placement, "offsetAlongLine")}


def _inside(markers: tuple[Marker, ...], placement: Json) -> MarkersInside:
    loose = min(max(number(placement, "randomness", 100.0), 0.0), 100.0) / 100
    scatter = loose if word(placement, "gridType") == "Random" or "randomness" in placement else 0.0
    step_x, step_y = (max(pixels(placement, k, 16.0 / PX), MIN_STEP) for k in ("stepX", "stepY"))
    return MarkersInside(
        markers=tuple(_apart(m, 0.5 * min(step_x, step_y)) for m in markers),
        step_x=step_x,
        step_y=step_y,
        dx=pixels(placement, "offsetX"),
        dy=-pixels(placement, "offsetY"),
        shifted=flag(placement, "shiftOddRows"),
        scatter=round(scatter, 3),
    )


def placed_symbol(layer: Json) -> tuple[Json, Json]:
    """The point symbol and the placement of the older kind of symbol layer."""
    symbol, effect = layer.get("pointSymbol"), layer.get("pointSymbolPlacementEffect")
    return symbol if isinstance(symbol, dict) else {}, effect if isinstance(effect, dict) else {}


def is_marker(layer: Json) -> bool:
    """Whether a symbol layer is a marker."""
    return kind(layer) in {"CIMVectorMarker", "CIMCharacterMarker", "CIMPictureMarker"}


def graphics_of(layer: Json) -> list[Json]:
    """The drawn parts of a vector marker."""
    return items(layer, "markerGraphics")
