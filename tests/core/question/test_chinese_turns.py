"""Chinese turns of a whole clause mean what their plain wording means."""

from __future__ import annotations

import pytest

from tests.core.question.forms import bare, unordered
from tests.core.question.terrains import read

SAME: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "离断裂1到3公里的铜矿",
        (
            "离断裂至少1千米、但不超过3千米的铜矿",
            "距断裂1km以上、且在3km以内的铜矿",
            "离断裂不少于1公里，但不大于3公里的铜矿",
            "铜矿，离断裂要超过1公里，但要小于3公里",
            "离断裂3千米以内、但又不少于1千米的铜矿",
        ),
    ),
    ("穿过花岗岩的断裂有几条", ("帮我数一下有几条断裂从花岗岩里穿过去", "有几条断裂从花岗岩中间穿了过去")),
    ("低林省的矿床，规模为大型", ("给我低林省矿床名单，规模限定为大型", "查低林省的矿床，规模只限大型")),
    (
        "低林省样品按Cu含量小于50、50-100、100ppm以上分级统计数量",
        (
            "以50和100ppm为界，把低林省样品的Cu分成三档，每档有多少个样品？",
            "低林省样品的Cu按50、100ppm分档，每档几个",
            "低林省样品的铜分级，分界值取50和100ppm，各级样品数",
        ),
    ),
    (
        "低林省长度排名前3的断裂",
        ("按长度给低林省的断裂排个序，只要最长的3条", "给低林省的断裂按长度排个名，取前3条"),
    ),
    (
        "低林省每个铜矿最近的2条断裂",
        (
            "给低林省的铜矿各找2条最近的断裂",
            "低林省的铜矿逐个找出最近的2条断裂",
            "低林省每个铜矿离得最近的2条断裂分别是哪2条",
        ),
    ),
    (
        "低林省周围3公里内矿床数量最多的2条断裂",
        ("低林省哪2条断裂附近3公里的矿床最多", "按3公里内的矿床数给低林省的断裂排名，取最多的2条"),
    ),
    (
        "低林省样品，铜超过50ppm，2公里内有离断裂不超过1公里的铜矿",
        (
            "低林省哪些样品铜超过50ppm，并且2公里内有铜矿，而这个矿离断裂又不超过1公里",
            "先找离断裂1公里以内的铜矿，再列出低林省离这些矿2公里以内、铜高于50ppm的样品",
        ),
    ),
    (
        "低林省的铜矿中离断裂500米以内或在花岗岩里的",
        (
            "在低林省的铜矿中找离断裂500米以内的或在花岗岩里的，满足一条即可",
            "低林省的铜矿，要么离断裂500米以内，要么在花岗岩里，都列出来",
            "满足下列任一条件的低林省铜矿：离断裂500米以内；在花岗岩里",
            "低林省的铜矿，离断裂500米以内的或花岗岩中的都要",
        ),
    ),
    (
        "低林省的铜矿中离断裂2公里以内的占多大比例",
        ("算一下低林省的铜矿中，离断裂2公里以内的占全部的百分比", "低林省的铜矿，2公里内有断裂的占几成"),
    ),
    ("铜矿的凸包内的金矿", ("先用铜矿做一个凸包，再把落在里面的金矿挑出来",)),
    (
        "低林省完全位于花岗岩内的断裂",
        ("低林省完全落在花岗岩内部、没有伸出去的断裂", "低林省整个在花岗岩里面、不出界的断裂"),
    ),
    ("点(99.5, 26)8km以内的矿床", ("我在(99.5, 26)这个经纬度点上，帮我看看8km以内的矿床",)),
    ("选区内的铜矿", ("我选中的那块区域里有哪些铜矿", "地图上画的框里面的铜矿")),
)


@pytest.mark.parametrize(("plain", "said"), [(x, y) for x, ys in SAME for y in ys])
def test_a_turn_of_phrase_means_what_the_plain_wording_means(plain: str, said: str) -> None:
    wanted, found = read(plain), read(said)
    assert wanted.ir.action == found.ir.action == "query"
    assert not wanted.unexplained
    assert not found.unexplained
    assert unordered(bare(found)) == unordered(bare(wanted))


@pytest.mark.parametrize(
    "said",
    [
        "东经99到100度、北纬25到26度范围里有哪些铜矿",
        "经度在99到100之间、纬度在25到26之间的铜矿",
        "把西边界99°、南边界25°、东边界100°、北边界26°的矩形范围内的铜矿列出来",
    ],
)
def test_a_box_in_words_holds_points_between_its_sides(said: str) -> None:
    where = bare(read(said))["target"]["where"]["and"]
    sides = {(x["cmp"][0]["measure"], x["cmp"][1], x["cmp"][2]["const"]) for x in where if "cmp" in x}
    assert sides == {("x", ">=", 99.0), ("x", "<=", 100.0), ("y", ">=", 25.0), ("y", "<=", 26.0)}


def test_lines_are_not_taken_for_points_in_a_box() -> None:
    assert read("东经99到100度、北纬25到26度范围里的断裂").ir.action != "query"


def test_the_mean_of_the_area_is_no_size_of_the_area() -> None:
    query = bare(read("低林省长度大于该区全部断裂平均长度的逆断层"))
    (mean,) = [x["cmp"][2] for x in query["target"]["where"]["and"] if "cmp" in x]
    assert (query["intent"], mean["agg"], mean["over"]["layer"]) == ("select", "avg", "fault")
