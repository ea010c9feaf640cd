"""Build static/base/land.geojson: the world's land areas for the pale background of the map.

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python scripts/build_base_map.py package/land-50m.json static/base/land.geojson

The source is Natural Earth 1:50m land (public domain) as redistributed by world-atlas.  Only land, never borders.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import geopandas
from shapely import set_precision
from shapely.geometry import MultiPolygon, Polygon, mapping

TOLERANCE_DEG = 0.03
SMALLEST_DEG2 = 0.01
"""Islands below about 100 km² are dropped: at the scale of the background they are specks."""


def build(source: Path, target: Path) -> None:
    """Read the TopoJSON `source`, thin it, and write one GeoJSON feature with two decimals."""
    land = geopandas.read_file(source).geometry.make_valid().union_all()
    parts = [p for p in polygons(land.simplify(TOLERANCE_DEG)) if p.area > SMALLEST_DEG2 and p.bounds[3] > -60]
    thin = set_precision(MultiPolygon(parts), 0.01)
    feature = {"type": "Feature", "properties": {}, "geometry": rounded(mapping(thin))}
    target.write_text(json.dumps(feature, separators=(",", ":")), encoding="utf-8")


def polygons(geometry: object) -> list[Polygon]:
    """The polygons of a possibly mixed geometry."""
    if isinstance(geometry, Polygon):
        return [geometry]
    return [p for part in getattr(geometry, "geoms", ()) for p in polygons(part)]


def rounded(value: object) -> object:
    """`value` with every float rounded to two decimals."""
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(v) for v in value]
    return value


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]))
