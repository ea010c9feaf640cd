"""A load that fails at any point leaves the database as it was, and can be repeated."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
import shapely
import sqlalchemy as sa

from core.database.engine import Database
from core.database.registry import data_version, drop_layer, list_layers
from core.errors import DatabaseError, IngestError
from core.ingest import Limits, LoadDecisions, load
from tests.core.ingest import files


class StopError(Exception):
    """The user pressed Cancel."""


def _points(tmp_path: Path, name: str, count: int, value: int = 0) -> Path:
    path = tmp_path / name
    lines = "".join(f"{value},{110 + i * 1e-5:.5f},41\n" for i in range(count))
    path.write_text(f"value,lon,lat\n{lines}")
    return path


def _state(db: Database) -> tuple[set[str], str, list[tuple[str, int]]]:
    return files.tables(db), data_version(db), [(x.table, x.version) for x in list_layers(db)]


@pytest.fixture
def loaded(database: Database, tmp_path: Path) -> Database:
    """A database with one layer of two rows, all of value 1."""
    load(database, _points(tmp_path, "old.csv", 2, 1), LoadDecisions(table="spots"))
    return database


@pytest.mark.parametrize("step", ["reading", "loading", "indexing", "finishing"])
@pytest.mark.parametrize("mode", ["new", "replace"])
def test_cancelled_in_any_step(loaded: Database, tmp_path: Path, step: str, mode: str) -> None:
    before = _state(loaded)
    decisions = LoadDecisions(table="spots" if mode == "replace" else "other", mode=mode)  # type: ignore[arg-type]

    def progress(done: int, total: int, now: str) -> None:
        if now == step:
            raise StopError

    path = _points(tmp_path, "new.csv", 5_000, 2)
    with pytest.raises(StopError):
        load(loaded, path, decisions, progress)
    assert _state(loaded) == before
    assert [x["value"] for x in files.rows_of(loaded, "spots", "value")] == [1, 1]
    record = load(loaded, path, decisions)  # the same again, without a hitch
    assert record.rows_loaded == 5_000


def test_connection_lost_in_the_middle(loaded: Database, tmp_path: Path) -> None:
    before = _state(loaded)

    def progress(done: int, total: int, step: str) -> None:
        if step == "loading":
            _terminate_loaders(loaded)

    with pytest.raises(IngestError, match="was not loaded"):
        load(loaded, _points(tmp_path, "big.csv", 200_000), LoadDecisions(table="spots", mode="replace"), progress)
    assert _state(loaded) == before
    assert len(files.rows_of(loaded, "spots", "value")) == 2


def _terminate_loaders(db: Database) -> None:
    """Kill every other session that is copying."""
    conninfo = db.owner.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'COPY %' AND datname = "
            "current_database() AND pid <> pg_backend_pid()"
        )


def test_bad_row_late_in_the_file(loaded: Database, tmp_path: Path) -> None:
    """The database itself refuses a row: everything before it goes, too."""
    before = _state(loaded)
    path = _points(tmp_path, "late.csv", 100_000)
    with pytest.raises(IngestError, match="more than 99,999 rows"):
        load(loaded, path, LoadDecisions(table="other"), limits=Limits(rows=99_999))
    assert _state(loaded) == before


def test_existing_layer_is_not_overwritten_unless_told(loaded: Database, tmp_path: Path) -> None:
    before = _state(loaded)
    path = _points(tmp_path, "spots.csv", 3, 5)
    with pytest.raises(IngestError, match="already a layer “spots”"):
        load(loaded, path)
    assert _state(loaded) == before
    record = load(loaded, path, LoadDecisions(mode="replace"))
    assert (record.version, record.rows_loaded) == (2, 3)
    assert [x["value"] for x in files.rows_of(loaded, "spots", "value")] == [5, 5, 5]
    assert files.tables(loaded) == {"spots"}


def test_table_that_is_not_ours_is_not_overwritten(database: Database, tmp_path: Path) -> None:
    with database.owner.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE layers.foreign_table (a int)")
    with pytest.raises(IngestError, match="already a layer"):
        load(database, _points(tmp_path, "x.csv", 2), LoadDecisions(table="foreign_table"))


def test_readers_see_the_old_layer_until_the_new_one_is_complete(loaded: Database, tmp_path: Path) -> None:
    seen: list[int] = []

    def progress(done: int, total: int, step: str) -> None:
        seen.append(len(files.rows_of(loaded, "spots", "value")))

    load(loaded, _points(tmp_path, "next.csv", 7), LoadDecisions(table="spots", mode="replace"), progress)
    assert set(seen) == {2}
    assert len(files.rows_of(loaded, "spots", "value")) == 7


def test_two_loads_at_once(database: Database, tmp_path: Path) -> None:
    outcomes: list[str] = []

    def job(value: int, mode: str) -> Callable[[], None]:
        def run() -> None:
            path = _points(tmp_path, f"{mode}{value}.csv", 2_000, value)
            try:
                load(database, path, LoadDecisions(table="race", mode=mode))  # type: ignore[arg-type]
                outcomes.append("loaded")
            except Exception as error:  # whatever it is, it must be one of the two
                outcomes.append(error.say() if isinstance(error, IngestError) else repr(error))

        return run

    for mode in ("new", "replace"):
        threads = [threading.Thread(target=job(i, mode)) for i in range(3)]
        for x in threads:
            x.start()
        for x in threads:
            x.join(60)
        values = {x["value"] for x in files.rows_of(database, "race", "value")}
        assert len(values) == 1  # one of them, never a mixture
        assert len(files.rows_of(database, "race", "value")) == 2_000
        assert files.tables(database) == {"race"}
    assert len(outcomes) == 6
    assert outcomes.count("loaded") >= 4
    assert all(x == "loaded" or "already a layer" in x for x in outcomes)


def test_drop_removes_layer_and_entry(loaded: Database) -> None:
    version = data_version(loaded)
    drop_layer(loaded, "spots")
    assert files.tables(loaded) == set()
    assert list_layers(loaded) == ()
    assert data_version(loaded) > version
    with pytest.raises(DatabaseError, match="no layer “spots”"):
        drop_layer(loaded, "spots")


def test_the_same_file_again_is_pointed_out(loaded: Database, tmp_path: Path) -> None:
    path = _points(tmp_path, "old.csv", 2, 1)
    record = load(loaded, path, LoadDecisions(table="again"))
    assert "“spots”" in next(x.text for x in record.report if x.code == "same_file")


def test_temporary_files_are_removed(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    load(database, files.geojson(tmp_path / "a.geojson", [files.feature(shapely.Point(110, 41))]))
    with pytest.raises(IngestError):
        load(database, files.geojson(tmp_path / "b.geojson", [files.feature(None)]))
    assert list(scratch.iterdir()) == []


def test_reader_cannot_see_the_registry(loaded: Database) -> None:
    with loaded.reader.connect() as connection, pytest.raises(sa.exc.DBAPIError, match="permission denied"):
        connection.exec_driver_sql("SELECT * FROM oresight.layer")
