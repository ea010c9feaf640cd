"""Totals in sentences, and the way to those about groups and computed values."""

from __future__ import annotations

from collections.abc import Iterator

from core.answer.computed import cell
from core.answer.fragments import Fragment, fill
from core.answer.material import Material
from core.answer.phrases import phrase
from core.answer.table_groups import Groups
from core.answer.table_values import Values
from core.answer.told import Draft, Told
from core.question import ir


def table_drafts(material: Material, query: ir.Query) -> Iterator[Draft] | None:
    """The claims of an answer that is a table or a computed number; None for any other answer."""
    result = material.result
    if result is None or result.table is None or result.kind not in ("table", "scalar", "values"):
        return None
    if query.intent == "group":
        return Groups(material, query, result.table).groups()
    if query.intent == "value" and not isinstance(query.value, ir.AggExpr):
        values = Values(material, query, result.table)
        return values.values() if result.kind == "values" else values.scalar()
    return Totals(material, query, result.table).totals()


def nothing_to_compute(material: Material, query: ir.Query) -> Fragment:
    """What is said when no feature enters: "There are no gold deposits, so there is nothing to compute … from"."""
    result = material.result
    if result is None or result.table is None or query.intent == "group" or not result.table.columns:
        return ()
    counting = all(c.agg == "count" for c in result.table.columns)
    return () if counting else Totals(material, query, result.table).nothing()


class Totals(Told):
    """What is said of totals."""

    def totals(self) -> Iterator[Draft]:
        """One sentence for all measures, and what did not enter."""
        if not self.table.rows:
            return
        row = self.table.rows[0]
        known = [i for i in self.measures if row.cells[i] is not None]
        if not known:
            words = self.sentence("unknown", measure=self.head(self.measures[0]), **self.counted())
            yield "summary", words, None
        elif len(self.measures) == 1:
            yield "summary", self._single(), None
        else:
            values = self.row_values(0)
            yield "summary", self.sentence("total_many", values=values, **self.counted()), None
        yield from self.left_out()

    def _single(self) -> Fragment:
        column = self.measures[0]
        head = self.table.columns[column]
        if head.agg == "count" and head.attribute is None:
            counted = cell(self.material, self.table, 0, column)
            return self.line(
                fill(
                    phrase("found", self.language),
                    are="is" if self.table.rows[0].cells[column] == 1 else "are",
                    **{**self.counted(), "count": counted},
                    measure=self.material.measure_word(self.set.layer),
                )
            )
        value = cell(self.material, self.table, 0, column)
        asked = (self.query.measures or (None,))[0]
        if head.agg == "count" and asked is not None and asked.distinct and isinstance(asked.expr, ir.FieldExpr):
            label = self.material.card.attributes[asked.expr.field].labels.in_(self.language)
            return self.sentence("different", measure=label, value=value, **self.counted())
        of = "" if head.label.startswith("到") else "的"
        return self.sentence("total_one", measure=self.head(column), value=value, of=of, **self.counted(head.key))

    def nothing(self) -> Fragment:
        """No feature meets the conditions."""
        return self.sentence("nothing", measure=self.head(self.measures[0]), **self.counted())
