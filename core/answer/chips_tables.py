"""Chips for what a question wants computed: measures, groups, conditions on groups, their order, neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from core.answer.fragments import plain
from core.answer.material import Material
from core.answer.model import Assumption, Chip
from core.answer.numbers import quantity, radius
from core.answer.phrases import phrase
from core.answer.phrases_tables import table_phrase
from core.answer.wording import expressions
from core.query.labels import sign
from core.query.result import TableColumn
from core.question import ir

_ORDERS = {"asc": ("lowest first", "由低到高"), "desc": ("highest first", "由高到低")}


def table_chips(material: Material) -> Iterator[Chip]:
    """One chip for each measure, key, condition on groups, order by a measure, and for neighbours."""
    query = material.query
    if query is None:
        return
    for measure in query.measures or ():
        words = _measure(material, measure.as_) or _words(material, measure) or measure.agg
        yield _chip(material, "measure", words, measure)
    if query.value is not None:
        yield _chip(material, "measure", _value(material, query.value), query.value)
    for i, key in enumerate(query.group_by or ()):
        yield _chip(material, "group", _group(material, key, i), key)
    if query.having is not None:
        yield _chip(material, "having", having_words(material, query.having), query.having)
    if query.zeros:
        yield Chip(
            table_phrase("chip_zeros", material.language),
            table_phrase("zeros_shown", material.language),
            query.span,
        )
    for order in query.order or ():
        if order.measure is not None:
            words = _measure(material, order.measure) or order.measure
            direction = _ORDERS[order.dir][1 if material.language == "zh" else 0]
            separator = phrase("list_comma", material.language)
            yield _chip(material, "order", f"{words}{separator}{direction}", order)
    if query.per_entity is not None:
        yield _neighbours(material, query.per_entity)


def table_assumptions(material: Material) -> Iterator[Assumption]:
    """Distances of groups, measures and the like that the question did not say."""
    query, language = material.query, material.language
    for key in (query.group_by if query is not None else None) or ():
        if isinstance(key, ir.LayerKey) and key.assumed and key.max_m is not None:
            yield Assumption(phrase("distance_label", language), radius(key.max_m, language), reason_of(key))


def reason_of(node: ir.Node) -> str:
    """Why a node was assumed, as it stands on a chip; "" when the question says it."""
    return (node.assumed or "").rstrip(".。 ")


def having_words(material: Material, having: ir.Having) -> str:
    """ "number of deposits > 5"."""
    column = next((c for c in _columns(material) if c.key == having.measure), None)
    unit = material.units.label(column.unit, material.language) if column is not None and column.unit else ""
    number = quantity(float(having.value), material.language)
    name = column.label if column is not None else having.measure
    return f"{name} {sign(having.op)} {number} {unit}".rstrip()


def _neighbours(material: Material, near: ir.PerEntity) -> Chip:
    language = material.language
    label = material.label(near.nearest.layer, near.k)
    key = "chip_nearest" if near.k == 1 else "chip_nearest_many"
    words = table_phrase(key, language).format(
        label=label, k=near.k, word=material.measure_word(near.nearest.layer)
    )
    return _chip(material, "neighbours", words, near)


def _columns(material: Material) -> tuple[TableColumn, ...]:
    table = material.result.table if material.result is not None else None
    return table.columns if table is not None else ()


def _measure(material: Material, key: str) -> str:
    return next((c.label for c in _columns(material) if c.key == key), "")


def _value(material: Material, value: ir.Expr) -> str:
    """The expression that is computed: statistics of sets in the words of the answer, else its heading."""
    if isinstance(value, ir.OpExpr) and any(isinstance(x, ir.AggExpr) for x in value.args):
        return plain(expressions(material).words(value, "query.value"))
    label = next((c.label for c in _columns(material) if c.role == "measure"), "")
    return label or _words(material, value)


def _group(material: Material, key: ir.GroupKey, i: int) -> str:
    known = next((c.label for c in _columns(material) if c.key == f"group_{i}"), "")
    if known:
        return known
    if isinstance(key, ir.LayerKey):
        return material.label(key.layer)
    name = key.field if isinstance(key, ir.FieldExpr) else key.bucket
    if not isinstance(name, str):
        return _words(material, name)
    attribute = material.card.attributes.get(name)
    return attribute.labels.in_(material.language) if attribute is not None else name


def _words(material: Material, node: ir.Node) -> str:
    """The words of the question a node stands for."""
    return material.reading.question[slice(*node.span)] if node.span is not None else ""


def _chip(material: Material, kind: str, words: str, node: ir.Node) -> Chip:
    language = material.language
    label = phrase("chip_order", language) if kind == "order" else table_phrase(f"chip_{kind}", language)
    return Chip(label, words, node.span, node.assumed is not None, reason=reason_of(node))
