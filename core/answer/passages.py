"""Claims from documents: quotations with their place, never a paraphrase."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.answer.fragments import ClaimKind, Fragment, fill
from core.answer.material import Material
from core.answer.model import Citation
from core.answer.phrases import phrase
from core.knowledge.passages import Passage
from core.query.result import FeatureRef

QUOTED = 3
"""Passages quoted in the text."""
QUOTE_CHARACTERS = 420

_END = re.compile(r"[.!?](?=\s|$)|[。！？]")


def passage_claims(material: Material) -> Iterator[tuple[ClaimKind, Fragment, FeatureRef | None]]:
    """The best passages as quotations, best first."""
    for passage in material.passages[:QUOTED]:
        yield "passage", _quotation(material, passage), None


def _quotation(material: Material, passage: Passage) -> Fragment:
    text = excerpt(passage.text)
    headings = passage.heading[1:] if passage.heading[:1] == (passage.title,) else passage.heading
    where = " › ".join((passage.title, *headings))
    return fill(
        phrase("passage", material.language),
        quote=_cite(passage, f"“{text}”", text),
        document=_cite(passage, where, where),
    )


def excerpt(text: str, limit: int = QUOTE_CHARACTERS) -> str:
    """The beginning of `text` as whole sentences up to `limit` characters; a longer sentence is cut and marked."""
    words = " ".join(text.split())
    if len(words) <= limit:
        return words
    ends = [m.end() for m in _END.finditer(words) if m.end() <= limit]
    return words[: ends[-1]] if ends else words[: limit - 1] + "…"


def _cite(passage: Passage, text: str, value: str) -> Citation:
    return Citation(
        number=0,
        kind="passage",
        text=text,
        column=passage.document,
        value=value,
        source=passage.title,
        quote=passage.text,
    )
