"""Grids: cells in metres, places to cells and back, windows, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Geod
from shapely.geometry import Point, box

from core.errors import AnalysisError
from core.prospectivity.grid import GridSpec, grid_over, inside, stretch, utm_epsg


def test_cells_are_square_in_metres_where_degrees_are_not() -> None:
    grid = grid_over(box(109.9, 41.7, 110.1, 41.9))
    lon, lat = grid.degrees(*grid.centres(np.array([0, 1, grid.width])))
    earth = Geod(ellps="WGS84")
    east = earth.inv(lon[0], lat[0], lon[1], lat[1])[2]
    south = earth.inv(lon[0], lat[0], lon[2], lat[2])[2]
    assert east == pytest.approx(200, abs=0.2)
    assert south == pytest.approx(200, abs=0.2)
    # the published cell of 0.0018 degrees is 200 m by 149 m there
    assert earth.inv(109.96, 41.80, 109.9618, 41.80)[2] == pytest.approx(149.5, abs=0.5)
    assert earth.inv(109.96, 41.80, 109.96, 41.8018)[2] == pytest.approx(200, abs=0.5)


@given(st.floats(-179.9, 179.9), st.floats(-79, 79))
def test_the_zone_is_the_one_whose_middle_is_nearest(lon: float, lat: float) -> None:
    code = utm_epsg(lon, lat)
    assert (code // 100 == 326) == (lat >= 0)
    middle = (code % 100) * 6 - 183
    assert abs(lon - middle) <= 3.0000001


@given(st.integers(0, 99))
def test_the_centre_of_a_cell_lies_in_it(cell: int) -> None:
    grid = GridSpec(32649, 37.0, 1_000.0, 2_000.0, 10, 10)
    assert grid.cell_of(*grid.centres(np.array([cell]))).tolist() == [cell]


def test_places_outside_or_nowhere_have_no_cell() -> None:
    grid = GridSpec(32649, 100.0, 0.0, 1_000.0, 10, 10)
    x, y = np.array([-1.0, 1_000.0, np.nan, 5.0, 1.8e308]), np.array([500.0, 500.0, 500.0, 999.0, -1.8e308])
    assert grid.cell_of(x, y).tolist() == [-1, -1, -1, 0, -1]


def test_windows_cover_every_row_once() -> None:
    grid = GridSpec(32649, 100.0, 0.0, 0.0, 7, 23)
    rows = [r for first, last in grid.windows(21) for r in range(first, last)]
    assert rows == list(range(23))


def test_cells_of_a_round_area_fill_it() -> None:
    area = Point(110.0, 41.8).buffer(0.1)
    grid = grid_over(area)
    found = inside(grid, area).sum() * grid.cell**2
    assert found == pytest.approx(grid.geometry(area).area, rel=0.01)
    assert stretch(grid, area) < 0.001


@pytest.mark.parametrize(
    ("cell", "epsg", "words"), [(1e9, None, "cells"), (0.0, None, "cannot be used"), (200, 4326, "metres"),
                                (0.1, None, "cells"), (200, 99_999, "metres")],
)  # fmt: skip
def test_what_cannot_be_a_grid_is_refused(cell: float, epsg: int | None, words: str) -> None:
    with pytest.raises(AnalysisError, match=words) as caught:
        grid_over(box(109, 41, 110, 42), cell, epsg)
    assert caught.value.sentence_zh


def test_an_empty_area_is_refused() -> None:
    with pytest.raises(AnalysisError, match="empty"):
        grid_over(Point(0, 0).buffer(0))
