"""Rasters end to end: a GeoTIFF is checked, kept as a cloud-optimised copy, drawn as tiles, asked and explained.

``inspect_raster`` tells everything about a file and writes nothing; ``load_raster`` does the same checks, writes
the copy by windows and registers it; all or nothing.
"""

from core.raster.checking import SUFFIXES
from core.raster.isolated import inspect_raster_isolated, load_raster_isolated
from core.raster.loading import inspect_raster, load_raster
from core.raster.model import Band, RasterDecisions, RasterLimits, RasterRecord, RasterReport
from core.raster.registry import RasterStore

__all__ = [
    "SUFFIXES",
    "Band",
    "RasterDecisions",
    "RasterLimits",
    "RasterRecord",
    "RasterReport",
    "RasterStore",
    "inspect_raster",
    "inspect_raster_isolated",
    "load_raster",
    "load_raster_isolated",
]
