"""Traps that wrong analyses fell into: censored cells, units, closure, doubles, flat columns, bad places."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import AnalysisError
from core.geochem.adequacy import adequacy, correlation
from core.geochem.associate import Plan, associate
from core.geochem.censored import fill, recode, share_censored
from core.geochem.cleaning import Choices, Cleaned, clean
from core.geochem.components import components
from core.geochem.crust import odd_contents
from core.geochem.element_groups import element_groups
from core.geochem.places import degrees, merge_sites, metres, spacing
from core.geochem.table import Element, Samples
from core.geochem.thresholds import PERCENT, Subject, exceeding, threshold, thresholds_of
from core.geochem.transform import prepare
from tests.core.geochem.tables import related, samples_of

NAN = np.nan


def reasons(cleaned: Cleaned) -> dict[str, str]:
    return {x.name: x.reason for x in cleaned.quality}


def notes(cleaned: Cleaned) -> dict[str, dict[str, object]]:
    return {x.key: x.values for x in cleaned.notes}


def censored_table(share: float, n: int = 100) -> Samples:
    values, limits = related(n, 3), np.full((n, 3), NAN)
    below = np.argsort(values[:, 0])[: int(share * n)]
    limits[below, 0] = values[below, 0].max() if len(below) else NAN
    values[below, 0] = NAN
    return samples_of(values, ("Au", "La", "Ce"), limits=limits)


def test_cells_below_a_limit_are_counted_and_filled_by_the_rule() -> None:
    samples = censored_table(0.3)
    assert share_censored(samples).tolist() == [0.3, 0, 0]
    below = np.isfinite(samples.limits[:, 0])
    limit = samples.limits[below, 0]
    assert np.allclose(fill(samples, "half").values[below, 0], limit / 2)
    assert np.allclose(fill(samples, "root2").values[below, 0], limit / np.sqrt(2))
    imputed = fill(samples, "ros").values[below, 0]
    assert (imputed <= limit).all()
    assert len(set(imputed.tolist())) == 30


@pytest.mark.parametrize(("share", "forced", "used"), [(0.3, (), True), (0.5, (), False), (0.5, ("Au",), True)])
def test_an_element_with_too_many_is_left_out_unless_forced(
    share: float, forced: tuple[str, ...], used: bool
) -> None:
    cleaned = clean(censored_table(share), Choices(forced=forced))
    assert ("Au" in cleaned.samples.symbols) == used
    assert reasons(cleaned)["Au"] == ("" if used else "censored")


def test_numbers_that_are_no_contents_are_read_as_what_they_mean() -> None:
    values = related(40, 3)
    values[:4, 0] = -9999
    values[4:7, 1] = -0.5
    values[7:9, 2] = 0
    values[9, 0] = -1.8e308 if np.isfinite(-1.8e308) else -np.inf
    recoded = recode(samples_of(values))
    assert (recoded.sentinels, recoded.negatives, recoded.zeros) == ((5, 0, 0), (0, 3, 0), (0, 0, 2))
    assert np.allclose(recoded.samples.limits[4:7, 1], 0.5)
    assert np.allclose(recoded.samples.limits[7:9, 2], values[values[:, 2] > 0, 2].min())
    assert np.isnan(recoded.samples.values[:4, 0]).all()


def test_at_eighty_percent_below_the_limit_a_percentile_is_called_useless() -> None:
    values = np.concatenate([np.full(800, 0.5), np.linspace(1, 10, 200)])
    found = {x.method: x for x in thresholds_of(Subject("Au", "element", values), None, 0.8)}
    assert found["p75"].value == 0.5
    assert found["p75"].above == 200  # strictly above, not the 1,000 that "at least" would flag
    assert found["p75"].at_limit
    assert not found["p95"].at_limit


def test_an_oxide_that_repeats_its_element_is_left_out_and_so_is_a_column_in_other_units() -> None:
    values = related(50, 3)
    doubled = np.column_stack([values[:, :1] * 1.2447, values, values[:, 2] * 3])
    names = ("ZnO", "Zn", "La", "Ce", "Ce_again")
    symbols = ("Zn", "Zn", "La", "Ce", "")
    samples = samples_of(doubled, names)
    elements = tuple(Element(x, "ppm", 1.0, s) for x, s in zip(names, symbols, strict=True))
    cleaned = clean(Samples(**{**vars(samples), "elements": elements}), Choices())
    assert cleaned.samples.symbols == ("Zn", "La", "Ce")
    assert reasons(cleaned) == {"ZnO": "twin:Zn", "Zn": "", "La": "", "Ce": "", "Ce_again": "twin:Ce"}
    assert adequacy(correlation(np.log(doubled)), 50).reason == "singular"


def test_a_constant_element_is_left_out_and_named() -> None:
    values = related(40, 3)
    values[:, 1] = 7.0
    assert reasons(clean(samples_of(values), Choices()))["E1"] == "constant"
    with pytest.raises(AnalysisError, match="E1: all values are the same"):
        clean(samples_of(values), Choices(elements=("E0", "E1")))


def test_log_ratios_of_the_analysed_elements_have_no_kmo_and_of_more_elements_they_do() -> None:
    samples = samples_of(related(80, 6))
    closed = associate(samples, Plan(transform="clr", classes=2))
    assert closed.adequacy.kmo is None
    assert closed.adequacy.reason == "closed"
    open_ = associate(samples, Plan(Choices(elements=("E0", "E1", "E2", "E3")), transform="clr", classes=2))
    assert open_.adequacy.kmo is not None
    assert associate(samples, Plan(transform="ilr", classes=2)).adequacy.kmo is not None


def test_samples_of_one_site_count_once() -> None:
    values = related(30, 2)
    places = np.column_stack([np.repeat(np.arange(15), 2) / 100 + 110, np.full(30, 42.0)])
    samples = samples_of(values, places=places)
    merged = merge_sites(samples)
    assert len(merged) == 15
    assert np.allclose(merged.values[3], np.median(values[6:8], axis=0))
    assert merged.merged[3] == (7, 8)
    assert notes(clean(samples, Choices()))["sites_merged"] == {"rows": 30, "sites": 15}
    assert clean(samples, Choices(merge=False)).rows_used == 30


def test_a_merged_site_is_below_the_limit_only_when_all_its_samples_are() -> None:
    values = np.array([[NAN, NAN], [NAN, 4.0]])
    limits = np.array([[2.0, 1.0], [1.0, NAN]])
    merged = merge_sites(samples_of(values, limits=limits, places=np.array([[110.0, 42.0]] * 2)))
    assert np.isnan(merged.values[0, 0])
    assert merged.limits[0, 0] == 1.0
    assert np.isnan(merged.limits[0, 1])
    assert merged.values[0, 1] == pytest.approx(np.median([1 / np.sqrt(2), 4.0]))


@pytest.mark.parametrize("bad", [(-1.7e308, 42.0), (NAN, 42.0), (110.0, 95.0), (0.0, 0.0), (np.inf, 1.0)])
def test_places_that_cannot_be_are_left_out_and_told(bad: tuple[float, float]) -> None:
    samples = samples_of(related(30, 3))
    samples.lon[4], samples.lat[4] = bad
    cleaned = clean(samples, Choices())
    assert cleaned.rows_used == 29
    assert notes(cleaned)["no_place"] == {"rows": 1}


@pytest.mark.parametrize("n", [0, 1, 9])
def test_too_few_samples_are_refused_with_their_number(n: int) -> None:
    with pytest.raises(AnalysisError, match=f"Only {n} sample"):
        clean(samples_of(related(20, 3)).rows(np.arange(n)), Choices())


def test_all_censored_is_refused_with_the_cause() -> None:
    empty = np.full((30, 2), NAN)
    with pytest.raises(AnalysisError, match="below the detection limit"):
        clean(samples_of(empty, limits=np.full((30, 2), 0.5)), Choices())


def test_an_element_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(AnalysisError, match="no column Xx; they have E0, E1"):
        clean(samples_of(related(30, 2)), Choices(elements=("E0", "Xx")))


def test_incomplete_rows_and_elements_are_left_out_in_that_order() -> None:
    values = related(40, 4)
    values[:20, 3] = NAN  # half is missing: the element goes, not the rows
    values[0, 0] = NAN  # one cell: the row goes
    cleaned = clean(samples_of(values), Choices())
    assert cleaned.samples.symbols == ("E0", "E1", "E2")
    assert cleaned.rows_used == 39
    assert reasons(cleaned)["E3"] == "missing"


def test_rare_rocks_use_the_threshold_of_all() -> None:
    values = np.concatenate([np.full(40, 1.0), np.full(40, 100.0), np.full(5, 50.0)]) * np.linspace(1, 1.2, 85)
    groups = ("schist",) * 40 + ("granite",) * 40 + ("dyke",) * 5
    found = exceeding((Subject("La", "element", values),), "p95", None, groups)
    assert set(found.by_group) == {"schist", "granite"}
    assert found.flags[:40].sum() == 2
    assert found.limits[80, 0] == threshold(values, "p95")


def test_an_unknown_rule_is_refused_and_scores_have_a_fence_on_themselves() -> None:
    values = np.linspace(-3.0, 3.0, 201)
    with pytest.raises(KeyError, match="guess"):
        threshold(values, "guess")  # type: ignore[arg-type]
    assert threshold(values, "tukey") == pytest.approx(1.5 + 1.5 * 3)
    assert threshold(np.exp(values), "tukey") == pytest.approx(np.exp(1.5 + 1.5 * 3))
    assert threshold(values, "fractal") is None
    share = {x: float((values > (threshold(values, x) or 0)).mean()) for x in PERCENT}
    assert share == pytest.approx({"p75": 0.25, "p95": 0.05}, abs=0.005)


def test_robust_components_are_not_pulled_by_outliers() -> None:
    random = np.random.default_rng(1)
    clean_values = np.exp(random.multivariate_normal([2, 2, 2], [[1, 0.8, 0], [0.8, 1, 0], [0, 0, 0.3]], 200))
    dirty = clean_values.copy()
    dirty[:20, 2] *= np.exp(8)
    true = components(prepare(clean(samples_of(clean_values), Choices()), "log10", "none")).loadings[:, 0]
    prepared = prepare(clean(samples_of(dirty), Choices()), "log10", "none")
    assert abs(true @ components(prepared).loadings[:, 0]) < 0.3
    assert abs(true @ components(prepared, robust=True, seed=1).loadings[:, 0]) > 0.95


def test_robust_components_refuse_too_few_samples_and_closed_columns() -> None:
    samples = samples_of(related(30, 8))
    with pytest.raises(AnalysisError, match="5 samples for each element"):
        associate(samples, Plan(robust=True))
    with pytest.raises(AnalysisError, match="Choose ilr"):
        associate(samples_of(related(60, 4)), Plan(robust=True, transform="clr"))


def test_average_linkage_takes_correlations_and_ward_distances() -> None:
    r = np.array([[1, 0.9, -0.95], [0.9, 1, -0.9], [-0.95, -0.9, 1]])
    names = ("A", "B", "C")
    assert element_groups(names, r, 50, measure="average", count=2).groups == (("C",), ("A", "B"))
    assert element_groups(names, r, 50, measure="average_abs", count=2).groups == (("B",), ("A", "C"))
    with pytest.raises(AnalysisError, match="3 elements"):
        element_groups(names, r, 50, measure="ward", count=4)


def test_more_classes_than_different_samples_are_refused() -> None:
    values = np.repeat(related(3, 2), 5, axis=0)
    with pytest.raises(AnalysisError, match="cannot be divided into 4 classes"):
        associate(samples_of(values), Plan(classes=4))


def test_the_plane_is_in_metres_and_back() -> None:
    lon, lat = np.array([110.0, 110.01, 110.0]), np.array([42.0, 42.0, 42.01])
    points = metres(lon, lat)
    assert np.linalg.norm(points[1] - points[0]) == pytest.approx(828.5, abs=1.0)  # cos(42°) x 111.5 km x 0.01
    assert np.linalg.norm(points[2] - points[0]) == pytest.approx(1110.7, abs=1.0)
    assert np.allclose(degrees(points, lon, lat), np.column_stack([lon, lat]), atol=1e-9)
    assert spacing(points) == pytest.approx(828.5, abs=1.0)


def test_anomaly_clusters_are_where_they_were_put() -> None:
    values = np.exp(np.random.default_rng(4).normal(1, 0.2, (400, 3)))
    spot = [i for i in range(400) if 3 <= i % 20 <= 5 and 4 <= i // 20 <= 6]
    values[spot] *= 10
    found = associate(samples_of(values), Plan(classes=2, threshold="tukey", together=2)).anomalies
    assert [sorted(x.rows.tolist()) for x in found.clusters] == [spot]
    cluster = found.clusters[0]
    leading = ("E0", "E1", "E2").index(cluster.leading)
    assert cluster.peak == values[spot, leading].max()
    assert values[cluster.peak_row, leading] == cluster.peak
    assert {n for _, n in cluster.frequency} == {9}
    assert cluster.contrast > 3
    assert 5 < cluster.area_km2 < 12  # nine places on a net of 1 km


def test_a_subject_may_be_a_ratio_or_a_component_and_nothing_else() -> None:
    samples = samples_of(related(50, 3))
    found = associate(samples, Plan(subjects=("E0/E1", "PC2", "E2")))
    assert [x.kind for x in found.anomalies.subjects] == ["ratio", "score", "element"]
    assert np.allclose(found.anomalies.subjects[0].values, samples.values[:, 0] / samples.values[:, 1])
    with pytest.raises(AnalysisError, match="“Zz”"):
        associate(samples, Plan(subjects=("Zz",)))


def test_one_smallest_value_in_many_samples_is_told_apart_from_rounding() -> None:
    """Files that write half the limit without saying so make a heap; values rounded to whole numbers make none."""
    values = related(200, 3)
    values[:60, 0] = 0.5 * values[:, 0].min()
    values[:, 1] = np.repeat(np.arange(1.0, 21.0), 10)  # rounded, every value as often
    lowest = {x.name: x.lowest for x in clean(samples_of(values, ("B", "La", "Ce")), Choices()).quality}
    assert lowest == {"B": 0.3, "La": 0, "Ce": 0}
    values[:90, 0] = values[0, 0]
    samples = samples_of(values, ("B", "La", "Ce"))
    assert reasons(clean(samples, Choices())) == {"B": "heap", "La": "", "Ce": ""}
    assert clean(samples, Choices(forced=("B",))).samples.symbols == ("B", "La", "Ce")


def test_a_unit_a_thousand_times_off_shows_against_the_crust() -> None:
    values = np.tile([28.0, 0.5, 31.0], (20, 1)) * np.linspace(0.8, 1.2, 20)[:, None]
    found = odd_contents(samples_of(values, ("Cu", "Pt", "La")))
    assert [(x.name, round(x.times)) for x in found] == [("Pt", 1000)]
    assert odd_contents(samples_of(values / [1, 1000, 1], ("Cu", "Pt", "La"))) == ()
