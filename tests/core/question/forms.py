"""Short forms of bare IR, to write expectations with."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from core.question import ir
from core.question.reader import Reader
from core.question.reading import Reading
from tests.core.question.cards import city, geology

Json = dict[str, Any]


@cache
def geologist() -> Reader:
    """A reader of the geological card."""
    return Reader(*geology())


@cache
def citizen() -> Reader:
    """A reader of the city card."""
    return Reader(*city())


def read(question: str, **options: Any) -> Reading:
    """The reading of a geological question."""
    return geologist().read(question, **options)


def bare(reading: Reading) -> Json:
    """The query without spans and assumptions."""
    assert reading.ir.action == "query", (reading.question, reading.message)
    return ir.dump(reading.ir, spans=False)["query"]


def unordered(node: Any) -> Any:
    """A tree of an IR whose lists have one order, whatever order the words had."""
    if isinstance(node, dict):
        return {k: unordered(v) for k, v in node.items()}
    if isinstance(node, list):
        return sorted((unordered(x) for x in node), key=lambda x: json.dumps(x, sort_keys=True))
    return node


def where(question: str) -> Json | None:
    """The condition of a question's target; everything must be explained."""
    reading = read(question)
    assert reading.unexplained == (), (question, reading.unexplained)
    return bare(reading)["target"].get("where")


def cond(attr: str, value: Any, op: str = "=", unit: str | None = None) -> Json:
    """A condition on an attribute."""
    return {"attr": attr, "op": op, "value": value} | ({"unit": unit} if unit else {})


def these(layer: str, where: Json | None = None, *names: str) -> Json:
    """A set of features."""
    return {"layer": layer} | ({"names": list(names)} if names else {}) | ({"where": where} if where else {})


def near(to: Json, max_m: float | None = None, min_m: float | None = None) -> Json:
    """A distance relation."""
    found: Json = {"rel": "near", "to": to}
    return found | ({"min_m": min_m} if min_m else {}) | ({"max_m": max_m} if max_m else {})


def rel(name: str, to: Json) -> Json:
    """A relation without distance."""
    return {"rel": name, "to": to}


def both(*parts: Json) -> Json:
    """A conjunction."""
    return {"and": list(parts)}


GOLD, COPPER = cond("commodity", "gold"), cond("commodity", "copper")
FAULTS = {"layer": "fault"}
GRANITE = these("geo_body", cond("lithology", "granite"))
PERMIAN_GRANITE = these("geo_body", both(cond("age", "permian"), cond("lithology", "granite")))
