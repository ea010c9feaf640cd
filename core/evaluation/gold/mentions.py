"""What the words of a question must be bound to, read off its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.evaluation.gold.world import Ref, World
from core.evaluation.records import Meaning, Mentions


def mentions(world: World, meaning: Meaning) -> Mentions:
    """Named features, study areas, attribute values and kinds of feature in a meaning."""
    nodes = list(_nodes({k: v for k, v in meaning.items() if k != "also"}))
    named = [frozenset(x.ref for x in world.named(n["kind"], n["named"])) for n in nodes if "named" in n]
    areas: list[frozenset[Ref]] = [
        frozenset({world.area(n["in"]).ref}) for n in nodes if "in" in n and not n.get("carried")
    ]
    values = [
        (v[1], frozenset(c for x in v[2:] for c in world.key.cells(v[1], x)))
        for n in nodes
        for v in _values(n.get("where", ()))
    ]
    kinds = tuple(dict.fromkeys(n["kind"] for n in nodes if "kind" in n))
    return Mentions(tuple(dict.fromkeys([*named, *areas])), tuple(dict.fromkeys(values)), kinds)


def _nodes(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every set in a meaning."""
    if isinstance(value, Mapping):
        if "kind" in value:
            yield value
        for x in value.values():
            yield from _nodes(x)
    elif isinstance(value, list | tuple):
        for x in value:
            yield from _nodes(x)


def _values(conditions: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for c in conditions:
        if c[0] == "value":
            yield c
        elif c[0] in ("and", "or", "not"):
            yield from _values(c[1:])
