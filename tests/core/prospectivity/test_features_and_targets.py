"""Features in windows, blanks, categories; classes by rank; targets apart from known ground."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from shapely.geometry import LineString, Point, box

from core.prospectivity import features as module
from core.prospectivity.classes import classify
from core.prospectivity.distance import burnt
from core.prospectivity.features import (
    Category,
    Density,
    Distance,
    Elements,
    Feature,
    Plan,
    complete,
    missing,
    pooled,
)
from core.prospectivity.interpolate import Samples
from core.prospectivity.targets import percentiles, targets
from tests.core.prospectivity.small import GRID, fields

WEST, SOUTH, EAST, NORTH = GRID.bounds


def plan() -> Plan:
    rng = np.random.default_rng(0)
    xy = rng.uniform((WEST, SOUTH), (EAST, NORTH), (400, 2))
    line = LineString([(WEST - 3_000, SOUTH), (EAST, NORTH + 2_000)])
    halves = [box(WEST, SOUTH, WEST + 10_000, NORTH), box(WEST + 10_000, SOUTH, EAST, NORTH - 3_000)]
    return Plan(GRID, [
        Distance((Feature("fault", "distance", "m"),), [line]), Density((Feature("density", "density"),), [line]),
        Elements((Feature("La", "element"), Feature("F", "element")), Samples(*xy.T, rng.normal(size=(400, 2)))),
        Category((Feature("rock", "category", categories=("x", "y")),), halves, np.array([1, 0])),
    ])  # fmt: skip


def test_windows_give_the_same_columns_as_the_whole() -> None:
    cells = np.arange(GRID.cells)
    whole = plan().columns(cells)
    np.testing.assert_array_equal(plan().whole(cells, size=999), whole)
    some = np.array([3, 500, 9_999])
    np.testing.assert_array_equal(plan().columns(some), whole[some])


def test_categories_of_large_grids_are_those_of_each_centre() -> None:
    rng = np.random.default_rng(4)
    middles = rng.uniform((WEST, SOUTH), (EAST, NORTH), (30, 2))
    shapes = [Point(*m).buffer(float(r)) for m, r in zip(middles, rng.uniform(500, 4_000, 30), strict=True)]
    codes = rng.integers(0, 5, 30)
    one_by_one = Category((Feature("rock", "category", categories=tuple("abcde")),), shapes, codes)
    expected = one_by_one.columns(GRID, np.arange(GRID.cells))[:, 0]
    np.testing.assert_array_equal(burnt(GRID, shapes, codes), expected)
    assert np.isnan(burnt(GRID, [], codes[:0])).all()


def test_a_blank_in_one_feature_blanks_the_cell() -> None:
    found = plan().columns(np.arange(GRID.cells))
    lacking = missing(found, plan().features)
    assert lacking == {"rock": 60 * 15}  # the polygons leave the north-east corner free
    assert complete(found).sum() == GRID.cells - 60 * 15


def test_nothing_that_makes_features_takes_occurrences_or_labels() -> None:
    for name, made in inspect.getmembers(module, inspect.isclass):
        if made.__module__ == module.__name__:
            names = {n for n in inspect.signature(made).parameters if not n.startswith("_")}
            assert not names & {"deposits", "occurrences", "labels", "places", "y"}, name


def test_rare_categories_become_one() -> None:
    codes, names = pooled(["a", "b", "c", "d", "a"], np.array([50.0, 49.0, 0.2, 0.3, 1.0]))
    assert names == ("a", "b", "other")
    assert codes.tolist() == [0, 1, 2, 2, 0]
    assert pooled(["a", "b"], np.array([99.9, 0.1]))[1] == ("a", "b")  # one rare value gains nothing by a new name


def test_classes_are_exact_however_many_cells_tie() -> None:
    values = np.repeat(np.arange(50, dtype=np.float32), 40)
    values[:3] = np.nan
    found = classify(values)
    assert found.counts == (20, 180, 1_797)
    assert (found.codes == 3).sum() == 20
    assert (found.codes == 0).sum() == 3
    assert found.thresholds[0] == 49
    assert found.tied == 20
    assert np.array_equal(found.codes, classify(values).codes)


def test_targets_are_connected_outlined_and_parted_from_known_ground() -> None:
    high, known = np.zeros((GRID.height, GRID.width), bool), np.zeros((GRID.height, GRID.width), bool)
    high[10:14, 10:15] = high[14, 15] = True  # connected by a corner
    high[50:53, 50:53] = True
    known[51:60, 40:60] = True
    high[90, 90] = True  # too small
    values = np.where(high, 0.5, 0.1).ravel().astype(np.float32)
    values[50 * GRID.width + 50] = 0.9
    found = targets(GRID, high.ravel(), known.ravel(), values, values * 0)
    assert [(t.known, len(t.cells)) for t in found] == [(False, 3), (False, 21), (True, 6)]
    assert [t.number for t in found] == [1, 2, 3]
    assert found[1].area_km2 == pytest.approx(21 * 0.04)
    metres = [GRID.geometry(t.polygon).area / 1e6 for t in found]
    assert metres == pytest.approx([t.area_km2 for t in found], rel=1e-6)
    for t in found:
        cell = GRID.cell_of(np.array([t.x]), np.array([t.y]))
        assert cell[0] in t.cells


def test_percentiles_say_how_much_of_the_area_is_lower() -> None:
    values = fields(2)
    found = percentiles(values, [np.argsort(-values[:, 0])[:100]])
    assert found[0][0] > 98
