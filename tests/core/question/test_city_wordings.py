# ruff: noqa: E501  # tables are easier to keep in long lines
"""Districts that hold something, counts, limits and neighbours of a city, in many Chinese wordings."""

from __future__ import annotations

import pytest

from tests.core.question.forms import Json, bare, both, citizen, cond, geologist, near, rel, these

PARK = these("park", None, "椴树公园")
ROAD = these("road", None, "港口路")
NORTH = rel("within", these("district", None, "北门区"))

HOLDING = ("椴树公园在哪个区", "椴树公园所在的区是哪个", "椴树公园所属的区", "椴树公园所属区", "椴树公园是哪个区的", "椴树公园在哪区", "椴树公园隶属哪个区",
           "椴树公园落在哪个区内", "椴树公园位于哪个区内", "椴树公园地处哪个区", "椴树公园建在哪个区")  # fmt: skip
INSIDE = (
    "北门区有哪些医院",
    "北门区设有哪些医院",
    "北门区内分布着哪些医院",
    "北门区下辖哪些医院",
    "北门区建有哪些医院",
    "设在北门区的医院",
)
COUNTED = (
    "北门区有多少家医院",
    "北门区医院总量",
    "北门区分布着多少家医院",
    "北门区到底有多少家医院",
    "北门区医院的总家数",
)
BEDS = ("北门区床位数超过200的医院", "北门区床位数超过200张的医院", "北门区超过200张床位的医院", "北门区哪几家医院有超过200张床位",
        "北门区床位多于200张的医院有哪些")  # fmt: skip
BEDS_OR_MORE = ("北门区床位数在200以上的医院", "北门区有200张以上床位的医院", "北门区至少有200张床位的医院")
NEAREST = ("离椴树公园最近的医院", "最靠近椴树公园的医院是哪家", "最接近椴树公园的医院")
BEYOND = (
    "北门区内距离港口路超过2公里的公园有哪些",
    "北门区的公园中距离港口路超过2公里的有哪些",
    "北门区的公园里离港口路2公里以外的有哪几个",
)
TOUCHING = ("与北门区相邻的区有哪些", "北门区挨着哪些区", "哪些区紧邻北门区", "哪些区挨着北门区")
CROSSING = ("跨过港口路的道路", "横跨港口路的道路有哪些", "哪几条道路跨港口路")
ROWS: list[tuple[Json, tuple[str, ...]]] = [
    (these("district", rel("contains", PARK)), HOLDING),
    (these("hospital", NORTH), INSIDE),
    (these("hospital", both(cond("beds", 200, ">"), NORTH)), BEDS),
    (these("hospital", both(cond("beds", 200, ">="), NORTH)), BEDS_OR_MORE),
    (these("park", both(near(ROAD, min_m=2000.0), NORTH)), BEYOND),
    (these("district", rel("touches", these("district", None, "北门区"))), TOUCHING),
    (these("road", rel("crosses", ROAD)), CROSSING),
]


def _plain(value: object) -> object:
    """Conditions in one order, names without the word of their kind."""
    if isinstance(value, dict):
        found = {k: _plain(v) for k, v in value.items()}
        return found | {k: sorted(found[k], key=str) for k in ("and", "or") if k in found}
    if isinstance(value, list):
        return [_plain(x) for x in value]
    return {"北门": "北门区"}.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize(("target", "question"), [(t, q) for t, row in ROWS for q in row])
def test_the_same_features(target: Json, question: str) -> None:
    reading = citizen().read(question)
    query = bare(reading)
    assert (query["intent"], _plain(query["target"]), reading.unexplained) == ("select", _plain(target), ())


@pytest.mark.parametrize("question", COUNTED)
def test_the_same_count(question: str) -> None:
    query = bare(citizen().read(question))
    assert (query["intent"], _plain(query["target"])) == ("count", _plain(these("hospital", NORTH)))


@pytest.mark.parametrize("question", NEAREST)
def test_the_nearest(question: str) -> None:
    query = bare(citizen().read(question))
    assert query["order"] == [{"expr": {"distance_to": PARK}, "dir": "asc"}]


def test_a_number_of_the_feature_is_no_number_of_members() -> None:
    reading = citizen().read("哪几家医院有超过200张床位")
    assert bare(reading)["intent"] == "select"


def test_alternatives_before_the_most_are_alternatives() -> None:
    wanted = {"or": [cond("genetic_type", "skarn"), cond("commodity", "gold")]}
    query = bare(geologist().read("Which region has the most skarn or gold deposits?"))
    assert (query["intent"], query["target"]) == ("group", these("deposit", wanted))


def test_the_number_of_all_is_no_number_of_answers() -> None:
    reading = citizen().read("Which of the four hospitals has the most beds?")
    assert reading.ir.query is None or reading.ir.query.limit == 1
