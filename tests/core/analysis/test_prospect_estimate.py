"""Cells and time told before a run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shapely.geometry import box

from core.analysis.prospect_estimate import estimate, square_metres
from core.analysis.prospect_request import LabelRule, ProspectRequest, ShapeFeature, as_published
from core.prospectivity.grid import grid_over, inside

AREA = box(110.0, 41.0, 110.5, 41.4)
REQUEST = ProspectRequest(LabelRule("places"), area=AREA, shapes=(ShapeFeature("lines"),))


def test_cells_are_those_of_the_grid() -> None:
    told = estimate(REQUEST, square_metres(AREA))
    grid = grid_over(AREA, REQUEST.cell)
    assert told.cells == pytest.approx(inside(grid, AREA).sum(), rel=0.005)
    assert estimate(replace(REQUEST, cell=100.0), square_metres(AREA)).cells == pytest.approx(
        4 * told.cells, rel=0.01
    )


def test_more_work_is_told_as_more_time_in_both_languages() -> None:
    size = square_metres(AREA)
    usual = estimate(REQUEST, size)
    assert estimate(as_published(REQUEST), size).seconds > 3 * usual.seconds
    assert estimate(replace(REQUEST, placebos=0), size).seconds < usual.seconds
    large = estimate(REQUEST, 3e11)
    assert "7,500,000 cells" in large.said.en
    assert "7,500,000 个单元" in large.said.zh
    assert "minutes" in large.said.en
