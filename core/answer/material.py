"""Everything an answer is composed from, as one value, with the look-ups that composing needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from core.answer.assessed.findings import Finding
from core.answer.stated_kinds import StatedNearest
from core.answer.stated_values import StatedValue
from core.errors import Language
from core.evidence.types import Evidence, Proximity, Reference
from core.knowledge.passages import Passage
from core.query.result import Binding, FeatureRef, Rows
from core.question import ir
from core.question.reading import Reading, Routing
from core.script import suits
from core.vocabulary.card import EntityType, Layer, Name, SchemaCard
from core.vocabulary.units import Units


@dataclass(frozen=True)
class StatedOf:
    """A value, or a distance to the nearest of a kind, that a passage gives a feature."""

    ref: FeatureRef
    passage: Passage
    value: StatedValue | StatedNearest


@dataclass(frozen=True)
class Material:
    """The facts of one question; composing adds words, never facts."""

    language: Language
    routing: Routing
    reading: Reading
    card: SchemaCard
    units: Units
    bindings: tuple[Binding, ...] = ()
    result: Rows | None = None
    evidence: tuple[Evidence, ...] = ()
    passages: tuple[Passage, ...] = ()
    stated: tuple[StatedOf, ...] = ()
    """What the passages say of attributes of the features in `evidence`."""
    spelled: Mapping[FeatureRef, frozenset[str]] = field(default_factory=dict)
    """How else the passages call features: shorter names that mean one of them only."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Table → name of the file it was loaded from."""
    findings: tuple[Finding, ...] = ()
    """Kept analyses that the answer rests on."""

    @property
    def query(self) -> ir.Query | None:
        """The query of the reading, if it is one."""
        return self.reading.ir.query

    def entity(self, entity_type: str) -> EntityType:
        """The entity type of an id; KeyError when the card has none."""
        return self.card.entity_types[entity_type]

    def label(self, entity_type: str, count: int = 1) -> str:
        """Singular or plural label of an entity type; the id itself when the card does not know it."""
        entity = self.card.entity_types.get(entity_type)
        if entity is None:
            return entity_type
        return (entity.labels if count == 1 else entity.plural).in_(self.language)

    def measure_word(self, entity_type: str) -> str:
        """The Chinese classifier of an entity type: 条 for lines, 件 for samples, 个 for other features."""
        entity = self.card.entity_types.get(entity_type)
        if entity is not None and entity.labels.zh.endswith("样品"):
            return "件"
        return "条" if entity is not None and entity.geometry == ("line",) else "个"

    def layer(self, table: str) -> Layer | None:
        """The layer of a table, None when it is gone."""
        return next((x for x in self.card.layers if x.table == table), None)

    def source(self, table: str) -> str:
        """The line a citation shows for a table: its title and the file it came from."""
        layer = self.layer(table)
        title = layer.title.in_(self.language) if layer is not None else table
        if table not in self.files:
            return title
        return f"{title}（{self.files[table]}）" if self.language == "zh" else f"{title} ({self.files[table]})"

    def feature_name(self, refs: tuple[FeatureRef, ...], fallback: str) -> str:
        """The name of a bound feature in the language of the answer; `fallback` when there is none."""
        names = [n for n in names_of(self.card, refs) if suits(n.text, self.language)]
        if suits(fallback, self.language) and any(n.text == fallback for n in names):
            return fallback
        names.sort(key=lambda n: (n.alias, len(n.text), n.text))
        return names[0].text if names else fallback


def names_of(card: SchemaCard, refs: tuple[FeatureRef, ...]) -> list[Name]:
    """The gazetteer entries of some rows."""
    wanted = {(r.table, r.fid) for r in refs}
    tables = {r.table for r in refs}
    return [n for n in card.names if n.table in tables and any((n.table, fid) in wanted for fid in n.fids)]


def proximities(evidence: Evidence, card: SchemaCard) -> tuple[Proximity, ...]:
    """The relations worth telling: study areas are left out, every row of an answer lies in them."""
    return tuple(
        p
        for p in evidence.proximity
        if p.entity_type not in card.entity_types or not card.entity_types[p.entity_type].region
    )


def references(evidence: Evidence) -> Iterator[tuple[Proximity, Reference]]:
    """Every reference of a target, with the relation it belongs to."""
    for proximity in evidence.proximity:
        if proximity.nearest is not None:
            yield proximity, proximity.nearest
        for reference in proximity.within:
            yield proximity, reference


def bounded(proximity: Proximity) -> bool:
    """Whether counting the references of a relation means something: not for a mere order by distance."""
    topological = proximity.relation not in ("near", "along")
    return topological or proximity.min_m is not None or proximity.max_m is not None


def is_named(reference: Reference) -> bool:
    """Whether a reference has a name of its own rather than an address."""
    return bool(reference.name) and not reference.name.endswith(f"#{reference.ref.fid}")


def is_position(reference: Reference) -> bool:
    """Whether a reference is a bare point, which is called by its coordinates."""
    return not any(x.isalpha() for x in reference.name)
