"""The raster library, entered through one door: GeoTIFF only, no neighbouring files, a small block cache."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.ingest.gdal import SKIPPED

# as for vector files: set before the library is loaded
os.environ.setdefault("GDAL_SKIP", ",".join(SKIPPED))

import rasterio
from pyproj.exceptions import CRSError
from rasterio._err import CPLE_BaseError
from rasterio.errors import NotGeoreferencedWarning, RasterioError

logging.getLogger("rasterio._env").setLevel(logging.ERROR)  # it names every skipped driver it does not even have

CACHE_MB = 64
"""Blocks the library keeps; with the windows below it bounds the memory of an import."""

UNREADABLE = (RasterioError, CPLE_BaseError, CRSError, UnicodeError, ValueError, OverflowError, MemoryError)
"""What the library raises at damaged files; it lets some of the errors below it through as they are."""

__all__ = ["CACHE_MB", "UNREADABLE", "NotGeoreferencedWarning", "environment", "opened", "rasterio"]


@contextlib.contextmanager
def environment() -> Iterator[None]:
    """The settings every use of the library runs under."""
    with rasterio.Env(
        GDAL_DISABLE_READDIR_ON_OPEN="EMPTY_DIR",
        GDAL_CACHEMAX=CACHE_MB,
        GDAL_PAM_ENABLED="NO",
        GTIFF_REPORT_COMPD_CS="NO",
        GDAL_HTTP_MAX_RETRY="0",
    ):
        yield


@contextlib.contextmanager
def opened(path: Path, **options: Any) -> Iterator[Any]:
    """A GeoTIFF of this machine, read only; call inside :func:`environment`."""
    with rasterio.open(path.resolve(), driver="GTiff", sharing=False, **options) as source:
        yield source
