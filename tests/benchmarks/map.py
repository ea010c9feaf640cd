"""The map measured in a browser: 100,000 points, 20,000 polygons and a raster of 100 megapixels.

``python -m tests.benchmarks.map`` loads them into a database of its own, opens the application in Chromium, and
then a plain Folium page that embeds the same data, and writes the figures into ``docs/benchmarks.md``: time until
the map is drawn, redrawing after a pan and a zoom, bytes sent, processor time of the server for each rerun.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import pyogrio
from affine import Affine
from playwright.sync_api import Browser

from core.database.cluster import remove_cluster
from core.database.engine import Database
from core.ingest import LoadDecisions, load
from core.raster import RasterDecisions, RasterStore, load_raster
from core.settings import ROOT, Settings
from tests.benchmarks import map_folium, map_product
from tests.benchmarks.data import Frame, bodies, occurrences
from tests.benchmarks.map_page import write
from tests.benchmarks.meter import load as busy
from tests.benchmarks.meter import machine
from tests.core.raster.files import write as write_raster
from tests.serving import chromium
from tests.workspace import parent

SEED = 20_240
FRAME = Frame(104.0, 38.0, 112.0, 43.0)
POINTS, POLYGONS, SIDE = 100_000, 20_000, 10_000


def files(directory: Path, scale: int) -> dict[str, Path]:
    """The three files; `scale` divides the sizes."""
    side = int(SIDE / scale**0.5)
    paths = {"points": directory / "points.gpkg", "polygons": directory / "polygons.gpkg"}
    for name, frame in {
        "points": occurrences(FRAME, POINTS // scale, SEED),
        "polygons": bodies(FRAME, POLYGONS // scale, SEED),
    }.items():
        layer = gpd.GeoDataFrame(frame, geometry="geometry", crs=4326)
        pyogrio.write_dataframe(layer, paths[name], driver="GPKG")
    x, y = np.meshgrid(np.linspace(0, 40, side, dtype="float32"), np.linspace(0, 25, side, dtype="float32"))
    cells = np.sin(x) * np.cos(y * 0.7) + 0.3 * np.sin(x * y * 0.05)
    step = ((FRAME.east - FRAME.west) / side, (FRAME.north - FRAME.south) / side)
    place = Affine(step[0], 0, FRAME.west, 0, -step[1], FRAME.north)
    paths["raster"] = write_raster(
        directory / "raster.tif", cells.astype("float32"), transform=place, compress="deflate"
    )
    return paths


@contextmanager
def workplace() -> Iterator[Path]:
    """A directory that is removed at the end, with everything that runs in it."""
    directory = parent() / f"oresight-map-{os.getpid()}"
    directory.mkdir(mode=0o755)
    directory.chmod(0o755)
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def fill(directory: Path, paths: dict[str, Path]) -> Settings:
    """Load the files as a user does; the settings of the application on them."""
    mappings = directory / "mappings"
    shutil.copytree(ROOT / "data_mappings", mappings)
    types = {
        "points": {"entity_type": "deposit", "title": {"en": "Occurrences", "zh": "矿点"}},
        "polygons": {"entity_type": "geo_body", "title": {"en": "Bodies", "zh": "地质体"}},
    }
    columns = {
        "points": {"name": {"column": "name"}, "commodity": {"column": "commodity", "separators": ";"}},
        "polygons": {"name": {"column": "name"}, "lithology": {"column": "lithology"}},
    }
    for name, content in {"user_table_types": types, "user_column_mapping": columns, "aliases": []}.items():
        (mappings / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    settings = Settings().model_copy(update={"local_dir": directory / "local", "mappings_dir": mappings})
    database = Database.open(settings)
    for table in ("points", "polygons"):
        load(database, paths[table], LoadDecisions(table=table))
    load_raster(
        RasterStore(database, settings.local_dir), paths["raster"], RasterDecisions(name="r", title="Raster")
    )
    database.close()
    return settings


def measure(scale: int, browser: Browser, limit_s: float) -> dict[str, Any]:
    """Both, one after the other."""
    with workplace() as directory:
        paths = files(directory, scale)
        settings = fill(directory, paths)
        try:
            own = map_product.run(browser, settings, directory)
        finally:
            database = Database.open(settings)
            database.close()
            if database.cluster is not None:
                remove_cluster(database.cluster)
        print(json.dumps(own, indent=1), flush=True)
        theirs = map_folium.run(browser, paths, directory, limit_s)
        print(json.dumps(theirs, indent=1), flush=True)
    return {"ours": own, "theirs": theirs}


def main() -> None:
    """Run, and write the page unless the sizes were reduced."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=int, default=1, metavar="N", help="divide the sizes; no page is written")
    parser.add_argument("--limit", type=float, default=300.0, metavar="S", help="longest wait for the Folium page")
    arguments = parser.parse_args()
    before = busy()
    with chromium() as browser:
        result = measure(arguments.scale, browser, arguments.limit)
    result |= {"machine": machine(), "load_before": before, "load_after": busy()}
    if arguments.scale == 1:
        write(result, ROOT / "docs" / "benchmarks.md")


if __name__ == "__main__":
    main()
