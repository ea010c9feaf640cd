"""A small picture of a symbol as SVG text: what the legend and the preview show, on screen and on paper.

Only numbers, checked colours, checked path text and pictures of our own encoding go into the text.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator

from core.mapping.shapes import shape_path
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
    StyleSymbol,
)

WIDTH, HEIGHT = 34, 20
EDGE = 1.5
MAX_SIGNS = 80
CELLS = 6
"""A scattered pattern repeats after so many steps."""


def swatch_svg(symbol: StyleSymbol, width: int = WIDTH, height: int = HEIGHT, opacity: float = 1.0) -> str:
    """`symbol` in a box of `width` × `height` pixels; large markers are made to fit."""
    body = "".join(_Box(symbol, width, height).parts())
    if opacity < 1:
        body = f'<g opacity="{_n(max(opacity, 0.0))}">{body}</g>'
    return f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" aria-hidden="true">{body}</svg>'


def ramp_svg(stops: tuple[tuple[float, str, float], ...], width: int = 120, height: int = 14) -> str:
    """A bar of the colours of a ramp."""
    fill = Gradient(stops=stops, angle=0.0)
    return swatch_svg(StyleSymbol(geometry="raster", passes=(fill,)), width, height)


def reach(marker: Marker) -> float:
    """How far a marker extends from its place, in pixels."""
    outline = marker.stroke.width if marker.stroke else 0.0
    wide = marker.size * max(1.0, marker.ratio if marker.picture else 1.15)
    return wide / 2 + outline / 2 + (0 if marker.graphics else math.hypot(marker.dx, marker.dy))


def stroke_paint(stroke: Stroke) -> str:
    """The attributes of a stroke."""
    dash = f' stroke-dasharray="{" ".join(_n(x) for x in stroke.dash)}"' if stroke.dash else ""
    start = f' stroke-dashoffset="{_n(stroke.dash_offset)}"' if stroke.dash and stroke.dash_offset else ""
    return (
        f'stroke="{stroke.color}" stroke-opacity="{_n(stroke.opacity)}" stroke-width="{_n(stroke.width)}"'
        f' stroke-linecap="{stroke.cap}" stroke-linejoin="{stroke.join}"{dash}{start}'
    )


def fill_paint(fill: Fill) -> str:
    """The attributes of a fill of one colour."""
    return f'fill="{fill.color}" fill-opacity="{_n(fill.opacity)}"'


def marker_svg(marker: Marker, x: float, y: float, turn: float = 0.0) -> str:
    """A marker at (x, y), turned by `turn` degrees counter-clockwise on top of its own angle."""
    at = f"translate({_n(x)} {_n(y)})"
    if marker.graphics:
        parts = "".join(f'<path d="{g.path}" {_paint(g.fill, g.stroke)}/>' for g in marker.graphics)
        larger = f" scale({_n(marker.enlarged)})" if marker.enlarged != 1 else ""
        return f'<g transform="{at} rotate({_n(-turn)}){larger}">{parts}</g>'
    place = f"{at} rotate({_n(-turn - marker.angle)}) translate({_n(marker.dx)} {_n(marker.dy)})"
    if marker.picture:
        wide = marker.size * marker.ratio
        return (
            f'<image href="{marker.picture}" x="{_n(-wide / 2)}" y="{_n(-marker.size / 2)}" width="{_n(wide)}"'
            f' height="{_n(marker.size)}" preserveAspectRatio="none" transform="{place}"/>'
        )
    if marker.shape == "none":
        return ""
    paint = _paint(marker.fill, marker.stroke)
    return f'<path d="{shape_path(marker.shape, marker.size)}" {paint} transform="{place}"/>'


def _paint(fill: Fill | None, stroke: Stroke | None) -> str:
    inside = fill_paint(fill) if fill else 'fill="none"'
    return f"{inside} {stroke_paint(stroke)}" if stroke else inside


def hatch_pattern(hatch: Hatch, name: str) -> str:
    """An SVG pattern that draws a hatch; its period follows the dashes of its lines."""
    period = next((sum(s.dash) for s in hatch.lines if s.dash), 8.0) or 8.0
    middle = hatch.separation / 2 + hatch.offset % hatch.separation
    lines = "".join(
        f'<path d="M0 {_n(y)} L{_n(period)} {_n(y)}" fill="none" {stroke_paint(s)}/>'
        for s in (x.model_copy(update={"cap": "butt"}) if not x.dash else x for x in hatch.lines)
        for y in (middle - s.offset - hatch.separation, middle - s.offset)
    )
    return (
        f'<pattern id="{name}" patternUnits="userSpaceOnUse" width="{_n(period)}" height="{_n(hatch.separation)}"'
        f' patternTransform="rotate({_n(-hatch.angle)})">{lines}</pattern>'
    )


class _Box:
    """Draws one symbol into a box."""

    def __init__(self, symbol: StyleSymbol, width: int, height: int) -> None:
        self.symbol, self.width, self.height = symbol, width, height
        seed = f"{symbol.model_dump_json()}{width}x{height}"
        self.name = "s" + hashlib.blake2b(seed.encode(), digest_size=6).hexdigest()

    def parts(self) -> Iterator[str]:
        """The SVG parts, bottom first."""
        kind = self.symbol.geometry
        if kind == "point":
            signs = [p for p in self.symbol.passes if isinstance(p, Marker)]
            room = min(self.width, self.height) / 2 - 0.5
            scale = min(1.0, room / max([reach(m) for m in signs] or [room]))
            x, y = self.width / 2, self.height / 2
            yield f'<g transform="translate({_n(x)} {_n(y)}) scale({_n(scale)})">'
            yield from (marker_svg(m, 0, 0) for m in signs)
            yield "</g>"
            return
        for number, one in enumerate(self.symbol.passes):
            yield self._line(one) if kind == "line" else self._area(one, f"{self.name}-{number}")

    def _line(self, one: Pass) -> str:
        y = self.height / 2
        if isinstance(one, Stroke):
            slim = one.model_copy(update={"width": min(one.width, self.height * 0.7)})
            y -= min(max(one.offset, -self.height / 3), self.height / 3)
            return f'<path d="M2 {_n(y)} L{self.width - 2} {_n(y)}" fill="none" {stroke_paint(slim)}/>'
        if isinstance(one, MarkersAlong):
            places = self._steps(one, self.width - 4.0)
            return "".join(self._signs(one.markers, 2 + x, y - one.offset) for x in places)
        return ""

    def _steps(self, one: MarkersAlong, length: float) -> list[float]:
        if one.at == "ends":
            return [1.0, length - 1.0]
        if one.at == "vertices":
            return [1.0, length / 2, length - 1.0]
        if one.at == "ratios":
            return [1 + r * (length - 2) for r in one.ratios]
        first = one.start % sum(one.steps) if one.start else one.steps[0] / 2
        places: list[float] = []
        at, i = first, 0
        while at <= length and len(places) < MAX_SIGNS:
            places.append(at)
            at += one.steps[i % len(one.steps)]
            i += 1
        return places or [length / 2]

    def _signs(self, markers: tuple[Marker, ...], x: float, y: float) -> str:
        return "".join(marker_svg(self._fitting(m), x, y) for m in markers)

    def _fitting(self, marker: Marker) -> Marker:
        """The marker, smaller when it is higher than the box."""
        most = self.height - 2.0
        if marker.size <= most:
            return marker
        return marker.model_copy(update={"size": most, "enlarged": marker.enlarged * most / marker.size})

    def _area(self, one: Pass, name: str) -> str:
        box = f'x="{EDGE}" y="{EDGE}" width="{self.width - 2 * EDGE}" height="{self.height - 2 * EDGE}"'
        if isinstance(one, Fill):
            return f"<rect {box} {fill_paint(one)}/>"
        if isinstance(one, Hatch | Gradient | PictureFill):
            return f'<defs>{paint_server(one, name)}</defs><rect {box} fill="url(#{name})"/>'
        if isinstance(one, Stroke):
            return self._outline(one)
        if isinstance(one, MarkersInside):
            clip = f'<clipPath id="{name}"><rect {box}/></clipPath>'
            return f'<defs>{clip}</defs><g clip-path="url(#{name})">{self._inside(one)}</g>'
        if isinstance(one, MarkersAlong):
            places = self._steps(one, self.width - 2 * EDGE)
            edges = (EDGE, self.height - EDGE)
            return "".join(self._signs(one.markers, EDGE + x, y) for x in places for y in edges)
        return ""

    def _outline(self, one: Stroke) -> str:
        inset = EDGE + min(max(one.offset, 0.0), self.height / 4)
        slim = one.model_copy(update={"width": min(one.width, self.height / 3), "join": "miter"})
        return (
            f'<rect x="{_n(inset)}" y="{_n(inset)}" width="{_n(self.width - 2 * inset)}"'
            f' height="{_n(self.height - 2 * inset)}" fill="none" {stroke_paint(slim)}/>'
        )

    def _inside(self, one: MarkersInside) -> str:
        if one.centre:
            return self._signs(one.markers, self.width / 2, self.height / 2)
        drawn: list[str] = []
        rows = range(-1, math.ceil(self.height / one.step_y) + 1)
        columns = range(-1, math.ceil(self.width / one.step_x) + 1)
        for row in rows:
            shift = one.step_x / 2 if one.shifted and row % 2 else 0.0
            for column in columns:
                if len(drawn) < MAX_SIGNS:
                    x = (
                        self.width / 2
                        + (column - len(columns) // 2 + 1) * one.step_x
                        + one.dx % one.step_x
                        + shift
                    )
                    y = self.height / 2 + (row - len(rows) // 2 + 1) * one.step_y + one.dy % one.step_y
                    if one.scatter:
                        off = loose(row % CELLS * CELLS + column % CELLS)
                        x += off[0] * one.scatter * one.step_x
                        y += off[1] * one.scatter * one.step_y
                    drawn.append(self._signs(one.markers, x, y))
        return "".join(drawn)


def loose(number: int) -> tuple[float, float]:
    """Where the marker `number` of a scattered pattern stands: −½ … ½ of a step; as the map's script has it."""
    return ((number * 2654435761 + 1013904223) % 2**32) / 2**32 - 0.5, (
        (number * 2246822519 + 374761393) % 2**32
    ) / 2**32 - 0.5


