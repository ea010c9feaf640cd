"""From evidence to claims: a pure function, one style for each kind of question.

Lists and relations: a summary of count and common traits, then one claim a target.  Counts and yes/no: one
sentence.  Nothing found: the count after each condition and what would help.  Words of the question that were not
used come first, caveats last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from core.answer import cited
from core.answer.about import about_drafts
from core.answer.caveats import caveats, gaps, listed
from core.answer.chips import assumptions
from core.answer.comparing import comparisons, sum_words
from core.answer.fragments import ClaimKind, Fragment, Sources, fill, fragment, plain
from core.answer.material import Material
from core.answer.model import Assumption, Citation, Claim
from core.answer.neighbours import neighbours
from core.answer.passages import naming_claims, passage_claims
from core.answer.phrases import phrase
from core.answer.rows import row
from core.answer.stated_sums import StatedSum
from core.answer.summary import counted, existence, summary
from core.answer.tables import nothing_to_compute, table_drafts
from core.answer.thresholds import thresholds
from core.answer.zero import funnel, relaxations, zero
from core.knowledge.passages import Passage
from core.query.result import FeatureRef
from core.question import ir

LISTED = 20
"""Targets told in the text; the table and the map hold up to the row limit."""

Draft = tuple[ClaimKind, Fragment, FeatureRef | None]


def compose(material: Material, sources: Sources | None = None) -> tuple[Claim, ...]:
    """The claims of an answer in reading order, each value cited; `sources` go on where other claims ended."""
    sources = sources or Sources()
    return tuple(
        sources.claim(kind, text, language=material.language, target=target)
        for kind, text, target in drafts(material)
        if text
    )


def compose_knowledge(
    material: Material, rows: Sequence[Material], sums: Iterable[tuple[Material, Passage, StatedSum]]
) -> Iterator[tuple[Material, tuple[Claim, ...]]]:
    """The claims of an answer from documents, each part with the evidence it rests on.

    Args:
        rows: the named features, one material each with its row.
        sums: what passages count of a study area, each with what the data have.
    """
    sources, language = Sources(), material.language
    unnamed = [x for x in rows if not x.passages]
    for own in unnamed:
        words = fill(phrase("no_document_names", language), name=cited.row_name(own, own.evidence[0].row))
        yield own, (sources.claim("summary", words, language=language),)
    yield material, compose(material, sources)
    said: set[str] = set()
    for own in rows:
        told = [
            x for x in drafts(own) if x[1] and x[0] in ("row", "relation", "caveat") and plain(x[1]) not in said
        ]
        said.update(plain(text) for _, text, _ in told)
        yield own, tuple(sources.claim(k, text, language=language, target=ref) for k, text, ref in told)
    for own, passage, stated in sums:
        found = next((text for kind, text, _ in drafts(own) if kind in ("summary", "zero") and text), ())
        words = sum_words(own, passage, stated, found) if found else ()
        if words:
            yield own, (sources.claim("caveat", words, language=language),)


def drafts(material: Material) -> Iterator[Draft]:
    """What is told, before sources are numbered."""
    query, result = material.query, material.result
    if material.reading.about is not None:
        yield from about_drafts(material, material.reading.about)
        return
    if query is None or result is None:
        yield from _quoted(material)
        return
    for text in gaps(material):
        yield "caveat", text, None
    tabled = table_drafts(material, query) if result.total else None
    if result.total == 0:
        yield from _nothing(material, query)
    elif tabled is not None:
        yield from tabled
        for text in thresholds(material):
            yield "summary", text, None
    elif query.intent == "count":
        yield "summary", counted(material, query), None
        for text in thresholds(material):
            yield "summary", text, None
    elif query.intent == "exists":
        yield "summary", existence(material, query), None
    else:
        yield from _listing(material, query)
    for assumption in assumptions(material):
        yield "caveat", _assumed(material, assumption), None
    for text in caveats(material, query):
        yield "caveat", text, None


def _quoted(material: Material) -> Iterator[Draft]:
    yield from passage_claims(material)
    for words in comparisons(material):
        yield "caveat", words, None


def _listing(material: Material, query: ir.Query) -> Iterator[Draft]:
    yield "summary", summary(material, query), None
    for text in thresholds(material):
        yield "summary", text, None
    for evidence in material.evidence[:LISTED]:
        kind: ClaimKind = "relation" if evidence.proximity else "row"
        each = query.per_entity is not None and evidence.proximity
        yield kind, neighbours(material, evidence) if each else row(material, query, evidence), evidence.row.ref
    yield "caveat", listed(material, query, min(LISTED, len(material.evidence))), None
    yield from naming_claims(material)
    for words in comparisons(material):
        yield "caveat", words, None


def _nothing(material: Material, query: ir.Query) -> Iterator[Draft]:
    nothing = nothing_to_compute(material, query)
    yield "zero", nothing or (existence if query.intent == "exists" else zero)(material, query), None
    yield "zero", funnel(material), None
    for text in relaxations(material, query):
        yield "zero", text, None


def _assumed(material: Material, assumption: Assumption) -> Fragment:
    """An assumption as a caveat; the chip shows the same words."""
    language = material.language
    source = phrase("source_assumed", language)
    value, reason = (
        Citation(number=0, kind="setting", text=x, column=f"assumption:{assumption.label}", value=x, source=source)
        for x in (assumption.value, assumption.reason)
    )
    words = fill(phrase("assumption", language), label=assumption.label, value=value, reason=reason)
    return fragment(words, phrase("stop", language))
