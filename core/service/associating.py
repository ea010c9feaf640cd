"""Element association of the opened product: what can be chosen, sensible first choices, running and keeping."""

from __future__ import annotations

from dataclasses import replace

from shapely.geometry.base import BaseGeometry

from core.analysis.association_request import (
    AssociationRequest,
    RockColumn,
    content_columns,
    rock_columns,
    sample_layers,
    usual_elements,
)
from core.analysis.association_run import Step, run_association
from core.analysis.store import Analysis, AnalysisStore, changed_layers
from core.database.engine import Database
from core.errors import AnalysisError
from core.geochem.associate import Plan
from core.geochem.cleaning import Choices
from core.mapping.extents import layers_in, region_bounds
from core.query.cancel import CancelToken
from core.vocabulary.card import Layer, SchemaCard
from core.vocabulary.units import Units


class Associating:
    """Element association on one database."""

    def __init__(self, db: Database, store: AnalysisStore) -> None:
        self.db, self.store = db, store

    def layers(self, card: SchemaCard, region: str | None = None) -> tuple[Layer, ...]:
        """Sample layers that can be analysed, those of the region first and the largest before the others."""
        layers = sample_layers(card)
        bounds = region_bounds(self.db, card, region) if region else None
        if bounds is None:
            return layers
        there = {x.table for x in layers_in(card, bounds)}
        return tuple(sorted(layers, key=lambda x: x.table not in there))

    def elements(self, card: SchemaCard, layer: Layer) -> tuple[str, ...]:
        """Every element and oxide of a layer."""
        return tuple(content_columns(card, layer))

    def rocks(self, card: SchemaCard, layer: Layer) -> tuple[RockColumn, ...]:
        """Columns that may say what the samples lie on, the likeliest first."""
        return rock_columns(card, layer)

    def rock_names(self, card: SchemaCard, rocks: RockColumn) -> tuple[str, ...]:
        """The rocks of a column in the spelling of the data, in alphabetical order."""
        column = card.layer(rocks.table).columns.get(rocks.attribute)
        return tuple(sorted(column.inventory or ())) if column is not None else ()

    def again(self, card: SchemaCard, analysis: Analysis) -> AssociationRequest | None:
        """What a kept analysis was asked for; None when that cannot be asked of the present layers."""
        try:
            request = AssociationRequest.of(analysis.record.settings)
            layer = card.layer(request.layer)
        except (KeyError, TypeError, ValueError):
            return None
        there = set(self.elements(card, layer))
        rocks = request.rocks if request.rocks in self.rocks(card, layer) else None
        missing = not set(request.plan.choices.elements) <= there or rocks != request.rocks
        return None if missing or layer not in self.layers(card) else request

    def start(
        self, card: SchemaCard, layer: str | None = None, region: str | None = None,
        area: BaseGeometry | None = None,
    ) -> AssociationRequest:  # fmt: skip
        """A request to start from: the likeliest layer with its trace elements and what they lie on.

        Raises:
            AnalysisError: no layer of samples is loaded.
        """
        layers = self.layers(card, region)
        if not layers:
            raise AnalysisError(
                "No layer of samples with contents of at least two elements is loaded.",
                "Load one, or give the columns of a loaded one their meaning.",
                sentence_zh="尚未导入含两个以上元素含量的样品图层。",
                hint_zh="请导入，或为已导入图层的列指定含义。",
            )  # fmt: skip
        chosen = card.layer(layer) if layer else layers[0]
        rocks = rock_columns(card, chosen)
        plan = Plan(choices=Choices(elements=usual_elements(card, chosen)), transform="auto")
        return AssociationRequest(chosen.table, region, area, rocks[0] if rocks else None, plan=plan)

    def run(
        self, card: SchemaCard, units: Units, request: AssociationRequest, *, cancel: CancelToken | None = None,
        step: Step = lambda _name, _share: None, plots: bool = True,
    ) -> Analysis:  # fmt: skip
        """Run it and keep the result; see :func:`core.analysis.association_run.run_association`."""
        return run_association(
            self.db, card, units, self.store, request, cancel=cancel, step=step, plots=plots
        )  # fmt: skip

    def kept(self) -> tuple[Analysis, ...]:
        """Kept analyses of this kind, the newest first."""
        return tuple(x for x in self.store.list().analyses if x.record.kind == "association")

    def stale(self, analysis: Analysis) -> tuple[str, ...]:
        """Tables that changed since the analysis was made."""
        return tuple(dict.fromkeys(x.table for x in changed_layers(self.db, analysis.record)))


def with_plan(request: AssociationRequest, **changes: object) -> AssociationRequest:
    """The request with parameters of its plan changed."""
    return replace(request, plan=replace(request.plan, **changes))  # type: ignore[arg-type]
