"""The five headings of an assessment, filled from documents, layers and kept analyses; an empty one says why.

The headings are those of the reports of *Intent-Driven Hybrid Semantic–Spatial RAG for Intelligent Prospecting
with GIS Visualization*: background, clues, geochemistry, zoning, recommendations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby

from core.answer.assessed.findings import Finding
from core.answer.assessed.geochemistry import Asked, Geochemistry
from core.answer.assessed.words import closed, say
from core.answer.assessed.zoning import PRODUCT, TRUSTED, Zoning
from core.answer.caveats import gaps
from core.answer.compose import drafts
from core.answer.fragments import ClaimKind, Fragment, Sources, fill, fragment
from core.answer.material import Material
from core.answer.model import Claim
from core.answer.passages import passage_claims
from core.errors import Language

SECTIONS = ("background", "clues", "geochemistry", "zoning", "recommendations")


@dataclass(frozen=True)
class Assessed:
    """What an assessment is composed from."""

    base: Material
    """The question, with passages and findings."""
    association: Finding | None = None
    prospectivity: Finding | None = None
    occurrences: tuple[Material, ...] = ()
    """Answered queries about known occurrences."""
    empty: dict[str, str] = field(default_factory=dict)
    """Section → why it is empty, as a sentence."""
    asked: Asked = field(default_factory=Asked)
    """The elements that the question speaks of."""
    known: tuple[str, ...] = ()
    """Entity types of known occurrences."""
    near: tuple[str, ...] = ()
    """Entity types whose distance from an anomaly is told."""
    notes: tuple[Fragment, ...] = ()
    """What must be known of the findings: out of date, invented, another area."""

    @property
    def language(self) -> Language:
        """The language of the answer."""
        return self.base.language


def heading(section: str, language: Language) -> str:
    """The heading of a section."""
    return say(section, language)


def by_section(claims: Iterable[Claim]) -> list[tuple[str, list[Claim]]]:
    """Claims under their headings, in order; "" for those before the first and behind the last."""
    return [(name, list(inside)) for name, inside in groupby(claims, key=lambda x: x.section)]


def assess(assessed: Assessed) -> tuple[tuple[Material, tuple[Claim, ...]], ...]:
    """The claims of an assessment in reading order, each with the material it is checked against."""
    sources = Sources()
    made: list[tuple[Material, tuple[Claim, ...]]] = []
    unused = (sources.claim("caveat", x, language=assessed.language) for x in gaps(assessed.base))
    made.extend((assessed.base, (x,)) for x in unused)
    for section in SECTIONS:
        for material, kind, words in _section(assessed, section):
            claim = sources.claim(kind, words, language=assessed.language)
            made.append((material, (replace(claim, section=section),)))
    notes = (sources.claim("caveat", x, language=assessed.language) for x in assessed.notes)
    made.extend((assessed.base, (x,)) for x in notes)
    return tuple(made)


Piece = tuple[Material, ClaimKind, Fragment]


def _section(assessed: Assessed, section: str) -> Iterator[Piece]:
    if reason := assessed.empty.get(section):
        yield assessed.base, "caveat", fragment(reason)
        return
    yield from {
        "background": _background,
        "clues": _clues,
        "geochemistry": _geochemistry,
        "zoning": _zoning,
        "recommendations": _recommendations,
    }[section](assessed)


def _background(assessed: Assessed) -> Iterator[Piece]:
    for kind, words, _ in passage_claims(assessed.base):
        yield assessed.base, kind, words


def _clues(assessed: Assessed) -> Iterator[Piece]:
    for material in assessed.occurrences:
        for kind, words, _ in drafts(material):
            if kind in ("summary", "zero"):
                yield material, kind, words


def _geochemistry(assessed: Assessed) -> Iterator[Piece]:
    if assessed.association is not None:
        told = Geochemistry(assessed.association, assessed.language, assessed.asked, assessed.near)
        for words in told.summary():
            yield assessed.base, "summary", words
        for words in told.clusters():
            yield assessed.base, "row", words


def _zoning(assessed: Assessed) -> Iterator[Piece]:
    found = assessed.prospectivity
    if found is None:
        return
    told = Zoning(found, assessed.language)
    for words in told.summary():
        yield assessed.base, "summary", words
    rows = None
    if found.near is not None:
        yield assessed.base, "summary", told.near()
        rows = sorted(found.near.metres)
    for row in told.best(rows):
        yield assessed.base, "row", told.target(row)


def _recommendations(assessed: Assessed) -> Iterator[Piece]:
    language = assessed.language

    def plain(key: str) -> Piece:
        return assessed.base, "summary", fragment(say(key, language))

    if assessed.prospectivity is None:
        yield plain("advice_model")
    else:
        yield from ((assessed.base, "summary", x) for x in _about_targets(assessed.prospectivity, language))
    if assessed.association is None:
        yield plain("advice_association")
    elif words := _far_cluster(assessed):
        yield assessed.base, "summary", words
    yield plain("advice_limits")


def _about_targets(found: Finding, language: Language) -> Iterator[Fragment]:
    told = Zoning(found, language)
    if told.verdict not in TRUSTED:
        yield fragment(say("advice_leak" if told.verdict == "leak" else "advice_bad", language))
        return
    rows = sorted(found.near.metres) if found.near is not None else None
    for row in told.best(rows)[:1]:
        if not found.places[PRODUCT][row]["known"]:
            words = fill(
                say("advice_target", language), number=found.place(PRODUCT, row, "target"),
                lon=found.place(PRODUCT, row, "lon", decimals=4), lat=found.place(PRODUCT, row, "lat", decimals=4),
                mean=found.place(PRODUCT, row, "mean", decimals=3),
            )  # fmt: skip
            yield closed(words, language)


def _far_cluster(assessed: Assessed) -> Fragment:
    """The anomaly cluster farthest from what is known, of those led by an element asked about where there are any.

    Nothing when no distances were measured.
    """
    found, language = assessed.association, assessed.language
    if found is None:
        return ()
    told = Geochemistry(found, language, assessed.asked)
    keys = [k for k in found.keys("cluster.") if ".nearest." in k and k.rpartition(".")[2] in assessed.known]
    led = [k for k in keys if told.led(k.split(".")[1])]
    least: dict[str, str] = {}
    for key in led or keys:
        number = key.split(".")[1]
        if number not in least or float(found.value(key)) < float(found.value(least[number])):
            least[number] = key
    if not least:
        return ()
    farthest = max(least.values(), key=lambda k: float(found.value(k)))
    words = fill(
        say("advice_cluster_asked" if led else "advice_cluster", language), number=found.part(farthest, 1),
        leading=found.words(f"cluster.{farthest.split('.')[1]}.leading"), distance=found.metres(farthest),
    )  # fmt: skip
    return closed(words, language)
