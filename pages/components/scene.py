"""What the map shows now: layers in the chosen area, their visibility, the legend, and the answer's highlights."""

from __future__ import annotations

from functools import lru_cache

from core.answer.model import Answer
from core.evidence.types import Evidence, Reference
from core.mapping.extents import layers_in, region_bounds, union
from core.mapping.features import LayerFile
from core.mapping.highlight import MAX_MARKS, Bounds, Mark, bounds_of, connection, features
from core.mapping.legend import LegendGroup, legend
from core.mapping.state import to_script
from core.query.result import FeatureRef, Row
from core.session import StateManager
from core.vocabulary.card import Layer
from pages.components import map_data
from pages.components.product import feed_of, files, product, styles
from pages.components.texts import t

REFERENCES_DRAWN = 400


def key_of(ref: FeatureRef) -> str:
    """How a feature is called in the map's state."""
    return f"{ref.table}/{ref.fid}"


@lru_cache(maxsize=64)
def _region_bounds(region: str, _version: str) -> Bounds | None:
    return region_bounds(product().database, product().card, region)


def area() -> Bounds | None:
    """Extent of the chosen study area, None for everything loaded."""
    chosen = StateManager().area
    if chosen is not None and chosen.geometry is not None:
        west, south, east, north = chosen.geometry.bounds
        return (west, south, east, north)
    region = StateManager().region
    return _region_bounds(region, product().card.version) if region else None


def home_bounds() -> Bounds:
    """Where the map looks when nothing else asks for its attention."""
    return area() or union(layer.extent for layer in product().card.layers)


def layers() -> tuple[Layer, ...]:
    """Layers of the chosen area, topmost first; default visibility is applied to layers new to the session."""
    state, card = StateManager(), product().card
    known = state.known_layers
    new = [x for x in card.layers if x.table not in known]
    if new:
        off = frozenset(x.table for x in new if not styles().of(x).visible)
        state.hidden_layers = state.hidden_layers | off
        state.known_layers = known | frozenset(x.table for x in new)
    order = {table: i for i, table in enumerate(state.layer_order)}
    usual = sorted(layers_in(card, area()), key=lambda x: (-styles().of(x).level, x.table))
    return tuple(sorted(usual, key=lambda x: order.get(x.table, -1))) if order else tuple(usual)


def title_of(layer: Layer) -> str:
    """The title of a layer, with the name of its table where another layer has the same title."""
    language = StateManager().language
    title = layer.title.in_(language)
    twins = sum(x.title.in_(language) == title for x in product().card.layers)
    return title if twins == 1 else f"{title} ({layer.table})"


def visible() -> tuple[Layer, ...]:
    """Layers of the chosen area that are switched on."""
    hidden = StateManager().hidden_layers
    return tuple(x for x in layers() if x.table not in hidden)


def uncover() -> bool:
    """Switch off the areas whose fill would hide a raster; whether there were any."""
    over = frozenset(
        x.table for x in visible() if x.geometry == "polygon" and styles().of(x).symbol.fill_opacity != 0.0
    )
    StateManager().hidden_layers |= over
    return bool(over)


def file_of(layer: Layer) -> LayerFile:
    """The GeoJSON of a layer, from memory when it was made before."""
    app = product()
    return files().get(app.database, app.card, styles(), layer, feed_of(layer))


def legend_groups(shown: tuple[Layer, ...]) -> tuple[LegendGroup, ...]:
    """The legend of the layers that are shown."""
    counts = {x.table: (map_data.given_of(x) if map_data.large(x) else file_of(x)).classes for x in shown}
    return legend(product().card, styles(), shown, counts, {x.table: feed_of(x).style for x in shown})


def result_script(answer: Answer | None, selected: FeatureRef | None) -> str | None:
    """The highlights of an answer for the map's state as :func:`to_script` makes it, None when it has none."""
    if answer is None or not (answer.evidence or _groups(answer)):
        return None
    head = {
        "id": answer.id,
        "selected": key_of(selected) if selected else None,
        "colors": styles().highlight.model_dump(),
    }
    return to_script(head, {"features": _features(t("map_rank"), t("map_from"), _Held(answer))})


class _Held:
    """Carries an answer into the cache below: the id alone decides, the answer is only needed to compute."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __hash__(self) -> int:
        return hash(self.answer.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.answer.id == self.answer.id


@lru_cache(maxsize=32)
def _features(rank: str, away: str, held: _Held) -> str:
    marks: list[Mark] = []
    references: dict[FeatureRef, Mark] = {}
    for number, item in enumerate(held.answer.evidence[:MAX_MARKS], start=1):
        marks.append(
            Mark("target", key_of(item.row.ref), item.row.name, item.row.geometry, number,
                 (f"{rank} {number}", *_distances(item, away)))
        )  # fmt: skip
        for reference in _references(item):
            if len(references) < REFERENCES_DRAWN and reference.geometry is not None:
                references.setdefault(
                    reference.ref, Mark("reference", key_of(reference.ref), reference.name, reference.geometry)
                )
        nearest = item.proximity[0].nearest if item.proximity else None
        if nearest is not None and nearest.geometry is not None:
            link = connection(key_of(item.row.ref), item.row.geometry, nearest.geometry)
            marks.extend([link] if link else [])
    groups = [
        Mark("reference", key_of(x.ref), x.name, x.geometry) for x in _groups(held.answer)[:REFERENCES_DRAWN]
    ]
    return to_script(features([*groups, *references.values(), *marks]))


def _groups(answer: Answer) -> tuple[Row, ...]:
    """Features that are groups of the answer's table."""
    return answer.result.groups if answer.result is not None else ()


def _references(item: Evidence) -> list[Reference]:
    """References to draw: all that satisfy a relation, and the nearest."""
    found: list[Reference] = []
    for proximity in item.proximity:
        found.extend([proximity.nearest] if proximity.nearest else [])
        found.extend(proximity.within)
    return found


def _distances(item: Evidence, away: str) -> tuple[str, ...]:
    return tuple(
        f"{p.nearest.distance_m / 1000:.2f} km {away} {p.nearest.name}" for p in item.proximity[:2] if p.nearest
    )


def answer_bounds(answer: Answer) -> Bounds | None:
    """Bounds around the results; long references are not followed to their ends."""
    shapes = [e.row.geometry for e in answer.evidence[:MAX_MARKS]] or [x.geometry for x in _groups(answer)]
    return bounds_of(shapes, margin=0.18, least=0.06)


def bounds_around(answer: Answer, ref: FeatureRef) -> Bounds | None:
    """Bounds around a result or a group of the answer."""
    for item in answer.evidence:
        if item.row.ref == ref:
            return selection_bounds(item)
    group = [x.geometry for x in _groups(answer) if x.ref == ref]
    return bounds_of(group, margin=0.2, least=0.05) if group else None


def selection_bounds(item: Evidence) -> Bounds | None:
    """Bounds around one result and the line to its nearest reference."""
    shapes = [item.row.geometry]
    nearest = item.proximity[0].nearest if item.proximity else None
    if nearest is not None and nearest.geometry is not None:
        link = connection("", item.row.geometry, nearest.geometry)
        shapes.extend([link.geometry] if link else [])
    return bounds_of(shapes, margin=0.6, least=0.05)
