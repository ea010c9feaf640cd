"""Cells by windows, bounded in memory whatever the size: reading, statistics, writing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from rasterio.enums import Resampling
from rasterio.vrt import WarpedVRT
from rasterio.windows import Window

from core.database.findings import Finding
from core.raster.head import Head
from core.raster.model import Band
from core.raster.wording import finding

CELLS = 1 << 21
"""Cells read at once, one band."""
SIDE = 4_096
SAMPLE = 250_000
"""Cells of one band that the percentiles are taken from."""
MARKERS = (-9999.0, -99999.0, -32768.0, -3.4028234663852886e38, 3.4028234663852886e38, 1e20, -1e20)
"""Values that people use for “no data”."""
BLOCK = 512


@contextmanager
def straight(source: Any, head: Head) -> Iterator[Any]:
    """The source itself, or computed anew in the coordinate system that was decided."""
    if head.target is None:
        yield source
        return
    exact = head.palette or np.dtype(head.source_dtype).kind != "f"
    with WarpedVRT(
        source,
        src_crs=head.crs.to_wkt() if head.crs else None,
        src_transform=head.transform,
        src_nodata=head.nodata,
        crs=head.target.to_wkt(),
        nodata=head.kept_nodata,
        dtype=head.dtype,
        resampling=Resampling.nearest if exact else Resampling.bilinear,
        warp_mem_limit=32,
    ) as warped:
        yield warped


def windows(width: int, height: int, block: int) -> Iterator[Window]:
    """Windows that cover a grid, of whole blocks where they can be, rows of windows from north to south."""
    across = min(width, SIDE)
    rows = max(BLOCK, CELLS // across // BLOCK * BLOCK)
    if block > BLOCK:
        rows = max(rows // block, 1) * block
    rows = min(rows, max(4 * CELLS // across // BLOCK * BLOCK, BLOCK))
    for top in range(0, height, rows):
        for left in range(0, width, across):
            yield Window(left, top, min(across, width - left), min(rows, height - top))


class Cells:
    """Reads the cells of one band as they are kept, and counts what it finds on the way."""

    def __init__(self, head: Head, number: int, cells: int) -> None:
        """`number` counts the kept bands from 0, `cells` those of one band."""
        self.head, self.number = head, number
        self.band = head.bands[number]
        self.nan = self.infinite = self.missing = self.valid = 0
        self.low, self.high, self.sum, self.squares = math.inf, -math.inf, 0.0, 0.0
        self.markers = dict.fromkeys(MARKERS, 0)
        self._every = max(1, int(math.sqrt(cells / SAMPLE)))
        self._sample: list[np.ndarray] = []

    def read(self, source: Any, window: Window) -> np.ndarray:
        """The cells of `window` with the nodata value of the copy."""
        raw = source.read(self.band, window=window)
        hole = np.zeros(raw.shape, bool)
        warped = self.head.target is not None
        nodata = self.head.kept_nodata if warped else self.head.nodata
        if nodata is not None and not math.isnan(nodata):
            hole |= raw == np.asarray(nodata).astype(raw.dtype)
        if self.head.masked and not warped:
            hole |= source.read_masks(self.band, window=window) == 0
        self.missing += int(hole.sum())
        if raw.dtype.kind == "f":
            nan, infinite = np.isnan(raw), np.isinf(raw) & ~hole
            self.nan += 0 if warped else int(nan.sum())
            self.infinite += int(infinite.sum())
            hole |= nan | infinite
        self._count(raw, hole, window)
        kept = raw.astype(self.head.dtype, copy=True)
        if self.head.kept_nodata is not None:
            kept[hole] = self.head.kept_nodata
        return kept

    def _count(self, raw: np.ndarray, hole: np.ndarray, window: Window) -> None:
        values = raw[~hole].astype(np.float64)
        if not values.size:
            return
        self.valid += values.size
        self.low, self.high = min(self.low, float(values.min())), max(self.high, float(values.max()))
        self.sum += float(values.sum())
        self.squares += float(np.square(values).sum()) if self.high < 1e150 else 0.0
        for marker in MARKERS:
            if values.min() <= marker <= values.max():
                exact = np.asarray(marker).astype(raw.dtype) if raw.dtype.kind == "f" else marker
                found = values == np.float64(exact)
                self.markers[marker] += int(found.sum())
        rows = slice(-window.row_off % self._every, None, self._every)
        columns = slice(-window.col_off % self._every, None, self._every)
        self._sample.append(raw[rows, columns][~hole[rows, columns]].astype(np.float64))

    def result(self) -> Band:
        """The band with its statistics."""
        name, unit = self.head.names[self.number], self.head.units[self.number]
        if not self.valid:
            return Band(name, 0, 0.0, 0.0, 0.0, 0.0, (), unit)
        sample = np.concatenate(self._sample)
        sample = sample if sample.size else np.array([self.low, self.high])
        percentiles = np.percentile(sample, np.arange(101))
        percentiles[0], percentiles[100] = self.low, self.high
        mean = self.sum / self.valid
        deviation = math.sqrt(max(self.squares / self.valid - mean * mean, 0.0))
        values = tuple(float(x) for x in percentiles)
        return Band(name, self.valid, self.low, self.high, mean, deviation, values, unit)

    def findings(self) -> Iterator[Finding]:
        """What the cells say that the head did not."""
        name = self.head.names[self.number]
        if self.nan:
            yield finding("raster_nan", count=self.nan, column=name)
        if self.infinite:
            yield finding("raster_infinite", count=self.infinite, column=name)
        if not self.valid:
            yield finding("raster_band_empty", column=name)
        for marker, count in self.markers.items():
            if count and float(np.float32(marker)) in (np.float32(self.low), np.float32(self.high)):
                yield finding("raster_nodata_suspect", count=count, column=name, value=f"{marker:.17g}")
