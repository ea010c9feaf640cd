"""Comparisons, superlatives and orders by computed values, against pyproj and shapely on the made-up layers."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
import shapely
from pyproj import Geod

from core.query.result import FeatureRef
from tests.core.query.fixtures import Ask, Prove, attr, refs, rel, select
from tests.core.query.oracle import Feature, away, features

GEOD = Geod(ellps="WGS84")
AREA, LENGTH = {"measure": "area"}, {"measure": "length"}
FAULTS = {"layer": "fault"}
TO_FAULT = {"distance_to": {"layer": "fault"}}


def area(shape: Any) -> float:
    return sum(abs(GEOD.geometry_area_perimeter(x)[0]) for x in shapely.get_parts(shape) if x.area > 0)


def length(shape: Any) -> float:
    return GEOD.geometry_length(shape)


def compared(left: Any, op: str, right: Any, unit: str | None = None) -> dict[str, Any]:
    side = right if isinstance(right, dict) else {"const": right}
    return {"cmp": [left, op, side], "unit": unit}


def those(entity: str, holds: Callable[[Feature], bool]) -> set[tuple[str, int]]:
    return {x.ref for x in features(entity) if holds(x)}


def listed(outcome: Any) -> list[tuple[str, int]]:
    assert outcome.rows is not None, outcome.refusal
    return [(x.ref.table, x.ref.fid) for x in outcome.rows.rows]


@pytest.mark.parametrize(("value", "unit", "square_metres"), [
    (200, "km2", 200e6), (20_000, "ha", 2e8), (20_000, "公顷", 2e8), (300_000, "亩", 300_000 * 2000 / 3),
    (80, "sq mi", 80 * 1609.344**2), (2e8, None, 2e8), (2e8, "m²", 2e8),
])  # fmt: skip
def test_areas_in_any_unit(ask: Ask, value: float, unit: str | None, square_metres: float) -> None:
    wanted = those("geo_body", lambda x: area(x.geometry) > square_metres)
    assert 3 < len(wanted) < 55
    assert refs(ask(select("geo_body", compared(AREA, ">", value, unit)))) == wanted
    mirrored = {"cmp": [{"const": value}, "<", AREA], "unit": unit}
    assert refs(ask(select("geo_body", mirrored))) == wanted


def test_lengths_positions_and_strikes(ask: Ask) -> None:
    miles = those("fault", lambda x: length(x.geometry) >= 10 * 1609.344)
    assert refs(ask(select("fault", compared(LENGTH, ">=", 10, "mi")))) == miles
    east = those("fault", lambda x: x.geometry.centroid.x > 100.6)
    assert refs(ask(select("fault", compared({"measure": "x"}, ">", 100.6)))) == east

    def strike(x: Feature) -> float:
        ends = shapely.get_coordinates(x.geometry)[[0, -1]]
        return GEOD.inv(*ends[0], *ends[1])[0] % 180

    north_east = those("fault", lambda x: 30 <= strike(x) < 60)
    asked = [compared({"measure": "azimuth"}, ">=", 30), compared({"measure": "azimuth"}, "<", 60)]
    assert refs(ask(select("fault", *asked))) == north_east


def test_perimeter_and_arithmetic(ask: Ask) -> None:
    def compact(x: Feature) -> bool:
        return area(x.geometry) / length(x.geometry.boundary) > 2_500

    ratio = {"op": "/", "args": [AREA, {"measure": "perimeter"}]}
    assert refs(ask(select("geo_body", compared(ratio, ">", 2.5, "km")))) == those("geo_body", compact)
    share = {"op": "pct", "args": [AREA, {"agg": "sum", "expr": AREA, "over": {"layer": "geo_body"}}]}
    total = sum(area(x.geometry) for x in features("geo_body"))
    big = those("geo_body", lambda x: area(x.geometry) / total > 0.02)
    assert refs(ask(select("geo_body", compared(share, ">", 2, "%")))) == big


def test_a_value_against_an_aggregate_of_a_set(ask: Ask) -> None:
    granites = [area(x.geometry) for x in features("geo_body") if x.cells["lithology"] == "granite"]
    over = {"layer": "geo_body", "where": attr("lithology", "=", "granite")}
    middle = {"agg": "median", "expr": AREA, "over": over}
    wanted = those("geo_body", lambda x: area(x.geometry) > median(granites))
    assert refs(ask(select("geo_body", compared(AREA, ">", middle)))) == wanted
    count = {"agg": "count", "over": over}
    assert refs(ask(select("region", compared(count, "=", len(granites))))) == those("region", lambda _: True)


def test_distances_compared(ask: Ask, prove: Prove) -> None:
    near = away("deposit", "fault")
    within = {x for x, found in near.items() if min(found.values(), default=9e9) < 1_500}
    assert refs(ask(select("deposit", compared(TO_FAULT, "<", 1.5, "km")))) == within
    beyond = ask(select("deposit", compared(TO_FAULT, ">", 1.5, "km")))
    assert refs(beyond) == {x.ref for x in features("deposit")} - within
    evidence = prove(beyond)  # the distances are proved by the second route
    assert all(x.proximity[0].nearest is not None and x.proximity[0].nearest.distance_m > 1_500 for x in evidence)
    denied = ask(select("deposit", {"not": compared(TO_FAULT, "<", 1_500)}))
    assert refs(denied) == refs(beyond)


def test_two_distances_compared(ask: Ask) -> None:
    granite = {x.ref for x in features("geo_body") if x.cells["lithology"] == "granite"}
    to_granite = {"distance_to": {"layer": "geo_body", "where": attr("lithology", "=", "granite")}}
    faults, bodies = away("deposit", "fault"), away("deposit", "geo_body")
    inside = refs(ask(select("deposit", rel("within", "region", None, "North"))))
    wanted = set()
    for deposit in inside:
        near = min((m for ref, m in bodies[deposit].items() if ref in granite), default=9e9)
        assert faults[deposit] or near < 9e9  # otherwise which one is nearer lies beyond the limit of `away`
        wanted |= {deposit} if min(faults[deposit].values(), default=9e9) < near else set()
    assert 0 < len(wanted) < len(inside)
    north = rel("within", "region", None, "North")
    assert refs(ask(select("deposit", north, compared(TO_FAULT, "<", to_granite)))) == wanted


def test_common_parts(ask: Ask) -> None:
    corner = next(x.geometry for x in features("region") if x.cells["name"] == "North-East")
    anchor = {"layer": "region", "names": ["North-East"]}
    half = those("geo_body", lambda x: area(x.geometry & corner) > 0.5 * area(x.geometry))
    assert half
    assert refs(ask(select("geo_body", compared({"overlap": "ratio", "with": anchor}, ">", 50, "%")))) == half
    assert refs(ask(select("geo_body", compared({"overlap": "ratio", "with": anchor}, ">", 0.5)))) == half
    ten = those("fault", lambda x: length(x.geometry & corner) > 10_000)
    assert refs(ask(select("fault", compared({"overlap": "length", "with": anchor}, ">", 10, "km")))) == ten


def test_superlatives_rank_what_meets_the_other_conditions(ask: Ask) -> None:
    granites = [x for x in features("geo_body") if x.cells["lithology"] == "granite"]
    granites.sort(key=lambda x: -area(x.geometry))
    top = {"top": {"by": AREA, "dir": "desc", "k": 5}}
    assert refs(ask(select("geo_body", attr("lithology", "=", "granite"), top))) == {x.ref for x in granites[:5]}
    alone = sorted(features("geo_body"), key=lambda x: -area(x.geometry))[:5]
    nested = {"or": [top, attr("lithology", "=", "schist")]}
    schists = those("geo_body", lambda x: x.cells["lithology"] == "schist")
    assert refs(ask(select("geo_body", nested))) == schists | {x.ref for x in alone}


def test_an_order_does_not_narrow_what_a_superlative_ranks(ask: Ask) -> None:
    order = [{"expr": {"field": "discovery_year"}, "dir": "asc"}]
    top = {"top": {"by": {"measure": "y"}, "dir": "asc", "k": 6}}  # the southern layer has no years
    lowest = sorted(features("deposit"), key=lambda x: (x.geometry.y, x.ref))[:6]
    assert {x.ref[0] for x in lowest} == {"矿床_south"}
    assert listed(ask(select("deposit", top, order=order))) == sorted(x.ref for x in lowest)
    everything = ask(select("deposit", order=order))
    assert everything.rows is not None
    assert everything.rows.total == len(features("deposit"))
    assert everything.rows.skipped == {}
    assert listed(everything)[0][0] == "deposits_north"


def test_a_superlative_that_is_one_of_several_ranks_all_features(ask: Ask) -> None:
    top = {"top": {"by": {"measure": "y"}, "dir": "asc", "k": 6}}
    found = refs(
        ask(select("deposit", attr("discovery_year", "<", 1960), {"or": [top, attr("size", "=", "large")]}))
    )
    assert found == {
        x.ref for x in features("deposit")
        if (x.cells.get("year") or 9999) < 1960 and x.cells.get("size") == "large"
    }  # fmt: skip


def test_superlatives_by_number_and_inside_references(ask: Ask) -> None:
    points = [x.geometry for x in features("deposit")]

    def held(x: Feature) -> int:
        return sum(x.geometry.intersects(p) for p in points)

    most = sorted(features("geo_body"), key=lambda x: (-held(x), x.ref))[:3]
    top = {"top": {"by_count_of": {"layer": "deposit"}, "rel": "contains", "dir": "desc", "k": 3}}
    assert refs(ask(select("geo_body", top))) == {x.ref for x in most}
    longest = sorted(features("fault"), key=lambda x: -length(x.geometry))[:4]
    near = away("deposit", "fault")
    wanted = {t for t, found in near.items() if any(found.get(x.ref, 9e9) <= 4_000 for x in longest)}
    where = {"top": {"by": LENGTH, "dir": "desc", "k": 4}}
    assert refs(ask(select("deposit", rel("near", "fault", where, max_m=4_000)))) == wanted


def test_order_by_a_computed_value(ask: Ask) -> None:
    wanted = [x.ref for x in sorted(features("geo_body"), key=lambda x: area(x.geometry))][:7]
    outcome = ask(select("geo_body", order=[{"expr": AREA, "dir": "asc"}], limit=7))
    assert listed(outcome) == wanted
    assert outcome.rows is not None
    assert outcome.rows.funnel[-1].label == "the first 7 by area, lowest first"


def test_labels_say_what_was_asked(ask: Ask) -> None:
    query = select("geo_body", compared(AREA, ">", 20_000, "ha"))
    labels = {x: ask(query, language=x).rows.funnel[1].label for x in ("en", "zh")}  # type: ignore[union-attr]
    assert labels == {"en": "area > 20000 ha", "zh": "面积 > 20000 公顷"}


@pytest.mark.parametrize(("query", "words"), [
    (select("deposit", compared(AREA, ">", 1)), "Deposits are points on the map, so they have no area"),
    (select("fault", compared(AREA, ">", 1)), "no area"),
    (select("geo_body", compared({"measure": "azimuth"}, ">", 1)), "no strike azimuth"),
    (select("geo_body", compared(AREA, ">", 1, "km")), "“km” is not a unit of area"),
    (select("geo_body", compared(AREA, ">", 1, "ppm")), "“ppm” is not a unit of area"),
    (select("fault", compared(LENGTH, ">", {"op": "+", "args": [LENGTH, {"measure": "x"}]})), "kinds of unit"),
    (select("geo_body", compared(AREA, ">", {"field": "lithology"})), "cannot be compared"),
    (select("fault", compared({"op": "+", "args": [LENGTH, {"field": "fault_type"}]}, ">", 1)), "not a number"),
    (select("geo_body", compared(AREA, ">", "big")), "cannot be compared"),
    (select("geo_body", compared({"op": "abs", "args": []}, ">", 1)), "needs 1 values"),
    (select("deposit", compared({"overlap": "area", "with": {"layer": "geo_body"}}, ">", 1)), "no common area"),
    (select("deposit", compared({"area_of": {"layer": "fault"}}, ">", 1)), "no area"),
    (select("geo_body", {"top": {"by": AREA, "dir": "desc", "k": 0}}), "got 0"),
    (select("geo_body", {"top": {"dir": "desc", "k": 3}}), "one value"),
    (select("deposit", {"top": {"by": {"field": "commodity"}, "dir": "desc", "k": 3}}), "order"),
    (select("fault", compared({"agg": "percentile", "p": 120, "expr": LENGTH, "over": FAULTS}, "<", 1)), "100"),
])  # fmt: skip
def test_expressions_without_meaning_are_refused(ask: Ask, query: dict[str, Any], words: str) -> None:
    outcome = ask(query)
    assert outcome.refusal is not None
    assert outcome.refusal.kind == "unsupported"
    assert words in outcome.refusal.message
    assert ask(query, language="zh").refusal is not None


def test_computed_columns_beside_the_features(ask: Ask) -> None:
    query = {**select("geo_body", attr("lithology", "=", "granite")), "return": [AREA]}
    outcome = ask(query)
    assert outcome.rows is not None
    assert outcome.rows.table is not None
    shapes = {x.ref: x.geometry for x in features("geo_body")}
    for row in outcome.rows.table.rows:
        ref = row.ref or FeatureRef("", 0)
        assert row.cells[-1] == pytest.approx(area(shapes[ref.table, ref.fid]), rel=1e-9)
