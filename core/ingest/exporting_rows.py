"""The rows of a layer in batches, in one view of the database, with memory bounded by the batch."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
from psycopg import sql

from core.database.engine import LAYERS_SCHEMA, Database
from core.database.findings import Finding
from core.database.holding import raw
from core.database.registry import LayerRecord, entry_of, prepare
from core.errors import IngestError

BATCH = 5_000
Progress = Callable[[int, int, str], None]
_SENTENCES: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("exporting_sentences.json").read_text("utf-8")
)
_TYPES = {
    "bigint": pa.int64(),
    "integer": pa.int64(),
    "smallint": pa.int64(),
    "double precision": pa.float64(),
    "real": pa.float64(),
    "boolean": pa.bool_(),
    "date": pa.date32(),
    "timestamp without time zone": pa.timestamp("us"),
    "timestamp with time zone": pa.timestamp("us", "UTC"),
}
_COLUMNS = (
    "SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod) FROM pg_catalog.pg_attribute a "
    "WHERE a.attrelid = %s::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"
)
_OWN = frozenset({"fid", "geom", "geom_ecef"})


@dataclass(frozen=True)
class Rows:
    """An open view of one layer."""

    record: LayerRecord
    columns: tuple[str, ...]
    types: tuple[pa.DataType, ...]
    total: int
    _cursor: Callable[[], psycopg.ServerCursor[Any]]

    def batches(self, progress: Progress | None = None) -> Iterator[tuple[tuple[list[Any], ...], list[bytes]]]:
        """Values by column and geometries as WKB, in the order of the source."""
        done = 0
        with self._cursor() as cursor:
            while rows := cursor.fetchmany(BATCH):
                *values, shapes = (list(x) for x in zip(*rows, strict=True))
                done += len(rows)
                if progress is not None:
                    progress(done, self.total, "export")
                yield tuple(values), shapes


@contextmanager
def open_rows(db: Database, table: str) -> Iterator[Rows]:
    """One view of layer `table`; a replacement that is loaded meanwhile does not show in it.

    Raises:
        IngestError: there is no such layer.
    """
    prepare(db)
    with db.owner.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        record = entry_of(connection, table)
        if record is None:
            raise refused("export_unknown", table=table)
        driver = raw(connection)
        relation = sql.Identifier(LAYERS_SCHEMA, table)
        with driver.cursor() as cursor:
            cursor.execute(_COLUMNS, (relation.as_string(driver),))
            found = [(n, _TYPES.get(t.partition("(")[0].strip(), pa.string())) for n, t in cursor.fetchall()]
        columns = [(n, t) for n, t in found if n not in _OWN]

        def opened() -> psycopg.ServerCursor[Any]:
            cursor = driver.cursor(name="exporting", binary=True)
            cursor.execute(_statement(relation, columns))
            return cursor

        names, types = tuple(n for n, _ in columns), tuple(t for _, t in columns)
        yield Rows(record, names, types, record.rows_loaded, opened)


def _statement(relation: sql.Identifier, columns: list[tuple[str, pa.DataType]]) -> sql.Composed:
    shown = [
        sql.SQL("{}::text").format(sql.Identifier(n)) if t == pa.string() else sql.Identifier(n)
        for n, t in columns
    ]
    listed = sql.SQL(", ").join([*shown, sql.SQL("ST_AsBinary(geom)")])
    return sql.SQL("SELECT {} FROM {} ORDER BY fid").format(listed, relation)


def note(code: str, *, count: int = 0, columns: tuple[str, ...] = (), **values: Any) -> Finding:
    """The line `code` of the report of an export."""
    entry = _SENTENCES[code]
    filled = values | {"n": f"{count:,}"}
    en = entry["en"].format(**filled, columns=", ".join(columns))
    zh = entry["zh"].format(**filled, columns="、".join(columns))
    return Finding(code, entry["severity"], en, zh, ", ".join(columns), count=count)  # type: ignore[arg-type]


def refused(code: str, **values: Any) -> IngestError:
    """The error of an export that cannot be made."""
    found = note(code, **values)
    return IngestError(found.text, sentence_zh=found.text_zh)
