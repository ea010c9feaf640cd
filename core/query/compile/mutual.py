"""Polygons of one layer that border or overlap each other, found once for both of a pair.

``ST_Touches`` and ``ST_Overlaps`` build the whole topology of both polygons, a tenth of a second for two
provinces, and keep nothing of it from call to call.  The relation is the same both ways, so half of the calls are
saved; and whether two polygons touch is decided by what lies near the common part of their boxes alone.
"""

from __future__ import annotations

import math
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import functions as geo
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import FromClause

from core.query.compile.predicates import predicate
from core.query.compile.relations import Branch, different
from core.query.compile.tables import Place, Scope, fenced, materialised, number, subselect
from core.query.grounded import SetNode
from core.question.ir import RelName
from core.vocabulary.card import Layer

_DEGREE_M = 110_500.0
"""Less than the shortest degree of latitude, and than a degree of longitude at the equator."""
_HIGH = 80.0
MOST_ROWS = 2_000
"""Pairs of larger layers are too many to be looked through for every row."""


def is_mutual(rel: RelName, one: Layer, other: Layer, to: SetNode) -> bool:
    """Whether all pairs of a layer are worth finding at once: few polygons of one layer among themselves."""
    whole = to.ids is None and to.where is None and one.table == other.table
    return whole and rel in ("touches", "overlaps") and one.geometry == "polygon" and one.rows <= MOST_ROWS


def is_whole(branch: Branch) -> bool:
    """Whether the rows of a branch are all of their layer, as far as is known."""
    return branch.of is not None and branch.of.ids is None and not branch.cheap and branch.area is None


def mutual(scope: Scope, layer: Layer, rel: RelName) -> FromClause:
    """Rows ``one`` and ``other`` of the layer that stand in the relation, in both orders."""
    key = ("mutual", layer.table, rel)
    if key not in scope.shared:
        a, b = scope.place(layer, "a"), scope.place(layer, "b")
        each = subselect(b.fid.label("high"), source=b.rows, own=[b.rows])
        holds = [predicate(rel, b, a)] if rel != "touches" else _touch(layer, a, b)
        each = each.where(*holds, a.fid < b.fid, *different(b, a))
        found = fenced(each).lateral(scope.name("later"))
        pairs = sa.select(a.fid.label("low"), found.c.high).select_from(sa.join(a.rows, found, sa.true()))
        scope.shared[key] = (materialised(pairs, scope.name("mutual")), layer)
    found_: Any = scope.shared[key][0]
    both = sa.union_all(
        sa.select(found_.c.low.label("one"), found_.c.high.label("other")),
        sa.select(found_.c.high.label("one"), found_.c.low.label("other")),
    )
    return both.subquery(scope.name("both"))


def _touch(layer: Layer, a: Place, b: Place) -> list[ColumnElement[Any]]:
    """Two polygons touch, decided by the part of each near the box of the other.

    The parts are cut off farther from the box than any edge is long.  So every edge that can meet the other
    polygon is left as it is, and the cuts themselves lie where the other polygon is not.
    """
    margin = _margin_deg(layer)
    if margin is None:
        return [predicate("touches", b, a)]
    near_a, near_b = _near(a, b, margin), _near(b, a, margin)
    return [b.geom.op("&&", return_type=sa.Boolean())(a.geom), geo.ST_Touches(near_a, near_b)]


def _near(one: Place, other: Place, margin: float) -> ColumnElement[Any]:
    box = geo.ST_Expand(other.geom, number("margin", margin))
    return geo.ST_CollectionExtract(geo.ST_ClipByBox2D(one.geom, box), sa.literal_column("3"))


def _margin_deg(layer: Layer) -> float | None:
    """More degrees than any edge of the layer spans; None when that is not known.

    An odd number, so that cuts do not fall on the lattice that coordinates may lie on.
    """
    lat = max(abs(layer.extent[1]), abs(layer.extent[3]))
    if layer.max_edge_m <= 0 or lat > _HIGH:
        return None
    return layer.max_edge_m * 1.0173 / (_DEGREE_M * math.cos(math.radians(lat))) + 1.37e-5
