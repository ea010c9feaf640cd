"""Claims from documents: quotations with their place, never a paraphrase."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from core.answer.fragments import ClaimKind, Fragment, fill, join
from core.answer.material import Material
from core.answer.model import Citation
from core.answer.phrases import phrase
from core.answer.stated import NO_ABBREVIATION, says, sentences
from core.errors import Language
from core.knowledge.passages import Passage
from core.query.result import FeatureRef

QUOTED = 3
"""Passages quoted in the text."""
QUOTE_CHARACTERS = 420

_END = re.compile(rf"{NO_ABBREVIATION}[.!?](?=\s|$)|[。！？]")


def passage_claims(material: Material) -> Iterator[tuple[ClaimKind, Fragment, FeatureRef | None]]:
    """The best passages as quotations, best first."""
    for passage in material.passages[:QUOTED]:
        yield "passage", _quotation(material, passage), None


def naming_claims(material: Material) -> Iterator[tuple[ClaimKind, Fragment, FeatureRef | None]]:
    """What documents say of the targets: for each passage the sentence that names one of them."""
    names = [n for e in material.evidence for n in e.row.names.values() if n]
    names.extend(n for spelled in material.spelled.values() for n in spelled)
    for passage in material.passages[:QUOTED]:
        named = (s for s in sentences(passage.text) if any(says(s, n) for n in names))
        yield "passage", _quotation(material, passage, next(named, None)), None


def _quotation(material: Material, passage: Passage, sentence: str | None = None) -> Fragment:
    text = excerpt(sentence or passage.text.split("\n|")[0].strip() or passage.text)  # tables are no sentences
    headings = passage.heading[1:] if passage.heading[:1] == (passage.title,) else passage.heading
    where = " › ".join((passage.title, *headings))
    page = page_words(passage, material.language)
    place = [_cite(passage, where, where), *([replace(_cite(passage, page, page), unit="page")] if page else [])]
    return fill(
        phrase("passage", material.language),
        quote=_cite(passage, f"“{text}”", text),
        document=join(place, phrase("list_comma", material.language)),
    )


def page_words(passage: Passage, language: Language) -> str:
    """Where a passage stands in a document with pages, "" in one without."""
    if passage.pages is None:
        return ""
    first, last = passage.pages
    if first == last:
        return phrase("on_page", language).format(page=first)
    return phrase("on_pages", language).format(first=first, last=last)


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
