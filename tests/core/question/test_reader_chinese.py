"""Chinese questions: what they say, word for word as IR."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.question.forms import (
    COPPER,
    FAULTS,
    GOLD,
    GRANITE,
    PERMIAN_GRANITE,
    bare,
    both,
    cond,
    near,
    read,
    rel,
    these,
    where,
)

QINGLING = rel("within", these("region", None, "青岭"))
DILIN = rel("within", these("region", None, "低林省"))
HUOER = these("deposit", None, "霍尔金矿")


def test_a_question_with_everything() -> None:
    reading = read("青岭地区距断裂5公里以内的岩浆热液型金矿床有哪些？")
    assert bare(reading) == {
        "intent": "select",
        "target": {
            "layer": "deposit",
            "where": both(QINGLING, near(FAULTS, 5000.0), cond("genetic_type", "magmatic_hydrothermal"), GOLD),
        },
        "output": "entity_list",
    }
    assert (reading.language, reading.unexplained, reading.corrections, reading.notes) == ("zh", (), (), ())


def test_english_and_chinese_say_the_same() -> None:
    english = bare(read("magmatic-hydrothermal gold deposits within 5 km of faults"))
    chinese = bare(read("距断裂5公里以内的岩浆热液型金矿床"))
    assert {str(x) for x in english["target"]["where"]["and"]} == {
        str(x) for x in chinese["target"]["where"]["and"]
    }


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("找金矿", GOLD),
        ("有哪些大型铜矿", both(cond("size", "large"), COPPER)),
        ("规模为大型的矿床", cond("size", "large")),
        ("大型矽卡岩型矿床", both(cond("size", "large"), cond("genetic_type", "skarn"))),
        ("中型以上的金矿床", both(cond("size", ["medium", "large", "super_large"], "in"), GOLD)),
        ("小型及以下的金矿", both(cond("size", ["mineralized_spot", "occurrence", "small"], "in"), GOLD)),
        ("大于小型的铜矿", both(cond("size", ["medium", "large", "super_large"], "in"), COPPER)),
        ("规模在中型以上的铜矿", both(cond("size", ["medium", "large", "super_large"], "in"), COPPER)),
        ("大中型金矿", both(cond("size", "medium_to_large"), GOLD)),
        ("铜矿或金矿", cond("commodity", ["copper", "gold"], "in")),
        ("铜和金矿床", cond("commodity", ["copper", "gold"], "in")),
        ("小型金矿或大型铜矿", {"or": [both(cond("size", "small"), GOLD), both(cond("size", "large"), COPPER)]}),
        ("含金但不含铜的矿床", both(GOLD, {"not": COPPER})),
        ("既不是大型也不是小型的金矿", both({"not": cond("size", "large")}, {"not": cond("size", "small")}, GOLD)),
        ("铅矿和锌矿", cond("commodity", ["lead", "zinc"], "in")),
        ("铅锌矿", both(cond("commodity", "lead"), cond("commodity", "zinc"))),
        ("既含铜又含金的矿床", both(COPPER, GOLD)),
        ("不含金的矿床", {"not": GOLD}),
        ("除金矿以外的矿床", {"not": GOLD}),
        ("除大型以外的金矿床", both({"not": cond("size", "large")}, GOLD)),
        ("金矿床中有哪些是大型的", both(GOLD, cond("size", "large"))),
        ("稀土矿化点", {"and": [cond("commodity", "ree"), cond("size", "mineralized_spot")]}),
    ],
)
def test_values(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("1990年以前发现的矿床", cond("discovery_year", 1990, "<")),
        ("1990年以后发现的矿床", cond("discovery_year", 1990, ">")),
        ("1990年以来发现的矿床", cond("discovery_year", 1990, ">=")),
        ("1990年发现的矿床", cond("discovery_year", 1990)),
        ("1950年至1980年间发现的矿床", cond("discovery_year", [1950, 1980], "between")),
        ("20世纪80年代发现的矿床", cond("discovery_year", [1980, 1989], "between")),
        ("发现年份早于1990年的矿床", cond("discovery_year", 1990, "<")),
    ],
)
def test_years(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Au>20ppb的样品", cond("Au", 20, ">", "ppb")),
        ("金含量大于0.02 ppm的样品", cond("Au", 0.02, ">", "ppm")),
        ("氧化镁含量不低于百分之五的样品", cond("MgO", 5, ">=", "%")),
        ("砷含量在20到50ppm之间的样品", cond("As", [20, 50], "between", "ppm")),
        ("铜锌都大于100ppm的样品", both(cond("Cu", 100, ">", "ppm"), cond("Zn", 100, ">", "ppm"))),
        ("铜或锌含量大于100ppm的样品", {"or": [cond("Cu", 100, ">", "ppm"), cond("Zn", 100, ">", "ppm")]}),
        ("铜大于100ppm且锌大于200ppm的样品", both(cond("Cu", 100, ">", "ppm"), cond("Zn", 200, ">", "ppm"))),
        ("镧含量100ppm以上的样品", cond("La", 100, ">=", "ppm")),
        ("铜含量不超过两百ppm的样品", cond("Cu", 200, "<=", "ppm")),
        ("Cu含量小于1千ppm的样品", cond("Cu", 1000, "<", "ppm")),
        ("面积大于10平方公里的花岗岩",
         both({"cmp": [{"measure": "area"}, ">", {"const": 10}], "unit": "km2"}, cond("lithology", "granite"))),
        ("长度超过5公里的断层", {"cmp": [{"measure": "length"}, ">", {"const": 5}], "unit": "km"}),
    ],
)  # fmt: skip
def test_numbers_and_units(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("距断裂5公里以内的矿床", near(FAULTS, 5000.0)),
        ("断裂5公里范围内的矿床", near(FAULTS, 5000.0)),
        ("断裂周边5公里的矿床", near(FAULTS, 5000.0)),
        ("距离断裂不超过五千米的矿床", near(FAULTS, 5000.0)),
        ("与断裂的距离小于5公里的矿床", near(FAULTS, 5000.0)),
        ("距断裂不到十里的矿床", near(FAULTS, 5000.0)),
        ("距最近断裂两公里半以内的矿床", near(FAULTS, 2500.0)),
        ("距断裂500米以内的矿床", near(FAULTS, 500.0)),
        ("距断裂10公里以外的矿床", near(FAULTS, None, 10000.0)),
        ("距断裂超过10公里的矿床", near(FAULTS, None, 10000.0)),
        ("距断裂2至5公里的矿床", near(FAULTS, 5000.0, 2000.0)),
        ("距断裂2公里到5公里之间的矿床", near(FAULTS, 5000.0, 2000.0)),
        ("不在断裂5公里以内的矿床", {"not": near(FAULTS, 5000.0)}),
        ("断裂附近的矿床", near(FAULTS, 5000.0)),
        ("靠近断裂的矿床", near(FAULTS, 5000.0)),
        ("附近有断裂的矿床", near(FAULTS, 5000.0)),
        ("5公里范围内有断裂的矿床", near(FAULTS, 5000.0)),
        ("哪些矿床附近有断裂", near(FAULTS, 5000.0)),
        ("花岗岩附近的样品", near(GRANITE, 2000.0)),
        ("距逆冲断层2公里以内的矿床", near(these("fault", cond("fault_type", "thrust")), 2000.0)),
        ("距霍尔金矿10公里以内的断裂", near(HUOER, 10000.0)),
        ("以霍尔金矿为中心10公里范围内的断裂", near(HUOER, 10000.0)),
        ("霍尔金矿周边10公里内有哪些断裂", near(HUOER, 10000.0)),
        ("距11.25,51.5五公里以内的矿床", near({"point": [11.25, 51.5]}, 5000.0)),
        ("东经11.25度，北纬51.5度5公里范围内的矿床", near({"point": [11.25, 51.5]}, 5000.0)),
        ("距断裂或花岗岩5公里以内的矿床", {"or": [near(FAULTS, 5000.0), near(GRANITE, 5000.0)]}),
    ],
)
def test_distances(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("二叠纪花岗岩中的矿床", rel("within", PERMIAN_GRANITE)),
        ("产于花岗岩内的矿床", rel("within", GRANITE)),
        ("花岗岩的矿床", rel("within", GRANITE)),
        ("墨溪组内的矿床", rel("within", these("geo_body", cond("formation", "墨溪组")))),
        ("花岗岩以外的矿床", {"not": rel("within", GRANITE)}),
        ("包含金矿床的花岗岩", both(rel("contains", these("deposit", GOLD)), cond("lithology", "granite"))),
        ("穿过二叠纪花岗岩的断裂", rel("crosses", PERMIAN_GRANITE)),
        ("哪些断裂穿过二叠纪花岗岩", rel("crosses", PERMIAN_GRANITE)),
        ("被断裂切割的侵入体", both(rel("intersects", FAULTS), cond("body_class", "intrusion"))),
        ("断裂穿过的侵入体", both(rel("crosses", FAULTS), cond("body_class", "intrusion"))),
        ("没有断裂穿过的花岗岩", both({"not": rel("crosses", FAULTS)}, cond("lithology", "granite"))),
        ("哪些侵入体没有被断裂切割", both(cond("body_class", "intrusion"), {"not": rel("intersects", FAULTS)})),
        ("与断裂相交的花岗岩", both(rel("intersects", FAULTS), cond("lithology", "granite"))),
        ("青岭的金矿", both(QINGLING, GOLD)),
        ("低林省有哪些铜矿", both(DILIN, COPPER)),
        ("在低林省境内的铜矿", both(DILIN, COPPER)),
    ],
)
def test_topology_and_regions(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("位于花岗岩内且距断裂3公里以内的金矿", both(rel("within", GRANITE), near(FAULTS, 3000.0), GOLD)),
        ("距断裂3公里以内或位于花岗岩内的金矿",
         both({"or": [near(FAULTS, 3000.0), rel("within", GRANITE)]}, GOLD)),
        ("距断裂1公里以内且Au>20ppb的样品", both(near(FAULTS, 1000.0), cond("Au", 20, ">", "ppb"))),
        ("距穿过花岗岩的断裂1公里以内的样品", near(these("fault", rel("crosses", GRANITE)), 1000.0)),
        ("断裂和侵入体1公里以内的矿床",
         both(near(FAULTS, 1000.0), near(these("geo_body", cond("body_class", "intrusion")), 1000.0))),
        ("距金矿和铜矿都在5公里以内的断裂",
         both(near(these("deposit", GOLD), 5000.0), near(these("deposit", COPPER), 5000.0))),
        ("逆冲断层1.5公里范围内的矿床", near(these("fault", cond("fault_type", "thrust")), 1500.0)),
        ("逆冲断层以外的断裂", {"not": cond("fault_type", "thrust")}),
        ("花岗岩被哪些断裂穿过", rel("crosses", GRANITE)),
        ("花岗岩地区的金矿", both(rel("within", GRANITE), GOLD)),
        ("大型金矿附近的断层", near(these("deposit", both(cond("size", "large"), GOLD)), 5000.0)),
    ],
)  # fmt: skip
def test_combinations(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "order", "limit"),
    [
        ("离断裂最近的三个金矿", {"expr": {"distance_to": FAULTS}, "dir": "asc"}, 3),
        ("哪个金矿离断裂最远", {"expr": {"distance_to": FAULTS}, "dir": "desc"}, 1),
        ("铜含量最高的5个样品", {"expr": {"field": "Cu"}, "dir": "desc"}, 5),
        ("铜含量最高的前十个样品", {"expr": {"field": "Cu"}, "dir": "desc"}, 10),
        ("样品中金含量最高的是哪个", {"expr": {"field": "Au"}, "dir": "desc"}, 1),
        ("MgO含量最低的样品", {"expr": {"field": "MgO"}, "dir": "asc"}, 1),
        ("最早发现的金矿", {"expr": {"field": "discovery_year"}, "dir": "asc"}, 1),
        ("面积最大的花岗岩体", {"expr": {"measure": "area"}, "dir": "desc"}, 1),
    ],
)
def test_orders(question: str, order: Any, limit: int | None) -> None:
    reading = read(question)
    query = bare(reading)
    assert (query["order"], query.get("limit"), reading.unexplained) == ([order], limit, ())


@pytest.mark.parametrize(
    ("question", "intent", "output"),
    [
        ("低林省有多少个金矿？", "count", "scalar"),
        ("Au大于20ppb的样品有多少个", "count", "scalar"),
        ("青岭有没有铜矿", "exists", "boolean"),
        ("霍尔金矿3公里内有断裂吗", "exists", "boolean"),
        ("是否有断裂穿过花岗岩", "exists", "boolean"),
        ("霍尔金矿附近有哪些断裂", "select", "entity_list"),
    ],
)
def test_kinds_of_answer(question: str, intent: str, output: str) -> None:
    query = bare(read(question))
    assert (query["intent"], query["output"]) == (intent, output)


def test_anomalies_become_a_percentile() -> None:
    reading = read("青岭的铜异常在哪里")
    query = bare(reading)
    assert query["target"] == these("geochem_sample", QINGLING)
    assert query["analysis"] == {"op": "anomaly_threshold", "fields": ["Cu"], "method": "percentile", "k": 95}
    assert any("第95百分位数" in x for x in reading.notes)


def test_high_values_of_several_elements() -> None:
    reading = read("哪些样品的Au和As含量都高")
    assert bare(reading)["analysis"]["fields"] == ["Au", "As"]
    assert reading.unexplained == ()


def test_words_before_a_region_name_are_a_remark() -> None:
    reading = read("梅原自治区青岭地区的金矿")
    assert bare(reading)["target"]["where"] == both(QINGLING, GOLD)
    assert reading.unexplained == ()
    assert any("梅原自治区" in x for x in reading.notes)


def test_traditional_and_full_width_characters_read_the_same() -> None:
    plain = bare(read("距断裂5公里以内的金矿床"))
    assert bare(read("距斷裂５公里以內的金礦床")) == plain
