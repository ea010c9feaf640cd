"""A style as the browser gets it: class numbers to passes, in the form ``static/map/oresight-paint.js`` draws.

Each pass is an object whose ``p`` names its kind; colours carry their opacity, members at their usual value are
left out, and simple shapes have become outlines.  Which class a feature belongs to is worked out on the server
(:mod:`core.mapping.style_feed`); nothing of a rule travels.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from core.mapping.shapes import shape_path
from core.mapping.style_model import StyleClass, StyleLayer
from core.mapping.style_swatch import reach
from core.mapping.style_symbols import (
    Fill,
    Gradient,
    Hatch,
    Marker,
    MarkersAlong,
    MarkersInside,
    Pass,
    PictureFill,
    Stroke,
)
from core.mapping.style_web import leaflet_options

Spec = dict[str, Any]


def style_payload(layer: StyleLayer) -> Spec:
    """The style of a layer.

    ``classes`` runs parallel to the class numbers, the default last; None is a class that is not drawn.  ``hit``
    of a class is one fill and one stroke in Leaflet's words: what a click hits, and what stands for the symbol
    where passes are not drawn.  ``scales`` are the denominators of :class:`StyleLayer`, 0 without a limit.
    """
    return {
        "geometry": layer.geometry,
        "opacity": _r(layer.opacity),
        "scales": [layer.min_scale, layer.max_scale],
        "classes": [_class(x) for x in layer.classes],
    }


def payload_text(layer: StyleLayer) -> str:
    """:func:`style_payload` as JSON."""
    return json.dumps(style_payload(layer), ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def payload_tag(text: str) -> str:
    """A short digest of a payload, for addresses and entity tags."""
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def _class(entry: StyleClass) -> Spec | None:
    if not entry.visible:
        return None
    passes = [x for p in entry.symbol.passes if (x := _pass(p)) is not None]
    return {"passes": passes, "hit": leaflet_options(entry.symbol), "reach": _r(_reach(entry.symbol.passes))}


def _pass(one: Pass) -> Spec | None:
    if isinstance(one, Stroke):
        return {"p": "stroke", **_stroke(one)}
    if isinstance(one, Fill):
        return {"p": "fill", "color": _rgba(one)}
    if isinstance(one, Hatch):
        return {
            "p": "hatch",
            "lines": [_stroke(x) for x in one.lines],
            "angle": _r(one.angle),
            "separation": _r(one.separation),
            **_given(offset=_r(one.offset)),
        }
    if isinstance(one, Gradient):
        stops = [[_r(t), _rgba(Fill(color=c, opacity=o))] for t, c, o in one.stops]
        return {"p": "gradient", "stops": stops, "method": one.method, "angle": _r(one.angle), "color": _rgba(one)}
    if isinstance(one, PictureFill):
        sides = {"width": _r(one.width), "height": _r(one.height), "opacity": _r(one.opacity)}
        return {"p": "picture", "picture": one.picture, **sides, **_given(angle=_r(one.angle))}
    return _markers(one)


def _markers(one: Marker | MarkersAlong | MarkersInside) -> Spec | None:
    if isinstance(one, Marker):
        return _marker(one)
    markers = [x for m in one.markers if (x := _marker(m)) is not None]
    if not markers:
        return None
    if isinstance(one, MarkersInside):
        grid = {"stepX": _r(one.step_x), "stepY": _r(one.step_y)}
        moved = _given(
            dx=_r(one.dx), dy=_r(one.dy), shifted=one.shifted, centre=one.centre, scatter=_r(one.scatter)
        )
        return {"p": "inside", "markers": markers, **grid, **moved}
    places = _given(start=_r(one.start), ratios=[_r(x) for x in one.ratios], offset=_r(one.offset))
    steps = [_r(x) for x in one.steps]
    return {"p": "along", "markers": markers, "at": one.at, "steps": steps, "turned": one.turned, **places}


def _marker(one: Marker) -> Spec | None:
    """A marker: outlines (``parts``) or a picture; None for one that shows nothing."""
    base: Spec = {"p": "marker", "size": _r(one.size)}
    if one.graphics:
        parts = [_part(g.path, g.fill, g.stroke) for g in one.graphics]
        return {**base, "parts": parts, **_given(scale=_r(one.enlarged) if one.enlarged != 1 else 0)}
    place = _given(angle=_r(one.angle), dx=_r(one.dx), dy=_r(one.dy))
    if one.picture:
        return {**base, "picture": one.picture, "width": _r(one.size * one.ratio), **place}
    if one.shape == "none":
        return None
    return {**base, "parts": [_part(shape_path(one.shape, one.size), one.fill, one.stroke)], **place}


def _part(path: str, fill: Fill | None, stroke: Stroke | None) -> Spec:
    return {"d": path, **_given(fill=_rgba(fill) if fill else "", stroke=_stroke(stroke) if stroke else None)}


def _stroke(one: Stroke) -> Spec:
    return {
        "color": _rgba(one),
        "width": _r(one.width),
        **_given(
            dash=[_r(x) for x in one.dash],
            dashOffset=_r(one.dash_offset) if one.dash else 0,
            cap="" if one.cap == "round" else one.cap,
            join="" if one.join == "round" else one.join,
            offset=_r(one.offset),
        ),
    }


def _given(**members: Any) -> Spec:
    """Members that say something: 0, "", False, [] and None are what a missing member means."""
    return {k: v for k, v in members.items() if v}


def _rgba(paint: Fill | Stroke | Gradient) -> str:
    if paint.opacity >= 1:
        return paint.color
    r, g, b = (int(paint.color[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({r},{g},{b},{max(round(paint.opacity, 3), 0.0):g})"


def _reach(passes: tuple[Pass, ...]) -> float:
    """How far a symbol extends from its geometry, in pixels."""
    far = 0.0
    for one in passes:
        if isinstance(one, Stroke):
            far = max(far, one.width / 2 + abs(one.offset))
        elif isinstance(one, Marker):
            far = max(far, reach(one))
        elif isinstance(one, MarkersAlong):
            far = max([far, *(reach(m) + abs(one.offset) for m in one.markers)])
    return far


def _r(value: float) -> float:
    short = round(value, 3) + 0.0
    return int(short) if short == int(short) else short
