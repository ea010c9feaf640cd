"""Chinese wordings of everyday speech mean what their plain wording means, or are asked back."""

from __future__ import annotations

import json

import pytest

from tests.core.question.forms import bare, unordered
from tests.core.question.terrains import read

SAME: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "低林省大型或中型矿床",
        (
            "请查低林省的矿床，规模是大型的和中型的都要",
            "低林省的矿床，规模为大型的以及中型的",
            "低林省的矿床，大型也要，中型也要",
            "请把低林省规模为大型的与规模为中型的矿床都找出来",
        ),
    ),
    (
        "低林省的金矿或铜矿",
        (
            "帮我把低林省的金矿和铜矿都列出来，是其中一种就算",
            "低林省的金矿和铜矿，两种里有一种就行",
            "列出低林省的金矿和铜矿，任意一种都算",
            "低林省的金矿、铜矿，只要是其中一个就算",
        ),
    ),
    (
        "低林省小型矿床，金矿或铜矿",
        (
            "想看低林省规模为小型的矿，金矿或者铜矿都可以",
            "低林省规模为小型的矿床，金矿或铜矿都行",
            "低林省的小型矿，金矿、铜矿都可以",
            "低林省的小型矿，金矿或铜矿均可",
        ),
    ),
    (
        "低林省长度大于低林省断裂平均长度的断裂",
        (
            "先算低林省所有断裂的平均长度，再把长度超过这个平均值的断裂列出来",
            "先求出低林省断裂的平均长度，然后列出比它长的断裂",
            "求出低林省断裂长度的平均值，再列出超过这个值的断裂",
        ),
    ),
    (
        "石溪断裂在花岗岩内的长度",
        (
            "求石溪断裂穿行于花岗岩内的长度",
            "石溪断裂从花岗岩中穿过的长度",
            "石溪断裂切穿花岗岩里的那段长度是多少",
            "石溪断裂通过花岗岩内部的长度",
        ),
    ),
    ("低林省的铜矿，靠近断裂的", ("低林省的铜矿中，挨着断裂比较近的是哪些？", "低林省的铜矿里离断裂较近的有哪些")),
    (
        "低林省的铜矿，距断裂至少5公里",
        ("低林省的铜矿，离最近的断裂都有5公里以上", "低林省的铜矿，离最近的断裂至少有5公里的"),
    ),
    (
        "低林省离断裂1到3公里的铜矿",
        (
            "距离断裂最近也有1km、但又不超过3km的铜矿，请在低林省里找一下",
            "低林省的铜矿，离断裂最近也得1公里，最远不超过3公里",
        ),
    ),
    ("花岗岩里有哪些矿床", ("花岗岩里面产出了哪些矿床？", "花岗岩中赋存了哪些矿床")),
    (
        "低林省包含不少于3个矿床的地质体",
        ("含矿床数不少于3个的地质体，我要低林省的", "低林省含矿床个数至少3个的地质体"),
    ),
    ("与花岗岩相接的地质体有哪些", ("帮我查查哪些地质体跟花岗岩是相邻相接的", "与花岗岩互相接触的地质体")),
    (
        "低林省样品，Cu大于100ppm且Au大于20ppb",
        (
            "筛选一下低林省的样品：Cu要大于100 ppm，并且Au要大于20 ppb",
            "低林省样品，铜要高于100ppm，同时金要高于20ppb",
        ),
    ),
    (
        "低林省样品，Cu大于100ppm或Au大于20ppb",
        (
            "请把低林省的样品筛一遍，Cu大于100 ppm、Au大于20 ppb，两个条件满足一个就行",
            "低林省样品：Cu大于100ppm、Au大于20ppb，二者有一个就行",
        ),
    ),
    (
        "低林省的铜矿中离断裂2公里以内的占比",
        ("算一下低林省铜矿中位于断裂2km范围内的个数比例，用百分数表示",),
    ),
    (
        "低林省每个铜矿最近的断裂",
        ("给低林省所有铜矿逐个配上距离最近的那条断裂", "低林省每个铜矿最近的那条断裂"),
    ),
    ("低林省有哪些大型矿床，各离断裂多远", ("低林省有哪些大型矿床，它们各自离断裂多远？",)),
    (
        "低林省周围3公里内矿床数量最多的1条断裂",
        (
            "按周边3km内矿床个数排序，给出低林省排在最前面的1条断裂",
            "低林省的断裂按周围3公里内的矿床数排序，取最前面的1条",
        ),
    ),
    ("低林省完全位于花岗岩内的断裂", ("低林省哪些断裂整条都在花岗岩里面，没有伸出去？",)),
    ("低林省样品铜的中位数", ("我写报告要用低林省样品中铜的中值，帮我求一下",)),
    ("低林省的铜矿清单", ("想要一份低林省铜矿的清单",)),
)


@pytest.mark.parametrize(("plain", "said"), [(x, y) for x, ys in SAME for y in ys])
def test_everyday_speech_means_what_the_plain_wording_means(plain: str, said: str) -> None:
    wanted, found = read(plain), read(said)
    assert wanted.ir.action == found.ir.action == "query"
    assert not wanted.unexplained
    assert not found.unexplained
    assert unordered(bare(found)) == unordered(bare(wanted))


@pytest.mark.parametrize(
    "said",
    ["低林省既是大型又是中型的矿床", "低林省规模为大型并且为中型的矿床"],
)
def test_values_that_are_said_to_hold_together_are_not_either(said: str) -> None:
    assert '"in"' not in json.dumps(bare(read(said)))


def test_one_of_several_numbers_is_no_conjunction() -> None:
    where = bare(read("低林省样品，Cu大于100ppm、Au大于20ppb，两者有一个就行"))["target"]["where"]
    assert "or" in json.dumps(where)
