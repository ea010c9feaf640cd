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
from core.answer.phrases_conditions import measure as condition_measure
from core.answer.relations import relation_words
from core.answer.told import LISTED, Draft, Told
from core.answer.wording import anchor_words, noun_phrase
from core.answer.wording_relations import flatten
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
            return self.sentence("is_from", name=self._name(0), words=nearest)
        found = self.table.rows[0].cells[column]
        key = "value_none" if found is None else "value_one"
        value = cell(self.material, self.table, 0, column)
        overlap = self.query.value
        if isinstance(overlap, ir.OverlapExpr) and overlap.overlap == "ratio" and found is not None:
            noun = self._set(overlap.with_, "query.value.with")
            return self.sentence("inside", value=value, name=self._named(0), noun=noun)
        plain = isinstance(overlap, ir.OverlapExpr) and isinstance(overlap.with_, ir.Set)
        if isinstance(overlap, ir.OverlapExpr) and plain and found is not None:
            noun = self._set(overlap.with_, "query.value.with")
            what = condition_measure(overlap.overlap, self.language)
            return self.sentence("value_inside", value=value, name=self._named(0), noun=noun, what=what)
        if isinstance(overlap, ir.OverlapExpr) and _border(overlap) and found is not None:
            border = anchor_words(self.material, overlap.with_, "query.value.with")
            return self.sentence("border", border=border, value=value)
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

    def _share(self, value: Part) -> Fragment:
        """How much of a set a part of it makes up: "37 % of the deposits in Yunnan are copper deposits"."""
        expr = self.query.value
        if not isinstance(expr, ir.OpExpr) or expr.op != "pct" or len(expr.args) != 2:
            return ()
        part, whole = expr.args
        if not (
            isinstance(part, ir.AggExpr) and isinstance(whole, ir.AggExpr) and part.agg == whole.agg == "count"
        ):
            return ()
        some, rest = _beyond(part.over, whole.over), whole.over
        if some is None or part.expr is not None or whole.expr is not None:
            return ()
        return self.fill(
            "share", value=value, whole=self._set(rest, "query.value.args.1.over"),
            part=self._part(some, rest),
        )  # fmt: skip

    def _longer(self, value: Part, found: object) -> Fragment:
        """How much longer or larger one named feature is than another."""
        expr = self.query.value
        if not isinstance(expr, ir.OpExpr) or expr.op != "-" or not isinstance(found, int | float) or found <= 0:
            return ()
        sides = [x for x in expr.args if isinstance(x, ir.AggExpr) and x.over.names and x.over.where is None]
        sizes = {x.expr.measure for x in sides if isinstance(x.expr, ir.MeasureExpr) and x.agg in ("sum", "max")}
        if len(sides) != 2 or len(expr.args) != 2 or not sizes <= {"length", "area"} or len(sizes) != 1:
            return ()
        first, second = (self._set(x.over, f"query.value.args.{i}.over") for i, x in enumerate(sides))
        key = "longer" if sizes == {"length"} else "larger"
        return self.fill(key, first=first, second=second, value=value)

    def _part(self, part: ir.Set, whole: ir.Set) -> Fragment:
        """The set that is part of `whole`, without the conditions of that."""
        path = "query.value.args.0.over"
        common = {repr(ir.dump(c, spans=False)) for c, _ in flatten(whole.where, "")}
        known = frozenset(
            where for c, where in flatten(part.where, f"{path}.where") if repr(ir.dump(c, spans=False)) in common
        )
        return noun_phrase(self.material, part, path, 2, skip=known)

    def _set(self, anchor: ir.Anchor, path: str) -> Fragment:
        """A set in the plural, or the names of it."""
        if isinstance(anchor, ir.Set) and not anchor.names:
            return noun_phrase(self.material, anchor, path, 2)
        return anchor_words(self.material, anchor, path)

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
            share = self._share(value)
            if said := share or self._longer(value, found):
                yield "summary", self.line(said), None
                return
            yield "summary", self.sentence("scalar", measure=head, value=value), None


def _border(overlap: ir.OverlapExpr) -> bool:
    """Whether the length of a border is asked for, which is that of each of the two sides."""
    made = overlap.with_.derive.op if isinstance(overlap.with_, ir.DeriveAnchor) else ""
    return overlap.overlap == "length" and made == "shared_boundary"


def _beyond(part: ir.Set, whole: ir.Set) -> ir.Set | None:
    """`part`, when it is a set of the same kind as `whole` with all its conditions; else None."""
    if part.layer != whole.layer or part.names != whole.names:
        return None
    own = {repr(ir.dump(c, spans=False)) for c, _ in flatten(part.where, "")}
    return part if all(repr(ir.dump(c, spans=False)) in own for c, _ in flatten(whole.where, "")) else None


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
