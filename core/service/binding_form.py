"""The mapping of a layer as a form holds it, row by row, and the way to and from the mapping files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from core.service.mapping_state import MappingState
from core.vocabulary.card import NEAR_M, GeometryKind
from core.vocabulary.identifiers import identifier_of
from core.vocabulary.mappings import ColumnEntry, EntityTypeEntry, LabelsEntry, Mappings, TableEntry


@dataclass(frozen=True)
class BoundColumn:
    """One column and what it holds."""

    column: str
    attribute: str
    unit: str = ""
    """Unit of the stored numbers; "" for texts and numbers without one."""
    separators: str = ""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Raw value → concept ids, for spellings that the shared vocabulary does not know."""


@dataclass(frozen=True)
class NewKind:
    """A kind of feature that a person defines."""

    label_en: str
    label_zh: str
    plural_en: str = ""
    synonyms: tuple[str, ...] = ()
    geometry: tuple[GeometryKind, ...] = ()
    near_m: float = NEAR_M
    """Distance meant by "near" without a number, metres."""


@dataclass(frozen=True)
class Binding:
    """Everything a form says of one layer."""

    entity_type: str
    """Id of a kind; "" when `kind` defines a new one."""
    title_en: str
    title_zh: str
    columns: tuple[BoundColumn, ...] = ()
    feature_key: str = ""
    """Attribute whose equal values mark the parts of one feature; "": each row is one."""
    extent_words: tuple[str, ...] = ()
    """Place words that mean the whole layer."""
    provenance: str = ""
    kind: NewKind | None = None
    """A new kind, or the changed definition of one that a person defined before."""


def binding_of(state: MappingState) -> Binding | None:
    """The form of a saved mapping, None where the layer is not bound."""
    entry = state.table
    if entry is None:
        return None
    columns = tuple(
        BoundColumn(c.column, a, c.unit or "", c.separators, c.values) for a, c in state.columns.items()
    )
    kind = state.kind
    own = None if kind is None else NewKind(
        kind.labels.en, kind.labels.zh, kind.plural.en, kind.synonyms, kind.geometry, kind.near_m
    )  # fmt: skip
    return Binding(
        entry.entity_type, entry.title.en, entry.title.zh, columns, entry.feature_key or "", entry.extent_words,
        entry.provenance, own,
    )  # fmt: skip


def state_from(binding: Binding, mappings: Mappings, before: MappingState) -> MappingState:
    """The mapping that a form without faults describes."""
    kind = _kind(binding, mappings)
    entity_type = kind.id if kind is not None else binding.entity_type
    old = before.table
    table = TableEntry(
        entity_type=entity_type,
        title=LabelsEntry(en=binding.title_en.strip(), zh=binding.title_zh.strip()),
        feature_key=binding.feature_key or None,
        extent_words=clean(binding.extent_words),
        provenance=binding.provenance.strip(),
        invented=old.invented if old is not None else False,
        source=old.source if old is not None else None,
    )
    columns = {
        x.attribute: ColumnEntry(
            column=x.column, unit=x.unit.strip() or None, separators=x.separators,
            values={k: tuple(v) for k, v in x.values.items() if v},
        )
        for x in binding.columns
        if x.attribute
    }  # fmt: skip
    return MappingState(table=table, columns=columns, kind=kind)


def clean(words: Iterable[str]) -> tuple[str, ...]:
    """Words without blanks around them, each once."""
    return tuple(dict.fromkeys(x.strip() for x in words if x.strip()))


def _kind(binding: Binding, mappings: Mappings) -> EntityTypeEntry | None:
    """The kind that a person defines, with an id made of its English name."""
    new = binding.kind
    if new is None:
        return None
    taken = {x.id for x in mappings.entity_types}
    labels = LabelsEntry(en=new.label_en.strip(), zh=new.label_zh.strip())
    names = {x.name_attribute for x in mappings.entity_types}
    bound = [x.attribute for x in binding.columns if x.attribute]
    return EntityTypeEntry(
        id=binding.entity_type or identifier_of(labels.en, taken),
        labels=labels,
        plural=LabelsEntry(en=new.plural_en.strip() or plural(labels.en), zh=labels.zh),
        geometry=new.geometry,
        synonyms=clean((labels.en, labels.zh, new.plural_en or plural(labels.en), *new.synonyms)),
        near_m=float(new.near_m),
        name_attribute=next((x for x in bound if x in names), "name"),
        key_attributes=tuple(bound),
    )


def plural(word: str) -> str:
    """The English plural of a plain noun: well → wells, survey → surveys, body → bodies, box → boxes."""
    if word[-1:] == "y" and word[-2:-1].lower() not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + ("es" if word.lower().endswith(("s", "x", "z", "ch", "sh")) else "s")
