"""GeoTIFF out and in: round trip, nodata, tags, layout; reprojection; -99 and NaN; windows; bad files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import rasterio
from rasterio.transform import from_origin

from core.errors import AnalysisError
from core.prospectivity.grid import GridSpec
from core.prospectivity.rasters import RasterReader, write_geotiff, write_windows

GRID = GridSpec(32649, 200.0, 400_000.0, 4_620_000.0, 90, 70)


def plain(path: Path, values: np.ndarray, crs: str | None = "EPSG:32649", nodata: float | None = None) -> Path:
    with rasterio.open(
        path, "w", driver="GTiff", height=values.shape[0], width=values.shape[1], count=1, dtype="float32",
        crs=crs, nodata=nodata, transform=from_origin(400_000, 4_620_000, 200, 200),
    ) as target:  # fmt: skip
        target.write(values.astype(np.float32), 1)
    return path


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    values = np.arange(GRID.cells, dtype=np.float32)
    values[:7] = np.nan
    write_geotiff(tmp_path / "p.tif", GRID, {"potential": values, "deviation": values / 2}, {"VERDICT": "为什么"})
    with rasterio.open(tmp_path / "p.tif") as found:
        assert found.crs.to_epsg() == 32649
        assert np.isnan(found.nodata)
        assert found.transform == from_origin(400_000, 4_620_000, 200, 200)
        assert found.descriptions == ("potential", "deviation")
        assert found.tags()["VERDICT"] == "为什么"
        assert found.tags(ns="IMAGE_STRUCTURE")["LAYOUT"] == "COG"
        np.testing.assert_array_equal(found.read(1).ravel(), values)
    assert [x.name for x in tmp_path.iterdir()] == ["p.tif"]
    reader = RasterReader(tmp_path / "p.tif", exact=True)
    np.testing.assert_array_equal(reader(GRID, np.arange(GRID.cells)), values)


def test_a_failure_while_writing_leaves_nothing(tmp_path: Path) -> None:
    def broken(first: int, last: int) -> list[np.ndarray]:
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        write_windows(tmp_path / "p.tif", GRID, ["a"], broken, {})
    assert list(tmp_path.iterdir()) == []


def test_windows_give_the_same_as_the_whole(tmp_path: Path) -> None:
    big = GridSpec(32649, 20.0, 0.0, 0.0, 700, 600)
    values = np.random.default_rng(0).normal(size=big.cells).astype(np.float32)
    write_windows(tmp_path / "w.tif", big, ["a"], lambda a, b: [values[a * 700 : b * 700]], {})
    with rasterio.open(tmp_path / "w.tif") as found:
        np.testing.assert_array_equal(found.read(1).ravel(), values)


def test_another_coordinate_system_is_met(tmp_path: Path) -> None:
    """A plane in degrees, read at metric cells, equals the plane at the cells' degrees."""
    lon, lat = np.meshgrid(109.5 + (np.arange(400) + 0.5) * 0.002, 42.0 - (np.arange(400) + 0.5) * 0.002)
    path = tmp_path / "degrees.tif"
    with rasterio.open(
        path, "w", driver="GTiff", height=400, width=400, count=1, dtype="float64", crs="EPSG:4326",
        transform=from_origin(109.5, 42.0, 0.002, 0.002),
    ) as target:  # fmt: skip
        target.write(3 * lon + 2 * lat, 1)
    cells = np.arange(GRID.cells)
    x, y = GRID.degrees(*GRID.centres(cells))
    np.testing.assert_allclose(RasterReader(path)(GRID, cells), 3 * x + 2 * y, atol=1e-6)


def test_nan_stated_nodata_and_unstated_sentinels(tmp_path: Path) -> None:
    values = np.random.default_rng(0).normal(50, 3, (70, 90))
    values[:10] = -99
    values[10, :] = np.nan
    unstated = RasterReader(plain(tmp_path / "a.tif", values))
    assert unstated.suspects() == (-99.0,)
    found = RasterReader(tmp_path / "a.tif", blanks=unstated.suspects(), exact=True)(GRID, np.arange(GRID.cells))
    assert np.isnan(found[: 11 * 90]).all()
    assert np.isfinite(found[11 * 90 :]).all()
    stated = RasterReader(plain(tmp_path / "b.tif", values, nodata=-99))
    assert stated.suspects() == ()
    assert np.isnan(stated(GRID, np.arange(90))).all()
    # temperatures that happen to reach -99 are no sentinel
    smooth = np.linspace(-99, 99, 70 * 90).reshape(70, 90)
    assert RasterReader(plain(tmp_path / "c.tif", smooth)).suspects() == ()


def test_cells_beside_the_raster_are_blank(tmp_path: Path) -> None:
    reader = RasterReader(plain(tmp_path / "a.tif", np.ones((70, 90))))
    away = GridSpec(32649, 200.0, 900_000.0, 4_620_000.0, 10, 10)
    assert np.isnan(reader(away, np.arange(100))).all()


def test_bad_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.tif").write_bytes(b"nothing")
    with pytest.raises(AnalysisError, match="cannot be read"):
        RasterReader(tmp_path / "x.tif")
    with pytest.raises(AnalysisError, match="where it lies"):
        RasterReader(plain(tmp_path / "y.tif", np.ones((70, 90)), crs=None))
