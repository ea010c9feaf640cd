"""Directions, derived shapes, the map, the previous answer, numbers of relations: against shapely and pyproj."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from pyproj import Geod

from core.database.engine import Database
from core.query.pipeline import Outcome, run_query
from core.query.result import FeatureRef
from core.query.selection import Selection
from core.question import ir
from core.settings import Settings
from core.vocabulary.card import SchemaCard
from core.vocabulary.units import Units
from tests.acceptance.geodesy import distances
from tests.core.query.fixtures import Ask, Prove, attr, refs, rel, select
from tests.core.query.oracle import Feature, away, features

GEOD = Geod(ellps="WGS84")
SECTORS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
BOX = shapely.box(100.2, 40.2, 100.6, 40.7)


def named(entity: str, name: str) -> Feature:
    return next(x for x in features(entity) if x.cells.get("name") == name)


def of(lithology: str) -> list[Any]:
    return [x.geometry for x in features("geo_body") if x.cells["lithology"] == lithology]


def bodies(lithology: str) -> dict[str, Any]:
    return {"layer": "geo_body", "where": attr("lithology", "=", lithology)}


def derived(op: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"derive": {"op": op, "of": list(parts), **more}}


def within(shape: Any, metres: float) -> set[tuple[str, int]]:
    """Deposits within a distance of a shape."""
    return {x.ref for x in features("deposit") if distances(x.geometry, [shape])[0] <= metres}


@pytest.mark.parametrize("sector", list(SECTORS))
def test_directions_are_sectors_of_the_geodesic_azimuth(ask: Ask, sector: str) -> None:
    centre = named("region", "North-East").geometry.centroid
    shape = named("region", "North-East").geometry
    wanted = set()
    for x in features("deposit"):
        azimuth = GEOD.inv(centre.x, centre.y, x.geometry.x, x.geometry.y)[0] % 360
        off = (azimuth - SECTORS[sector] + 180) % 360 - 180
        if -22.5 <= off < 22.5 and not shape.intersects(x.geometry):
            wanted.add(x.ref)
    anchor = {"rel": "direction", "dir": sector, "to": {"layer": "region", "names": ["North-East"]}}
    assert refs(ask(select("deposit", anchor))) == wanted
    near = refs(ask(select("deposit", {**anchor, "max_m": 15_000})))
    assert near == wanted & within(shape, 15_000)


def test_a_direction_in_words_and_its_distance_proved(ask: Ask, prove: Prove) -> None:
    query = select("deposit", {"rel": "direction", "dir": "NE", "to": {"layer": "fault", "names": ["F3"]}})
    outcome = ask(query)
    assert outcome.rows is not None
    assert outcome.rows.funnel[1].label == "north-east of F3"
    assert ask(query, language="zh").rows.funnel[1].label == "在F3以东北"  # type: ignore[union-attr]
    assert {x.proximity[0].nearest.name for x in prove(outcome)} == {"F3"}  # type: ignore[union-attr]


def test_near_the_centre_of_something(ask: Ask, prove: Prove) -> None:
    centre = named("region", "North").geometry.centroid
    middle = derived("centroid", {"layer": "region", "names": ["North"]})
    outcome = ask(select("deposit", {"rel": "near", "to": middle, "max_m": 20_000}))
    assert refs(outcome) == within(centre, 20_000)
    for x in prove(outcome):
        wanted = GEOD.inv(centre.x, centre.y, x.row.lon, x.row.lat)[2]
        assert x.proximity[0].nearest is not None
        assert x.proximity[0].nearest.distance_m == pytest.approx(wanted, abs=0.001)


def test_common_part_and_shared_boundary(ask: Ask, prove: Prove) -> None:
    lines = [x.geometry for x in features("fault")]
    common = shapely.union_all([a & b for a in lines for b in of("granite") if a.intersects(b)])
    asked = {"rel": "near", "to": derived("intersection", {"layer": "fault"}, bodies("granite")), "max_m": 500}
    outcome = ask(select("deposit", asked))
    assert refs(outcome) == within(common, 500)
    assert len(prove(outcome)) == len(refs(outcome))
    one, other = (shapely.union_all([x.boundary for x in of(k)]) for k in ("granite", "schist"))
    shared = shapely.union_all([x for x in shapely.get_parts(one & other) if x.length > 0])
    asked = {"rel": "near", "to": derived("shared_boundary", bodies("granite"), bodies("schist")), "max_m": 2_000}
    outcome = ask(select("deposit", asked))
    assert refs(outcome) == within(shared, 2_000)
    assert len(prove(outcome)) == len(refs(outcome))


def test_crossings_of_a_set_with_itself_are_between_two_features(ask: Ask) -> None:
    lines = [x.geometry for x in features("fault")]
    pairs = [a & b for i, a in enumerate(lines) for b in lines[i + 1 :] if a.intersects(b)]
    crossings = shapely.union_all(pairs)
    assert not crossings.is_empty
    asked = {"rel": "near", "to": derived("intersection", {"layer": "fault"}, {"layer": "fault"}), "max_m": 3_000}
    found = refs(ask(select("deposit", asked)))
    assert found == within(crossings, 3_000)
    assert found != within(shapely.union_all(lines), 3_000)


def test_hull_and_boundary(ask: Ask) -> None:
    parts = [x.geometry for x in features("fault") if x.cells.get("name") in ("F3", "F4")]
    hull = shapely.union_all(parts).convex_hull
    asked = {"rel": "within", "to": derived("hull", {"layer": "fault", "names": ["F3", "F4"]})}
    assert refs(ask(select("deposit", asked))) == {
        x.ref for x in features("deposit") if hull.intersects(x.geometry)
    }
    edge = {"rel": "crosses", "to": derived("boundary", {"layer": "region", "names": ["North-East"]})}
    line = named("region", "North-East").geometry.boundary
    assert refs(ask(select("fault", edge))) == {x.ref for x in features("fault") if x.geometry.crosses(line)}


def test_a_buffer_is_a_distance(ask: Ask, prove: Prove) -> None:
    near = away("deposit", "fault")
    around = derived("buffer_union", {"layer": "fault"}, distance_m=1_500)
    inside = {x for x, found in near.items() if min(found.values(), default=9e9) <= 1_500}
    outcome = ask(select("deposit", {"rel": "within", "to": around}))
    assert refs(outcome) == inside
    assert len(prove(outcome)) == len(inside)
    farther = {x for x, found in near.items() if min(found.values(), default=9e9) <= 2_500}
    assert refs(ask(select("deposit", {"rel": "near", "to": around, "max_m": 1_000}))) == farther


def test_nothing_relates_to_an_empty_shape(ask: Ask) -> None:
    nothing = derived("hull", {"layer": "fault", "where": attr("name", "contains", "no such fault")})
    for relation in ({"rel": "within", "to": nothing}, {"rel": "near", "to": nothing, "max_m": 9_000}):
        assert refs(ask(select("deposit", relation))) == set()


def test_numbers_of_any_relation(ask: Ask) -> None:
    points = [x.geometry for x in features("deposit")]
    many = {x.ref for x in features("geo_body") if sum(x.geometry.intersects(p) for p in points) >= 5}
    assert refs(ask(select("geo_body", rel("contains", "deposit", count={"op": ">=", "value": 5})))) == many
    ring = {
        t for t, found in away("deposit", "fault").items() if sum(1_000 <= x <= 4_000 for x in found.values()) == 2
    }
    counted = rel("near", "fault", min_m=1_000, max_m=4_000, count={"op": "=", "value": 2})
    assert refs(ask(select("deposit", counted))) == ring
    outcome = ask(select("deposit", rel("near", "fault", max_m=5_000, count={"op": ">=", "value": 3})))
    assert outcome.rows is not None
    assert outcome.rows.funnel[1].label == "at least 3 faults within 5 km"


def test_wholly_inside_and_inside(ask: Ask) -> None:
    corner = named("region", "North-East").geometry
    inside = rel("within", "region", None, "North-East")
    covered = {x.ref for x in features("geo_body") if corner.covers(x.geometry)}
    assert refs(ask(select("geo_body", {**inside, "strict": True}))) == covered
    assert covered < refs(ask(select("geo_body", inside)))


@pytest.fixture
def beside(made_up: Database, made_up_card: SchemaCard, units: Units, settings: Settings) -> Any:
    """Ask with something selected, a view and a previous answer."""

    def run(query: dict[str, Any], **around: Any) -> Outcome:
        read = ir.Query.model_validate(query)
        return run_query(made_up, read, made_up_card, units, settings, language="en", question="", **around)

    return run


def test_the_map_as_an_anchor(beside: Any) -> None:
    drawn = select("deposit", {"rel": "within", "to": {"map": "selection"}})
    wanted = {x.ref for x in features("deposit") if BOX.intersects(x.geometry)}
    assert refs(beside(drawn, selection=Selection(BOX))) == wanted
    seen = select("deposit", {"rel": "near", "to": {"map": "view"}, "max_m": 3_000})
    assert refs(beside(seen, view=(100.2, 40.2, 100.6, 40.7))) == within(shapely.segmentize(BOX, 0.005), 3_000)
    chosen = Selection(refs=(FeatureRef("faults", 5), FeatureRef("faults", 9)))
    near = {
        t for t, f in away("deposit", "fault").items() if min(f.get(("faults", i), 9e9) for i in (5, 9)) <= 5_000
    }
    picked = select("deposit", {"rel": "near", "to": {"map": "selection"}, "max_m": 5_000})
    assert refs(beside(picked, selection=chosen)) == near
    for query in (drawn, seen):
        assert beside(query).refusal.kind == "missing"


def test_the_features_of_the_previous_answer(beside: Any) -> None:
    before = tuple(FeatureRef("deposits_north", x) for x in range(1, 40))
    query = select("deposit", rel("near", "fault", max_m=3_000))
    query["target"]["prev"] = True
    all_ = {t for t, f in away("deposit", "fault").items() if min(f.values(), default=9e9) <= 3_000}
    assert refs(beside(query, previous=before)) == all_ & {(x.table, x.fid) for x in before}
    assert beside(query).refusal.kind == "missing"
    assert "no deposits" in beside(query, previous=(FeatureRef("faults", 1),)).refusal.message


def near(anchor: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"rel": "near", "to": anchor, "max_m": 5, **more}


@pytest.mark.parametrize(("relation", "words"), [
    (near(derived("buffer_union", {"layer": "fault"})), "distance"),
    ({"rel": "within", "to": derived("buffer_union", {"layer": "fault"}, distance_m=-1)}, "positive"),
    (near(derived("intersection", {"layer": "fault"})), "two parts"),
    ({"rel": "within", "to": derived("centroid", {"layer": "region"})}, "cannot hold"),
    (near(derived("boundary", {"layer": "deposit"})), "cannot be formed"),
    (near({"layer": "fault"}, dir="N"), "directions"),
])  # fmt: skip
def test_shapes_without_meaning_are_refused(ask: Ask, relation: dict[str, Any], words: str) -> None:
    query = select("deposit", relation)
    outcome = ask(query)
    assert outcome.refusal is not None
    assert words in outcome.refusal.message
    assert ask(query, language="zh").refusal is not None
