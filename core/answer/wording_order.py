"""The explicit order of a query in words."""

from __future__ import annotations

from core.answer.fragments import Fragment, fill
from core.answer.material import Material
from core.answer.phrases_conditions import condition
from core.answer.wording import anchor_words
from core.answer.wording_relations import Which
from core.question import ir


def order_words(material: Material, query: ir.Query) -> Fragment:
    """The explicit order of a query in words, or nothing."""
    if not query.order:
        return ()
    key, language = query.order[0], material.language
    if isinstance(key.expr, ir.DistanceExpr):
        which: Which = "one" if key.dir == "asc" else "any"
        anchor = anchor_words(material, key.expr.distance_to, "query.order.0.expr.distance_to", which=which)
        return fill(condition("order_nearest" if key.dir == "asc" else "order_farthest", language), anchor=anchor)
    if isinstance(key.expr, ir.FieldExpr):
        attribute = material.card.attributes.get(key.expr.field)
        label = attribute.labels.in_(language) if attribute else key.expr.field
        return fill(condition("order_lowest" if key.dir == "asc" else "order_highest", language), attribute=label)
    table = material.result.table if material.result is not None else None
    computed = next((c.label for c in table.columns if c.key == "order_0"), "") if table is not None else ""
    if computed:
        return fill(
            condition("order_least" if key.dir == "asc" else "order_greatest", language), attribute=computed
        )
    return ()
