"""Seeded generator of the benchmark's layers: occurrences in clusters, faults as correlated random walks, samples.

Everything is drawn in kilometres on a plane and put on the globe with the local length of a degree, so steps along
a fault are at most a kilometre long wherever it lies.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import shapely
from numpy.typing import NDArray

KM_PER_DEGREE = 111.195
COMMODITIES = np.array(["Au", "Cu", "Fe", "Pb; Zn", "Mo", "W", "REE", "CaF2"])
SHARES = np.array([0.28, 0.18, 0.16, 0.14, 0.08, 0.06, 0.05, 0.05])
SIZES = np.array(["large", "medium", "small", "occurrence"])
FAULT_TYPES = np.array(["normal", "reverse", "strike-slip", "inferred"])
ROCKS = np.array(["granite", "limestone", "schist", "sandstone"])
ELEMENTS = ("Au", "Ag", "Cu", "Pb", "Zn", "As")


@dataclass(frozen=True)
class Frame:
    """The rectangle the layers fill, degrees."""

    west: float
    south: float
    east: float
    north: float

    @property
    def area_km2(self) -> float:
        """Area of the rectangle, to a few per cent."""
        return float(np.prod(self.size_km()))

    def size_km(self) -> NDArray[np.float64]:
        """Width (along the middle parallel) and height."""
        middle = np.radians((self.south + self.north) / 2)
        return np.array([(self.east - self.west) * np.cos(middle), self.north - self.south]) * KM_PER_DEGREE

    def place(self, km: NDArray[np.float64]) -> NDArray[np.float64]:
        """Kilometres east and north of the south-west corner → degrees."""
        latitude = self.south + km[:, 1] / KM_PER_DEGREE
        return np.column_stack([self.west + km[:, 0] / KM_PER_DEGREE / np.cos(np.radians(latitude)), latitude])


def occurrences(frame: Frame, count: int, seed: int) -> pd.DataFrame:
    """Points, three in five of them in clusters of some ten kilometres, with commodity, size and year."""
    random = np.random.default_rng([seed, 1])
    return pd.DataFrame(
        {
            "name": [f"Occurrence {i}" for i in range(1, count + 1)],
            "commodity": random.choice(COMMODITIES, count, p=SHARES),
            "size": random.choice(SIZES, count, p=[0.05, 0.15, 0.4, 0.4]),
            "year": random.integers(1950, 2024, count),
            "geometry": shapely.points(frame.place(_clustered(random, frame.size_km(), count))),
        }
    )


def faults(frame: Frame, count: int, seed: int) -> pd.DataFrame:
    """Polylines of 3–120 km in two families of strike; neighbouring vertices 0.2–1 km apart."""
    random = np.random.default_rng([seed, 2])
    length = np.clip(random.lognormal(np.log(20), 0.6, count), 3, 120)
    step = random.uniform(0.2, 1.0, count)
    vertices = np.ceil(length / step).astype(int) + 1
    first = np.concatenate([[0], np.cumsum(vertices)[:-1]])
    owner = np.repeat(np.arange(count), vertices)
    strike = np.radians(random.choice([25.0, 60.0, 115.0, 150.0], count) + random.normal(0, 9, count))
    drift = random.normal(0, 0.12, len(owner))
    drift[first] = 0
    turn = np.cumsum(drift)
    heading = strike[owner] + 0.6 * np.tanh((turn - turn[first][owner]) / 0.6)
    move = step[owner, None] * np.column_stack([np.sin(heading), np.cos(heading)])
    move[first] = 0
    walk = np.cumsum(move, axis=0)
    start = random.random((count, 2)) * frame.size_km()
    degrees = frame.place(start[owner] + walk - walk[first][owner])
    return pd.DataFrame(
        {
            "name": [f"Fault {i}" for i in range(1, count + 1)],
            "fault_type": random.choice(FAULT_TYPES, count),
            "geometry": shapely.multilinestrings(
                shapely.linestrings(degrees, indices=owner), indices=np.arange(count)
            ),
        }
    )


def samples(frame: Frame, count: int, seed: int) -> pd.DataFrame:
    """Points spread evenly with log-normal contents that vary smoothly over the area."""
    random = np.random.default_rng([seed, 3])
    size = frame.size_km()
    km = random.random((count, 2)) * size
    columns: dict[str, object] = {"sample_id": [f"S{i:07d}" for i in range(1, count + 1)]}
    for element in ELEMENTS:
        waves, phase = random.uniform(2, 9, (3, 2)) / size, random.uniform(0, 2 * np.pi, 3)
        smooth = sum(np.sin(2 * np.pi * km @ w + p) for w, p in zip(waves, phase, strict=True))
        columns[element] = np.round(np.exp(0.4 * smooth + random.normal(1, 0.6, count)), 3)
    return pd.DataFrame({**columns, "geometry": shapely.points(frame.place(km))})


def regions(frame: Frame, share: float) -> pd.DataFrame:
    """Two study areas: a square block of `share` of the frame in its middle, and the whole frame."""
    centre = np.array([(frame.west + frame.east) / 2, (frame.south + frame.north) / 2])
    half = np.array([frame.east - frame.west, frame.north - frame.south]) / 2
    boxes = [np.concatenate([centre - half * k, centre + half * k]) for k in (np.sqrt(share), 1.2)]
    names = ["Middle Block", "Whole Frame"]
    polygons = [shapely.MultiPolygon([shapely.box(*box)]) for box in boxes]
    return pd.DataFrame({"name": names, "geometry": polygons})


def bodies(frame: Frame, count: int, seed: int) -> pd.DataFrame:
    """Polygons that fill the frame side by side, with names and rocks; edges are at most a kilometre long."""
    random = np.random.default_rng([seed, 4])
    corners = np.array([[frame.west, frame.south], [frame.east, frame.north]])
    places = shapely.multipoints(random.uniform(corners[0], corners[1], (count, 2)))
    cells = shapely.get_parts(shapely.voronoi_polygons(places))
    cut = shapely.segmentize(shapely.intersection(cells, shapely.box(*corners.ravel())), 0.008)
    return pd.DataFrame(
        {
            "name": [f"Body {i}" for i in range(1, count + 1)],
            "lithology": random.choice(ROCKS, count),
            "geometry": shapely.multipolygons(cut, indices=np.arange(count)),
        }
    )


def blocks(frame: Frame, columns: int, rows: int) -> pd.DataFrame:
    """Study areas side by side."""
    x, y = (np.linspace(a, b, n + 1) for a, b, n in (
        (frame.west, frame.east, columns), (frame.south, frame.north, rows)))  # fmt: skip
    boxes = [shapely.box(x[i], y[j], x[i + 1], y[j + 1]) for j in range(rows) for i in range(columns)]
    names = [f"Block {i}" for i in range(1, len(boxes) + 1)]
    return pd.DataFrame({"name": names, "geometry": [shapely.MultiPolygon([b]) for b in boxes]})


def _clustered(random: np.random.Generator, size: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    centres = random.random((max(10, count // 100), 2)) * size
    clustered = int(count * 0.6)
    near = centres[random.integers(0, len(centres), clustered)] + random.normal(0, 4, (clustered, 2))
    points = np.vstack([np.mod(near, size), random.random((count - clustered, 2)) * size])
    random.shuffle(points)
    return points
