"""The value first: the answer to "the longest fault" or "the genetic type of X" in one sentence."""

from __future__ import annotations

from core.answer import cited
from core.answer.computed import cell
from core.answer.fragments import Fragment, Part, fill, fragment, join
from core.answer.material import Material, proximities
from core.answer.nouns import definite
from core.answer.phrases import phrase
from core.answer.phrases_conditions import measure
from core.answer.phrases_leading import leading_phrase
from core.answer.thresholds import limits_words
from core.answer.wording import expressions, noun_phrase
from core.answer.wording_order import order_words
from core.evidence.types import Evidence
from core.question import ir

LISTED = 10
"""Features named in the sentence; longer lists follow it."""
_PLACE = ("x", "y")


def superlative(material: Material, query: ir.Query, last: int) -> Fragment:
    """ "The longest of the 215 faults in Bayan Obo is X: 97.40 km"; nothing when the value is not known.

    `last` is the step of the funnel that counted all that qualify.
    """
    result, language = material.result, material.language
    if result is None or not query.order or not material.evidence or len(material.evidence) > LISTED:
        return ()
    values = [_value(material, query.order[0], e) for e in material.evidence]
    if not all(values):
        return ()
    qualified = result.funnel[last].count
    expr, single = query.order[0].expr, len(values) == 1
    word = expressions(material).adjective(expr, query.order[0].dir) if expr is not None else ""
    placed = isinstance(expr, ir.MeasureExpr) and expr.measure in _PLACE
    kind = (
        "place"
        if placed and single
        else "word"
        if word
        else "near"
        if isinstance(expr, ir.DistanceExpr)
        else "value"
    )
    number = qualified if word or language == "zh" else 1 if single else 2
    names = [_name(material, e) for e in material.evidence]
    item = leading_phrase("item", language)
    return fill(
        leading_phrase(f"{kind}_{'one' if single else 'many'}", language),
        word=word.removesuffix("的") if language == "zh" else word,
        total=cited.counted(material, f"funnel:{last}:count", qualified),
        count=cited.counted(material, "total", len(values), word=True),
        noun=noun_phrase(material, query.target, "query.target", number, limits_words(material)),
        measure=material.measure_word(query.target.layer),
        label=_label(material, expr),
        ordered=order_words(material, query),
        name=names[0],
        value=values[0],
        items=join(
            (fill(item, name=n, value=v) for n, v in zip(names, values, strict=True)),
            phrase("list_comma", language),
        ),
    )


def asked_values(material: Material, query: ir.Query) -> Fragment:
    """ "The genetic type of X is Y", "X lies at 110.0375, 41.9239": what was asked of one named feature."""
    result = material.result
    alone = result is not None and result.total == 1 and len(material.evidence) == 1
    if not query.return_ or not query.target.names or not alone:
        return ()
    evidence, language = material.evidence[0], material.language
    name = _name(material, evidence)
    parts: list[Part] = []
    placed = False
    for i, expr in enumerate(query.return_):
        key = "more" if parts else "one"
        if isinstance(expr, ir.MeasureExpr) and expr.measure in _PLACE:
            if not placed:
                where = cited.coordinates(material, evidence.row)
                point = evidence.row.geometry.geom_type in ("Point", "MultiPoint")
                how = f"at_{key}" if point else "on_it"
                parts.append(fill(leading_phrase(how, language), name=name, place=where))
            placed = True
            continue
        value, label = _asked(material, evidence, expr, i), _label(material, expr)
        if not label:
            return ()
        key = f"asked_{key}" if value else f"unknown_{key}"
        parts.append(fill(leading_phrase(key, language), name=name, label=label, value=value))
    return join(parts, phrase("clause", language))


def nearest_words(material: Material) -> Fragment:
    """ "the nearest is 2.78 km away", beside a yes about one feature."""
    evidence = material.evidence[0]
    for proximity in proximities(evidence, material.card):
        nearest = proximity.nearest
        bounded = proximity.max_m is not None and proximity.relation in ("near", "along")
        if nearest is not None and bounded and nearest.distance_m > 0:
            away = cited.measured(material, evidence, proximity, nearest)
            label = material.label(proximity.entity_type)
            return fill(leading_phrase("nearest_away", material.language), label=label, distance=away)
    return ()


def _name(material: Material, evidence: Evidence) -> Fragment:
    row = evidence.row
    name = cited.row_name(material, row)
    if row.name.endswith(f"#{row.ref.fid}"):
        label = material.label(row.entity_type)
        return fill(leading_phrase("unnamed", material.language), label=label, name=name)
    return fragment(definite(row.name, material.language), name)


def _value(material: Material, key: ir.OrderKey, evidence: Evidence) -> Part:
    """The value that a feature is ordered by."""
    if isinstance(key.expr, ir.FieldExpr):
        return cited.attribute_value(material, evidence.row, key.expr.field) or ""
    if isinstance(key.expr, ir.DistanceExpr):
        found = proximities(evidence, material.card)
        found = found or tuple(p for p in evidence.proximity if p.relation in ("near", "along"))
        nearest = found[0].nearest if found else None
        return cited.measured(material, evidence, found[0], nearest) if nearest is not None else ""
    return _column(material, evidence, "order_0")


def _asked(material: Material, evidence: Evidence, expr: ir.Expr, i: int) -> Part:
    if isinstance(expr, ir.FieldExpr):
        return cited.attribute_value(material, evidence.row, expr.field) or ""
    return _column(material, evidence, f"column_{i}")


def _column(material: Material, evidence: Evidence, key: str) -> Part:
    """A computed value of a feature."""
    table = material.result.table if material.result is not None else None
    if table is None:
        return ""
    row = next((i for i, x in enumerate(table.rows) if x.ref == evidence.row.ref), None)
    column = next((i for i, x in enumerate(table.columns) if x.key == key), None)
    if row is None or column is None or table.rows[row].cells[column] is None:
        return ""
    return cell(material, table, row, column)


def _label(material: Material, expr: ir.Expr | None) -> str:
    if isinstance(expr, ir.FieldExpr):
        known = material.card.attributes.get(expr.field)
        return known.labels.in_(material.language) if known is not None else expr.field
    return measure(expr.measure, material.language) if isinstance(expr, ir.MeasureExpr) else ""
