"""What documents say about the features of an answer, held against the map: distances of the same pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from core.answer import cited
from core.answer.fragments import Fragment, fill, fragment
from core.answer.material import Material, is_named, references
from core.answer.model import Citation
from core.answer.phrases import phrase
from core.answer.stated import Stated, between, says
from core.evidence.types import Evidence, Proximity, Reference
from core.knowledge.passages import Passage
from core.query.result import FeatureRef
from core.vocabulary.card import SchemaCard

COMPARED = 5
"""Statements of documents that are told."""
TARGETS = 20
"""Targets whose names are looked for."""


@dataclass(frozen=True)
class Pair:
    """A statement about a target and a reference of it."""

    evidence: Evidence
    proximity: Proximity
    reference: Reference
    passage: Passage
    stated: Stated


def telling(passages: Iterable[Passage], evidence: tuple[Evidence, ...], card: SchemaCard) -> tuple[Passage, ...]:
    """The passages that state a distance between a target of `evidence` and one of its references."""
    return tuple(dict.fromkeys(p.passage for p in _pairs(passages, evidence, card)))


def naming(passages: Iterable[Passage], evidence: tuple[Evidence, ...], card: SchemaCard) -> tuple[Passage, ...]:
    """The passages that name a target, those that name more of them first."""
    book = _book(evidence[:TARGETS], card)
    names = [book[e.row.ref] for e in evidence[:TARGETS]]
    counted = [(sum(any(says(p.text, n) for n in x) for x in names), p) for p in passages]
    return tuple(p for n, p in sorted(counted, key=lambda x: -x[0]) if n)


def called(evidence: tuple[Evidence, ...], card: SchemaCard) -> frozenset[str]:
    """What the targets are called: only passages that hold one of these names can say something about them."""
    book = _book(evidence[:TARGETS], card)
    return frozenset(name for e in evidence[:TARGETS] for name in book[e.row.ref])


def comparisons(material: Material) -> Iterator[Fragment]:
    """ "“Report” gives 3 km between A and B; the map gives 2.78 km: they differ." """
    if not material.passages:
        return
    for pair, _ in zip(_pairs(material.passages, material.evidence, material.card), range(COMPARED), strict=False):
        yield _compared(material, pair)


def _pairs(passages: Iterable[Passage], evidence: tuple[Evidence, ...], card: SchemaCard) -> Iterator[Pair]:
    """Every statement once, targets in the order of the answer."""
    texts, book = list(passages), _book(evidence[:TARGETS], card)
    for item in evidence[:TARGETS]:
        own = book[item.row.ref]
        near = [p for p in texts if any(says(p.text, n) for n in own)]
        told: set[tuple[FeatureRef, str]] = set()
        for proximity, reference in references(item) if near else ():
            if not is_named(reference):
                continue
            others = book[reference.ref]
            for passage in near:
                stated = between(passage.text, own, others - own)
                if stated is not None and (reference.ref, stated.sentence) not in told:
                    told.add((reference.ref, stated.sentence))
                    yield Pair(item, proximity, reference, passage, stated)


def _book(evidence: tuple[Evidence, ...], card: SchemaCard) -> Mapping[FeatureRef, frozenset[str]]:
    """What targets and named references are called, in any language."""
    found: dict[FeatureRef, set[str]] = {}
    for item in evidence:
        found.setdefault(item.row.ref, set()).update(item.row.names.values())
        for _, reference in references(item):
            if is_named(reference):
                found.setdefault(reference.ref, set()).add(reference.name)
    by_table: dict[str, set[int]] = {}
    for ref in found:
        by_table.setdefault(ref.table, set()).add(ref.fid)
    for name in card.names:
        for fid in by_table.get(name.table, set()).intersection(name.fids):
            found[FeatureRef(name.table, fid)].add(name.text)
    return {ref: frozenset(x for x in names if x) for ref, names in found.items()}


def _compared(material: Material, pair: Pair) -> Fragment:
    language, stated = material.language, pair.stated
    key = "stated_same" if stated.agrees(pair.reference.distance_m) else "stated_other"
    words = fill(
        phrase(key, language),
        document=_cite(pair.passage, pair.passage.title),
        stated=_cite(pair.passage, stated.text),
        target=cited.row_name(material, pair.evidence.row),
        reference=cited.reference_name(material, pair.evidence, pair.reference),
        measured=cited.measured(material, pair.evidence, pair.proximity, pair.reference),
    )
    return fragment(words, phrase("stop", language))


def _cite(passage: Passage, text: str) -> Citation:
    return Citation(
        number=0, kind="passage", text=text, column=passage.document, value=text, source=passage.title,
        quote=passage.text,
    )  # fmt: skip
