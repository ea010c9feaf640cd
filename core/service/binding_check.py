"""Faults of a mapping before it is saved: a sentence for each, naming the column, the word or the unit."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

from core.service.binding_form import Binding, BoundColumn, NewKind, clean, plural
from core.service.mapping_notes import Note
from core.vocabulary.mappings import AttributeEntry, EntityTypeEntry, Mappings
from core.vocabulary.matching import normalise
from core.vocabulary.proposals_model import ColumnFacts, LayerFacts
from core.vocabulary.proposals_values import Meanings
from core.vocabulary.units import Units

FARTHEST_M = 20_000_000.0
Pair = tuple[str, str]
_GEOMETRIES: dict[str, Pair] = {
    "point": ("points", "点"),
    "line": ("lines", "线"),
    "polygon": ("polygons", "面"),
}


def faults(binding: Binding, facts: LayerFacts, mappings: Mappings) -> tuple[Note, ...]:
    """Everything that keeps `binding` from being the mapping of the layer; nothing when it can be saved."""
    return tuple(dict.fromkeys((*_of_layer(binding, facts, mappings), *_of_columns(binding, facts, mappings))))


def geometry_words(kinds: tuple[str, ...]) -> Pair:
    """``points or lines`` in both languages."""
    return " or ".join(_GEOMETRIES[x][0] for x in kinds), "或".join(_GEOMETRIES[x][1] for x in kinds)


def labels(entry: AttributeEntry | EntityTypeEntry) -> Pair:
    """The label of an attribute or kind in both languages."""
    return entry.labels.en, entry.labels.zh


def concept_labels(ids: tuple[str, ...], mappings: Mappings) -> Pair:
    """The labels of some concepts."""
    known = {x.id: x.labels for x in mappings.concepts}
    found = [known.get(x) for x in ids]
    return (
        ", ".join(x.en if x else i for x, i in zip(found, ids, strict=True)),
        "、".join(x.zh if x else i for x, i in zip(found, ids, strict=True)),
    )


def _of_layer(binding: Binding, facts: LayerFacts, mappings: Mappings) -> Iterator[Note]:
    kinds = {x.id: x for x in mappings.entity_types}
    if not binding.title_en.strip() or not binding.title_zh.strip():
        yield Note("title_missing", place="title")
    if binding.kind is not None:
        yield from _of_kind(binding.kind, binding.entity_type, facts, mappings)
    elif not binding.entity_type:
        yield Note("kind_missing", place="kind")
    elif binding.entity_type not in kinds:
        yield Note("kind_unknown", {"kind": binding.entity_type}, "kind")
    else:
        kind = kinds[binding.entity_type]
        if facts.geometry is not None and facts.geometry not in kind.geometry:
            yield _unfit(facts.geometry, labels(kind), kind.geometry)
    if binding.feature_key and binding.feature_key not in {x.attribute for x in binding.columns}:
        known = {x.id: labels(x) for x in mappings.attributes}
        yield Note(
            "key_unknown", {"attribute": known.get(binding.feature_key, binding.feature_key)}, "feature_key"
        )
    words = _words(mappings, binding.entity_type, kinds_too=True)
    for word in clean(binding.extent_words):
        if normalise(word) in words:
            yield Note("word_taken", {"word": word, "meaning": words[normalise(word)]}, "extent_words")


def _of_kind(kind: NewKind, own: str, facts: LayerFacts, mappings: Mappings) -> Iterator[Note]:
    en, zh = kind.label_en.strip(), kind.label_zh.strip()
    if not en or not zh:
        yield Note("kind_label", place="kind")
    if not math.isfinite(kind.near_m) or not 0 < kind.near_m <= FARTHEST_M:
        yield Note("near_bad", place="near")
    if facts.geometry is not None and facts.geometry not in kind.geometry:
        yield _unfit(facts.geometry, (en, zh), kind.geometry)
    others = {
        normalise(w): labels(x)
        for x in mappings.entity_types
        if x.id != own
        for w in (x.labels.en, x.labels.zh, x.plural.en, *x.synonyms)
    }
    words = _words(mappings, own, kinds_too=False)
    more = (en, zh, kind.plural_en.strip() or plural(en) if en else "", *kind.synonyms)
    for word in clean(more):
        plain = normalise(word)
        if plain in others:
            yield Note("kind_taken", {"word": word, "kind": others[plain]}, "synonyms")
        elif plain in words:
            yield Note("word_taken", {"word": word, "meaning": words[plain]}, "synonyms")


def _unfit(geometry: str, kind: Pair, wanted: tuple[str, ...]) -> Note:
    words = {"own": geometry_words((geometry,)), "kind": kind, "wanted": geometry_words(wanted)}
    return Note("kind_geometry", words, "kind")


def _words(mappings: Mappings, own: str, *, kinds_too: bool) -> dict[str, Pair]:
    """Words that mean something already, and what."""
    found: dict[str, Pair] = {}
    if kinds_too:
        for kind in mappings.entity_types:
            if kind.id != own:
                for word in (kind.labels.en, kind.labels.zh, *kind.synonyms):
                    found.setdefault(normalise(word), labels(kind))
    known = [(x.labels, x.synonyms) for x in mappings.attributes]
    known += [(x.labels, x.synonyms) for x in mappings.concepts]
    for label, synonyms in known:
        for word in (label.en, label.zh, *synonyms):
            found.setdefault(normalise(word), (label.en, label.zh))
    return found


def _of_columns(binding: Binding, facts: LayerFacts, mappings: Mappings) -> Iterator[Note]:
    attributes = {x.id: x for x in mappings.attributes}
    columns = {x.name: x for x in facts.columns}
    units, meanings = Units(mappings.units), Meanings.of(mappings.concepts)
    bound = [x for x in binding.columns if x.attribute]
    if not bound:
        yield Note("no_columns", place="columns")
    holders: defaultdict[str, list[str]] = defaultdict(list)
    for one in bound:
        holders[one.attribute].append(one.column)
        if one.column not in columns:
            yield Note("column_unknown", {"column": one.column}, one.column)
        elif one.attribute not in attributes:
            yield Note("attribute_unknown", {"attribute": one.attribute, "column": one.column}, one.column)
        else:
            entry = attributes[one.attribute]
            yield from _of_type(one, entry, columns[one.column], units)
            yield from _of_values(one, entry, mappings, meanings)
    for attribute, held in holders.items():
        if len(held) > 1 and attribute in attributes:
            names = (", ".join(f"“{x}”" for x in held), "、".join(f"“{x}”" for x in held))
            yield Note("attribute_twice", {"attribute": labels(attributes[attribute]), "columns": names}, held[1])


def _of_type(one: BoundColumn, entry: AttributeEntry, column: ColumnFacts, units: Units) -> Iterator[Note]:
    values = {"column": one.column, "attribute": labels(entry), "unit": one.unit}
    if entry.kind in ("number", "year") and not column.numeric:
        yield Note("type_unfit", values, one.column)
        return
    unit = one.unit.strip()
    if entry.dimension is None:
        if unit and entry.kind != "number":
            yield Note("unit_text", values, one.column)
        return
    found = units.find(unit) if unit else None
    if not unit:
        yield Note("unit_missing", values, one.column)
    elif found is None:
        yield Note("unit_unknown", values, one.column)
    elif found[0] != entry.dimension:
        yield Note("unit_unfit", values, one.column)


def _of_values(one: BoundColumn, entry: AttributeEntry, mappings: Mappings, meanings: Meanings) -> Iterator[Note]:
    index = meanings.index(entry.id)
    seen: dict[str, tuple[str, tuple[str, ...]]] = {}
    for raw, ids in one.values.items():
        values = {"raw": raw, "column": one.column, "attribute": labels(entry)}
        for concept in ids:
            if concept not in meanings.concepts or entry.id not in meanings.concepts[concept].attributes:
                yield Note("value_concept", values | {"concept": concept}, one.column)
                return
        known = index.whole(raw)
        if known and set(known) != set(ids):
            told = {"meaning": concept_labels(known, mappings), "wanted": concept_labels(ids, mappings)}
            yield Note("value_taken", values | told, one.column)
        before = seen.setdefault(normalise(raw, fold=False), (raw, ids))
        if set(before[1]) != set(ids):
            told = {"first": concept_labels(before[1], mappings), "second": concept_labels(ids, mappings)}
            yield Note("value_twice", values | told, one.column)
