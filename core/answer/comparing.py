"""What documents say, held against the loaded data: distances of a pair, values of a feature, counts, totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from core.answer import cited
from core.answer.figures import SLACK, Figure, slack_text
from core.answer.fragments import Fragment, fill, fragment
from core.answer.material import Material, StatedOf, is_named, references
from core.answer.model import Citation
from core.answer.passages import excerpt
from core.answer.phrases import phrase
from core.answer.stated import Stated, between, says
from core.answer.stated_kinds import StatedNearest
from core.answer.stated_sums import StatedSum
from core.evidence.types import Evidence, Proximity, Reference
from core.knowledge.passages import Passage
from core.query.result import FeatureRef

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


def telling(passages: Iterable[Passage], found: Material) -> tuple[Passage, ...]:
    """The passages that state a distance between a target of `found` and one of its references."""
    return tuple(dict.fromkeys(p.passage for p in _pairs(passages, found)))


def naming(passages: Iterable[Passage], found: Material) -> tuple[Passage, ...]:
    """The passages that name a target, those that name more of them first."""
    book = _book(found)
    names = [book[e.row.ref] for e in found.evidence[:TARGETS]]
    counted = [(sum(any(says(p.text, n) for n in x) for x in names), p) for p in passages]
    return tuple(p for n, p in sorted(counted, key=lambda x: -x[0]) if n)


def called(found: Material) -> frozenset[str]:
    """What the targets are called: only passages that hold one of these names can say something about them."""
    book = _book(found)
    return frozenset(name for e in found.evidence[:TARGETS] for name in book[e.row.ref])


def comparisons(material: Material) -> Iterator[Fragment]:
    """ "“Report” gives 3 km between A and B; the map gives 2.78 km: they differ."  Conflicts come first."""
    if not material.passages:
        return
    pairs = _pairs(material.passages, material)
    found = [_compared(material, x) for x in pairs]
    found += [x for x in (_compared_value(material, y) for y in material.stated) if x is not None]
    for _, words in sorted(found, key=lambda x: x[0])[:COMPARED]:
        yield words


def sum_words(material: Material, passage: Passage, stated: StatedSum, found: Fragment) -> Fragment:
    """What a sentence counts or sums up, beside `found`, the same as the data have it; () when it says nothing."""
    agrees = stated.agrees(material.result, material.units) if material.result is not None else None
    if agrees is None:
        return ()
    quote = excerpt(stated.sentence)
    return fill(
        phrase("sum_same" if agrees else "sum_other", material.language),
        document=_cite(passage, passage.title),
        quote=_cite(passage, f"“{quote}”", quote),
        found=found,
    )


def _pairs(passages: Iterable[Passage], found: Material) -> Iterator[Pair]:
    """Every statement once, targets in the order of the answer."""
    texts, book = list(passages), _book(found)
    for item in found.evidence[:TARGETS]:
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


def _book(material: Material) -> Mapping[FeatureRef, frozenset[str]]:
    """What targets and named references are called, in any language."""
    found: dict[FeatureRef, set[str]] = {}
    for item in material.evidence[:TARGETS]:
        found.setdefault(item.row.ref, set()).update(item.row.names.values())
        for _, reference in references(item):
            if is_named(reference):
                found.setdefault(reference.ref, set()).add(reference.name)
    by_table: dict[str, set[int]] = {}
    for ref in found:
        by_table.setdefault(ref.table, set()).add(ref.fid)
    for name in material.card.names:
        for fid in by_table.get(name.table, set()).intersection(name.fids):
            found[FeatureRef(name.table, fid)].add(name.text)
    for ref, names in material.spelled.items():
        if ref in found:
            found[ref].update(names)
    return {ref: frozenset(x for x in names if x) for ref, names in found.items()}


def _compared(material: Material, pair: Pair) -> tuple[bool, Fragment]:
    """Whether both agree, and the sentence about it."""
    language, stated = material.language, pair.stated
    agrees = stated.agrees(pair.reference.distance_m)
    words = fill(
        phrase("stated_same" if agrees else "stated_other", language),
        document=_cite(pair.passage, pair.passage.title),
        stated=_stated(material, pair.passage, stated.figure),
        target=cited.row_name(material, pair.evidence.row),
        reference=cited.reference_name(material, pair.evidence, pair.reference),
        measured=cited.measured(material, pair.evidence, pair.proximity, pair.reference),
    )
    return agrees, fragment(words, phrase("stop", language))


def _compared_value(material: Material, held: StatedOf) -> tuple[bool, Fragment] | None:
    """A value of a document beside that of the map, as :func:`_compared`; None where they cannot be compared."""
    if isinstance(held.value, StatedNearest):
        return _compared_nearest(material, held, held.value)
    row = next((e.row for e in material.evidence if e.row.ref == held.ref), None)
    layer, stated = material.layer(held.ref.table), held.value
    value = row.values.get(stated.attribute) if row is not None else None
    if row is None or layer is None or value is None:
        return None
    agrees = stated.agrees(value, layer, material.card, material.units)
    shown = cited.attribute_value(material, row, stated.attribute)
    if agrees is None or shown is None:
        return None
    exact = stated.figure is None or material.card.attributes[stated.attribute].kind == "year"
    said = _cite(held.passage, stated.text) if exact or stated.figure is None else None
    words = fill(
        phrase("value_same" if agrees else "value_other", material.language),
        document=_cite(held.passage, held.passage.title),
        stated=said or _stated(material, held.passage, stated.figure),
        attribute=material.card.attributes[stated.attribute].labels.in_(material.language),
        target=cited.row_name(material, row),
        value=shown,
    )
    return agrees, fragment(words, phrase("stop", material.language))


def _compared_nearest(material: Material, held: StatedOf, stated: StatedNearest) -> tuple[bool, Fragment] | None:
    """A distance to the nearest of a kind, as :func:`_compared_value`."""
    item = next((e for e in material.evidence if e.row.ref == held.ref), None)
    near = [
        (p.nearest.distance_m, i, p, p.nearest)
        for i, p in enumerate(item.proximity if item is not None else ())
        if p.entity_type == stated.entity_type and p.nearest is not None
    ]
    if item is None or not near:
        return None
    distance, _, proximity, nearest = min(near, key=lambda x: x[:2])
    agrees, language = stated.agrees(distance), material.language
    label = phrase("nearest_of", language).format(label=material.label(stated.entity_type))
    name = cited.reference_name(material, item, nearest) if is_named(nearest) else None
    words = fill(
        phrase("stated_same" if agrees else "stated_other", language),
        document=_cite(held.passage, held.passage.title),
        stated=_stated(material, held.passage, stated.figure),
        target=cited.row_name(material, item.row),
        reference=fragment(label) if name is None else fill("{label} ({name})", label=label, name=name),
        measured=cited.measured(material, item, proximity, nearest),
    )
    return agrees, fragment(words, phrase("stop", language))


def _stated(material: Material, passage: Passage, figure: Figure | None) -> Fragment:
    """A number as the document has it, with what it may be off as written: "3 km (± 0.5 km)"."""
    if figure is None:
        return ()
    stated = _cite(passage, figure.text)
    if figure.bound or not figure.slack:
        return fragment(stated)
    unit = material.units.label(figure.unit, material.language)
    off = slack_text(figure.slack, unit, material.language)
    return fill(phrase("as_written", material.language), stated=stated, slack=slack_citation(passage, figure, off))


def _cite(passage: Passage, text: str, value: str | None = None) -> Citation:
    return Citation(
        number=0, kind="passage", text=text, column=passage.document, value=value or text, source=passage.title,
        quote=passage.text,
    )  # fmt: skip


def slack_citation(passage: Passage, figure: Figure, text: str) -> Citation:
    """What a number of a passage may be off; found again from the number itself."""
    return replace(_cite(passage, text, figure.text), unit=SLACK)
