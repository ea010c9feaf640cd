"""Symbols of style files as passes, the first symbol layer of the file on top."""

from __future__ import annotations

from core.mapping.cim.access import Json, items, kind, number, obj, word
from core.mapping.cim.log import Log
from core.mapping.cim.markers import marker_of
from core.mapping.cim.paint import FILLS, STROKES, fill_of, shown, stroke_of
from core.mapping.cim.placement import is_marker, place_markers, placed_symbol
from core.mapping.style_symbols import Fill, Geometry, Marker, MarkersInside, Pass, Stroke, StyleSymbol

MAX_PARTS = 64
GEOMETRY: dict[str, Geometry] = {
    "CIMPointSymbol": "point",
    "CIMLineSymbol": "line",
    "CIMPolygonSymbol": "polygon",
}


def symbol_of(reference: Json, log: Log) -> StyleSymbol:
    """The symbol a reference holds; one that cannot be drawn is neutral and noted."""
    symbol = obj(reference, "symbol")
    if not symbol and kind(reference) in GEOMETRY:
        symbol = reference
    _reference_notes(reference, log)
    geometry = GEOMETRY.get(kind(symbol))
    if geometry is None:
        log.note("symbol", kind=kind(symbol) or "—")
        log.grade(log.losses, False)
        return neutral("unknown")
    if geometry == "point" and number(symbol, "haloSize") > 0 and obj(symbol, "haloSymbol"):
        log.note("halo", loss=False)
    parts = [x for x in items(symbol, "symbolLayers") if shown(x)]
    if len(parts) > MAX_PARTS:
        log.note("too_many_parts", limit=MAX_PARTS)
    passes: list[Pass] = []
    for part in reversed(parts[:MAX_PARTS]):
        before = log.losses
        found = _passes(part, symbol, geometry, log)
        if found or log.losses > before:  # a layer without colour or width means to draw nothing
            log.grade(before, bool(found))
        passes += found
    return StyleSymbol(geometry=geometry, passes=_seen_through(passes))


def _seen_through(passes: list[Pass]) -> tuple[Pass, ...]:
    """Unknown signs over another one become outlines: often they frame it, and must not hide its colour."""
    made: list[Pass] = []
    for one in passes:
        ink = one.fill if isinstance(one, Marker) and one.stand_in else None
        if ink is not None and any(isinstance(p, Marker) for p in made):
            pen = Stroke(color=ink.color, opacity=ink.opacity, width=1.2)
            made.append(one.model_copy(update={"fill": None, "stroke": pen}))
        else:
            made.append(one)
    return tuple(made)


def _reference_notes(reference: Json, log: Log) -> None:
    if len(items(reference, "scaleDependentSizeVariation")) > 1:
        log.note("scale_sizes")
    if number(reference, "minScale") > 0 or number(reference, "maxScale") > 0:
        log.note("symbol_scales", loss=False)
    for override in items(reference, "primitiveOverrides")[:20]:
        log.note("overrides", property=word(override, "propertyName") or "—")


def _passes(layer: Json, symbol: Json, geometry: Geometry, log: Log) -> list[Pass]:
    name = kind(layer)
    if is_marker(layer):
        marker = marker_of(layer, log)
        return _placed((marker,), obj(layer, "markerPlacement"), geometry, log) if marker else []
    if name == "CIMPlacedPointSymbols":
        point, placement = placed_symbol(layer)
        made = [marker_of(x, log) for x in items(point, "symbolLayers")[:MAX_PARTS] if shown(x) and is_marker(x)]
        markers = tuple(m for m in reversed(made) if m)
        return _placed(markers, placement, geometry, log) if markers else []
    if name in STROKES and geometry != "point":
        stroke = stroke_of(layer, symbol, log)
        return [stroke] if stroke else []
    if name in FILLS and geometry == "polygon":
        fill = fill_of(layer, log)
        return [fill] if fill else []
    log.note("symbol_layer", kind=name or "—", geometry=geometry)
    return []


def _placed(markers: tuple[Marker, ...], placement: Json, geometry: Geometry, log: Log) -> list[Pass]:
    if geometry == "point":
        if placement:
            log.note("placement", kind=kind(placement))
        return list(markers)
    return [place_markers(markers, placement, geometry, log)]


def neutral(geometry: Geometry) -> StyleSymbol:
    """The plain symbol that stands for one that cannot be drawn."""
    if geometry == "point":
        sign = Marker(shape="circle", size=8, fill=Fill(color="#9a9a9a"), stroke=Stroke(color="#4d4d4d"))
        return StyleSymbol(geometry=geometry, passes=(sign,))
    outline = Stroke(color="#6e6e6e", width=1.2)
    if geometry == "line":
        return StyleSymbol(geometry=geometry, passes=(outline,))
    return StyleSymbol(geometry=geometry, passes=(Fill(color="#c8c8c8", opacity=0.6), outline))


def on_background(symbol: StyleSymbol, background: Json, log: Log) -> StyleSymbol:
    """Graduated point symbols over polygons: the background, and the markers in the middle of it."""
    if symbol.geometry != "point" or kind(obj(background, "symbol")) != "CIMPolygonSymbol":
        return symbol
    markers = tuple(p for p in symbol.passes if isinstance(p, Marker))
    under = symbol_of(background, log).passes
    return StyleSymbol(geometry="polygon", passes=(*under, MarkersInside(markers=markers, centre=True)))
