"""English questions: what they say, word for word as IR."""

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

ORREST = rel("within", these("region", None, "Orrest Fell"))
LOW_WOOD = rel("within", these("region", None, "Low Wood"))
HOLBECK = these("deposit", None, "Holbeck gold deposit")


def test_a_question_with_everything() -> None:
    question = (
        "What magmatic-hydrothermal type gold deposits are located within 5 km of faults in the Orrest Fell area?"
    )
    reading = read(question)
    assert bare(reading) == {
        "intent": "select",
        "target": {
            "layer": "deposit",
            "where": both(cond("genetic_type", "magmatic_hydrothermal"), GOLD, near(FAULTS, 5000.0), ORREST),
        },
        "output": "entity_list",
    }
    assert (reading.language, reading.unexplained, reading.corrections, reading.notes) == ("en", (), (), ())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("gold deposits", GOLD),
        ("show me large copper or gold deposits",
         both(cond("size", "large"), cond("commodity", ["copper", "gold"], "in"))),
        ("deposits with size = large", cond("size", "large")),
        ("deposits of large size and skarn type", both(cond("size", "large"), cond("genetic_type", "skarn"))),
        ("deposits that are large", cond("size", "large")),
        ("medium or larger gold deposits", both(cond("size", ["medium", "large", "super_large"], "in"), GOLD)),
        ("gold deposits with small size or below",
         both(GOLD, cond("size", ["mineralized_spot", "occurrence", "small"], "in"))),
        ("lead-zinc deposits", both(cond("commodity", "lead"), cond("commodity", "zinc"))),
        ("copper deposits larger than small",
         both(COPPER, cond("size", ["medium", "large", "super_large"], "in"))),
        ("gold deposits, copper deposits and lead deposits", cond("commodity", ["gold", "copper", "lead"], "in")),
        ("small gold deposits or large copper deposits",
         {"or": [both(cond("size", "small"), GOLD), both(cond("size", "large"), COPPER)]}),
        ("gold deposits that are neither large nor small",
         both(GOLD, {"not": cond("size", "large")}, {"not": cond("size", "small")})),
        ("deposits with gold but not copper", both(GOLD, {"not": COPPER})),
        ("lead deposits and zinc deposits", cond("commodity", ["lead", "zinc"], "in")),
        ("deposits with both copper and gold", both(COPPER, GOLD)),
        ("non-gold deposits", {"not": GOLD}),
        ("copper deposits that are not large", both(COPPER, {"not": cond("size", "large")})),
        ("deposits except gold deposits", {"not": GOLD}),
        ("gold deposits excluding large ones", both(GOLD, {"not": cond("size", "large")})),
        ("deposits containing gold", GOLD),
        ("copper deposits that do not contain gold", both(COPPER, {"not": GOLD})),
        ("deposits with no gold", {"not": GOLD}),
        ("deposits without gold", {"not": GOLD}),
        ("deposits whose commodity is not gold", {"not": GOLD}),
        ("Cu deposits", COPPER),
    ],
)  # fmt: skip
def test_values(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("deposits discovered before 1990", cond("discovery_year", 1990, "<")),
        ("deposits discovered after 1990", cond("discovery_year", 1990, ">")),
        ("deposits discovered since 1990", cond("discovery_year", 1990, ">=")),
        ("deposits discovered in or after 1990", cond("discovery_year", 1990, ">=")),
        ("deposits not discovered before 1990", {"not": cond("discovery_year", 1990, "<")}),
        ("deposits found in 1990", cond("discovery_year", 1990)),
        ("deposits discovered between 1950 and 1980", cond("discovery_year", [1950, 1980], "between")),
        ("deposits discovered from 1950 to 1980", cond("discovery_year", [1950, 1980], "between")),
        ("Which deposits were discovered in the 1980s?", cond("discovery_year", [1980, 1989], "between")),
    ],
)
def test_years(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("samples with Au > 20 ppb", cond("Au", 20, ">", "ppb")),
        ("samples with La above 100 ppm", cond("La", 100, ">", "ppm")),
        ("samples with MgO content greater than 5 %", cond("MgO", 5, ">", "%")),
        ("samples with at least 0.05 g/t gold", cond("Au", 0.05, ">=", "g/t")),
        ("which samples contain more than 50 ppb of gold?", cond("Au", 50, ">", "ppb")),
        ("samples where Cu exceeds 100 ppm and Zn exceeds 200 ppm",
         both(cond("Cu", 100, ">", "ppm"), cond("Zn", 200, ">", "ppm"))),
        ("samples with As between 20 and 50 ppm", cond("As", [20, 50], "between", "ppm")),
        ("samples with 20-50 ppm As", cond("As", [20, 50], "between", "ppm")),
        ("samples with Cu and Zn above 100 ppm", both(cond("Cu", 100, ">", "ppm"), cond("Zn", 100, ">", "ppm"))),
        ("samples where Au is greater than 20 ppb or As is greater than 50 ppm",
         {"or": [cond("Au", 20, ">", "ppb"), cond("As", 50, ">", "ppm")]}),
        ("samples with copper not exceeding 1,000 mg/kg", cond("Cu", 1000, "<=", "mg/kg")),
        ("samples with no more than five ppb Au", cond("Au", 5, "<=", "ppb")),
        ("samples with Cu of 40 ppm or more", cond("Cu", 40, ">=", "ppm")),
        ("faults longer than 5 km",
         {"cmp": [{"measure": "length"}, ">", {"const": 5}], "unit": "km"}),
        ("bodies with an area above 10 km²", {"cmp": [{"measure": "area"}, ">", {"const": 10}], "unit": "km2"}),
    ],
)  # fmt: skip
def test_numbers_and_units(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("deposits within 5 km of faults", near(FAULTS, 5000.0)),
        ("deposits less than 5 kilometres from a fault", near(FAULTS, 5000.0)),
        ("deposits closer than half a mile to a fault", near(FAULTS, 804.672)),
        ("deposits within a 5 km radius of a fault", near(FAULTS, 5000.0)),
        ("deposits 5 km around faults", near(FAULTS, 5000.0)),
        ("deposits within a distance of 3 km from faults", near(FAULTS, 3000.0)),
        (
            "samples within 1 km of both gold and copper deposits",
            both(near(these("deposit", GOLD), 1000.0), near(these("deposit", COPPER), 1000.0)),
        ),
        ("deposits no more than 500 metres away from the nearest fault", near(FAULTS, 500.0)),
        ("deposits up to 2,500 ft from faults", near(FAULTS, 762.0)),
        ("deposits more than 10 km from faults", near(FAULTS, None, 10000.0)),
        ("deposits at least 10 km away from faults", near(FAULTS, None, 10000.0)),
        ("deposits between 2 and 5 km from faults", near(FAULTS, 5000.0, 2000.0)),
        ("deposits 2-5 km from faults", near(FAULTS, 5000.0, 2000.0)),
        ("deposits not within 5 km of faults", {"not": near(FAULTS, 5000.0)}),
        ("deposits with a fault within 2 km", near(FAULTS, 2000.0)),
        ("deposits whose distance to a fault is less than 2 km", near(FAULTS, 2000.0)),
        ("deposits near faults", near(FAULTS, 5000.0)),
        ("deposits near faults (within 3 km)", near(FAULTS, 3000.0)),
        ("samples close to granite", near(GRANITE, 2000.0)),
        ("deposits within 2 km of thrust faults", near(these("fault", cond("fault_type", "thrust")), 2000.0)),
        ("faults within 10 km of the Holbeck gold deposit", near(HOLBECK, 10000.0)),
        ("faults within 10 km of Holbeck", near(HOLBECK, 10000.0)),
        ("deposits within 5 km of 11.25, 51.5", near({"point": [11.25, 51.5]}, 5000.0)),
        ("deposits within 5 km of (51.5N, 11.25E)", near({"point": [11.25, 51.5]}, 5000.0)),
        ("deposits within 5 km of 51.5, 11.25", near({"point": [11.25, 51.5]}, 5000.0)),
        ("deposits within 5 km of faults or granite", {"or": [near(FAULTS, 5000.0), near(GRANITE, 5000.0)]}),
        ("deposits within 5 km of faults and granite bodies", both(near(FAULTS, 5000.0), near(GRANITE, 5000.0))),
    ],
)
def test_distances(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("deposits inside Permian granite", rel("within", PERMIAN_GRANITE)),
        ("deposits hosted in granite", rel("within", GRANITE)),
        ("granite-hosted deposits", rel("within", GRANITE)),
        ("granite not cut by faults", both(cond("lithology", "granite"), {"not": rel("intersects", FAULTS)})),
        ("deposits in the Tarn Formation", rel("within", these("geo_body", cond("formation", "Tarn Formation")))),
        ("deposits outside granite", {"not": rel("within", GRANITE)}),
        ("granite bodies that contain gold deposits",
         both(cond("lithology", "granite"), rel("contains", these("deposit", GOLD)))),
        ("faults crossing Permian granite", rel("crosses", PERMIAN_GRANITE)),
        ("intrusions cut by faults", both(cond("body_class", "intrusion"), rel("intersects", FAULTS))),
        ("faults that intersect granite", rel("intersects", GRANITE)),
        ("faults that do not cross granite", {"not": rel("crosses", GRANITE)}),
        ("gold deposits in the Orrest Fell area", both(GOLD, ORREST)),
        ("gold deposits of Low Wood", both(GOLD, LOW_WOOD)),
        ("Low Wood copper deposits", both(LOW_WOOD, COPPER)),
        ("In Low Wood, which copper deposits are large?", both(LOW_WOOD, COPPER, cond("size", "large"))),
    ],
)  # fmt: skip
def test_topology_and_regions(question: str, expected: Any) -> None:
    found = where(question)
    assert _sorted(found) == _sorted(expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("gold deposits inside granite and within 3 km of a fault",
         both(GOLD, rel("within", GRANITE), near(FAULTS, 3000.0))),
        ("gold deposits within 3 km of a fault or inside granite",
         both(GOLD, {"or": [near(FAULTS, 3000.0), rel("within", GRANITE)]})),
        ("gold deposits discovered before 1990 or inside granite and within 3 km of a fault",
         both(GOLD, {"or": [cond("discovery_year", 1990, "<"),
                            both(rel("within", GRANITE), near(FAULTS, 3000.0))]})),
        ("samples within 1 km of faults with Au > 20 ppb", both(near(FAULTS, 1000.0), cond("Au", 20, ">", "ppb"))),
        ("faults other than thrusts", {"not": cond("fault_type", "thrust")}),
        ("samples taken from within granite with Au > 5 ppb",
         both(rel("within", GRANITE), cond("Au", 5, ">", "ppb"))),
        ("samples within 1 km of faults that cross granite",
         near(these("fault", rel("crosses", GRANITE)), 1000.0)),
        ("samples within 1 km of faults crossing Permian granite",
         near(these("fault", rel("crosses", PERMIAN_GRANITE)), 1000.0)),
    ],
)  # fmt: skip
def test_combinations(question: str, expected: Any) -> None:
    assert where(question) == expected


