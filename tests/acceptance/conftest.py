"""The two independent calculations, ready to be asked."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from core.database.engine import Database
from core.settings import Settings
from tests.acceptance import expected_sql
from tests.acceptance.expected_python import Python
from tests.acceptance.sources import Sources


@pytest.fixture(scope="package")
def by_python(settings: Settings, demo_database: Database) -> Python:
    """Answers from the source files."""
    return Python(Sources(settings.local_dir / "demo"))


@pytest.fixture(scope="package")
def by_sql(demo_database: Database) -> Iterator[psycopg.Connection]:
    """Answers from the tables.  What it creates lives in one transaction that is never committed."""
    url = demo_database.owner.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url) as connection:
        expected_sql.prepare(connection)
        yield connection
        connection.rollback()
