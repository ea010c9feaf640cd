"""What the overlays of an answer put on the map of its report: read from kept analyses and registered rasters."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import shapely
from pyproj import CRS
from rasterio.errors import RasterioError

from core.analysis.map_look import CLUSTER, NUMBERED, STANDS_OUT, TARGET, class_colour, score_colour
from core.analysis.store import AnalysisStore
from core.answer.assessed.zoning import PRODUCT
from core.answer.model import Answer, Overlay
from core.answer.report_frame import Frame
from core.answer.report_overlays import Backdrop, Dots, Outlines
from core.answer.report_words import say
from core.errors import AnalysisError, Language
from core.mapping.highlight import Bounds, bounds_of
from core.mapping.legend_model import LegendEntry, LegendGroup
from core.raster.legend import raster_legend
from core.raster.model import RasterRecord
from core.raster.registry import RasterStore
from core.raster.serving import OPACITY
from core.raster.tiles import picture
from core.service.prospecting import raster_name
from core.vocabulary.card import Labels

OUTLINES, POTENTIAL, CLASS = "cluster_outlines", "potential", "class"
SCORE_DOT, CLASS_DOT = 1.5, 2.6
"""Pixels; the dots of a class show around those of a score."""
ZOOM = 2.0
"""Dots of a raster for each pixel of the drawing."""
_BOX = '<svg width="22" height="14" viewBox="0 0 22 14">{}</svg>'
_LOG = logging.getLogger(__name__)


@dataclass
class Shown:
    """What was found for one answer."""

    over: list[Dots | Outlines] = field(default_factory=list)
    entries: list[LegendEntry] = field(default_factory=list)
    rasters: list[RasterRecord] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def bounds(self) -> Bounds | None:
        """Around all results, None without any."""
        boxes = [shapely.box(*x.extent) for x in self.rasters]
        return bounds_of([*boxes, *(s for x in self.over for s in x.shapes)], margin=0.03)


@dataclass(frozen=True)
class OverlayReader:
    """Reads the overlays of answers in one language."""

    analyses: AnalysisStore
    rasters: RasterStore
    language: Language

    def read(self, answer: Answer) -> Shown:
        """Everything the overlays of `answer` name that is still there; what is gone is a note."""
        shown = Shown()
        for overlay in answer.overlays:
            if overlay.product == POTENTIAL:
                self._raster(overlay, shown)
            elif features := self._features(overlay, shown):
                self._vector(overlay, features, shown)
        shown.over.sort(key=lambda x: (isinstance(x, Outlines), -x.radius if isinstance(x, Dots) else 0))
        return shown

    def backdrops(self, shown: Shown, frame: Frame) -> tuple[tuple[Backdrop, ...], tuple[LegendGroup, ...]]:
        """The rasters painted for a frame, with their legends; one that cannot be read is a note."""
        made, groups = [], []
        right, bottom = frame.left + frame.width / frame.scale, frame.top - frame.height / frame.scale
        size = (round(frame.width * ZOOM), round(frame.height * ZOOM))
        for record in shown.rasters:
            try:
                png = picture(
                    self.rasters.path(record), record, CRS.from_user_input(frame.there.target_crs).to_wkt(),
                    (frame.left, bottom, right, frame.top), size,
                )  # fmt: skip
            except (RasterioError, OSError):
                _LOG.exception("the raster %s cannot be drawn", record.name)
                shown.notes.append(say("map_raster_unreadable", self.language, title=record.title))
                continue
            if png:
                made.append(Backdrop(png, OPACITY))
                groups.append(LegendGroup(both("map_potential"), raster_legend(record).entries, "polygon"))
        return tuple(made), tuple(groups)

    def _raster(self, overlay: Overlay, shown: Shown) -> None:
        name = raster_name(overlay.analysis)
        record = next((x for x in self.rasters.list() if x.name == name), None)
        if record is None:
            shown.notes.append(say("map_raster_gone", self.language, title=overlay.title))
        else:
            shown.rasters.append(record)

    def _features(self, overlay: Overlay, shown: Shown) -> list[Mapping[str, Any]]:
        try:
            path = self.analyses.load(overlay.analysis).path(overlay.product)
            features = json.loads(path.read_text("utf-8"))["features"] if path is not None else []
        except (AnalysisError, OSError, ValueError, KeyError):
            features = []
        if not features:
            shown.notes.append(say("map_result_gone", self.language, title=overlay.title))
        return list(features)

    def _vector(self, overlay: Overlay, features: list[Mapping[str, Any]], shown: Shown) -> None:
        if overlay.product == OUTLINES:
            shown.over.append(_outlined(features, "cluster", CLUSTER, 1.5))
            shown.entries.append(LegendEntry(both("map_clusters"), _box(CLUSTER)))
        elif overlay.product == PRODUCT:
            shown.over.append(_outlined(features, "target", TARGET, 1.5))
            shown.entries.append(LegendEntry(both("map_targets"), _box(TARGET)))
        elif overlay.column == CLASS and overlay.only.isdigit():
            number = int(overlay.only)
            colour = class_colour(number)
            shown.over.append(_dots(features, lambda p: colour if p.get(CLASS) == number else "", CLASS_DOT))
            shown.entries.append(LegendEntry(both("map_class", number=number), _dot(colour)))
        elif overlay.column:
            shown.over.append(_dots(features, lambda p: _score(p, overlay.column), SCORE_DOT))
            for value in (STANDS_OUT, STANDS_OUT + 1):
                label = both("map_score", name=overlay.column, value=f"{value:g}")
                shown.entries.append(LegendEntry(label, _dot(score_colour(value))))


def _outlined(features: Iterable[Mapping[str, Any]], number: str, colour: str, width: float) -> Outlines:
    found = [(shapely.geometry.shape(x["geometry"]), int(x["properties"].get(number) or 0)) for x in features]
    numbers = tuple(n if n <= NUMBERED else 0 for _, n in found)
    return Outlines(tuple(s for s, _ in found), numbers, colour, width)


def _dots(features: Iterable[Mapping[str, Any]], colour: Callable[[Mapping[str, Any]], str], size: float) -> Dots:
    """The features that `colour` gives a colour."""
    found = [(shapely.geometry.shape(x["geometry"]), said) for x in features if (said := colour(x["properties"]))]
    return Dots(tuple(s for s, _ in found), tuple(c for _, c in found), size)


def _score(properties: Mapping[str, Any], column: str) -> str:
    value = properties.get(column)
    return score_colour(float(value)) if isinstance(value, int | float) and value >= STANDS_OUT else ""


def both(key: str, **values: object) -> Labels:
    """A label of reports in both languages."""
    return Labels(say(key, "en", **values), say(key, "zh", **values))


def _dot(colour: str) -> str:
    return _BOX.format(f'<circle cx="11" cy="7" r="4" fill="{colour}"/>')


def _box(colour: str) -> str:
    look = f'fill="none" stroke="{colour}" stroke-width="1.8"'
    return _BOX.format(f'<rect x="4" y="2" width="14" height="10" rx="2" {look}/>')
