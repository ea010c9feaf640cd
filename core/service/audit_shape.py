"""The shape of a query: which layers, attributes and relations it combines, without any value it filters by."""

from __future__ import annotations

from typing import Any

from core.question import ir

_HIDDEN = {
    "value": "value", "const": "value", "names": "names", "point": "point", "min_m": "metres", "max_m": "metres",
    "distance_m": "metres", "edges": "edges", "limit": "n", "k": "n", "p": "share", "missing": "words",
}  # fmt: skip
"""Key of the query language → what stands in place of its content."""
_FREE = {"as": "name", "measure": "name", "unit": "unit"}
"""Keys whose content a reader may take from the question; kept only where it is a word of the language."""
_MEASURES = {"area", "length", "perimeter", "x", "y", "azimuth"}


def shape(query: ir.Query) -> dict[str, Any]:
    """The bare form of `query` with every value, name, number and distance replaced by a word for its kind."""
    found = _shape(ir.dump(query, spans=False))
    return found if isinstance(found, dict) else {}


def _shape(value: Any) -> Any:
    if isinstance(value, list):
        return [_shape(x) for x in value]
    if isinstance(value, dict):
        return {k: _part(k, x) for k, x in value.items()}
    return value


def _part(key: str, value: Any) -> Any:
    if key == "value" and isinstance(value, dict):  # the value a question computes is an expression
        return _shape(value)
    if key in _HIDDEN:
        word = _HIDDEN[key]
        return f"{word} × {len(value)}" if isinstance(value, list) and word != "point" else word
    if key in _FREE and value not in _MEASURES:
        return _FREE[key]
    return _shape(value)
