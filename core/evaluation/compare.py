"""Whether an answer says what is right: features, order, distances, numbers, tables, neighbours."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from core.answer.model import Answer
from core.evaluation.gold.world import Ref
from core.evaluation.records import Gold, Group
from core.query.result import FeatureRef, Rows, Table

TO_CANONICAL = {
    "m": 1.0, "km": 1e3, "m2": 1.0, "m²": 1.0, "km2": 1e6, "km²": 1e6, "ha": 1e4, "ppm": 1.0, "ppb": 1e-3,
    "g/t": 1.0,
    "deg": 1.0, "°": 1.0,
}  # fmt: skip
RELATIVE = 1e-3
"""Numbers of one meaning may differ by the method that computes them."""
METRES = 0.5
"""Distances must agree to this."""


def wrong(gold: Gold, answer: Answer, variants: Callable[[str], Sequence[str]]) -> str:
    """Why the answer is wrong; empty when it is right."""
    result = answer.result
    if result is None:
        return "no result"
    reason = _CHECKS[gold.kind](gold, answer, result, variants)
    if reason or not gold.also:
        return reason
    if len(answer.also) != len(gold.also):
        return f"{len(answer.also)} further answers instead of {len(gold.also)}"
    found = [wrong(g, a, variants) for g, a in zip(gold.also, answer.also, strict=True)]
    return next((f"further answer: {x}" for x in found if x), "")


def ranked(answer: Answer) -> tuple[Ref, ...]:
    """The features of an answer, best first."""
    result = answer.result
    if answer.evidence:
        return tuple(ref(e.row.ref) for e in answer.evidence)
    if result is not None and result.kind == "table" and result.table is not None:
        return tuple(ref(row.ref) for row in result.table.rows if row.ref is not None)
    return tuple(ref(r.ref) for r in result.rows) if result is not None else ()


def ref(one: FeatureRef) -> Ref:
    """The address of a feature in the form of the gold."""
    return Ref(one.table, one.fid)


def _list(gold: Gold, answer: Answer, result: Rows, _variants: object) -> str:
    if result.kind == "table" and result.table is not None and gold.cut:
        return _features_of_table(gold, result.table)
    if result.kind not in ("entities", "values"):
        return f"a {result.kind} instead of a list"
    found = ranked(answer)
    if result.total != len(gold.refs):
        return f"{result.total} features instead of {len(gold.refs)}"
    right = set(gold.refs) | (gold.tied if gold.cut else set())
    if not set(found) <= right or (not result.truncated and len(set(found)) != len(gold.refs)):
        return "other features"
    return _order(gold, found) or _distances(gold, answer)


def _features_of_table(gold: Gold, table: Table) -> str:
    """A ranked table of features says the same as a list of them."""
    found = [ref(row.ref) for row in table.rows if row.ref is not None]
    right = set(gold.refs) | gold.tied
    return "" if len(found) == len(gold.refs) and set(found) <= right else "other features in the table"


def _order(gold: Gold, found: Sequence[Ref]) -> str:
    if not gold.keys:
        return ""
    key = dict(zip(gold.refs, gold.keys, strict=True))
    last = gold.keys[-1]
    listed = [key.get(r, last) for r in found]
    for mine, right in zip(listed, gold.keys, strict=False):
        if (mine is None) != (right is None) or (
            mine is not None and right is not None and not close(mine, right, 1e-9, 0.01)
        ):
            return "another order"
    return ""


def _distances(gold: Gold, answer: Answer) -> str:
    """Every stated distance to the nearest reference is the right one."""
    for e in answer.evidence:
        right = gold.distances.get(ref(e.row.ref))
        stated = [p.nearest.distance_m for p in e.proximity if p.nearest is not None]
        if right is not None and stated and not any(abs(x - right) <= METRES for x in stated):
            return f"a distance of {min(stated):.2f} m instead of {right:.2f} m"
    return ""


def _number(gold: Gold, _answer: Answer, result: Rows, _variants: object) -> str:
    if result.scalar is None:
        return f"a {result.kind} instead of a number"
    return "" if float(result.scalar) == gold.number else f"{result.scalar} instead of {gold.number:g}"


def _truth(gold: Gold, _answer: Answer, result: Rows, _variants: object) -> str:
    if result.kind != "exists":
        return f"a {result.kind} instead of yes or no"
    return "" if bool(result.scalar) == bool(gold.number) else f"{result.scalar} instead of {bool(gold.number)}"


def _value(gold: Gold, _answer: Answer, result: Rows, _variants: object) -> str:
    stated = list(_stated(result))
    if gold.number is None:
        return "" if not stated or all(x is None for x in stated) else "a number instead of none"
    if not stated:
        return f"a {result.kind} instead of a number"
    right = any(x is not None and close(x, gold.number) for x in stated)
    return "" if right else f"{stated[0]} instead of {gold.number:g} {gold.unit or ''}".rstrip()


def _stated(result: Rows) -> Any:
    """Numbers that an answer of one value gives, in canonical units."""
    if result.scalar is not None and not isinstance(result.scalar, bool) and result.kind == "scalar":
        yield canonical(float(result.scalar), result.unit)
    if result.table is not None and len(result.table.rows) == 1:
        for column, cell in zip(result.table.columns, result.table.rows[0].cells, strict=False):
            if isinstance(cell, int | float) and not isinstance(cell, bool):
                yield canonical(float(cell), column.unit)
    if result.kind == "entities" and len(result.rows) == 1:
        for value in result.rows[0].values.values():
            if isinstance(value.value, int | float):
                yield canonical(float(value.value), value.unit)


def _values(gold: Gold, _answer: Answer, result: Rows, _variants: object) -> str:
    table = result.table
    if table is None or result.total != len(gold.refs):
        return f"{result.total} values instead of {len(gold.refs)}"
    column = next(i for i, c in enumerate(table.columns) if c.role == "measure")
    for row in table.rows:
        right = gold.values.get(ref(row.ref)) if row.ref is not None else None
        cell = row.cells[column]
        if (cell is None) != (right is None):
            return "a value for the wrong feature"
        if (
            cell is not None
            and right is not None
            and not close(canonical(float(cell), table.columns[column].unit), right)
        ):
            return f"{cell} instead of {right:g}"
    return ""


def _table(gold: Gold, _answer: Answer, result: Rows, variants: Callable[[str], Sequence[str]]) -> str:
    if result.table is None:
        return f"a {result.kind} instead of a table"
    found = [_group(result.table, row) for row in result.table.rows]
    found = (
        [g for g in found if any(g.numbers)]
        if not any(None in g.numbers or 0 in g.numbers for g in gold.groups)
        else found
    )
    expected = list(gold.groups)
    if result.total and len(found) != len(expected) and not _without_missing(found, expected):
        return f"{len(found)} groups instead of {len(expected)}"
    for one in found:
        match = next((g for g in expected if _same(one, g, variants)), None)
        if match is None:
            return f"group {one.keys} {one.numbers} is not right"
        expected.remove(match)
    return ""


def _without_missing(found: Sequence[Group], expected: Sequence[Group]) -> bool:
    """A group "not stated" may be left out."""
    rest = [g for g in expected if ("not_stated",) not in g.keys]
    return len(found) == len(rest)


def _group(table: Table, row: Any) -> Group:
    keys: list[tuple[str, ...]] = []
    numbers: list[float | None] = []
    for column, cell in zip(table.columns, row.cells, strict=False):
        if column.role == "group":
            keys.append((str(cell),))
        else:
            numbers.append(None if cell is None else canonical(float(cell), column.unit))
    return Group(tuple(keys), tuple(numbers))


def _same(found: Group, right: Group, variants: Callable[[str], Sequence[str]]) -> bool:
    if len(found.keys) != len(right.keys) or not found.numbers:
        return False
    if not all(_named(k[0], names, variants) for k, names in zip(found.keys, right.keys, strict=True)):
        return False
    return all(
        (a is None and b is None) or (a is not None and b is not None and close(a, b))
        for a, b in zip(found.numbers, right.numbers, strict=False)
    )


def _named(label: str, names: Sequence[str], variants: Callable[[str], Sequence[str]]) -> bool:
    """Whether a label is one of the spellings of a key; classes of a number have no spelling."""
    if names[0].startswith("class "):
        return True
    spellings = {s.casefold() for n in names for s in (n, *variants(n))}
    plain = label.casefold()
    return any(
        s == plain or (len(s) > 2 and (s in plain or plain in s)) or (len(s) <= 2 and plain.startswith(s))
        for s in spellings
    )


def _pairs(gold: Gold, answer: Answer, _result: Rows, _variants: object) -> str:
    if set(ranked(answer)) != set(gold.refs):
        return f"{len(answer.evidence)} features instead of {len(gold.refs)}"
    for e in answer.evidence:
        near = [tuple(ref(x.ref) for x in p.within) for p in e.proximity if p.within]
        near += [(ref(p.nearest.ref),) for p in e.proximity if p.nearest is not None]
        if gold.pairs[ref(e.row.ref)] not in near:
            return f"the neighbours of {e.row.name} are others"
    return _distances(gold, answer)


def canonical(number: float, unit: str | None) -> float:
    """A number in metres, square metres, ppm or degrees; percent of mass as ppm is the caller's matter."""
    return number * TO_CANONICAL.get(unit or "", 1.0)


def close(one: float, other: float, relative: float = RELATIVE, absolute: float = 1e-9) -> bool:
    """Equal up to the method of computation."""
    return math.isclose(one, other, rel_tol=relative, abs_tol=absolute)


_CHECKS: dict[str, Callable[..., str]] = {
    "list": _list, "count": _number, "exists": _truth, "value": _value, "values": _values, "table": _table,
    "pairs": _pairs,
}  # fmt: skip
