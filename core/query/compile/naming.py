"""From the cells of an attribute to the groups they count in.

A key is text: empty for "not stated", else ``=`` and the group.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import FromClause, Select

from core.query.compile.select import stacked
from core.query.compile.tables import Scope, bound
from core.query.grounded_measures import FieldKey
from core.vocabulary.card import Layer

EMPTY: ColumnElement[Any] = sa.literal_column("''")
MARK: ColumnElement[Any] = sa.literal_column("'='")
Own = Sequence[ColumnElement[Any]]


def concat(a: ColumnElement[Any], b: ColumnElement[Any]) -> ColumnElement[Any]:
    """The texts `a` and `b` as one; NULL where one is."""
    return a.op("||", return_type=sa.Text())(b)


@dataclass(frozen=True)
class Naming:
    """Names the groups of one attribute over some layers, whose positions stand in a column ``layer_no``.

    Meanings are looked up in a bound document, not joined: nobody can tell the planner how many rows a join with
    them has.
    """

    scope: Scope
    key: FieldKey
    layers: Sequence[Layer]

    def rows(self, rows: FromClause, cell: ColumnElement[Any], own: Own, label: str = "key") -> Select[Any]:
        """The columns `own` and the key: each row once for every group that its cell counts in."""
        if self.key.attribute.kind in ("number", "year"):
            # Fifteen digits: values converted from different units meet again.
            text = concat(MARK, sa.cast(sa.cast(cell, sa.Numeric), sa.Text))
            return sa.select(*own, sa.func.coalesce(text, EMPTY).label(label)).select_from(rows)
        tables = [x.table for x in self.layers]
        open_ = [no for no, t in enumerate(tables) if t in self.key.columns and t not in self.key.meanings]
        arms = [self._known(rows, cell, own, label)] if len(open_) < len(tables) else []
        arms.extend(self._split(rows, cell, (no, own, label)) for no in open_)
        found = stacked(arms)
        return found if isinstance(found, Select) else sa.select(found.subquery(self.scope.name("named")))

    def _known(self, rows: FromClause, cell: ColumnElement[Any], own: Own, label: str) -> Select[Any]:
        """Rows of the layers whose cells are known beforehand."""
        key = self.key
        meanings = {
            str(no): {raw: [f"={g}" for g in groups] for raw, groups in key.meanings[x.table].items()}
            for no, x in enumerate(self.layers)
            if x.table in key.meanings
        }
        document = _document("meanings", meanings)
        found = _part(_part(document, sa.cast(rows.c.layer_no, sa.Text)), cell)
        alone = sa.func.jsonb_build_array(_stated(cell), type_=JSONB)
        each = sa.func.jsonb_array_elements_text(sa.func.coalesce(found, alone, type_=JSONB))
        name = each.table_valued("name").render_derived(self.scope.name("meaning")).lateral()
        usable = [no for no, x in enumerate(self.layers) if x.table in key.meanings or x.table not in key.columns]
        listed = rows.c.layer_no == sa.any_(bound("layers", usable, sa.ARRAY(sa.Integer)))
        joined = sa.join(rows, name, sa.true())
        return sa.select(*own, name.c.name.label(label)).select_from(joined).where(listed)

    def _split(self, rows: FromClause, cell: ColumnElement[Any], how: tuple[int, Own, str]) -> Select[Any]:
        """Rows of a layer with too many different cells to know them: items by their spelling."""
        no, own, label = how
        separators = self.key.columns[self.layers[no].table].separators
        pattern = r"\s*[" + "".join(re.escape(x) for x in separators) + r"]\s*" if separators else "$^"
        parts = sa.func.regexp_split_to_array(cell, bound("separators", pattern, sa.Text), type_=sa.ARRAY(sa.Text))
        item = sa.func.unnest(parts).table_valued("item").render_derived(self.scope.name("item")).lateral()
        trimmed = sa.func.btrim(item.c.item)
        spellings = {x: f"={g}" for x, g in self.key.spellings.items()}
        meaning = _document("spellings", spellings).op("->>", return_type=sa.Text())(sa.func.lower(trimmed))
        name = sa.func.coalesce(meaning, _stated(trimmed))
        joined = sa.outerjoin(rows, item, trimmed != EMPTY)
        found = sa.select(*own, name.label(label)).select_from(joined)
        return found.where(rows.c.layer_no == sa.literal_column(str(no))).distinct()


def _document(name: str, value: Any) -> ColumnElement[Any]:
    return sa.cast(bound(name, json.dumps(value, ensure_ascii=False), sa.Text), JSONB)


def _part(document: ColumnElement[Any], name: ColumnElement[Any]) -> ColumnElement[Any]:
    return document.op("->", return_type=JSONB())(name)


def _stated(text: ColumnElement[Any]) -> ColumnElement[Any]:
    trimmed = sa.func.btrim(text)
    return sa.case((sa.func.coalesce(trimmed, EMPTY) == EMPTY, EMPTY), else_=concat(MARK, trimmed))
