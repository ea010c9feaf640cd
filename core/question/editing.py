"""Changing a query at one place: the edits of the interpretation row, without reading the words again."""

from __future__ import annotations

from typing import Any

from core.question import ir


def changed(query: ir.Query, path: str, value: Any) -> ir.Query:
    """The query with `value` at a dotted pointer (``target.where.and.0.max_m``, without a leading ``query.``).

    What was assumed at that node is then chosen.  Raises ValueError when the pointer leads nowhere or the value
    does not fit (pydantic's ValidationError is one).
    """
    document = ir.dump(query)
    *way, last = path.split(".")
    node = _at(document, way)
    if isinstance(node, list):
        node[int(last)] = value
    else:
        node[last] = value
        node.pop("assumed", None)
    for length in range(len(way) - 1, 0, -1):  # the condition around a changed anchor is chosen too
        above = _at(document, way[:length])
        if isinstance(above, dict) and "rel" in above:
            above.pop("assumed", None)
            break
    return ir.Query.model_validate(document)


def without(query: ir.Query, path: str) -> ir.Query:
    """The query without the node at a dotted pointer; groups of conditions shrink with it.

    Raises:
        ValueError: the pointer leads nowhere, or the query makes no sense without the node.
    """
    document = ir.dump(query)
    *way, last = path.split(".")
    node = _at(document, way)
    if isinstance(node, list):
        del node[int(last)]
    else:
        node.pop(last)
    return ir.Query.model_validate(_shrunk(document))


def _at(document: Any, way: list[str]) -> Any:
    try:
        for key in way:
            document = document[int(key)] if isinstance(document, list) else document[key]
    except (KeyError, IndexError, TypeError) as error:
        raise ValueError(f"There is nothing at {'.'.join(way)}.") from error
    return document


def _shrunk(value: Any) -> Any:
    """Groups of one condition become the condition, empty ones and empty lists vanish."""
    if isinstance(value, list):
        return [y for x in value if (y := _shrunk(x)) is not None]
    if not isinstance(value, dict):
        return value
    for group in ("and", "or"):
        if group in value:
            parts = [y for x in value[group] if (y := _shrunk(x)) is not None]
            if len(parts) < 2:  # a group joins at least two
                return parts[0] if parts else None
            return {**value, group: parts}
    kept = {k: _shrunk(v) for k, v in value.items()}
    if "not" in kept and kept["not"] is None:
        return None
    return {k: v for k, v in kept.items() if v is not None and not (k == "order" and v == [])}
