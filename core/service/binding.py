"""Binding a layer to a kind of feature and its columns to attributes: checked, saved, taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.database.registry import list_layers
from core.errors import SettingsError
from core.service.app import MineralApp
from core.service.binding_check import faults
from core.service.binding_form import Binding, BoundColumn, NewKind, binding_of, state_from
from core.service.layer_facts import facts_of_layer
from core.service.mapping_notes import MappingError, Note, failed
from core.service.mapping_state import MappingState, state_of
from core.service.mapping_store import MappingStore, Revision, undoable
from core.settings import Settings
from core.vocabulary.mappings import Mappings, TableEntry, load_mappings
from core.vocabulary.proposals import Proposal

__all__ = [
    "Binding", "BoundColumn", "MappingError", "NewKind", "Note", "Present", "bind_layer",
    "binding_of", "check_type", "from_proposal", "mappings_of", "present", "save_binding", "state_from", "unbind",
    "undo_binding",
]  # fmt: skip


@dataclass(frozen=True)
class Present:
    """The mapping of a layer as it is now."""

    state: MappingState
    mark: str
    """Give it to :func:`save_binding`: a change that somebody else made meanwhile is then not overwritten."""
    history: tuple[Revision, ...] = field(default_factory=tuple)
    """Its changes, newest first."""

    @property
    def undoable(self) -> Revision | None:
        """The change that :func:`undo_binding` would take back."""
        return undoable(self.history)


def mappings_of(settings: Settings) -> Mappings:
    """The vocabulary with the mappings made here.

    Raises:
        SettingsError: a file is malformed.
    """
    return MappingStore(settings.local_mappings_dir).read().over(load_mappings(settings.mappings_dir))


def present(settings: Settings, table: str) -> Present:
    """The mapping of layer `table` and its history."""
    store = MappingStore(settings.local_mappings_dir)
    local = store.read()
    state = state_of(local.over(load_mappings(settings.mappings_dir)), table, local.kinds)
    return Present(state, state.mark(), store.history(table))


def from_proposal(proposal: Proposal, title_en: str, title_zh: str) -> Binding:
    """What is filled in before a person looks at it: everything proposed for the most probable kind."""
    columns = tuple(
        BoundColumn(
            x.column, x.attribute, x.unit or "", x.separators, {v.raw: v.concepts for v in x.values if v.concepts}
        )
        for x in proposal.columns
    )
    return Binding(proposal.entity_type or "", title_en, title_zh, columns)


def save_binding(app: MineralApp, table: str, binding: Binding, expected: str | None = None) -> Revision:
    """Check `binding` and make it the mapping of the loaded layer `table`; the next question sees it.

    Args:
        expected: :attr:`Present.mark` of the mapping that was edited; None overwrites whatever is there.

    Raises:
        MappingError: it has faults (`faults` holds a sentence for each), or was changed meanwhile.
        SettingsError: the mapping files cannot be written.
    """
    record = next((x for x in list_layers(app.database) if x.table == table), None)
    if record is None:
        raise failed("no_layer", table=table)
    # Without the reader of questions, which is made anew once, after the change.
    mappings = mappings_of(app.settings) if app.settings.card is None else app.context().mappings
    found = faults(binding, facts_of_layer(app.database, record), mappings)
    if found:
        raise MappingError(found)
    before = present(app.settings, table).state
    revision = _store(app).change(_shipped(app), table, state_from(binding, mappings, before), expected)
    app.refresh()
    return revision


def unbind(app: MineralApp, table: str, expected: str | None = None) -> Revision:
    """Let questions no longer see a layer; its columns stay remembered in the history.

    Raises:
        MappingError: it is not bound, or was changed meanwhile.
    """
    revision = _store(app).change(_shipped(app), table, MappingState(), expected)
    app.refresh()
    return revision


def undo_binding(app: MineralApp, table: str) -> Revision:
    """Take the last change of the mapping of `table` back.

    Raises:
        MappingError: there is none, or the mapping was changed outside of its history.
    """
    revision = _store(app).undo(_shipped(app), table)
    app.refresh()
    return revision


def check_type(entity_type: str, mappings: Mappings) -> None:
    """Make sure `entity_type` exists.

    Raises:
        SettingsError: it does not; the hint lists those that do.
    """
    known = [e.id for e in mappings.entity_types]
    if entity_type not in known:
        raise SettingsError(
            f"There is no kind of feature “{entity_type}”.",
            f"Known kinds: {', '.join(known)}.",
            sentence_zh=f"没有要素类型“{entity_type}”。",
            hint_zh=f"可用类型：{'、'.join(known)}。",
        )


def bind_layer(settings: Settings, table: str, entity_type: str, title: str) -> bool:
    """Say only of which kind the features of `table` are; columns stay as they were. Returns whether this is new.

    Raises:
        SettingsError: a mapping file cannot be read or written.
    """
    now = present(settings, table).state
    if now.table is not None and now.table.entity_type == entity_type:
        return False
    plain: Mapping[str, object] = {"entity_type": entity_type, "title": {"en": title, "zh": title}}
    fresh = TableEntry.model_validate(plain)
    kept = now.table.model_copy(update={"entity_type": entity_type}) if now.table is not None else fresh
    state = MappingState(table=kept, columns=now.columns, kind=None)
    MappingStore(settings.local_mappings_dir).change(load_mappings(settings.mappings_dir), table, state)
    return True


def _store(app: MineralApp) -> MappingStore:
    return MappingStore(app.settings.local_mappings_dir)


def _shipped(app: MineralApp) -> Mappings:
    return load_mappings(app.settings.mappings_dir)
