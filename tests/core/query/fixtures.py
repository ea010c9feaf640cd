"""The made-up layers in a database of their own, their card, and a short way to ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from core.database.cluster import Cluster
from core.database.engine import Database
from core.evidence.pipeline import gather
from core.evidence.types import Evidence
from core.query.cancel import CancelToken
from core.query.pipeline import Outcome, run_query
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
