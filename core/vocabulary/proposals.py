"""Proposals for a layer that nobody bound yet: its kind of feature, and which column holds which attribute.

Everything is weighed from headings (in both languages, as pinyin, cut short, as symbols of elements and formulas),
units, types, ranges, values and geometry.  Nothing is decided: a person sees each proposal with its confidence
and its reasons.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.vocabulary.mappings import EntityTypeEntry
from core.vocabulary.proposals_columns import MANY, Weigher, prefer_chinese
from core.vocabulary.proposals_kinds import rank_kinds
from core.vocabulary.proposals_model import (
    CERTAIN,
    POSSIBLE,
    ColumnFacts,
    ColumnProposal,
    KindProposal,
    LayerFacts,
    Proposal,
    Reason,
    Skipped,
    ValueProposal,
)

__all__ = [
    "CERTAIN", "POSSIBLE", "ColumnFacts", "ColumnProposal", "KindProposal", "LayerFacts", "Proposal", "Reason",
    "Skipped", "ValueProposal", "Weigher", "propose",
]  # fmt: skip
_OWN, _STRANGE, _OTHER_NAME = 0.06, 0.75, 0.3
"""What belonging to the kind of feature adds, and what is left of attributes and names of other kinds."""
Candidates = dict[str, tuple[ColumnProposal, ...]]


def propose(facts: LayerFacts, weigher: Weigher, entity_type: str | None = None) -> Proposal:
    """What `facts` probably is.

    Args:
        facts: the layer, loaded or staged.
        weigher: the vocabulary, made by :meth:`Weigher.of`.
        entity_type: the kind of feature where it is decided already; None chooses the most probable one.
    """
    skipped: list[Skipped] = []
    asked: dict[str, ColumnFacts] = {}
    for column in facts.columns:
        reason = weigher.unasked(column)
        if reason is None:
            asked[column.name] = column
        else:
            skipped.append(Skipped(column.name, reason))
    many = weigher.contents(asked.values()) >= MANY
    candidates = {x: weigher.candidates(y, many_contents=many) for x, y in asked.items()}
    kinds = rank_kinds(facts, candidates, weigher)
    chosen = entity_type or (kinds[0].entity_type if kinds and kinds[0].confidence >= POSSIBLE else None)
    kind = next((x for x in weigher.mappings.entity_types if x.id == chosen), None)
    fitted = {x: _fitted(y, kind, weigher) for x, y in candidates.items()}
    if kind is not None:
        _languages(fitted, asked, kind.name_attribute, weigher)
    taken = _assign(fitted)
    skipped += [Skipped(x, _left_out(fitted[x], taken, weigher)) for x in asked if x not in taken]
    order = {x.name: i for i, x in enumerate(facts.columns)}
    others = {x: tuple(z for z in y if z != taken.get(x)) for x, y in fitted.items()}
    return Proposal(
        kinds, chosen, tuple(taken[x] for x in asked if x in taken), {k: v for k, v in others.items() if v},
        tuple(sorted(skipped, key=lambda x: order[x.column])),
    )  # fmt: skip


def _fitted(
    found: tuple[ColumnProposal, ...], kind: EntityTypeEntry | None, weigher: Weigher
) -> tuple[ColumnProposal, ...]:
    """The candidates of a column with regard to the kind of feature: its own attributes first."""
    if kind is None:
        return found
    own = {*kind.key_attributes, kind.name_attribute}
    kinds = weigher.mappings.entity_types
    others = {a for x in kinds for a in x.key_attributes} - own
    names = {x.name_attribute for x in kinds} - own

    def weighed(one: ColumnProposal) -> ColumnProposal:
        if one.attribute in own:
            return replace(one, confidence=min(one.confidence + _OWN, 0.99))
        if one.attribute in names:
            return replace(one, confidence=one.confidence * _OTHER_NAME)
        if one.attribute in others and one.attribute.rpartition("_")[0] not in own:
            return replace(one, confidence=one.confidence * _STRANGE)
        return one

    return tuple(sorted(map(weighed, found), key=lambda x: (-x.confidence, x.attribute)))


def _languages(fitted: Candidates, asked: Mapping[str, ColumnFacts], name: str, weigher: Weigher) -> None:
    """Where two columns hold names, the Chinese one is the Chinese name."""
    own = f"{name}_zh"
    if own not in weigher.lexicon.attributes:
        return
    named = [x for x, y in fitted.items() if y and y[0].attribute in (name, own)]
    chinese = [x for x in named if prefer_chinese(asked, x)]
    if not chinese or len(chinese) == len(named):
        return
    for column in chinese:
        first = fitted[column][0]
        if first.attribute == name:
            moved = replace(first, attribute=own, reasons=(*first.reasons, Reason("chinese")))
            fitted[column] = (moved, *(x for x in fitted[column][1:] if x.attribute != own))


def _assign(fitted: Candidates) -> dict[str, ColumnProposal]:
    """Column → proposal; each attribute once, the most certain first."""
    pairs = sorted(
        (x for found in fitted.values() for x in found if x.confidence >= POSSIBLE),
        key=lambda x: (-x.confidence, list(fitted).index(x.column), x.attribute),
    )
    taken: dict[str, ColumnProposal] = {}
    used: set[str] = set()
    for one in pairs:
        if one.column not in taken and one.attribute not in used:
            taken[one.column] = one
            used.add(one.attribute)
    return taken


def _left_out(found: tuple[ColumnProposal, ...], taken: Mapping[str, ColumnProposal], weigher: Weigher) -> Reason:
    strong = [x for x in found if x.confidence >= POSSIBLE]
    if not strong:
        return Reason("nothing")
    winner = next(x for x in taken.values() if x.attribute == strong[0].attribute)
    return Reason("taken", {"column": winner.column, "attribute": weigher.lexicon.labels[winner.attribute]})
