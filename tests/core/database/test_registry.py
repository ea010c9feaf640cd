"""The layer registry keeps what it is told."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from core.database.engine import Database
from core.database.findings import Finding
from core.database.registry import LayerRecord, data_version, drop_layer, list_layers, prepare, record_layer
from core.errors import DatabaseError

FOUND = Finding("crs_missing", "warning", "Row 3 is “odd”.", "第 3 行有误。", "Au(ppb)", (3, 9), 12)
RECORD = LayerRecord(
    table="矿点",
    title="Ore points",
    source_file='矿点 "2020".zip',
    sha256="0" * 64,
    rows_in=12,
    rows_loaded=10,
    crs_original="EPSG:4490",
    extent=(109.5, 41.0, 110.5, 42.0),
    geometry="Point",
    report=(FOUND,),
    loaded_at=datetime(2020, 1, 1, tzinfo=UTC),
    version=1,
    source_layer="矿点",
    encoding="gb18030",
    max_edge_m=12.5,
    inventories={"矿种": ("金", "铁;铌")},
    decisions={"crs": "EPSG:4490", "types": {"a": "text"}},
)


def _record(db: Database, record: LayerRecord) -> LayerRecord:
    prepare(db)
    with db.owner.begin() as connection:
        return record_layer(connection, record)


def test_empty_database(database: Database) -> None:
    assert list_layers(database) == ()
    assert data_version(database) == data_version(database)


def test_what_goes_in_comes_out(database: Database) -> None:
    stored = _record(database, RECORD)
    assert list_layers(database) == (stored,)
    assert stored.loaded_at > RECORD.loaded_at  # the registry's own clock
    same = {k: v for k, v in vars(stored).items() if k != "loaded_at"}
    assert same == {k: v for k, v in vars(RECORD).items() if k != "loaded_at"}
    assert stored.report[0].say("zh") == "第 3 行有误。"
    assert stored.report[0].say("en") == "Row 3 is “odd”."


def test_versions_count_up(database: Database) -> None:
    tokens = [data_version(database)]
    for version in (1, 2, 3):
        assert _record(database, RECORD).version == version
        tokens.append(data_version(database))
    other = LayerRecord(**{**vars(RECORD), "table": "other"})
    assert _record(database, other).version == 1
    tokens.append(data_version(database))
    drop_layer(database, "other")
    tokens.append(data_version(database))
    assert tokens == sorted(tokens)
    assert len(set(tokens)) == len(tokens)
    assert [x.table for x in list_layers(database)] == ["矿点"]


def test_a_transaction_that_fails_leaves_no_entry(database: Database) -> None:
    prepare(database)
    before = data_version(database)
    with database.owner.connect() as connection:
        record_layer(connection, RECORD)
        connection.rollback()
    assert list_layers(database) == ()
    assert data_version(database) == before


def test_versions_of_two_databases_differ(database: Database, module_database: Database) -> None:
    assert data_version(database) != data_version(module_database)


def test_dropping_removes_the_table(database: Database) -> None:
    _record(database, RECORD)
    with database.owner.begin() as connection:
        connection.exec_driver_sql('CREATE TABLE layers."矿点" (fid bigint)')
    drop_layer(database, "矿点")
    assert not sa.inspect(database.owner).has_table("矿点", schema="layers")
    with pytest.raises(DatabaseError, match="“矿点”"):
        drop_layer(database, "矿点")
