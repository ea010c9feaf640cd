"""``samples in X with Au above the average``: without another word it is the average in X."""

from __future__ import annotations

from core.question import ir
from core.question.rewriting import rebuild
from core.question.slots import conjuncts, is_region, joined
from core.vocabulary.card import SchemaCard


def compared_in_area(where: ir.Cond | None, card: SchemaCard) -> ir.Cond | None:
    """Conditions whose comparisons with a statistic of no set in particular take it of the study area named.

    Such a set stands for no words of its own: it has the range of the comparison.
    """
    conds = conjuncts(where)
    areas = [x for x in conds if is_region(x, card)]
    if not areas or len(areas) == len(conds):
        return where
    return joined(_of(x, areas) if isinstance(x, ir.CmpCond) else x for x in conds)


def _of(cond: ir.CmpCond, areas: list[ir.Cond]) -> ir.Cond:
    def change(node: ir.Node) -> ir.Node:
        plain = isinstance(node, ir.AggExpr) and node.over.where is None and not node.over.names
        if not isinstance(node, ir.AggExpr) or not plain or node.over.span != cond.span:
            return node
        return node.model_copy(update={"over": node.over.model_copy(update={"where": joined(areas)})})

    return rebuild(cond, change)
