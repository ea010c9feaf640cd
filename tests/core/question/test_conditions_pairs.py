"""The same question in English and Chinese is the same query."""

from __future__ import annotations

from typing import Any

import pytest

from core.question import ir
from core.question.reader import Reader
from tests.core.question.terrains import geologist, traveller

PAIRS = [
    ("gold deposits near faults but not in granite", "断裂附近但不在花岗岩内的金矿"),
    ("deposits neither near faults nor in granite", "既不在断裂附近也不在花岗岩内的矿床"),
    ("deposits either near faults or in granite", "要么在断裂附近要么在花岗岩内的矿床"),
    ("gold deposits (near faults or in granite) and within 2 km of folds",
     "（断裂附近或花岗岩内）且距褶皱2公里以内的金矿"),
    ("deposits with both gold and copper", "同时含金和铜的矿床"),
    ("deposits except those near faults", "除断裂附近以外的矿床"),
    ("deposits excluding those in granite", "除花岗岩中的矿床以外的矿床"),
    ("deposits within 5 km of a fault or 2 km of a fold", "距断裂5公里或褶皱2公里以内的矿床"),
    ("deposits within 5 km of both faults and folds", "距断裂和褶皱都在5公里以内的矿床"),
    ("deposits between 2 and 5 km from faults", "距断裂2–5公里的矿床"),
    ("deposits more than 2 km but less than 5 km from faults", "距断裂超过2公里但不到5公里的矿床"),
    ("deposits at least 3 km from a fault", "距断裂至少3公里的矿床"),
    ("deposits along faults", "沿断裂分布的矿床"),
    ("faults that do not cross granite", "不穿过花岗岩的断裂"),
    ("granite cut by faults", "被断裂切割的花岗岩"),
    ("granite crossed by more than two faults", "被超过两条断裂穿过的花岗岩"),
    ("granite bordering limestone", "与灰岩接壤的花岗岩"),
    ("granite overlapping limestone", "与灰岩重叠的花岗岩"),
    ("intrusions completely within Low Wood", "完全位于低林省内的岩体"),
    ("deposits north of the Stock Ghyll Fault", "石溪断裂以北的矿床"),
    ("deposits within 10 km north-west of Rydal", "云坪铜矿西北方向10公里内的矿床"),
    ("deposits with at least 3 faults within 5 km", "5公里内有3条以上断裂的矿床"),
    ("deposits with no faults within 5 km", "5公里内没有断裂的矿床"),
    ("deposits with several faults nearby", "附近有多条断裂的矿床"),
    ("intrusions containing at least 2 gold deposits", "包含至少2个金矿的岩体"),
    ("intrusions without deposits", "没有矿床的岩体"),
    ("deposits in the selected area", "所选区域内的矿床"),
    ("faults in the current view", "当前视图内的断裂"),
    ("deposits within 5 km of the selected area", "距所选区域5公里以内的矿床"),
    ("deposits within 5 km of the centre of the Ambleside pluton", "距安边岩体中心5公里以内的矿床"),
    ("deposits within 2 km of the intersection of faults and folds", "断裂与褶皱交汇处2公里以内的矿床"),
    ("deposits within 1 km of the border between granite and limestone", "花岗岩与灰岩交界线1公里内的矿床"),
    ("deposits near the boundary of the Ambleside pluton", "安边岩体边界附近的矿床"),
    ("faults within the convex hull of the gold deposits", "金矿床凸包范围内的断裂"),
    ("deposits inside the union of 5 km buffers around faults", "断裂5公里缓冲区并集内的矿床"),
    ("deposits near faults that cut granite that touches limestone", "切割与灰岩接触的花岗岩的断裂附近的矿床"),
    ("samples within 1 km of the gold deposits in Permian strata", "距二叠纪地层中的金矿1公里以内的样品"),
    ("deposits near the 3 longest faults", "最长的3条断裂附近的矿床"),
    ("deposits in the largest intrusion", "面积最大的岩体内的矿床"),
    ("deposits within 5 km of the largest intrusion", "离面积最大的岩体5公里内的矿床"),
    ("In which strata do the REE deposits lie?", "稀土矿位于哪些地层"),
    ("Which intrusions host copper?", "哪些岩体含有铜矿"),
    ("which faults have gold deposits within 1 km", "哪些断裂1公里内有金矿"),
    ("Near which faults are the copper deposits?", "铜矿在哪些断裂附近"),
    ("intrusions larger than 10 km²", "面积大于10平方公里的岩体"),
    ("faults between 5 and 10 km long", "长度在5到10公里之间的断裂"),
    ("samples with La greater than Ce", "镧含量高于铈含量的样品"),
    ("samples with a Cu/Zn ratio above 2", "铜锌比大于2的样品"),
    ("deposits without a discovery year", "没有发现年份的矿床"),
    ("deposits of unknown size", "规模不明的矿床"),
    ("samples with Au above 5 but below 20 ppb", "金大于5且小于20ppb的样品"),
    ("granite older than Permian", "二叠纪以前的花岗岩"),
    ("Proterozoic or younger strata", "元古代或更年轻的地层"),
    ("samples with copper above two dozen ppm", "铜大于二十四ppm的样品"),
    ("samples with Cu above 15,000 ppm", "铜含量大于1.5万ppm的样品"),
]  # fmt: skip
COUNTRY = [
    ("provinces bordering Norland", "与诺兰省相邻的省份"),
    ("Which cities does the Long Water run through?", "长水流经哪些城市"),
    ("provinces with at least 3 universities", "有3所以上高校的省份"),
    ("provinces without universities", "没有高校的省份"),
    ("stations along the Northern Line", "北方线沿线的地铁站"),
    ("universities within 3 km of a subway station", "距地铁站3公里以内的高校"),
    ("universities founded before 1950", "1950年以前创办的高校"),
    ("cities within 20 km of the largest lake", "离面积最大的湖泊20公里以内的城市"),
    ("lakes completely within Norland", "完全位于诺兰省内的湖泊"),
    ("cities with a population over 1,000,000", "人口超过100万的城市"),
    ("cities that railways do not cross", "没有铁路经过的城市"),
]


@pytest.mark.parametrize(("english", "chinese"), PAIRS)
def test_geology(english: str, chinese: str) -> None:
    assert _query(geologist(), english) == _query(geologist(), chinese)


@pytest.mark.parametrize(("english", "chinese"), COUNTRY)
def test_country(english: str, chinese: str) -> None:
    assert _query(traveller(), english) == _query(traveller(), chinese)


def _query(reader: Reader, question: str) -> Any:
    reading = reader.read(question)
    assert reading.ir.action == "query", (question, reading.message)
    assert reading.unexplained == (), (question, reading.unexplained)
    canonical = {x.text: x.canonical for x in reader.card.names}
    return _plain(ir.dump(reading.ir, spans=False)["query"], canonical)


def _plain(value: Any, canonical: dict[str, str]) -> Any:
    """Names as their features, the order of what is joined left out (one inside another made one)."""
    if isinstance(value, list):
        return [_plain(x, canonical) for x in value]
    if not isinstance(value, dict):
        return canonical.get(value, value) if isinstance(value, str) else value
    plain = {k: _plain(v, canonical) for k, v in value.items()}
    for key in ("and", "or"):
        if key in plain:
            plain[key] = sorted((y for x in plain[key] for y in x.get(key, [x])), key=str)
    return plain
