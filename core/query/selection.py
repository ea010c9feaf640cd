"""What the user drew or selected on the map, as an anchor for questions."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry.base import BaseGeometry

from core.query.result import FeatureRef


@dataclass(frozen=True)
class Selection:
    """An area (polygon or multipolygon, degrees EPSG:4326) or a set of features; one of the two is given."""

    geometry: BaseGeometry | None = None
    refs: tuple[FeatureRef, ...] = ()
    label: str = ""
    """How answers call it, in the language of the screen."""
