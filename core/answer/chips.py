"""The interpretation row: what was understood, from which words, and what was assumed.

Both are pure functions of the reading, so a wrong reading can be seen, and corrected, before the answer is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.answer.chips_tables import reason_of, table_assumptions, table_chips
from core.answer.edits import analysis_edit, condition_edits, limit_edit, order_edit
from core.answer.fragments import plain
from core.answer.material import Material
from core.answer.model import Assumption, Chip
from core.answer.numbers import radius
from core.answer.phrases import phrase
from core.answer.wording import condition_words
from core.answer.wording_order import order_words
from core.answer.wording_relations import flatten, is_region
from core.question import ir
from core.question.messages import say

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
    if query.target.assumed and not is_carried(query.target):
        label = material.label(query.target.layer, 2)
        yield Assumption(_label(material, "target"), label, reason_of(query.target))
    for cond, path in _all_conditions(query.target, "query.target"):
        if cond.assumed and not is_carried(cond):
            yield _assumption(material, cond, path)
    yield from table_assumptions(material)
    if query.analysis is not None and query.analysis.assumed and not is_carried(query.analysis):
        yield Assumption(
            _label(material, "analysis"), _fields(material, query.analysis), reason_of(query.analysis)
        )
    for key in query.order or ():
        if key.assumed and not is_carried(key):
            yield Assumption(_label(material, "order"), plain(order_words(material, query)), reason_of(key))


def _chips(material: Material) -> Iterator[Chip]:
    query, language = material.query, material.language
    if query is None:
        return
    target = material.label(query.target.layer, 2)
    yield _chip(material, "target", target, query.target)
    if query.target.prev:
        yield Chip(_label(material, "previous"), phrase("previous_features", language), None, carried=True)
    if query.intent in _FORMS:
        yield Chip(_label(material, "form"), phrase(_FORMS[query.intent], language), query.span)
    for cond, path in flatten(query.target.where, "query.target.where"):
        words = plain(condition_words(material, cond, path))
        kind = (
            "region" if is_region(material, cond) else "relation" if isinstance(cond, ir.RelCond) else "condition"
        )
        at = path.removeprefix("query.")
        edits = condition_edits(material, cond, at)
        yield replace(_chip(material, kind, _tidy(words), cond), path=at, edits=edits, removable=True)
    if query.analysis is not None:
        words, edits = _fields(material, query.analysis), analysis_edit(material, query.analysis)
        yield replace(_chip(material, "analysis", words, query.analysis), path="analysis", edits=edits)
    yield from table_chips(material)
    order = plain(order_words(material, query))
    if order and query.order:
        made = _chip(material, "order", order, query.order[0])
        yield replace(made, path="order.0", edits=order_edit(material, query.order[0]), removable=True)
    if query.limit is not None:
        edits = limit_edit(material, query.limit)
        yield Chip(_label(material, "limit"), str(query.limit), query.span, path="limit", edits=edits)
    for word, meaning in material.reading.corrections:
        yield Chip(_label(material, "correction"), f"{word.text} → {meaning}", word.span)


def _chip(material: Material, kind: str, words: str, node: ir.Node) -> Chip:
    carried = is_carried(node)
    assumed = node.assumed is not None and not carried
    reason = reason_of(node) if assumed else ""
    return Chip(_label(material, kind), words, node.span, assumed, carried, reason)


def is_carried(node: ir.Node) -> bool:
    """True for a node that was taken over from the question before."""
    return node.assumed is not None and node.assumed in (say("carried", "en"), say("carried", "zh"))


def _assumption(material: Material, cond: ir.Cond, path: str) -> Assumption:
    reason = reason_of(cond)
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


def _label(material: Material, kind: str) -> str:
    return phrase(f"chip_{kind}", material.language)


def _tidy(words: str) -> str:
    """A condition by itself: without the linking words that tie it to a noun."""
    return words.removesuffix("的").removeprefix("with ").removeprefix("in ")
