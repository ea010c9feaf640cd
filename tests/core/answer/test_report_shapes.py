"""Features drawn in the symbols of the style model."""

from __future__ import annotations

import re

import pytest
from shapely.geometry import LineString, MultiPoint, Point, Polygon

from core.answer.report_shapes import Painter, path_of
from core.mapping.style_symbols import (
    Fill,
    Gradient,
    Hatch,
    Marker,
    MarkersAlong,
    MarkersInside,
    Pass,
    Stroke,
    StyleSymbol,
)  # fmt: skip

SIGN = Marker(shape="circle", size=6.0, fill=Fill(color="#ff0000"))
SQUARE = Polygon([(0, 0), (100, 0), (100, 100), (0, 100)], [[(40, 40), (60, 40), (60, 60), (40, 60)]])
LINE = LineString([(0, 0), (100, 0)])


def symbol(geometry: str, *passes: Pass) -> StyleSymbol:
    return StyleSymbol.model_validate({"geometry": geometry, "passes": passes})


def places(drawn: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"translate\(([-\d.]+) ([-\d.]+)\) rotate", drawn)]


def test_each_point_gets_its_sign_as_large_and_turned_as_asked() -> None:
    drawn = Painter("a").draw(MultiPoint([(1, 2), (3, 4)]), symbol("point", SIGN), 2.0, 30.0)
    assert places(drawn) == [(1, 2), (3, 4)]
    assert "rotate(-30)" in drawn
    assert Painter("a").draw(Point(1, 2), symbol("point", SIGN)) != drawn


@pytest.mark.parametrize(
    ("along", "expected"),
    [
        (MarkersAlong(markers=(SIGN,), steps=(20.0,)), [10, 30, 50, 70, 90]),
        (MarkersAlong(markers=(SIGN,), at="ends"), [0, 100]),
        (MarkersAlong(markers=(SIGN,), at="ratios", ratios=(0.25, 0.5)), [25, 50]),
        (MarkersAlong(markers=(SIGN,), at="vertices"), [0, 100]),
    ],
)
def test_markers_stand_along_a_line_where_the_style_says(along: MarkersAlong, expected: list[float]) -> None:
    drawn = Painter("a").draw(LINE, symbol("line", Stroke(), along))
    assert [x for x, _ in places(drawn)] == expected


def test_left_of_a_line_is_above_it_on_paper() -> None:
    moved = Painter("a").draw(LINE, symbol("line", Stroke(offset=5.0)))
    assert {y for _, y in re.findall(r"([-\d.]+) ([-\d.]+)", re.search(r'd="([^"]*)"', moved)[1])} == {"-5"}  # type: ignore[index]
    along = MarkersAlong(markers=(SIGN,), steps=(50.0,), offset=5.0)
    assert {y for _, y in places(Painter("a").draw(LINE, symbol("line", along)))} == {-5}


def test_areas_keep_their_holes_and_share_their_patterns() -> None:
    assert path_of(SQUARE).count("M") == 2
    painter = Painter("a")
    hatch, colors = Hatch(lines=(Stroke(),)), Gradient(stops=((0.0, "#000000", 1.0), (1.0, "#ffffff", 1.0)))
    for _ in range(3):
        drawn = painter.draw(SQUARE, symbol("polygon", Fill(), hatch, colors, Stroke()))
    assert drawn.count("<path") == 4
    assert painter.definitions.count("<pattern") == 1
    assert painter.definitions.count("Gradient id") == 1
    inside = MarkersInside(markers=(SIGN,), step_x=20, step_y=20)
    assert len(places(painter.draw(SQUARE, symbol("polygon", inside)))) >= 16
    assert places(painter.draw(SQUARE, symbol("polygon", MarkersInside(markers=(SIGN,), centre=True))))
