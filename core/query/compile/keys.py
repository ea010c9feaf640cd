"""What groups are made by: each feature of the target once for every group it is in.

A key is text: empty for "not stated", else ``=`` and the group: a concept or text, a number, the position of a
range, or the layer and feature of a group that is a feature itself (its row stands beside the key then).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import FromClause

from core.query.compile.branches import keyed
from core.query.compile.conditions import Conditions
from core.query.compile.expressions import expression
from core.query.compile.naming import EMPTY, MARK, Naming, concat
from core.query.compile.parts import feature
from core.query.compile.related import related, related_valued
from core.query.compile.relations import Branch, member
from core.query.compile.select import stacked
from core.query.compile.tables import Scope, bound, fenced, materialised
from core.query.grounded import OrderColumn, SetNode
from core.query.grounded_expr import FieldNode
from core.query.grounded_measures import BucketKeyNode, FieldKey, KeyNode, LayerKeyNode

NO_ROW: ColumnElement[Any] = sa.cast(sa.null(), sa.BigInteger)


def field_node(key: FieldKey) -> FieldNode:
    """The attribute as a value as it is stored: texts are not replaced by their ranks."""
    columns = {t: OrderColumn(c, key.factors.get(t, 1.0)) for t, c in key.columns.items()}
    return FieldNode(key.attribute, columns)


@dataclass(frozen=True)
class Keys:
    """Adds the keys of one question to the features of its target."""

    scope: Scope
    target: SetNode

    def add(self, rows: FromClause, key: KeyNode, i: int) -> FromClause:
        """`rows` with ``key_<i>`` and ``key_fid_<i>``; its own cells stand in ``cell_<i>``."""
        own = list(rows.c)
        if isinstance(key, LayerKeyNode):
            return self._in_layer(rows, key, i)
        cell = rows.c[f"cell_{i}"]
        if isinstance(key, BucketKeyNode):
            found: Any = sa.select(*own, bucket(cell, key.edges).label(f"key_{i}")).select_from(rows)
        else:
            found = Naming(self.scope, key, self.target.layers).rows(rows, cell, own, f"key_{i}")
        named = found.subquery(self.scope.name("named"))
        return sa.select(*named.c, NO_ROW.label(f"key_fid_{i}")).subquery(self.scope.name("keyed"))

    def _in_layer(self, rows: FromClause, key: LayerKeyNode, i: int) -> FromClause:
        pairs = related(self.scope, self.target, key)
        if key.field is None:
            own = [pairs.c.layer_no, pairs.c.feature]
            name = _feature_key(pairs.c.group_no, pairs.c.group_feature)
            groups: Any = sa.select(*own, name.label("key"), pairs.c.group_fid.label("fid"))
            if keyed(key.to) or keyed(self.target):  # several parts may have met
                groups = sa.select(*own, name.label("key"), sa.func.min(pairs.c.group_fid).label("fid"))
                groups = groups.group_by(*own, pairs.c.group_no, pairs.c.group_feature)
        else:
            groups = self._by_attribute(pairs, key, key.field)
        found = materialised(groups, self.scope.name("key"))
        # A full join is always done by hash or merge, however few rows the planner expects.
        on = sa.and_(rows.c.layer_no == found.c.layer_no, rows.c.feature == found.c.feature)
        columns = (*rows.c, found.c.key.label(f"key_{i}"), found.c.fid.label(f"key_fid_{i}"))
        joined = sa.join(rows, found, on, full=True)
        both = fenced(sa.select(*columns).select_from(joined)).subquery(self.scope.name("both"))
        wanted = (both.c.layer_no.is_not(None), both.c[f"key_{i}"].is_not(None))
        return sa.select(*both.c).where(*wanted).subquery(self.scope.name("keyed"))

    def direct(self, key: KeyNode, cells: Callable[[Branch], list[Any]]) -> FromClause | None:
        """The features of an unconditioned target with the one key of their groups, where one look finds both."""
        found = related_valued(self.scope, self.target, key, cells) if isinstance(key, LayerKeyNode) else None
        if found is None:
            return None
        read = [x for x in found.c if not str(x.key).startswith("group_")]
        name = _feature_key(found.c.group_no, found.c.group_feature)
        columns = (*read, name.label("key_0"), found.c.group_fid.label("key_fid_0"))
        return sa.select(*columns).subquery(self.scope.name("keyed"))

    def _by_attribute(self, pairs: FromClause, key: LayerKeyNode, field: FieldKey) -> Any:
        """The values that the groups of each feature have in an attribute of theirs."""
        condition, arms = Conditions(self.scope), []
        for no, layer in enumerate(key.to.layers):
            branch = Branch(self.scope.place(layer, "g"), layer)
            cell = expression(condition, branch, field_node(field)).label("cell")
            here: Any = sa.literal_column(str(no))
            columns: Any = (pairs.c.layer_no.label("target_no"), pairs.c.feature, here.label("layer_no"), cell)
            source = sa.join(pairs, branch.place.rows, pairs.c.group_fid == branch.place.fid)
            arms.append(sa.select(*columns).select_from(source).where(pairs.c.group_no == here))
        cells = materialised(stacked(arms), self.scope.name("cells"))
        own = [cells.c.target_no.label("layer_no"), cells.c.feature]
        named = Naming(self.scope, field, key.to.layers).rows(cells, cells.c.cell, own)
        found = named.subquery(self.scope.name("named"))
        return sa.select(*found.c, NO_ROW.label("fid")).distinct()

    def universe(self, key: KeyNode) -> FromClause:
        """All groups there can be: columns ``key`` and ``fid``."""
        if isinstance(key, BucketKeyNode):
            names = [f"={i}" for i in range(len(key.edges) + 1)]
            every = sa.func.unnest(bound("ranges", names, sa.ARRAY(sa.Text))).table_valued("key")
            every = every.render_derived(self.scope.name("range"))
            return sa.select(every.c.key, NO_ROW.label("fid")).cte(self.scope.name("universe"))
        to = key.every or (key.to if isinstance(key, LayerKeyNode) else self.target)
        field = key.field if isinstance(key, LayerKeyNode) else key
        members = self._everything(to, field)
        if field is None:
            name = _feature_key(members.c.layer_no, members.c.feature)
            found: Any = sa.select(name.label("key"), sa.func.min(members.c.fid).label("fid"))
            found = found.group_by(members.c.layer_no, members.c.feature)
        else:
            named = Naming(self.scope, field, to.layers).rows(members, members.c.cell, [])
            cells = named.subquery(self.scope.name("named"))
            found = sa.select(cells.c.key, NO_ROW.label("fid")).distinct().where(cells.c.key != EMPTY)
        return found.cte(self.scope.name("universe"))

    def _everything(self, to: SetNode, field: FieldKey | None) -> FromClause:
        """The features of a set, with the cell that names their group."""
        condition, arms = Conditions(self.scope), []
        for no, layer in enumerate(to.layers):
            if to.ids is not None and layer.table not in to.ids:
                continue
            place = self.scope.place(layer, "g")
            branch = Branch(place, layer)
            here: Any = sa.literal_column(str(no)).label("layer_no")
            columns: list[Any] = [here, place.fid.label("fid"), feature(place).label("feature")]
            if field is not None:
                columns.append(expression(condition, branch, field_node(field)).label("cell"))
            arms.append(sa.select(*columns).select_from(place.rows).where(*member(condition, branch, to)))
        return materialised(stacked(arms), self.scope.name("members"))


def bucket(value: ColumnElement[Any], edges: Sequence[float]) -> ColumnElement[Any]:
    """Position of the range that holds `value`: below the first edge 0, from the last one on their number."""
    steps: list[Any] = [
        (value < bound("edge", x, sa.Double), bound("range", f"={i}", sa.Text)) for i, x in enumerate(edges)
    ]
    return sa.case((value.is_(None), EMPTY), *steps, else_=bound("range", f"={len(edges)}", sa.Text))


def _feature_key(no: ColumnElement[Any], name: ColumnElement[Any]) -> ColumnElement[Any]:
    blank: ColumnElement[Any] = sa.literal_column("' '")
    return concat(concat(concat(MARK, sa.cast(no, sa.Text)), blank), name)
