"""GDAL, entered through one door.

The drivers that open other files or the network are switched off before the library is loaded.  Where another
module loaded it first, the checks of :mod:`core.ingest.staging` still refuse such documents.
"""

from __future__ import annotations

import os
import warnings

SKIPPED = (
    "VRT", "OGR_VRT", "GDALG", "HTTP", "WFS", "OAPIF", "OGCAPI", "CSW", "EEDA", "PLSCENES", "NGW", "Carto",
    "AmigoCloud", "Elasticsearch", "ADBC", "GPSBabel",
)  # fmt: skip
ONLY_READERS = (
    *SKIPPED, "AIVector", "AVCBin", "AVCE00", "CSV", "DGN", "DXF", "EDIGEO", "GTFS", "GeoRSS", "Idrisi", "JML",
    "KML", "LIBKML", "LVBAG", "MBTiles", "MVT", "MapML", "MiraMonVector", "ODS", "OGR_GMT", "OGR_PDS", "OSM",
    "PCIDSK", "PDF", "PDS4", "PGDUMP", "PMTiles", "PostgreSQL", "S57", "SQLite", "SXF", "Selafin", "VDV", "VFK",
    "VICAR", "WAsP", "XLS", "XLSX", "XODR", "CAD", "MSSQLSpatial", "MySQL", "MongoDBv3", "ODBC", "PGeo", "Parquet",
    "Arrow", "HANA", "OCI", "Interlis 1", "Interlis 2", "GMLAS", "NAS", "SOSI", "TIGER", "Geoconcept", "netCDF",
)  # fmt: skip
"""Everything but the drivers that files are opened with; for a process that does nothing else."""
os.environ.setdefault("GDAL_SKIP", ",".join(SKIPPED))
os.environ.setdefault("GML_DOWNLOAD_SCHEMA", "NO")

import pyogrio  # noqa: E402

warnings.filterwarnings("ignore", module="pyogrio")  # what matters of them is reported as findings

__all__ = ["pyogrio"]
