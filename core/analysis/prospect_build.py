"""From layers to evidence: the features of a run, ready to be computed; no occurrence is read here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from core.analysis.association_request import AssociationRequest
from core.analysis.association_samples import read_samples
from core.analysis.prospect_choices import Roles
from core.analysis.prospect_names import family_of, shape_label, value_labels
from core.analysis.prospect_read import Check, beyond, layer_of, read_rows
from core.analysis.prospect_request import (
    CategoryFeature,
    ProspectRequest,
    RasterFeature,
    SampleFeature,
    ShapeFeature,
)
from core.analysis.prospect_words import Note, note
from core.database.engine import Database
from core.errors import AnalysisError
from core.geochem.censored import recode
from core.prospectivity.distance import EXACT_CELLS, MARGIN_M, contacts, crossings
from core.prospectivity.features import (
    Category,
    Density,
    Distance,
    Elements,
    Feature,
    Plan,
    Raster,
    Source,
    components,
    pooled,
)
from core.prospectivity.grid import GridSpec
from core.prospectivity.interpolate import Samples
from core.prospectivity.rasters import RasterReader
from core.vocabulary.card import Labels, SchemaCard
from core.vocabulary.units import Units

CENSORED_LIMIT = 0.4
"""An element with a larger share of samples below the detection limit is left out."""

DERIVED = {
    "crossings": (crossings, "The lines of “{layer}” cross nowhere near the area.",
                  "“{layer}”在研究区附近没有交点。"),
    "contacts": (contacts, "The polygons of “{layer}” touch no other ones near the area.",
                 "“{layer}”在研究区附近没有相互接触的面。"),
}  # fmt: skip
"""Measure → what distances are taken to instead of the features, and what is said when there is none of it."""


@dataclass(frozen=True)
class Evidence:
    """The plan of features with what to call them."""

    plan: Plan
    labels: Mapping[str, Labels]
    """Name of a feature or group → display name."""
    used: Mapping[str, tuple[str, int]]
    """Table → what it was read for, and rows read."""
    notes: tuple[Note, ...]
    values: Mapping[str, tuple[Labels, ...]] = field(default_factory=dict)
    """Name of a feature of categories → what each is called."""

    def called(self, feature: Feature, code: int) -> Labels:
        """What a category of a feature is called."""
        own = feature.categories[code]
        return self.values[feature.name][code] if feature.name in self.values else Labels(own, own)


class Builder:
    """Reads the layers of a request and makes the sources of its features."""

    def __init__(
        self, db: Database, card: SchemaCard, units: Units, *, roles: Roles, grid: GridSpec,
        area: BaseGeometry, check: Check,
    ) -> None:  # fmt: skip
        self.db, self.card, self.units, self.roles, self.grid = db, card, units, roles, grid
        self.box = beyond(area, MARGIN_M)
        self.check = check
        self.labels: dict[str, Labels] = {}
        self.used: dict[str, tuple[str, int]] = {}
        self.notes: list[Note] = []
        self.below: list[str] = []
        self.left: list[str] = []
        self.several: set[str] = set()
        self.values: dict[str, tuple[Labels, ...]] = {}

    def build(self, request: ProspectRequest) -> Evidence:
        """All features of the request, in its order.

        Raises:
            AnalysisError: a layer, attribute or raster is not there or has nothing in reach.
        """
        tables = {x.table for x in request.shapes} | {x.table for x in request.categories}
        if request.labels.table in tables:
            raise AnalysisError(
                "The layer that gives the labels cannot be evidence at the same time.",
                sentence_zh="提供标签的图层不能同时作为证据。",
            )
        kinds = [layer_of(self.card, x).entity_type for x in dict.fromkeys(s.table for s in request.shapes)]
        self.several = {k for k in kinds if kinds.count(k) > 1}
        sources: list[Source] = [self._shapes(x) for x in request.shapes]
        if request.shapes:
            self.notes.append(note("edges", km=f"{MARGIN_M / 1000:g}"))
            if self.grid.cells > EXACT_CELLS:
                self.notes.append(note("approximate", limit=f"{EXACT_CELLS:,}"))
        if request.samples:
            sources.append(self._samples(request.samples))
        sources += [self._category(x) for x in request.categories]
        sources += [self._raster(x) for x in request.rasters]
        return Evidence(Plan(self.grid, sources), self.labels, self.used, tuple(self.notes), self.values)

    def _name(self, name: str, label: Labels) -> str:
        number = 2
        wanted = name
        while name in self.labels:
            name, number = f"{wanted}_{number}", number + 1
        same = sum(x.en.startswith(label.en) for x in self.labels.values())
        self.labels[name] = Labels(f"{label.en} ({same + 1})", f"{label.zh}（{same + 1}）") if same else label
        return name

    def _shapes(self, wanted: ShapeFeature) -> Source:
        layer = layer_of(self.card, wanted.table)
        rows = read_rows(
            self.db, self.card, wanted.table, attribute=wanted.attribute, values=wanted.values, within=self.box,
            check=self.check,
        )  # fmt: skip
        if not rows.shapes:
            raise AnalysisError(
                f"No feature of “{layer.title.en}” lies in the area or near it.", "Take it out of the evidence.",
                sentence_zh=f"“{layer.title.zh}”在研究区及其附近没有要素。", hint_zh="请去掉该证据。",
            )  # fmt: skip
        self.used[wanted.table] = ("evidence", len(rows.shapes))
        shapes = [self.grid.geometry(x) for x in rows.shapes]
        label = shape_label(self.card, wanted, by_title=layer.entity_type in self.several)
        name = self._name(f"{wanted.measure}_{layer.entity_type}", label)
        if wanted.measure == "density":
            lines = [x if shapely.get_dimensions(x) == 1 else shapely.boundary(x) for x in shapes]
            return Density((Feature(name, "density", "km/km²", source=wanted.table),), lines)
        if wanted.measure in DERIVED:
            derived, en, zh = DERIVED[wanted.measure]
            shapes = derived(shapes)
            if not shapes:
                en, zh = en.format(layer=layer.title.en), zh.format(layer=layer.title.zh)
                raise AnalysisError(en, sentence_zh=zh)
        return Distance((Feature(name, "distance", "m", source=wanted.table),), shapes)

    def _category(self, wanted: CategoryFeature) -> Source:
        layer = layer_of(self.card, wanted.table)
        rows = read_rows(
            self.db, self.card, wanted.table, attribute=wanted.attribute, within=self.box, check=self.check
        )
        if not rows.shapes:
            raise AnalysisError(
                f"No polygon of “{layer.title.en}” lies in the area.",
                sentence_zh=f"研究区内没有“{layer.title.zh}”的面。",
            )
        shapes = [self.grid.geometry(x) for x in rows.shapes]
        values = [x or "—" for x in rows.values]
        codes, categories = pooled(values, np.array([x.area for x in shapes]))
        if len(categories) < len(set(values)):
            self.notes.append(note("pooled", layer=layer.title))
        self.used[wanted.table] = ("evidence", len(shapes))
        attribute = self.card.attributes[wanted.attribute].labels
        name = self._name(wanted.attribute, attribute)
        self.values[name] = value_labels(self.card, wanted.table, wanted.attribute, categories)
        feature = Feature(name, "category", categories=categories, source=wanted.table)
        return Category((feature,), shapes, codes)

    def _samples(self, wanted: SampleFeature) -> Source:
        asked = AssociationRequest(wanted.table, area=box(*self.box))
        read = recode(read_samples(self.db, self.card, self.units, asked, self.check)).samples
        names = [x.name for x in read.elements]
        kept: list[str] = []
        columns: list[np.ndarray] = []
        for name in wanted.elements:
            if name not in names:
                raise AnalysisError(
                    f"“{wanted.table}” has no contents of {name}.",
                    sentence_zh=f"“{wanted.table}”没有 {name} 的含量。",
                )
            at = names.index(name)
            column = self._content(name, read.values[:, at], read.limits[:, at])
            if column is not None:
                kept.append(name)
                columns.append(column)
        for code, listed in (("censored", self.below), ("censored_out", self.left)):
            if listed:
                self.notes.append(note(code, elements=", ".join(listed)))
        if not kept:
            raise AnalysisError(
                "No chosen element has enough values above its detection limit.",
                sentence_zh="所选元素高于检出限的数值都太少。",
            )
        self.used[wanted.table] = ("evidence", len(read.lon))
        x, y = self.grid.project(read.lon, read.lat)
        samples = Samples(x, y, np.log1p(np.column_stack(columns)))
        if samples.merged:
            self.notes.append(note("merged", n=f"{samples.merged:,}"))
        return self._elements(wanted, samples, kept)

    def _content(self, name: str, value: np.ndarray, limit: np.ndarray) -> np.ndarray | None:
        below = np.isnan(value) & np.isfinite(limit)
        has = np.isfinite(value) | below
        share = below.sum() / max(has.sum(), 1)
        if not has.any() or share > CENSORED_LIMIT:
            self.left.append(f"{name} {100 * share:.0f} %")
            return None
        if below.any():
            self.below.append(f"{name} {100 * share:.1f} %")
        return np.where(below, limit / np.sqrt(2), value)

    def _elements(self, wanted: SampleFeature, samples: Samples, kept: list[str]) -> Source:
        features = []
        for name in kept:
            label = self.card.attributes[name].labels
            symbol = self.card.attributes[name].element or name
            own = self._name(name, Labels(symbol, symbol) if label.en.startswith(symbol) else label)
            features.append(
                Feature(own, "element", "ln(1+ppm)", family_of(self.card, self.roles, name), source=wanted.table)
            )
        count = min(wanted.components, len(kept))
        rotation = components(samples, count) if count else None
        for i in range(count):
            own = self._name(f"PC{i + 1}", Labels(f"PC{i + 1}", f"PC{i + 1}"))
            features.append(Feature(own, "component", "", "PC", source=wanted.table))
        for group in {f.group for f in features if f.group}:
            concept = self.card.concepts.get(group)
            self.labels[group] = concept.labels if concept else Labels(group, group)
        return Elements(tuple(features), samples, wanted.method, wanted.power, wanted.reach, len(kept), rotation)

    def _raster(self, wanted: RasterFeature) -> Source:
        reader = RasterReader(Path(wanted.path), wanted.band)
        found = reader.suspects()
        if found:
            reader = RasterReader(Path(wanted.path), wanted.band, blanks=found)
            self.notes.append(note("sentinel", warning=True, raster=wanted.title, value=f"{found[0]:g}"))
        name = self._name(wanted.name, Labels(wanted.title, wanted.title))
        return Raster((Feature(name, "raster", source=wanted.name),), reader)
