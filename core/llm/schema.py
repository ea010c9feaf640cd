"""What a JSON schema for a model may hold, and the check of the reply.

A grammar made from a schema is safe only for a part of JSON Schema: what the converter does not know it leaves
out, or it gives a grammar that ends the process.  So a schema is looked at first.  The reply is held against it
again afterwards, because a grammar does not bound numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import jsonschema  # type: ignore[import-untyped]

from core.llm.wording import model_error

_KNOWN = {
    "type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems", "enum", "const",
    "anyOf", "maxLength", "minLength", "minimum", "maximum", "description", "title",
}  # fmt: skip
_TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
MAX_DEPTH = 8
MAX_ENUM = 2_000
MAX_ENUM_TEXT = 200
MAX_ITEMS = 64
MAX_LENGTH = 800
_FENCE = re.compile(r"^```(?:json)?\s*|\s*```$")


def check_schema(schema: Mapping[str, Any]) -> None:
    """See that a schema can be enforced: known words only, every text and list bounded, no references.

    Raises:
        ModelError: it cannot; the sentence names the place.
    """
    try:
        jsonschema.Draft202012Validator.check_schema(dict(schema))
    except jsonschema.SchemaError as error:
        raise model_error("schema", why=error.message) from error
    _check(schema, "$", 0)


def _check(node: Any, place: str, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise model_error("schema", why=f"{place} is nested too deeply")
    if not isinstance(node, Mapping):
        raise model_error("schema", why=f"{place} is not an object")
    if unknown := set(node) - _KNOWN:
        raise model_error("schema", why=f"{place} uses {sorted(unknown)[0]}")
    if "anyOf" in node:
        for i, child in enumerate(node["anyOf"]):
            _check(child, f"{place}.anyOf[{i}]", depth + 1)
        return
    if "const" in node:
        return
    if "enum" in node:
        if not 0 < len(node["enum"]) <= MAX_ENUM:
            raise model_error("schema", why=f"{place} lists {len(node['enum'])} values")
        if odd := next((x for x in node["enum"] if isinstance(x, str) and not enumerable(x)), None):
            raise model_error("schema", why=f"{place} lists {odd!r}")
        return
    _check_type(node, place, depth)


def enumerable(text: str) -> bool:
    """Whether a text may be one of listed values: the converter does not protect quotes."""
    return 0 < len(text) <= MAX_ENUM_TEXT and text.isprintable() and not set(text) & set('"\\')


def _check_type(node: Mapping[str, Any], place: str, depth: int) -> None:
    kind = node.get("type")
    if kind not in _TYPES:
        raise model_error("schema", why=f"{place} has the type {kind!r}")
    if kind == "string" and not 0 < node.get("maxLength", 0) <= MAX_LENGTH:
        raise model_error("schema", why=f"{place} is a text without a greatest length")
    if kind == "array":
        if not 0 < node.get("maxItems", 0) <= MAX_ITEMS:
            raise model_error("schema", why=f"{place} is a list without a greatest length")
        _check(node.get("items"), f"{place}[]", depth + 1)
    if kind == "object":
        if node.get("additionalProperties") is not False:
            raise model_error("schema", why=f"{place} allows further properties")
        for name, child in node.get("properties", {}).items():
            _check(child, f"{place}.{name}", depth + 1)


def parsed(text: str, schema: Mapping[str, Any], model: str) -> Any:
    """The value that a reply holds.

    Raises:
        ModelError: it is not JSON, or does not meet `schema`.
    """
    text = _FENCE.sub("", text.strip())
    try:
        value = json.loads(text, strict=False)
    except ValueError:
        value = _inner(text, model)
    error = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(dict(schema)).iter_errors(value))
    if error is not None:
        raise model_error("not_json", model=model, why=f"{error.json_path}: {error.message[:120]}")
    return value


def _inner(text: str, model: str) -> Any:
    """The object between the first and the last brace: models without a grammar like to talk around it."""
    start, end = text.find("{"), text.rfind("}")
    try:
        return json.loads(text[start : end + 1], strict=False)
    except ValueError as error:
        raise model_error("not_json", model=model, why=str(error)) from error
