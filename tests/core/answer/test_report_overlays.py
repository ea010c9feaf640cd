"""Results of analyses on the printed map stand where they lie, in the colours of the screen."""

from __future__ import annotations

import base64
import io
import re

import pytest
import shapely
from PIL import Image

from core.analysis.map_look import RAMP, score_colour
from core.answer.report_map import frame_of
from core.answer.report_overlays import Backdrop, Dots, Outlines, image_svg, results_svg

FRAME = frame_of((110.0, 41.0, 111.0, 42.0))


def test_colours_of_scores_are_those_of_the_ramp_and_run_between() -> None:
    assert [score_colour(v) for v, _ in RAMP] == [c for _, c in RAMP]
    assert (score_colour(-9), score_colour(9)) == (RAMP[0][1], RAMP[-1][1])
    # half way between #f3b49a and #b2182b, worked out by hand
    assert score_colour(2) == "#d26662"


def test_a_dot_in_the_middle_of_the_area_is_in_the_middle_of_the_frame() -> None:
    svg = results_svg([Dots((shapely.Point(110.5, 41.5),), ("#123456",), 2.0)], FRAME)
    x, y = (float(v) for v in re.search(r'cx="([\d.]+)" cy="([\d.]+)" r="2" fill="#123456"', svg).groups())  # type: ignore[union-attr]
    assert x == pytest.approx(FRAME.x + FRAME.width / 2, abs=0.6)
    assert y == pytest.approx(FRAME.y + FRAME.height / 2, abs=4)  # the parallels are curved


def test_numbers_stand_above_all_outlines_and_what_lies_outside_is_not_drawn() -> None:
    inside, outside = shapely.box(110.4, 41.4, 110.6, 41.6), shapely.box(120, 41, 121, 42)
    svg = results_svg(
        [
            Outlines((inside, outside), (7, 8), "#b0005e", 1.5),
            Outlines((inside,), (0,), "#00695c", 1.5),
            Dots((shapely.Point(110.5, 41.5),), ("#112233",), 1.0),
        ],
        FRAME,
    )
    assert svg.index(">7</text>") > max(svg.rindex("<circle"), svg.rindex("#00695c"))
    assert ">8<" not in svg
    assert ">0<" not in svg


def test_a_raster_fills_the_frame() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (4, 4), (1, 2, 3, 255)).save(out, "PNG")
    svg = image_svg(Backdrop(out.getvalue(), 0.8), FRAME)
    assert f'width="{FRAME.width:g}" height="{FRAME.height:g}"' in svg
    data = base64.b64decode(re.search(r"base64,([^\"]+)", svg).group(1))  # type: ignore[union-attr]
    assert data == out.getvalue()
