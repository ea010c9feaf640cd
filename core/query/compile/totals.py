"""Totals and groups over all features that meet the conditions, as one statement.

The features are found once and valued once; then each key says which groups they are in, and the measures are
taken group by group.  The result has at least one row, so that what entered is known also when there is no group.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import aggregate_order_by, distinct_on
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import FromClause, Select

from core.query.compile.attributes import censored, compare
from core.query.compile.branches import identity, keyed, rowset
from core.query.compile.conditions import Conditions
from core.query.compile.expressions import expression
from core.query.compile.keys import Keys, field_node
from core.query.compile.naming import EMPTY, Naming
from core.query.compile.relations import Branch
from core.query.compile.select import spread_by, stacked
from core.query.compile.tables import Scope, materialised, number
from core.query.grounded import GroundedQuery
from core.query.grounded_expr import FieldNode, parts
from core.query.grounded_measures import AggregateNode, BucketKeyNode, FieldKey, Measuring

ZERO: ColumnElement[Any] = sa.literal_column("0")
ONE: ColumnElement[Any] = sa.literal_column("1")


def table_rows(grounded: GroundedQuery, measuring: Measuring, cap: int, drawn: int) -> Select[Any]:
    """At most `cap` groups that meet the condition on groups.

    Columns: ``features`` (that entered), ``grouped`` (of them in some group), for each measure the features with a
    value and with a limit only, arrays ``drawn_no`` and ``drawn_fid`` of at most `drawn` features, spread over all
    and in the order of the data, then of each group ``members``, every key, the row of its feature, every measure
    and the features with a value, and ``groups``, their exact number.  Without any group these are NULL.
    """
    return _Totals(grounded, measuring).select(cap, drawn)


@dataclass
class _Totals:
    grounded: GroundedQuery
    measuring: Measuring

    def __post_init__(self) -> None:
        self.scope = Scope()
        self.by_row = not keyed(self.grounded.target)

    def select(self, cap: int, drawn: int) -> Select[Any]:
        one = self._valued_rows() if self.by_row else self._features()
        values = one if self.by_row else self._values(one)
        members = self._members(values)
        groups = self._groups(members)
        facts = self._facts(one, values, members, drawn)
        listed = self._listed(groups, cap)
        order = self._order(listed.c)
        joined = sa.outerjoin(facts, listed, sa.true())
        return sa.select(*facts.c, *listed.c).select_from(joined).order_by(*order)

    def _features(self) -> FromClause:
        """One row for each feature that meets the conditions, where features may come in parts."""
        target = self.grounded.target
        branches = []
        for no in range(len(target.layers)):
            rows = rowset(self.scope, target, no, self.grounded.conditions)
            branches.append(rows.select(*identity(rows, no)))
        hits = materialised(stacked(branches), "hit")
        one = sa.select(hits).ext(distinct_on(hits.c.layer_no, hits.c.feature))
        return materialised(one.order_by(hits.c.layer_no, hits.c.feature, hits.c.fid), "feature_hit")

    def _values(self, one: FromClause) -> FromClause:
        """What the measures and keys read of each feature."""
        arms = []
        for no, layer in enumerate(self.grounded.target.layers):
            branch = Branch(self.scope.place(layer, "v"), layer)
            columns: list[Any] = [one.c.layer_no, one.c.fid, one.c.feature, *self._cells(branch)]
            source = sa.join(one, branch.place.rows, one.c.fid == branch.place.fid)
            arms.append(
                sa.select(*columns).select_from(source).where(one.c.layer_no == sa.literal_column(str(no)))
            )
        return materialised(stacked(arms), "valued")

    def _valued_rows(self) -> FromClause:
        """The rows that meet the conditions, each a feature of its own, and what is read of them, in one pass."""
        target, arms = self.grounded.target, []
        for no in range(len(target.layers)):
            rows = rowset(self.scope, target, no, self.grounded.conditions)
            position, fid = identity(rows, no)[:2]
            arms.append(rows.select(position, fid, fid.label("feature"), *self._cells(rows.branch)))
        return materialised(stacked(arms), "valued")

    def _cells(self, branch: Branch) -> list[Any]:
        """What the measures and keys read of a row."""
        condition, columns = Conditions(self.scope), []
        for i, measure in enumerate(self.measuring.measures):
            if measure.expr is not None:
                value = expression(condition, branch, field_node(measure.items) if measure.items else measure.expr)
                limited = sa.case((sa.and_(value.is_(None), _limited(branch, measure)), ONE), else_=ZERO)
                columns += [value.label(f"value_{i}"), limited.label(f"limited_{i}")]
        for i, key in enumerate(self.measuring.group_by):
            if isinstance(key, FieldKey | BucketKeyNode):
                node = field_node(key) if isinstance(key, FieldKey) else key.expr
                columns.append(expression(condition, branch, node).label(f"cell_{i}"))
        return columns

    def _members(self, values: FromClause) -> FromClause:
        """The features with their groups: one row for each group a feature is in."""
        rows, keys, asked = values, Keys(self.scope, self.grounded.target), self.measuring.group_by
        found = keys.direct(asked[0], self._cells) if len(asked) == 1 and not self.grounded.conditions else None
        if found is not None:
            return found
        for i, key in enumerate(asked):
            rows = keys.add(rows, key, i)
        return values if rows is values else materialised(sa.select(*rows.c), "member")

    def _groups(self, members: FromClause) -> FromClause:
        """The measures of every group."""
        keys = [members.c[f"key_{i}"] for i in range(len(self.measuring.group_by))]
        columns: list[Any] = [sa.func.count().label("members"), *keys]
        columns += [sa.func.min(members.c[f"key_fid_{i}"]).label(f"key_fid_{i}") for i in range(len(keys))]
        for i, measure in enumerate(self.measuring.measures):
            value = members.c[f"value_{i}"] if measure.expr is not None else None
            used = sa.func.count(value) if value is not None else sa.func.count()
            columns += [_aggregate(measure, value).label(f"measure_{i}"), used.label(f"used_{i}")]
        found: FromClause = sa.select(*columns).select_from(members).group_by(*keys).cte("grouped")
        for i, measure in enumerate(self.measuring.measures):
            if measure.items is not None:
                found = self._different(found, members, i, measure)
        return self._with_empty(found) if self.measuring.zeros and keys else found

    def _different(self, found: FromClause, members: FromClause, i: int, measure: AggregateNode) -> FromClause:
        """The number of different values of a text, each item of a list by itself."""
        keys = [f"key_{j}" for j in range(len(self.measuring.group_by))]
        own = [members.c[k] for k in keys]
        if measure.items is None:
            return found
        naming = Naming(self.scope, measure.items, self.grounded.target.layers)
        items = naming.rows(members, members.c[f"value_{i}"], own)
        listed = items.subquery(self.scope.name("item"))
        stated = sa.func.count(listed.c.key.distinct()).filter(listed.c.key != EMPTY)
        counted = sa.select(*(listed.c[k] for k in keys), stated.label("different")).group_by(
            *(listed.c[k] for k in keys)
        )
        counts = counted.cte(self.scope.name("different"))
        on = sa.and_(sa.true(), *(found.c[k] == counts.c[k] for k in keys))
        number_of = sa.func.coalesce(counts.c.different, ZERO).label(f"measure_{i}")
        columns = [number_of if c.key == f"measure_{i}" else c for c in found.c]
        return sa.select(*columns).select_from(sa.outerjoin(found, counts, on)).cte(self.scope.name("grouped"))

    def _with_empty(self, found: FromClause) -> FromClause:
        """All groups there can be, and those of features without a value."""
        every = [Keys(self.scope, self.grounded.target).universe(x) for x in self.measuring.group_by]
        source: Any = every[0]
        for more in every[1:]:
            source = sa.join(source, more, sa.true())
        on = sa.and_(*(x.c.key == found.c[f"key_{i}"] for i, x in enumerate(every)))
        counted = {f"measure_{i}" for i, m in enumerate(self.measuring.measures) if m.agg == "count"}
        columns = []
        for column in found.c:
            name = str(column.key)
            value: Any = column
            if name.startswith("key_fid_"):
                value = every[int(name.removeprefix("key_fid_"))].c.fid
            elif name.startswith("key_"):
                value = every[int(name.removeprefix("key_"))].c.key
            elif name in counted or name == "members" or name.startswith("used_"):
                value = sa.func.coalesce(column, ZERO)
            columns.append(value.label(name))
        filled = sa.select(*columns).select_from(sa.outerjoin(source, found, on))
        unstated = sa.or_(*(found.c[f"key_{i}"] == EMPTY for i in range(len(every))))
        return sa.union_all(filled, sa.select(*found.c).where(unstated)).cte("every_group")

    def _facts(self, one: FromClause, values: FromClause, members: FromClause, drawn: int) -> FromClause:
        """One row: what entered, and some features of it, so that a map of them shows the whole extent."""
        columns: list[Any] = [sa.func.count().label("features")]
        for i, measure in enumerate(self.measuring.measures):
            if measure.expr is not None:
                used = sa.func.count(values.c[f"value_{i}"])
                limited: Any = sa.func.coalesce(sa.func.sum(values.c[f"limited_{i}"]), ZERO)
            else:
                used, limited = sa.func.count(), ZERO
            columns += [used.label(f"note_used_{i}"), limited.label(f"note_limited_{i}")]
        counted = sa.select(*columns).select_from(values).subquery("counted")
        told = sa.select(members.c.layer_no, members.c.feature).distinct()
        inside = values if members is values else told.subquery("inside")
        grouped = sa.select(sa.func.count().label("grouped")).select_from(inside).subquery("grouped_features")
        order = sa.select(one.c.layer_no, one.c.fid).order_by(spread_by(one.c.fid), one.c.layer_no, one.c.fid)
        some = order.limit(sa.bindparam("drawn", drawn, type_=sa.BigInteger, unique=True)).subquery("some")
        arrays = [
            sa.func.array_agg(aggregate_order_by(some.c[c], some.c.layer_no, some.c.fid)).label(f"drawn_{n}")
            for c, n in (("layer_no", "no"), ("fid", "fid"))
        ]
        shown = sa.select(*arrays).subquery("drawn")
        joined = sa.join(sa.join(counted, grouped, sa.true()), shown, sa.true())
        return sa.select(*counted.c, *grouped.c, *shown.c).select_from(joined).subquery("facts")

    def _listed(self, groups: FromClause, cap: int) -> FromClause:
        """The groups that meet the condition on groups, the first `cap` in order, with the number of all."""
        found = sa.select(*groups.c, sa.func.count().over().label("groups"))
        having = self.measuring.having
        if having is not None:
            no = [x.key for x in self.measuring.measures].index(having.measure)
            found = found.where(compare(groups.c[f"measure_{no}"], having.op, number("having", having.value)))
        limit = sa.bindparam("rows", cap, type_=sa.BigInteger, unique=True)
        return found.order_by(*self._order(groups.c)).limit(limit).subquery("listed")

    def _order(self, columns: Any) -> list[ColumnElement[Any]]:
        """By the measures asked for, then by key; labels are put in order when they are known."""
        names = {m.key: f"measure_{i}" for i, m in enumerate(self.measuring.measures)}
        names |= {f"group_{i}": f"key_{i}" for i in range(len(self.measuring.group_by))}
        keys = [
            (columns[names[x.key]].desc() if x.dir == "desc" else columns[names[x.key]].asc()).nulls_last()
            for x in self.measuring.order
        ]
        return [*keys, *(columns[f"key_{i}"] for i in range(len(self.measuring.group_by)))]


def _limited(branch: Branch, measure: AggregateNode) -> ColumnElement[Any]:
    """True when a value that the measure needs was reported only as a limit."""
    flags = []
    for node in parts(measure.expr) if measure.expr is not None else ():
        found = node.columns.get(branch.layer.table) if isinstance(node, FieldNode) else None
        flag = censored(branch.place, found.column) if found is not None else None
        if flag is not None:
            flags.append(flag)
    return sa.or_(*flags) if flags else sa.false()


def _aggregate(measure: AggregateNode, value: ColumnElement[Any] | None) -> ColumnElement[Any]:
    """The measure over the rows of a group; sums run in the order of the values, so they are always the same."""
    if value is None:
        return sa.func.count()
    if measure.agg == "count":
        return sa.func.count(value.distinct()) if measure.distinct else sa.func.count(value)
    if measure.agg in ("median", "percentile"):
        share = 0.5 if measure.agg == "median" else (measure.p or 0.0) / 100
        return sa.func.percentile_cont(number("share", share)).within_group(value)
    if measure.agg in ("min", "max"):
        return sa.func.min(value) if measure.agg == "min" else sa.func.max(value)
    function: Any = {"sum": sa.func.sum, "avg": sa.func.avg, "stddev": sa.func.stddev_samp}[measure.agg]
    return function(aggregate_order_by(value, value))
