"""The target rows: one branch for each layer, with the conditions inside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import FromClause, Select

from core.query.compile.conditions import Conditions
from core.query.compile.pairs import feature
from core.query.compile.relations import Branch, cheap_parts, predicate
from core.query.compile.tables import Place, Scope, any_id
from core.query.grounded import GroundNode, RelNode, SetNode


@dataclass(frozen=True)
class Rowset:
    """FROM and WHERE of one branch."""

    branch: Branch
    source: FromClause
    where: tuple[ColumnElement[Any], ...]

    def select(self, *columns: Any) -> Select[Any]:
        """The columns for the rows of the branch."""
        return sa.select(*columns).select_from(self.source).where(*self.where)


def rowset(
    scope: Scope, target: SetNode, no: int, conditions: Sequence[GroundNode], *, undecided: bool = False
) -> Rowset:
    """The rows of the target's layer number `no` that meet all `conditions`.

    A named study area is joined, so that its polygon drives; everything else is a condition on the row.  With
    `undecided`, the rows are those for which the conditions other than the study area are NULL as a whole.
    """
    layer = target.layers[no]
    branch = Branch(scope.place(layer, "t"), layer, cheap_parts(conditions))
    condition = Conditions(scope)
    source: FromClause = branch.place.rows
    where: list[ColumnElement[Any]] = []
    if target.ids is not None:
        where.append(any_id(branch.place.fid, "ids", target.ids.get(layer.table, ())))
    rest: list[ColumnElement[Any]] = []
    joined = False
    for node in conditions:
        if not joined and isinstance(node, RelNode) and _drives(node, branch):
            area = _area(scope, node.features)
            source = sa.join(area[0], source, predicate("within", branch.place, area[1], region=True))
            where.extend(area[2])
            joined = True
        else:
            rest.append(condition(branch, node))
    where.extend([sa.and_(*rest).is_(None)] if undecided else rest)
    return Rowset(branch, source, tuple(where))


def _drives(node: RelNode, branch: Branch) -> bool:
    to = node.to
    return (
        node.region
        and isinstance(to, SetNode)
        and bool(to.ids)
        and to.where is None
        and node.count is None
        and branch.layer.table not in to.whole
        and all(x.table != branch.layer.table for x in to.layers)
    )


def _area(scope: Scope, to: SetNode) -> tuple[FromClause, Place, tuple[ColumnElement[Any], ...]]:
    """One row holding the study area, as FROM element and place, with the condition that picks it."""
    named = [(x, (to.ids or {})[x.table]) for x in to.layers if (to.ids or {}).get(x.table)]
    if sum(len(fids) for _, fids in named) == 1:
        layer, fids = named[0]
        place = scope.place(layer, "area")
        return place.rows, place, (any_id(place.fid, "area", fids),)
    parts = []
    for layer, fids in named:
        place = scope.place(layer, "area")
        parts.append(sa.select(place.geom.label("geom")).where(any_id(place.fid, "area", fids)))
    stacked = sa.union_all(*parts).subquery(scope.name("areas"))
    whole = sa.select(sa.type_coerce(geo.ST_Union(stacked.c.geom), sa.types.NullType()).label("geom")).subquery(
        scope.name("area")
    )
    return whole, Place("polygon", whole.c.geom, whole.c.geom), ()


def identity(rows: Rowset, no: int) -> list[ColumnElement[Any]]:
    """The columns that say which feature a row is: layer number, row and feature."""
    return [
        sa.literal_column(str(no)).label("layer_no"),
        rows.branch.place.fid.label("fid"),
        feature(rows.branch.place).label("feature"),
    ]


def keyed(target: SetNode) -> bool:
    """True when rows of the target may be parts of one feature."""
    return any(x.feature_key is not None and x.feature_key in x.columns for x in target.layers)
