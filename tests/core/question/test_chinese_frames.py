# ruff: noqa: E501  # tables are easier to keep in long lines
"""Chinese sentences of every build: requests, telegrams, language of reports, limits, what is asked one by one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.question.brief import brief
from tests.core.question.forms import bare
from tests.core.question.terrains import read

NEAR = "deposit{(commodity = gold & near(≤5000) fault)}"
FOUR = "geo_body{(body_class = intrusion & contains(#>=4) deposit)}"
CASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("select deposit{(commodity = copper & within region[\"低林省\"])}",
     ("给个清单：低林省的铜矿", "给我列个表，低林省的铜矿", "把低林省的铜矿都列出来", "麻烦帮我查一下低林省的铜矿", "低林省 铜矿 列表")),
    ("count deposit{(commodity = copper & within region[\"低林省\"])}",
     ("统计一下低林省的铜矿", "低林省铜矿共计多少处", "低林省总共有几处铜矿", "我想知道低林省的铜矿一共有多少个")),
    ("select fault{(strike = strike_ne & within region[\"低林省\"])}",
     ("低林省展布的北东向断裂", "低林省发育的北东向断裂有哪几条")),
    (f"select {NEAR}",
     ("受断裂控制的金矿", "断裂控制的金矿", "产出明显受断裂控制的金矿", "与断裂的距离在5公里以内的金矿", "最近的断裂距离不超过5公里的金矿",
      "金矿，离断裂5公里内")),
    ("select deposit{along(≤5000) fault}", ("位于断裂带上的矿床", "沿断裂展布的矿床")),
    ("select deposit{near(≥3000) fault}", ("至少距断裂3公里的矿床", "距断裂至少3公里远的矿床")),
    ("select deposit{(commodity = copper & direction(S, ≤40000) deposit[\"云坪铜矿\"])}",
     ("位于云坪铜矿南方、距离不超过40千米的铜矿", "云坪铜矿以南40公里以内的铜矿")),
    ("select deposit{near(≤10000) deposit[\"云坪铜矿\"]}",
     ("以云坪铜矿为圆心、10公里为半径，圈内的矿床", "以云坪铜矿为中心，半径10公里范围内的矿床")),
    (f"select {FOUR}",
     ("矿床不少于4个的岩体", "不少于4个矿床的岩体", "哪些岩体矿床不少于4个", "哪些岩体内的矿床不少于4个", "哪些岩体内的矿床数达到4个以上")),
    ("select fault{length >= 20 km}", ("长度在20公里以上的断裂", "把长度在20公里以上的断裂都找出来", "断裂长度不小于20km者")),
    ("select deposit{within geo_body{lithology = granite}}",
     ("赋矿地层为花岗岩的矿床", "含矿岩石为花岗岩的矿床", "花岗岩出露区的矿床", "花岗岩分布区内的矿床")),
    ("select geo_body{(body_class = intrusion & contains deposit)}", ("含矿岩体有哪些", "含矿的岩体")),
    ("select fault{within geo_body{age = permian}}", ("产于二叠系的断裂", "二叠系中的断裂")),
    ("select geo_body{((contains deposit{commodity = gold} & contains deposit{commodity = copper}) & lithology = granite)}",
     ("既有金矿又有铜矿的花岗岩", "同时产出金矿和铜矿的花岗岩")),
    ("select geochem_sample{(Cu > 100 ppm & Zn > 200 ppm)}",
     ("铜、锌分别超过100ppm和200ppm的样品", "铜含量和锌含量分别大于100ppm和200ppm的样品，两个条件都要满足")),
    ("select geochem_sample{(Cu > 100 ppm & Zn > 100 ppm)}", ("Cu、Zn两元素均大于100ppm的样品", "铜锌含量都超过100ppm的样品")),
    ("count fault{name is_null}", ("没有名称的断裂有多少条", "未命名的断裂有几条")),
    ("select geo_body{(!contains deposit{commodity = copper} & lithology = granite)}",
     ("未见铜矿产出的花岗岩", "没有铜矿分布的花岗岩", "没有铜矿的花岗岩")),
    ("select geochem_sample{!Cu between 50|100 ppm}", ("铜含量不在50~100ppm之间的样品",)),
    ("select geo_body{(lithology = granite & within region[\"低林省\"])} order area desc limit 1",
     ("低林省面积最大的花岗岩是哪一块",)),
    ("select deposit{commodity = gold} nearest fault 1",
     ("每个金矿离哪条断裂最近", "金矿各自最近的断裂", "每个金矿各自最近的断裂是哪条", "每一个金矿分别离哪条断裂最近")),
    ("group deposit by commodity count having count > 10", ("矿床超过10个的矿种", "哪些矿种的矿床超过10个")),
    ("group deposit{commodity = copper} by size count",
     ("铜矿按规模分各有几个", "铜矿按规模分，各有几个", "铜矿按规模分组，每组有多少个")),
    ("group fault by fault_type count sum_length", ("断裂按类型分，每类的条数和总长度", "断裂按断裂类型统计条数和总长度")),
    ("aggregate fault{within region[\"低林省\"]} count sum_length",
     ("低林省断裂的条数和总长度", "低林省有多少条断裂，总长度是多少")),
    ("group geochem_sample by Cu[50.0, 100.0] count",
     ("样品按铜含量50、100ppm分级，各级样品数", "按铜含量50、100ppm分级，统计各级样品的个数")),
)  # fmt: skip


def features(target: Any) -> str:
    """A set in short, its conditions in the order of the alphabet."""
    where = target.get("where", {})
    if "and" in where:
        target = {**target, "where": {"and": sorted(where["and"], key=brief)}}
    return brief(target)


def told(query: Any) -> str:
    """A query on one line: what is wanted, of what, by what."""
    words = [query["intent"], features(query["target"])]
    orders = query.get("order", ()) if query["intent"] == "select" else ()
    words.extend(f"order {brief(x['expr'])} {x['dir']} limit {query.get('limit')}" for x in orders)
    if near := query.get("per_entity"):
        words.append(f"nearest {brief(near['nearest'])} {near['k']}")
    keys = [x.get("field") or f"{x['bucket']}{x['edges']}" for x in query.get("group_by", ())]
    words.extend(f"by {x}" for x in keys)
    words.extend(x["as"] for x in query.get("measures", ()))
    if having := query.get("having"):
        words.append(f"having {having['measure']} {having['op']} {having['value']:g}")
    return " ".join(words)


@pytest.mark.parametrize(("meaning", "question"), [(meaning, x) for meaning, found in CASES for x in found])
def test_frames(meaning: str, question: str) -> None:
    reading = read(question)
    query = bare(reading)
    assert told(query) == meaning
    assert not reading.unexplained


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("低林省金矿有几个，断裂有几条", "deposit{(commodity = gold & within region[\"低林省\"])}", "fault{within region[\"低林省\"]}"),
        ("低林省有多少铜矿，多少金矿", "deposit{(commodity = copper & within region[\"低林省\"])}", "deposit{(commodity = gold & within region[\"低林省\"])}"),
        ("低林省铜矿数量和断裂条数分别是多少", "deposit{(commodity = copper & within region[\"低林省\"])}", "fault{within region[\"低林省\"]}"),
    ],
)  # fmt: skip
def test_numbers_of_one_sentence_are_of_one_place(question: str, first: str, second: str) -> None:
    reading = read(question)
    queries = [bare(reading), *(bare(x) for x in reading.also)]
    assert [(x["intent"], features(x["target"])) for x in queries] == [("count", first), ("count", second)]


def test_an_anomaly_is_a_condition_of_a_reference() -> None:
    where = bare(read("铜异常样品附近5公里内的铜矿"))["target"]["where"]["and"]
    condition = where[0]["to"]["where"]["cmp"]
    assert condition[0] == {"field": "Cu"}
    assert condition[1] == ">="
    assert condition[2]["agg"] == "percentile"
    assert condition[2]["p"] == pytest.approx(95.0)


def test_a_direction_beyond_a_distance_is_asked_back() -> None:
    assert read("石溪断裂以北5公里以外的矿床").ir.action == "clarify"
