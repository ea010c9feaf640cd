"""The interpretation row: what was understood, from which words, and what was assumed.

Both are pure functions of the reading, so a wrong reading can be seen, and corrected, before the answer is read.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.answer.fragments import plain
from core.answer.material import Material
from core.answer.model import Assumption, Chip
from core.answer.numbers import radius
from core.answer.phrases import phrase
from core.answer.wording import condition_words, flatten, is_region, order_words
from core.question import ir

_FORMS = {"count": "form_count", "exists": "form_exists"}


def chips(material: Material) -> tuple[Chip, ...]:
    """One chip for each element of the reading, in the order of the query."""
    return tuple(_chips(material))


def assumptions(material: Material) -> tuple[Assumption, ...]:
    """Everything the question did not say: distances by default, the study area of the screen, and the like."""
    return tuple(_assumptions(material))


def _assumptions(material: Material) -> Iterator[Assumption]:
    query = material.query
    if query is None:
        return
    if query.target.assumed:
        label = material.label(query.target.layer, 2)
        yield Assumption(_label(material, "target"), label, _reason(query.target))
    for cond, path in _all_conditions(query.target, "query.target"):
        if cond.assumed:
            yield _assumption(material, cond, path)
    if query.analysis is not None and query.analysis.assumed:
        yield Assumption(_label(material, "analysis"), _fields(material, query.analysis), _reason(query.analysis))
    for key in query.order or ():
        if key.assumed:
            yield Assumption(_label(material, "order"), plain(order_words(material, query)), _reason(key))


def _chips(material: Material) -> Iterator[Chip]:
    query, language = material.query, material.language
    if query is None:
        return
    target = material.label(query.target.layer, 2)
    yield Chip(_label(material, "target"), target, query.target.span, query.target.assumed is not None)
    if query.intent in _FORMS:
        yield Chip(_label(material, "form"), phrase(_FORMS[query.intent], language), query.span)
    for cond, path in flatten(query.target.where, "query.target.where"):
        words = plain(condition_words(material, cond, path))
        kind = (
            "region" if is_region(material, cond) else "relation" if isinstance(cond, ir.RelCond) else "condition"
        )
        yield Chip(_label(material, kind), _tidy(words), cond.span, cond.assumed is not None)
    if query.analysis is not None:
        analysis = query.analysis
        yield Chip(
            _label(material, "analysis"), _fields(material, analysis), analysis.span, analysis.assumed is not None
        )
    order = plain(order_words(material, query))
    if order and query.order:
        yield Chip(_label(material, "order"), order, query.order[0].span, query.order[0].assumed is not None)
    if query.limit is not None:
        yield Chip(_label(material, "limit"), str(query.limit), query.span)
    for word, meaning in material.reading.corrections:
        yield Chip(_label(material, "correction"), f"{word.text} → {meaning}", word.span)


def _assumption(material: Material, cond: ir.Cond, path: str) -> Assumption:
    reason = _reason(cond)
    if is_region(material, cond):
        words = _tidy(plain(condition_words(material, cond, path)))
        return Assumption(_label(material, "region"), words, reason, "region")
    if isinstance(cond, ir.RelCond) and cond.max_m is not None:
        value = radius(cond.max_m, material.language)
        return Assumption(phrase("distance_label", material.language), value, reason, "distance")
    words = _tidy(plain(condition_words(material, cond, path)))
    return Assumption(_label(material, "condition"), words, reason)


def _all_conditions(target: ir.Set, path: str) -> Iterator[tuple[ir.Cond, str]]:
    """Conditions of a set and of the sets its relations go to, with their places."""
    for cond, where in _leaves(target.where, f"{path}.where"):
        yield cond, where
        if isinstance(cond, ir.RelCond) and isinstance(cond.to, ir.Set):
            yield from _all_conditions(cond.to, f"{where}.to")


def _leaves(cond: ir.Cond | None, path: str) -> Iterator[tuple[ir.Cond, str]]:
    if isinstance(cond, ir.And):
        for i, part in enumerate(cond.and_):
            yield from _leaves(part, f"{path}.and.{i}")
    elif isinstance(cond, ir.Or):
        for i, part in enumerate(cond.or_):
            yield from _leaves(part, f"{path}.or.{i}")
    elif isinstance(cond, ir.Not):
        yield from _leaves(cond.not_, f"{path}.not")
    elif cond is not None:
        yield cond, path


def _fields(material: Material, analysis: ir.Analysis) -> str:
    known = material.card.attributes
    labels = (known[f].labels.in_(material.language) if f in known else f for f in analysis.fields or ())
    return phrase("list_comma", material.language).join(labels)


def _reason(node: ir.Node) -> str:
    return (node.assumed or "").rstrip(".。 ")


def _label(material: Material, kind: str) -> str:
    return phrase(f"chip_{kind}", material.language)


def _tidy(words: str) -> str:
    """A condition by itself: without the linking words that tie it to a noun."""
    return words.removesuffix("的").removeprefix("with ").removeprefix("in ")
