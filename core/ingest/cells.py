"""Columns of laboratory cells: value, sign and limit of each, as the rule of the column says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.database.findings import Finding
from core.ingest.censored import flag_sign, parse_cell, ruled_cell
from core.ingest.concentration import unit_of
from core.ingest.model import CellRule, LoadDecisions
from core.ingest.source import Description
from core.ingest.wording import Tally, finding

if TYPE_CHECKING:
    from core.ingest.columns import Task


def read_cells(column: pa.Array, rows: np.ndarray, type_: pa.DataType, task: Task) -> list[pa.Array]:
    """Value, sign and limit of a batch, distinct cell by distinct cell; texts that are no value are counted."""
    coded = column.dictionary_encode()
    codes = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    texts = coded.dictionary.to_pylist()
    cells = [
        ruled_cell(x, task.decimal, task.rule) if task.rule.reads else parse_cell(x, task.decimal) for x in texts
    ]
    for code, (text, cell) in enumerate(zip(texts, cells, strict=True)):
        if cell.kind == "text":
            task.no_value.setdefault(text, Tally()).add(rows[codes == code])
    whole = type_ == pa.int64()
    values = pa.array([None if x.value is None else int(x.value) if whole else x.value for x in cells], type_)
    signs = pa.array([x.qualifier for x in cells], pa.string())
    limits = pa.array([x.limit for x in cells], pa.float64())
    return [x.take(coded.indices) for x in (values, signs, limits)]


def with_flags(column: pa.Array, flags: pa.Array, rows: np.ndarray, unknown: dict[str, Tally]) -> pa.Array:
    """The cells with the signs of a flag column before them."""
    coded = flags.cast(pa.string()).dictionary_encode()
    texts = coded.dictionary.to_pylist()
    found = [flag_sign(x) for x in texts]
    codes = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    for code, (text, sign) in enumerate(zip(texts, found, strict=True)):
        if sign is None:
            unknown.setdefault(text, Tally()).add(rows[codes == code])
    signs = pa.array([x or "" for x in found], pa.string()).take(coded.indices).fill_null("")
    bare = pc.if_else(
        pc.match_substring_regex(column, r"^\s*[+\-−]?[0-9.,０-９]"), signs, ""
    )  # a cell with a sign keeps it
    return pc.binary_join_element_wise(bare, pc.utf8_trim_whitespace(column), "")


def apply_rules(tasks: Sequence[Task], described: Description, decisions: LoadDecisions) -> list[Finding]:
    """Give every column its rule, its flag column and its unit."""
    positions = {x.name: i for i, x in enumerate(described.columns)}
    units: dict[str, str] = {}
    for task in tasks:
        task.rule = decisions.cells.get(task.source, CellRule())
        task.flag = positions.get(task.rule.flag) if task.rule.flag else None
        if task.stored[0].sql_type in ("double precision", "bigint"):
            task.measured = task.rule.unit or unit_of(task.source, task.unit)
            units |= {task.source: task.measured} if task.measured else {}
    listing = ", ".join(f"“{name}” {unit}" for name, unit in units.items())
    return [finding("units_found", units=listing)] if units else []


def said(rule: CellRule) -> str:
    """A rule in signs that need no translation."""
    parts = ["−x → <x"] if rule.negative == "below" else []
    limit = "" if rule.limit is None else f"{rule.limit:g}"
    parts += [f"0 → <{limit}"] if rule.zero == "below" else []
    parts += [f"ND → <{limit}"] if rule.nd == "below" else []
    parts += [f"{x:g} → ∅" for x in rule.nothing]
    parts += [f"“{rule.flag}” → < >"] if rule.flag else []
    return ", ".join(parts) or f"< → <{limit}"
