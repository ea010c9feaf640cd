"""Labels: one a cell, dead zone, groups; folds: no group is parted, split share, undefined parts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import AnalysisError
from core.prospectivity.folds import at_random, blocks, grouped, split_share
from core.prospectivity.labels import Places, groups_of, label, restricted
from tests.core.prospectivity.small import GRID, scattered

CELLS = np.arange(GRID.cells)


def test_the_buffer_of_an_isolated_deposit_has_the_area_of_its_circle() -> None:
    x, y = GRID.centres(np.array([GRID.width * 50 + 50]))
    found = label(GRID, CELLS, Places(x + 13, y - 7))
    assert found.positives == pytest.approx(np.pi * 1_000**2 / 200**2, abs=4)  # 78.5
    assert found.y[found.distance <= 1_000].min() == 1
    ring = (found.distance > 1_000) & (found.distance <= 2_000)
    assert (found.y[ring] == -1).all()
    assert (found.y[found.distance > 2_000] == 0).all()


def test_two_buffers_that_overlap_give_each_cell_one_label_and_one_group() -> None:
    x, y = GRID.centres(np.array([GRID.width * 50 + 50, GRID.width * 50 + 54]))
    found = label(GRID, CELLS, Places(x, y))
    assert found.groups == 1
    assert found.positives < 2 * 81
    assert set(found.deposit[found.y == 1].tolist()) == {0, 1}


def test_deposits_outside_are_reported_and_keep_negatives_away() -> None:
    west, _, _, north = GRID.bounds
    places = Places(np.array([west + 5_000, west - 500, np.nan]), np.array([north - 5_000] * 3))
    found = label(GRID, CELLS, places)
    assert found.outside == (1, 2)
    assert found.deposits == 1
    near = np.hypot(GRID.centres()[0] - (west - 500), GRID.centres()[1] - (north - 5_000)) <= 2_000
    assert near.any()
    assert (found.y[near] != 0).all()


@given(st.integers(2, 12), st.integers(0, 5))
@settings(max_examples=20)
def test_no_group_is_parted_between_folds(count: int, seed: int) -> None:
    found = label(GRID, CELLS, scattered(count, seed), radius=600)
    fold = grouped(found.group, found.y, 5, seed)
    assert int(fold.max()) + 1 == min(5, found.groups)
    for number in range(int(fold.max()) + 1):
        assert ((fold == number) & (found.y == 1)).any()
        assert split_share(fold, found.y, found.deposit, number) == 0


def test_blocks_part_buffers_and_the_share_tells() -> None:
    found = label(GRID, CELLS, scattered(6, 1), radius=600)
    lon, lat = GRID.degrees(*GRID.centres(CELLS))
    fold, count = blocks(lon, lat, 0.01)
    shares = [split_share(fold, found.y, found.deposit, i) for i in range(5)]
    assert count > 300
    assert max(s for s in shares if s is not None) > 0.9
    assert np.bincount(at_random(100, 5)).tolist() == [20] * 5


def test_a_fold_without_positives_has_no_share() -> None:
    assert split_share(np.array([0, 1]), np.array([1, 0]), np.array([0, 0]), 1) is None


def test_groups_chain() -> None:
    points = np.array([[0.0, 0.0], [900.0, 0.0], [1_800.0, 0.0], [5_000.0, 0.0]])
    assert groups_of(points, 1_000).tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("places", "radius", "words"),
    [
        (Places(np.array([]), np.array([])), 1_000.0, "no occurrence to learn from"),
        (Places(np.array([0.0]), np.array([0.0])), 1_000.0, "None of the 1"),
        (scattered(1, 0), 100_000.0, "only one class"),
    ],
)
def test_labels_that_cannot_be_made_are_refused(places: Places, radius: float, words: str) -> None:
    with pytest.raises(AnalysisError, match=words) as caught:
        label(GRID, CELLS, places, radius=radius)
    assert caught.value.sentence_zh


def test_no_positive_or_no_negative_with_evidence_is_refused() -> None:
    found = label(GRID, CELLS, scattered(3, 0), radius=600)
    with pytest.raises(AnalysisError, match="has all the evidence"):
        restricted(found, found.y != 1)
    with pytest.raises(AnalysisError, match="one class"):
        restricted(found, found.y == 1)
