"""Grounding of expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.query.grounded import SetNode
from core.query.grounded_expr import ExprNode
from core.query.unbound import UnboundError
from core.query.words import unsupported
from core.question import ir

if TYPE_CHECKING:
    from core.query.ground_conditions import ConditionGrounder


def ground_expr(grounder: ConditionGrounder, node: ir.Expr, target: SetNode) -> ExprNode:
    """An expression on the features of `target`, bound and converted to common units.

    Raises:
        UnboundError: a mention cannot be bound, or the units do not fit together.
    """
    raise UnboundError("unsupported", f"{unsupported('expression', grounder.language)} {target.names} {node.span}")
