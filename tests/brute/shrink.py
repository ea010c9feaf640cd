"""Smaller queries made from one that fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from core.question import ir

_OPTIONAL = (
    "where",
    "names",
    "order",
    "limit",
    "count",
    "min_m",
    "strict",
    "unit",
    "having",
    "zeros",
    "return",
    "per_entity",
)


def smaller(query: ir.Query) -> Iterator[ir.Query]:
    """Valid queries with one part less."""
    for value in _smaller(ir.dump(query)):
        try:
            yield ir.Query.model_validate(value)
        except ValidationError:
            continue


def _smaller(node: Any) -> Iterator[Any]:
    if isinstance(node, list):
        for i, part in enumerate(node):
            if len(node) > 1:
                yield node[:i] + node[i + 1 :]
            for x in _smaller(part):
                yield [*node[:i], x, *node[i + 1 :]]
        return
    if not isinstance(node, dict):
        return
    for key in ("and", "or"):
        yield from node.get(key, []) if isinstance(node.get(key), list) else []
    if "not" in node:
        yield node["not"]
    for key in _OPTIONAL:
        if key in node:
            yield {k: v for k, v in node.items() if k != key}
    for key, value in node.items():
        if key in ("value", "const", "point"):
            continue
        for x in _smaller(value):
            yield {**node, key: x}
