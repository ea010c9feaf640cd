"""Markers: drawn ones keep their outlines, characters and pictures without data get the nearest simple shape."""

from __future__ import annotations

from core.mapping.cim.access import PX, Json, flag, items, kind, number, obj, pixels, word
from core.mapping.cim.glyphs import glyph_of
from core.mapping.cim.log import Log
from core.mapping.cim.paint import FILLS, STROKES, fill_of, flat, shown, stroke_of
from core.mapping.cim.paths import Outline, Place, frame_points, outline_of
from core.mapping.cim.pictures import NoPictureError, picture_of
from core.mapping.cim.placement import graphics_of, is_marker
from core.mapping.shapes import nearest_shape, shape_path
from core.mapping.style_symbols import Fill, Graphic, Marker, Stroke

MAX_GRAPHICS = 120
MAX_NESTED = 4
MAX_PATH = 60_000
_GLYPH_SHARE = 0.75
"""Height of a usual glyph as a share of its font size."""


def marker_of(layer: Json, log: Log) -> Marker | None:
    """The marker of a symbol layer; None when nothing of it can be seen."""
    name = kind(layer)
    size = pixels(layer, "size", 0.0, 0.0, 600.0)
    if size <= 0:
        return None
    if name == "CIMCharacterMarker":
        return _character(layer, size, log)
    if name == "CIMPictureMarker":
        return _picture(layer, size, log)
    return _vector(layer, size, log)


def _turn(layer: Json) -> float:
    angle = number(layer, "rotation")
    return (-angle if flag(layer, "rotateClockwise") else angle) % 360


def _shift(layer: Json, width: float, height: float) -> tuple[float, float]:
    """How far a marker lies from its place, right and down: its anchor, then its offset."""
    anchor = obj(layer, "anchorPoint")
    x, y = number(anchor, "x"), number(anchor, "y")
    if word(layer, "anchorPointUnits", "Relative") == "Relative":
        x, y = x * width, y * height
    else:
        x, y = x * PX, y * PX
    dx, dy = pixels(layer, "offsetX") - x, y - pixels(layer, "offsetY")
    return tuple(round(min(max(v, -1000.0), 1000.0), 3) for v in (dx, dy))  # type: ignore[return-value]


def _character(layer: Json, size: float, log: Log) -> Marker | None:
    font, index = word(layer, "fontFamilyName", limit=80), int(number(layer, "characterIndex"))
    fill, stroke = _paints(obj(layer, "symbol"), log)
    ink = fill or stroke
    if ink is None:
        return None
    drawn = log.fonts.drawing(font, index)
    if drawn is not None:
        return _written(layer, drawn, size, (fill, stroke))
    glyph = glyph_of(font, index, log)
    if glyph.outlined:
        fill, stroke = None, Stroke(color=ink.color, opacity=ink.opacity, width=max(1.0, size / 14))
    dx, dy = _shift(layer, size, size)
    height, angle = round(size * _GLYPH_SHARE, 3), _turn(layer)
    graphics: tuple[Graphic, ...] = ()
    if glyph.drawing:
        place = Place(height / 2, angle, *Place(angle=angle).at(dx, -dy))
        pen = Stroke(color=ink.color, opacity=ink.opacity, width=max(1.0, height / 8))
        outline = outline_of(glyph.drawing, place)
        graphics = (Graphic(path=outline.path, stroke=pen),) if outline else ()
    return Marker(
        shape=glyph.shape, size=height, fill=fill, stroke=stroke, angle=angle, dx=dx, dy=dy, graphics=graphics,
        stand_in=glyph.unknown,
    )  # fmt: skip


def _written(layer: Json, drawing: Json, size: float, paints: tuple[Fill | None, Stroke | None]) -> Marker | None:
    """A character of a font that is here; `size` is that of the font."""
    angle, (dx, dy) = _turn(layer), _shift(layer, size, size)
    outline = outline_of(drawing, Place(size, angle, *Place(angle=angle).at(dx, -dy)))
    if outline is None or len(outline.path) > MAX_PATH:
        return None
    fill, stroke = paints
    ys = [y for ring in outline.corners for _, y in ring]
    shape = nearest_shape(outline.corners, outline.rounded, outline.closed)
    return Marker(
        shape=shape, size=round(max(max(ys) - min(ys), 1.0), 3), fill=fill, stroke=stroke, angle=angle, dx=dx,
        dy=dy, graphics=(Graphic(path=outline.path, fill=fill, stroke=stroke),),
    )  # fmt: skip


def _picture(layer: Json, size: float, log: Log) -> Marker:
    dx, dy = _shift(layer, size, size)
    try:
        picture, ratio = picture_of(layer.get("url"), log)
    except NoPictureError as error:
        log.note("picture", why=error)
        fill = Fill(color="#808080")
        return Marker(shape="circle", size=size, fill=fill, stroke=Stroke(color="#404040"), dx=dx, dy=dy)
    if items(layer, "colorSubstitutions") or obj(layer, "tintColor"):
        log.note("picture_colors")
    ratio *= min(max(number(layer, "scaleX", 1.0), 0.1), 10.0)
    return Marker(
        shape="square", size=size, picture=picture, ratio=min(max(ratio, 0.02), 50.0), angle=_turn(layer), dx=dx,
        dy=dy,
    )  # fmt: skip


def _paints(symbol: Json, log: Log) -> tuple[Fill | None, Stroke | None]:
    """The top fill, as one colour, and the top stroke of a polygon symbol."""
    fill: Fill | None = None
    stroke: Stroke | None = None
    for layer in items(symbol, "symbolLayers")[:16]:
        if not shown(layer):
            continue
        if kind(layer) in FILLS and fill is None:
            fill = flat(fill_of(layer, log))
        elif kind(layer) in STROKES and stroke is None:
            stroke = stroke_of(layer, symbol, log)
    return fill, stroke


