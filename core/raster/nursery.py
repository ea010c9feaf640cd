"""The process that makes processes for rasters: it has loaded the raster library once, and nothing else of GDAL.

Started by :mod:`core.ingest.keeper` as ``python -m core.raster.nursery``; see :mod:`core.ingest.nursery`.
"""

from __future__ import annotations

import sys

sys.modules["geopandas"] = None  # type: ignore[assignment] # not needed here, and half of the time to start

from core.ingest.nursery import main  # noqa: E402
from core.raster.isolated import work  # noqa: E402

if __name__ == "__main__":
    main(work)
