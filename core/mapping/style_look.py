"""The few properties of a symbol that most people want to change, read from it and put into it.

Whatever else a symbol has, such as casings, hatches or drawn markers, stays: a new colour replaces the main colour
wherever the symbol uses it, a new size enlarges everything.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, cast, get_args

from core.mapping.style_scale import enlarged
from core.mapping.style_symbols import (
    Fill,
    Geometry,
    Gradient,
    Hatch,
    Marker,
    MarkersAlong,
    MarkersInside,
    Pass,
    PictureFill,
    Shape,
    Stroke,
    StyleSymbol,
)

Dash = Literal["", "dashed", "dotted", "dash_dot", "own"]
Lines = Literal["", "rising", "falling", "level", "upright", "crossed", "own"]
DASHES: dict[str, tuple[float, ...]] = {
    "": (), "dashed": (6.0, 3.5), "dotted": (0.1, 2.6), "dash_dot": (7.0, 3.0, 0.1, 3.0),
}  # fmt: skip
"""In widths of the line."""
LINES: dict[str, tuple[float, ...]] = {
    "": (), "rising": (45.0,), "falling": (135.0,), "level": (0.0,), "upright": (90.0,), "crossed": (45.0, 135.0),
}  # fmt: skip
"""Angles of the lines of a hatch."""
SEPARATION = 6.0
SHAPES = tuple(x for x in get_args(Shape) if x != "none")
Inked = Fill | Stroke | Gradient


@dataclass(frozen=True)
class Look:
    """What can be changed of a symbol; None where it has no such thing."""

    color: str = "#808080"
    opacity: float = 1.0
    """Of the main colour."""
    outline: str | None = None
    outline_width: float = 0.0
    size: float = 0.0
    """Height of a sign or width of a line, pixels; 0 for areas."""
    shape: str | None = None
    """None for signs that are drawn or pictures, and for lines and areas."""
    dash: str = ""
    """Of lines; ``own`` is a pattern that has no name here."""
    lines: str = ""
    """Hatch of areas."""
    lines_color: str = "#333333"


def look_of(symbol: StyleSymbol) -> Look:
    """The look of a symbol."""
    if symbol.geometry == "point":
        return _point_look(symbol)
    return _line_look(symbol) if symbol.geometry == "line" else _area_look(symbol)


def with_look(symbol: StyleSymbol, look: Look) -> StyleSymbol:
    """`symbol` with what differs in `look` changed."""
    was = look_of(symbol)
    if look == was:
        return symbol
    made = symbol
    if symbol.geometry == "polygon" and (look.lines, look.lines_color) != (was.lines, was.lines_color):
        made = _hatched(made, look)
    if (look.color, look.opacity) != (was.color, was.opacity):
        made = _painted(made, was, look)
    if (look.outline, look.outline_width) != (was.outline, was.outline_width):
        made = _outlined(made, look)
    if look.size != was.size and was.size > 0 and look.size > 0:
        made = enlarged(made, look.size / was.size)
    if look.dash not in {was.dash, "own"}:
        made = _dashed(made, DASHES[look.dash])
    if look.shape != was.shape and look.shape is not None:
        made = _shaped(made, cast(Shape, look.shape))
    return made


def colored(symbol: StyleSymbol, color: str) -> StyleSymbol:
    """`symbol` in another main colour."""
    return with_look(symbol, replace(look_of(symbol), color=color))


def _point_look(symbol: StyleSymbol) -> Look:
    signs = [p for p in symbol.passes if isinstance(p, Marker)]
    if not signs:
        return Look()
    main = max(signs, key=lambda m: m.size)
    inks = [x for m in signs for x in _inks(m)]
    fills = [x for x in inks if isinstance(x, Fill)]
    strokes = [x for x in inks if isinstance(x, Stroke)]
    ink = fills[0] if fills else strokes[0] if strokes else Fill()
    edge = strokes[-1] if strokes and fills else None
    simple = len(signs) == 1 and not main.graphics and main.picture is None
    return Look(
        color=ink.color, opacity=ink.opacity, outline=edge.color if edge else "#000000" if simple else None,
        outline_width=edge.width if edge else 0.0, size=main.size, shape=main.shape if simple else None,
    )  # fmt: skip


def _line_look(symbol: StyleSymbol) -> Look:
    strokes = [p for p in symbol.passes if isinstance(p, Stroke)]
    if not strokes:
        inks = [x for p in symbol.passes if isinstance(p, MarkersAlong) for m in p.markers for x in _inks(m)]
        ink = inks[0] if inks else Stroke()
        return Look(color=ink.color, opacity=ink.opacity)
    top = strokes[-1]
    dash = next((name for name, x in DASHES.items() if _times(x, top.width) == _rounded(top.dash)), "own")
    return Look(color=top.color, opacity=top.opacity, size=max(s.width for s in strokes), dash=dash)


def _area_look(symbol: StyleSymbol) -> Look:
    grounds = [p for p in symbol.passes if isinstance(p, Fill | Gradient)]
    hatches = [p for p in symbol.passes if isinstance(p, Hatch)]
    strokes = [p for p in symbol.passes if isinstance(p, Stroke)]
    angles = tuple(h.angle for h in hatches)
    lines = next((name for name, x in LINES.items() if x == angles), "own")
    others = any(isinstance(p, MarkersInside | PictureFill) for p in symbol.passes)
    ground = grounds[0] if grounds else Fill(color="#ffffff", opacity=0.0)
    return Look(
        color=ground.color, opacity=ground.opacity, outline=strokes[-1].color if strokes else "#000000",
        outline_width=strokes[-1].width if strokes else 0.0, lines="own" if others else lines,
        lines_color=hatches[0].lines[0].color if hatches and hatches[0].lines else "#333333",
    )  # fmt: skip


def _inks(marker: Marker) -> list[Fill | Stroke]:
    if marker.graphics:
        return [x for g in marker.graphics for x in (g.fill, g.stroke) if x is not None]
    return [x for x in (marker.fill, marker.stroke) if x is not None]


def _painted(symbol: StyleSymbol, was: Look, look: Look) -> StyleSymbol:
    """The main colour replaced wherever it is used."""

    def ink(value: Any) -> Any:
        if value is None or value.color != was.color:
            return value
        more: dict[str, Any] = {"color": look.color}
        if value.opacity == was.opacity:
            more["opacity"] = look.opacity
        if isinstance(value, Gradient):
            return Fill(color=look.color, opacity=look.opacity)
        return value.model_copy(update=more)

    def sign(marker: Marker) -> Marker:
        graphics = tuple(
            g.model_copy(update={"fill": ink(g.fill), "stroke": ink(g.stroke)}) for g in marker.graphics
        )
        return marker.model_copy(
            update={"fill": ink(marker.fill), "stroke": ink(marker.stroke), "graphics": graphics}
        )

    passes: list[Pass] = []
    ground = any(isinstance(p, Fill | Gradient) for p in symbol.passes)
    if symbol.geometry == "polygon" and not ground:  # an area without a ground gets one
        passes.append(Fill(color=look.color, opacity=look.opacity))
    for one in symbol.passes:
        if symbol.geometry == "polygon" and isinstance(one, Stroke):
            passes.append(one)  # the outline has a colour of its own
        elif isinstance(one, Marker):
            passes.append(sign(one))
        elif isinstance(one, MarkersAlong | MarkersInside):
            passes.append(one.model_copy(update={"markers": tuple(sign(m) for m in one.markers)}))
        elif isinstance(one, Fill | Gradient | Stroke):
            passes.append(ink(one))
        else:
            passes.append(one)
    return symbol.model_copy(update={"passes": tuple(passes)})


def _outlined(symbol: StyleSymbol, look: Look) -> StyleSymbol:
    color = look.outline or "#000000"
    edge = Stroke(color=color, width=look.outline_width) if look.outline_width > 0 else None
    if symbol.geometry == "polygon":
        strokes = [i for i, p in enumerate(symbol.passes) if isinstance(p, Stroke)]
        passes = list(symbol.passes)
        if strokes and edge is not None:
            at = strokes[-1]
            passes[at] = passes[at].model_copy(update={"color": color, "width": look.outline_width})
        elif strokes:
            passes = [p for p in passes if not isinstance(p, Stroke)]
        elif edge is not None:
            passes.append(edge)
        return symbol.model_copy(update={"passes": tuple(passes)})

    def sign(marker: Marker) -> Marker:
        if not marker.graphics:
            return marker.model_copy(update={"stroke": edge})
        drawn = tuple(
            g.model_copy(update={"stroke": g.stroke.model_copy(
                update={"color": color, "width": max(look.outline_width, 0.0)})}) if g.stroke and g.fill else g
            for g in marker.graphics
        )  # fmt: skip
        return marker.model_copy(update={"graphics": drawn})

    moved = tuple(sign(p) if isinstance(p, Marker) else p for p in symbol.passes)
    return symbol.model_copy(update={"passes": moved})


def _dashed(symbol: StyleSymbol, dash: tuple[float, ...]) -> StyleSymbol:
    strokes = [i for i, p in enumerate(symbol.passes) if isinstance(p, Stroke)]
    if not strokes:
        return symbol
    passes = list(symbol.passes)
    top = cast(Stroke, passes[strokes[-1]])
    cap = "butt" if dash and dash[0] > 1 else "round"
    passes[strokes[-1]] = top.model_copy(update={"dash": _times(dash, top.width), "dash_offset": 0.0, "cap": cap})
    return symbol.model_copy(update={"passes": tuple(passes)})


def _hatched(symbol: StyleSymbol, look: Look) -> StyleSymbol:
    if look.lines == "own":
        return symbol
    line = Stroke(color=look.lines_color, width=0.9, cap="butt")
    made = [Hatch(lines=(line,), angle=a, separation=SEPARATION) for a in LINES[look.lines]]
    kept: list[Pass] = [p for p in symbol.passes if not isinstance(p, Hatch | MarkersInside | PictureFill)]
    at = next((i for i, p in enumerate(kept) if isinstance(p, Stroke)), len(kept))
    return symbol.model_copy(update={"passes": (*kept[:at], *made, *kept[at:])})


def _shaped(symbol: StyleSymbol, shape: Shape) -> StyleSymbol:
    passes = tuple(p.model_copy(update={"shape": shape}) if isinstance(p, Marker) else p for p in symbol.passes)
    return symbol.model_copy(update={"passes": passes})


def _times(dash: tuple[float, ...], width: float) -> tuple[float, ...]:
    return tuple(round(x * max(width, 1.0), 2) for x in dash)


def _rounded(dash: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(x, 2) for x in dash)


def plain_symbol(geometry: Geometry, color: str = "#4f8fc4") -> StyleSymbol:
    """A symbol to begin with."""
    edge = Stroke(color="#2b3a4a", width=0.8)
    if geometry == "point":
        sign = Marker(size=9.0, fill=Fill(color=color), stroke=edge)
        return StyleSymbol(geometry="point", passes=(sign,))
    if geometry == "line":
        return StyleSymbol(geometry="line", passes=(Stroke(color=color, width=1.6),))
    return StyleSymbol(geometry="polygon", passes=(Fill(color=color, opacity=0.7), edge))
