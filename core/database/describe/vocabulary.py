"""The vocabulary of a draft: kinds, attributes, concepts, columns and aliases, without clashes between tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from core.database.describe.kinds import Kind
from core.database.describe.live import LiveRelation
from core.database.describe.meanings import concepts_of, endings_of, implied
from core.database.describe.properties import LEVELS, Property
from core.vocabulary.common import Common
from core.vocabulary.identifiers import parse_identifier
from core.vocabulary.mappings import (
    AliasEntry,
    AttributeEntry,
    ColumnEntry,
    ConceptEntry,
    EntityTypeEntry,
    LabelsEntry,
)

SHOWN = 8
"""Attributes shown for a feature."""


class Vocabulary:
    """Grows table by table."""

    def __init__(self, common: Common, places: Collection[str] = ()) -> None:
        self.common = common
        self.places = frozenset(places)
        self.entities: dict[str, EntityTypeEntry] = {}
        self.attributes: dict[str, AttributeEntry] = {}
        self.concepts: dict[str, ConceptEntry] = {}
        self.columns: dict[str, dict[str, ColumnEntry]] = {}
        self.aliases: list[AliasEntry] = []
        self.notes: list[str] = []
        self._tables: dict[str, str] = {}

    def add(self, table: str, kind: Kind, relation: LiveRelation, found: Sequence[Property], name: str) -> None:
        """The table `table` with its columns; `name` is the attribute that names its features."""
        imply: dict[str, dict[str, str]] = {}
        own: dict[str, ColumnEntry] = {}
        for one in found:
            fitted = self._attribute(one, own, kind)
            concepts = {raw: self._concept(x) for raw, x in concepts_of(fitted, self.common, self.places).items()}
            values: dict[str, tuple[str, ...]] = {raw: (x.id,) for raw, x in concepts.items()}
            if fitted.role == "name":
                values = self._endings(fitted, kind, imply)
            own[fitted.id] = ColumnEntry(column=fitted.column.name, unit=fitted.unit, values=values)
            if fitted.role == "plain" and LEVELS & set(parse_identifier(fitted.column.name, {}).words):
                for word, concept in implied(kind.entity, concepts).items():
                    imply[word] = {fitted.id: concept}  # rather than what the ending of a name says
            self.notes.append(self._sentence(relation, fitted))
        self.columns[table] = own
        self._tables[kind.id] = table
        self._entity(kind, relation, imply, name)
        self._exonyms(kind, found)

    def _endings(self, one: Property, kind: Kind, imply: dict[str, dict[str, str]]) -> dict[str, tuple[str, ...]]:
        """Names by their endings, as values of the name."""
        endings = endings_of(one, kind.entity, self.common)
        values: dict[str, tuple[str, ...]] = {}
        own = {x.casefold() for x in (*kind.entity.synonyms, kind.entity.labels.zh, kind.entity.labels.en)}
        for suffix, concept in endings.items():
            self._concept(concept)
            for word in concept.synonyms:
                if word.casefold() not in own:
                    imply.setdefault(word, {})[one.id] = concept.id
            for name in one.column.values or ():
                if name.endswith(suffix):
                    values[name] = (concept.id,)
        return values

    def _attribute(self, one: Property, own: dict[str, ColumnEntry], kind: Kind) -> Property:
        """The attribute of a property: the one there is when it fits, else a new one."""
        known = self.attributes.get(one.id)
        if one.id in own or (known is not None and known.kind != one.kind):
            en, zh = f"{one.en} ({one.column.name})", f"{one.zh}（{one.column.name}）"
            one = replace(one, id=f"{kind.id}_{one.column.name}", en=en, zh=zh)
            known = self.attributes.get(one.id)
        if known is None:
            self.attributes[one.id] = AttributeEntry(
                id=one.id, kind=one.kind, labels=LabelsEntry(en=one.en, zh=one.zh), synonyms=one.synonyms,
                unit=one.unit, dimension=one.dimension,
            )  # fmt: skip
        else:
            more = tuple(dict.fromkeys((*known.synonyms, *one.synonyms)))
            self.attributes[one.id] = known.model_copy(
                update={
                    "synonyms": more,
                    "unit": known.unit or one.unit,
                    "dimension": known.dimension or one.dimension,
                }
            )
        return one

    def _concept(self, one: ConceptEntry) -> ConceptEntry:
        known = self.concepts.get(one.id)
        if known is not None:
            one = known.model_copy(update={"synonyms": tuple(dict.fromkeys((*known.synonyms, *one.synonyms)))})
        self.concepts[one.id] = one
        return one

    def _entity(self, kind: Kind, relation: LiveRelation, imply: dict[str, dict[str, str]], name: str) -> None:
        entity, shown = kind.entity, tuple(self.columns[self._tables[kind.id]])
        geometry = relation.geometry.kind if relation.geometry else "point"
        comment = relation.comment.strip()
        more = (comment,) if 0 < len(comment) <= 24 else ()
        self.entities[kind.id] = EntityTypeEntry(
            id=kind.id,
            labels=entity.labels,
            plural=entity.plural,
            geometry=(geometry,),
            synonyms=tuple(dict.fromkeys((*entity.synonyms, *more, *imply))),
            near_m=kind.near_m,
            name_attribute=name,
            key_attributes=shown[:SHOWN],
            words_imply=imply,
            region=entity.region and geometry == "polygon",
            suffixes=entity.suffixes,
            endings=entity.endings,
            romanise=name in shown and _chinese(relation, self.columns[self._tables[kind.id]][name].column),
        )

    def _exonyms(self, kind: Kind, found: Sequence[Property]) -> None:
        names: Iterable[str] = next((x.column.values or () for x in found if x.role == "name"), ())
        present = set(names)
        for one in self.common.exonyms:
            if set(one.parts or (one.name,)) <= present or not (present or one.parts):
                self.aliases.append(
                    AliasEntry(entity_type=kind.id, canonical=one.name, aliases=one.aliases, parts=one.parts)
                )

    def _sentence(self, relation: LiveRelation, one: Property) -> str:
        unit = f" in {one.unit}" if one.unit else ""
        known = self.attributes[one.id]
        unsure = " (unit unknown)" if one.dimension and not one.unit else ""
        meaning = f"{known.labels.en} ({known.labels.zh}), {one.kind}{unit}{unsure}"
        return f"“{relation.name}”.“{one.column.name}”: {meaning}, from {one.why}."


def _chinese(relation: LiveRelation, column: str) -> bool:
    """Whether the names are Chinese, so that they are also looked for in pinyin."""
    found = relation.column(column)
    if found is None:
        return False
    sample = list(found.values or ())[:20] or list(found.sample)
    return sum(1 for x in sample if parse_identifier(x, {}).cjk) > len(sample) / 2