class _Drawing:
    """Collects the graphics of a vector marker."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.graphics: list[Graphic] = []
        self.length = 0
        self.outlines: list[Outline] = []

    def add(self, path: str, fill: Fill | None, stroke: Stroke | None) -> None:
        """One more part, if it can be seen and there is room."""
        if (fill is None and stroke is None) or len(self.graphics) >= MAX_GRAPHICS:
            return
        self.length += len(path)
        self.graphics.append(Graphic(path=path, fill=fill, stroke=stroke))

    def vector(self, layer: Json, place: Place, unit: float, depth: int) -> None:
        """The graphics of `layer`, whose frame lands at `place`; `unit` scales widths of strokes."""
        for part in graphics_of(layer)[:MAX_GRAPHICS]:
            symbol, geometry = obj(part, "symbol"), obj(part, "geometry")
            if kind(symbol) == "CIMPointSymbol":
                self._points(symbol, geometry, place, unit, depth)
            elif kind(symbol) == "CIMTextSymbol" or part.get("textString"):
                self.log.note("marker_text")
            else:
                self._area(symbol, outline_of(geometry, place), unit)

    def _area(self, symbol: Json, outline: Outline | None, unit: float) -> None:
        if outline is None:
            return
        self.outlines.append(outline)
        for layer in reversed(items(symbol, "symbolLayers")[:16]):
            if shown(layer) and kind(layer) in FILLS:
                self.add(outline.path, flat(fill_of(layer, self.log)), None)
            elif shown(layer) and kind(layer) in STROKES:
                stroke = stroke_of(layer, symbol, self.log)
                self.add(outline.path, None, _scaled(stroke, unit) if stroke else None)

    def _points(self, symbol: Json, geometry: Json, place: Place, unit: float, depth: int) -> None:
        where = frame_points(geometry)[:1]
        if not where or depth >= MAX_NESTED:
            return
        x, y = place.at(*where[0])
        for layer in reversed([m for m in items(symbol, "symbolLayers")[:16] if shown(m) and is_marker(m)]):
            size = pixels(layer, "size", 0.0, 0.0, 600.0) * unit
            if kind(layer) == "CIMVectorMarker" and size > 0:
                inner, scale = frame_of(layer, size, Place(1.0, place.angle + _turn(layer), x, y))
                self.vector(layer, inner, _unit(layer, scale), depth + 1)
                continue
            found = marker_of(layer, self.log)
            if found and not found.picture:
                path = shape_path(found.shape, found.size * unit, x + found.dx * unit, y + found.dy * unit)
                self.add(path, found.fill, _scaled(found.stroke, unit) if found.stroke else None)


def _unit(layer: Json, scale: float) -> float:
    """How much strokes inside a vector marker are widened."""
    return min(scale / PX, 100.0) if flag(layer, "scaleSymbolsProportionally") else 1.0


def _scaled(stroke: Stroke, unit: float) -> Stroke:
    return stroke.model_copy(update={"width": round(min(max(stroke.width * unit, 0.1), 200.0), 3)})


def frame_of(layer: Json, size: float, at: Place) -> tuple[Place, float]:
    """Where the frame of a vector marker lands when it is `size` pixels high, and the scale of its units."""
    frame = obj(layer, "frame")
    x0, y0, x1, y1 = (number(frame, k) for k in ("xmin", "ymin", "xmax", "ymax"))
    if y1 <= y0 or x1 < x0:
        points = [p for g in graphics_of(layer)[:MAX_GRAPHICS] for p in frame_points(obj(g, "geometry"))]
        xs, ys = [p[0] for p in points] or [-1, 1], [p[1] for p in points] or [-1, 1]
        x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
    height = max(y1 - y0, (x1 - x0) * 0.01, 1e-6)
    scale = min(size / height, 1e6)
    dx, dy = _shift(layer, (x1 - x0) * scale, size)
    centre = Place(scale, at.angle).at((x0 + x1) / 2, (y0 + y1) / 2)
    turned = Place(1.0, at.angle).at(dx, -dy)
    return Place(scale, at.angle, at.dx + turned[0] - centre[0], at.dy + turned[1] - centre[1]), scale


def _vector(layer: Json, size: float, log: Log) -> Marker | None:
    place, scale = frame_of(layer, size, Place(angle=_turn(layer)))
    drawing = _Drawing(log)
    drawing.vector(layer, place, _unit(layer, scale), 0)
    outlines = drawing.outlines
    rings = [corners for o in outlines for corners in o.corners]
    shape = nearest_shape(rings, any(o.rounded for o in outlines), any(o.closed for o in outlines) or not outlines)
    fill = next((g.fill for g in drawing.graphics if g.fill), None)
    stroke = next((g.stroke for g in reversed(drawing.graphics) if g.stroke), None)
    graphics = tuple(drawing.graphics)
    if drawing.length > MAX_PATH or (not graphics and any(shown(x) for x in graphics_of(layer))):
        log.note("marker_geometry", shape=shape)
        graphics = ()
        if fill is None and stroke is None:
            fill = Fill(color="#808080")
    if fill is None and stroke is None:
        return None
    dx, dy = _shift(layer, size, size)
    return Marker(
        shape=shape, size=size, fill=fill, stroke=stroke, angle=_turn(layer), dx=dx, dy=dy, graphics=graphics
    )  # fmt: skip
