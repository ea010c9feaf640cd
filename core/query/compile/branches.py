"""The target rows: one branch for each layer, with the conditions inside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import FromClause, Select

from core.query.compile.areas import area_shape
from core.query.compile.conditions import Conditions
from core.query.compile.parts import feature, of_set
from core.query.compile.predicates import predicate
from core.query.compile.relations import Branch, cheap_parts, keyed_layer
from core.query.compile.tables import Place, Scope, fenced
from core.query.compile.top import top_sql
from core.query.grounded import (
    AndNode,
    AttrNode,
    CmpNode,
    GroundNode,
    NotNode,
    OrNode,
    RelNode,
    SetNode,
    TopNode,
)
from core.query.grounded_expr import DistanceNode, parts


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

    A named study area is joined, so that its polygon drives.  The conditions are met in stages: attributes first,
    relations on the map, distances.  With `undecided`, the rows are those for which the conditions other than the
    study area are NULL as a whole.
    """
    layer = target.layers[no]
    branch = Branch(scope.place(layer, "t"), layer, cheap_parts(conditions, layer), of=target)
    area = next((x for x in conditions if isinstance(x, RelNode) and _drives(x, branch)), None)
    tops = [x for x in conditions if isinstance(x, TopNode)]
    rest = [x for x in conditions if x is not area and x not in tops]
    if area is not None:
        branch = replace(branch, area=area.features)
    rows = _first(scope, target, branch)
    condition = Conditions(scope)
    if undecided:
        return replace(rows, where=(*rows.where, sa.and_(*(condition(branch, x) for x in rest)).is_(None)))
    for stage in (only_attributes, _on_the_map, _others):
        chosen = [x for x in rest if stage(x)]
        rest = [x for x in rest if x not in chosen]
        if chosen and stage is not only_attributes and rows.where:
            rows = _fence(scope, rows)
        rows = replace(rows, where=(*rows.where, *(condition(rows.branch, x) for x in chosen)))
    others = [x for x in conditions if not isinstance(x, TopNode)]
    return replace(rows, where=(*rows.where, *(top_sql(condition, rows.branch, x, others) for x in tops)))


def _first(scope: Scope, target: SetNode, branch: Branch) -> Rowset:
    """The rows of a layer, those of the study area only."""
    source, where = branch.place.rows, []
    if target.ids is not None:
        where.append(of_set(scope, branch, target))
    if branch.area is not None:
        shape = sa.select(area_shape(scope, branch.area).label("geom")).subquery(scope.name("area"))
        place = Place("polygon", shape.c.geom, shape.c.geom)
        source = sa.join(shape, source, predicate("within", branch.place, place, region=True))
    return Rowset(branch, source, tuple(where))


def _fence(scope: Scope, rows: Rowset) -> Rowset:
    """The rows as a derived table that is computed before anything else is asked of them."""
    old = rows.branch
    inner = fenced(rows.select(*old.place.rows.c)).subquery(scope.name("t"))
    place = Place(old.place.kind, inner.c.geom, inner.c.geom_ecef, old.layer, inner)
    return Rowset(replace(old, place=place), inner, ())


def only_attributes(node: GroundNode) -> bool:
    """True for conditions that read cells only."""
    if isinstance(node, NotNode):
        return only_attributes(node.part)
    if isinstance(node, AndNode | OrNode):
        return all(only_attributes(x) for x in node.parts)
    return isinstance(node, AttrNode)


def _on_the_map(node: GroundNode) -> bool:
    """True for conditions without distances."""
    if isinstance(node, NotNode):
        return _on_the_map(node.part)
    if isinstance(node, AndNode | OrNode):
        return all(_on_the_map(x) for x in node.parts)
    if isinstance(node, CmpNode):
        return not any(isinstance(x, DistanceNode) for side in (node.left, node.right) for x in parts(side))
    return not (isinstance(node, RelNode) and (node.distance or node.max_m is not None))


def _others(_node: GroundNode) -> bool:
    return True


def _drives(node: RelNode, branch: Branch) -> bool:
    to = node.to
    return (
        node.region
        and isinstance(to, SetNode)
        and bool(to.ids)
        and to.where is None
        and node.count is None
        and not node.strict
        and branch.layer.table not in to.whole
        and all(x.table != branch.layer.table for x in to.layers)
        and not keyed_layer(branch.layer)
    )


def identity(rows: Rowset, no: int) -> list[ColumnElement[Any]]:
    """The columns that say which feature a row is: layer number, row and feature."""
    return [
        sa.literal_column(str(no)).label("layer_no"),
        rows.branch.place.fid.label("fid"),
        feature(rows.branch.place).label("feature"),
    ]


def keyed(target: SetNode) -> bool:
    """True when rows of the target may be parts of one feature."""
    return any(keyed_layer(x) for x in target.layers)
