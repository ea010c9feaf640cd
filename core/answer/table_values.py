"""Computed values in sentences: one of each feature, or one that stands alone."""

from __future__ import annotations

from collections.abc import Iterator

from core.answer import cited
from core.answer.computed import cell, fact
from core.answer.fragments import Fragment, Part, fill, fragment, join
from core.answer.material import proximities
from core.answer.model import Citation
from core.answer.nouns import definite
from core.answer.phrases import phrase
from core.answer.relations import relation_words
from core.answer.told import LISTED, Draft, Told
from core.question import ir


class Values(Told):
    """What is said of computed values."""

    def values(self) -> Iterator[Draft]:
        """The value of each feature."""
        table, column = self.table, self.measures[0]
        if len(table.rows) == 1 and table.total == 1:
            yield "summary", self._alone(column), table.rows[0].ref
            return
        total = self.material.result.total if self.material.result is not None else 0
        parts: list[Part] = [
            fill(
                phrase("found", self.language),
                are="is" if total == 1 else "are",
                **self.counted(),
                measure=self.material.measure_word(self.set.layer),
            ),
            self._span(column),
        ]
        yield "summary", self.line(join(parts, phrase("clause", self.language))), None
        for i, row in enumerate(table.rows[:LISTED]):
            values = self._nearest(i) or self.row_values(i)
            yield (
                "row",
                self.line(self.fill("value_row", name=self._name(i), values=values), capital=False),
                row.ref,
            )
        if table.total > LISTED:
            shown = fact(self.material, f"shown:{LISTED}", LISTED)
            counted = fact(self.material, "total", table.total)
            word = self.material.measure_word(self.set.layer)
            yield (
                "caveat",
                self.line(fill(phrase("listed", self.language), shown=shown, total=counted, measure=word)),
                None,
            )

    def _alone(self, column: int) -> Fragment:
        nearest = self._nearest(0)
        if nearest:
            return self.sentence("value_row", name=self._name(0), values=nearest)
        found = self.table.rows[0].cells[column]
        key = "value_none" if found is None else "value_one"
        value = cell(self.material, self.table, 0, column)
        return self.sentence(key, measure=self.head(column), name=self._named(0), value=value)

    def _nearest(self, i: int) -> Fragment:
        """To which feature the distance of a row goes."""
        ref = self.table.rows[i].ref
        found = next((e for e in self.material.evidence if e.row.ref == ref), None)
        if not isinstance(self.query.value, ir.DistanceExpr) or found is None or not found.proximity:
            return ()
        return relation_words(self.material, found, 0) if proximities(found, self.material.card) else ()

    def _named(self, i: int) -> Fragment:
        """The name of a row inside a sentence."""
        name = self._name(i)
        return fragment(definite(name.text, self.language) if isinstance(name, Citation) else "", name)

    def _name(self, i: int) -> Part:
        ref = self.table.rows[i].ref
        row = next((e.row for e in self.material.evidence if e.row.ref == ref), None)
        return (
            cited.row_name(self.material, row)
            if row is not None
            else cell(self.material, self.table, i, self.keys[0])
        )

    def _span(self, column: int) -> Fragment:
        """The smallest and largest value, when all features are listed."""
        found = [(r.cells[column], i) for i, r in enumerate(self.table.rows) if _number(r.cells[column])]
        if self.table.truncated or len(found) < 2:
            return ()
        low, high = (cell(self.material, self.table, x[1], column) for x in (min(found), max(found)))
        return self.fill("value_range", measure=self.head(column), low=low, high=high)

    def scalar(self) -> Iterator[Draft]:
        """One number or truth that does not depend on a feature."""
        column = self.measures[0]
        found, head = self.table.rows[0].cells[column], self.head(column)
        if found is None:
            yield "summary", self.sentence("scalar_unknown", measure=head), None
        elif isinstance(found, bool):
            yield "summary", self.sentence("scalar_true" if found else "scalar_false", measure=head), None
        else:
            value = cell(self.material, self.table, 0, column)
            yield "summary", self.sentence("scalar", measure=head, value=value), None


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
