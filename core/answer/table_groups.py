"""Groups in sentences: the leading one, how many there are, one line for each."""

from __future__ import annotations

from collections.abc import Iterator

from core.answer.computed import cell, cells, fact, number_of
from core.answer.fragments import Fragment, Part, fragment, join
from core.answer.model import Citation
from core.answer.nouns import definite
from core.answer.numbers import radius
from core.answer.phrases import phrase
from core.answer.phrases_tables import table_phrase
from core.answer.told import LISTED, Draft, Told
from core.answer.wording_values import setting
from core.query.result import FeatureRef
from core.question import ir


class Groups(Told):
    """What is said of groups."""

    _apart = False
    """Whether features of the same name were told apart by their numbers."""

    def groups(self) -> Iterator[Draft]:
        """The leading group or the number of groups, then group by group."""
        table = self.table
        if not table.rows:
            yield "zero", self._no_group(), None
        else:
            leading = self._leading()
            yield "summary", self.line(leading if len(table.rows) == 1 else self._overview(leading)), None
            if len(table.rows) > 1 or not leading:
                for i, row in enumerate(table.rows[:LISTED]):
                    yield "row", self.line(self._group(i), capital=False), row.ref
            if len(table.rows) > LISTED:
                shown = fact(self.material, f"shown:{LISTED}", LISTED)
                whole = fact(self.material, "total", table.total)
                yield "caveat", self.sentence("listed_groups", shown=shown, total=whole), None
        if self._apart:
            yield "caveat", self.sentence("numbered"), None
        if table.tied:
            yield "caveat", self.sentence("tied", count=fact(self.material, "tied", table.tied)), None
        if table.outside:
            counted = {**self.counted(), "count": fact(self.material, "outside", table.outside)}
            yield "caveat", self.sentence("outside", **counted), None
        total = self.material.result.total if self.material.result is not None else 0
        if table.of is None and not table.truncated and sum(r.members for r in table.rows) > total:
            yield "caveat", self.sentence("several"), None
        yield from self.left_out()

    def _overview(self, leading: Fragment) -> Fragment:
        table = self.table
        total = table.total if table.of is None else table.of
        keys = join(
            (self.head(i) for i in self.keys),
            phrase("list_comma", self.language),
            phrase("list_and", self.language),
        )
        unit = table_phrase("group_one" if total == 1 else "group_many", self.language)
        number = fact(self.material, "total" if table.of is None else "of", total)
        parts: list[Part] = [leading, self.fill("groups", groups=number, unit=unit, keys=keys, **self.counted())]
        if not leading:
            parts.append(self._largest())
        if table.of is not None:
            shown = fact(self.material, f"shown:{len(table.rows)}", len(table.rows))
            parts.append(self.fill("first_of", count=shown, total=fact(self.material, "of", table.of)))
        return join(parts, phrase("clause", self.language))

    def _largest(self) -> Fragment:
        """The group with the most features, when groups are counted and no other has as many."""
        heads = [self.table.columns[i] for i in self.measures]
        if len(heads) != 1 or heads[0].agg != "count" or heads[0].attribute is not None or self.table.truncated:
            return ()
        counts = [row.cells[self.measures[0]] for row in self.table.rows]
        most = max(counts, default=0)
        if counts.count(most) != 1 or len(counts) < 2:
            return ()
        i = counts.index(most)
        group = join((self._told_apart(i, k) for k in self.keys), phrase("list_comma", self.language))
        value = cell(self.material, self.table, i, self.measures[0])
        return self.fill("largest", group=group, value=value, word=self.piece_word(self.measures[0]))

    def _no_group(self) -> Fragment:
        having = self.query.having
        column = next((i for i in self.measures if having and self.table.columns[i].key == having.measure), None)
        if having is None or column is None:
            return self.sentence("no_group")
        text = cells(self.material).text(having.value, self.table.columns[column])
        unit = self.table.columns[column].unit
        value = setting(self.material, having, "query.having.value", text, having.value, unit=unit)
        return self.sentence("no_group_with", measure=self.head(column), op=having.op, value=value)

    def _leading(self) -> Fragment:
        """What the first group stands out by, when the question orders by a measure."""
        order = self.query.order[0] if self.query.order else None
        column = self._ordered()
        if order is None or column is None or self.table.rows[0].cells[column] is None:
            return ()
        group = join((self._name(0, i) for i in self.keys), phrase("list_comma", self.language))
        value = cell(self.material, self.table, 0, column)
        head = self.table.columns[column]
        if head.agg == "count" and head.attribute is None:
            key = "most" if order.dir == "desc" else "fewest"
            word = self.piece_word(column)
            return self.fill(key, group=group, value=value, noun=self._near_noun(), word=word)
        return self.fill(
            "highest" if order.dir == "desc" else "lowest", group=group, value=value, measure=self.head(column)
        )

    def _near_noun(self) -> Fragment:
        """The set, with the distance within which its features belong to a group."""
        for i, key in enumerate(self.query.group_by or ()):
            if isinstance(key, ir.LayerKey) and key.max_m is not None:
                text = radius(key.max_m, self.language)
                max_m = setting(self.material, key, f"query.group_by.{i}.max_m", text, key.max_m, unit="m")
                return self.fill("near_noun", noun=self.noun(2), max=max_m)
        return self.noun(2)

    def _name(self, row: int, column: int) -> Fragment:
        """A group inside a sentence."""
        name = self._told_apart(row, column)
        feature = self.table.columns[column].entity_type is not None
        first = name[0] if name else ""
        article = definite(first.text, self.language) if isinstance(first, Citation) and feature else ""
        return fragment(article, name)

    def _told_apart(self, row: int, column: int) -> Fragment:
        """A group; a feature whose name others bear too is followed by its number in the layer."""
        name, ref = cell(self.material, self.table, row, column), self.table.rows[row].ref
        head = self.table.columns[column]
        shared = isinstance(name, Citation) and ref is not None and head.entity_type is not None
        if not shared or ref is None or not self._borne_by_others(self.table.rows[row].cells[column], ref):
            return fragment(name)
        self._apart = True
        return self.fill("told_apart", name=name, number=number_of(self.material, self.table, row))

    def _borne_by_others(self, name: object, ref: FeatureRef) -> bool:
        return any(
            n.text == name and len(n.fids) > 1 and ref.fid in n.fids and n.table == ref.table
            for n in self.material.card.names
        )

    def _ordered(self) -> int | None:
        """The measure that the groups are in order of."""
        order = self.query.order[0] if self.query.order else None
        if order is None:
            return None
        names = {self.table.columns[i].key: i for i in self.measures}
        if order.measure is not None:
            return names.get(order.measure)
        by_group = isinstance(order.expr, ir.FieldExpr) and any(
            self.table.columns[i].attribute == order.expr.field for i in self.keys
        )
        return None if by_group else self.measures[0] if len(self.measures) == 1 else None

    def _group(self, i: int) -> Fragment:
        group = join((self._told_apart(i, k) for k in self.keys), phrase("list_comma", self.language))
        return self.fill("group_row", group=group, values=self.row_values(i))
