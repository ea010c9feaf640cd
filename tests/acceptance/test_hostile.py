"""Hostile texts as questions, as values and as column names: nothing breaks, nothing runs, nothing is written."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import geopandas as gpd
import pytest
import shapely
import sqlalchemy as sa

from core.answer.serialise import to_dict
from core.database.cluster import Cluster
from core.database.engine import Database
from core.ingest import LoadDecisions, load
from core.service import MineralApp
from core.settings import ROOT, Settings
from tests.acceptance.hostile import COLUMNS, LENGTH, MARKUP, PROMPT, QUESTIONS, SQL, TEMPLATE
from tests.conftest import fresh_database

VALUES = (*SQL, *MARKUP, *TEMPLATE, *PROMPT)
"""Cells of the file that is loaded; NUL and lone surrogates cannot stand in one."""
INVENTORY = """
    SELECT n.nspname, c.relname, c.relkind::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
    UNION ALL SELECT n.nspname, p.proname, 'function' FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname NOT LIKE 'pg\\_%'
    UNION ALL SELECT '', rolname, 'role' FROM pg_roles UNION ALL SELECT '', nspname, 'schema' FROM pg_namespace
    UNION ALL SELECT '', count(*)::text, 'large objects' FROM pg_largeobject_metadata ORDER BY 1, 2, 3
"""
CANARY = "SELECT array_agg((id, note)::text ORDER BY id) FROM layers.canary"


@pytest.fixture(scope="module")
def hostile(
    settings: Settings, cluster: Cluster, template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[MineralApp, Database]]:
    """An application whose deposits have hostile names, values and columns; and a canary beside them."""
    directory = tmp_path_factory.mktemp("hostile")
    directory.chmod(0o755)
    with fresh_database(settings, cluster, template) as database:
        tables = fill(database, directory)
        mappings = bind(directory / "mappings", tables)
        with database.owner.begin() as connection:
            connection.execute(sa.text("CREATE TABLE layers.canary (id int, note text)"))
            connection.execute(sa.text("INSERT INTO layers.canary VALUES (1, 'alive'), (2, 'well')"))
        app = MineralApp.open(settings.model_copy(update={"mappings_dir": mappings}), database=database)
        yield app, database
        app.close()


def fill(database: Database, directory: Path) -> dict[str, list[str]]:
    """Load two layers; returns their stored column names in the order of the file."""
    count = len(VALUES)
    places = [shapely.Point(110 + 0.001 * i, 41.8) for i in range(count)]
    cells = {name: [VALUES[(i + j) % count] for i in range(count)] for j, name in enumerate(COLUMNS)}
    deposits = gpd.GeoDataFrame({"NAME": VALUES, "MINERAL": "Au", **cells}, geometry=places, crs=4326)
    line = shapely.LineString([(109.9, 41.81), (110.2, 41.81)])
    faults = gpd.GeoDataFrame({"NAME": [SQL[0]], "TYPE": [MARKUP[0]]}, geometry=[line], crs=4326)
    stored = {}
    for table, frame in {"evil_deposits": deposits, "evil_faults": faults}.items():
        path = directory / f"{table}.geojson"
        frame.to_file(path, driver="GeoJSON")
        record = load(database, path, LoadDecisions(table=table))
        assert record.rows_loaded == len(frame)
        names = sa.inspect(database.owner).get_columns(table, schema="layers")
        stored[table] = [x["name"] for x in names if x["name"] not in ("fid", "geom", "geom_ecef")]
    return stored


def bind(directory: Path, tables: dict[str, list[str]]) -> Path:
    """The project's vocabulary with the hostile layers bound."""
    shutil.copytree(ROOT / "data_mappings", directory)
    attributes = ("size", "genetic_type", "discovery_year", "name_zh")
    columns = dict(zip(attributes, tables["evil_deposits"][2:], strict=False))
    types = {
        "evil_deposits": {
            "entity_type": "deposit",
            "title": {"en": MARKUP[0], "zh": MARKUP[1]},
            "provenance": SQL[1],
        },
        "evil_faults": {"entity_type": "fault", "title": {"en": TEMPLATE[0], "zh": TEMPLATE[1]}},
    }
    bindings = {
        "evil_deposits": {
            "name": {"column": "NAME"},
            "commodity": {"column": "MINERAL"},
            **{a: {"column": c} for a, c in columns.items()},
        },
        "evil_faults": {"name": {"column": "NAME"}, "fault_type": {"column": "TYPE"}},
    }
    for name, content in {"user_table_types": types, "user_column_mapping": bindings, "aliases": []}.items():
        (directory / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return directory


def state(database: Database) -> tuple[list, object]:
    with database.owner.connect() as connection:
        return [tuple(r) for r in connection.execute(sa.text(INVENTORY))], connection.scalar(sa.text(CANARY))


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_hostile_question(hostile: tuple[MineralApp, Database], number: int, tmp_path: Path) -> None:
    app, database = hostile
    marker = tmp_path / "created"
    before = state(database)
    answer = app.ask(QUESTIONS[number].replace("{marker}", str(marker)))
    assert answer.status in ("answered", "clarify", "refused")
    assert answer.claims or answer.message
    assert state(database) == before
    assert not marker.exists()
    json.dumps(to_dict(answer), ensure_ascii=False, allow_nan=False).encode("utf-8")
    for secret in ("oresight_owner", "SCRAM-SHA", str(database.cluster and database.cluster.socket_dir)):
        assert not any(secret in claim.text for claim in answer.claims)
        assert secret not in answer.message


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
def test_hostile_question_on_the_demo(app: MineralApp, number: int) -> None:
    answer = app.ask(QUESTIONS[number])
    assert answer.status in ("answered", "clarify", "refused")
    assert answer.claims or answer.message
    if QUESTIONS[number] in LENGTH:
        assert answer.status != "answered"


def test_hostile_values_come_out_as_they_are(hostile: tuple[MineralApp, Database]) -> None:
    app, database = hostile
    before = state(database)
    for question in ("gold deposits", "gold deposits within 5 km of faults", "5公里范围内有断裂的金矿"):
        answer = app.ask(question)
        assert answer.status == "answered", answer.message
        assert answer.result is not None
        assert answer.result.total == len(VALUES)
        assert {e.row.name for e in answer.evidence} <= set(VALUES)
    assert state(database) == before


@pytest.mark.parametrize("value", VALUES)
def test_a_hostile_name_can_be_asked_for(hostile: tuple[MineralApp, Database], value: str) -> None:
    app, database = hostile
    before = state(database)
    answer = app.ask(f"deposits within 1 km of “{value}”")
    assert answer.status in ("answered", "clarify", "refused")
    assert state(database) == before


def test_hostile_columns_keep_their_names(hostile: tuple[MineralApp, Database]) -> None:
    _, database = hostile
    stored = [x["name"] for x in sa.inspect(database.owner).get_columns("evil_deposits", schema="layers")]
    kept = [name for name in COLUMNS if name in stored]
    assert len(kept) >= len(COLUMNS) - 1, "all but the one longer than an identifier can be"
    with database.reader.connect() as connection:
        table = sa.Table("evil_deposits", sa.MetaData(schema="layers"), *(sa.Column(n, sa.Text) for n in kept))
        rows = connection.execute(sa.select(*table.c)).all()
    assert {cell for row in rows for cell in row} == set(VALUES)
