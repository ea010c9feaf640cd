"""The files: what a user would find in them, their encodings, their bindings, the same bytes each time."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import geopandas
import openpyxl
import pandas as pd
import pyogrio
import pytest
import shapely

from core.demo import DemoFile, generate, generator
from core.demo.region import build_region
from core.settings import ROOT
from core.vocabulary.mappings import load_mappings

MAPPINGS = load_mappings(ROOT / "data_mappings")


def headings(file: DemoFile) -> list[str]:
    """Column names of a file as an outside reader sees them."""
    if file.path.suffix == ".csv":
        return list(pd.read_csv(file.path, encoding=file.encoding, nrows=1).columns)
    if file.path.suffix == ".xlsx":
        sheet = openpyxl.load_workbook(file.path, read_only=True)[file.sheet]
        return [cell.value for cell in next(sheet.iter_rows(max_row=1))]
    return list(pyogrio.read_info(file.path, layer=file.layer, encoding=file.encoding)["fields"])


def test_every_table_has_rows_and_is_bound_to_existing_columns(files: dict[str, DemoFile]) -> None:
    assert set(files) == set(MAPPINGS.tables) == set(MAPPINGS.columns)
    known = {a.id for a in MAPPINGS.attributes}
    for table, file in files.items():
        assert file.rows > 0
        names = headings(file)
        assert len(set(names)) == len(names)
        for attribute, column in MAPPINGS.columns[table].items():
            assert column.column in names, (table, attribute)
            assert attribute in known


def test_tables_are_declared_invented_and_titled_alike(files: dict[str, DemoFile]) -> None:
    for table, file in files.items():
        entry = MAPPINGS.tables[table]
        assert entry.invented
        assert entry.provenance.startswith("Invented")
        assert (entry.title.en, entry.title.zh) == file.title


def test_the_three_regions_come_with_different_structures(files: dict[str, DemoFile]) -> None:
    occurrences = [files[x] for x in ("bayan_obo_occurrences", "yunnan_ore_points", "sichuan_deposits")]
    assert len({f.path.suffix for f in occurrences} | {f.path.suffix for f in files.values()}) >= 5
    names = [set(headings(f)) for f in occurrences]
    assert not names[0] & names[2]
    units = [MAPPINGS.columns[t]["Au"].unit for t in ("bayan_obo_samples", "yunnan_samples", "sichuan_soils")]
    assert units == ["ppb", "ppb", "g/t"]
    separators = [MAPPINGS.columns[f.table]["commodity"].separators for f in occurrences]
    assert len(set(separators)) == 3


@pytest.mark.parametrize("table", ["bayan_obo_occurrences", "bayan_obo_faults", "bayan_obo_folds"])
def test_bayan_obo_shapefiles_are_gbk_without_a_marker(files: dict[str, DemoFile], table: str) -> None:
    path = files[table].path
    assert not path.with_suffix(".cpg").exists()
    raw = path.with_suffix(".dbf").read_bytes()
    assert raw[29] in (0, 0x4D)
    with pytest.raises(UnicodeDecodeError):
        raw[32:].decode("utf-8")
    frame = geopandas.read_file(path, encoding="GBK")
    assert any("\u4e00" <= c <= "\u9fff" for c in "".join(frame.columns))


def test_chinese_texts_survive(files: dict[str, DemoFile]) -> None:
    frame = geopandas.read_file(files["bayan_obo_occurrences"].path, encoding="GBK")
    row = frame[frame["NAME_EN"] == "Saiwusu Rock Gold Deposit"].iloc[0]
    assert (row["矿产地名"], row["规模"], row["成因类型"], row["矿种"]) == (
        "赛乌素岩金矿",
        "中型",
        "岩浆热液型",
        "Au",
    )
    sichuan = files["sichuan_deposits"].path
    assert sichuan.with_suffix(".cpg").read_text() == "UTF-8"
    assert geopandas.read_file(sichuan)["NAME_CN"].str.contains("[\u4e00-\u9fff]").all()
    yunnan = files["yunnan_samples"]
    with pytest.raises(UnicodeDecodeError):
        yunnan.path.read_text(encoding="utf-8")
    assert set(pd.read_csv(yunnan.path, encoding=yunnan.encoding)["样品类型"]) == {"水系沉积物"}


def test_declared_places_and_systems_of_tables(files: dict[str, DemoFile]) -> None:
    boxes = {"yunnan": (99.0, 25.6, 100.0, 26.4), "sichuan": (101.4, 28.4, 102.3, 29.2)}
    for table in ("yunnan_ore_points", "yunnan_samples", "sichuan_soils"):
        file = files[table]
        frame = pd.read_csv(file.path, encoding=file.encoding)
        points = geopandas.points_from_xy(frame[file.x_column], frame[file.y_column], crs=file.crs).to_crs(4326)
        west, south, east, north = boxes[table.split("_")[0]]
        assert points.x.min() > west
        assert points.x.max() < east
        assert points.y.min() > south
        assert points.y.max() < north
    assert pyogrio.read_info(files["yunnan_bodies"].path, layer="地质体")["crs"] == "EPSG:4490"
    assert pyogrio.read_info(files["sichuan_units"].path, layer="units")["crs"] == "EPSG:4543"


def test_the_same_seed_gives_the_same_bytes(
    directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(generator.REGIONS, "bayan_obo")  # the largest; its workbook is looked at below
    seen: list[float] = []
    generate(tmp_path / "new" / "place", 20_240, lambda part, _: seen.append(part))
    assert seen[0] == 0
    assert seen[-1] == 1
    assert seen == sorted(seen)
    twins = sorted((tmp_path / "new" / "place").iterdir())
    assert {".gpkg", ".csv", ".shp", ".dbf", ".geojson"} <= {x.suffix for x in twins}
    for twin in twins:
        assert twin.read_bytes() == (directory / twin.name).read_bytes(), twin.name


def test_the_workbook_carries_no_time_of_writing(files: dict[str, DemoFile]) -> None:
    with zipfile.ZipFile(files["bayan_obo_samples"].path) as book:
        assert {x.date_time for x in book.infolist()} == {(2024, 1, 1, 0, 0, 0)}
        assert set(re.findall(rb"20\d\d-\d\d-\d\d", book.read("docProps/core.xml"))) == {b"2024-01-01"}


def test_another_seed_gives_another_but_equally_sound_region(files: dict[str, DemoFile]) -> None:
    other = build_region("bayan_obo", 7)
    assert len(other.bodies) >= 300
    assert len(other.faults) >= 200
    assert shapely.coverage_is_valid([b.polygon for b in other.bodies])
    lines = geopandas.read_file(files["bayan_obo_faults"].path, encoding="GBK").geometry
    assert not any(line.equals(f.line) for f, line in zip(other.faults, lines, strict=False))
