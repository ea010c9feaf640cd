"""Fixtures of the made-up layers."""

from tests.core.query.fixtures import ask, made_up, made_up_card, prove

__all__ = ["ask", "made_up", "made_up_card", "prove"]
