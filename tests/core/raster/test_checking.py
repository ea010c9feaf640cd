"""Each thing a GeoTIFF can leave out or say wrongly is a finding or a refusal that names what to do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from affine import Affine

from core.errors import IngestError
from core.raster import RasterDecisions, RasterLimits, RasterReport, inspect_raster
from tests.core.raster.files import NORTH_UP, ramp, write


def codes(report: RasterReport) -> set[str]:
    return {x.code for x in report.findings}


def errors(report: RasterReport) -> set[str]:
    return {x.code for x in report.errors}


def test_a_sound_file_says_where_it_lies_and_what_its_cells_are(tmp_path: Path) -> None:
    cells = ramp()
    report = inspect_raster(write(tmp_path / "a.tif", cells, nodata=5.0))
    rest = cells[cells != 5].astype(float)
    assert report.errors == ()
    assert report.extent == pytest.approx((100.0, 41.6, 100.6, 42.0))
    band = report.bands[0]
    assert (band.valid, band.low, band.high) == (rest.size, 0.0, 2399.0)
    assert band.mean == pytest.approx(rest.mean())
    assert band.deviation == pytest.approx(rest.std())
    assert band.percentiles == pytest.approx(np.percentile(rest, range(101)))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04zip", b"\x89PNG\r\n", b"<VRTDataset/>", b"II"])
def test_other_files_are_refused_by_their_first_bytes(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.tif"
    path.write_bytes(content)
    with pytest.raises(IngestError, match="not a GeoTIFF") as refused:
        inspect_raster(path)
    assert "GeoTIFF" in refused.value.say("zh")


def test_a_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tif", np.random.default_rng(1).random((400, 400)), compress="deflate")
    path.write_bytes(path.read_bytes()[:200_000])
    with pytest.raises(IngestError, match="damaged or cut off"):
        inspect_raster(path)


@pytest.mark.parametrize(
    ("limits", "word"),
    [
        (RasterLimits(file_bytes=100), "bytes"),
        (RasterLimits(cells=2_399), "2,400 cells"),
        (RasterLimits(bands=0), "1 bands"),
        (RasterLimits(bytes=9_599), "9,600 bytes when unpacked"),
    ],
)
def test_sizes_are_bounded(tmp_path: Path, limits: RasterLimits, word: str) -> None:
    path = write(tmp_path / "a.tif", ramp())
    with pytest.raises(IngestError, match=word):
        inspect_raster(path, limits=limits)


def test_a_small_file_with_a_huge_grid_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    import rasterio  # noqa: PLC0415

    with rasterio.open(
        path, "w", driver="GTiff", dtype="uint8", count=1, height=100_000, width=100_000, tiled=True,
        sparse_ok=True, crs="EPSG:3857", transform=Affine(1, 0, 0, 0, -1, 0), compress="deflate",
    ):  # fmt: skip
        pass
    with pytest.raises(IngestError, match="10,000,000,000 cells"):
        inspect_raster(path)


def test_complex_cells_are_refused(tmp_path: Path) -> None:
    with pytest.raises(IngestError, match="complex64"):
        inspect_raster(write(tmp_path / "a.tif", ramp().astype("complex64")))


def test_without_a_coordinate_system_candidates_are_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tif", ramp(), crs=None)
    report = inspect_raster(path)
    assert errors(report) == {"raster_no_crs"}
    assert "EPSG:4490" in {x.code for x in report.crs_candidates}
    decided = inspect_raster(path, RasterDecisions(crs="EPSG:4490"))
    assert decided.errors == ()
    assert decided.crs == "EPSG:4490"
    assert {"raster_crs_assigned", "crs_aligned"} <= codes(decided)


def test_without_a_position_its_extent_can_be_decided(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tif", ramp(), transform=None)
    assert errors(inspect_raster(path)) == {"raster_no_transform"}
    decided = inspect_raster(path, RasterDecisions(extent=(110.0, 40.0, 110.6, 40.4)))
    assert decided.errors == ()
    assert decided.extent == pytest.approx((110.0, 40.0, 110.6, 40.4))
    wrong = inspect_raster(path, RasterDecisions(extent=(110.6, 40.0, 110.0, 40.4)))
    assert errors(wrong) == {"raster_extent_wrong"}


def test_a_rotated_grid_wants_a_decision(tmp_path: Path) -> None:
    turned = Affine.translation(500_000, 4_600_000) @ Affine.rotation(30) @ Affine.scale(100, -100)
    path = write(tmp_path / "a.tif", ramp(), transform=turned, crs="EPSG:32648")
    report = inspect_raster(path)
    assert errors(report) == {"raster_rotated"}
    assert "30°" in report.errors[0].text
    assert "EPSG:32648" in report.errors[0].text
    decided = inspect_raster(path, RasterDecisions(reproject="EPSG:32648"))
    assert decided.errors == ()
    assert "raster_reprojected" in codes(decided)
    assert decided.bands[0].valid == pytest.approx(2400, rel=0.1)


def test_a_wrong_coordinate_system_is_noticed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tif", ramp(), transform=Affine(100, 0, 500_000, 0, -100, 4_600_000))
    report = inspect_raster(path)
    assert errors(report) == {"raster_outside"}
    assert "Earth" in report.errors[0].text


def test_all_cells_without_data(tmp_path: Path) -> None:
    report = inspect_raster(write(tmp_path / "a.tif", np.full((9, 9), -1.0, "float32"), nodata=-1))
    assert errors(report) == {"raster_empty"}
    nan = inspect_raster(write(tmp_path / "b.tif", np.full((9, 9), np.nan, "float32")))
    assert errors(nan) == {"raster_empty"}


def test_not_a_number_and_infinity_are_counted(tmp_path: Path) -> None:
    cells = ramp()
    cells[0, :7] = np.nan
    cells[1, :3] = np.inf
    report = inspect_raster(write(tmp_path / "a.tif", cells, nodata=np.nan))
    found = {x.code: x.count for x in report.findings}
    assert (found["raster_nan"], found["raster_infinite"]) == (7, 3)
    assert report.bands[0].valid == 2390
    assert np.isnan(report.nodata or 0)


def test_a_marker_that_is_not_stated_is_told_and_can_be_decided(tmp_path: Path) -> None:
    cells = ramp()
    cells[:2] = -9999
    path = write(tmp_path / "a.tif", cells, nodata=-1)
    report = inspect_raster(path)
    suspect = next(x for x in report.findings if x.code == "raster_nodata_suspect")
    assert (suspect.count, suspect.severity) == (120, "warning")
    assert "-9999" in suspect.text
    assert "raster_nodata_unused" in codes(report)
    decided = inspect_raster(path, RasterDecisions(nodata=-9999.0))
    assert "raster_nodata_decided" in codes(decided)
    assert decided.bands[0].low == 120.0


def test_nodata_outside_the_type_is_ignored_and_told(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tif", ramp(10, 10).astype("uint8"), nodata=255)
    path.write_bytes(path.read_bytes().replace(b"255\x00", b"-99\x00"))
    report = inspect_raster(path)
    assert "raster_nodata_range" in codes(report)
    assert report.nodata is None
    assert errors(inspect_raster(path, RasterDecisions(nodata=1.5))) == {"raster_nodata_bad"}


def test_sixteen_bits_with_nodata(tmp_path: Path) -> None:
    cells = ramp().astype("uint16")
    cells[5, 5] = 65535
    report = inspect_raster(write(tmp_path / "a.tif", cells, nodata=65535))
    assert report.bands[0].high == 2399
    assert (report.dtype, report.nodata) == ("uint16", 65535)
    assert "raster_nodata" in codes(report)


def test_bands_palette_mask_and_alpha(tmp_path: Path) -> None:
    planes = np.stack([ramp(), ramp() * 2, ramp() * 3])
    several = inspect_raster(write(tmp_path / "a.tif", planes, names=("K", "Th", "U")))
    assert [x.name for x in several.bands] == ["K", "Th", "U"]
    assert "raster_bands" in codes(several)
    palette = {0: (255, 0, 0, 255), 1: (0, 0, 255, 255)}
    classes = write(tmp_path / "b.tif", (ramp() % 2).astype("uint8"), palette=palette, photometric="palette")
    assert "raster_palette" in codes(inspect_raster(classes))
    mask = np.full((40, 60), 255, "uint8")
    mask[:10] = 0
    masked = inspect_raster(write(tmp_path / "c.tif", ramp().astype("uint16"), mask=mask))
    assert masked.bands[0].valid == 1800
    assert masked.bands[0].low == 600
    picture = np.stack([np.full((20, 20), x, "uint8") for x in (10, 20, 30, 0)])
    picture[3, :, 10:] = 255
    alpha = inspect_raster(write(tmp_path / "d.tif", picture, photometric="rgb", alpha="yes"))
    assert [x.valid for x in alpha.bands] == [200, 200, 200]


def test_cgcs2000_is_named_with_what_the_shift_is_worth(tmp_path: Path) -> None:
    gauss = Affine(100, 0, 36_500_000, 0, -100, 4_600_000)
    report = inspect_raster(write(tmp_path / "a.tif", ramp(), crs="EPSG:4524", transform=gauss))
    assert report.crs == "EPSG:4524"
    assert "crs_aligned" in codes(report)
    assert report.extent is not None
    assert report.extent[0] == pytest.approx(108.0, abs=0.01)


def test_south_up_files_keep_their_place(tmp_path: Path) -> None:
    upside = Affine(0.01, 0, 100.0, 0, 0.01, 41.6)
    report = inspect_raster(write(tmp_path / "a.tif", ramp(), transform=upside))
    straight = inspect_raster(write(tmp_path / "b.tif", ramp(), transform=NORTH_UP))
    assert report.extent == pytest.approx(straight.extent)


def test_damaged_files_are_refused_with_a_sentence_or_read(tmp_path: Path) -> None:
    plain = write(tmp_path / "a.tif", ramp(), nodata=-1).read_bytes()
    packed = write(
        tmp_path / "b.tif", np.stack([ramp()] * 3), compress="deflate", names=("a", "b", "c")
    ).read_bytes()
    random = np.random.default_rng(5)
    path, said = tmp_path / "x.tif", 0
    for number in range(200):
        damaged = bytearray((plain, packed)[number % 2])
        for at in random.integers(4, 800, 4):
            damaged[at] = random.integers(256)
        path.write_bytes(damaged[: random.integers(8, len(damaged))] if number % 5 == 0 else damaged)
        try:
            inspect_raster(path)
        except IngestError as error:
            said += bool(error.sentence and error.sentence_zh)
    assert said > 20
