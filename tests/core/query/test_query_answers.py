"""Answers to whole queries against the same questions worked out without a database."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import shapely

from tests.core.query import oracle
from tests.core.query.fixtures import Ask, Prove, attr, refs, rel, select
from tests.core.query.oracle import Feature, Ref, features
from tests.core.query.synthetic import SOUTH, WEST

GOLD = attr("commodity", "=", "gold")
NORTH = rel("within", "region", None, "North")
THRUST = attr("fault_type", "=", "thrust")
GRANITE = attr("lithology", "=", "granite")
NORTH_BOX = shapely.box(WEST, SOUTH, WEST + 1, SOUTH + 1)


def is_gold(x: Feature) -> bool:
    text = (
        x.cells.get("commodity") or x.cells.get("矿种") or next((v for k, v in x.cells.items() if "mm%" in k), "")
    )
    return text in ("Au", "Au; Ag", "金", "金、银", "au")


def is_thrust(x: Feature) -> bool:
    return (x.cells.get("type") or x.cells.get("KIND")) in ("thrust", "逆断层")


def is_granite(x: Feature) -> bool:
    return x.cells["lithology"] == "granite"


def in_north(x: Feature) -> bool:
    return shapely.intersects(NORTH_BOX, x.geometry)


def chosen(entity: str, *conditions: Callable[[Feature], bool]) -> set[Ref]:
    return {x.ref for x in features(entity) if all(c(x) for c in conditions)}


def near(
    target: str, reference: str, within: float, wanted: Callable[[Feature], bool] = lambda _: True
) -> set[Ref]:
    good = chosen(reference, wanted)
    return {
        t
        for t, found in oracle.away(target, reference).items()
        if any(m <= within and r in good for r, m in found.items())
    }


@pytest.mark.parametrize("metres", [20, 300, 1_000, 5_000, 8_000])
def test_targets_near_lines(ask: Ask, metres: float) -> None:
    outcome = ask(select("deposit", rel("near", "fault", max_m=metres)))
    expected = near("deposit", "fault", metres)
    assert refs(outcome) == expected
    assert outcome.rows is not None
    assert outcome.rows.total == len(expected)


def test_attribute_region_and_reference_with_its_own_condition(ask: Ask) -> None:
    outcome = ask(select("deposit", NORTH, GOLD, rel("near", "fault", THRUST, max_m=2_000)))
    assert refs(outcome) == near("deposit", "fault", 2_000, is_thrust) & chosen("deposit", is_gold, in_north)


def test_every_measured_reference_and_count(ask: Ask) -> None:
    outcome = ask(select("deposit", rel("near", "fault", max_m=5_000)))
    expected = oracle.away("deposit", "fault")
    for ref, (measured,) in outcome.by_feature().items():
        inside = {r: m for r, m in expected[(ref.table, ref.fid)].items() if m <= 5_000}
        assert measured.within_count == len(inside)
        assert {(x.ref.table, x.ref.fid) for x in measured.within} == set(inside)
        for x in measured.within:
            assert x.distance_m == pytest.approx(inside[(x.ref.table, x.ref.fid)], abs=0.01)
        assert measured.nearest == measured.within[0]
        assert [x.distance_m for x in measured.within] == sorted(x.distance_m for x in measured.within)


def test_beyond_and_ring(ask: Ask) -> None:
    beyond = refs(ask(select("deposit", rel("near", "fault", min_m=3_000))))
    assert beyond == chosen("deposit") - near("deposit", "fault", 3_000)
    ring = refs(ask(select("deposit", rel("near", "fault", min_m=1_000, max_m=3_000))))
    assert ring == near("deposit", "fault", 3_000) - near("deposit", "fault", 1_000)


def test_beyond_states_the_nearest_although_it_does_not_satisfy(ask: Ask) -> None:
    outcome = ask(select("deposit", rel("near", "fault", min_m=3_000)))
    expected = oracle.away("deposit", "fault")
    for ref, (measured,) in outcome.by_feature().items():
        known = expected[(ref.table, ref.fid)]
        assert measured.within == ()
        assert measured.nearest is not None
        if known:
            assert measured.nearest.distance_m == pytest.approx(min(known.values()), abs=0.01)
        assert measured.nearest.distance_m >= 3_000


def test_ring_lists_the_references_inside_the_ring(ask: Ask) -> None:
    outcome = ask(select("deposit", rel("near", "fault", min_m=1_000, max_m=3_000)))
    expected = oracle.away("deposit", "fault")
    for ref, (measured,) in outcome.by_feature().items():
        inside = {r for r, m in expected[(ref.table, ref.fid)].items() if 1_000 <= m <= 3_000}
        assert {(x.ref.table, x.ref.fid) for x in measured.within} == inside
        assert measured.within_count == len(inside)


def test_ring_as_an_alternative_tells_the_nearest_of_all(ask: Ask, prove: Prove) -> None:
    ring = rel("near", "fault", min_m=1_000, max_m=3_000)
    outcome = ask(select("deposit", NORTH, {"or": [ring, attr("commodity", "=", "copper")]}))
    expected, nearer = oracle.away("deposit", "fault"), 0
    for ref, (measured,) in outcome.by_feature().items():
        known = expected[(ref.table, ref.fid)]
        inside = {r for r, m in known.items() if 1_000 <= m <= 3_000}
        assert {(x.ref.table, x.ref.fid) for x in measured.within} == inside
        assert measured.nearest is not None
        if known:
            assert measured.nearest.distance_m == pytest.approx(min(known.values()), abs=0.01)
        nearer += bool(inside) and measured.nearest.distance_m < 1_000
    assert nearer
    assert len(prove(outcome)) == outcome.rows.total  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("target", "reference"),
    [
        ("geo_body", "fault"),
        ("fault", "geo_body"),
        ("fault", "deposit"),
        ("geo_body", "deposit"),
        ("deposit", "geo_body"),
        ("fault", "fault"),
        ("deposit", "deposit"),
    ],
)
def test_every_pair_of_geometry_kinds(ask: Ask, target: str, reference: str) -> None:
    outcome = ask(select(target, rel("near", reference, max_m=400)))
    expected = oracle.away(target, reference, 450)
    assert refs(outcome) == {t for t, found in expected.items() if any(m <= 400 for m in found.values())}
    for ref, (measured,) in outcome.by_feature().items():
        inside = {r: m for r, m in expected[(ref.table, ref.fid)].items() if m <= 400}
        assert {(x.ref.table, x.ref.fid) for x in measured.within} == set(inside)
        for x in measured.within:
            assert x.distance_m == pytest.approx(inside[(x.ref.table, x.ref.fid)], abs=0.01)


def test_named_reference_of_several_rows(ask: Ask) -> None:
    outcome = ask(select("deposit", rel("near", "fault", None, "F3", max_m=6_000)))
    rows = chosen("fault", lambda x: x.cells.get("name") == "F3")
    assert len(rows) == 2
    assert refs(outcome) == near("deposit", "fault", 6_000, lambda x: x.ref in rows)


def test_relations_on_the_map(ask: Ask) -> None:
    granites = [x for x in features("geo_body") if is_granite(x)]
    for layer, relation, holds in (
        ("deposit", "within", shapely.intersects),
        ("deposit", "intersects", shapely.intersects),
        ("fault", "crosses", shapely.crosses),
        ("fault", "intersects", shapely.intersects),
        ("fault", "within", shapely.covered_by),
    ):
        expected = chosen(layer, lambda x: any(holds(x.geometry, g.geometry) for g in granites))  # noqa: B023
        assert refs(ask(select(layer, rel(relation, "geo_body", GRANITE)))) == expected, (layer, relation)
        assert expected


def test_polygon_relations(ask: Ask) -> None:
    deposits = features("deposit")
    expected = chosen(
        "geo_body", is_granite, lambda x: any(shapely.intersects(x.geometry, d.geometry) for d in deposits)
    )
    assert refs(ask(select("geo_body", GRANITE, rel("contains", "deposit")))) == expected
    touching = chosen(
        "geo_body",
        lambda x: any(
            shapely.touches(x.geometry, g.geometry)
            for g in features("geo_body")
            if is_granite(g) and g.ref != x.ref
        ),
    )
    assert refs(ask(select("geo_body", rel("touches", "geo_body", GRANITE)))) == touching


def test_polygons_of_a_region_by_a_representative_point(ask: Ask) -> None:
    region = next(x.geometry for x in features("region") if x.cells["name"] == "North-East")
    outcome = ask(select("geo_body", rel("within", "region", None, "North-East")))
    assert outcome.rows is not None
    for row in outcome.rows.rows:
        assert shapely.intersects(region, shapely.Point(row.lon, row.lat))
    assert refs(outcome) == chosen(
        "geo_body", lambda x: shapely.intersects(region, shapely.point_on_surface(x.geometry))
    )


def test_lines_of_a_region_enter_it(ask: Ask) -> None:
    region = next(x.geometry for x in features("region") if x.cells["name"] == "North-East")
    outcome = ask(select("fault", rel("within", "region", None, "东北区")))
    assert refs(outcome) == chosen("fault", lambda x: shapely.intersects(region, x.geometry))


def test_several_regions(ask: Ask) -> None:
    outcome = ask(select("deposit", rel("within", "region", None, "South", "North-East")))
    shapes = [x.geometry for x in features("region") if x.cells["name"] in ("South", "North-East")]
    assert refs(outcome) == chosen("deposit", lambda x: any(shapely.intersects(r, x.geometry) for r in shapes))


def test_or_not_and_nesting(ask: Ask) -> None:
    outcome = ask(
        select(
            "deposit",
            {"or": [GOLD, rel("within", "geo_body", GRANITE)]},
            {"not": rel("near", "fault", max_m=1_000)},
        )
    )
    granites = [x.geometry for x in features("geo_body") if is_granite(x)]
    inside = chosen("deposit", lambda x: any(shapely.intersects(g, x.geometry) for g in granites))
    assert refs(outcome) == (chosen("deposit", is_gold) | inside) - near("deposit", "fault", 1_000)


def test_reference_that_itself_stands_in_a_relation(ask: Ask) -> None:
    granites = [x.geometry for x in features("geo_body") if is_granite(x)]
    cutting = chosen("fault", is_thrust, lambda x: any(shapely.crosses(x.geometry, g) for g in granites))
    where = {"and": [THRUST, rel("crosses", "geo_body", GRANITE)]}
    outcome = ask(select("deposit", rel("near", "fault", where, max_m=3_000)))
    assert refs(outcome) == near("deposit", "fault", 3_000, lambda x: x.ref in cutting)


def test_number_of_references(ask: Ask) -> None:
    outcome = ask(select("deposit", rel("near", "fault", max_m=3_000, count={"op": ">=", "value": 4})))
    expected = {
        t for t, found in oracle.away("deposit", "fault").items() if sum(m <= 3_000 for m in found.values()) >= 4
    }
    assert refs(outcome) == expected
    none = ask(select("deposit", rel("near", "fault", max_m=3_000, count={"op": "=", "value": 0})))
    assert refs(none) == chosen("deposit") - near("deposit", "fault", 3_000)


def test_fixed_point(ask: Ask) -> None:
    point = shapely.Point(WEST + 0.5, SOUTH + 0.5)
    for layer in ("deposit", "fault", "geo_body"):
        outcome = ask(select(layer, {"rel": "near", "to": {"point": [point.x, point.y]}, "max_m": 9_000}))
        expected = {x.ref for x in features(layer) if oracle.distances(x.geometry, [point], 9_000)[0] <= 9_000}
        assert refs(outcome) == expected
        assert expected
    body = ask(select("geo_body", {"rel": "contains", "to": {"point": [point.x, point.y]}}))
    assert refs(body) == chosen("geo_body", lambda x: shapely.intersects(x.geometry, point))


def test_order_by_distance(ask: Ask) -> None:
    order = [{"expr": {"distance_to": {"layer": "fault", "names": ["F3"]}}, "dir": "asc"}]
    outcome = ask(select("deposit", order=order, limit=4))
    rows = [x.geometry for x in features("fault") if x.cells.get("name") == "F3"]
    metres = {x.ref: float(oracle.distances(x.geometry, rows).min()) for x in features("deposit")}
    expected = sorted(metres, key=lambda x: (metres[x], x))[:4]
    assert outcome.rows is not None
    assert [(x.ref.table, x.ref.fid) for x in outcome.rows.rows] == expected
    for row in outcome.rows.rows:
        measured = outcome.by_feature()[row.ref][0].nearest
        assert measured is not None
        assert measured.distance_m == pytest.approx(metres[(row.ref.table, row.ref.fid)], abs=0.01)
    farthest = ask(select("deposit", NORTH, order=[{**order[0], "dir": "desc"}], limit=2))
    here = chosen("deposit", in_north)
    assert farthest.rows is not None
    assert [(x.ref.table, x.ref.fid) for x in farthest.rows.rows] == sorted(here, key=lambda x: (-metres[x], x))[
        :2
    ]


def test_count_and_exists(ask: Ask) -> None:
    condition = rel("near", "fault", THRUST, max_m=1_000)
    expected = near("deposit", "fault", 1_000, is_thrust)
    count = ask({**select("deposit", condition), "intent": "count", "output": "scalar"}).rows
    exists = ask({**select("deposit", condition), "intent": "exists", "output": "boolean"}).rows
    assert count is not None
    assert exists is not None
    assert (count.kind, count.scalar, count.total) == ("count", len(expected), len(expected))
    assert (exists.kind, exists.scalar) == ("exists", True)
    never = ask(
        {**select("deposit", rel("near", "fault", THRUST, max_m=0.01)), "intent": "exists", "output": "boolean"}
    )
    assert never.rows is not None
    assert never.rows.scalar is False
