"""The invented city and its questions: the same each time, answers from the shapes, figures that add up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import shapely

from core.demo.urban import generate_city, read_spec
from core.evaluation.urban import Scored, measures, run_urban
from core.evaluation.urban_questions import SIZES, TASKS, UrbanQuestion, questions
from core.evaluation.urban_world import UrbanWorld
from core.settings import ROOT, Settings

PACK = ROOT / "data_mappings" / "urban"


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("city")
    generate_city(made, read_spec(PACK / "city.json"))
    return made


@pytest.fixture(scope="module")
def world(directory: Path) -> UrbanWorld:
    return UrbanWorld(directory)


@pytest.fixture(scope="module")
def development(world: UrbanWorld) -> list[UrbanQuestion]:
    return list(questions(world, PACK, "development"))


def test_the_same_city_each_time(directory: Path, tmp_path: Path) -> None:
    for file in generate_city(tmp_path, read_spec(PACK / "city.json")):
        assert file.path.read_bytes() == (directory / file.path.name).read_bytes()


def test_districts_fill_the_city_without_overlap(world: UrbanWorld) -> None:
    shapes = [x.shape for x in world.districts]
    whole = shapely.union_all(shapes)
    assert whole.geom_type == "Polygon"
    assert sum(x.area for x in shapes) == pytest.approx(whole.area, rel=1e-6)
    for kind in ("hospital", "school", "subway_station"):
        assert all(x.shape.within(whole) for x in world.kinds[kind])


def test_names_are_given_once_in_a_layer_of_points(directory: Path) -> None:
    for table in ("hospitals", "schools", "parks", "subway_stations"):
        features = json.loads((directory / f"{table}.geojson").read_text(encoding="utf-8"))["features"]
        names = [x["properties"]["name"] for x in features]
        assert len(names) == len(set(names))


def test_question_numbers_and_splits(world: UrbanWorld, development: list[UrbanQuestion]) -> None:
    assert len(development) == SIZES["development"] * len(TASKS)
    assert len({x.text for x in development}) == len(development)
    again = [x.text for x in questions(world, PACK, "development")]
    assert again == [x.text for x in development]
    phrasings = json.loads((PACK / "questions.json").read_text(encoding="utf-8"))["tasks"]
    for shapes in phrasings.values():
        for splits in shapes.values():
            assert set(splits["development"]) & set(splits["test"]) == set()


def test_points_in_districts_are_counted_once(world: UrbanWorld) -> None:
    for kind in ("hospital", "school", "subway_station", "park"):
        assert sum(world.counts(kind).values()) == len(world.kinds[kind])


def test_measures_add_up() -> None:
    one = UrbanQuestion("T1-1", "T1", "development", "in_list", "?")
    scored = [Scored(one, True, True, True), Scored(one, True, False, True), Scored(one, False, False, False)]
    found = measures(scored)
    assert found == pytest.approx(
        {"execution": 1 / 3, "grounding": 2 / 3, "coverage": 2 / 3, "under_coverage": 1 / 2}
    )


@pytest.mark.slow
def test_the_development_part_is_answered(settings: Settings) -> None:
    found = measures(run_urban(settings, "development"))
    assert found["execution"] >= 0.97
    assert found["under_coverage"] >= 0.97