def paint_server(fill: Hatch | Gradient | PictureFill, name: str) -> str:
    """What ``url(#name)`` paints."""
    if isinstance(fill, Hatch):
        return hatch_pattern(fill, name)
    if isinstance(fill, PictureFill):
        return _picture(fill, name)
    stops = "".join(
        f'<stop offset="{_n(t)}" stop-color="{color}" stop-opacity="{_n(opacity)}"/>'
        for t, color, opacity in fill.stops
    )
    if fill.method == "circular":
        return f'<radialGradient id="{name}">{stops}</radialGradient>'
    turn = f'gradientTransform="rotate({_n(-fill.angle)} 0.5 0.5)"'
    return f'<linearGradient id="{name}" {turn}>{stops}</linearGradient>'


def _picture(fill: PictureFill, name: str) -> str:
    size = f'width="{_n(fill.width)}" height="{_n(fill.height)}"'
    return (
        f'<pattern id="{name}" patternUnits="userSpaceOnUse" {size} patternTransform="rotate({_n(-fill.angle)})">'
        f'<image href="{fill.picture}" {size} preserveAspectRatio="none" opacity="{_n(fill.opacity)}"/></pattern>'
    )


def _n(value: float) -> str:
    return f"{round(value, 3) + 0.0:.10g}"
