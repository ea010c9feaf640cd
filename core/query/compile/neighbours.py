"""The statement that finds the nearest features of each listed feature."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import distinct_on

from core.query.compile.conditions import Conditions
from core.query.compile.pairs import nearest
from core.query.compile.proximity import Listed, gathered, measured_arm, measured_targets
from core.query.compile.relations import Branch
from core.query.compile.select import stacked
from core.query.compile.tables import Scope
from core.query.grounded import SetNode


def measure_closest(target: SetNode, to: SetNode, listed: Listed, k: int, fetched: int) -> Any:
    """For every listed row its `k` nearest features of a set, nearest first.

    Of each layer `fetched` rows are looked at, so ``total``, the number of different features among them, says
    whether they were enough.  Columns: ``layer_no``, ``fid`` (target), ``total``, and arrays ``reference_no``,
    ``reference`` (row), ``metres`` of at most `k` items.
    """
    scope = Scope()
    arms = []
    for no, layer, ids in measured_targets(target, listed):
        branch = Branch(scope.place(layer, "t"), layer)
        found = nearest(Conditions(scope), branch, to, fetched)
        one = sa.select(found).ext(distinct_on(found.c.layer_no, found.c.feature))
        one = one.order_by(found.c.layer_no, found.c.feature, found.c.metres, found.c.fid)
        features = one.subquery(scope.name("features"))
        arms.append(measured_arm(no, branch, gathered(scope, features, k), ids))
    return stacked(arms)
