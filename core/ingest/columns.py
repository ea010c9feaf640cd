"""From source columns to table columns: names, types, values."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.database.findings import Finding
from core.ingest.cells import read_cells, said, with_flags
from core.ingest.model import CellRule, ColumnInfo
from core.ingest.naming import LIMIT, QUALIFIER, RAW
from core.ingest.profile import Profile, blank_to_null, plain_numbers
from core.ingest.wording import Tally, finding

INVENTORY = 2_000
VOCABULARY = 400
"""Distinct texts that a check passes on for what they may mean."""
"""Distinct texts remembered of a column; one with more is not a vocabulary."""
SENTINELS = (-99.0, -999.0, -9999.0, -99999.0, 999999.0, -1e38)

SQL_TYPES = {
    pa.int64(): "bigint",
    pa.float64(): "double precision",
    pa.bool_(): "boolean",
    pa.date32(): "date",
    pa.timestamp("us"): "timestamp without time zone",
    pa.timestamp("us", "UTC"): "timestamp with time zone",
    pa.string(): "text",
}


@dataclass(frozen=True)
class StoredColumn:
    """A column of the table."""

    name: str
    type: pa.DataType

    @property
    def sql_type(self) -> str:
        """The type as PostgreSQL writes it."""
        return SQL_TYPES[self.type]


@dataclass
class Task:
    """One source column on its way into the table."""

    index: int
    source: str
    unit: str
    stored: tuple[StoredColumn, ...]
    """The column, and for a censored one its sign, its limit and its text."""
    profile: Profile | None = None
    decimal: str = "."
    missing: int = 0
    no_value: dict[str, Tally] = field(default_factory=dict)
    infinite: Tally = field(default_factory=Tally)
    sentinels: Counter[float] = field(default_factory=Counter)
    limits: int = 0
    inventory: dict[str, None] | None = field(default_factory=dict)
    rule: CellRule = field(default_factory=CellRule)
    flag: int | None = None
    """Position of the column of signs."""
    kept: dict[str, Tally] = field(default_factory=lambda: {"negative": Tally(), "zero": Tally()})
    flags: dict[str, Tally] = field(default_factory=dict)
    """Signs that are not understood."""
    measured: str = ""
    """Unit of a concentration."""

    def convert(self, column: pa.Array, rows: np.ndarray, flags: pa.Array | None = None) -> list[pa.Array]:
        """The stored columns of a batch of kept rows; `rows` are the row numbers to report."""
        target = self.stored[0].type
        if self.rule.reads and len(self.stored) > 1 and not pa.types.is_string(column.type):
            column = column.cast(pa.string())
        if pa.types.is_string(column.type):
            column = blank_to_null(column)
            if target != pa.string():
                return self._numbers(column, rows, flags)
        elif target == pa.string():
            column = pa.array([None if x is None else _text(x) for x in column.to_pylist()], pa.string())
        elif target == pa.float64():
            column = self._finite(column.cast(pa.float64()), rows)
            self._watch(column)
            if self.measured:
                self._watch_signs(column, rows)
        else:
            column = column.cast(target)
        self.missing += column.null_count
        if target == pa.string():
            column = self._clean(column)
            self._remember(column)
        return [column]

    def _numbers(self, column: pa.Array, rows: np.ndarray, flags: pa.Array | None) -> list[pa.Array]:
        target = self.stored[0].type
        plain = None if self.rule.reads else plain_numbers(column, self.decimal)
        if plain is not None:
            values = column.cast(pa.int64()) if target == pa.int64() else plain
            signs = pa.nulls(len(values), pa.string())
            limits = pa.nulls(len(values), pa.float64())
        else:
            marked = column if flags is None else with_flags(column, flags, rows, self.flags)
            values, signs, limits = read_cells(marked, rows, target, self)
        self.missing += values.null_count - (len(signs) - signs.null_count)
        self._watch(values)
        if self.measured or len(self.stored) > 1:
            self._watch_signs(values, rows)
        if len(self.stored) == 1:
            return [values]
        self.limits += len(signs) - signs.null_count
        return [values, signs, limits, self._clean(column)]

    def _watch_signs(self, values: pa.Array, rows: np.ndarray) -> None:
        """Count the numbers that are no concentrations, so that a person can decide what they stand for."""
        plain = np.asarray(values.cast(pa.float64()).fill_null(np.nan))
        self.kept["negative"].add(rows[plain < 0])
        self.kept["zero"].add(rows[plain == 0])

    def _finite(self, column: pa.Array, rows: np.ndarray) -> pa.Array:
        finite = pc.is_finite(column)
        if pc.all(finite).as_py() is False:
            self.infinite.add(rows[~finite.fill_null(True).to_numpy(zero_copy_only=False)])
            column = pc.if_else(finite, column, pa.scalar(None, pa.float64()))
        return column

    def _watch(self, column: pa.Array) -> None:
        """Count the numbers that often stand for "no value"."""
        extremes = pc.min_max(column)
        low, high = extremes["min"].as_py(), extremes["max"].as_py()
        for sentinel in SENTINELS:
            if low is not None and low <= sentinel <= high:
                self.sentinels[sentinel] += pc.sum(pc.equal(column.cast(pa.float64()), sentinel)).as_py() or 0

    def _clean(self, column: pa.Array) -> pa.Array:
        """Texts that PostgreSQL accepts: without NUL."""
        dirty = pc.sum(pc.match_substring(column, "\0")).as_py()
        if dirty:
            self.no_value.setdefault("\0", Tally()).count += dirty
            column = pc.replace_substring(column, "\0", "")
        return column

    def _remember(self, column: pa.Array) -> None:
        if self.inventory is not None:
            self.inventory.update(dict.fromkeys(column.unique().drop_null().to_pylist()))
            if len(self.inventory) > INVENTORY:
                self.inventory = None

    def findings(self) -> Iterable[Finding]:
        """What happened to the values."""
        for text, tally in list(self.no_value.items())[:5]:
            code = "nul_characters" if text == "\0" else "not_a_number"
            yield finding(code, tally, column=self.source, example=text)
        if self.infinite:
            yield finding("nonfinite", self.infinite, column=self.source)
        for value, count in self.sentinels.items():
            if count:
                tally = Tally()
                tally.count = count
                yield finding("sentinel", tally, column=self.source, example=f"{value:g}")
        yield from self._limit_findings()

    def _limit_findings(self) -> Iterable[Finding]:
        for text, tally in list(self.flags.items())[:5]:
            yield finding("flag_unknown", tally, column=self.source, example=text)
        for kind, tally in self.kept.items():
            if tally:
                yield finding(f"{kind}_kept", tally, column=self.source)
        if self.rule.reads and len(self.stored) > 1:
            yield finding("cells_decided", column=self.source, rule=said(self.rule))
        shown = self.profile.shown if self.profile else {}
        if self.limits and (self.rule.reads or "censored" in shown):
            tally = Tally()
            tally.count = self.limits
            names = {"qualifier": self.stored[1].name, "limit": self.stored[2].name, "raw": self.stored[3].name}
            yield finding("censored", tally, column=self.source, example=shown.get("censored", "<"), **names)

    def info(self) -> ColumnInfo:
        """The line of the report."""
        examples = tuple(self.profile.examples) if self.profile else ()
        stored = self.stored[0]
        return ColumnInfo(
            self.source,
            stored.name,
            stored.sql_type,
            self.unit,
            self.missing,
            self.limits,
            examples,
            self.measured,
            tuple((x.name, x.sql_type) for x in self.stored[1:]),
            *self._vocabulary(),
        )

    def _vocabulary(self) -> tuple[tuple[str, ...], bool]:
        """The distinct texts, where they are few enough to be a vocabulary, and whether there are more."""
        if self.stored[0].type != pa.string():
            return (), False
        if self.inventory is None or len(self.inventory) > VOCABULARY:
            return (), True
        return tuple(sorted(self.inventory)), False


def stored_type(type_: pa.DataType, profile: Profile | None) -> pa.DataType | None:
    """Type of the stored column; None for one that cannot be stored (binary data)."""
    if profile is not None:
        return {"text": pa.string(), "number": pa.float64(), "integer": pa.int64()}[profile.type]
    zone = "UTC" if pa.types.is_timestamp(type_) and type_.tz else None
    for suits, stored in (
        (pa.types.is_boolean, pa.bool_()),
        (pa.types.is_integer, pa.int64()),
        (pa.types.is_floating, pa.float64()),
        (pa.types.is_decimal, pa.float64()),
        (pa.types.is_date, pa.date32()),
        (pa.types.is_timestamp, pa.timestamp("us", zone)),
        (pa.types.is_binary, None),
        (pa.types.is_large_binary, None),
        (pa.types.is_fixed_size_binary, None),
    ):
        if suits(type_):
            return stored
    return pa.string()


def stored_columns(name: str, type_: pa.DataType, censored: bool) -> tuple[StoredColumn, ...]:
    """The stored column and its companions."""
    if not censored:
        return (StoredColumn(name, type_),)
    return (
        StoredColumn(name, pa.float64()),
        StoredColumn(name + QUALIFIER, pa.string()),
        StoredColumn(name + LIMIT, pa.float64()),
        StoredColumn(name + RAW, pa.string()),
    )


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (datetime.date, datetime.time, datetime.datetime)):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False, default=str)
