"""A loaded raster is a cloud-optimised copy with the same cells and an entry; a failed load leaves nothing."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import rasterio

from core.errors import IngestError
from core.raster import RasterDecisions, RasterStore, load_raster
from tests.core.raster.files import NORTH_UP, ramp, write


def test_cells_place_and_statistics_are_kept(store: RasterStore, tmp_path: Path) -> None:
    cells = ramp(1300, 1100)
    cells[3, 4] = -1
    path = write(tmp_path / "Some grid.tif", cells, nodata=-1)
    record = load_raster(store, path)
    assert (record.name, record.version, record.crs) == ("some_grid", 1, "EPSG:4326")
    assert store.list() == (record,) or math.isnan(record.nodata or 0)
    with rasterio.open(store.path(record)) as copy:
        kept = copy.read(1)
        assert copy.tags(ns="IMAGE_STRUCTURE")["LAYOUT"] == "COG"
        assert copy.overviews(1) == [2, 4]
        assert copy.transform.almost_equals(NORTH_UP)
        assert np.isnan(kept[3, 4])
    expected = cells.copy()
    expected[3, 4] = np.nan
    assert np.array_equal(kept, expected, equal_nan=True)
    band = store.get("some_grid").bands[0]
    assert band.valid == cells.size - 1
    assert band.percentile(2) == pytest.approx(np.nanpercentile(expected, 2), rel=0.01)
    assert band.percentile(97.5) == pytest.approx(np.nanpercentile(expected, 97.5), rel=0.01)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint16", "int32", "float64"])
def test_every_type_is_kept(store: RasterStore, tmp_path: Path, dtype: str) -> None:
    cells = np.random.default_rng(3).integers(0, 250, (33, 47)).astype(dtype)
    record = load_raster(store, write(tmp_path / "a.tif", cells, nodata=7))
    with rasterio.open(store.path(record)) as copy:
        assert copy.dtypes == (dtype,)
        assert np.array_equal(copy.read_masks(1) == 0, cells == 7)


def test_masks_and_reprojection_leave_no_invented_cells(store: RasterStore, tmp_path: Path) -> None:
    mask = np.zeros((40, 60), "uint8")
    mask[10:30, 20:40] = 255
    masked = load_raster(store, write(tmp_path / "m.tif", ramp().astype("uint16"), mask=mask))
    with rasterio.open(store.path(masked)) as copy:
        assert int((copy.read(1) != copy.nodata).sum()) == 400
    turned = load_raster(
        store, write(tmp_path / "r.tif", ramp().astype("uint16")), RasterDecisions(reproject="EPSG:32647")
    )
    with rasterio.open(store.path(turned)) as copy:
        values = copy.read(1)
        assert copy.crs.to_epsg() == 32647
        assert set(np.unique(values[values != copy.nodata])) <= set(range(2400))
        assert (values == copy.nodata).any()


def test_names_are_taken_once_and_replaced_when_wanted(store: RasterStore, tmp_path: Path) -> None:
    path = write(tmp_path / "a.tif", ramp())
    first = load_raster(store, path)
    with pytest.raises(IngestError, match="already"):
        load_raster(store, path)
    second = load_raster(store, path, RasterDecisions(mode="replace", title="New"))
    assert (second.version, second.title) == (2, "New")
    assert [x.name for x in store.directory.iterdir()] == [second.file]
    assert first.file != second.file
    store.drop("a")
    assert list(store.directory.iterdir()) == []
    with pytest.raises(IngestError, match="no raster"):
        store.drop("a")


def test_a_cancelled_or_refused_load_leaves_nothing(store: RasterStore, tmp_path: Path) -> None:
    class StopError(Exception):
        pass

    def stop(done: int, total: int, step: str) -> None:
        if step == "overviews":
            raise StopError

    with pytest.raises(StopError):
        load_raster(store, write(tmp_path / "a.tif", ramp()), progress=stop)
    with pytest.raises(IngestError, match="coordinate system"):
        load_raster(store, write(tmp_path / "b.tif", ramp(), crs=None))
    with pytest.raises(IngestError, match="No cell"):
        load_raster(store, write(tmp_path / "c.tif", np.zeros((5, 5), "uint8"), nodata=0))
    assert store.list() == ()
    assert list(store.directory.iterdir()) == []


def test_orphans_go_at_the_start_but_not_during_a_load(store: RasterStore, tmp_path: Path) -> None:
    record = load_raster(store, write(tmp_path / "a.tif", ramp()))
    for name in (".part-1.tif", "0123.tif"):
        (store.directory / name).write_bytes(b"x")
    with store.loading():
        assert store.sweep() == ()
    assert store.sweep() == (".part-1.tif", "0123.tif")
    assert store.path(record).exists()


def test_hostile_names_are_only_text(store: RasterStore, tmp_path: Path) -> None:
    path = write(tmp_path / "a.tif", ramp(), names=("<script>alert(1)</script>",))
    record = load_raster(store, path, source_name='../../etc/"; DROP TABLE x; --<b>.tif')
    assert store.path(record).parent == store.directory
    assert record.bands[0].name == "<script>alert(1)</script>"
    with pytest.raises(IngestError, match="cannot name a raster"):
        load_raster(store, path, RasterDecisions(name="../x"))
