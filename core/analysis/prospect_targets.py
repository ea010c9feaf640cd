"""What is told about each target: the nearest occurrence and line, and the evidence that stands out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from pyproj import Geod

from core.analysis.prospect_choices import Roles
from core.analysis.prospect_read import Check, Rows, beyond, read_rows
from core.analysis.prospect_run import Run
from core.analysis.prospect_words import words
from core.database.engine import Database
from core.prospectivity.distance import Nearest
from core.prospectivity.targets import Target, percentiles
from core.vocabulary.card import Labels, SchemaCard

LEADING = 3
TOLD = 200
"""Targets that are described one by one; the polygons of all are kept."""
_EARTH = Geod(ellps="WGS84")


@dataclass(frozen=True)
class Neighbour:
    """A feature near a target, and how far away it is."""

    name: Labels
    metres: float


@dataclass(frozen=True)
class Told:
    """A target with its surroundings."""

    target: Target
    occurrence: Neighbour | None
    """The nearest occurrence of whatever kind, from the centroid."""
    around: Neighbour | None
    """The nearest occurrence of whatever kind that lies within the radius of the labels, from the outline."""
    line: Neighbour | None
    leading: Labels


@dataclass(frozen=True)
class Surroundings:
    """What is told about the targets of a run."""

    told: tuple[Told, ...]
    """The first :data:`TOLD`."""
    kind: Labels | None
    """The kind of line that is measured to."""
    new_at_known: int
    """Targets away from the occurrences of the labels that have another one within their radius, of all."""


def tell(db: Database, card: SchemaCard, roles: Roles, run: Run, check: Check = lambda: None) -> Surroundings:
    """The targets with their surroundings."""
    chosen = run.targets[:TOLD]
    everyone = _every_occurrence(db, card, roles, run, check)
    lines, kind = _lines(db, card, roles, run, check)
    occurrences, faults = _near(run, everyone, chosen), _near(run, lines, chosen)
    around, leading = at_known(run, everyone), _leading(run, chosen)
    told = tuple(Told(*x) for x in zip(chosen, occurrences, around[:TOLD], faults, leading, strict=True))
    count = sum(x is not None and not t.known for t, x in zip(run.targets, around, strict=True))
    return Surroundings(told, kind, count)


def _every_occurrence(db: Database, card: SchemaCard, roles: Roles, run: Run, check: Check) -> Rows:
    """Occurrences of all kinds, of the layer of the labels and of all others that hold such places."""
    own = run.request.labels.table
    others = [x.table for kind in roles.labels for x in card.layers_of(kind) if x.geometry == "point"]
    box = beyond(run.area, 15_000)
    return _joined(read_rows(db, card, x, within=box, check=check) for x in dict.fromkeys([own, *others]))


def at_known(run: Run, everyone: Rows) -> tuple[Neighbour | None, ...]:
    """For every target the nearest occurrence within the radius of the labels from its outline, 0 m inside it."""
    places = [shapely.Point(x.centroid.x, x.centroid.y) for x in everyone.shapes]
    if not places:
        return (None,) * len(run.targets)
    flat = np.array([run.grid.geometry(x) for x in places])
    tree = shapely.STRtree(flat)
    found: list[Neighbour | None] = []
    for target in run.targets:
        outline = run.grid.geometry(target.polygon)
        near = tree.query(outline, predicate="dwithin", distance=run.request.radius)
        if not len(near):
            found.append(None)
            continue
        away = shapely.distance(outline, flat[near])
        best = int(near[np.argmin(away)])
        found.append(Neighbour(_said_name(everyone, best), float(away.min())))
    return tuple(found)


def _said_name(rows: Rows, i: int) -> Labels:
    return rows.said(i) or words("said", "nameless", n=rows.fids[i])


def _joined(found: Iterable[Rows]) -> Rows:
    every, names = list(found), ("fids", "shapes", "names", "values", "names_zh")
    return Rows(*(tuple(v for r in every for v in getattr(r, a)) for a in names))


def _lines(db: Database, card: SchemaCard, roles: Roles, run: Run, check: Check) -> tuple[Rows, Labels | None]:
    """Lines of the kinds named for it, else of the run's own evidence."""
    named = [x.table for k in roles.nearest for x in card.layers_of(k) if x.geometry == "line"]
    tables = named or [x.table for x in run.request.shapes if card.layer(x.table).geometry == "line"][:1]
    joined = _joined(read_rows(db, card, t, within=beyond(run.area, 15_000), check=check) for t in tables)
    if not joined.fids:
        return joined, None
    kind = card.entity_types.get(card.layer(tables[0]).entity_type)
    return joined, kind.labels if kind else card.layer(tables[0]).title


def _near(run: Run, rows: Rows, chosen: tuple[Target, ...]) -> list[Neighbour | None]:
    if not rows.fids or not chosen:
        return [None] * len(chosen)
    shapes = [run.grid.geometry(x) for x in rows.shapes]
    x, y = np.array([t.x for t in chosen]), np.array([t.y for t in chosen])
    _, index = Nearest(shapes).query(x, y)
    found: list[Neighbour | None] = []
    for t, i in zip(chosen, index.tolist(), strict=True):
        foot = shapely.get_coordinates(shapely.shortest_line(shapely.Point(t.x, t.y), shapes[i]))[-1]
        lon, lat = run.grid.degrees(foot[:1], foot[1:])
        metres = float(_EARTH.inv(t.lon, t.lat, float(lon[0]), float(lat[0]))[2])
        found.append(Neighbour(_said_name(rows, i), metres))
    return found


def _leading(run: Run, chosen: tuple[Target, ...]) -> list[Labels]:
    """The features that stand out most at each target, weighted by their importance."""
    features, importance = run.data.features, {i.name: i.impurity or 0.0 for i in run.importance}
    weight = np.array([importance.get(f.name, 0.0) for f in features])
    if not weight.any():
        weight = np.ones(len(features))
    found = []
    values = [run.evidence.plan.columns(t.cells) for t in chosen]
    stacked = np.concatenate([run.data.table.values, *values]) if values else run.data.table.values
    start = len(run.data.table.values) + np.cumsum([0, *(len(v) for v in values)])
    ranks = percentiles(stacked, [np.arange(a, b) for a, b in pairwise(start)])
    for own, rank in zip(values, ranks, strict=True):
        score = [
            w * (1.0 if f.categorical else abs(r - 50) / 50)
            for w, f, r in zip(weight, features, rank, strict=True)
        ]
        best = np.argsort(-np.array(score), kind="stable")[:LEADING]
        said = [_said(run, int(i), own[:, i], rank[i]) for i in best]
        found.append(Labels("; ".join(s.en for s in said), "；".join(s.zh for s in said)))
    return found


def _said(run: Run, i: int, values: np.ndarray, rank: float) -> Labels:
    feature = run.data.features[i]
    label = run.evidence.labels[feature.name]
    if feature.categorical:
        most = np.bincount(values.astype(int)).argmax()
        return words("said", "is", feature=label, value=run.evidence.called(feature, int(most)))
    high = rank >= 50
    share = f"{min(99, round(rank if high else 100 - rank))}"
    if feature.kind == "distance":
        metres = float(values.mean())
        shown = f"{metres / 1000:.1f} km" if metres >= 1000 else f"{metres:.0f} m"
        return words("said", "longer" if high else "shorter", feature=label, value=shown, share=share)
    return words("said", "higher" if high else "lower", feature=label, share=share)
