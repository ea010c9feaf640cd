"""Drawings of a report as PNG, for files that cannot hold SVG; the same bytes on every run."""

from __future__ import annotations

import io

import resvg_py
from PIL import Image

from core.answer.report_fonts import Family
from core.answer.report_model import Picture

ZOOM = 3.0
"""Dots a CSS pixel: about 300 dots an inch at the width of a page."""


def png_of(picture: Picture, fonts: Family, zoom: float = ZOOM) -> bytes:
    """The picture as PNG without transparency."""
    if picture.png:
        return picture.png
    files = dict.fromkeys(str(x.path) for x in (fonts.regular, fonts.bold, fonts.fallback, fonts.fallback_bold))
    name = _name(fonts)
    drawn = resvg_py.svg_to_bytes(
        svg_string=picture.svg, zoom=zoom, background="#ffffff", skip_system_fonts=True, font_files=list(files),
        font_family=name, sans_serif_family=name,
    )  # fmt: skip
    out = io.BytesIO()
    with Image.open(io.BytesIO(bytes(drawn))) as image:
        image.convert("RGB").save(out, "PNG", optimize=False)
    return out.getvalue()


def _name(fonts: Family) -> str:
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - heavy, and the file is read once

    with TTFont(fonts.regular.path, fontNumber=fonts.regular.face, lazy=True) as font:
        return str(font["name"].getDebugName(1) or "DejaVu Sans")
