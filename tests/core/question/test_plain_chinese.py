# ruff: noqa: E501  # tables are easier to keep in long lines
"""Chinese questions in other words mean what the plain words mean; words that say something are never left out."""

from __future__ import annotations

import pytest

from core.question.wordings.plainer_zh import plainer_zh
from tests.core.question.forms import bare
from tests.core.question.terrains import read

SAME: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("低林省长度大于20千米的断裂", ("看看低林省哪几条断裂比20千米还长", "低林省长过20千米的断裂", "低林省的断裂里长度上了20千米的")),
    ("低林省长度小于10公里的断裂", ("低林省的断裂里长度没到10公里的，列一下",)),
    ("低林省1965年以前发现的矿床", ("查一下低林省的矿床，发现时间<1965年",)),
    ("低林省1995年到2005年发现的矿床", ("低林省发现于１９９５～２００５年的矿床",)),
    ("低林省铜含量在50-80ppm之间的样品", ("低林省铜含量落在50-80ppm这个区间的样品",)),
    ("低林省铜含量大于50ppm的样品", ("低林省铜含量在50ppm以上（不含）的样品",)),
    ("低林省铜含量大于50ppm或锌含量大于80ppm的样品", ("把低林省铜含量大于50ppm的样品和锌含量大于80ppm的样品合在一起（取并集）列出来",)),
    ("低林省的金矿中断裂500米之内或产于花岗岩中的", ("把低林省的金矿挑一下，要么断裂500米之内，要么产于花岗岩中",)),
    ("云坪铜矿东南方向40km以内的金矿", ("从云坪铜矿往东南40km范围内的金矿，列一下",)),
    ("与花岗岩相接的地层", ("与花岗岩边界相接的地层",)),
    ("低林省铜含量的平均值", ("帮我算下铜的平均值，用低林省的全部样品",)),
    ("低林省样品铜含量的90分位数", ("低林省的样品里铜取90分位",)),
    ("低林省逆断层的总长度", ("合计低林省境内全部逆断层的长度",)),
    ("低林省每个金矿最近的断裂", ("给低林省各处金矿分别配上离它最近的断裂", "低林省金矿——最近断裂对照")),
    ("低林省大型矿床及其到断裂的距离", ("低林省大型矿床，顺便给出每个到断裂的距离",)),
    ("低林省样品按铜含量小于50、50-100、100以上分级统计数量", ("低林省的样品，铜低于50ppm的、50到100ppm的、高于100ppm的分别有几个", "铜分级统计：<50、50-100、>100ppm，低林省样品个数")),
    ("低林省铜矿中断裂2公里之内的占比", ("低林省铜矿，断裂2公里之内的占比（%）",)),
    ("低林省按断裂类型统计断裂数量", ("低林省断裂，按类型各多少条",)),
    ("低林省哪种成因类型的矿床最多", ("把低林省的矿床按成因类型分组，最多的是哪一组",)),
    ("按时代统计地层的总面积", ("各时代地层的出露面积",)),
)  # fmt: skip


@pytest.mark.parametrize(("plain", "other"), [(x, y) for x, others in SAME for y in others])
def test_other_words_mean_the_same(plain: str, other: str) -> None:
    assert bare(read(other)) == bare(read(plain))


def test_no_way_to_say_a_question_loses_a_figure() -> None:
    for made in plainer_zh("低林省距断裂３公里以内、铜含量上了50ppm的样品，取前12个"):
        assert all(x in made.text for x in ("3", "50", "12"))


def test_the_area_of_the_part_before_is_meant() -> None:
    asked = read("低林省有哪些铜矿，该区的金矿又有多少")
    assert [x.intent for x in (asked.ir.query, *(asked.ir.also or ())) if x is not None] == ["select", "count"]
