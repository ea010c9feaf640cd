"""Symbols of the one style model: what is drawn for a class, as passes over its geometry.

Lengths are CSS pixels (1/96 inch), so the same number serves screen and paper.  Angles are degrees
counter-clockwise from east.  Colours are ``#rrggbb`` with an opacity from 0 to 1 beside them.  A symbol is
a list of passes, the first one at the bottom.  Everything is plain, frozen data whose colours, path text
and pictures are checked whenever it is made or read back.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Geometry = Literal["point", "line", "polygon", "raster", "unknown"]
Shape = Literal[
    "circle", "square", "diamond", "triangle", "triangle-down", "pentagon", "hexagon", "cross", "x", "star", "bar",
    "none",
]  # fmt: skip
Color = Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]
Path = Annotated[str, StringConstraints(pattern=r"^[MLCQAZ0-9 .eE+-]*$")]
"""Path text of SVG, which a canvas reads as well; commands are absolute, y runs down."""
Picture = Annotated[str, StringConstraints(pattern=r"^data:image/png;base64,[A-Za-z0-9+/=]*$")]
"""A picture this program encoded itself."""


class Plain(BaseModel):
    """Frozen data without surprises."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Stroke(Plain):
    """A line along the geometry or around the area."""

    kind: Literal["stroke"] = "stroke"
    color: Color = "#000000"
    opacity: float = 1.0
    width: float = 1.0
    dash: tuple[float, ...] = ()
    """Dash, gap, dash, gap …; () is solid."""
    dash_offset: float = 0.0
    cap: Literal["butt", "round", "square"] = "round"
    join: Literal["bevel", "round", "miter"] = "round"
    offset: float = 0.0
    """Distance from the geometry, positive to the left of its direction."""


class Fill(Plain):
    """One colour over the whole area."""

    kind: Literal["fill"] = "fill"
    color: Color = "#808080"
    opacity: float = 1.0


class Hatch(Plain):
    """Parallel lines over the area."""

    kind: Literal["hatch"] = "hatch"
    lines: tuple[Stroke, ...]
    angle: float = 0.0
    separation: float = 6.0
    offset: float = 0.0


class Gradient(Plain):
    """Colours that run over the area; `color` is the middle one, for renderers that draw only one."""

    kind: Literal["gradient"] = "gradient"
    color: Color = "#808080"
    opacity: float = 1.0
    stops: tuple[tuple[float, Color, float], ...] = ()
    """Position from 0 to 1, colour, opacity."""
    method: Literal["linear", "circular", "rectangular", "buffered"] = "linear"
    angle: float = 90.0


class PictureFill(Plain):
    """A picture repeated over the area."""

    kind: Literal["picture"] = "picture"
    picture: Picture
    width: float
    height: float
    angle: float = 0.0
    opacity: float = 1.0


class Graphic(Plain):
    """One part of a drawn marker, in pixels around the marker's anchor."""

    path: Path
    fill: Fill | None = None
    stroke: Stroke | None = None


class Marker(Plain):
    """A sign at a place.

    `graphics`, else `picture`, is the true drawing; `shape` is the nearest simple one.  The graphics are already
    turned by `angle` and shifted; a shape or a picture is shifted by `dx`, `dy` and then turned around the place.
    """

    kind: Literal["marker"] = "marker"
    shape: Shape = "circle"
    size: float = 8.0
    """Height of the sign."""
    fill: Fill | None = None
    stroke: Stroke | None = None
    angle: float = 0.0
    dx: float = 0.0
    dy: float = 0.0
    """Shift to the right and down."""
    graphics: tuple[Graphic, ...] = ()
    enlarged: float = 1.0
    """By how much the graphics are to be drawn larger than they are; `size` has it already."""
    picture: Picture | None = None
    stand_in: bool = False
    """Whether nobody knows the true sign, so that the shape only tells classes apart."""
    ratio: float = 1.0
    """Width of the picture as a share of its height."""


class MarkersAlong(Plain):
    """Markers along a line or an outline."""

    kind: Literal["markers_along"] = "markers_along"
    markers: tuple[Marker, ...]
    at: Literal["steps", "ends", "vertices", "ratios"] = "steps"
    steps: tuple[float, ...] = (20.0,)
    start: float = 0.0
    ratios: tuple[float, ...] = ()
    """Places as shares of the length."""
    offset: float = 0.0
    turned: bool = True
    """Whether markers follow the direction of the line."""


class MarkersInside(Plain):
    """Markers on a grid over the area; with `centre` one in the middle of it."""

    kind: Literal["markers_inside"] = "markers_inside"
    markers: tuple[Marker, ...]
    step_x: float = 12.0
    step_y: float = 12.0
    dx: float = 0.0
    dy: float = 0.0
    shifted: bool = False
    """Whether every other row is moved by half a step."""
    centre: bool = False
    scatter: float = 0.0
    """By what share of the steps markers stand off their place on the grid, each in its own way."""


Pass = Annotated[
    Stroke | Fill | Hatch | Gradient | PictureFill | Marker | MarkersAlong | MarkersInside,
    Field(discriminator="kind"),
]


class StyleSymbol(Plain):
    """How one class is drawn."""

    geometry: Geometry = "unknown"
    passes: tuple[Pass, ...] = ()
    """Drawn in this order: the last one lies on top."""
