"""IR nodes of conditions on what stands in an attribute: a value at all, a text pattern, two numbers compared."""

from __future__ import annotations

from collections.abc import Sequence

from core.question import ir
from core.question.grammar.attribute_ir import AttributeBuilder
from core.question.grammar.parts import FieldsPart, KnownPart, TextPart


class PatternBuilder(AttributeBuilder):
    """Turns such conditions into nodes."""

    def known(self, part: KnownPart, entity: str) -> ir.Cond:
        """Whether the value of an attribute is there."""
        attribute = self.attribute_for(part.attributes, entity, part)
        return ir.AttrCond(attr=attribute, op="not_null" if part.present else "is_null", span=self.span(part.uses))

    def text(self, part: TextPart, entity: str) -> ir.Cond:
        """A pattern in a text attribute."""
        attribute = self.attribute_for(part.attributes, entity, part)
        span = self.span(part.uses)
        found = ir.AttrCond(attr=attribute, op=part.op, value=part.text, span=span)
        return ir.Not(not_=found, span=span) if part.negated else found

    def fields(self, part: FieldsPart, entity: str) -> ir.Cond:
        """Two numeric attributes, or the ratio of two and a number, compared."""
        span = self.span(part.uses)

        def expression(readings: Sequence[str]) -> ir.Expr:
            return ir.FieldExpr(field=self.attribute_for(readings, entity, part), span=span)

        left = expression(part.left[0])
        if len(part.left) > 1:
            left = ir.OpExpr(op="/", args=tuple(expression(x) for x in part.left), span=span)
        whole = part.value is not None and part.value == int(part.value)
        number = int(part.value or 0) if whole else part.value
        right = ir.ConstExpr(const=number, span=span) if part.value is not None else expression(part.right)
        found = ir.CmpCond(cmp=(left, part.op, right), span=span)
        return ir.Not(not_=found, span=span) if part.negated else found
