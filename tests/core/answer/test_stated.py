"""Distances that sentences state: which of them lie between the two things that are named."""

from __future__ import annotations

import pytest

from core.answer.stated import between

ONE, OTHER = ("Bilute", "Bilute gold deposit", "比鲁特金矿", "比鲁特"), ("Saiwusu", "赛乌素", "赛乌素金矿")


@pytest.mark.parametrize(
    "sentence",
    [
        "Bilute does not lie 77 km from Saiwusu.",
        "Bilute lies 20 km from Saiwusu by road.",
        "Bilute lies 3 to 4 km from Saiwusu.",
        "Bilute and Saiwusu lie 40 km north of Baotou.",
        "比鲁特和赛乌素均距包头150公里。",
        "Bilute, unlike Saiwusu, lies 2 km from a granite.",
        "The Saiwusu camp lies 3 km from the Bilute river.",
        "比鲁特至赛乌素公路里程30公里。",
        "Bilute lies 3 km from a fault, as the map of Saiwusu shows.",
    ],
)
def test_other_distances_are_none_between_the_two(sentence: str) -> None:
    assert between(sentence, ONE, OTHER) is None


@pytest.mark.parametrize(
    ("sentence", "metres", "agrees"),
    [
        ("Bilute lies within 50 km of Saiwusu.", 50_000, (30_000, True)),
        ("Bilute lies less than 50 km from Saiwusu.", 50_000, (30_000, True)),
        ("Bilute lies more than 5 km from Saiwusu.", 5_000, (30_000, True)),
        ("比鲁特距赛乌素不足50公里。", 50_000, (30_000, True)),
        ("Bilute gold deposit lies 12 km north of the old Saiwusu mine.", 12_000, (30_000, False)),
        ("The distance between Bilute and Saiwusu is 12 km.", 12_000, (12_300, True)),
        ("Bilute and Saiwusu are 12 km apart.", 12_000, (13_000, False)),
        ("比鲁特金矿距赛乌素金矿约12公里。", 12_000, (12_900, True)),
        ("比鲁特与赛乌素相距12公里。", 12_000, (12_400, True)),
    ],
)
def test_stated_distances_are_bounds_and_as_exact_as_written(
    sentence: str, metres: float, agrees: tuple[float, bool]
) -> None:
    found = between(sentence, ONE, OTHER)
    assert found is not None
    assert found.metres == metres
    assert found.agrees(agrees[0]) is agrees[1]
