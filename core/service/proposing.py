"""Proposals for checked files and loaded layers, with the vocabulary of the opened product."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.database.registry import LayerRecord
from core.service.app import MineralApp
from core.service.cache import Cache
from core.service.layer_facts import facts_of_layer, facts_of_report
from core.vocabulary.headings import load_headings
from core.vocabulary.proposals import Proposal, Weigher, propose

if TYPE_CHECKING:
    from core.ingest.model import Report

_weighers: Cache[Weigher] = Cache("weighers", 2)


def weigher_of(app: MineralApp) -> Weigher:
    """What proposals are weighed with, made once for each state of the mapping files."""
    context = app.context()
    found = _weighers.get(context.key[1:])
    if found is None:
        found = Weigher.of(context.mappings, load_headings(app.settings.mappings_dir))
        _weighers.put(context.key[1:], found)
    return found


def propose_for_report(app: MineralApp, report: Report, entity_type: str | None = None) -> Proposal:
    """What the layer of a checked file probably is.

    Args:
        entity_type: the kind of feature where it is decided already; None chooses the most probable one.
    """
    return propose(facts_of_report(report), weigher_of(app), entity_type)


def propose_for_layer(app: MineralApp, record: LayerRecord, entity_type: str | None = None) -> Proposal:
    """What a loaded layer probably is.

    Raises:
        DatabaseError: the layer is gone.
    """
    return propose(facts_of_layer(app.database, record), weigher_of(app), entity_type)
