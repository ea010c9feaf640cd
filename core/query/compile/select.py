"""The statement that answers a question: the features, their order, how many there are, and their cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import CompoundSelect, FromClause, Select

from core.query.compile import distance as dist
from core.query.compile.attributes import highest_known, is_numeric, text_cell
from core.query.compile.branches import Rowset, identity, keyed, rowset
from core.query.compile.closest import closest_candidates, closest_only
from core.query.compile.computed import computed
from core.query.compile.conditions import Conditions
from core.query.compile.pairs import nearest
from core.query.compile.relations import Branch
from core.query.compile.tables import Place, Scope, any_text, materialised, point_place, subselect
from core.query.grounded import DistanceOrder, FieldOrder, GroundedQuery, Order, PointNode, SetNode
from core.vocabulary.card import Column, Layer

LEADING = ("layer_no", "fid", "total", "lon", "lat", "geometry")
"""Names of the first columns of the result; the cells of `cell_plan` follow in its order."""


def select_rows(grounded: GroundedQuery, cap: int) -> Select[Any]:
    """At most `cap` features that meet all conditions, with the exact number of them in every row.

    Columns: those of :data:`LEADING`, the cells of :func:`cell_plan`, the values the question wants computed.

    Ties are broken by table and row, so the order is total.
    """
    scope = Scope()
    target = grounded.target
    hits = _hits(scope, grounded)
    keys = [_direction(hits.c[f"key_{i}"], x.dir) for i, x in enumerate(grounded.order)]
    total = sa.func.count().over().label("total")
    limit = min(cap, grounded.limit or cap)
    page = (
        sa.select(*hits.c, total)
        .order_by(*keys, hits.c.layer_no, hits.c.fid)
        .limit(sa.bindparam("rows", limit, type_=sa.BigInteger, unique=True))
    )
    page = materialised(page, "page")
    details = _details(scope, target, page).lateral("detail")
    joined, more = computed(scope, grounded, page, sa.join(page, details, sa.true()))
    again = [_direction(page.c[f"key_{i}"], x.dir) for i, x in enumerate(grounded.order)]
    return (
        sa.select(page.c.layer_no, page.c.fid, page.c.total, *details.c, *more)
        .select_from(joined)
        .order_by(*again, page.c.layer_no, page.c.fid)
    )


def _direction(column: ColumnElement[Any], direction: str) -> ColumnElement[Any]:
    return (column.desc() if direction == "desc" else column.asc()).nulls_last()


def _hits(scope: Scope, grounded: GroundedQuery) -> FromClause:
    branches = []
    for no in range(len(grounded.target.layers)):
        rows = rowset(scope, grounded.target, no, grounded.conditions)
        if closest_only(grounded):
            rows = closest_candidates(scope, rows, grounded)
        keys = [_order_value(scope, rows, x).label(f"key_{i}") for i, x in enumerate(grounded.order)]
        columns = identity(rows, no) if keyed(grounded.target) else identity(rows, no)[:2]
        branches.append(rows.select(*columns, *keys))
    hits: FromClause = materialised(stacked(branches), "hit")
    if not keyed(grounded.target):
        return hits
    order = [_direction(hits.c[f"key_{i}"], x.dir) for i, x in enumerate(grounded.order)]
    one = sa.select(hits).ext(distinct_on(hits.c.layer_no, hits.c.feature))
    return one.order_by(hits.c.layer_no, hits.c.feature, *order, hits.c.fid).cte("feature_hit")


def stacked(selects: Sequence[Select[Any]]) -> CompoundSelect[Any] | Select[Any]:
    """All rows of all `selects`."""
    return selects[0] if len(selects) == 1 else sa.union_all(*selects)


def _order_value(scope: Scope, rows: Rowset, order: Order) -> ColumnElement[Any]:
    if isinstance(order, FieldOrder):
        return _field_value(rows.branch, order)
    return nearest_m(scope, rows.branch, order)


def _field_value(branch: Branch, order: FieldOrder) -> ColumnElement[Any]:
    ranked = any(x.ranks is not None for x in order.columns.values())
    numeric = ranked or order.attribute.kind in ("number", "year")
    found = order.columns.get(branch.layer.table)
    if found is None or (ranked and not found.ranks):
        return sa.cast(sa.null(), sa.Double if numeric else sa.Text)
    if ranked and found.ranks:
        by_rank: dict[float, list[str]] = {}
        for raw, rank in found.ranks.items():
            by_rank.setdefault(rank, []).append(raw)
        cell = text_cell(branch.place, found.column)
        return sa.case(
            *(
                (any_text(cell, "values", raws), sa.literal(rank, sa.Double))
                for rank, raws in sorted(by_rank.items())
            )
        )
    if numeric:
        return highest_known(branch.place, found.column, found.factor)
    return text_cell(branch.place, found.column)


def nearest_m(scope: Scope, branch: Branch, order: DistanceOrder) -> ColumnElement[Any]:
    """Exact distance from the row to the nearest feature of the anchor."""
    if isinstance(order.to, PointNode):
        return dist.distance_m(branch.place, point_place(order.to))
    found = nearest(Conditions(scope), branch, order.to)
    return subselect(sa.func.min(found.c.metres), source=found, own=[found]).scalar_subquery()


# --- cells ----------------------------------------------------------------------------------------------------


def cell_plan(layers: Sequence[Layer]) -> tuple[tuple[str, str, bool], ...]:
    """(attribute id, part, numeric) of every cell column: part is ``value``, ``qualifier`` or ``limit``."""
    plan: list[tuple[str, str, bool]] = []
    for attribute in dict.fromkeys(a for x in layers for a in x.columns):
        columns = [x.columns[attribute] for x in layers if attribute in x.columns]
        plan.append((attribute, "value", all(is_numeric(c) for c in columns)))
        if any(c.qualifier and c.limit for c in columns):
            plan += [(attribute, "qualifier", False), (attribute, "limit", True)]
    return tuple(plan)


def _details(scope: Scope, target: SetNode, page: FromClause) -> CompoundSelect[Any] | Select[Any]:
    plan = cell_plan(target.layers)
    arms = []
    for no, layer in enumerate(target.layers):
        place = scope.place(layer, "d")
        inside = geo.ST_PointOnSurface(place.geom)  # also of several points
        cells = [_cell(place, layer.columns.get(a), part, numeric) for a, part, numeric in plan]
        arms.append(
            subselect(
                geo.ST_X(inside).label("lon"),
                geo.ST_Y(inside).label("lat"),
                geo.ST_AsBinary(place.geom).label("geometry"),
                *(x.label(_label(*plan[i][:2])) for i, x in enumerate(cells)),
                source=place.rows,
                own=[place.rows],
            ).where(page.c.layer_no == sa.literal_column(str(no)), place.fid == page.c.fid)
        )
    return stacked(arms)


def _label(attribute: str, part: str) -> str:
    name = attribute if part == "value" else f"{attribute} {part}"
    return f"{name} cell" if name in LEADING else name


def _cell(place: Place, column: Column | None, part: str, numeric: bool) -> ColumnElement[Any]:
    name = (
        None if column is None else {"value": column.name, "qualifier": column.qualifier}.get(part, column.limit)
    )
    type_ = sa.Double if numeric else sa.Text
    if column is None or name is None:
        return sa.cast(sa.null(), type_)
    return sa.cast(place.cell(name), type_)
