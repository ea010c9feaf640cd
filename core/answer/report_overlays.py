"""Results of analyses on a printed map: a raster below, samples and outlines above."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry.base import BaseGeometry

from core.answer.report_frame import Frame
from core.answer.report_shapes import path_of


@dataclass(frozen=True)
class Backdrop:
    """A picture that fills the frame."""

    png: bytes
    opacity: float


@dataclass(frozen=True)
class Dots:
    """Samples as dots."""

    shapes: tuple[BaseGeometry, ...]
    """Points, EPSG:4326."""
    colours: tuple[str, ...]
    """Of each, ``#rrggbb``."""
    radius: float
    """Pixels."""


@dataclass(frozen=True)
class Outlines:
    """Areas as outlines, some with their numbers."""

    shapes: tuple[BaseGeometry, ...]
    """EPSG:4326."""
    numbers: tuple[int, ...]
    """Of each; 0 where none is written."""
    colour: str
    width: float
    """Of the line, pixels."""


def image_svg(backdrop: Backdrop, frame: Frame) -> str:
    """The picture in the frame."""
    data = base64.b64encode(backdrop.png).decode()
    return (
        f'<image x="{frame.x:g}" y="{frame.y:g}" width="{frame.width:g}" height="{frame.height:g}"'
        f' preserveAspectRatio="none" opacity="{backdrop.opacity:g}" href="data:image/png;base64,{data}"/>'
    )


def results_svg(results: Sequence[Dots | Outlines], frame: Frame) -> str:
    """All results, the first lowest; numbers stand above everything."""
    drawn, numbers = [], []
    for one in results:
        if isinstance(one, Dots):
            drawn.append(_dots(one, frame))
        else:
            lines, said = _outlines(one, frame)
            drawn.append(lines)
            numbers.append(said)
    return "".join((*drawn, *numbers))


def _dots(one: Dots, frame: Frame) -> str:
    parts = [
        f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="{one.radius:g}" fill="{colour}"/>'
        for shape, colour in zip(frame.on_paper(one.shapes, "point"), one.colours, strict=True)
        for spot in (shapely.get_parts(shape) if shape is not None else ())
    ]
    return f'<g stroke="#ffffff" stroke-width="0.3">{"".join(parts)}</g>'


def _outlines(one: Outlines, frame: Frame) -> tuple[str, str]:
    lines, numbers = [], []
    for shape, number in zip(frame.on_paper(one.shapes, "polygon"), one.numbers, strict=True):
        if shape is None or shape.is_empty:
            continue
        lines.append(f'<path d="{path_of(shape)}"/>')
        if number:
            numbers.append(_number(shape, number, one.colour))
    paths = "".join(lines)
    look = 'fill="none" stroke-linejoin="round"'
    halo = f'<g {look} stroke="#ffffff" stroke-opacity="0.85" stroke-width="{one.width + 1.6:g}">{paths}</g>'
    return f'{halo}<g {look} stroke="{one.colour}" stroke-width="{one.width:g}">{paths}</g>', "".join(numbers)


def _number(shape: BaseGeometry, number: int, colour: str) -> str:
    """The number above the upper right end of an outline, so that it hides nothing inside."""
    _, top, right, _ = shape.bounds
    at = f'x="{right + 2:.1f}" y="{top + 3:.1f}" font-size="10" font-weight="bold"'
    return (
        f'<text {at} stroke="#ffffff" stroke-width="3" stroke-linejoin="round" fill="#ffffff">{number}</text>'
        f'<text {at} fill="{colour}">{number}</text>'
    )
