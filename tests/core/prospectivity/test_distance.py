"""Distances against brute force and the ellipsoid; the raster way within its bound; densities; crossings."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from pyproj import Geod
from shapely.geometry import LineString, MultiLineString, Point, Polygon, box

from core.prospectivity.distance import Nearest, contacts, crossings, density, transformed
from core.prospectivity.grid import GridSpec, grid_over

GRID = GridSpec(32649, 200.0, 400_000.0, 4_620_000.0, 60, 50)


def wild_lines(seed: int = 3, count: int = 25) -> list[LineString]:
    rng = np.random.default_rng(seed)
    starts = rng.uniform((398_000, 4_608_000), (414_000, 4_622_000), (count, 2))
    return [LineString(p + np.cumsum(rng.normal(0, 400, (12, 2)), axis=0)) for p in starts]


def test_distances_to_lines_polygons_and_points_equal_brute_force() -> None:
    triangle = Polygon([(403_000, 4_612_000), (405_000, 4_612_500), (404_000, 4_614_000)])
    parts = MultiLineString([[(0, 0), (1, 1)], [(401_000, 4_611_000), (401_500, 4_611_900)]])
    shapes = [*wild_lines(), triangle, Point(410_000, 4_618_000), parts]
    x, y = GRID.centres()
    found, index = Nearest(shapes).query(x, y)
    every = np.array([shapely.distance(s, shapely.points(x, y)) for s in shapes])
    np.testing.assert_allclose(found, every.min(axis=0), atol=1e-6)
    np.testing.assert_allclose(every[index, np.arange(len(x))], found, atol=1e-6)


def test_grid_metres_are_geodesic_metres_within_the_stretch_of_the_zone() -> None:
    area = box(109.8, 41.7, 110.0, 41.9)
    grid, fault = grid_over(area), LineString([(109.9, 41.5), (109.9, 42.1)])
    x, y = grid.project(np.array([109.95]), np.array([41.8]))
    found = Nearest([grid.geometry(shapely.segmentize(fault, 0.001))]).query(x, y)[0][0]
    assert found == pytest.approx(Geod(ellps="WGS84").inv(109.9, 41.8, 109.95, 41.8)[2], rel=1e-3)


def test_the_raster_way_errs_by_less_than_a_diagonal_and_sees_beyond_the_edge() -> None:
    lines = [*wild_lines(), LineString([(395_000, 4_600_000), (395_000, 4_630_000)])]
    exact, _ = Nearest(lines).query(*GRID.centres())
    rough = transformed(GRID, lines)
    assert np.abs(rough - exact).max() <= GRID.cell * np.sqrt(2)
    # a line outside the grid alone: clipped to the grid there would be nothing to measure to
    alone = transformed(GRID, lines[-1:])
    assert np.abs(alone - Nearest(lines[-1:]).query(*GRID.centres())[0]).max() <= GRID.cell * np.sqrt(2)


def test_nothing_to_measure_to_gives_no_value() -> None:
    assert np.isnan(Nearest([]).query(*GRID.centres())[0]).all()
    assert np.isnan(transformed(GRID, [])).all()


def test_density_is_length_over_area() -> None:
    line = LineString([(390_000, 4_615_000), (430_000, 4_615_000)])
    found = density(GRID, [line], 2_000.0).reshape(GRID.height, GRID.width)
    # a straight line through the middle of a circle: 2 r of it over pi r²
    assert found[25, 30] == pytest.approx(2 * 2 / (np.pi * 4), rel=0.05)
    assert found[0, 30] == 0


def test_crossings_of_different_lines_only() -> None:
    lines = [LineString([(0, 0), (10, 10)]), LineString([(0, 10), (10, 0)]), LineString([(20, 0), (20, 5)])]
    assert [(p.x, p.y) for p in crossings(lines)] == [(5, 5)]
    assert crossings(lines[:1]) == []


def test_contacts_are_shared_boundaries_without_the_edge_of_the_map() -> None:
    west, east = box(0, 0, 1_000, 1_000), box(1_000, 0, 2_000, 1_000)
    stock = box(1_400, 400, 1_600, 600)
    found = contacts([west, east.difference(stock), stock])
    assert sum(x.length for x in found) == pytest.approx(1_000 + 4 * 200, abs=5)
    assert Nearest(found).query(np.array([900.0, 1_500.0]), np.array([500.0, 500.0]))[0] == pytest.approx(
        [100, 100]
    )
    assert contacts([west]) == []