@pytest.mark.parametrize(
    ("question", "order", "limit"),
    [
        ("the 5 gold deposits nearest to a fault", {"expr": {"distance_to": FAULTS}, "dir": "asc"}, 5),
        ("the three closest gold deposits to a fault", {"expr": {"distance_to": FAULTS}, "dir": "asc"}, 3),
        ("Which gold deposit is farthest from faults?", {"expr": {"distance_to": FAULTS}, "dir": "desc"}, 1),
        ("samples with the highest Au", {"expr": {"field": "Au"}, "dir": "desc"}, 5),
        ("top 10 samples by copper content", {"expr": {"field": "Cu"}, "dir": "desc"}, 10),
        ("the sample with the lowest MgO", {"expr": {"field": "MgO"}, "dir": "asc"}, 1),
        ("gold deposits sorted by discovery year", {"expr": {"field": "discovery_year"}, "dir": "asc"}, None),
        ("gold deposits and how far they are from faults", {"expr": {"distance_to": FAULTS}, "dir": "asc"}, None),
        ("Which fault is the longest?", {"expr": {"measure": "length"}, "dir": "desc"}, 1),
        ("the oldest gold deposit", {"expr": {"field": "discovery_year"}, "dir": "asc"}, 1),
        ("the most recently discovered deposit", {"expr": {"field": "discovery_year"}, "dir": "desc"}, 1),
        ("the largest granite body", {"expr": {"measure": "area"}, "dir": "desc"}, 1),
        ("the two longest faults", {"expr": {"measure": "length"}, "dir": "desc"}, 2),
        ("the length of the three longest faults", {"expr": {"measure": "length"}, "dir": "desc"}, 3),
    ],
)
def test_orders(question: str, order: Any, limit: int | None) -> None:
    reading = read(question)
    query = bare(reading)
    assert (query["order"], query.get("limit"), reading.unexplained) == ([order], limit, ())


