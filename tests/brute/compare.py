"""Does the product's answer agree with the evaluator's?"""

from __future__ import annotations

from typing import Any

from core.query.pipeline import Outcome
from core.query.result import Rows, TableRow
from tests.brute.queries import Expected, Keys
from tests.brute.tables import NOT_STATED, Group
from tests.brute.world import Feature, World

METRES = 0.01
RELATIVE = 1e-6


def difference(world: World, outcome: Outcome, expected: Expected) -> str | None:
    """None when they agree, else what differs."""
    rows = outcome.rows
    assert rows is not None
    if expected.kind == "table" and rows.kind == "scalar" and len(expected.groups) == 1:
        wanted = expected.groups[0].cells  # totals of one measure are one number
        return None if len(wanted) == 1 and close(rows.scalar, wanted[0]) else f"{rows.scalar}, expected {wanted}"
    if rows.kind != expected.kind:
        return f"kind {rows.kind}, expected {expected.kind}"
    if expected.kind in ("count", "exists", "scalar"):
        same = close(rows.scalar, expected.scalar)
        return None if same else f"{rows.scalar}, expected {expected.scalar}"
    if expected.kind == "values":
        return _values(world, rows, expected)
    if expected.kind == "table":
        return _table(world, rows, expected)
    return _entities(world, rows, expected) or _added(world, rows, expected)


def _added(world: World, rows: Rows, expected: Expected) -> str | None:
    """The columns that a query adds to its features."""
    if not expected.values:
        return None
    assert rows.table is not None
    wanted = dict(zip(expected.features, expected.values, strict=True))
    for row in rows.table.rows:
        assert row.ref is not None
        values = wanted[world.feature_of[row.ref.table, row.ref.fid]]
        if not _cells(tuple(row.cells[1 : 1 + len(values)]), values):
            return f"{row.ref} has {row.cells}, expected {values}"
    return None


def _values(world: World, rows: Rows, expected: Expected) -> str | None:
    assert rows.table is not None
    wanted = dict(zip(expected.features, expected.values, strict=True))
    found = {world.feature_of[x.ref.table, x.ref.fid]: x.cells for x in rows.table.rows if x.ref is not None}
    if rows.table.total != len(wanted) or set(found) != set(wanted):
        return f"values of {_names(found)}, expected {_names(wanted)}"
    for feature, value in wanted.items():
        if not close(found[feature][-1], value):
            return f"{_names([feature])} has {found[feature]}, expected {value}"
    return None


def _table(world: World, rows: Rows, expected: Expected) -> str | None:
    table = rows.table
    assert table is not None
    wanted = expected.groups if expected.limit is None else expected.groups[: expected.limit]
    if table.total != len(expected.groups) and table.total != len(wanted):
        return f"{table.total} rows, expected {len(expected.groups)}: {[x.cells for x in table.rows]}"
    if len(table.rows) != len(wanted):
        return f"{len(table.rows)} rows listed, expected {len(wanted)}"
    at = [i for i, x in enumerate(table.columns) if x.role == "measure"]
    left = list(expected.groups)
    for row, place in zip(table.rows, wanted, strict=True):
        cells = tuple(row.cells[i] for i in at)
        alike = [x for x in left if len(x.members) == row.members and _cells(cells, x.cells)]
        same = [x for x in alike if _about(world, row, x)]
        if not same:
            left_over = [(x.labels, x.cells) for x in left]
            return f"row {row.cells} ({row.members} members), expected one of {left_over}"
        left.remove(same[0])
        if expected.order is not None and expected.order.measure is not None:
            no = [x.key for x in table.columns if x.role == "measure"].index(expected.order.measure)
            if not close(cells[no], place.cells[no]):
                return f"order: {cells[no]} where {place.cells[no]} belongs"
    return None


def _cells(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return len(one) == len(other) and all(close(a, b) for a, b in zip(one, other, strict=True))


def _about(world: World, row: TableRow, group: Group) -> bool:
    """Whether a row is about a group, as far as its name tells; names of ranges are not compared."""
    return all(_named(world, row, x, cell) for x, cell in zip(group.labels, row.cells, strict=False))


def _named(world: World, row: TableRow, label: Any, cell: Any) -> bool:
    if isinstance(label, Feature):
        return row.ref is not None and world.feature_of[row.ref.table, row.ref.fid] == label
    if isinstance(label, float):
        return cell in {label, str(label), f"{label:g}"}
    return cell == label if isinstance(label, str) else cell != NOT_STATED


def _entities(world: World, rows: Rows, expected: Expected) -> str | None:
    found = [world.feature_of[x.ref.table, x.ref.fid] for x in rows.rows]
    wanted = expected.features if expected.limit is None else expected.features[: expected.limit]
    if len(set(found)) != len(found):
        return f"a feature twice: {_names(found)}"
    if rows.total != len(wanted) or len(found) != len(wanted):
        return f"{rows.total} ({_names(found)}), expected {len(wanted)} ({_names(wanted)})"
    if not expected.keys or not expected.keys[0]:
        refs = [(x.ref.table, x.ref.fid) for x in rows.rows]  # a feature stands where its listed part stands
        same = set(found) == set(wanted) and refs == sorted(refs)
        return None if same else f"{_names(found)}, expected {_names(wanted)}"
    key = dict(zip(expected.features, expected.keys, strict=True))
    if any(x not in key for x in found):
        return f"{_names(found)}, expected {_names(wanted)}"
    for i, (one, other) in enumerate(zip(found, wanted, strict=True)):
        if one != other and not _equal(key[one], key[other]):
            return f"position {i + 1}: {_names([one])} {key[one]}, expected {_names([other])} {key[other]}"
    return None


def _equal(one: Keys, other: Keys) -> bool:
    return all(close(a, b) for a, b in zip(one, other, strict=True))


def close(one: Any, other: Any, metres: float = METRES) -> bool:
    """Equal within a share of a millionth, or a small absolute amount."""
    if one is None or other is None or isinstance(one, bool | str) or isinstance(other, bool | str):
        return bool(one == other)
    return abs(one - other) <= max(RELATIVE * max(abs(one), abs(other)), metres * 0.1)


def _names(features: object) -> str:
    return ", ".join(_name(x) for x in features)  # type: ignore[attr-defined]


def _name(feature: Feature) -> str:
    return f"{feature.table}:{'+'.join(map(str, feature.rows))}"
