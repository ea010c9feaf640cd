"""Which kept analyses a question rests on, and what lies near the feature that it names."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import shapely

from core.analysis.record import Kind
from core.analysis.store import Analysis, AnalysisStore, changed_layers
from core.answer.assessed.findings import Finding, Near
from core.answer.assessed.zoning import PRODUCT
from core.database.engine import Database
from core.errors import AnalysisError, Language
from core.evidence.measuring import Collection, bounded_pairs
from core.service.assessing_subject import Subject

GEOMETRIES: Mapping[Kind, tuple[str, ...]] = {"prospectivity": (PRODUCT,), "association": ()}


@dataclass(frozen=True)
class Findings:
    """The kept analyses that have something to say to one question."""

    store: AnalysisStore
    subject: Subject
    language: Language

    def first(self, kind: Kind) -> Finding | None:
        """The analysis to answer from: of the very area first, then of one that overlaps it, then the newest."""
        subject = self.subject
        kept = [x for x in self._kept(kind) if subject.meets(x.record)]
        kept.sort(key=lambda x: (not subject.fits(x.record), not subject.same_occurrences(x.record)))
        for analysis in kept:
            try:
                return self._read(analysis)
            except AnalysisError:
                continue
        return None

    def elsewhere(self, kind: Kind) -> bool:
        """Whether analyses are kept, but only of other areas."""
        kept = self._kept(kind)
        return bool(kept) and not any(self.subject.meets(x.record) for x in kept)

    @cached_property
    def _analyses(self) -> tuple[Analysis, ...]:
        return tuple(self.store.list().analyses)

    def _kept(self, kind: Kind) -> list[Analysis]:
        return [x for x in self._analyses if x.record.kind == kind]

    def _read(self, analysis: Analysis) -> Finding:
        found = read_finding(analysis, self.subject.db, self.language)
        shapes = tuple(
            shapely.geometry.shape(x["geometry"])
            for product in GEOMETRIES[analysis.record.kind] for x in _features(analysis, product)
        )  # fmt: skip
        return replace(found, near=self._near(shapes) if shapes else None)

    def _near(self, shapes: Sequence[Any]) -> Near | None:
        """Which of `shapes` lie within the usual distance of the feature that the question names."""
        name = self.subject.feature
        if name is None:
            return None
        radius = self.subject.card.entity_types[name.entity_type].near_m
        own = self.subject.geometries(name)
        if not own:
            return None
        reach = np.full(len(shapes), radius)
        metres: dict[int, float] = {}
        for pairs in bounded_pairs(Collection.of(list(shapes)), Collection.of(own), reach, None, [reach]):
            for row, value in zip(pairs.target.tolist(), pairs.upper.tolist(), strict=True):
                if value <= radius:
                    metres[row] = min(value, metres.get(row, value))
        inside = [i for i, x in enumerate(shapes) if any(x.intersects(o) for o in own)]
        metres.update(dict.fromkeys(inside, 0.0))
        return Near(name.text, radius, dict(sorted(metres.items())))


def read_finding(analysis: Analysis, db: Database, language: Language) -> Finding:
    """A kept analysis as evidence, without what lies near a feature.

    Raises:
        AnalysisError: its files were changed by hand or lost.
    """
    places = {
        product: tuple(x["properties"] for x in _features(analysis, product))
        for product in GEOMETRIES[analysis.record.kind]
    }
    facts = {x.key: x for x in analysis.facts()}
    return Finding(analysis.record, facts, places, changed_layers(db, analysis.record), language)


def _features(analysis: Analysis, name: str) -> list[dict[str, Any]]:
    """The features of a geometry product; none when it has no such product or the file was removed by hand."""
    for product in analysis.record.products:
        path = analysis.directory / product.file
        if product.name == name and product.kind == "geometry" and path.is_file():
            features: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["features"]
            return features
    return []
