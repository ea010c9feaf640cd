"""The statement that fetches rows by their address, in a given order, with all their cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.selectable import Select

from core.query.compile.select import details
from core.query.compile.tables import Scope, bound
from core.query.grounded import SetNode


def rows_by_address(target: SetNode, addresses: Sequence[tuple[int, int]]) -> Select[Any]:
    """Rows given by position of their layer and row number; columns as of the statement that answers."""
    arrays = [
        bound("layers", [no for no, _ in addresses], sa.ARRAY(sa.Integer)),
        bound("ids", [fid for _, fid in addresses], sa.ARRAY(sa.BigInteger)),
        bound("positions", list(range(len(addresses))), sa.ARRAY(sa.Integer)),
    ]
    page = sa.func.unnest(*arrays).table_valued("layer_no", "fid", "position").render_derived("page")
    found = details(Scope(), target, page).lateral("detail")
    total: Any = sa.literal_column("0").label("total")
    joined = sa.join(page, found, sa.true())
    return sa.select(page.c.layer_no, page.c.fid, total, *found.c).select_from(joined).order_by(page.c.position)
