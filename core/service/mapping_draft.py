"""What the mapping editor starts from: the columns of a layer with what is saved of them or proposed for them."""

from __future__ import annotations

from dataclasses import dataclass

from core.database.registry import LayerRecord
from core.service.app import MineralApp
from core.service.binding_form import Binding, BoundColumn, binding_of
from core.service.cache import Cache
from core.service.layer_facts import facts_of_layer
from core.service.mapping_state import MappingState
from core.service.proposing import weigher_of
from core.vocabulary.proposals import Proposal, propose
from core.vocabulary.proposals_model import ColumnFacts, LayerFacts
from core.vocabulary.proposals_values import Match

_facts: Cache[LayerFacts] = Cache("facts", 16)
_proposals: Cache[Proposal] = Cache("proposals", 32)


@dataclass(frozen=True)
class DraftColumn:
    """One row of the editor."""

    facts: ColumnFacts
    attribute: str = ""
    unit: str = ""
    separators: str = ""
    confidence: float | None = None
    """None for what a person saved."""
    why: tuple[str, str] = ("", "")
    """Reasons in both languages."""


def facts(app: MineralApp, record: LayerRecord) -> LayerFacts:
    """Columns, values and ranges of a layer, looked up once for each version of it.

    Raises:
        DatabaseError: the layer is gone.
    """
    key = (id(app), record.table, record.version, record.loaded_at, record.title)
    found = _facts.get(key)
    if found is None:
        found = facts_of_layer(app.database, record)
        _facts.put(key, found)
    return found


def proposal(app: MineralApp, record: LayerRecord, entity_type: str | None = None) -> Proposal:
    """What the layer probably is, worked out once for each state of layer and vocabulary."""
    weigher = weigher_of(app)
    key = (id(weigher), record.table, record.version, record.loaded_at, record.title, entity_type)
    found = _proposals.get(key)
    if found is None:
        found = propose(facts(app, record), weigher, entity_type)
        _proposals.put(key, found)
    return found


def draft(known: LayerFacts, state: MappingState, found: Proposal | None) -> tuple[DraftColumn, ...]:
    """The rows of the editor, in the order of the columns.

    Args:
        state: what is saved.
        found: proposals for columns of which nothing is saved; None leaves them empty.
    """
    binding = binding_of(state)
    saved = {x.column: x for x in binding.columns} if binding is not None else {}
    used = {x.attribute for x in saved.values()}
    proposed = {x.column: x for x in found.columns if x.attribute not in used} if found is not None else {}
    skipped = {x.column: x.reason for x in found.skipped} if found is not None else {}
    rows = []
    for column in known.columns:
        own, new = saved.get(column.name), proposed.get(column.name)
        if own is not None:
            rows.append(DraftColumn(column, own.attribute, own.unit, own.separators))
        elif new is not None:
            why = (new.why("en"), new.why("zh"))
            rows.append(DraftColumn(column, new.attribute, new.unit or "", new.separators, new.confidence, why))
        else:
            reason = skipped.get(column.name)
            rows.append(DraftColumn(column, why=(reason.say("en"), reason.say("zh")) if reason else ("", "")))
    lost = [x for x in saved.values() if x.column not in {c.name for c in known.columns}]
    return (*rows, *(DraftColumn(ColumnFacts(x.column, False), x.attribute, x.unit, x.separators) for x in lost))


def values_of(
    app: MineralApp, column: BoundColumn, known: LayerFacts, saved: Binding | None
) -> tuple[Match, dict[str, tuple[str, ...]], dict[str, tuple[float, tuple[str, str]]]] | None:
    """Values of a column with a vocabulary: what is understood, own meanings to start from, proposals.

    Returns:
        None where the attribute has no vocabulary or the column no texts; else the match, raw value → concepts
        that are saved or proposed, and raw value → confidence and reason of what is proposed.
    """
    weigher = weigher_of(app)
    entry = weigher.lexicon.attributes.get(column.attribute)
    found = next((x for x in known.columns if x.name == column.column), None)
    if entry is None or found is None or entry.kind not in ("text", "list") or not found.values:
        return None
    if not weigher.meanings.index(entry.id).exact:
        return None
    match = weigher.meanings.match(entry, found.values, column.separators)
    own = next((x.values for x in saved.columns if x.attribute == column.attribute), None) if saved else None
    proposed, _ = weigher.meanings.propose(entry, match)
    start: dict[str, tuple[str, ...]] = dict(own) if own is not None else {x.raw: x.concepts for x in proposed}
    told = {x.raw: (x.confidence, (x.reason.say("en"), x.reason.say("zh"))) for x in proposed}
    return match, start, told if own is None else {}
