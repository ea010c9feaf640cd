"""What a change of a mapping does, in words."""

from __future__ import annotations

from collections.abc import Iterator

from core.service.binding_check import concept_labels, labels
from core.service.mapping_notes import Note
from core.service.mapping_state import MappingState
from core.vocabulary.mappings import ColumnEntry, EntityTypeEntry, Mappings

_NONE = ("none", "无")
Pair = tuple[str, str]


def changes(before: MappingState, after: MappingState, mappings: Mappings, language: str) -> list[str]:
    """A sentence for each difference, in the order of the form; nothing for equal states."""
    return [x.say(language) for x in _notes(before, after, mappings)]


def _notes(before: MappingState, after: MappingState, mappings: Mappings) -> Iterator[Note]:
    yield from _of_layer(before, after, mappings)
    if after.table is not None:
        for attribute in dict.fromkeys((*before.columns, *after.columns)):
            old, new = before.columns.get(attribute), after.columns.get(attribute)
            yield from _of_column(_label(attribute, mappings), old, new, mappings)


def _of_layer(before: MappingState, after: MappingState, mappings: Mappings) -> Iterator[Note]:
    old, new = before.table, after.table
    if new is None:
        if old is not None:
            yield Note("d_unbound")
        return
    kinds = {x.id: labels(x) for x in (*mappings.entity_types, *filter(None, (before.kind, after.kind)))}
    name = kinds.get(new.entity_type, new.entity_type)
    if after.kind is not None and (before.kind is None or before.kind.id != after.kind.id):
        yield Note("d_kind_new", {"kind": name})
    elif after.kind is not None and before.kind is not None and after.kind != before.kind:
        yield Note("d_kind_changed", {"kind": name, "what": _kind_changes(before.kind, after.kind)})
    if old is None:
        yield Note("d_bound", {"kind": name})
        return
    if old.entity_type != new.entity_type:
        yield Note("d_kind", {"old": kinds.get(old.entity_type, old.entity_type), "new": name})
    if old.title != new.title:
        yield Note("d_title", {"old": _both(old.title.en, old.title.zh), "new": _both(new.title.en, new.title.zh)})
    if old.provenance != new.provenance:
        yield Note("d_provenance", {"old": old.provenance or _NONE, "new": new.provenance or _NONE})
    if old.feature_key != new.feature_key:
        keys = [_label(x, mappings) if x else _NONE for x in (old.feature_key, new.feature_key)]
        yield Note("d_key", {"old": keys[0], "new": keys[1]})
    if old.extent_words != new.extent_words:
        words = [", ".join(x) or _NONE for x in (old.extent_words, new.extent_words)]
        yield Note("d_words", {"old": words[0], "new": words[1]})


def _of_column(
    label: Pair, old: ColumnEntry | None, new: ColumnEntry | None, mappings: Mappings
) -> Iterator[Note]:
    if new is None:
        if old is not None:
            yield Note("d_removed", {"attribute": label, "column": old.column})
        return
    if old is None:
        values = {"attribute": label, "column": new.column, "unit": new.unit}
        yield Note("d_attribute_unit" if new.unit else "d_attribute", values)
    else:
        if old.column != new.column:
            yield Note("d_column", {"attribute": label, "old": old.column, "new": new.column})
        if old.unit != new.unit:
            yield Note("d_unit", {"attribute": label, "old": old.unit or _NONE, "new": new.unit or _NONE})
        if old.separators != new.separators:
            shown = {"old": old.separators or _NONE, "new": new.separators or _NONE}
            yield Note("d_separators", {"attribute": label} | shown)
    known = old.values if old is not None else {}
    for raw in dict.fromkeys((*known, *new.values)):
        was, now = known.get(raw), new.values.get(raw)
        if now is not None and now != was:
            yield Note("d_value", {"attribute": label, "raw": raw, "meaning": concept_labels(now, mappings)})
        elif now is None and was is not None:
            yield Note("d_value_gone", {"attribute": label, "raw": raw, "meaning": concept_labels(was, mappings)})


def _kind_changes(old: EntityTypeEntry, new: EntityTypeEntry) -> Pair:
    """``near 500 m → 800 m, words …``"""
    en, zh = [], []
    if old.labels != new.labels:
        en.append(f"{_both(old.labels.en, old.labels.zh)} → {_both(new.labels.en, new.labels.zh)}")
        zh.append(en[-1])
    if old.near_m != new.near_m:
        en.append(f"“near” {old.near_m:g} m → {new.near_m:g} m")
        zh.append(f"“附近” {old.near_m:g} m → {new.near_m:g} m")
    if old.synonyms != new.synonyms:
        en.append(f"words {', '.join(new.synonyms)}")
        zh.append(f"词语：{'、'.join(new.synonyms)}")
    if old.geometry != new.geometry:
        en.append(f"geometry {', '.join(new.geometry)}")
        zh.append(f"几何类型 {'、'.join(new.geometry)}")
    if not en:
        return "attributes shown", "所显示的属性"
    return "; ".join(en), "；".join(zh)


def _label(attribute: str, mappings: Mappings) -> Pair:
    return next((labels(x) for x in mappings.attributes if x.id == attribute), (attribute, attribute))


def _both(en: str, zh: str) -> str:
    return en if en == zh else f"{en} / {zh}"
