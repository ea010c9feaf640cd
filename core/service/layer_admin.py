"""What a data manager does with loaded layers: name, describe, delete, bring back; how far each is answerable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.database.layer_texts import LayerText, describe_layer, layer_texts
from core.database.registry import LayerRecord, list_layers
from core.database.versions import PastLayer, delete_layer, past_layers, restore_layer
from core.service.app import MineralApp
from core.service.binding import mappings_of, present
from core.service.binding_check import labels
from core.service.mapping_notes import Note, failed
from core.service.mapping_store import MappingStore
from core.service.status import LayerInfo
from core.vocabulary.card import Layer
from core.vocabulary.mappings import LabelsEntry, Mappings, load_mappings

State = Literal["answerable", "partly", "not_yet"]
UNKNOWN_SHARE = 0.2
"""Share of values without a meaning from which an attribute is only partly answerable."""


@dataclass(frozen=True)
class Status:
    """How far questions can be answered from a layer, and what is missing."""

    state: State
    notes: tuple[Note, ...] = ()


def status_of(info: LayerInfo, mappings: Mappings) -> Status:
    """Whether questions see the layer, and what of it they do not."""
    layer = info.layer
    if layer is None:
        if info.record.table in mappings.tables:
            return Status("not_yet", (Note("s_unfit"),))
        return Status("not_yet", (Note("s_unbound"),))
    notes = [*_missing(layer, mappings), *_strange(layer, mappings)]
    return Status("partly" if notes else "answerable", tuple(notes))


def words_of(app: MineralApp, info: LayerInfo) -> LayerText:
    """Titles, description and year of a layer, from its mapping, else as they were given, else from its file."""
    given = layer_texts(app.database).get(info.record.table)
    return words(info, given)


def words(info: LayerInfo, given: LayerText | None) -> LayerText:
    """As :func:`words_of`, for words that were looked up already."""
    layer, title = info.layer, info.record.title
    text = given or LayerText(title, title)
    if layer is None:
        return text
    return LayerText(layer.title.en, layer.title.zh, layer.provenance or text.description, text.vintage)


def describe(app: MineralApp, table: str, text: LayerText) -> None:
    """Give a layer other titles, a description and a year; a bound layer is answered under them at once.

    Raises:
        MappingError: a title is missing, or there is no such layer.
    """
    if not text.title_en.strip() or not text.title_zh.strip():
        raise failed("title_missing")
    clean = LayerText(*(x.strip() for x in (text.title_en, text.title_zh, text.description, text.vintage)))
    describe_layer(app.database, table, clean)
    state = present(app.settings, table).state
    if state.table is not None:
        titles = LabelsEntry(en=clean.title_en, zh=clean.title_zh)
        entry = state.table.model_copy(update={"title": titles, "provenance": clean.description})
        if entry != state.table:
            store = MappingStore(app.settings.local_mappings_dir)
            shipped = load_mappings(app.settings.mappings_dir)
            store.change(shipped, table, state.model_copy(update={"table": entry}))
    app.refresh()


def delete(app: MineralApp, table: str) -> None:
    """Take a layer away; :func:`bring_back` returns it with rows, mapping and style.

    Raises:
        DatabaseError: there is no such layer.
    """
    delete_layer(app.database, table)
    app.refresh()


def bring_back(app: MineralApp, table: str, version: int | None = None) -> LayerRecord:
    """Bring back an earlier version of a layer, or a deleted one.

    Raises:
        DatabaseError: there is no such version.
    """
    record = restore_layer(app.database, table, version)
    app.refresh()
    return record


def versions_of(app: MineralApp, table: str) -> tuple[PastLayer, ...]:
    """The earlier versions of a layer, the one that ended last first."""
    return past_layers(app.database, table)


def deleted(app: MineralApp) -> tuple[PastLayer, ...]:
    """The last version of each layer that is not there any more."""
    there = {x.table for x in list_layers(app.database)}
    found: dict[str, PastLayer] = {}
    for past in past_layers(app.database):
        if past.table not in there:
            found.setdefault(past.table, past)
    return tuple(found.values())


def mappings_now(app: MineralApp) -> Mappings:
    """The vocabulary with the mappings made here."""
    return mappings_of(app.settings)


def _missing(layer: Layer, mappings: Mappings) -> list[Note]:
    """Attributes whose column is gone, and a layer without any attribute."""
    known = {x.id: labels(x) for x in mappings.attributes}
    entries = mappings.columns.get(layer.table, {})
    notes = [
        Note("s_column", {"attribute": known.get(a, a), "column": c.column})
        for a, c in entries.items()
        if a not in layer.columns
    ]
    return notes if layer.columns else [*notes, Note("s_empty")]


def _strange(layer: Layer, mappings: Mappings) -> list[Note]:
    """Attributes of which many values mean nothing to questions."""
    known = {x.id: labels(x) for x in mappings.attributes}
    with_concepts = {a for x in mappings.concepts for a in x.attributes}
    notes = []
    for attribute, column in layer.columns.items():
        values = column.inventory or ()
        if attribute in with_concepts and values:
            understood = {x for held in column.concepts.values() for x in held}
            strange = len(set(values) - understood)
            if strange > UNKNOWN_SHARE * len(values):
                told = {"n": strange, "total": len(values), "attribute": known[attribute]}
                notes.append(Note("s_values", told))
    return notes