@pytest.mark.parametrize(
    ("question", "intent", "output"),
    [
        ("How many gold deposits are there in Low Wood?", "count", "scalar"),
        ("number of samples with Au > 20 ppb", "count", "scalar"),
        ("Is there a fault within 2 km of Rydal?", "exists", "boolean"),
        ("Are there any gold deposits in Low Wood?", "exists", "boolean"),
        ("Do any faults cross granite?", "exists", "boolean"),
        ("Is the Holbeck gold deposit within 3 km of a fault?", "exists", "boolean"),
        ("What deposits are there in Low Wood?", "select", "entity_list"),
        ("Can you show me the faults?", "select", "entity_list"),
        ("What is the nearest fault to Rydal?", "select", "entity_list"),
    ],
)
def test_kinds_of_answer(question: str, intent: str, output: str) -> None:
    query = bare(read(question))
    assert (query["intent"], query["output"]) == (intent, output)


def test_largest_point_feature_is_the_highest_class_that_occurs() -> None:
    reading = read("the largest gold deposits")
    assert bare(reading)["target"]["where"] == both(GOLD, cond("size", "large"))
    assert "large" in reading.notes[0]


def test_anomalies_become_a_percentile() -> None:
    reading = read("Where are the Au and Cu anomalies in Low Wood?")
    query = bare(reading)
    assert query["target"] == these("geochem_sample", LOW_WOOD)
    assert query["analysis"] == {
        "op": "anomaly_threshold",
        "fields": ["Au", "Cu"],
        "method": "percentile",
        "k": 95,
    }
    assert any("95th percentile" in x for x in reading.notes)


