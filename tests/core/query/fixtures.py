"""The made-up layers in a database of their own, their card, and a short way to ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.database.cluster import Cluster
from core.database.engine import Database
from core.evidence.pipeline import gather
from core.evidence.types import Evidence
from core.query.cancel import CancelToken
from core.query.grounded import PointNode, RelNode
from core.query.measured import POINT_TABLE, Measured, MeasuredRelation
from core.query.pipeline import Outcome, run_query
from core.query.result import FeatureRef
from core.question import ir
from core.settings import Settings
from core.vocabulary.card import SchemaCard
from core.vocabulary.mappings import Mappings
from core.vocabulary.units import Units
from tests.conftest import fresh_database
from tests.core.query import synthetic

Ask = Callable[..., Outcome]
Prove = Callable[..., tuple[Evidence, ...]]


@pytest.fixture(scope="session")
def made_up(settings: Settings, cluster: Cluster, template: str) -> Iterator[Database]:
    """A database with the made-up layers; read it, do not change it."""
    with fresh_database(settings, cluster, template) as one:
        synthetic.write_all(one)
        yield one


@pytest.fixture(scope="session")
def made_up_card(mappings: Mappings) -> SchemaCard:
    """The schema card of the made-up layers."""
    return synthetic.card(mappings)


@pytest.fixture(scope="session")
def ask(made_up: Database, made_up_card: SchemaCard, units: Units, settings: Settings) -> Ask:
    """Run a query given as JSON on the made-up layers."""

    def run(
        query: dict[str, Any],
        *,
        question: str = "",
        language: Any = "en",
        card: SchemaCard | None = None,
        cancel: CancelToken | None = None,
        **changed: Any,
    ) -> Outcome:
        read = ir.Query.model_validate(query)
        limits = settings.model_copy(update=changed)
        return run_query(
            made_up, read, card or made_up_card, units, limits, language=language, question=question, cancel=cancel
        )

    return run


@pytest.fixture(scope="session")
def prove(made_up: Database, made_up_card: SchemaCard, units: Units, settings: Settings) -> Prove:
    """The evidence of an outcome on the made-up layers: proved, described, ranked."""

    def run(outcome: Outcome, card: SchemaCard | None = None) -> tuple[Evidence, ...]:
        return gather(made_up, outcome, card or made_up_card, units, settings)

    return run


def altered(outcome: Outcome, changes: dict[FeatureRef, Measured]) -> Outcome:
    """The outcome of one relation with what was measured of some features changed."""
    rows = [changes.get(ref, measured[0]) for ref, measured in outcome.by_feature().items()]
    return replace(outcome, measured=(in_columns(outcome.measured[0].relation, rows),))


def in_columns(relation: RelNode, rows: Sequence[Measured]) -> MeasuredRelation:
    """The inverse of ``MeasuredRelation.of``, for all rows of one relation."""
    to = relation.to
    tables = [POINT_TABLE] if isinstance(to, PointNode) else [x.table for x in to.layers]
    flat = [x for m in rows for x in m.within]
    lengths = np.array([len(m.within) for m in rows], np.int64)
    nearest = [m.nearest for m in rows]
    return MeasuredRelation(
        relation=relation,
        counts=np.array([m.within_count for m in rows], np.int64),
        starts=np.concatenate([[0], np.cumsum(lengths)]),
        no=np.array([tables.index(x.ref.table) for x in flat], np.int64),
        fid=np.array([x.ref.fid for x in flat], np.int64),
        metres=np.array([x.distance_m for x in flat], float),
        nearest_no=np.array([tables.index(x.ref.table) if x else -1 for x in nearest], np.int64),
        nearest_fid=np.array([x.ref.fid if x else -1 for x in nearest], np.int64),
        nearest_m=np.array([x.distance_m if x else np.nan for x in nearest], float),
    )


def select(layer: str, *where: dict[str, Any], names: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    """A query for the features of a layer that meet all conditions."""
    target: dict[str, Any] = {"layer": layer}
    if names:
        target["names"] = names
    if where:
        target["where"] = where[0] if len(where) == 1 else {"and": list(where)}
    return {"intent": "select", "output": "entity_list", "target": target, **more}


def attr(name: str, op: str, value: Any = None, unit: str | None = None) -> dict[str, Any]:
    """A condition on an attribute."""
    return {"attr": name, "op": op, "value": value, "unit": unit}


def rel(name: str, layer: str, where: dict[str, Any] | None = None, *names: str, **bounds: Any) -> dict[str, Any]:
    """A relation to a set."""
    anchor: dict[str, Any] = {"layer": layer}
    if where:
        anchor["where"] = where
    if names:
        anchor["names"] = names
    return {"rel": name, "to": anchor, **bounds}


def refs(outcome: Outcome) -> set[tuple[str, int]]:
    """The listed features by table and row."""
    assert outcome.refusal is None, outcome.refusal
    assert outcome.rows is not None
    return {(x.ref.table, x.ref.fid) for x in outcome.rows.rows}
