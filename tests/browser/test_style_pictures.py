"""Legend pictures of styles in a real browser: the colours of the file, hatches, casings, drawn markers."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from playwright.sync_api import Browser

from core.mapping.style_legend import legend
from core.mapping.style_model import StyleLayer
from tests.core.mapping.cim.builders import (
    character,
    circle,
    fill,
    hatch,
    line,
    picture_data,
    point,
    polygon,
    read_layer,
    rgb,
    simple,
    stroke,
    unique,
    unique_class,
    vector,
)

pytestmark = pytest.mark.browser
RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)
Pixels = dict[tuple[int, int, int], int]


def picture(browser: Browser, layer: StyleLayer) -> Image.Image:
    """The swatches of a layer one below the other, each 34 × 20, without smoothing between them."""
    swatches = "".join(f'<div style="height:20px">{e.swatch}</div>' for g in legend(layer) for e in g.entries)
    page = browser.new_page(viewport={"width": 40, "height": 400})
    try:
        page.set_content(f'<body style="margin:0;background:#fff">{swatches}</body>')
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    finally:
        page.close()


def colors(image: Image.Image, row: int) -> Pixels:
    """Colour → pixels of one swatch."""
    box = image.crop((0, 20 * row, 34, 20 * row + 20))
    return {color: n for n, color in box.getcolors(1000) or []}  # type: ignore[misc]


def test_fills_hatches_and_casings_have_the_colours_of_the_file(browser: Browser) -> None:
    cmyk = {"type": "CIMCMYKColor", "values": [32, 62, 84, 1, 100]}
    tile = {"type": "CIMPictureFill", "enable": True, "url": picture_data(), "height": 9}
    layer = read_layer(unique(
        ["A"],
        unique_class("plain", polygon(fill(cmyk)), ("1",)),
        unique_class("half", polygon(fill(rgb(0, 0, 255, 50))), ("2",)),
        unique_class("hatched", polygon(hatch(0, 6, stroke(rgb(*RED), 1.5)), fill(rgb(*BLUE))), ("3",)),
        unique_class("after a hatch", polygon(fill(rgb(10, 200, 30))), ("4",)),
        unique_class("picture", polygon(tile), ("5",)),
    ))  # fmt: skip
    image = picture(browser, layer)
    assert image.getpixel((17, 10)) == (172, 96, 40)
    assert all(abs(a - b) <= 1 for a, b in zip(image.getpixel((17, 30)), (127, 127, 255), strict=True))  # type: ignore[call-overload]
    hatched = colors(image, 2)
    assert hatched[RED] > 50
    assert hatched[BLUE] > 200
    assert image.getpixel((17, 70)) == (10, 200, 30)
    assert image.getpixel((17, 90)) == (10, 200, 30)


def test_a_casing_lies_below_its_line_and_markers_on_top(browser: Browser) -> None:
    along = {"type": "CIMMarkerPlacementAlongLineSameSize", "placementTemplate": [12], "angleToLine": True}
    dots = character(34, size=9, color=rgb(*BLUE), markerPlacement=along)
    layer = read_layer(simple(line(dots, stroke(rgb(*RED), 3), stroke(rgb(0, 0, 0), 9))))
    found = colors(picture(browser, layer), 0)
    assert found[(0, 0, 0)] > found[RED] > 20
    assert found[BLUE] > 60


def test_a_drawn_circle_is_round(browser: Browser) -> None:
    layer = read_layer(simple(point(vector(circle(polygon(fill(rgb(*RED)))), size=12))))
    found = colors(picture(browser, layer), 0)
    assert 150 < found[RED] < 220  # π·8² is 201, less its smoothed edge
