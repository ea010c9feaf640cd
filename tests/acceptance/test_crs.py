"""The same layers in four coordinate systems give the same answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import geopandas as gpd
import pytest

from core.answer.model import Answer
from core.database.cluster import Cluster
from core.database.engine import Database
from core.ingest import LoadDecisions, load
from core.service import MineralApp
from core.settings import Settings
from tests.acceptance.expected import Feature, Near
from tests.acceptance.test_forty_questions import features, measured
from tests.conftest import fresh_database

SYSTEMS = ("EPSG:4326", "EPSG:4490", "EPSG:32649", "EPSG:3857")
LAYERS = {
    "bayan_obo_area": ("bayan_obo_area.geojson", None),
    "bayan_obo_occurrences": ("bayan_obo_occurrences.shp", "GBK"),
    "bayan_obo_faults": ("bayan_obo_faults.shp", "GBK"),
    "bayan_obo_bodies": ("bayan_obo_bodies.geojson", None),
}
QUESTIONS = (
    "Which magmatic-hydrothermal gold deposits lie within 5 km of faults in Bayan Obo?",
    "白云鄂博地区距断裂1公里以内的矿床有多少？",
    "What are the five deposits nearest to the Wulanbaolige fault?",
    "Which occurrences in Bayan Obo are more than 5 km away from any fault?",
    "How many faults cross the Bayan Obo Group?",
    "产于花岗岩中的钨矿",
    "Which intrusions lie within 1 km of the Northern margin fault belt of the North China Craton?",
)
TOLERANCE = 0.005


@pytest.fixture(scope="module")
def apps(
    settings: Settings,
    cluster: Cluster,
    template: str,
    demo_database: Database,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[dict[str, MineralApp]]:
    """One application for each coordinate system, each on a database of its own."""
    with fresh_database(settings, cluster, template) as a, fresh_database(settings, cluster, template) as b:  # noqa: SIM117
        with fresh_database(settings, cluster, template) as c, fresh_database(settings, cluster, template) as d:
            found = {}
            for crs, database in zip(SYSTEMS, (a, b, c, d), strict=True):
                fill(database, settings.local_dir / "demo", tmp_path_factory.mktemp("crs"), crs)
                found[crs] = MineralApp.open(settings, database=database)
            yield found


def fill(database: Database, source: Path, directory: Path, crs: str) -> None:
    for table, (name, encoding) in LAYERS.items():
        frame = gpd.read_file(source / name, **({"encoding": encoding} if encoding else {}))
        path = directory / f"{table}.gpkg"
        frame.to_crs(crs).to_file(path)
        record = load(database, path, LoadDecisions(table=table))
        assert record.crs_original == crs
        assert record.rows_loaded == len(frame)


def told(answer: Answer) -> tuple[int, list[Feature], dict[Feature, Near]]:
    assert answer.status == "answered", answer.message
    assert answer.result is not None
    return answer.result.total, features(answer), measured(answer)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("crs", SYSTEMS[1:])
def test_the_same_answer(apps: dict[str, MineralApp], question: str, crs: str) -> None:
    total, order, near = told(apps["EPSG:4326"].ask(question))
    other_total, other_order, other_near = told(apps[crs].ask(question))
    assert other_total == total > 0
    assert other_order == order
    assert near.keys() == other_near.keys()
    for feature, there in near.items():
        assert other_near[feature].metres == pytest.approx(there.metres, rel=TOLERANCE, abs=0.01)
        assert other_near[feature].nearest == there.nearest
        assert other_near[feature].count == there.count
