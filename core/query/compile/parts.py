"""Features that come in parts: rows of one layer with the same key are one feature.

A feature meets a simple condition when any of its parts does.  Inside a statement this is asked of all rows of the
layer once, as a hashed sub-select, never row by row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement

from core.query.compile.relations import Branch, keyed_layer
from core.query.compile.tables import Place, Scope, any_id, subselect
from core.query.grounded import SetNode

RowCondition = Callable[[Branch], ColumnElement[Any]]


def feature(place: Place) -> ColumnElement[Any]:
    """Text that is equal for the parts of one feature and different for different features of one layer."""
    row = sa.literal_column("'row '").op("||", return_type=sa.Text())(sa.cast(place.fid, sa.Text))
    if place.key is None:
        return row
    named = sa.literal_column("'key '").op("||", return_type=sa.Text())(sa.cast(place.key, sa.Text))
    return sa.func.coalesce(named, row)


def same_feature(a: Place, b: Place) -> ColumnElement[Any]:
    """The two rows of one layer are parts of one feature (or the same row)."""
    if a.key is None or b.key is None:
        return a.fid == b.fid
    return sa.or_(a.key == b.key, sa.and_(a.key.is_(None), b.key.is_(None), a.fid == b.fid))


def any_part(scope: Scope, branch: Branch, holds: RowCondition, *, decided: bool) -> ColumnElement[Any]:
    """True for the rows of features with a part that meets a condition.

    A condition that is not `decided` may be NULL: then the whole is NULL where it is NULL for every part.
    """
    met = _features(scope, branch, holds)
    if decided:
        return feature(branch.place).in_(met)
    missed = _features(scope, branch, lambda x: holds(x).is_(sa.false()))
    here = feature(branch.place)
    return sa.case((here.in_(met), sa.true()), (here.in_(missed), sa.false()))


def _features(scope: Scope, branch: Branch, holds: RowCondition) -> Any:
    inner = Branch(scope.place(branch.layer, "p"), branch.layer, of=branch.of)
    rows = inner.place.rows
    return subselect(feature(inner.place), source=rows, own=[rows]).where(holds(inner))


def of_set(scope: Scope, branch: Branch, named: SetNode) -> ColumnElement[Any]:
    """The row is, or belongs to, one of the features that are listed by their rows."""
    ids = (named.ids or {}).get(branch.layer.table, ())
    if not keyed_layer(branch.layer):
        return any_id(branch.place.fid, "ids", ids)
    return any_part(scope, branch, lambda x: any_id(x.place.fid, "ids", ids), decided=True)
