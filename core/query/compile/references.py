"""Statements that fetch reference features: their shapes for the proof, their key attributes for display."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo

from core.query.compile.attributes import is_numeric
from core.query.compile.conditions import Conditions
from core.query.compile.parts import feature
from core.query.compile.relations import member, reference
from core.query.compile.select import stacked
from core.query.compile.tables import Scope, any_id, bound, subselect
from core.query.grounded import SetNode
from core.vocabulary.card import Layer

Box = tuple[float, float, float, float]
"""West, south, east, north in degrees."""


def members_in_boxes(to: SetNode, boxes: Sequence[Box]) -> Any:
    """Members of an anchor set that enter one of `boxes` on the map.

    Columns: ``no`` (position of the layer), ``fid``, ``feature``, ``geometry`` (WKB).

    Found by the map index, where the answer itself uses the index in earth-centred space.
    """
    scope = Scope()
    arms = []
    for no, layer in enumerate(to.layers):
        if to.ids is not None and layer.table not in to.ids:
            continue
        ref = reference(scope, to, layer)
        inner = scope.place(layer, "b")
        sides = [bound(name, [b[i] for b in boxes], sa.ARRAY(sa.Double)) for i, name in enumerate(_SIDES)]
        area = sa.func.unnest(*sides).table_valued(*_SIDES).render_derived(scope.name("box"))
        envelope = geo.ST_MakeEnvelope(*area.c, sa.literal_column("4326"))
        near = sa.join(area, inner.rows, geo.ST_Intersects(inner.geom, envelope))
        found = subselect(inner.fid, source=near, own=[area, inner.rows])
        columns: tuple[Any, ...] = (
            sa.literal_column(str(no)).label("no"),
            ref.place.fid.label("fid"),
            feature(ref.place).label("feature"),
            geo.ST_AsBinary(ref.place.geom).label("geometry"),
        )
        chosen = sa.select(*columns).where(ref.place.fid.in_(found), *member(Conditions(scope), ref, to))
        arms.append(chosen)
    return stacked(arms)


_SIDES = ("west", "south", "east", "north")


def described(layer: Layer, fids: Sequence[int], attributes: Sequence[str]) -> Any:
    """Cells of some rows: ``fid``, ``geometry`` (WKB), then value, qualifier and limit of each of `attributes`.

    Attributes the layer lacks are NULL.
    """
    place = Scope().place(layer)
    cells: list[Any] = []
    for attribute in attributes:
        column = layer.columns.get(attribute)
        for name in (column.name, column.qualifier, column.limit) if column else (None, None, None):
            type_ = sa.Double if column and is_numeric(column) and name != column.qualifier else sa.Text
            cells.append(sa.cast(place.cell(name) if name else sa.null(), type_))
    labelled = [x.label(f"cell_{i}") for i, x in enumerate(cells)]
    return sa.select(place.fid, geo.ST_AsBinary(place.geom).label("geometry"), *labelled).where(
        any_id(place.fid, "ids", fids)
    )


def parts(cells: Sequence[Any], position: int) -> Mapping[str, Any]:
    """The three parts of the attribute at `position` of :func:`described`."""
    value, qualifier, limit = cells[3 * position : 3 * position + 3]
    return {"value": value, "qualifier": qualifier, "limit": limit}
