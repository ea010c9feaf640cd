"""Putting the reading of a follow-up and the query before it together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.question import ir
from core.question.inner_sets import entered, two_places
from core.question.messages import number, say
from core.question.previous import Previous
from core.question.reading import Language
from core.question.rewriting import rebuild
from core.question.slots import carried, conjuncts, is_region, joined, merged, slot
from core.vocabulary.card import SchemaCard

_SHAPE = ("value", "measures", "group_by", "having", "zeros", "per_entity", "analysis", "unit")
"""What a follow-up of another intent brings with it."""


def _nested(old: list[ir.Cond], new: list[ir.Cond]) -> ir.Cond | None:
    """Both lists joined; a single old group stays a group, because a rank counts within its own."""
    if len(old) == 1 and isinstance(old[0], ir.And) and new:
        return ir.And.model_construct(and_=(old[0], *new))
    return joined([*old, *new])


@dataclass(frozen=True)
class Merge:
    """The rules for one follow-up."""

    card: SchemaCard
    previous: Previous
    language: Language
    lists: bool = False
    """The follow-up asks for the features themselves."""
    instead: bool = False
    """The follow-up says that it puts something in the place of something."""

    @property
    def reason(self) -> str:
        """What a carried element says of itself."""
        return say("carried", self.language)

    @property
    def before(self) -> ir.Query:
        """The query before, as far as its parts can be replaced."""
        return self.previous.spelled_out

    def old(self) -> list[ir.Cond]:
        """The conditions of the query before, as carried ones."""
        return [carried(x, self.reason) for x in conjuncts(self.before.target.where)]  # type: ignore[misc]

    def within_result(self, new: ir.Query) -> ir.Query:
        """The new query over the features of the last answer."""
        same = new.target.layer == self.previous.query.target.layer
        target = self.those(new.target) if same else new.target
        value = new.value
        if same and isinstance(value, ir.OpExpr | ir.AggExpr):  # a share of them, not of all
            value = rebuild(value, self._within)
        return new.model_copy(update={"target": target, "value": value})

    def _within(self, node: ir.Node) -> ir.Node:
        """The sets that a number is computed over, as those of the last answer."""
        if not isinstance(node, ir.AggExpr) or node.over is None or node.over.layer != self.before.target.layer:
            return node
        return node.model_copy(update={"over": self.those(node.over)})

    def those(self, target: ir.Set) -> ir.Set:
        """A set as "those" of the last answer: its rows, or its conditions where not all rows are known."""
        if self.previous.listed:
            return target.model_copy(update={"prev": True})
        return self._spelled(target)

    def _spelled(self, target: ir.Set) -> ir.Set:
        """A set restricted by the conditions of the query before instead of its rows."""
        before, old = self.before.target, self.old()
        if top := self._top():  # the first of those that meet the old conditions, whatever is added to them
            old = [joined([*old, *top])]  # type: ignore[list-item]
        names = target.names or before.names
        where = _nested(old, conjuncts(target.where))
        return target.model_copy(update={"where": where, "names": names, "prev": before.prev})

    def likewise(self, node: ir.Set, known: ir.Set) -> ir.Set:
        """A set with the conditions that the query before put on the same kind of feature."""
        old = [carried(x, self.reason) for x in conjuncts(known.where)]
        where = joined(merged(old, conjuncts(node.where), self.card))  # type: ignore[arg-type]
        return node.model_copy(update={"where": where, "prev": known.prev})

    def spelled_out(self, query: ir.Query) -> ir.Query | None:
        """A query over the last answer with the conditions of that answer in the place of its rows."""
        if self.before.limit is not None or self.before.target.prev:
            return None

        def change(node: ir.Node) -> ir.Node:
            is_those = isinstance(node, ir.Set) and node.prev and node.layer == self.before.target.layer
            return self._spelled(node.model_copy(update={"prev": None})) if is_those else node  # type: ignore[arg-type]

        return rebuild(query, change)

    def _top(self) -> list[ir.Cond]:
        """The first k of the query before as a condition, for an answer that is not listed."""
        order, k = self.before.order, self.before.limit
        if not order or k is None or order[0].expr is None:
            return []
        top = ir.Top(by=order[0].expr, dir=order[0].dir, k=k)
        return [carried(ir.TopCond(top=top), self.reason)]  # type: ignore[list-item]

    def undecided(self, new: ir.Query) -> bool:
        """True for a new area after a number of two areas: it does not say which of them it replaces."""
        areas = any(is_region(x, self.card) for x in conjuncts(new.target.where))
        return areas and new.value is None and two_places(self.before.value, self.card)

    def replaced(self, new: ir.Query) -> ir.Query:
        """The query before with the slots of the new one put in."""
        before, target = self.before, new.target
        if target.layer != before.target.layer:
            return self.other_kind(new)
        where = joined(merged(self._kept(target), conjuncts(target.where), self.card))
        names = target.names or before.target.names
        span = target.span
        assumed = None if span else self.reason
        set_ = before.target.model_copy(update={"where": where, "names": names, "span": span, "assumed": assumed})
        made = self._shaped(before, new).model_copy(update={"target": set_, "span": new.span})
        if made.value is None or made.value is not before.value:
            return made
        value = entered(made.value, target.layer, conjuncts(target.where), self.card, self.reason)
        return made.model_copy(update={"value": value})

    def _kept(self, target: ir.Set) -> list[ir.Cond]:
        """The old conditions, without the relations that a new one of the same kind stands instead of."""
        new = {x.rel for x in conjuncts(target.where) if isinstance(x, ir.RelCond) and not is_region(x, self.card)}
        related = [x for x in self.old() if isinstance(x, ir.RelCond) and not is_region(x, self.card)]
        gone = [x for x in related if x.rel in new]
        return [x for x in self.old() if x not in gone] if self.instead else self.old()

    def _shaped(self, before: ir.Query, new: ir.Query) -> ir.Query:
        update: dict[str, Any] = {}
        if new.intent != "select" or self.lists or new.order:
            update = {name: getattr(new, name) for name in (*_SHAPE, "intent", "output")}
        if new.analysis is not None:
            update["analysis"] = new.analysis
        elif before.analysis is not None:
            update["analysis"] = carried(before.analysis, self.reason)
        for name in ("order", "limit", "return_"):
            value = getattr(new, name)
            if value is not None:
                update[name] = value
        if new.order is None and before.order is not None:
            update["order"] = tuple(carried(x, self.reason) for x in before.order)
        if (new.intent in ("count", "exists")) or (update.get("intent", before.intent) in ("count", "exists")):
            update["order"] = None
        return before.model_copy(update=update)

    def other_kind(self, new: ir.Query) -> ir.Query:
        """The follow-up names another kind of feature: in the place of the anchor, or as what is looked for."""
        kind = new.target.layer
        old = self.old()
        if (narrowed := self._narrowed_anchor(new, old)) is not None:
            return narrowed
        relation = next((x for x in old if self._may_refer(x, kind)), None)
        if relation is not None and not conjuncts(new.target.where) and new.intent == "select":
            return self._new_anchor(relation, new.target, old)
        stays = [x for x in old if is_region(x, self.card) or self._fits(x, kind)]
        where = joined(merged(stays, conjuncts(new.target.where), self.card))
        target = new.target.model_copy(update={"where": where})
        intent = self.before.intent if not self.lists and new.intent == "select" else new.intent
        if intent not in ("count", "exists"):
            return new.model_copy(update={"target": target})
        output = self.before.output if intent == self.before.intent else new.output
        return new.model_copy(update={"target": target, "intent": intent, "output": output})

    def relations_to(self, kind: str, old: list[ir.Cond] | None = None) -> list[ir.RelCond]:
        """The conditions of the query before that relate its features to those of a kind."""
        conds = self.old() if old is None else old
        found = [x for x in conds if isinstance(x, ir.RelCond) and not is_region(x, self.card)]
        return [x for x in found if isinstance(x.to, ir.Set) and x.to.layer == kind]

    def _narrowed_anchor(self, new: ir.Query, old: list[ir.Cond]) -> ir.Query | None:
        """``only normal faults`` after a question for deposits near faults: those that it spoke of."""
        if self.lists or new.intent != "select" or new.order or new.value is not None:
            return None
        found = self.relations_to(new.target.layer, old)
        if len(found) != 1:
            return None
        relation = found[0]
        assert isinstance(relation.to, ir.Set)  # noqa: S101  # chosen so above
        where = joined(merged(list(conjuncts(relation.to.where)), conjuncts(new.target.where), self.card))
        names = new.target.names or relation.to.names
        anchor = relation.to.model_copy(update={"where": where, "names": names, "span": new.target.span})
        made = relation.model_copy(update={"to": anchor})
        whole = joined([made if x is relation else x for x in old])
        target = self.before.target.model_copy(update={"where": whole, "span": None, "assumed": self.reason})
        return self.before.model_copy(update={"target": target})

    def _fits(self, cond: ir.Cond, kind: str) -> bool:
        """Whether a relation of the query before makes sense for another kind of feature."""
        return isinstance(cond, ir.RelCond) and not (isinstance(cond.to, ir.Set) and cond.to.layer == kind)

    def _may_refer(self, cond: ir.Cond, kind: str) -> bool:
        """Whether `kind` can stand where the anchor of a relation stands."""
        if not isinstance(cond, ir.RelCond) or not isinstance(cond.to, ir.Set) or is_region(cond, self.card):
            return False
        types = self.card.entity_types
        shape, anchor = types[kind].geometry, types[cond.to.layer].geometry
        return cond.to.layer != kind and shape == anchor and shape != types[self.before.target.layer].geometry

    def _new_anchor(self, relation: ir.Cond, anchor: ir.Set, old: list[ir.Cond]) -> ir.Query:
        assert isinstance(relation, ir.RelCond)  # noqa: S101  # _may_refer has seen to it
        update: dict[str, Any] = {"to": anchor}
        original = next(
            (x for x in conjuncts(self.before.target.where) if slot(x, self.card) == slot(relation, self.card)),
            None,
        )
        reasons = {say("carried", "en"), say("carried", "zh"), None}
        if original is not None and original.assumed not in reasons and relation.max_m is not None:
            near = self.card.entity_types[anchor.layer].near_m
            label = self.card.entity_types[anchor.layer].plural.in_(self.language)
            update |= {"max_m": near}
            update["assumed"] = say(
                "assumed_near", self.language, word=label, distance=number(near / 1000, self.language)
            )
        made = relation.model_copy(update=update)
        where = joined([made if x is relation else x for x in old])
        target = self.before.target.model_copy(update={"where": where, "span": None, "assumed": self.reason})
        return self.before.model_copy(update={"target": target})

    def related(self, new: ir.Query) -> ir.Query | None:
        """Features of the kind the last question related its features to: ``show the faults too``."""
        for cond in conjuncts(self.before.target.where):
            if isinstance(cond, ir.RelCond) and isinstance(cond.to, ir.Set) and cond.to.layer == new.target.layer:
                if is_region(cond, self.card) or isinstance(cond, ir.Not):
                    continue
                return self._related(cond, new)
        return None

    def _related(self, cond: ir.RelCond, new: ir.Query) -> ir.Query:
        assert isinstance(cond.to, ir.Set)  # noqa: S101  # the caller has looked
        those = self.those(ir.Set(layer=self.before.target.layer, assumed=self.reason))
        rel = {"within": "contains", "contains": "within"}.get(cond.rel, cond.rel)
        back = ir.RelCond(rel=rel, to=those, min_m=cond.min_m, max_m=cond.max_m, assumed=self.reason)
        own = [carried(x, self.reason) for x in conjuncts(cond.to.where)]
        conditions = merged([*own, back], conjuncts(new.target.where), self.card)  # type: ignore[list-item]
        target = new.target.model_copy(
            update={"where": joined(conditions), "names": new.target.names or cond.to.names}
        )
        return new.model_copy(update={"target": target})
