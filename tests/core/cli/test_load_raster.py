"""``load`` with a GeoTIFF: the report of a trial, and the lines after a load."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.cli import load_raster as rasters
from core.cli.parser import build_parser
from core.database.engine import Database
from core.errors import IngestError
from core.raster import RasterStore
from core.settings import Settings
from tests.core.raster.files import ramp, write


def test_a_file_is_tried_and_loaded(
    database: Database, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path / "Grid.TIF", ramp(), crs=None, nodata=-1)
    assert rasters.is_raster(path)
    parser = build_parser()
    assert rasters.check(path, rasters.decisions(parser.parse_args(["load", str(path)]))) == 1
    assert "does not say in which coordinate system" in capsys.readouterr().out
    told = parser.parse_args(["load", str(path), "--crs", "EPSG:4326", "--nodata", "5", "--title", "Field"])
    assert rasters.check(path, rasters.decisions(told)) == 0
    assert "60 × 40" in capsys.readouterr().out
    rasters.load(database, settings, path, rasters.decisions(told))
    assert "as raster grid: 60 × 40 cells" in capsys.readouterr().out
    (record,) = RasterStore(database, settings.local_dir).list()
    assert (record.title, record.bands[0].valid) == ("Field", 2399)


def test_an_extent_is_four_numbers() -> None:
    arguments = build_parser().parse_args(["load", "a.tif", "--extent", "1,2,3"])
    with pytest.raises(IngestError, match="four numbers"):
        rasters.decisions(arguments)
