"""Example pairs of question and SQL, made from the loaded layers, and the choice of the most similar ones.

Similarity is masked: names, values and numbers are replaced by their kind first, so that questions of one form are
alike whatever they speak of (the idea of few-shot selection by masked questions).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from geoalchemy2 import Geography
from rapidfuzz.fuzz import token_sort_ratio

from core.database.engine import LAYERS_SCHEMA
from core.query.compile.tables import DIALECT
from core.question.plain import PlainReader
from core.vocabulary.card import Layer, SchemaCard

MOST = 60
MOST_PAIRS = 50_000
"""Pairs of rows in an example with a distance: it must pass the plan check like any other statement."""


@dataclass(frozen=True)
class Pair:
    """A question with a statement that answers it."""

    question: str
    sql: str


def masked(question: str, plain: PlainReader) -> str:
    """The form of a question: what it speaks of is replaced by what kind of thing it is."""
    words = []
    for x in plain.lexemes(question):
        entry = x.entry
        if x.kind == "number":
            words.append("<number>")
        elif entry.names:
            words.append("<name>")
        elif entry.entities:
            words.append("<kind>")
        elif entry.concepts or entry.values:
            words.append("<value>")
        elif entry.attributes:
            words.append("<attribute>")
        else:
            words.append(x.key)
    return " ".join(words)


def similar(question: str, pairs: Sequence[Pair], plain: PlainReader, count: int) -> list[Pair]:
    """The pairs whose masked questions are most alike, the best last, where it is read best."""
    form = masked(question, plain)
    ranked = sorted(pairs, key=lambda x: -token_sort_ratio(form, masked(x.question, plain)))
    return ranked[:count][::-1]


def pairs_of(card: SchemaCard) -> tuple[Pair, ...]:
    """Examples over the loaded layers: counts, values, distances, order, groups."""
    found: list[Pair] = []
    for layer in card.layers:
        if not card.entity_types[layer.entity_type].region:
            found += _pairs(layer, card)
    return tuple(found[:MOST])


def _pairs(layer: Layer, card: SchemaCard) -> Iterator[Pair]:
    plural = card.entity_types[layer.entity_type].plural.en
    table = _table(layer)
    yield Pair(
        f"How many {plural} are there in {layer.title}?", _sql(sa.select(sa.func.count()).select_from(table))
    )
    for attribute, column in layer.columns.items():
        name = card.attributes[attribute].labels.en if attribute in card.attributes else attribute
        if column.inventory and column.concepts:
            concept, cells = next(iter(column.concepts.items()))
            label = card.concepts[concept].labels.en
            where = table.c[column.name].in_(cells)
            yield Pair(f"Which {plural} have {name} {label}?", _sql(sa.select(table.c.fid).where(where)))
            break
    numbers = (x for x in layer.columns.items() if x[1].unit)
    for attribute, column in list(numbers)[:1]:
        order = sa.select(table.c.fid).order_by(table.c[column.name].desc().nulls_last()).limit(5)
        yield Pair(f"Which five {plural} have the highest {attribute}?", _sql(order))
    other = next((x for x in card.layers if x.entity_type != layer.entity_type and _near(x, layer, card)), None)
    if other is not None:
        there = _table(other).alias("o")
        apart = sa.func.ST_DWithin(sa.cast(table.c.geom, Geography), sa.cast(there.c.geom, Geography), 5000)
        nouns = card.entity_types[other.entity_type].plural.en
        inner = sa.exists().where(apart).select_from(there)
        yield Pair(f"Which {plural} lie within 5 km of {nouns}?", _sql(sa.select(table.c.fid).where(inner)))


def _near(one: Layer, other: Layer, card: SchemaCard) -> bool:
    a, b = one.extent, other.extent
    meet = a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
    few = one.rows * other.rows <= MOST_PAIRS
    return meet and few and not card.entity_types[one.entity_type].region


def _table(layer: Layer) -> sa.TableClause:
    names = dict.fromkeys(["fid", "geom", *(c.name for c in layer.columns.values())])
    return sa.table(layer.table, *(sa.column(x) for x in names), schema=LAYERS_SCHEMA)


def _sql(select: sa.Select[Any]) -> str:
    compiled = select.compile(dialect=DIALECT, compile_kwargs={"literal_binds": True})
    return " ".join(str(compiled).split())
