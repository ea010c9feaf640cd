"""GeoTIFF files the raster tests make themselves."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from affine import Affine
from rasterio.errors import NotGeoreferencedWarning

NORTH_UP = Affine(0.01, 0, 100.0, 0, -0.01, 42.0)
"""Cells of a hundredth of a degree from 100° E, 42° N."""


def write(path: Path, cells: np.ndarray, **options: Any) -> Path:
    """`cells` (rows × columns, or bands × rows × columns) as a GeoTIFF."""
    planes = cells[None] if cells.ndim == 2 else cells
    palette, names = options.pop("palette", None), options.pop("names", ())
    mask = options.pop("mask", None)
    profile = {
        "driver": "GTiff", "dtype": planes.dtype, "count": planes.shape[0], "height": planes.shape[1],
        "width": planes.shape[2], "crs": "EPSG:4326", "transform": NORTH_UP,
    } | options  # fmt: skip
    with warnings.catch_warnings(), rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True):
        warnings.simplefilter("ignore", NotGeoreferencedWarning)
        with rasterio.open(path, "w", **{k: v for k, v in profile.items() if v is not None}) as file:
            file.write(planes)
            if palette:
                file.write_colormap(1, palette)
            for i, name in enumerate(names, 1):
                file.set_band_description(i, name)
            if mask is not None:
                file.write_mask(mask)
    return path


def ramp(height: int = 40, width: int = 60) -> np.ndarray:
    """A plane that rises to the east and to the south; every cell has a value of its own."""
    return (np.arange(height)[:, None] * width + np.arange(width)[None]).astype("float32")
