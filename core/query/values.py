"""Text values: from the words or concept of a question to raw cells of each table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.query.grounded import ColumnTest, TextMode, ValueTest
from core.query.matching import clean, key, nearly
from core.query.result import Strategy
from core.query.unbound import UnboundError, offers
from core.query.words import listed, say
from core.question.reading import Language
from core.vocabulary.card import Attribute, Column, Layer, SchemaCard
from core.vocabulary.units import Units

SHOWN_VALUES = 20


@dataclass(frozen=True)
class TextMatch:
    """What a text value stands for in every table, and how it was found."""

    canonical: str
    strategy: Strategy
    score: float
    cells: Mapping[str, tuple[str, ...]]
    """Raw cells by table."""
    texts: tuple[str, ...]
    """Lower-case spellings, for columns whose values are not held in the card."""


class TextValues:
    """Looks text values up in the columns of one card."""

    def __init__(self, card: SchemaCard, units: Units, question: str, language: Language) -> None:
        self.card, self.units, self.question, self.language = card, units, question, language

    # --- text -------------------------------------------------------------------------------------------------

    def match(self, attribute: Attribute, columns: Mapping[str, Column], value: str, noun: str) -> TextMatch:
        """The cells that mean `value`: exact cell, concept or synonym, same letters, nearly the same letters.

        Raises:
            UnboundError: nothing means it, or several different values nearly do.
        """
        value = clean(value)
        concept = self.concept(attribute, value)
        raw = {table: _cells(c, lambda x: x == value) for table, c in columns.items()}
        if concept is not None:
            found = {table: merge(raw[table], self._of_concept(c, concept)) for table, c in columns.items()}
            texts = self.spellings(concept)
            if any(found.values()) or any(c.inventory is None for c in columns.values()):
                return TextMatch(concept, "concept" if value == concept else "alias", 1.0, found, texts)
        if any(raw.values()):
            return TextMatch(value, "exact", 1.0, raw, (value.lower(),))
        letters = key(value)
        same = {table: _cells(c, lambda x: key(x) == letters) for table, c in columns.items()}
        if letters and any(same.values()):
            return TextMatch(next(x[0] for x in same.values() if x), "normalised", 1.0, same, (value.lower(),))
        nearby = self._nearly(attribute, columns, value, letters) if concept is None else None
        if nearby is not None:
            return nearby
        if any(c.inventory is None for c in columns.values()):
            return TextMatch(value, "exact", 1.0, {}, (value.lower(),))
        raise self._missing(attribute, columns, value, concept, noun)

    def concept(self, attribute: Attribute, value: str) -> str | None:
        """The concept a value names, by id, synonym as written, or synonym by letters."""
        known = [c for c in self.card.concepts.values() if attribute.id in c.attributes]
        letters = key(value)
        for same in (
            lambda c: c.id == value,
            lambda c: value in c.synonyms,
            lambda c: bool(letters) and letters in {key(x) for x in c.synonyms},
        ):
            for concept in known:
                if same(concept):
                    return concept.id
        return None

    def _of_concept(self, column: Column, concept: str) -> tuple[str, ...]:
        return merge(*(column.concepts.get(x, ()) for x in self.card.expand(concept)))

    def spellings(self, concept: str) -> tuple[str, ...]:
        """Every spelling of a concept and its family, in lower case."""
        names = [self.card.concepts[x] for x in self.card.expand(concept) if x in self.card.concepts]
        return merge(*(tuple(s.lower() for s in (c.labels.en, c.labels.zh, *c.synonyms)) for c in names))

    def _nearly(
        self, attribute: Attribute, columns: Mapping[str, Column], value: str, letters: str
    ) -> TextMatch | None:
        by_key: dict[str, list[str]] = {}
        for column in columns.values():
            for cell in column.inventory or ():
                for item in items(cell, column):
                    by_key.setdefault(key(item), []).append(item)
        for concept in self.card.concepts.values():
            if attribute.id in concept.attributes and any(
                self._of_concept(c, concept.id) for c in columns.values()
            ):
                for synonym in concept.synonyms:
                    by_key.setdefault(key(synonym), []).append(concept.id)
        close = nearly(letters, by_key)
        best = [(k, score) for k, score in close if score >= close[0][1] - 1e-9]
        meant = list(dict.fromkeys(self._meaning(attribute, by_key[k][0]) for k, _ in best))
        if not meant:
            return None
        if len(meant) > 1:
            labels = [self.label(x) for x in meant]
            message = say("which_value", self.language, value=value, choices=listed(labels, self.language))
            raise UnboundError("ambiguous", message, offers(self.question, value, labels))
        found = self.match(attribute, columns, meant[0], "")
        return TextMatch(found.canonical, "fuzzy", best[0][1], found.cells, found.texts)

    def _meaning(self, attribute: Attribute, value: str) -> str:
        return self.concept(attribute, value) or value

    def _missing(
        self, attribute: Attribute, columns: Mapping[str, Column], value: str, concept: str | None, noun: str
    ) -> UnboundError:
        existing = self.existing(columns)
        mention = next((x for x in self._mentions(value, concept) if x in self.question), value)
        shown = {
            "set": noun,
            "attribute": attribute.labels.in_(self.language),
            "value": self.label(concept or value),
        }
        if not existing:
            return UnboundError("missing", say("no_value_at_all", self.language, **shown))
        message = say("no_value", self.language, choices=listed(existing, self.language), **shown)
        return UnboundError("missing", message, offers(self.question, mention, existing))

    def _mentions(self, value: str, concept: str | None) -> tuple[str, ...]:
        if concept is None:
            return (value,)
        return tuple(sorted(self.card.concepts[concept].synonyms, key=len, reverse=True))

    def existing(self, columns: Mapping[str, Column]) -> list[str]:
        """Up to six values of the columns that do occur, the most widely used first."""
        weight: dict[str, int] = {}
        for column in columns.values():
            covered = {raw for cells in column.concepts.values() for raw in cells}
            for concept, cells in column.concepts.items():
                weight[self.label(concept)] = weight.get(self.label(concept), 0) + len(cells)
            for cell in column.inventory or ():
                if cell not in covered:
                    weight.setdefault(cell, 0)
        return sorted(weight, key=lambda x: (-weight[x], x))[:6]

    def label(self, value: str) -> str:
        """A value in words: the label of a concept, any other text as it is."""
        concept = self.card.concepts.get(value)
        return concept.labels.in_(self.language) if concept else value


def items(cell: str, column: Column) -> list[str]:
    """The items of a cell: several for a list column, else the cell itself."""
    parts = [cell]
    for separator in column.separators:
        parts = [x for part in parts for x in part.split(separator)]
    return [x.strip() for x in parts if x.strip()]


def text_tests(columns: Mapping[str, Column], match: TextMatch) -> dict[str, ColumnTest]:
    """The test of each table for a matched value."""
    return {
        table: ValueTest(column, match.cells.get(table, ()), () if column.inventory is not None else match.texts)
        for table, column in columns.items()
    }


def part_tests(columns: Mapping[str, Column], value: str, mode: TextMode) -> dict[str, ColumnTest]:
    """The test of each table for a part of a text."""
    wanted = clean(value).lower()
    tests: dict[str, ColumnTest] = {}
    for table, column in columns.items():
        if column.inventory is None:
            tests[table] = ValueTest(column, texts=(wanted,), mode=mode)
        elif mode == "contains":
            tests[table] = ValueTest(column, _cells(column, lambda x: wanted in x.lower(), whole=True))
        else:
            tests[table] = ValueTest(column, _cells(column, lambda x: x.lower().startswith(wanted), whole=True))
    return tests


def _cells(column: Column, wanted: Any, *, whole: bool = False) -> tuple[str, ...]:
    found = []
    for cell in column.inventory or ():
        parts = [cell] if whole or not column.separators else [cell, *items(cell, column)]
        if any(wanted(x) for x in parts):
            found.append(cell)
    return tuple(found)


def merge(*parts: Sequence[str]) -> tuple[str, ...]:
    """All items once, in order."""
    return tuple(dict.fromkeys(x for part in parts for x in part))


def columns_of(layers: Sequence[Layer], attribute: str) -> dict[str, Column]:
    """Table → column of an attribute, for the layers that have it."""
    return {x.table: x.columns[attribute] for x in layers if attribute in x.columns}
