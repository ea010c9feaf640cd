"""What features are not: "that are neither gold nor copper", "not within 10 km of a fault"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from core.answer.fragments import Fragment, fill, join
from core.answer.material import Material
from core.answer.phrases_conditions import condition
from core.answer.wording_relations import is_region
from core.answer.wording_values import value_words
from core.question import ir

Words = Callable[[ir.Cond, str], Fragment]


def negated(
    material: Material, nots: Sequence[tuple[ir.Not, str]], count: int, words: Words
) -> Iterator[Fragment]:
    """One modifier for all values of an attribute that are ruled out, one for each other negation."""
    language = material.language
    values: dict[str, list[Fragment]] = {}
    for node, path in nots:
        part = node.not_
        if isinstance(part, ir.AttrCond) and _textual(material, part):
            values.setdefault(part.attr, []).append(value_words(material, part, f"{path}.not"))
    for attribute, found in values.items():
        yield fill(
            condition("not_value" if len(found) == 1 else "not_values", language),
            are="is" if count == 1 else "are",
            attribute=material.card.attributes[attribute].labels.in_(language),
            values=join(found, condition("nor", language)),
        )
    for node, path in nots:
        part = node.not_
        if isinstance(part, ir.AttrCond) and _textual(material, part):
            continue
        yield fill(condition(_key(material, part), language), condition=words(part, f"{path}.not"))


def _textual(material: Material, cond: ir.AttrCond) -> bool:
    attribute = material.card.attributes.get(cond.attr)
    return attribute is not None and attribute.kind in ("text", "list") and cond.op in ("=", "in")


def _key(material: Material, cond: ir.Cond) -> str:
    if not isinstance(cond, ir.RelCond):
        return "not"
    if is_region(material, cond):
        return "not_region"
    near = cond.rel in ("near", "along")
    return "not_near" if near else "not_placed"
