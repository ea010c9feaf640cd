"""The pieces that sentences about result tables are made of."""

from __future__ import annotations

from collections.abc import Iterator

from core.answer import cited
from core.answer.computed import cell, heading, note, subject
from core.answer.fragments import ClaimKind, Fragment, Part, capitalise, fill, fragment, join
from core.answer.material import Material
from core.answer.phrases import phrase
from core.answer.phrases_tables import table_phrase
from core.answer.thresholds import limits_words
from core.answer.wording import noun_phrase
from core.query.result import FeatureRef, Table
from core.question import ir

LISTED = 20
"""Groups or values told in the text; the table holds up to the row limit."""
Draft = tuple[ClaimKind, Fragment, FeatureRef | None]


class Told:
    """What is said of one table."""

    def __init__(self, material: Material, query: ir.Query, table: Table) -> None:
        self.material, self.query, self.table = material, query, table
        self.language = material.language
        self.keys = [i for i, c in enumerate(table.columns) if c.role == "group"]
        self.measures = [i for i, c in enumerate(table.columns) if c.role == "measure"]
        self.set, self.path = subject(query)

    def left_out(self) -> Iterator[Draft]:
        """Features without a value, once for all measures they are the same for."""
        told: set[tuple[str, int]] = set()
        for column in self.measures:
            key = self.table.columns[column].key
            found = self.table.notes.get(key)
            for what in ("missing", "censored"):
                value = getattr(found, what) if found is not None and found.used else 0
                if value and (what, value) not in told:
                    told.add((what, value))
                    count = note(self.material, self.table, key, what)
                    word = self.material.measure_word(self.set.layer)
                    yield "caveat", self.sentence(what, count=count, word=word), None

    def row_values(self, i: int) -> Fragment:
        """The measures of one row."""
        if len(self.measures) == 1:
            only = self.measures[0]
            return fragment(cell(self.material, self.table, i, only), self.piece_word(only))
        parts = (
            fragment(
                self.fill("measure_value", measure=self.head(c), value=cell(self.material, self.table, i, c)),
                self.piece_word(c),
            )
            for c in self.measures
        )
        return join(parts, phrase("list_comma", self.language))

    def piece_word(self, column: int) -> str:
        """The measure word that Chinese puts behind a number of features, else nothing."""
        head = self.table.columns[column]
        counts = head.agg == "count" and head.attribute is None
        return self.material.measure_word(self.set.layer) if counts and self.language == "zh" else ""

    def head(self, column: int) -> Part:
        """The heading of a column."""
        return heading(self.material, self.table, column)

    def counted(self, key: str | None = None) -> dict[str, Part]:
        """The features of the target, or those that a measure used, with their number."""
        result = self.material.result
        found = self.table.notes.get(key) if key is not None else None
        count: Part
        if key is not None and found is not None:
            number, count = found.used, note(self.material, self.table, key, "used", word=True)
        else:
            number = result.total if result is not None else 0
            count = cited.counted(self.material, "total", number, word=True)
        return {"count": count, "noun": self.noun(number), "word": self.material.measure_word(self.set.layer)}

    def noun(self, count: int) -> Fragment:
        """The set that was asked about."""
        return noun_phrase(self.material, self.set, self.path, count, limits_words(self.material))

    def fill(self, key: str, **parts: Part) -> Fragment:
        """A phrase with its places filled in."""
        return fill(table_phrase(key, self.language), **parts)

    def sentence(self, key: str, **parts: Part) -> Fragment:
        """A phrase as a sentence."""
        return self.line(self.fill(key, **parts))

    def line(self, words: Fragment, *, capital: bool = True) -> Fragment:
        """Words with a full stop."""
        whole = fragment(words, phrase("stop", self.language))
        return capitalise(whole) if capital else whole