def test_attributes_asked_for_are_returned() -> None:
    query = bare(read("What is the size and genetic type of the Holbeck gold deposit?"))
    assert query["target"] == HOLBECK
    assert query["return"] == [{"field": "size"}, {"field": "genetic_type"}]


def test_no_unit_is_a_declared_assumption() -> None:
    reading = read("samples with Au > 20")
    assert bare(reading)["target"]["where"] == cond("Au", 20, ">", "ppb")
    assert any("ppb" in x for x in reading.notes)


def _sorted(value: Any) -> Any:
    return {"and": sorted(value["and"], key=str)} if isinstance(value, dict) and "and" in value else value


def test_older_and_younger_leave_out_what_overlaps() -> None:
    older = where("granite bodies older than Carboniferous")
    assert older is not None
    ages = older["and"][1]["value"]
    assert {"devonian", "silurian", "archean"} <= set(ages)
    assert not {"carboniferous", "early_carboniferous", "late_paleozoic", "paleozoic", "permian"} & set(ages)
    younger = where("晚于石炭纪的花岗岩")
    assert younger is not None
    assert {"permian", "jurassic"} <= set(younger["and"][0]["value"])
    assert not {"devonian", "late_carboniferous", "phanerozoic"} & set(younger["and"][0]["value"])
