"""The analyses: published components of the rare earths, detection limits, autocorrelation, enrichment."""

from __future__ import annotations

import geopandas
import numpy as np
import openpyxl
import pandas as pd
import pytest
import shapely
from scipy.spatial import cKDTree

from core.demo import DemoFile

FIFTEEN = ["La", "Ce", "Pr", "Nd", "Sm", "Eu", "Gd", "Tb", "Ho", "Er", "Tm", "Lu", "Nb", "F", "Zr"]
OTHERS = ["Au", "Ag", "Cu", "Pb", "Zn", "As", "Sb", "Hg", "W", "Mo"]
OXIDES = ["SiO2", "Al2O3", "CaO", "MgO", "Fe2O3", "K2O", "Na2O"]
VARIANCE = [70.05, 14.20, 5.09, 4.12, 2.82, 2.00]


@pytest.fixture(scope="module")
def cells(files: dict[str, DemoFile]) -> pd.DataFrame:
    """The sheet as it is."""
    file = files["bayan_obo_samples"]
    rows = openpyxl.load_workbook(file.path, read_only=True)[file.sheet].iter_rows(values_only=True)
    header = [str(x).split("(")[0] for x in next(rows)]
    return pd.DataFrame(list(rows), columns=header)


@pytest.fixture(scope="module")
def values(cells: pd.DataFrame) -> pd.DataFrame:
    """Numbers as an analysis would use them: half the detection limit for censored cells."""
    names = FIFTEEN + OTHERS + OXIDES
    return cells[names].map(lambda v: float(v[1:]) / 2 if isinstance(v, str) else float(v))


@pytest.fixture(scope="module")
def correlation(values: pd.DataFrame) -> np.ndarray:
    return np.corrcoef(np.log1p(values[FIFTEEN].to_numpy()).T)


def test_size_units_and_limits(files: dict[str, DemoFile], cells: pd.DataFrame) -> None:
    assert len(cells) == 16_370
    file = files["bayan_obo_samples"]
    sheet = openpyxl.load_workbook(file.path, read_only=True)[file.sheet]
    header = [c.value for c in next(sheet.iter_rows(max_row=1))]
    assert {"La(ppm)", "Au(ppb)", "Hg(ppb)", "SiO2(wt%)"} <= set(header)
    censored = cells[FIFTEEN + OTHERS].map(lambda v: isinstance(v, str))
    assert censored.to_numpy().sum() > 500
    assert censored[FIFTEEN].mean().max() < 0.03
    texts = {v for column in FIFTEEN + OTHERS for v in cells[column] if isinstance(v, str)}
    assert all(v.startswith("<") and float(v[1:]) > 0 for v in texts)
    assert not cells["样品编号"].duplicated().any()


def test_principal_components_are_the_published_ones(correlation: np.ndarray) -> None:
    share, vectors = np.linalg.eigh(correlation)
    share, vectors = 100 * share[::-1] / 15, vectors[:, ::-1]
    assert share[0] == pytest.approx(70.05, abs=1)
    assert share[1] == pytest.approx(14.20, abs=1)
    assert share[:6] == pytest.approx(VARIANCE, abs=0.3)
    assert (np.abs(vectors[:, 0]) > 0.1).all()  # the first one is in all elements
    assert len(set(np.sign(vectors[:, 0]))) == 1
    second = dict(zip(FIFTEEN, vectors[:, 1] * np.sign(vectors[FIFTEEN.index("Lu"), 1]), strict=True))
    assert min(second[x] for x in ("Ho", "Er", "Tm", "Lu")) > 0.2
    assert max(second[x] for x in ("La", "Ce", "Pr", "Nd", "Eu")) < -0.1


def test_sampling_adequacy(correlation: np.ndarray) -> None:
    inverse = np.linalg.inv(correlation)
    partial = -inverse / np.sqrt(np.outer(np.diag(inverse), np.diag(inverse)))
    off = ~np.eye(15, dtype=bool)
    r2, p2 = (correlation[off] ** 2).sum(), (partial[off] ** 2).sum()
    assert 0.80 <= r2 / (r2 + p2) <= 0.84


def test_oxides_close(values: pd.DataFrame) -> None:
    total = values[OXIDES].sum(axis=1)
    assert total.min() > 55
    assert total.max() < 100
    assert values["SiO2"].between(20, 90).all()


@pytest.mark.parametrize("element", ["La", "F", "Au", "Cu", "Pb"])
def test_neighbours_resemble_each_other(cells: pd.DataFrame, values: pd.DataFrame, element: str) -> None:
    place = cells[["经度", "纬度"]].to_numpy(float) * [83.0, 111.0]
    neighbour = cKDTree(place).query(place, k=2)[1][:, 1]
    logs = np.log(values[element].to_numpy())
    assert np.corrcoef(logs, logs[neighbour])[0, 1] > 0.25


def test_enrichment_near_faults_and_deposits(
    files: dict[str, DemoFile], cells: pd.DataFrame, values: pd.DataFrame
) -> None:
    points = geopandas.points_from_xy(cells["经度"], cells["纬度"], crs=4326).to_crs(32649)

    def nearest(shapes: geopandas.GeoSeries) -> np.ndarray:
        tree = shapely.STRtree(shapes.to_crs(32649).to_numpy())
        return tree.query_nearest(np.asarray(points), return_distance=True, all_matches=False)[1]

    faults = geopandas.read_file(files["bayan_obo_faults"].path, encoding="GBK").geometry
    to_fault = nearest(faults)
    assert values["Au"][to_fault < 500].median() > 1.15 * values["Au"][to_fault > 3_000].median()
    occurrences = geopandas.read_file(files["bayan_obo_occurrences"].path, encoding="GBK")
    for element in ("Au", "Cu", "Pb"):
        ore = nearest(occurrences[occurrences["矿种"].str.contains(element)].geometry)
        assert values[element][ore < 500].median() > 2 * values[element][ore > 4_000].median()
    ree = nearest(occurrences[occurrences["矿种"].str.contains("REE")].geometry)
    assert values["La"][ree < 1_500].median() > 3 * values["La"].median()


def test_sichuan_gold_in_grams_per_tonne(files: dict[str, DemoFile]) -> None:
    gold = pd.read_csv(files["sichuan_soils"].path)["Au_g/t"].astype(str)
    assert gold.str.startswith("<").any()
    assert 0.0005 < pd.to_numeric(gold, errors="coerce").median() < 0.005
