"""Shared fixtures: a private cluster, databases on it, the demo data, the application.

Everything is real: a PostGIS of this machine, files made by the generator, the loader, the application's façade.
The cluster lives below /var/tmp because the account that runs PostgreSQL for root must be able to enter it.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from hypothesis import settings as hypothesis_settings
from psycopg import sql

from core.database.cluster import Cluster, ensure_cluster, remove_cluster
from core.database.engine import Database
from core.settings import ROOT, Settings, get_settings
from core.vocabulary.mappings import Mappings, load_mappings
from core.vocabulary.units import Units
from tests import demo_cache
from tests.workspace import PREFIX, parent, remove_leftovers

if TYPE_CHECKING:
    from core.service import MineralApp
    from core.vocabulary.card import SchemaCard

TEMPLATE = "template_oresight"
_numbers = itertools.count(1)

# The same examples on every run, and no test that depends on how busy the machine is.
hypothesis_settings.register_profile("oresight", deadline=None, derandomize=True)
hypothesis_settings.load_profile("oresight")

# The tests must not touch the user's database, whatever the environment or the .env file says.
for _name in [x for x in os.environ if x.startswith("ORESIGHT_") or x == "DATABASE_URL"]:
    if _name not in {"ORESIGHT_POSTGRES_BIN", "ORESIGHT_POSTGRES_USER"}:
        del os.environ[_name]
Settings.model_config["env_file"] = None


@pytest.fixture(scope="session")
def workspace() -> Iterator[Path]:
    """A directory for this session that every account can enter; removed at the end."""
    remove_leftovers()
    directory = parent() / f"{PREFIX}{os.getpid()}"
    directory.mkdir(mode=0o755)
    directory.chmod(0o755)
    yield directory
    shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture(scope="session")
def settings(workspace: Path) -> Settings:
    """Defaults, with everything OreSight writes inside the session's directory."""
    os.environ["ORESIGHT_LOCAL_DIR"] = str(workspace)
    get_settings.cache_clear()
    return get_settings()


@pytest.fixture(scope="session")
def cluster(settings: Settings) -> Iterator[Cluster]:
    """The private cluster of this test session; do not kill it, other tests use it."""
    one = ensure_cluster(settings.local_dir / "cluster")
    yield one
    remove_cluster(one)


@pytest.fixture(scope="session")
def template(settings: Settings, cluster: Cluster) -> str:
    """Name of a prepared, empty database to copy."""
    Database.open(settings, name=TEMPLATE, cluster=cluster).close()
    return TEMPLATE


@pytest.fixture
def database(settings: Settings, cluster: Cluster, template: str) -> Iterator[Database]:
    """A fresh, prepared, empty database; dropped after the test."""
    with fresh_database(settings, cluster, template) as one:
        yield one


@pytest.fixture(scope="module")
def module_database(settings: Settings, cluster: Cluster, template: str) -> Iterator[Database]:
    """As `database`, shared by the tests of one module."""
    with fresh_database(settings, cluster, template) as one:
        yield one


@contextlib.contextmanager
def fresh_database(settings: Settings, cluster: Cluster, template: str) -> Iterator[Database]:
    """A prepared database of its own, dropped on exit."""
    name = f"test_{next(_numbers)}"
    _administer(cluster, "CREATE DATABASE {} TEMPLATE {}", name, template)
    one = Database.open(settings, name=name, cluster=cluster)
    try:
        yield one
    finally:
        one.close()
        _administer(cluster, "DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture(scope="session")
def demo_database(settings: Settings, cluster: Cluster) -> Iterator[Database]:
    """The three demo regions, generated and loaded as a user gets them; read it, do not change it."""
    from core.service.demo import load_demo  # noqa: PLC0415 - most tests need not load the application

    cached = demo_cache.fill(settings.local_dir / "demo", settings.demo_seed)
    one = Database.open(settings, name="demo", cluster=cluster)
    load_demo(one, settings)
    if not cached:
        demo_cache.keep(settings.local_dir / "demo", settings.demo_seed)
    yield one
    one.close()


@pytest.fixture(scope="session")
def app(settings: Settings, demo_database: Database) -> Iterator[MineralApp]:
    """The application on the demo regions."""
    from core.service import MineralApp  # noqa: PLC0415 - as above

    one = MineralApp.open(settings, database=demo_database)
    yield one
    one.close()


@pytest.fixture(scope="session")
def card(app: MineralApp) -> SchemaCard:
    """The vocabulary of the demo regions, as the live catalog gives it."""
    return app.card


@pytest.fixture(scope="session")
def mappings() -> Mappings:
    """The project's own vocabulary and bindings."""
    return load_mappings(ROOT / "data_mappings")


@pytest.fixture(scope="session")
def units(mappings: Mappings) -> Units:
    """Units of the project's vocabulary."""
    return Units(mappings.units)


def _administer(cluster: Cluster, statement: str, *names: str) -> None:
    with psycopg.connect(cluster.conninfo("postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*(sql.Identifier(x) for x in names)))
