"""Whether the values an answer states stand where its citations say, looked up again without the query side."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import sqlalchemy as sa

from core.answer.model import Answer, Citation
from core.evaluation.compare import METRES, ref
from core.evaluation.gold.measuring import apart
from core.evaluation.gold.world import Ref, World
from core.vocabulary.card import Column, SchemaCard

_AXIS = {"lon": "x", "lat": "y"}
MOST = 12
"""Citations looked up for each answer: the first ones, in the order of the text."""


def faithfulness(answer: Answer, world: World, connection: sa.Connection, card: SchemaCard) -> float | None:
    """Share of the cited cells and distances that are as stated; None when there are none."""
    found = [_holds(c, world, connection, card) for c in _cited(answer)]
    checked = [x for x in found if x is not None]
    return sum(checked) / len(checked) if checked else None


def _cited(answer: Answer) -> Iterator[Citation]:
    found = 0
    for claim in answer.claims:
        for citation in claim.citations:
            cell = citation.kind == "cell" and citation.column and citation.value is not None
            distance = citation.kind == "distance" and len(citation.refs) == 2
            if (cell or distance) and isinstance(citation.value, str | int | float) and found < MOST:
                found += 1
                yield citation


def _holds(citation: Citation, world: World, connection: sa.Connection, card: SchemaCard) -> bool | None:
    """Whether the value is as stated; None for what is not a stored value, such as a place given in degrees."""
    if any(ref(r) not in world.by_ref for r in citation.refs):
        return None
    if citation.kind == "distance" and not isinstance(citation.value, str):
        one, other = (world.by_ref[ref(r)] for r in citation.refs)
        return abs(apart(one.geometry, other.geometry) - float(citation.value)) <= METRES
    thing = world.by_ref[ref(citation.refs[-1])]
    address = str(citation.value).endswith(f" #{thing.ref.fid}")  # of a feature without a name
    if citation.value in thing.names or address:
        return None if address else True
    attribute = str(citation.column)
    column = card.layer(thing.ref.table).columns.get(attribute)
    if column is not None:
        stored = _stored(thing.ref, column.name, connection)
        return same(stored, citation.value) or _means(stored, citation.value, column, card)
    if attribute in _AXIS and thing.geometry.geom_type == "Point":
        return math.isclose(getattr(thing.geometry, _AXIS[attribute]), float(citation.value), abs_tol=1e-6)
    return None


def _stored(place: Ref, column: str, connection: sa.Connection) -> object:
    table = sa.table(place.table, sa.column("fid"), sa.column(column), schema="layers")
    return connection.execute(sa.select(table.c[column]).where(table.c.fid == place.fid)).scalar()


def _means(stored: object, stated: object, column: Column, card: SchemaCard) -> bool:
    """Whether a stated label is the name, in either language, of what the stored cell means."""
    if not isinstance(stored, str) or not isinstance(stated, str):
        return False
    labels = {
        label
        for concept, cells in column.concepts.items()
        if stored in cells and (known := card.concepts.get(concept)) is not None
        for label in (known.labels.en, known.labels.zh)
    }
    return all(part in labels for part in re.split(r", |、|；|; ", stated))


def same(stored: object, stated: object) -> bool:
    """Equal as numbers (in some unit of mass) or as texts."""
    if isinstance(stored, int | float) and isinstance(stated, int | float):
        factors = (1.0, 1e3, 1e-3, 1e4, 1e-4)
        return any(math.isclose(float(stored) * f, float(stated), rel_tol=1e-6) for f in factors)
    return str(stored).strip() == str(stated).strip()
