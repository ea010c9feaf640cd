"""The list behind the numbers in square brackets: each source once, in words."""

from __future__ import annotations

from dataclasses import dataclass

from core.answer.model import Answer, Citation
from core.query.result import FeatureRef


@dataclass(frozen=True)
class Source:
    """One numbered source of an answer."""

    number: int
    kind: str
    text: str
    """Where it is, in words: layer and row, document and heading, or the question."""
    refs: tuple[FeatureRef, ...]
    quote: str
    """The stored value or the quoted passage."""


def sources(answer: Answer) -> tuple[Source, ...]:
    """The sources of the claims of `answer`, by number."""
    found: dict[int, Citation] = {}
    for claim in answer.claims:
        for citation in claim.citations:
            found.setdefault(citation.number, citation)
    return tuple(
        Source(number, c.kind, _words(c), c.refs, c.quote if c.kind == "passage" else "")
        for number, c in sorted(found.items())
    )


def _words(citation: Citation) -> str:
    rows = " ↔ ".join(f"{r.table} #{r.fid}" for r in citation.refs if r.fid)
    if citation.kind == "cell" and len(citation.refs) > 1:
        rows = f"{citation.refs[0].table} × {len(citation.refs)}"
    if citation.kind == "setting":
        return citation.source
    return " · ".join(x for x in (citation.source, rows) if x)
