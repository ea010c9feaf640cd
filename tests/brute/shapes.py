"""Random shapes on a lattice, so that borders are shared, points coincide and lines end on lines exactly."""

from __future__ import annotations

from random import Random

import shapely
from shapely.geometry.base import BaseGeometry

SIDE = 16
"""Lattice cells along one side of a world; a cell is 0.01° wide, about 1 km."""
STEP = 0.01
Corner = tuple[float, float]


class Shapes:
    """Points, lines and polygons of one world; `corner` is its south-western corner in degrees."""

    def __init__(self, random: Random, corner: Corner) -> None:
        self.random, self.corner = random, corner
        self.used: list[Corner] = []

    def at(self, i: float, j: float) -> Corner:
        """A lattice place in degrees, rounded so that equal places are equal numbers."""
        return round(self.corner[0] + i * STEP, 6), round(self.corner[1] + j * STEP, 6)

    def place(self) -> Corner:
        """A place: on the lattice, on an edge of it, anywhere, or where another point stands."""
        kind = self.random.random()
        if kind < 0.1 and self.used:
            return self.random.choice(self.used)
        if kind < 0.3:
            found = self.at(self.random.randint(0, SIDE), self.random.randint(0, SIDE))
        elif kind < 0.45:
            found = self.at(self.random.randint(0, SIDE), self.random.randint(0, 2 * SIDE) / 2)
        else:
            found = self.at(self.random.uniform(0, SIDE), self.random.uniform(0, SIDE))
        self.used.append(found)
        return found

    def point(self) -> BaseGeometry:
        """A point."""
        return shapely.Point(self.place())

    def line(self) -> BaseGeometry:
        """A line along the lattice, a free one, or two pieces."""
        if self.random.random() < 0.15:
            return shapely.MultiLineString([self._walk(), self._free()])
        return self._walk() if self.random.random() < 0.6 else self._free()

    def _walk(self) -> BaseGeometry:
        i, j = self.random.randint(1, SIDE - 1), self.random.randint(1, SIDE - 1)
        places = [(i, j)]
        di, dj = self.random.choice([(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1)])
        for _ in range(self.random.randint(1, 6)):
            if self.random.random() < 0.35:
                di, dj = self.random.choice([(1, 0), (0, 1), (1, 1), (-1, 1), (di, dj)])
            i, j = i + di, j + dj
            if (i, j) not in places:
                places.append((i, j))
        return shapely.LineString([self.at(*x) for x in places])

    def _free(self) -> BaseGeometry:
        x, y = self.random.uniform(1, SIDE - 1), self.random.uniform(1, SIDE - 1)
        places = [(x, y)]
        for _ in range(self.random.randint(1, 7)):
            x, y = x + self.random.uniform(-0.9, 0.9), y + self.random.uniform(-0.9, 0.9)
            places.append((x, y))
        return shapely.LineString([self.at(*x) for x in places])

    def polygon(self) -> BaseGeometry:
        """A block of lattice cells, one with a hole, a free blob, or two blocks apart."""
        kind = self.random.random()
        if kind < 0.5:
            return self._block()
        if kind < 0.62:
            return self._ring()
        if kind < 0.72:
            one, other = self._block(3), self._block(3)
            return one if one.intersects(other) else shapely.MultiPolygon([one, other])
        return self._blob()

    def _block(self, most: int = 6) -> BaseGeometry:
        i, j = self.random.randint(0, SIDE - 2), self.random.randint(0, SIDE - 2)
        k, m = i + self.random.randint(1, most), j + self.random.randint(1, most)
        border = [(x, j) for x in range(i, k)] + [(k, y) for y in range(j, m)]
        border += [(x, m) for x in range(k, i, -1)] + [(i, y) for y in range(m, j, -1)]
        return shapely.Polygon([self.at(*x) for x in border])

    def _ring(self) -> BaseGeometry:
        i, j = self.random.randint(0, SIDE - 5), self.random.randint(0, SIDE - 5)
        n = self.random.randint(3, 5)
        outer = [(i + x, j) for x in range(n)] + [(i + n, j + y) for y in range(n)]
        outer += [(i + x, j + n) for x in range(n, 0, -1)] + [(i, j + y) for y in range(n, 0, -1)]
        inner = [(i + 1, j + 1), (i + n - 1, j + 1), (i + n - 1, j + n - 1), (i + 1, j + n - 1)]
        return shapely.Polygon([self.at(*x) for x in outer], [[self.at(*x) for x in inner]])

    def _blob(self) -> BaseGeometry:
        x, y = self.random.uniform(1, SIDE - 1), self.random.uniform(1, SIDE - 1)
        cloud = [self.at(x + self.random.uniform(-1.4, 1.4), y + self.random.uniform(-1.4, 1.4)) for _ in range(7)]
        return shapely.convex_hull(shapely.MultiPoint(cloud))

    def nested(self, within: BaseGeometry) -> BaseGeometry:
        """A shape inside a polygon, or all of it once more."""
        if self.random.random() < 0.3:
            return within
        west, south, east, north = within.bounds
        x, y = (west + east) / 2, (south + north) / 2
        u, v = (east - west) / 5, (north - south) / 5
        return shapely.Polygon(
            [
                (round(a, 6), round(b, 6))
                for a, b in ((x - u, y - v), (x + u, y - v), (x + u, y + v), (x - u, y + v))
            ]
        )
