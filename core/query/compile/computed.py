"""Values that a question wants computed for each listed feature."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import FromClause

from core.query.compile.conditions import Conditions
from core.query.compile.expressions import expression
from core.query.compile.relations import Branch
from core.query.compile.tables import Scope, subselect
from core.query.grounded import GroundedQuery


def computed(
    scope: Scope, grounded: GroundedQuery, page: FromClause, source: FromClause
) -> tuple[FromClause, list[ColumnElement[Any]]]:
    """`source` joined with the computed columns of the rows of `page`, and these columns."""
    wanted = grounded.computed
    if not wanted:
        return source, []
    condition, arms = Conditions(scope), []
    for no, layer in enumerate(grounded.target.layers):
        branch = Branch(scope.place(layer, "v"), layer)
        values = [expression(condition, branch, x.expr).label(f"value_{i}") for i, x in enumerate(wanted)]
        arm = subselect(*values, source=branch.place.rows, own=[branch.place.rows])
        here = (page.c.layer_no == sa.literal_column(str(no)), branch.place.fid == page.c.fid)
        arms.append(arm.where(*here))
    values_of = (arms[0] if len(arms) == 1 else sa.union_all(*arms)).lateral("computed")
    return sa.join(source, values_of, sa.true()), list(values_of.c)
