"""Rasters read by a confined process: the same results, and nothing it suffers reaches the application."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
import rasterio

from core.errors import ImportCancelledError, IngestError
from core.query.cancel import CancelToken
from core.raster import (
    RasterDecisions,
    RasterStore,
    inspect_raster,
    inspect_raster_isolated,
    load_raster,
    load_raster_isolated,
)
from core.raster.isolated import RASTER_KEEPER
from tests.core.raster.files import ramp, write

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def test_the_same_report_and_the_same_copy(store: RasterStore, tmp_path: Path) -> None:
    cells = ramp(300, 200)
    cells[3, 4] = -1
    path = write(tmp_path / "grid.tif", cells, nodata=-1)
    assert repr(inspect_raster_isolated(path)) == repr(inspect_raster(path))  # NaN is not equal to itself
    ours = load_raster_isolated(store, path, RasterDecisions(name="far"))
    near = load_raster(store, path, RasterDecisions(name="near"))
    assert (ours.bands, ours.extent, ours.crs) == (near.bands, near.extent, near.crs)
    with rasterio.open(store.path(ours)) as one, rasterio.open(store.path(near)) as other:
        assert one.checksum(1) == other.checksum(1)
    assert {x.name for x in store.directory.iterdir()} == {ours.file, near.file}
    with pytest.raises(IngestError, match="far"):
        load_raster_isolated(store, path, RasterDecisions(name="far"))
    assert store.sweep() == ()


def test_refusals_come_through(store: RasterStore, tmp_path: Path) -> None:
    other = tmp_path / "no.tif"
    other.write_bytes(b"II*\0" + b"\xff" * 900)
    for read in (inspect_raster_isolated, lambda x: load_raster_isolated(store, x)):
        with pytest.raises(IngestError, match=r"no\.tif"):
            read(other)
    with pytest.raises(IngestError, match="what people call it"):
        inspect_raster_isolated(other, source_name="what people call it.tif")


@linux
def test_a_reader_that_is_killed_or_cancelled_leaves_nothing(store: RasterStore, tmp_path: Path) -> None:
    path = write(tmp_path / "grid.tif", ramp(2000, 2000))

    def strike(done: int, total: int, step: str) -> None:
        for child in Path(f"/proc/{RASTER_KEEPER.pid}/task/{RASTER_KEEPER.pid}/children").read_text().split():
            os.kill(int(child), signal.SIGSEGV)

    with pytest.raises(IngestError, match="crashed"):
        load_raster_isolated(store, path, progress=strike)
    cancel = CancelToken()
    with pytest.raises(ImportCancelledError):
        load_raster_isolated(store, path, progress=lambda *_: cancel.cancel(), cancel=cancel)
    assert store.list() == ()
    assert list(store.directory.iterdir()) == []
