"""Which target features belong to which features of another layer.

The features that make the groups drive, and the index of the target is asked once for each of them: they are few,
and PostGIS keeps the prepared form of a polygon only while the same polygon comes again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.selectable import FromClause, Select

from core.query.compile.branches import keyed
from core.query.compile.conditions import Conditions
from core.query.compile.mutual import is_mutual, mutual
from core.query.compile.pairs import pairs
from core.query.compile.parts import feature
from core.query.compile.predicates import predicate
from core.query.compile.reach import within_reach
from core.query.compile.relations import Branch, different, member
from core.query.compile.select import stacked
from core.query.compile.tables import Scope, fenced, materialised, subselect
from core.query.grounded import RelNode, SetNode
from core.query.grounded_measures import LayerKeyNode
from core.query.legal import legal
from core.question import ir

Cells = Callable[[Branch], list[Any]]
_COLUMNS = ("group_no", "group_fid", "group_feature", "layer_no", "feature")


def related(scope: Scope, target: SetNode, key: LayerKeyNode) -> FromClause:
    """Columns ``group_no``, ``group_fid``, ``group_feature``, and ``layer_no``, ``feature`` of the target.

    Where no layer of the target has features in parts, ``feature`` is the row.
    """
    arms: list[Select[Any]] = []
    for no, layer in enumerate(key.to.layers):
        if key.to.ids is None or layer.table in key.to.ids:
            arms.extend(_near(scope, target, key, no) if key.max_m is not None else _met(scope, target, key, no))
    if not arms:
        types = (*_TYPES, sa.Text if keyed(target) else sa.BigInteger)
        nothing: list[Any] = [sa.cast(sa.null(), t).label(n) for n, t in zip(_COLUMNS, types, strict=True)]
        arms = [sa.select(*nothing).where(sa.false())]
    return materialised(stacked(arms), scope.name("related"))


def related_valued(scope: Scope, target: SetNode, key: LayerKeyNode, cells: Cells) -> FromClause | None:
    """The pairs of :func:`related` with what is read of each target row; None where that is not the whole answer.

    For all rows of a target none of whose features come in parts, met on the map by features that do not either:
    each pair is then found once, and nothing has to be looked up again.
    """
    if target.ids is not None or key.field is not None or key.max_m is not None or keyed(target) or keyed(key.to):
        return None
    tables = [no for no, x in enumerate(key.to.layers) if key.to.ids is None or x.table in key.to.ids]
    arms = [arm for no in tables for arm in _met(scope, target, key, no, cells)]
    return materialised(stacked(arms), scope.name("related")) if arms else None


_TYPES = (sa.Integer, sa.BigInteger, sa.Text, sa.Integer)


def _group(scope: Scope, key: LayerKeyNode, no: int) -> tuple[Branch, list[Any], list[Any]]:
    """The group features of one layer, the columns that tell them, and what makes them members."""
    layer = key.to.layers[no]
    branch = Branch(scope.place(layer, "g"), layer)
    columns = [
        sa.literal_column(str(no)).label("group_no"),
        branch.place.fid.label("group_fid"),
        feature(branch.place).label("group_feature"),
    ]
    return branch, columns, member(Conditions(scope), branch, key.to)


def _near(scope: Scope, target: SetNode, key: LayerKeyNode, no: int) -> list[Select[Any]]:
    """Distance is the same both ways: the targets are looked for from the group."""
    group, columns, where = _group(scope, key, no)
    everything = SetNode(target.entity_type, target.layers)
    source = ir.RelCond(rel=key.rel, to=ir.Set(layer=target.entity_type.id), max_m=key.max_m)
    found = pairs(Conditions(scope), group, RelNode(source, key.rel, everything, None, key.max_m))
    name = (found.c.feature if keyed(target) else found.c.fid).label("feature")
    each = subselect(found.c.layer_no, name, source=found, own=[found]).lateral(scope.name("near"))
    joined = sa.join(group.place.rows, each, sa.true())
    return [sa.select(*columns, each.c.layer_no, each.c.feature).select_from(joined).where(*where)]


def _met(
    scope: Scope, target: SetNode, key: LayerKeyNode, no: int, cells: Cells = lambda _: []
) -> list[Select[Any]]:
    arms = []
    region = key.to.entity_type.region and key.rel == "within"
    for i, layer in enumerate(target.layers):
        group, columns, where = _group(scope, key, no)
        if not legal(key.rel, layer.geometry, group.layer.geometry) or not within_reach(layer, group.layer, 0.0):
            continue
        place = scope.place(layer, "t")
        name = feature(place) if keyed(target) else place.fid
        read = cells(Branch(place, layer))
        position: Any = sa.literal_column(str(i)).label("layer_no")
        if is_mutual(key.rel, layer, group.layer, key.to):
            both = mutual(scope, layer, key.rel)
            source = sa.join(group.place.rows, both, both.c.one == group.place.fid)
            source = sa.join(source, place.rows, place.fid == both.c.other)
            arms.append(sa.select(*columns, position, name.label("feature"), *read).select_from(source))
            continue
        each = subselect(name.label("feature"), *read, source=place.rows, own=[place.rows])
        each = each.where(predicate(key.rel, place, group.place, region), *different(place, group.place))
        found = fenced(each).lateral(scope.name("met"))
        joined = sa.join(group.place.rows, found, sa.true())
        arms.append(sa.select(*columns, position, *found.c).select_from(joined).where(*where))
    return arms
