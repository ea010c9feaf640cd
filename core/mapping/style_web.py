"""A symbol in the terms of Leaflet's path options.

The path options are one fill and one stroke, so that something true to the colours is drawn even where hatches,
casings and markers along lines are not.
"""

from __future__ import annotations

from typing import Any

from core.mapping.style_symbols import (
    Fill,
    Gradient,
    Hatch,
    Marker,
    MarkersAlong,
    MarkersInside,
    PictureFill,
    Stroke,
    StyleSymbol,
)

HATCH_SHARE = 0.35
"""How strongly a tint stands for a hatch."""


def leaflet_options(symbol: StyleSymbol, opacity: float = 1.0) -> dict[str, Any]:
    """One fill and one stroke for `symbol`; `opacity` is that of its layer."""
    if symbol.geometry == "point":
        return _point(symbol, opacity)
    stroke = _outline(symbol)
    options: dict[str, Any] = {"stroke": stroke is not None}
    if stroke is not None:
        options |= _stroke(stroke, opacity)
    if symbol.geometry == "line":
        return options | {"fill": False}
    fill = _inside(symbol)
    if fill is None:
        return options | {"fill": False}
    return options | {"fill": True, "fillColor": fill.color, "fillOpacity": round(fill.opacity * opacity, 4)}


def _stroke(stroke: Stroke, opacity: float) -> dict[str, Any]:
    found: dict[str, Any] = {
        "color": stroke.color,
        "weight": round(stroke.width, 2),
        "opacity": round(stroke.opacity * opacity, 4),
        "lineCap": stroke.cap,
        "lineJoin": stroke.join,
    }
    if stroke.dash:
        found["dashArray"] = " ".join(f"{x:g}" for x in stroke.dash)
    return found


def _outline(symbol: StyleSymbol) -> Stroke | None:
    """The widest stroke, the upper one of equals; a line made only of markers gets a thin one in their colour."""
    strokes = [p for p in symbol.passes if isinstance(p, Stroke)]
    if strokes:
        return max(
            reversed(strokes), key=lambda s: (not s.dash, s.width) if symbol.geometry == "line" else (s.width,)
        )
    for one in symbol.passes:
        if isinstance(one, MarkersAlong):
            ink = next((m.fill or m.stroke for m in one.markers if m.fill or m.stroke), None)
            return Stroke(color=ink.color, opacity=ink.opacity, width=1.0) if ink else Stroke(width=1.0)
    return None


def _inside(symbol: StyleSymbol) -> Fill | None:
    for one in symbol.passes:  # the ground lies at the bottom
        if isinstance(one, Fill):
            return one
        if isinstance(one, Gradient):
            return Fill(color=one.color, opacity=one.opacity)
    for one in symbol.passes:
        if isinstance(one, Hatch):
            line = one.lines[-1]
            return Fill(color=line.color, opacity=line.opacity * HATCH_SHARE)
        if isinstance(one, PictureFill):
            return Fill(opacity=one.opacity * HATCH_SHARE)
        if isinstance(one, MarkersInside) and one.markers:
            ink = one.markers[0].fill or one.markers[0].stroke
            return Fill(color=ink.color, opacity=ink.opacity * HATCH_SHARE) if ink else None
    return None


def _point(symbol: StyleSymbol, opacity: float) -> dict[str, Any]:
    markers = [p for p in symbol.passes if isinstance(p, Marker)]
    if not markers:
        return {"stroke": False, "fill": False, "radius": 0}
    main = max(markers, key=lambda m: m.size)
    filled = next((m.fill for m in markers if m.fill), None)
    edge = next((m.stroke for m in reversed(markers) if m.stroke), None)
    options: dict[str, Any] = {"radius": round(main.size / 2, 2), "shape": main.shape, "stroke": edge is not None}
    if edge is not None:
        options |= _stroke(edge, opacity)
    options["fill"] = filled is not None
    if filled is not None:
        options |= {"fillColor": filled.color, "fillOpacity": round(filled.opacity * opacity, 4)}
    return options
