"""Sizes of symbols that grow with a value, and the zoom levels of scale ranges."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.mapping.style_model import Growth, Rotation, StyleLayer
from core.mapping.style_symbols import Marker, MarkersAlong, MarkersInside, Pass, Stroke, StyleSymbol

SCALE_AT_ZOOM_0 = 591_657_527.59
"""Denominator of the web map's scale at zoom 0 on the equator, at 96 dots an inch."""


def factors(growth: Growth, values: Sequence[Any]) -> np.ndarray:
    """By what each feature's symbol is enlarged, after the root of its value; 1 where there is none."""
    numbers = np.array([_number(x) for x in values], dtype=float)
    sizes = growth.size * np.sqrt(np.maximum(numbers, 0) / growth.at)
    bounded = np.clip(sizes, growth.low, growth.high) / growth.size
    return np.where(np.isnan(bounded), 1.0, bounded)


def _number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def turns(rotation: Rotation, values: Sequence[Any]) -> np.ndarray:
    """By how many degrees, counter-clockwise, each feature's symbol is turned; 0 where there is no value."""
    numbers = np.nan_to_num(np.array([_number(x) for x in values], dtype=float), nan=0.0, posinf=0.0, neginf=0.0)
    return (-numbers if rotation.direction == "geographic" else numbers) % 360


def grown(symbol: StyleSymbol, growth: Growth, value: float) -> StyleSymbol:
    """`symbol` as it is drawn for `value`."""
    return enlarged(symbol, float(factors(growth, [value])[0]))


def enlarged(symbol: StyleSymbol, factor: float) -> StyleSymbol:
    """`symbol` with markers, and the strokes of lines, `factor` times as large."""
    passes: list[Pass] = []
    for one in symbol.passes:
        if isinstance(one, Marker):
            passes.append(_marker(one, factor))
        elif isinstance(one, MarkersAlong | MarkersInside):
            passes.append(one.model_copy(update={"markers": tuple(_marker(m, factor) for m in one.markers)}))
        elif isinstance(one, Stroke) and symbol.geometry == "line":
            passes.append(one.model_copy(update={"width": one.width * factor}))
        else:
            passes.append(one)
    return symbol.model_copy(update={"passes": tuple(passes)})


def _marker(marker: Marker, factor: float) -> Marker:
    moved = {"dx": marker.dx * factor, "dy": marker.dy * factor, "enlarged": marker.enlarged * factor}
    return marker.model_copy(update={"size": marker.size * factor, **moved})


def zooms(layer: StyleLayer, latitude: float = 0.0) -> tuple[float | None, float | None]:
    """The lowest and the highest zoom at which a layer is drawn, None without a limit."""
    low = _zoom(layer.min_scale, latitude) if layer.min_scale > 0 else None
    high = _zoom(layer.max_scale, latitude) if layer.max_scale > 0 else None
    return low, high


def _zoom(denominator: float, latitude: float) -> float:
    narrow = max(math.cos(math.radians(min(abs(latitude), 89.0))), 1e-3)
    return round(math.log2(SCALE_AT_ZOOM_0 * narrow / denominator), 2)
