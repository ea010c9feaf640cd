"""Prospectivity runs of the opened product: what can be chosen, running, keeping, and the map's raster."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from shapely.geometry.base import BaseGeometry

from core.analysis.prospect_choices import Roles, label_attributes, label_layers, near, read_roles, start
from core.analysis.prospect_data import preview
from core.analysis.prospect_keep import keep
from core.analysis.prospect_progress import Tell
from core.analysis.prospect_read import commonest, only_region, region_shape, usual_area
from core.analysis.prospect_request import LabelRule, ProspectRequest, RasterFeature
from core.analysis.prospect_run import run
from core.analysis.prospect_turns import turn
from core.analysis.store import Analysis, AnalysisStore, changed_layers
from core.database.engine import Database
from core.errors import AnalysisError, IngestError
from core.prospectivity.features import Feature
from core.prospectivity.grid import GridSpec, Singles
from core.raster import RasterDecisions, RasterStore, load_raster
from core.settings import Settings
from core.vocabulary.card import Labels, SchemaCard
from core.vocabulary.units import Units

MAX_THREADS = 4
PREFIX = "potential_"


class Prospecting:
    """Prospectivity on one database."""

    def __init__(self, db: Database, settings: Settings, store: AnalysisStore) -> None:
        self.db, self.settings, self.store = db, settings, store
        self.rasters = RasterStore(db, settings.local_dir)

    def roles(self) -> Roles:
        """What a run starts from.

        Raises:
            AnalysisError: the file of roles is malformed.
        """
        return read_roles(self.settings.mappings_dir)

    def raster_choices(self) -> tuple[RasterFeature, ...]:
        """Registered rasters that may be evidence; maps of potential are none."""
        return tuple(
            RasterFeature(x.name, x.title, str(self.rasters.path(x)))
            for x in self.rasters.list()
            if not x.name.startswith(PREFIX) and not x.rgb and not x.palette
        )

    def area(self, card: SchemaCard, region: str | None, area: BaseGeometry | None = None) -> BaseGeometry:
        """The study area meant: as drawn, the region, the only region there is, or the box of the occurrences.

        Raises:
            AnalysisError: there is no such region, or nothing that gives labels.
        """
        if area is not None:
            return area
        region = region or only_region(card)
        if region is not None:
            return region_shape(self.db, card, region)
        layers = label_layers(card, self.roles())
        if not layers:
            raise AnalysisError("No layer of occurrences is loaded.", sentence_zh="尚未导入矿产地图层。")
        return usual_area(card, (max(layers, key=lambda x: x.rows).table,))

    def start(
        self, card: SchemaCard, region: str | None, area: BaseGeometry | None = None, *, labels: str | None = None
    ) -> ProspectRequest:
        """The request to start from: the commonest deposit type in the area and the usual evidence.

        Args:
            labels: table of the occurrences, None for the likeliest.

        Raises:
            AnalysisError: nothing that gives labels reaches into the area.
        """
        roles, shape = self.roles(), self.area(card, region, area)
        known = label_layers(card, roles)
        if labels and labels not in {x.table for x in card.layers if x.geometry == "point"}:
            listed = ", ".join(x.table for x in known)
            raise AnalysisError(
                f"There is no layer of points “{labels}”.", f"Layers of occurrences: {listed or 'none'}.",
                sentence_zh=f"没有名为“{labels}”的点图层。", hint_zh=f"矿产地图层：{listed or '无'}。",
            )  # fmt: skip
        region = region or only_region(card)
        request = start(card, roles, shape, region=region if area is None else None, rasters=self.raster_choices())
        table = labels or request.labels.table
        if labels and not near([card.layer(labels)], shape.bounds):
            raise AnalysisError(
                f"“{labels}” does not reach into the study area.", sentence_zh=f"“{labels}”不在研究区内。"
            )
        names = [a for a in label_attributes(card, card.layer(table), roles) if a in roles.label_attributes]
        most = commonest(self.db, card, table, tuple(names), shape)
        rule = LabelRule(table, most[0], (most[1],)) if most else LabelRule(table)
        return replace(request, labels=rule)

    def preview(
        self, card: SchemaCard, units: Units, request: ProspectRequest
    ) -> list[tuple[Feature, Labels, GridSpec, Singles]]:
        """Each feature on a coarse grid as rows from north to south, NaN where there is nothing.

        Raises:
            AnalysisError: the evidence cannot be made.
        """
        grid, evidence, cells, values = preview(self.db, card, units, self.roles(), request)
        found = []
        for i, feature in enumerate(evidence.plan.features):
            whole = np.full(grid.cells, np.nan, np.float32)
            whole[cells] = values[:, i]
            found.append((feature, evidence.labels[feature.name], grid, whole.reshape(grid.height, grid.width)))
        return found

    def earlier(self, request: ProspectRequest) -> Analysis | None:
        """A kept run of the same request on data that have not changed since."""
        plain = _comparable(request)
        for one in self.store.list().analyses:
            if (
                one.record.kind == "prospectivity"
                and _same(one, plain)
                and not changed_layers(self.db, one.record)
            ):
                return one
        return None

    def run(
        self, card: SchemaCard, units: Units, request: ProspectRequest, *, tell: Tell | None = None,
        stop: Callable[[], None] | None = None, workers: int | None = None, scheduler: str | None = None,
        again: bool = False,
    ) -> Analysis:  # fmt: skip
        """Run a request and keep it, with its map among the rasters; the kept one when nothing has changed.

        Two sessions that ask for the same at once do it once.

        Raises:
            AnalysisError: it cannot be run on these data.
            AnalysisCancelledError: `stop` raised; nothing is left.
        """
        with turn(self.store.directory, request, stop or (lambda: None)):
            found = None if again else self.earlier(request)
            if found is None:
                return self._run(card, units, request, tell=tell, stop=stop, workers=workers, scheduler=scheduler)
            if raster_name(found.record.id) not in {x.name for x in self.rasters.list()}:
                self._show(found)  # the program was ended between both
            return found

    def _run(
        self, card: SchemaCard, units: Units, request: ProspectRequest, *, tell: Tell | None,
        stop: Callable[[], None] | None, workers: int | None, scheduler: str | None,
    ) -> Analysis:  # fmt: skip
        roles = self.roles()
        threads = workers or min(MAX_THREADS, os.cpu_count() or 1)
        done = run(
            self.db, card, units, roles, request, tell=tell, stop=stop, workers=threads, scheduler=scheduler
        )
        kept = keep(self.store, self.db, card, roles, done, check=stop or (lambda: None))
        try:
            self._show(kept)
        except BaseException:
            self.store.delete(kept.record.id)
            raise
        return kept

    def delete(self, identifier: str) -> None:
        """Delete a kept run and take its map from the rasters.

        Raises:
            AnalysisError: there is none.
        """
        self.store.delete(identifier)
        try:
            self.rasters.drop(raster_name(identifier))
        except IngestError:
            return  # it was removed by hand

    def restore(self, identifier: str) -> Analysis:
        """Bring a deleted run back, with its map.

        Raises:
            AnalysisError: it is not among the deleted ones.
        """
        found = self.store.restore(identifier)
        self._show(found)
        return found

    def _show(self, kept: Analysis) -> None:
        path = kept.path("potential")
        if path is None or self.db.attached:
            return
        name = raster_name(kept.record.id)
        own, made = kept.record.title, f"{kept.record.created:%Y-%m-%d %H:%M}"
        decisions = RasterDecisions(
            name=name, title=f"{own.en} ({made})", title_zh=f"{own.zh}（{made}）", mode="replace"
        )
        load_raster(self.rasters, path, decisions, source_name=f"{name}.tif")


def raster_name(identifier: str) -> str:
    """Name of the raster of a run among the registered ones."""
    return PREFIX + identifier.removeprefix("prospectivity-").replace("-", "_")


def _comparable(request: ProspectRequest) -> object:
    return ProspectRequest.from_plain(request.plain()).plain()


def _same(one: Analysis, plain: object) -> bool:
    try:
        return ProspectRequest.from_plain(dict(one.record.settings)).plain() == plain
    except AnalysisError:
        return False  # kept by another version
