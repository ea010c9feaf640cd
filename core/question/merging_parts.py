"""One part of the query before in the place of another: an attribute, a statistic, a limit, a distance, a key."""

from __future__ import annotations

from core.question import ir
from core.question.merging import Merge
from core.question.rewriting import rebuild
from core.question.slots import carried, conjuncts, joined


class PartMerge(Merge):
    """The rules for follow-ups that name one part only."""

    def other_attribute(self, wanted: str) -> ir.Query | None:
        """The query before about another number attribute; None unless it is about exactly one."""
        attributes = self.card.attributes
        spoken: set[str] = set()

        def change(node: ir.Node) -> ir.Node:
            name = {ir.FieldExpr: "field", ir.AttrCond: "attr"}.get(type(node))
            if name is None or attributes.get(getattr(node, name)) is None:
                return node
            if attributes[getattr(node, name)].kind != "number":
                return node
            spoken.add(getattr(node, name))
            return node.model_copy(update={name: wanted, "span": None})

        made = rebuild(self.before, change)
        if len(spoken) != 1:
            return None
        old = spoken.pop()
        measures = tuple(x.model_copy(update={"as_": x.as_.replace(old, wanted)}) for x in made.measures or ())
        made = made.model_copy(update={"measures": measures or made.measures})
        where = joined(carried(x, self.reason) for x in conjuncts(made.target.where))  # type: ignore[misc]
        target = made.target.model_copy(update={"where": where, "span": None, "assumed": self.reason})
        return made.model_copy(update={"target": target})

    def other_statistic(self, wanted: ir.AggName) -> ir.Query | None:
        """The query before with another statistic of the same number; None unless it computed exactly one."""
        measures = self.before.measures or ()
        if len(measures) != 1 or measures[0].expr is None or measures[0].distinct:
            return None
        old = measures[0]
        kept = old.as_.split("_", 1)[-1]
        new = old.model_copy(update={"agg": wanted, "p": None, "as_": f"{wanted}_{kept}", "span": None})
        where = joined(self.old())
        target = self.before.target.model_copy(update={"where": where, "span": None, "assumed": self.reason})
        return self.before.model_copy(update={"measures": (new,), "target": target})

    def regrouped(self, new: ir.Query) -> ir.Query | None:
        """``now by genetic type`` after groups by size: the same groups by another attribute."""
        keys = [x.expr for x in new.order or ()]
        fields = tuple(x for x in keys if isinstance(x, ir.FieldExpr))
        if self.before.intent != "group" or not fields or len(fields) != len(keys) or new.target.where is not None:
            return None
        if new.target.layer != self.before.target.layer or new.limit is not None:
            return None
        target = self.before.target.model_copy(
            update={"where": joined(self.old()), "span": None, "assumed": self.reason}
        )
        return self.before.model_copy(update={"group_by": fields, "target": target, "having": None})

    def threshold(self, value: float, unit: str | None, span: ir.Span) -> ir.Query | None:
        """The query before with another limit in its one comparison of a number; None unless there is one."""
        old = self.old()
        kinds = self.card.attributes
        numeric = [
            i for i, x in enumerate(old)
            if isinstance(x, ir.AttrCond) and x.op in ("<", "<=", ">", ">=") and kinds[x.attr].kind == "number"
        ]  # fmt: skip
        if len(numeric) != 1:
            return None
        cond = old[numeric[0]]
        assert isinstance(cond, ir.AttrCond)  # noqa: S101  # chosen so above
        update = {"value": value, "unit": unit or cond.unit, "span": span, "assumed": None}
        old[numeric[0]] = cond.model_copy(update=update)
        target = self.before.target.model_copy(update={"where": joined(old), "span": None, "assumed": self.reason})
        return self.before.model_copy(update={"target": target})

    def distance(self, low: float | None, high: float | None, span: ir.Span) -> ir.Query | None:
        """The query before with another distance in its measured relation; None unless there is one."""
        old = self.old()
        measured = [i for i, x in enumerate(old) if isinstance(x, ir.RelCond) and x.rel in ("near", "along")]
        if len(measured) != 1:
            return None
        relation = old[measured[0]]
        old[measured[0]] = relation.model_copy(update={"min_m": low, "max_m": high, "span": span, "assumed": None})
        target = self.before.target.model_copy(update={"where": joined(old), "span": None, "assumed": self.reason})
        return self.before.model_copy(update={"target": target})
