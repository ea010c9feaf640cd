"""New, added to, replaced, deleted: every earlier version comes back whole."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa

from core.database.engine import Database
from core.database.registry import data_version, list_layers
from core.database.versions import KEPT, delete_layer, past_layers, restore_layer
from core.errors import DatabaseError, IngestError
from core.ingest import LoadDecisions, load
from core.ingest.model import Mode
from tests.core.ingest import files


def _csv(path: Path, header: str, *rows: str) -> Path:
    path.write_text("\n".join([header, *rows]) + "\n")
    return path


def _put(db: Database, tmp_path: Path, mode: Mode, header: str, *rows: str) -> list[str]:
    """Load rows as layer “spots”; returns the codes of the report."""
    path = _csv(tmp_path / "spots.csv", header, *rows)
    return [x.code for x in load(db, path, LoadDecisions(table="spots", mode=mode)).report]


def _values(db: Database) -> list[object]:
    return [x["v"] for x in files.rows_of(db, "spots", "v")]


def _past_tables(db: Database) -> int:
    return sum(x.startswith("past_") for x in sa.inspect(db.owner).get_table_names(schema="oresight"))


def test_rows_are_added_after_those_that_are_there(database: Database, tmp_path: Path) -> None:
    _put(database, tmp_path, "new", "v,name,lon,lat", "1,a,110,41", "2,b,111,42")
    codes = _put(database, tmp_path, "append", "v,Au,lon,lat", "2.5,<0.5,112,43", "3,7,110,41")
    assert files.rows_of(database, "spots", 'fid, v, name, "Au__limit" AS au, ST_X(geom) AS x') == [
        {"fid": 1, "v": 1.0, "name": "a", "au": None, "x": 110.0},
        {"fid": 2, "v": 2.0, "name": "b", "au": None, "x": 111.0},
        {"fid": 3, "v": 2.5, "name": None, "au": 0.5, "x": 112.0},
        {"fid": 4, "v": 3.0, "name": None, "au": None, "x": 110.0},
    ]
    assert {"appended", "append_missing", "append_added"} <= set(codes)
    record = list_layers(database)[0]
    assert (record.version, record.rows_in, record.rows_loaded) == (2, 4, 4)
    assert record.extent == (110.0, 41.0, 112.0, 43.0)
    assert record.inventories["name"] == ("a", "b")
    assert restore_layer(database, "spots").version == 1
    assert _values(database) == [1, 2]


def test_what_was_taken_back_does_not_return_with_the_next_undo(database: Database, tmp_path: Path) -> None:
    _put(database, tmp_path, "new", "v,lon,lat", "1,110,41")
    _put(database, tmp_path, "append", "v,lon,lat", "2,111,42")
    assert restore_layer(database, "spots").version == 1
    _put(database, tmp_path, "replace", "v,lon,lat", "9,112,43")
    assert restore_layer(database, "spots").version == 1
    assert _values(database) == [1]
    assert restore_layer(database, "spots", 2).version == 2  # by its number it still comes back
    assert _values(database) == [1, 2]


def test_text_takes_numbers_but_numbers_take_no_text(database: Database, tmp_path: Path) -> None:
    _put(database, tmp_path, "new", "v,w,lon,lat", "a,1,110,41")
    assert "append_text" in _put(database, tmp_path, "append", "v,w,lon,lat", "07.10,2,110,41")
    assert _values(database) == ["a", "07.10"]
    before = data_version(database)
    with pytest.raises(IngestError, match="Column “w” is text"):
        _put(database, tmp_path, "append", "v,w,lon,lat", "b,granite,110,41")
    assert data_version(database) == before


def test_what_cannot_be_added_to(database: Database, tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="no layer “spots” to add"):
        _put(database, tmp_path, "append", "v,lon,lat", "1,110,41")
    with database.owner.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE layers.spots (a int)")
    modes: tuple[Mode, ...] = ("append", "replace")
    for mode in modes:
        with pytest.raises(IngestError, match="“spots”"):
            _put(database, tmp_path, mode, "v,lon,lat", "1,110,41")
    assert files.scalar(database, "SELECT count(*) FROM layers.spots") == 0


def test_the_same_rows_twice_are_pointed_out(database: Database, tmp_path: Path) -> None:
    _put(database, tmp_path, "new", "v,lon,lat", "1,110,41")
    assert "same_file" in _put(database, tmp_path, "append", "v,lon,lat", "1,110,41")


def test_a_replacement_can_be_undone_and_redone(database: Database, tmp_path: Path) -> None:
    for value in (1, 2, 3):
        _put(database, tmp_path, "new" if value == 1 else "replace", "v,lon,lat", f"{value},110,41")
    tokens = [data_version(database)]
    assert restore_layer(database, "spots").version == 2
    tokens.append(data_version(database))
    assert _values(database) == [2]
    assert restore_layer(database, "spots").version == 1
    assert _values(database) == [1]
    with pytest.raises(DatabaseError, match="no earlier version of the layer “spots”"):
        restore_layer(database, "spots")
    assert restore_layer(database, "spots", 3).version == 3
    assert _values(database) == [3]
    assert tokens == sorted(set(tokens))
    with pytest.raises(DatabaseError, match="no version 9"):
        restore_layer(database, "spots", 9)
    _put(database, tmp_path, "replace", "v,lon,lat", "4,110,41")
    assert list_layers(database)[0].version == 4  # a number is never given twice
    indexes = sa.inspect(database.owner).get_indexes("spots", schema="layers")
    assert len(indexes) == 2


def test_a_deleted_layer_comes_back(database: Database, tmp_path: Path) -> None:
    _put(database, tmp_path, "new", "v,lon,lat", "1,110,41")
    before = list_layers(database)
    delete_layer(database, "spots")
    assert files.tables(database) == set()
    assert list_layers(database) == ()
    assert [(x.table, x.version, x.reason, x.rows) for x in past_layers(database)] == [("spots", 1, "deleted", 1)]
    with pytest.raises(DatabaseError, match="no layer “spots”"):
        delete_layer(database, "spots")
    restore_layer(database, "spots")
    assert list_layers(database) == before
    assert _values(database) == [1]
    assert past_layers(database) == ()
    assert _past_tables(database) == 0


def test_only_the_last_versions_are_kept(database: Database, tmp_path: Path) -> None:
    codes: list[str] = []
    for value in range(KEPT + 2):
        codes = _put(database, tmp_path, "replace", "v,lon,lat", f"{value},110,41")
    assert "version_gone" in codes
    assert [x.version for x in past_layers(database, "spots")] == list(range(KEPT + 1, 1, -1))
    assert _past_tables(database) == KEPT


def test_a_restored_version_does_not_overwrite_a_table_of_others(database: Database, tmp_path: Path) -> None:
    _put(database, tmp_path, "new", "v,lon,lat", "1,110,41")
    delete_layer(database, "spots")
    with database.owner.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE layers.spots (a int)")
    with pytest.raises(DatabaseError, match="taken the name"):
        restore_layer(database, "spots")


def test_questions_do_not_see_earlier_versions(database: Database, tmp_path: Path) -> None:
    _put(database, tmp_path, "new", "v,lon,lat", "1,110,41")
    delete_layer(database, "spots")
    name = next(x for x in sa.inspect(database.owner).get_table_names(schema="oresight") if x.startswith("past_"))
    with database.reader.connect() as connection, pytest.raises(sa.exc.DBAPIError, match="permission denied"):
        connection.exec_driver_sql(f"SELECT * FROM oresight.{name}")


def test_a_replacement_waits_for_a_running_question_and_holds_up_no_other(
    database: Database, tmp_path: Path
) -> None:
    _put(database, tmp_path, "new", "v,lon,lat", "1,110,41")
    waited = threading.Event()

    def replace() -> None:
        path = _csv(tmp_path / "next.csv", "v,lon,lat", "2,110,41")

        def progress(done: int, total: int, step: str) -> None:
            if step == "waiting":
                waited.set()

        load(database, path, LoadDecisions(table="spots", mode="replace"), progress)

    manager = threading.Thread(target=replace)
    with database.reader.connect() as question:
        assert question.exec_driver_sql("SELECT v FROM layers.spots").scalar() == 1
        manager.start()
        assert waited.wait(60)
        assert _values(database) == [1]  # another question is answered meanwhile
        assert question.exec_driver_sql("SELECT v FROM layers.spots").scalar() == 1
    manager.join(60)
    assert _values(database) == [2]


def test_two_managers_add_to_the_same_layer_and_load_others(database: Database, tmp_path: Path) -> None:
    _put(database, tmp_path, "new", "v,lon,lat", "0,110,41")
    failures: list[Exception] = []

    def work(number: int) -> None:
        try:
            path = _csv(
                tmp_path / f"m{number}.csv", "v,lon,lat", *[f"{number},110.{i:03d},41" for i in range(500)]
            )
            load(database, path, LoadDecisions(table="spots", mode="append"))
            load(database, path, LoadDecisions(table=f"own_{number}"))
        except Exception as error:  # told below
            failures.append(error)

    managers = [threading.Thread(target=work, args=(i,)) for i in (1, 2, 3)]
    for x in managers:
        x.start()
    for x in managers:
        x.join(60)
    assert failures == []
    assert sorted(_values(database)) == sorted([0, *[1] * 500, *[2] * 500, *[3] * 500])  # type: ignore[type-var]
    assert [x["fid"] for x in files.rows_of(database, "spots", "fid")] == list(range(1, 1502))
    assert [x.table for x in list_layers(database)] == ["own_1", "own_2", "own_3", "spots"]


def test_waiting_for_another_manager_can_be_cancelled(database: Database, tmp_path: Path) -> None:
    _put(database, tmp_path, "new", "v,lon,lat", "0,110,41")
    entered, leave = threading.Event(), threading.Event()

    def slow(done: int, total: int, step: str) -> None:
        if step == "loading":
            entered.set()
            leave.wait(60)

    path = _csv(tmp_path / "a.csv", "v,lon,lat", "1,110,41")
    holder = threading.Thread(
        target=load, args=(database, path, LoadDecisions(table="spots", mode="append"), slow)
    )
    holder.start()
    assert entered.wait(60)

    def cancel(done: int, total: int, step: str) -> None:
        if step == "waiting":
            raise InterruptedError

    with pytest.raises((InterruptedError, IngestError)):
        load(database, path, LoadDecisions(table="spots", mode="append"), cancel)
    leave.set()
    holder.join(60)
    assert _values(database) == [0, 1]
