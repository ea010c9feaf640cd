"""The maps: counts, coverage without gaps or overlaps, contacts on the borders, short edges, genuine relations."""

from __future__ import annotations

from typing import Any

import geopandas
import numpy as np
import pandas as pd
import pytest
import shapely

from core.demo import DemoFile

UTM = {"bayan_obo": 32649, "yunnan": 32647, "sichuan": 32647}
BODIES = {"bayan_obo": "bayan_obo_bodies", "yunnan": "yunnan_bodies", "sichuan": "sichuan_units"}
CONTACTS = {"bayan_obo": "bayan_obo_contacts", "yunnan": "yunnan_contacts", "sichuan": "sichuan_contacts"}
FAULTS = {"bayan_obo": "bayan_obo_faults", "yunnan": "yunnan_faults", "sichuan": "sichuan_faults"}
LINES = [*CONTACTS.values(), *FAULTS.values(), "bayan_obo_folds"]
REGIONS = list(UTM)


def read(file: DemoFile) -> geopandas.GeoDataFrame:
    how: dict[str, Any] = {"layer": file.layer} if file.layer else {}
    if file.encoding:
        how["encoding"] = file.encoding
    return geopandas.read_file(file.path, **how)


def occurrences(files: dict[str, DemoFile], region: str) -> geopandas.GeoDataFrame:
    if region != "yunnan":
        return read(files[{"bayan_obo": "bayan_obo_occurrences", "sichuan": "sichuan_deposits"}[region]])
    file = files["yunnan_ore_points"]
    frame = pd.read_csv(file.path, encoding=file.encoding)
    points = geopandas.points_from_xy(frame[file.x_column], frame[file.y_column], crs=file.crs).to_crs(4326)
    return geopandas.GeoDataFrame(frame, geometry=points)


@pytest.mark.parametrize(
    ("table", "least"),
    [
        ("bayan_obo_occurrences", 120), ("bayan_obo_faults", 200), ("bayan_obo_bodies", 300),
        ("bayan_obo_folds", 12), ("yunnan_ore_points", 80), ("sichuan_deposits", 80), ("yunnan_samples", 2_000),
        ("sichuan_soils", 2_000), ("yunnan_faults", 80), ("sichuan_faults", 80),
    ],
)  # fmt: skip
def test_there_is_enough_of_everything(files: dict[str, DemoFile], table: str, least: int) -> None:
    assert files[table].rows >= least


def test_rows_are_what_was_announced(files: dict[str, DemoFile]) -> None:
    for table in [*LINES, *BODIES.values()]:
        assert len(read(files[table])) == files[table].rows


@pytest.mark.parametrize("region", REGIONS)
def test_bodies_fill_the_study_area_without_gaps_or_overlaps(files: dict[str, DemoFile], region: str) -> None:
    frame = read(files[BODIES[region]])
    shapes = frame.geometry.to_numpy()
    assert shapely.is_valid(shapes).all()
    assert set(frame.geom_type) == {"Polygon"}
    assert shapely.coverage_is_valid(shapes)
    area = read(files[f"{region}_area"]).to_crs(frame.crs).geometry.item()
    united = shapely.union_all(shapes)
    assert united.geom_type == "Polygon"
    assert len(united.interiors) == 0
    assert united.area == pytest.approx(area.area, rel=1e-9)
    assert shapely.area(shapes).sum() == pytest.approx(area.area, rel=1e-9)


@pytest.mark.parametrize("region", REGIONS)
def test_no_slivers_and_no_giant(files: dict[str, DemoFile], region: str) -> None:
    areas = read(files[BODIES[region]]).to_crs(UTM[region]).area
    assert areas.min() > 5_000
    assert areas.max() < 0.12 * areas.sum()


@pytest.mark.parametrize("region", REGIONS)
def test_contacts_run_on_the_borders_of_two_bodies(files: dict[str, DemoFile], region: str) -> None:
    bodies = read(files[BODIES[region]])
    contacts = read(files[CONTACTS[region]])
    rng = np.random.default_rng(1)
    for line in contacts.geometry.iloc[rng.choice(len(contacts), 60, replace=False)]:
        touching = bodies.geometry[bodies.intersects(line)]
        assert sum(line.within(x.boundary) for x in touching) == 2
    column = {"bayan_obo": "TYPE", "yunnan": "界线类型", "sichuan": "contact"}[region]
    assert contacts[column].nunique() == 4


@pytest.mark.parametrize("table", LINES)
def test_edges_are_at_most_a_kilometre(files: dict[str, DemoFile], table: str) -> None:
    frame = read(files[table])
    lines = frame.to_crs(UTM[table.rsplit("_", 1)[0]]).geometry.explode().to_numpy()
    longest = max(np.hypot(*np.diff(shapely.get_coordinates(x), axis=0).T).max() for x in lines)
    assert longest <= 1_000
    assert shapely.is_valid(lines).all()


@pytest.mark.parametrize("region", REGIONS)
def test_faults_and_occurrences_lie_in_the_study_area(files: dict[str, DemoFile], region: str) -> None:
    area = read(files[f"{region}_area"]).geometry.item().buffer(2e-6)
    assert shapely.within(read(files[FAULTS[region]]).to_crs(4326).geometry.to_numpy(), area).all()
    assert shapely.within(occurrences(files, region).to_crs(4326).geometry.to_numpy(), area).all()


COLUMNS = {
    "bayan_obo": ("LITHOLOGY", "granite", "AGE", "Permian", "CLASS", "Intrusion"),
    "yunnan": ("岩性", "花岗岩", "时代", "二叠纪", "类别", "侵入岩"),
    "sichuan": ("rock", "granite", "era", "Permian", "kind", "intrusive rock"),
}


@pytest.mark.parametrize("region", REGIONS)
def test_questions_about_hosts_and_crossings_have_answers(files: dict[str, DemoFile], region: str) -> None:
    rock, granite, age, permian, kind, intrusive = COLUMNS[region]
    bodies = read(files[BODIES[region]]).to_crs(4326)
    points = occurrences(files, region).to_crs(4326)
    inside = bodies[bodies[rock].str.contains(granite)].union_all()
    hits = points.within(inside).sum()
    assert 3 <= hits < len(points) / 2
    crossed = bodies[(bodies[age] == permian) & (bodies[kind] == intrusive)].union_all()
    faults = read(files[FAULTS[region]]).to_crs(4326)
    assert 2 <= faults.intersects(crossed).sum() < len(faults) / 2


def test_ore_bodies_lie_in_the_dolomite_belt(files: dict[str, DemoFile]) -> None:
    bodies = read(files["bayan_obo_bodies"]).to_crs(32649)
    host = bodies[bodies["LITHOLOGY"].isin(["dolomite marble", "carbonatite"])].union_all()
    frame = read(files["bayan_obo_occurrences"]).to_crs(32649)
    ores = frame[frame["NAME_EN"].str.contains("Orebody")]
    assert len(ores) == 3
    assert ores.distance(host).max() == 0


def test_fault_belt_is_one_feature_of_several_lines(files: dict[str, DemoFile]) -> None:
    faults = read(files["bayan_obo_faults"])
    belt = faults[faults["NAME_EN"].fillna("").str.startswith("Northern margin")]
    assert len(belt) == 1
    assert belt.geom_type.item() == "MultiLineString"
    assert faults["NAME_EN"].isna().mean() > 0.8
