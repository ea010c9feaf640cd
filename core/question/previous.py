"""What a follow-up question may refer to: the query before it and whether its features are all known."""

from __future__ import annotations

from dataclasses import dataclass

from core.question import ir


@dataclass(frozen=True)
class Previous:
    """The question before."""

    query: ir.Query
    question: str = ""
    listed: bool = True
    """True when every feature of its answer is known, so that "those" can be bound to rows."""
    full: ir.Query | None = None
    """The same query with "those" of its own spelled out as conditions, where that can be done."""

    @property
    def spelled_out(self) -> ir.Query:
        """The query whose parts a follow-up may replace."""
        return self.full or self.query
