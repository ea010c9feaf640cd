"""Result tables: groups and totals as they come from the database, named, ordered and cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.query.compile.listed import rows_by_address
from core.query.compile.totals import table_rows
from core.query.execute import Session
from core.query.grounded import GroundedQuery, SetNode
from core.query.grounded_measures import LayerKeyNode, Measuring
from core.query.groups import GroupNames
from core.query.result import MeasureNote, Row, Statement, Table, TableRow
from core.query.rows import Decoder
from core.vocabulary.units import Units

Found = Mapping[str, Any]


@dataclass(frozen=True)
class Tabulated:
    """A table with what stands around it."""

    statement: Statement
    table: Table
    features: int
    """Target features that entered, exactly."""
    drawn: tuple[Row, ...]
    """All of them, or some that are spread over them, in the order of the data."""
    groups: tuple[Row, ...]
    """Features the rows of the table are about."""


def tabulate(session: Session, grounded: GroundedQuery, measuring: Measuring, decoder: Decoder) -> Tabulated:
    """Run the statement of a question for totals or groups."""
    cap = session.settings.max_rows
    select = table_rows(grounded, measuring, cap, cap)
    keys = [str(x.key) for x in select.selected_columns]
    statement, tuples = session.run(select)
    found: list[Found] = [dict(zip(keys, x, strict=True)) for x in tuples]
    facts, groups = found[0], [x for x in found if x["members"] is not None]
    features = _group_features(session, measuring, groups, decoder)
    names = GroupNames(measuring, decoder, features)
    rows = sorted(((names.rank(x), names.row(x)) for x in groups), key=lambda x: x[0])
    table = Table(
        columns=names.columns(),
        rows=tuple(x for _, x in rows),
        total=int(groups[0]["groups"]) if groups else 0,
        notes={m.key: _note(facts, i) for i, m in enumerate(measuring.measures)},
        outside=int(facts["features"]) - int(facts["grouped"]),
    )
    table = in_unit(_cut(table, [x.order for x, _ in rows], grounded.limit), grounded.query.unit, decoder.units)
    shown = {x.ref for x in table.rows}
    first = list(zip(facts["drawn_no"] or (), facts["drawn_fid"] or (), strict=True))
    return Tabulated(
        statement,
        table,
        int(facts["features"]),
        rows_of(session, grounded.target, first, decoder),
        tuple(x for x in features.values() if x.ref in shown),
    )


def rows_of(
    session: Session, target: SetNode, addresses: Sequence[tuple[int, int]], decoder: Decoder
) -> tuple[Row, ...]:
    """Rows given by position of their layer and row number."""
    if not addresses:
        return ()
    _, found = session.run(rows_by_address(target, addresses))
    return decoder.rows(target.entity_type, target.layers, found)


def _note(facts: Found, i: int) -> MeasureNote:
    used, limited = int(facts[f"note_used_{i}"]), int(facts[f"note_limited_{i}"])
    return MeasureNote(used, int(facts["features"]) - used - limited, limited)


def _group_features(
    session: Session, measuring: Measuring, groups: Sequence[Found], decoder: Decoder
) -> dict[tuple[int, str], Row]:
    """The features that are groups, by position of the key and key."""
    features: dict[tuple[int, str], Row] = {}
    for i, key in enumerate(measuring.group_by):
        if not isinstance(key, LayerKeyNode) or key.field is not None:
            continue
        wanted = {x[f"key_{i}"]: int(x[f"key_fid_{i}"]) for x in groups}
        addresses = [(int(text[1:].split(" ", 1)[0]), fid) for text, fid in wanted.items()]
        rows = rows_of(session, key.to, addresses, decoder)
        features.update({(i, text): row for text, row in zip(wanted, rows, strict=True)})
    return features


def _cut(table: Table, order: Sequence[tuple[Any, ...]], limit: int | None) -> Table:
    """The first `limit` rows; how many of the others are equal to the last one by the order asked for."""
    if limit is None or limit >= len(table.rows):
        return replace(table, truncated=len(table.rows) < table.total)
    tied = sum(x == order[limit - 1] for x in order[limit:]) if order[limit - 1] else 0
    return replace(table, rows=table.rows[:limit], tied=tied, total=limit, of=table.total)


def in_unit(table: Table, unit: str | None, units: Units) -> Table:
    """The table with its measures in the unit the question asks for, where that is one of theirs."""
    factors = [unit_factor(c.unit, unit, units) if c.role == "measure" else None for c in table.columns]
    if not any(factors):
        return table
    columns = tuple(replace(c, unit=unit) if f else c for c, f in zip(table.columns, factors, strict=True))
    return replace(table, columns=columns, rows=tuple(_converted(x, factors) for x in table.rows))


def unit_factor(own: str | None, wanted: str | None, units: Units) -> float | None:
    """What numbers in `own` are multiplied by to be in `wanted`; None where that is impossible or needless."""
    if own is None or wanted is None or own == wanted:
        return None
    a, b = units.find(own), units.find(wanted)
    if a is None or b is None or a[0] != b[0] or a[1] == b[1]:
        return None
    return units.convert(1.0, own, wanted)


def _converted(row: TableRow, factors: Sequence[float | None]) -> TableRow:
    cells = tuple(
        x * f if f and isinstance(x, int | float) else x for x, f in zip(row.cells, factors, strict=True)
    )
    return replace(row, cells=cells)
