"""Answering with parts switched off, for measuring what each part is worth.

Nothing of the pages or of ``python -m core ask`` reaches this; the evaluation calls :func:`ask_with`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from core.answer.material import Material
from core.answer.model import Answer
from core.query.pipeline import Outcome
from core.query.result import FeatureRef
from core.query.selection import Selection
from core.question import ir
from core.question.reader import Reader
from core.question.reading import Reading
from core.service.app import MineralApp
from core.service.asking import Asking, answer
from core.service.beside import Beside
from core.service.context import Context
from core.service.request import Request, clean
from core.vocabulary.card import Column, Layer, SchemaCard


@dataclass(frozen=True)
class Ablation:
    """Which parts take part; the default is the product."""

    data: bool = True
    """False: documents only, whatever is asked."""
    semantic: bool = True
    """False: all features of the kind in the study area, no other condition."""
    spatial: bool = True
    """False: no reference features, hence no distances."""
    ranking: bool = True
    """False: features in the order of their tables."""
    text: bool = False
    """True: passages of the documents follow the answer from the data."""
    grounding: bool = True
    """False: words are compared with cells and names as they are."""
    referee: bool = True
    """False: neither the sense of a query is checked nor is asked back about words that were not understood."""


def ask_with(app: MineralApp, ablation: Ablation) -> Callable[..., Answer]:
    """A function like :meth:`MineralApp.ask` with parts switched off; nothing is cached or audited."""
    context = app._contexts.current()
    reader = context.reader if ablation.referee else Reader(
        context.card, context.units, context.mappings.name_words, referee=False
    )  # fmt: skip
    context = replace(context, reader=reader)

    def ask(question: str, *, previous: Answer | None = None, selection: Selection | None = None) -> Answer:
        request = Request(clean(question), previous=previous, selection=selection)
        return answer(request, context, app.tools, lambda r, c, t, routing: _Ablated(r, c, t, routing, ablation))

    return ask


@dataclass(frozen=True)
class _Ablated(Asking):
    """One question, answered with parts switched off."""

    ablation: Ablation = Ablation()

    def understood(self, reading: Reading) -> Answer:
        """The answer from the data, from the documents, or from both."""
        if not self.ablation.data:
            return Beside(self).from_documents()
        found = super().understood(reading)
        if not self.ablation.text or found.status != "answered" or found.result is None:
            return found
        told = Beside(self).from_documents()
        return replace(found, claims=(*found.claims, *(c for c in told.claims if c.kind == "passage")))

    def ask_database(self, material: Material, query: ir.Query) -> Outcome:
        """The rows of the query that is left, in the order of their tables when there is no ranking."""
        left = reduced(query, self.context.card, semantic=self.ablation.semantic, spatial=self.ablation.spatial)
        if not self.ablation.grounding:
            left = ir.Query.model_validate(as_spoken(left.model_dump(by_alias=True), self.request.question))
        return super().ask_database(material, left)

    def query_card(self) -> SchemaCard:
        """The vocabulary that mentions are bound with."""
        return self.context.card if self.ablation.grounding else literal(self.context.card)

    def composed(self, material: Material) -> Answer:
        """The checked answer."""
        if not self.ablation.ranking:
            plain = sorted(material.evidence, key=lambda e: _address(e.row.ref))
            material = replace(material, evidence=tuple(plain))
        return super().composed(material)

    @property
    def refereed(self) -> bool:
        """Whether the sense of a query is checked."""
        return self.ablation.referee


def _address(ref: FeatureRef) -> tuple[str, int]:
    return ref.table, ref.fid


def reduced(query: ir.Query, card: SchemaCard, *, semantic: bool, spatial: bool) -> ir.Query:
    """The query without what needs a part that is switched off."""
    if semantic and spatial:
        return query
    where = _without(query.target.where, card, semantic=semantic)
    target = query.target.model_copy(update={"where": where})
    order = tuple(x for x in query.order or () if not isinstance(x.expr, ir.DistanceExpr)) or None
    changes = {"target": target, "order": order if semantic else None, "per_entity": None, "return_": None}
    return query.model_copy(update=changes)


def _without(where: ir.Cond | None, card: SchemaCard, *, semantic: bool) -> ir.Cond | None:
    """The condition without relations to references (and without values, when those are off too)."""
    if where is None or _is_region(where, card):
        return where
    if isinstance(where, ir.RelCond):
        return None
    if isinstance(where, ir.And):
        kept = [c for c in (_without(x, card, semantic=semantic) for x in where.and_) if c is not None]
        return where.model_copy(update={"and_": tuple(kept)}) if len(kept) > 1 else next(iter(kept), None)
    if isinstance(where, ir.Or | ir.Not):
        parts = where.or_ if isinstance(where, ir.Or) else (where.not_,)
        same = all(_without(x, card, semantic=semantic) is x for x in parts)
        return where if same and semantic else None
    return where if semantic else None


def _is_region(where: ir.Cond, card: SchemaCard) -> bool:
    to = where.to if isinstance(where, ir.RelCond) and where.rel == "within" else None
    return isinstance(to, ir.Set) and card.entity_types[to.layer].region


def as_spoken(node: Any, question: str) -> Any:
    """The query with the words of the question where a concept stood."""
    if isinstance(node, dict):
        found = {k: as_spoken(v, question) for k, v in node.items()}
        if isinstance(found.get("value"), str) and "attr" in found and found.get("span"):
            start, end = found["span"]
            found["value"] = question[start:end].strip()
        return found
    return [as_spoken(x, question) for x in node] if isinstance(node, list | tuple) else node


def literal(card: SchemaCard) -> SchemaCard:
    """A card without concepts, and with no other names than stored ones and parts of them."""
    stored: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    for name in card.names:
        if not name.alias:
            stored.setdefault((name.table, name.fids), []).append(name.text)
    kept = (n for n in card.names if not n.alias or any(n.text in x for x in stored.get((n.table, n.fids), ())))
    return replace(card, layers=tuple(_literal(x) for x in card.layers), names=tuple(kept), concepts={})


def _literal(layer: Layer) -> Layer:
    columns: dict[str, Column] = {k: replace(c, concepts={}) for k, c in layer.columns.items()}
    return replace(layer, columns=columns)


__all__ = ["Ablation", "Context", "ask_with", "literal", "reduced"]
