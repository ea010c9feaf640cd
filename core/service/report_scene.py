"""The scene of a report's map: features of the layers in the frame, their styles, the marks of the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
import sqlalchemy as sa

from core.answer.export_table import own_table
from core.answer.model import Answer
from core.answer.numbers import integer
from core.answer.report_map import DrawnLayer, MapScene, frame_of
from core.answer.report_words import say
from core.database.engine import Database
from core.database.relation import rows_of
from core.mapping.extents import layers_in
from core.mapping.highlight import MAX_MARKS, Bounds, Mark, bounds_of, connection
from core.mapping.legend import legend
from core.mapping.legend_model import LegendGroup
from core.mapping.style_feed import StyleFeed
from core.mapping.style_model import StyleLayer
from core.mapping.style_symbols import Fill, Marker, MarkersAlong, Stroke
from core.mapping.styles import Styles
from core.query.cancel import CancelToken
from core.query.result import FeatureRef
from core.service.report_overlays import OverlayReader, Shown, both
from core.vocabulary.card import Layer, SchemaCard

MAX_FEATURES = 6_000
"""Features of one layer that are drawn; of more every n-th, and the report says so."""
REFERENCES = 400
FAINT = 0.2
"""Areas of less opacity than this hide nothing."""
RANKED = 60
"""Results that get their number on the map."""


@dataclass(frozen=True)
class SceneMaker:
    """Makes scenes from one state of data and styles."""

    db: Database
    card: SchemaCard
    styles: Styles
    feed: Callable[[Layer], StyleFeed]
    overlays: OverlayReader | None = None
    """Reads what kept analyses show beside an answer."""
    layers: tuple[Layer, ...] | None = None
    """Layers to draw, topmost first, as the map has them; None takes those that are visible by default."""

    def make(self, answer: Answer, cancel: CancelToken | None = None) -> tuple[MapScene | None, tuple[str, ...]]:
        """The scene around the results of `answer` and notes about it; no scene where nothing can be shown.

        Raises:
            QueryCancelledError: it was cancelled.
            sqlalchemy.exc.SQLAlchemyError: the database cannot be read.
        """
        language = answer.language
        results = self.overlays.read(answer) if self.overlays is not None else Shown()
        bounds = around(answer_bounds(answer), results.bounds())
        if bounds is None:
            return None, (say("no_map", language), *results.notes)
        frame = frame_of(bounds)
        under, painted = self.overlays.backdrops(results, frame) if self.overlays is not None else ((), ())
        notes: list[str] = list(results.notes)
        drawn, counts, shown = [], {}, []
        box = _degrees(frame)
        chosen = self._chosen(answer, box)
        if under:
            hidden = [x for x in chosen if fills(self.feed(x).style)]
            chosen = tuple(x for x in chosen if x not in hidden)
            titles = say("semicolon", language).join(x.title.in_(language) for x in hidden)
            notes += [say("map_areas_left", language, layers=titles)] if hidden else []
        for layer in chosen:
            if cancel is not None:
                cancel.check()
            made, classes, total = self._layer(layer, box, language)
            if made.shapes:
                drawn.append(made)
                shown.append(layer)
                counts[layer.table] = classes
            if total > len(made.shapes):
                title = layer.title.in_(language)
                notes.append(
                    say("map_thinned", language, layer=title, shown=integer(len(made.shapes), language),
                        total=integer(total, language))
                )  # fmt: skip
        marked = min(len(answer.evidence), MAX_MARKS)
        total = max(answer.result.total if answer.result is not None else 0, len(answer.evidence))
        if marked and total > marked:
            shown_of = {"shown": integer(marked, language), "total": integer(total, language)}
            notes.append(say("map_marks" if _ordered(answer, marked) else "map_spread", language, **shown_of))
        drawn_styles = {x.table: self.feed(x).style for x in shown}
        groups = legend(self.card, self.styles, shown, counts, drawn_styles)
        told = LegendGroup(both("map_analyses"), tuple(results.entries), "polygon")
        scene = MapScene(
            bounds, tuple(reversed(drawn)), marks_of(answer), self.styles.highlight,
            (told, *painted, *groups), under, tuple(results.over),
        )  # fmt: skip
        return scene, tuple(notes)

    def _chosen(self, answer: Answer, box: Bounds) -> tuple[Layer, ...]:
        """Topmost first: the layers of the map that lie in the frame, and those the answer is about."""
        if self.layers is not None:
            return tuple(x for x in self.layers if _meets(x.extent, box))
        about = set(answer.result.layers) if answer.result is not None else set()
        near = [
            x for x in layers_in(self.card, box) if _meets(x.extent, box)
            and (self.styles.of(x).visible or x.table in about)
        ]  # fmt: skip
        return tuple(sorted(near, key=lambda x: (-self.styles.of(x).level, x.table)))

    def _layer(self, layer: Layer, box: Bounds, language: str) -> tuple[DrawnLayer, Mapping[str, int], int]:
        feed = self.feed(layer)
        total, rows = self._rows(layer, feed.columns, box)
        values = {c: [row[2 + i] for row in rows] for i, c in enumerate(feed.columns)}
        given = feed.given(values, len(rows))
        counts = Counter(feed.keys[i] for i in given.numbers.tolist() if i >= 0)
        shapes = shapely.from_wkb([bytes(row[1]) for row in rows]) if rows else np.array([])
        made = DrawnLayer(
            title=layer.title.in_("zh" if language == "zh" else "en"), style=feed.style, shapes=tuple(shapes),
            numbers=tuple(given.numbers.tolist()),
            factors=tuple(given.factors.tolist()) if given.factors is not None else (),
            turns=tuple(given.turns.tolist()) if given.turns is not None else (),
        )  # fmt: skip
        return made, counts, total

    def _rows(self, layer: Layer, columns: tuple[str, ...], box: Bounds) -> tuple[int, Sequence[Any]]:
        """How many features lie in the box, and fid, geometry and columns of those to draw."""
        table = rows_of(layer, columns)
        area = sa.func.ST_MakeEnvelope(
            *(sa.literal(float(v), sa.Double()) for v in box), sa.literal_column("4326")
        )
        geom = sa.type_coerce(table.c.geom, sa.types.NullType())
        inside = geom.op("&&")(area)
        with self.db.reader.connect() as connection:
            total = int(
                connection.execute(sa.select(sa.func.count()).select_from(table).where(inside)).scalar() or 0
            )
            step = max(-(-total // MAX_FEATURES), 1)
            picked = sa.select(table.c.fid, sa.func.ST_AsBinary(geom), *(table.c[c] for c in columns)).where(
                inside
            )
            if step > 1:
                picked = picked.where(table.c.fid % sa.literal(step) == sa.literal(0))
            return total, connection.execute(picked.order_by(table.c.fid)).all()


def _ordered(answer: Answer, marked: int) -> bool:
    """Whether the features marked are the first of an order; else they are spread over all that were found."""
    query = answer.reading.ir.query if answer.reading is not None else None
    return marked < len(answer.evidence) or bool(query is not None and query.order)


def answer_bounds(answer: Answer) -> Bounds | None:
    """Around the results, or the groups of a table; long references are not followed to their ends."""
    groups = answer.result.groups if answer.result is not None else ()
    shapes = [e.row.geometry for e in answer.evidence[:MAX_MARKS]] or [x.geometry for x in groups]
    return bounds_of(shapes, margin=0.12, least=0.06)


def fills(style: StyleLayer) -> bool:
    """Whether a layer covers areas, so that a raster and it hide each other."""
    passes = [p for c in style.classes for p in c.symbol.passes]
    faint = [isinstance(p, Fill) and p.opacity * style.opacity < FAINT for p in passes]
    covers = [not isinstance(p, Stroke | Marker | MarkersAlong) for p in passes]
    return any(x and not y for x, y in zip(covers, faint, strict=True))


def around(*parts: Bounds | None) -> Bounds | None:
    """Bounds around all that there are."""
    boxes = [x for x in parts if x is not None]
    if not boxes:
        return None
    west, south, east, north = zip(*boxes, strict=True)
    return (min(west), min(south), max(east), max(north))


def marks_of(answer: Answer) -> tuple[Mark, ...]:
    """Groups and references first, then the lines to the nearest, then the results with their ranks."""
    references: dict[FeatureRef, Mark] = {}
    links, targets = [], []
    numbered = own_table(answer) is None  # the numbers are those of the table of features
    for rank, item in enumerate(answer.evidence[:MAX_MARKS], start=1):
        key = f"{item.row.ref.table}/{item.row.ref.fid}"
        number = rank if rank <= RANKED and numbered else 0
        targets.append(Mark("target", key, item.row.name, item.row.geometry, number))
        for proximity in item.proximity:
            for r in (proximity.nearest, *proximity.within):
                if r is not None and r.geometry is not None and len(references) < REFERENCES:
                    references.setdefault(
                        r.ref, Mark("reference", f"{r.ref.table}/{r.ref.fid}", r.name, r.geometry)
                    )
        nearest = item.proximity[0].nearest if item.proximity else None
        link = connection(key, item.row.geometry, nearest.geometry) if nearest and nearest.geometry else None
        links += [link] if link is not None else []
    groups = answer.result.groups if answer.result is not None else ()
    outlined = [Mark("reference", f"{x.ref.table}/{x.ref.fid}", x.name, x.geometry) for x in groups[:REFERENCES]]
    return (*outlined, *references.values(), *links, *targets)


def _degrees(frame: Any) -> Bounds:
    """The frame in degrees, a little wider."""
    xs = np.linspace(frame.left, frame.left + frame.width / frame.scale, 15)
    ys = np.linspace(frame.top - frame.height / frame.scale, frame.top, 15)
    edge = [(x, y) for x in xs for y in (ys[0], ys[-1])] + [(x, y) for y in ys for x in (xs[0], xs[-1])]
    lon, lat = frame.there.transform([p[0] for p in edge], [p[1] for p in edge], direction="INVERSE")
    more = 0.01 * (max(lon) - min(lon))
    return (min(lon) - more, min(lat) - more, max(lon) + more, max(lat) + more)


def _meets(a: Bounds, b: Bounds) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
