"""The slots of a query: which condition of a follow-up takes the place of which one of the query before."""

from __future__ import annotations

from collections.abc import Iterable

from core.question import ir
from core.question.rewriting import rebuild
from core.vocabulary.card import SchemaCard

Slot = tuple[str, ...]


def conjuncts(cond: ir.Cond | None) -> list[ir.Cond]:
    """The conditions that must all hold."""
    if cond is None:
        return []
    if isinstance(cond, ir.And):
        return [y for x in cond.and_ for y in conjuncts(x)]
    return [cond]


def joined(conditions: Iterable[ir.Cond]) -> ir.Cond | None:
    """The opposite of :func:`conjuncts`."""
    parts = tuple(conditions)
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else ir.And(and_=parts)


def is_region(cond: ir.Cond, card: SchemaCard) -> bool:
    """True for a restriction to named study areas, to the map or to a selection."""
    if not isinstance(cond, ir.RelCond) or cond.rel not in ("within", "intersects"):
        return False
    if isinstance(cond.to, ir.MapAnchor):
        return True
    kind = card.entity_types.get(cond.to.layer) if isinstance(cond.to, ir.Set) else None
    return kind is not None and kind.region and isinstance(cond.to, ir.Set) and cond.to.names is not None


def slot(cond: ir.Cond, card: SchemaCard) -> Slot | None:
    """What a condition is about; two conditions of one slot exclude each other.  None: nothing replaces it."""
    if is_region(cond, card):
        return ("region",)
    if isinstance(cond, ir.Not):
        return slot(cond.not_, card)
    if isinstance(cond, ir.Or):
        found = {slot(x, card) for x in cond.or_}
        return found.pop() if len(found) == 1 else None
    return _plain(cond)


def _plain(cond: ir.Cond) -> Slot | None:
    if isinstance(cond, ir.AttrCond):
        return ("attribute", cond.attr)
    if isinstance(cond, ir.RelCond):
        kind = "direction" if cond.rel == "direction" else "relation"
        return (kind, cond.to.layer if isinstance(cond.to, ir.Set) else type(cond.to).__name__)
    if isinstance(cond, ir.CmpCond) and isinstance(cond.cmp[0], ir.MeasureExpr):
        return ("measure", cond.cmp[0].measure)
    return ("top",) if isinstance(cond, ir.TopCond) else None


def merged(old: Iterable[ir.Cond], new: Iterable[ir.Cond], card: SchemaCard) -> list[ir.Cond]:
    """The old conditions, those of a slot that is filled anew left out, followed by the new ones."""
    added = list(new)
    filled = {slot(x, card) for x in added} - {None}
    return [*(x for x in old if slot(x, card) not in filled), *added]


def carried(cond: ir.Node, reason: str) -> ir.Node:
    """A node taken over from the query before: no words stand for it, `reason` says why it is there."""
    bare = rebuild(cond, lambda x: x.model_copy(update={"span": None}) if x.span is not None else x)
    return bare.model_copy(update={"assumed": bare.assumed or reason})


def without_assumed_region(query: ir.Query, card: SchemaCard) -> tuple[ir.Query, str]:
    """A query that takes its place from the map needs no study area from beside it; returns its reason."""
    conditions = conjuncts(query.target.where)
    on_map = any(isinstance(x, ir.RelCond) and isinstance(x.to, ir.MapAnchor) for x in conditions)
    assumed = [x for x in conditions if is_region(x, card) and x.assumed and not _on_map(x)]
    if not on_map or not assumed:
        return query, ""
    where = joined(x for x in conditions if x not in assumed)
    target = query.target.model_copy(update={"where": where})
    return query.model_copy(update={"target": target}), assumed[0].assumed or ""


def _on_map(cond: ir.Cond) -> bool:
    return isinstance(cond, ir.RelCond) and isinstance(cond.to, ir.MapAnchor)


def sets(query: ir.Query) -> list[ir.Set]:
    """Every set that a query speaks of, the innermost first."""
    found: list[ir.Set] = []

    def note(node: ir.Node) -> ir.Node:
        if isinstance(node, ir.Set):
            found.append(node)
        return node

    rebuild(query, note)
    return found
