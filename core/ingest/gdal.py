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
os.environ.setdefault("GDAL_SKIP", ",".join(SKIPPED))

import pyogrio  # noqa: E402

warnings.filterwarnings("ignore", module="pyogrio")  # what matters of them is reported as findings

__all__ = ["pyogrio"]
