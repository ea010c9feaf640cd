"""Parts of a set of the same kind: ``of the cities that …``, 与X相邻的省份中各省的…."""

from __future__ import annotations

from core.question import ir
from core.question.slots import conjuncts, joined


def partitive(query: ir.Query) -> ir.Query:
    """The query with "in the cities that …", said of cities, as conditions on the cities themselves.

    What stands inside a described set of the kind that the groups are of describes the groups: they are the
    features of that set.
    """
    where = _own(query.target.where, query.target.layer)
    if where is not query.target.where:
        query = query.model_copy(update={"target": query.target.model_copy(update={"where": where})})
    keys = query.group_by or ()
    if len(keys) == 1 and isinstance(keys[0], ir.LayerKey):
        return _described(query, keys[0])
    return query


def _own(where: ir.Cond | None, layer: str) -> ir.Cond | None:
    found: list[ir.Cond] = []
    changed = False
    for cond in conjuncts(where):
        inner = _inner(cond, layer)
        changed = changed or inner is not None
        found.extend(conjuncts(inner.where) if inner is not None else (cond,))
    return joined(found) if changed else where


def _described(query: ir.Query, key: ir.LayerKey) -> ir.Query:
    own = _own(key.where, key.layer)
    if own is not key.where:
        return query.model_copy(update={"group_by": (key.model_copy(update={"where": own}),)})
    conds = conjuncts(query.target.where)
    inside = [x for x in conds if _inner(x, key.layer) is not None]
    if len(inside) != 1 or key.where is not None or key.rel != "within":
        return query
    described = _inner(inside[0], key.layer)
    assert described is not None  # noqa: S101  # chosen so above
    target = query.target.model_copy(update={"where": joined([x for x in conds if x is not inside[0]])})
    made = key.model_copy(update={"where": described.where})
    return query.model_copy(update={"target": target, "group_by": (made,)})


def _inner(cond: ir.Cond, layer: str) -> ir.Set | None:
    """The described set of a kind that a condition says the features lie in."""
    if not isinstance(cond, ir.RelCond) or cond.rel != "within" or cond.count is not None or cond.strict:
        return None
    to = cond.to
    return to if isinstance(to, ir.Set) and to.layer == layer and not to.names and not to.prev else None
