"""A database that nobody modelled: odd names, keys, systems and units; copied, or only read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from core.database.cluster import Cluster
from core.database.describe.drafting import Wish
from core.database.describe.run import describe
from core.database.engine import Database
from core.service import MineralApp
from core.settings import Settings
from core.vocabulary.card_file import CardFile, save_card_file

SQL = Path(__file__).with_name("odd_city.sql")
SCHEMA = "odd %"
PARKS = f'{SCHEMA}_Parks & "Gardens"'


@pytest.fixture(scope="module")
def odd(cluster: Cluster) -> Iterator[str]:
    """Name of a database that OreSight never prepared."""
    name = "odd_city"
    with psycopg.connect(cluster.conninfo("postgres"), autocommit=True) as connection:
        connection.execute("CREATE DATABASE odd_city")
    with psycopg.connect(cluster.conninfo(name), autocommit=True) as connection:
        connection.execute(SQL.read_bytes())
    yield name
    with psycopg.connect(cluster.conninfo("postgres"), autocommit=True) as connection:
        connection.execute("DROP DATABASE odd_city WITH (FORCE)")


def describe_it(settings: Settings, name: str, *, read_only: bool) -> CardFile:
    return describe(settings.model_copy(update={"database_name": name}), Wish(SCHEMA, read_only=read_only))


@pytest.fixture(scope="module")
def read_card(settings: Settings, odd: str) -> CardFile:
    return describe_it(settings, odd, read_only=True)


@pytest.fixture(scope="module", params=["read", "copied"])
def city(
    request: pytest.FixtureRequest, settings: Settings, odd: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MineralApp]:
    """The application on the odd database: read where it stands, then on prepared copies."""
    card = describe_it(settings, odd, read_only=request.param == "read")
    path = tmp_path_factory.mktemp("card") / "card.json"
    save_card_file(path, card)
    app = MineralApp.open(settings.model_copy(update={"database_name": odd, "card": path}))
    yield app
    app.close()


def column(card: CardFile, table: str, attribute: str) -> str:
    return card.columns[table][attribute].column


def test_kinds_names_and_titles(read_card: CardFile) -> None:
    kinds = {k: x.entity_type for k, x in read_card.tables.items()}
    assert kinds[f"{SCHEMA}_districts"] == "district"
    assert kinds[PARKS] == "park" or read_card.tables[PARKS].title.en
    assert kinds[f"{SCHEMA}_rivers"] == "river"
    assert kinds[f"{SCHEMA}_river_view"] != "river"
    assert f"{SCHEMA}_keyless" not in kinds
    assert any("keyless" in x and "left out" in x for x in read_card.findings)


def test_columns_units_years_levels_and_flags(read_card: CardFile) -> None:
    parks = read_card.columns[PARKS]
    assert column(read_card, PARKS, "area") == "area (ha)"
    assert parks["area"].unit == "ha"
    assert column(read_card, PARKS, "population_2020") == "pop2020"
    attributes = {x.id: x for x in read_card.attributes}
    assert "人口" in attributes["population_2020"].synonyms
    assert "2010年人口" in attributes["population_2010"].synonyms
    assert "人口" not in attributes["population_2010"].synonyms
    assert parks["level"].values["1"] == ("level:1",)
    assert attributes["level"].kind == "text"
    assert set(parks["is_open"].values) == {"0", "1"}
    assert column(read_card, f"{SCHEMA}_districts", "name") == "名称"


def test_parts_of_one_name_and_measured_columns(read_card: CardFile) -> None:
    rivers = f"{SCHEMA}_rivers"
    assert read_card.tables[rivers].feature_key == "name"
    assert read_card.columns[rivers]["length"].unit == "km"
    assert any("no coordinate system" in x for x in read_card.findings)


def test_the_longest_edge_is_measured_and_not_underestimated(read_card: CardFile) -> None:
    source = read_card.tables[f"{SCHEMA}_rivers"].source
    assert source is not None
    assert source.srid == 0
    assert 13_000 <= source.max_edge_m <= 13_200  # a straight line of 5 km by 12 km


def test_other_tables_are_joined(read_card: CardFile) -> None:
    columns = {x.column for x in read_card.columns[PARKS].values()}
    assert {"owners.company", "owners.founded"} <= columns
    assert any("owners" in x and "joined" in x for x in read_card.findings)


def test_nothing_was_written_by_reading(cluster: Cluster, read_card: CardFile, odd: str) -> None:
    del read_card
    with psycopg.connect(cluster.conninfo(odd)) as connection:
        made = connection.execute("SELECT 1 FROM pg_namespace WHERE nspname IN ('layers', 'oresight')").fetchall()
    assert made == []


def test_an_attached_database_refuses_to_write(settings: Settings, odd: str) -> None:
    database = Database.attach(settings, name=odd)
    try:
        with database.owner.connect() as connection, pytest.raises(sa.exc.InternalError, match="read-only"):
            connection.execute(sa.text("CREATE TABLE t (a int)"))
    finally:
        database.close()


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("parks in 东港区", {"甲园", "乙园"}),
        ("东港区有哪些公园", {"甲园", "乙园"}),
        ("西港的公园", {"丙园", "丁园"}),
        ("level 2 parks", {"甲园", "丙园"}),
        ("parks within 500 m of 短溪", set()),
        ("parks within 3 km of 短溪", {"丁园"}),
    ],
)
def test_questions(city: MineralApp, question: str, names: set[str]) -> None:
    answer = city.ask(question)
    assert answer.status == "answered", answer.message
    assert answer.result is not None
    assert {x.name for x in answer.result.rows} == names


def test_joined_column_and_unit(city: MineralApp) -> None:
    answer = city.ask("parks with area above 20 hectares")
    assert answer.result is not None
    assert answer.result.total == 4
    row = answer.result.rows[0]
    assert any(v.value == "Company 1" for v in row.values.values() if row.name == "甲园")


def test_a_card_with_a_typing_error_names_it(tmp_path: Path, settings: Settings) -> None:
    from core.errors import SettingsError  # noqa: PLC0415
    from core.vocabulary.card_file import load_card_file  # noqa: PLC0415

    path = tmp_path / "card.json"
    path.write_text('{"schema_name": "s", "tables": {"t": {"entity_typ": "x"}}, "columns": {}}', encoding="utf-8")
    with pytest.raises(SettingsError, match="tables › t › "):
        load_card_file(path)
