"""Statements about anchors that are one shape: how far the listed features are from it, and what it looks like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo

from core.query.compile.conditions import Conditions
from core.query.compile.measures import nearest_m
from core.query.compile.relations import Branch
from core.query.compile.select import stacked
from core.query.compile.shapes import fixed_place
from core.query.compile.tables import Scope, any_id
from core.query.grounded import AnchorNode, SetNode


def measure_shape(target: SetNode, to: AnchorNode, listed: Mapping[str, Sequence[int]]) -> Any:
    """For every listed row its distance to a point or shape: columns ``layer_no``, ``fid``, ``metres``."""
    scope = Scope()
    condition, arms = Conditions(scope), []
    for no, layer in enumerate(target.layers):
        if listed.get(layer.table):
            branch = Branch(scope.place(layer, "t"), layer)
            columns: tuple[Any, ...] = (
                sa.literal_column(str(no)).label("layer_no"),
                branch.place.fid.label("fid"),
                nearest_m(condition, branch, to).label("metres"),
            )
            rows = sa.select(*columns).select_from(branch.place.rows)
            arms.append(rows.where(any_id(branch.place.fid, "targets", listed[layer.table])))
    return stacked(arms)


def shape_geometry(to: AnchorNode) -> Any:
    """One row with the shape as WKB, or none when it is empty."""
    place = fixed_place(Conditions(Scope()), to)
    found = sa.select(geo.ST_AsBinary(place.geom).label("geometry"))
    return found if place.source is None else found.select_from(place.rows)
