"""What is asked of the million-sample set: every part of the query language, ordinary questions in two languages.

Layers: occurrences (deposit), faults (fault), samples (geochem_sample), bodies (geo_body), regions (region).
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

REGION: Json = {"rel": "within", "to": {"layer": "region", "names": ["Middle Block"]}}
GOLD: Json = {"attr": "commodity", "op": "=", "value": "gold"}
GRANITE: Json = {"attr": "lithology", "op": "=", "value": "granite"}
CU: Json = {"field": "Cu"}
AREA: Json = {"measure": "area"}
LENGTH: Json = {"measure": "length"}
FAULTS: Json = {"layer": "fault"}
FAULT: Json = {"layer": "fault", "names": ["Fault 77"]}
BODY: Json = {"layer": "geo_body", "names": ["Body 77"]}
TO_FAULT: Json = {"distance_to": FAULTS}


def everything(layer: str, *conditions: Json, **more: Any) -> Json:
    """A set."""
    where = None if not conditions else conditions[0] if len(conditions) == 1 else {"and": list(conditions)}
    return {"layer": layer, **({"where": where} if where else {}), **more}


def select(layer: str, *conditions: Json, **more: Any) -> Json:
    """The features that meet all conditions."""
    return {"intent": "select", "output": "entity_list", "target": everything(layer, *conditions), **more}


def number(layer: str, *conditions: Json) -> Json:
    """How many there are."""
    return {"intent": "count", "output": "scalar", "target": everything(layer, *conditions)}


def total(layer: str, *conditions: Json, agg: str, expr: Json, **more: Any) -> Json:
    """One statistic."""
    measures = [{"as": "m", "agg": agg, "expr": expr, **more}]
    return {
        "intent": "aggregate",
        "output": "scalar",
        "target": everything(layer, *conditions),
        "measures": measures,
    }


def group(layer: str, key: Json, *conditions: Json, **more: Any) -> Json:
    """A count for each group, unless `more` has other measures."""
    target = everything(layer, *conditions)
    measures = [{"as": "n", "agg": "count"}]
    return {
        "intent": "group",
        "output": "table",
        "target": target,
        "group_by": [key],
        "measures": measures,
        **more,
    }


def value(layer: str, expr: Json, *conditions: Json, **more: Any) -> Json:
    """A value of each feature."""
    return {"intent": "value", "output": "table", "target": everything(layer, *conditions), "value": expr, **more}


def near(to: Json, most: float | None = None, **more: Any) -> Json:
    """Within a distance of an anchor."""
    return {"rel": "near", "to": to, **({"max_m": most} if most is not None else {}), **more}


def met(rel: str, to: Json, **more: Any) -> Json:
    """A relation on the map."""
    return {"rel": rel, "to": to, **more}


def compared(left: Json, op: str, right: Any, unit: str | None = None) -> Json:
    """A comparison."""
    right = right if isinstance(right, dict) else {"const": right}
    return {"cmp": [left, op, right], **({"unit": unit} if unit else {})}


def derived(op: str, *of: Json, **more: Any) -> Json:
    """A derived shape."""
    return {"derive": {"op": op, "of": list(of), **more}}


def ordered(expr: Json, direction: str = "desc", limit: int | None = 10) -> Json:
    """An order and how many are wanted."""
    return {"order": [{"expr": expr, "dir": direction}], **({"limit": limit} if limit else {})}


def top(by: Json, k: int = 10, direction: str = "desc") -> Json:
    """A superlative as a condition."""
    return {"top": {"by": by, "dir": direction, "k": k}}


COPPER: Json = {"attr": "Cu", "op": ">", "value": 20, "unit": "ppm"}
EACH: Json = {"zeros": True}
ASKED: tuple[tuple[str, Json], ...] = (
    ("attribute, number", select("geochem_sample", COPPER)),
    ("attribute, concept, study area", select("deposit", GOLD, REGION)),
    ("between and in", select("deposit", {"attr": "discovery_year", "op": "between", "value": [1980, 1985]},
                              {"attr": "size", "op": "in", "value": ["large", "medium"]})),
    ("or, not", select("deposit", {"or": [GOLD, {"attr": "size", "op": "=", "value": "large"}]},
                       {"not": near(FAULTS, 2000)})),
    ("near", select("deposit", GOLD, near(FAULTS, 5000))),
    ("near, everything", number("geochem_sample", near(FAULTS, 1000))),
    ("not near, everything", number("geochem_sample", {"not": near(FAULTS, 5000)})),
    ("ring", select("deposit", near(FAULTS, 3000, min_m=1000))),
    ("beyond", select("deposit", near(FAULTS, min_m=5000))),
    ("ring as an alternative", select("deposit", {"or": [near(FAULTS, 3000, min_m=1000), GOLD]})),
    ("near something named", number("geochem_sample", near(FAULT, 10_000))),
    ("near a point", select("geochem_sample", near({"point": [109.0, 39.5]}, 5000))),
    ("within polygons", number("geochem_sample", met("within", everything("geo_body", GRANITE)))),
    ("wholly within", number("fault", met("within", everything("geo_body"), strict=True))),
    ("contains", select("geo_body", met("contains", everything("deposit", GOLD)))),
    ("intersects", number("fault", met("intersects", everything("geo_body", GRANITE)))),
    ("crosses", number("fault", met("crosses", everything("geo_body", GRANITE)))),
    ("touches", number("geo_body", met("touches", everything("geo_body", GRANITE)))),
    ("overlaps", number("geo_body", met("overlaps", {"layer": "region", "names": ["Middle Block"]}))),
    ("direction of something named", select("deposit", GOLD, met("direction", FAULT, dir="NE", max_m=50_000))),
    ("direction of any", number("deposit", GOLD, met("direction", FAULTS, dir="N", max_m=5000))),
    ("direction of any, no distance", number("deposit", met("direction", FAULTS, dir="N"))),
    ("number of relations", select("deposit", GOLD, near(FAULTS, 2000, count={"op": ">=", "value": 20}))),
    ("number of relations, none", number("geo_body", met("contains", everything("deposit"),
                                                         count={"op": "=", "value": 0}))),
    ("relation of a relation", select("deposit", near(everything("fault", met("crosses", everything(
        "geo_body", GRANITE))), 1000))),
    ("number of samples around", number("deposit", REGION, near(everything("geochem_sample", COPPER), 2000,
                                                                count={"op": ">", "value": 5}))),
    ("comparison of a size", select("geo_body", compared(AREA, ">", 400, "km2"))),
    ("comparison of a length", number("fault", compared(LENGTH, ">", 40, "km"))),
    ("comparison of a distance", number("deposit", compared(TO_FAULT, "<", 1, "km"))),
    ("comparison of a distance, a million", number("geochem_sample", compared(TO_FAULT, "<", 1, "km"))),
    ("comparison of two fields", number("geochem_sample", compared(CU, ">", {"field": "Zn"}))),
    ("comparison with a mean", number("geochem_sample", compared(CU, ">", {
        "agg": "avg", "expr": CU, "over": everything("geochem_sample")}))),
    ("share in common", select("geo_body", compared({"overlap": "ratio", "with": everything(
        "region", names=["Middle Block"])}, ">", 50, "%"))),
    ("superlative", select("geochem_sample", top(CU))),
    ("superlative of those near", select("geochem_sample", top(CU), near(FAULT, 10_000))),
    ("superlative by number", select("geo_body", {"top": {
        "by_count_of": everything("geochem_sample"), "rel": "contains", "dir": "desc", "k": 5}})),
    ("centre", select("deposit", near(derived("centroid", BODY), 20_000))),
    ("common part", select("deposit", near(derived("intersection", BODY, everything("fault")), 5000))),
    ("boundary", number("deposit", near(derived("boundary", everything("geo_body", GRANITE)), 500))),
    ("shared boundary", number("deposit", near(derived("shared_boundary", BODY, everything("geo_body")), 5000))),
    ("hull", number("geochem_sample", met("within", derived("hull", everything("deposit", GOLD, REGION))))),
    ("buffer", number("geochem_sample", met("within", derived("buffer_union", FAULTS, distance_m=500)))),
    ("first by field", select("geochem_sample", **ordered(CU))),
    ("nearest to something named", select("geochem_sample", **ordered({"distance_to": FAULT}, "asc"))),
    ("nearest to any", select("deposit", GOLD, **ordered(TO_FAULT, "asc"))),
    ("farthest from any", select("deposit", **ordered(TO_FAULT))),
    ("largest", select("geo_body", **ordered(AREA))),
    ("longest in the study area", select("fault", met("intersects", everything(
        "region", names=["Middle Block"])), **ordered(LENGTH))),
    ("neighbours of each", select("deposit", GOLD, REGION, per_entity={"nearest": FAULTS, "k": 3})),
    ("yes or no", {**number("deposit", near(FAULT, 1000)), "intent": "exists", "output": "boolean"}),
    ("mean", total("geochem_sample", agg="avg", expr=CU)),
    ("percentile", total("geochem_sample", agg="percentile", expr=CU, p=95)),
    ("median in a study area", total("geochem_sample", REGION, agg="median", expr=CU)),
    ("mean near faults", total("geochem_sample", near(FAULTS, 1000), agg="avg", expr=CU)),
    ("total length", total("fault", agg="sum", expr=LENGTH)),
    ("mean distance", total("deposit", agg="avg", expr=TO_FAULT)),
    ("mean distance, a million", total("geochem_sample", agg="avg", expr=TO_FAULT)),
    ("different values", total("deposit", agg="count", expr={"field": "commodity"}, distinct=True)),
    ("groups by field", group("deposit", {"field": "commodity"})),
    ("groups by range", group("geochem_sample", {"bucket": "Cu", "edges": [1, 5, 20, 100]}, **EACH)),
    ("groups by study area", group("geochem_sample", {"layer": "region", "rel": "within"}, **EACH)),
    ("mean in each study area", group("geochem_sample", {"layer": "region", "rel": "within"},
                                      measures=[{"as": "m", "agg": "avg", "expr": CU}])),
    ("groups by body", group("geochem_sample", {"layer": "geo_body", "rel": "within"}, **EACH,
                             order=[{"measure": "n", "dir": "desc"}], limit=20)),
    ("groups by kind of body", group("geochem_sample", {"layer": "geo_body", "rel": "within", "key": "lithology"},
                                     measures=[{"as": "m", "agg": "avg", "expr": CU}])),
    ("groups by fault near", group("deposit", {"layer": "fault", "rel": "near", "max_m": 1000},
                                   order=[{"measure": "n", "dir": "desc"}], limit=10)),
    ("groups with a condition", group("deposit", {"layer": "geo_body", "rel": "within"}, GOLD,
                                      having={"measure": "n", "op": ">", "value": 30})),
    ("groups by two keys", {**group("deposit", {"field": "commodity"}),
                            "group_by": [{"field": "commodity"}, {"field": "size"}]}),
    ("value of each", value("geo_body", AREA, GRANITE, **ordered(AREA))),
    ("content of each body", value("geo_body", {"op": "/", "args": [{"overlap": "length", "with": FAULTS}, AREA]},
                                   REGION)),
    ("area of a union", value("geo_body", {"area_of": everything("geo_body", GRANITE)}) | {"output": "scalar"}),
    ("difference of two means", value("geochem_sample", {"op": "-", "args": [
        {"agg": "avg", "expr": CU, "over": everything("geochem_sample", near(FAULTS, 500))},
        {"agg": "avg", "expr": CU, "over": everything("geochem_sample")}]}) | {"output": "scalar"}),
    ("threshold from the data", {**select("geochem_sample", REGION),
                                 "analysis": {"op": "anomaly_threshold", "fields": ["Cu"]}}),
)  # fmt: skip

QUESTIONS: tuple[str, ...] = (
    "Gold deposits within 5 km of faults",
    "距断裂5公里以内的金矿",
    "How many samples lie within 1 km of faults?",
    "距断裂1公里以内有多少个样品？",
    "What is the average Cu content of the samples?",
    "样品中铜的平均含量是多少？",
    "What is the 95th percentile of Cu in the samples?",
    "Number of samples in each study area",
    "各研究区的样品数量",
    "Number of samples in each geological body",
    "The ten samples with the highest Cu",
    "铜含量最高的十个样品",
    "Which deposits lie inside granite bodies and within 500 m of a fault?",
    "花岗岩体内的矿床有多少个？",
    "Which faults are longer than 50 km?",
    "Is there a gold deposit within 500 m of Fault 77?",
)
