"""Strokes and fills of symbol layers, in the present dialect and in that of CIM 1.0."""

from __future__ import annotations

from typing import Literal, cast

from core.mapping.cim.access import Json, items, kind, number, obj, pixels, word
from core.mapping.cim.colors import GREY, color_of
from core.mapping.cim.effects import effects_of
from core.mapping.cim.log import Log
from core.mapping.cim.pictures import NoPictureError, picture_of
from core.mapping.cim.ramps import color_at, ramp_stops
from core.mapping.style_symbols import Fill, Gradient, Hatch, PictureFill, Stroke

STROKES = {"CIMSolidStroke", "CIMFilledStroke", "CIMGradientStroke", "CIMPictureStroke"}
FILLS = {"CIMSolidFill", "CIMHatchFill", "CIMGradientFill", "CIMPictureFill", "CIMFill"}
MAX_WIDTH = 200.0
MAX_HATCH_LINES = 8
MIN_SEPARATION = 1.0
AnyFill = Fill | Hatch | Gradient | PictureFill
_Cap = Literal["butt", "round", "square"]
_Join = Literal["bevel", "round", "miter"]


def shown(layer: Json) -> bool:
    """Whether a symbol layer is switched on; a missing switch is on, as the oldest files have it."""
    return layer.get("enable") is not False


def stroke_of(layer: Json, symbol: Json, log: Log) -> Stroke | None:
    """The stroke of a symbol layer; None when nothing of it can be seen."""
    paint = _stroke_paint(layer, log)
    width = pixels(layer, "width", 0.0, 0.0, MAX_WIDTH)
    if paint is None or width <= 0 or paint.opacity <= 0:
        return None
    made = effects_of(layer, symbol, log=log)
    cap, join = word(layer, "capStyle", "Butt").lower(), word(layer, "joinStyle", "Bevel").lower()
    return Stroke(
        color=paint.color,
        opacity=paint.opacity,
        width=round(width, 3),
        dash=made.dash,
        dash_offset=made.dash_offset,
        cap=cast(_Cap, cap if cap in {"butt", "round", "square"} else "butt"),
        join=cast(_Join, join if join in {"bevel", "round", "miter"} else "round"),
        offset=made.offset,
    )


def _stroke_paint(layer: Json, log: Log) -> Fill | None:
    name = kind(layer)
    if name == "CIMGradientStroke":
        log.note("gradient", method="stroke")
        color, opacity = color_at(ramp_stops(obj(layer, "colorRamp"), log), 0.5)
        return Fill(color=color, opacity=opacity)
    if name == "CIMPictureStroke":
        log.note("picture", why="stroke")
        return Fill(color=GREY)
    return _colored(obj(layer, "pattern") if name == "CIMFilledStroke" else layer, "stroke", log)


def _colored(owner: Json, what: str, log: Log) -> Fill | None:
    paint = color_of(obj(owner, "color"), log)
    if paint is None:
        log.note("no_color", kind=what)
    return paint


def fill_of(layer: Json, log: Log) -> AnyFill | None:
    """The fill of a symbol layer; None when nothing of it can be seen."""
    name = kind(layer)
    if name == "CIMFill":  # CIM 1.0 keeps the same members one level further down
        layer = obj(layer, "pattern")
        name = kind(layer).replace("Pattern", "Fill")
    if name == "CIMHatchFill":
        return _hatch(layer, log)
    if name == "CIMGradientFill":
        return _gradient(layer, log)
    if name == "CIMPictureFill":
        return _picture(layer, log)
    paint = _colored(layer, "fill", log)
    return paint if paint and paint.opacity > 0 else None


def _hatch(layer: Json, log: Log) -> Hatch | None:
    line = obj(layer, "lineSymbol")
    found = [x for x in items(line, "symbolLayers")[:MAX_HATCH_LINES] if shown(x)]
    for other in (x for x in found if kind(x) not in STROKES):
        log.note("symbol_layer", kind=kind(other), geometry="hatch")
    lines = tuple(s for x in reversed(found) if kind(x) in STROKES and (s := stroke_of(x, line, log)))
    if not lines:
        return None
    return Hatch(
        lines=lines,
        angle=number(layer, "rotation") % 360,
        separation=max(pixels(layer, "separation", 5.0), MIN_SEPARATION),
        offset=pixels(layer, "offsetX"),
    )


def _gradient(layer: Json, log: Log) -> AnyFill | None:
    stops = ramp_stops(obj(layer, "colorRamp"), log)
    color, opacity = color_at(stops, 0.5)
    method = word(layer, "gradientMethod", "Linear").lower()
    if method != "linear":
        log.note("gradient", method=method)
    if not stops:
        log.note("no_color", kind="gradient")
        return None
    return Gradient(
        color=color,
        opacity=opacity,
        stops=stops[:32],
        method=cast(
            Literal["linear", "circular", "rectangular", "buffered"],
            method if method in {"linear", "circular", "rectangular", "buffered"} else "linear",
        ),
        angle=number(layer, "angle", 90.0) % 360,
    )


def _picture(layer: Json, log: Log) -> AnyFill:
    try:
        picture, ratio = picture_of(layer.get("url"), log)
    except NoPictureError as error:
        log.note("picture", why=error)
        return color_of(obj(layer, "tintColor"), log) or Fill(color=GREY, opacity=0.5)
    if items(layer, "colorSubstitutions") or obj(layer, "tintColor"):
        log.note("picture_colors")
    height = pixels(layer, "height", 12.0, 2.0, 500.0)
    scale = min(max(number(layer, "scaleX", 1.0), 0.1), 10.0)
    return PictureFill(
        picture=picture,
        width=round(height * ratio * scale, 3),
        height=height,
        angle=number(layer, "rotation") % 360,
    )


def flat(fill: AnyFill | None) -> Fill | None:
    """One colour for any fill, for places where only one can be used."""
    if fill is None or isinstance(fill, Fill):
        return fill
    if isinstance(fill, Gradient):
        return Fill(color=fill.color, opacity=fill.opacity)
    if isinstance(fill, Hatch):
        return Fill(color=fill.lines[-1].color, opacity=fill.lines[-1].opacity)
    return Fill(color=GREY)
