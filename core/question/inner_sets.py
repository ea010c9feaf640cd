"""The sets that a number is made of: a follow-up's new area or value enters them as it enters the target.

A percentage, a ratio or a difference counts its own sets.  ``and in B?`` moves all of them to B; ``and copper?``
changes the set that spoke of the same attribute, or all of them when none did.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.question import ir
from core.question.rewriting import rebuild
from core.question.slots import carried, conjuncts, is_region, joined, merged, slot
from core.vocabulary.card import SchemaCard


def counted_sets(value: ir.Expr | None) -> list[ir.Set]:
    """The sets that statistics and areas inside a value are taken of."""
    found: list[ir.Set] = []

    def note(node: ir.Node) -> ir.Node:
        over = _set_of(node)
        if over is not None:
            found.append(over)
        return node

    if value is not None:
        rebuild(value, note)
    return found


def two_places(value: ir.Expr | None, card: SchemaCard) -> bool:
    """True when the sets lie in different areas: then a new area cannot stand for all of them."""
    places = {
        tuple(str(ir.dump(x, spans=False)) for x in _bare(y) if is_region(x, card)) for y in counted_sets(value)
    }
    return len(places) > 1 and all(places)


def entered(value: ir.Expr, layer: str, new: Sequence[ir.Cond], card: SchemaCard, reason: str) -> ir.Expr:
    """The value with new conditions in its sets of a kind; `reason` says why the old ones are still there."""
    areas = [x for x in new if is_region(x, card)]
    others = [x for x in new if not is_region(x, card)]
    spoken = {slot(x, card) for y in counted_sets(value) if y.layer == layer for x in conjuncts(y.where)}

    def change(node: ir.Node) -> ir.Node:
        over = _set_of(node)
        if over is None:
            return node
        own = {slot(x, card) for x in conjuncts(over.where)}
        same = over.layer == layer
        added = areas if same or ("region",) in own else []
        added = [*added, *(x for x in others if same and (slot(x, card) in own or slot(x, card) not in spoken))]
        old = [carried(x, reason) for x in conjuncts(over.where)]
        where = joined(merged(old, added, card))  # type: ignore[arg-type]
        made = over.model_copy(update={"where": where, "span": None})
        return node.model_copy(update={"over" if isinstance(node, ir.AggExpr) else "area_of": made})

    return rebuild(value, change)


def _set_of(node: ir.Node) -> ir.Set | None:
    if isinstance(node, ir.AggExpr):
        return node.over
    return node.area_of if isinstance(node, ir.AreaOfExpr) and isinstance(node.area_of, ir.Set) else None


def _bare(over: ir.Set) -> list[ir.Cond]:
    """The conditions without what only says where they came from."""
    return [
        rebuild(x, lambda n: n.model_copy(update={"assumed": None}) if n.assumed else n)
        for x in conjuncts(over.where)
    ]
