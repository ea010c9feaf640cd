"""An invented city: districts, rivers, roads, parks, hospitals, schools and subway stations, as GeoJSON files.

Names, counts and kinds stand in ``city.json`` of the urban pack.  Everything is built in metres around the centre
(UTM) and written in degrees rounded to 1e-6; the same seed gives the same city.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import shapely
import shapely.affinity
import shapely.ops
from pyproj import Transformer

from core.demo.demo_file import DemoFile
from core.demo.writers import write_geojson

Spec = Mapping[str, Any]
STEP_M = 220.0
"""Spacing of the vertices of roads, rivers and borders."""
TITLES = {
    "districts": ("Districts", "行政区"),
    "hospitals": ("Hospitals", "医院"),
    "parks": ("Parks", "公园"),
    "rivers": ("Rivers", "河流"),
    "roads": ("Roads", "道路"),
    "schools": ("Schools", "学校"),
    "subway_stations": ("Subway stations", "地铁站"),
}


@dataclass
class Layer:
    """Columns and shapes of one layer, in metres."""

    columns: dict[str, list[Any]] = field(default_factory=dict)
    shapes: list[Any] = field(default_factory=list)

    def add(self, shape: Any, **cells: Any) -> None:
        """One row."""
        self.shapes.append(shape)
        for name, value in cells.items():
            self.columns.setdefault(name, []).append(value)


def generate_city(directory: Path, spec: Spec) -> tuple[DemoFile, ...]:
    """Write one GeoJSON file a layer into `directory` (made when missing)."""
    directory.mkdir(parents=True, exist_ok=True)
    back = Transformer.from_crs(spec["utm"], 4326, always_xy=True)
    files = []
    for table, layer in build_city(spec).items():
        shapes = [shapely.transform(x, lambda p: _degrees(back, p)) for x in layer.shapes]
        path = directory / f"{table}.geojson"
        write_geojson(path, layer.columns, shapes)
        files.append(DemoFile(path, table, TITLES[table], len(shapes)))
    return tuple(files)


def read_spec(path: Path) -> Spec:
    """The description of a city."""
    return json.loads(path.read_text(encoding="utf-8"))


def build_city(spec: Spec) -> dict[str, Layer]:
    """Table → layer, coordinates in metres of the UTM zone."""
    return _City(spec).layers()


class _City:
    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.rng = np.random.default_rng(spec["seed"])
        forward = Transformer.from_crs(4326, spec["utm"], always_xy=True)
        self.centre = np.array(forward.transform(*spec["centre"]))
        self.outline = self._outline()
        words = [tuple(x.split("|")) for x in spec["words"]]
        self._words = [words[i] for i in self.rng.permutation(len(words))]
        self._taken: set[str] = set()

    def layers(self) -> dict[str, Layer]:
        """All layers."""
        roads = self._roads()
        return {
            "districts": self._districts(),
            "rivers": self._rivers(),
            "roads": roads,
            "parks": self._parks(),
            "hospitals": self._points("hospitals", self._hospital),
            "schools": self._points("schools", self._school),
            "subway_stations": self._stations(),
        }

    # --- areas ------------------------------------------------------------------------------------------------

    def _outline(self) -> shapely.Polygon:
        angles = np.linspace(0, 2 * np.pi, 240, endpoint=False)
        waves = sum(self.rng.normal(0, 0.05) * np.cos(k * angles + self.rng.uniform(0, 6)) for k in (2, 3, 5, 7))
        a, b = self.spec["radius_m"]
        ring = np.column_stack([a * np.cos(angles), b * np.sin(angles)]) * (1 + np.asarray(waves))[:, None]
        return shapely.Polygon(ring + self.centre)

    def _districts(self) -> Layer:
        layer = Layer()
        names = self.spec["districts"]
        seeds = self._spread(len(names), 9_000.0)
        cells = shapely.get_parts(shapely.voronoi_polygons(shapely.MultiPoint(seeds), extend_to=self.outline))
        inside = [shapely.intersection(x, self.outline) for x in cells]
        inside.sort(key=lambda x: (-x.centroid.y, x.centroid.x))
        for (zh, en), cell in zip(names, inside, strict=True):
            layer.add(shapely.segmentize(cell, STEP_M * 4), name=zh, name_en=f"{en} District")
        return layer

    def _parks(self) -> Layer:
        layer = Layer()
        for kind, zh, en in self._kinds("parks"):
            centre = self._point(0.92)
            angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
            size = self.rng.uniform(90, 620)
            radii = size * (1 + self.rng.normal(0, 0.12, 24))
            ring = centre + np.column_stack([radii * np.cos(angles), 0.7 * radii * np.sin(angles)])
            layer.add(shapely.make_valid(shapely.Polygon(ring)), name=zh, name_en=en, type=kind)
        return layer

    # --- lines ------------------------------------------------------------------------------------------------

    def _rivers(self) -> Layer:
        layer = Layer()
        for zh, en in self.spec["rivers"]:
            line = self._bent(self._chord(self.rng.uniform(0, np.pi), self.rng.uniform(-0.6, 0.6)), 900.0)
            for part in self._parts(line, int(self.rng.integers(2, 5))):
                layer.add(part, name=zh, name_en=en)
        return layer

    def _roads(self) -> Layer:
        layer = Layer()
        kinds = [kind for kind, _, _ in self.spec["roads"]["types"]]
        length = dict(zip(kinds, (0.9, 0.5, 0.16), strict=True))
        for kind, zh, en in self._kinds("roads"):
            turn = self.rng.choice([0.0, np.pi / 2]) + self.rng.normal(0, 0.12)
            chord = self._chord(turn, self.rng.uniform(-0.85, 0.85))
            share = length[kind] * self.rng.uniform(0.7, 1.0)
            start = self.rng.uniform(0, 1 - share)
            line = self._bent(_cut(chord, start, start + share), 160.0)
            lanes = int(self.rng.choice([2, 4, 6, 8]))
            for part in self._parts(line, int(self.rng.integers(1, 4))):
                layer.add(part, name=zh, name_en=en, type=kind, lanes=lanes)
        return layer

    def _chord(self, turn: float, offset: float) -> Any:
        a, b = self.spec["radius_m"]
        along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        middle = self.centre + across * offset * min(a, b)
        line = shapely.LineString([middle - 2 * a * along, middle + 2 * a * along])
        return shapely.intersection(line, self.outline)

    def _bent(self, line: Any, height: float) -> Any:
        """A straight line with a smooth wave across it, its ends in place."""
        (x0, y0), (x1, y1) = line.coords[0], line.coords[-1]
        n = max(int(line.length / STEP_M), 4)
        t = np.linspace(0, 1, n)
        waves = sum(self.rng.normal(0, 1 / k) * np.sin(np.pi * k * t) for k in range(1, 6))
        across = np.array([-(y1 - y0), x1 - x0]) / max(line.length, 1.0)
        xy = np.array([x0, y0]) + np.outer(t, [x1 - x0, y1 - y0]) + np.outer(np.asarray(waves) * height, across)
        return shapely.LineString(xy)

    def _parts(self, line: Any, count: int) -> list[Any]:
        xy = np.asarray(line.coords)
        cuts = np.linspace(0, len(xy) - 1, count + 1).round().astype(int)
        return [shapely.LineString(xy[a : b + 1]) for a, b in pairwise(cuts) if b > a]

    # --- points -----------------------------------------------------------------------------------------------

    def _points(self, key: str, more: Any) -> Layer:
        layer = Layer()
        for kind, zh, en in self._kinds(key):
            layer.add(shapely.Point(self._point(0.9)), name=zh, name_en=en, type=kind, **more(kind))
        return layer

    def _hospital(self, kind: str) -> dict[str, Any]:
        largest = 1_800 if kind == self.spec["hospitals"]["types"][0][0] else 500
        return {
            "beds": int(self.rng.integers(2, largest // 10)) * 10,
            "year_built": int(self.rng.integers(1932, 2021)),
        }

    def _school(self, _kind: str) -> dict[str, Any]:
        return {
            "students": int(self.rng.integers(12, 320)) * 10,
            "year_built": int(self.rng.integers(1905, 2022)),
        }

    def _stations(self) -> Layer:
        layer = Layer()
        lines = self.spec["stations"]["lines"]
        for i, line in enumerate(lines):
            chord = self._bent(self._chord(np.pi * i / len(lines) + 0.2, self.rng.uniform(-0.2, 0.2)), 500.0)
            for share in np.linspace(0.06, 0.94, self.spec["stations"]["per_line"]):
                zh, en = self._name("站", "Station")
                layer.add(chord.interpolate(share, normalized=True), name=zh, name_en=en, line=line)
        return layer

    # --- names and places -------------------------------------------------------------------------------------

    def _kinds(self, key: str) -> list[tuple[str, str, str]]:
        """(kind, Chinese name, English name) for each feature of a layer."""
        types = self.spec[key]["types"]
        chosen = [types[int(i)] for i in self.rng.integers(0, len(types), self.spec[key]["count"])]
        return [(kind, *self._name(zh, en)) for kind, zh, en in chosen]

    def _name(self, ending: str, ending_en: str) -> tuple[str, str]:
        """A free name with an ending; when the words run out two are joined."""
        for attempt in range(1_000):
            size = 1 if attempt < 8 and self.rng.random() < 0.4 else 2
            words = [self._words[int(i)] for i in self.rng.integers(0, len(self._words), size)]
            zh, en = "".join(x for x, _ in words), "".join(x for _, x in words).capitalize()
            if zh not in self._taken and len(words) == len({*words}):
                self._taken.add(zh)
                return f"{zh}{ending}", f"{en} {ending_en}"
        raise ValueError("The list of words is too short for the city.")

    def _point(self, within: float) -> Any:
        area = shapely.affinity.scale(self.outline, within, within)
        west, south, east, north = area.bounds
        while True:
            # denser towards the middle, as cities are
            xy = self.centre + self.rng.normal(0, 0.38, 2) * self.spec["radius_m"]
            if west < xy[0] < east and south < xy[1] < north and area.contains(shapely.Point(xy)):
                return xy

    def _spread(self, count: int, apart_m: float) -> Sequence[Any]:
        """Points in the city that keep their distance."""
        found: list[Any] = []
        west, south, east, north = self.outline.bounds
        while len(found) < count:
            xy = self.rng.uniform((west, south), (east, north))
            far = all(np.hypot(*(xy - x)) > apart_m for x in found)
            if far and self.outline.contains(shapely.Point(xy)):
                found.append(xy)
            apart_m *= 0.999
        return found


def _cut(line: Any, start: float, end: float) -> Any:
    return shapely.ops.substring(line, start, end, normalized=True)


def _degrees(back: Transformer, metres: Any) -> Any:
    return np.column_stack(back.transform(*metres.T)).round(6)
