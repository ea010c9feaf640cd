"""The statement that answers a question: the features, their order, how many there are, and their cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import CompoundSelect, FromClause, Select

from core.query.compile.attributes import is_numeric
from core.query.compile.branches import Rowset, identity, keyed, rowset
from core.query.compile.closest import closest_candidates, closest_only
from core.query.compile.computed import computed
from core.query.compile.conditions import Conditions, of_row
from core.query.compile.order import directed, first_part, order_value
from core.query.compile.relations import keyed_layer
from core.query.compile.tables import Place, Scope, materialised, subselect
from core.query.grounded import GroundedQuery, SetNode
from core.vocabulary.card import Column, Layer

LEADING = ("layer_no", "fid", "total", "lon", "lat", "geometry")
"""Names of the first columns of the result; the cells of `cell_plan` follow in its order."""


def select_rows(grounded: GroundedQuery, cap: int) -> Select[Any]:
    """At most `cap` features that meet all conditions, with the exact number of them in every row.

    Columns: those of :data:`LEADING`, the cells of :func:`cell_plan`, the values the question wants computed.

    Ties are broken by table and row, so the order is total.  Where nothing orders the features, those beyond `cap`
    are left out evenly: what is kept is spread over all of them and stands in the order of the data.
    """
    scope = Scope()
    target = grounded.target
    hits = _hits(scope, grounded)
    keys = [directed(hits.c[f"key_{i}"], x.dir) for i, x in enumerate(grounded.order)]
    loose = [spread_by(hits.c.fid)] if grounded.limit is None else []
    total = sa.func.count().over().label("total")
    limit = min(cap, grounded.limit or cap)
    page = (
        sa.select(*hits.c, total)
        .order_by(*(keys or loose), hits.c.layer_no, hits.c.fid)
        .limit(sa.bindparam("rows", limit, type_=sa.BigInteger, unique=True))
    )
    page = materialised(page, "page")
    detail = details(scope, target, page).lateral("detail")
    joined, more = computed(scope, grounded, page, sa.join(page, detail, sa.true()))
    again = [directed(page.c[f"key_{i}"], x.dir) for i, x in enumerate(grounded.order)]
    return (
        sa.select(page.c.layer_no, page.c.fid, page.c.total, *detail.c, *more)
        .select_from(joined)
        .order_by(*again, page.c.layer_no, page.c.fid)
    )


def _hits(scope: Scope, grounded: GroundedQuery) -> FromClause:
    branches = []
    for no in range(len(grounded.target.layers)):
        rows = rowset(scope, grounded.target, no, grounded.conditions)
        if closest_only(grounded):
            rows = closest_candidates(scope, rows, grounded)
        keys = [order_value(scope, rows.branch, x).label(f"key_{i}") for i, x in enumerate(grounded.order)]
        columns = identity(rows, no)[:2]
        if keyed(grounded.target):
            columns = [*identity(rows, no), _behind(scope, rows, grounded).label("behind")]
        branches.append(rows.select(*columns, *keys))
    hits: FromClause = materialised(stacked(branches), "hit")
    if not keyed(grounded.target):
        return hits
    order = [first_part(x, hits.c[f"key_{i}"]) for i, x in enumerate(grounded.order)]
    one = sa.select(hits).ext(distinct_on(hits.c.layer_no, hits.c.feature))
    return one.order_by(hits.c.layer_no, hits.c.feature, *order, hits.c.behind, hits.c.fid).cte("feature_hit")


def spread_by(fid: ColumnElement[Any]) -> ColumnElement[Any]:
    """A fixed number of each row that has nothing to do with its place; the first by it are a fair sample."""
    return sa.func.hashint8(fid)


def _behind(scope: Scope, rows: Rowset, grounded: GroundedQuery) -> ColumnElement[Any]:
    """1 for parts that do not meet the conditions by themselves; one that does stands for its feature."""
    first: ColumnElement[Any] = sa.literal_column("0")
    if not grounded.conditions or not keyed_layer(rows.branch.layer):
        return first
    condition = Conditions(scope)
    own = sa.and_(*(of_row(condition, rows.branch, x) for x in grounded.conditions))
    return sa.case((own, first), else_=sa.literal_column("1"))


def stacked(selects: Sequence[Select[Any]]) -> CompoundSelect[Any] | Select[Any]:
    """All rows of all `selects`."""
    return selects[0] if len(selects) == 1 else sa.union_all(*selects)


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


def details(scope: Scope, target: SetNode, page: FromClause) -> CompoundSelect[Any] | Select[Any]:
    """Point, geometry and cells of the rows that `page` (``layer_no``, ``fid``) names, for a lateral join."""
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
