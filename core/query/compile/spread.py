"""The spread of an attribute over whole layers, for scores."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.functions import FunctionElement

from core.query.compile.attributes import number_cell, scaled
from core.query.compile.select import stacked
from core.query.compile.tables import Scope, number
from core.query.grounded import AttrNode, NumberTest, SetNode


def quartiles(target: SetNode, node: AttrNode, factors: dict[str, float]) -> Any:
    """One row: lower and upper quartile of the attribute over the layers of the target, in the display unit.

    `factors` turn the unit of each table's column into the display unit.
    """
    scope = Scope()
    arms = []
    for layer in target.layers:
        test = node.tests.get(layer.table)
        if isinstance(test, NumberTest):
            place = scope.place(layer)
            value = scaled(number_cell(place, test.column), factors.get(layer.table, 1.0)).label("value")
            arms.append(sa.select(value).select_from(place.rows))
    values = stacked(arms).subquery("attribute")

    def quartile(share: float) -> FunctionElement[Any]:
        return sa.func.percentile_cont(number("share", share)).within_group(values.c.value)  # type: ignore[return-value]

    return sa.select(quartile(0.25).label("low"), quartile(0.75).label("high"))
