"""Coordinates in degrees, minutes and seconds, packed, exchanged, and shifted as on Chinese web maps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Geod

from core.database.engine import Database
from core.errors import IngestError
from core.ingest import LoadDecisions, inspect, load
from core.ingest.angles import parse_angle, parse_packed
from core.ingest.crs_candidates import candidates, ranked
from core.ingest.gcj import Unshift, shifted, shifted_twice
from tests.core.ingest import files

EAST = 104 + 3 / 60 + 56.5 / 3600
NOTATIONS = [
    "104°03'56.5\"E", "104°3′56.5″", "E104°03'56.5''", "104º 03’ 56.5” E", "104 03 56.5 E", "104:03:56.5",
    "104度03分56.5秒", "东经104°03′56.5″", "东经104度3分56.5秒", "104d03m56.5s", "104°03'56.5",
    "１０４°０３′５６.５″",
    "104 deg 03 min 56.5 sec E",
]  # fmt: skip


@pytest.mark.parametrize("text", NOTATIONS)
def test_notations_of_one_angle(text: str) -> None:
    found = parse_angle(text)
    assert found is not None
    assert found.value == pytest.approx(EAST, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("E104°03.942'", 104.0657), ("-70°15'00\"", -70.25), ("33°27'00\"S", -33.45), ("-33°27'00\"S", -33.45),
        ("70 15 W", -70.25), ("南纬33度27分", -33.45), ("30.5N", 30.5), ("12.25°", 12.25), ("S 0°30'", -0.5),
        ("33°27'S", -33.45), ("33°27'00s", 33.45),
    ],
)  # fmt: skip
def test_signs_and_hemispheres(text: str, value: float) -> None:
    found = parse_angle(text)
    assert found is not None
    assert found.value == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("text", ["104°63'", "104°10'61\"", "104.5°10'", "north", "E", "", "1 2 3 4", "TM 75 42"])
def test_what_is_no_angle(text: str) -> None:
    assert parse_angle(text) is None


@given(st.floats(-179.99, 179.99), st.sampled_from(["°{}′{}″", "度{}分{}秒", " {} {}", ":{}:{}"]))
def test_any_angle_comes_back(value: float, form: str) -> None:
    seconds = round(abs(value) * 3600, 3)
    degrees, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    sign = "-" if value < 0 else ""
    found = parse_angle(f"{sign}{int(degrees)}" + form.format(f"{int(minutes):02}", f"{left:.3f}"))
    if left < 59.9995:
        assert found is not None
        assert found.value == pytest.approx(value, abs=1e-6)


def test_packed_digits_are_taken_only_where_degrees_are_impossible() -> None:
    assert parse_packed("1040356.5", "lon") == pytest.approx(EAST)
    assert parse_packed("303934.2", "lat") == pytest.approx(30 + 39 / 60 + 34.2 / 3600)
    assert [parse_packed(x, "lon") for x in ("181.0", "104.5", "1046500", "9999999", "-9999")] == [None] * 5


def test_table_of_angles(module_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "angles.csv"
    lines = ['1,"104°03\'56.5""E","30°39\'34.2""N"', "2,1040356.5,303934.2", "3,181.0,95.2", "4,,30.1",
             "5,somewhere,30", "6,104度03分56.5秒,30度39分34.2秒"]  # fmt: skip
    path.write_text("\n".join(["id,lon,lat", *lines]), encoding="utf-8")
    record = load(module_database, path)
    assert (record.rows_in, record.rows_loaded) == (6, 3)
    found = {x.code: x.rows for x in record.report if x.rows}
    assert found["xy_angles"] == (2, 7)
    assert (found["xy_packed"], found["geometry_range"]) == ((3,), (4,))
    assert (found["xy_empty"], found["xy_text"]) == ((5,), (6,))
    assert record.extent == pytest.approx((EAST, 30.6595, EAST, 30.6595), abs=1e-9)


def test_letters_tell_that_columns_are_exchanged(tmp_path: Path) -> None:
    path = tmp_path / "letters.csv"
    path.write_text("id,lon,lat\n1,30°39'N,84°03'E\n2,30°40'N,84°04'E\n", encoding="utf-8")
    assert files.codes(inspect(path).errors) == {"xy_letters"}
    assert inspect(path, x="lat", y="lon").usable == 2


def test_decimal_comma_in_coordinates(tmp_path: Path) -> None:
    path = tmp_path / "comma.csv"
    path.write_text("Nr;Länge;Breite\n1;7,4386;46,9511\n2;7,5001;46,9004\n", encoding="utf-8")
    report = inspect(path)
    assert report.extent == (7.4386, 46.9004, 7.5001, 46.9511)
    assert "decimal_comma" in files.codes(report.findings)


def test_shifted_coordinates_come_back_to_a_millimetre() -> None:
    random = np.random.default_rng(7)
    lon, lat = random.uniform(75, 133, 500), random.uniform(19, 52, 500)
    there = shifted(lon, lat)
    back = Unshift().transform(*there)
    _, _, moved = Geod(ellps="WGS84").inv(lon, lat, *there)
    _, _, off = Geod(ellps="WGS84").inv(lon, lat, *back)
    assert 50 < np.min(moved) < np.max(moved) < 1_000
    assert np.max(off) < 1e-3
    assert np.array_equal(shifted(np.array([10.0]), np.array([50.0])), ([10.0], [50.0]))  # not in Europe


def test_coordinates_of_baidu_come_back_to_a_millimetre() -> None:
    random = np.random.default_rng(8)
    lon, lat = random.uniform(75, 133, 500), random.uniform(19, 52, 500)
    back = Unshift("BD-09").transform(*shifted_twice(lon, lat))
    assert np.max(Geod(ellps="WGS84").inv(lon, lat, *back)[2]) < 1e-3
    # A pair that is often quoted for the published formula, from GCJ-02 to BD-09.
    wgs = Unshift().transform(np.array([116.404]), np.array([39.915]))
    assert np.concatenate(shifted_twice(*wgs)) == pytest.approx((116.41036949371029, 39.92133699351021), abs=1e-8)


def test_baidu_is_a_decision_and_marked(module_database: Database, tmp_path: Path) -> None:
    path = tmp_path / "baidu.csv"
    path.write_text("id,lon,lat\n1,116.41036949371029,39.92133699351021\n")
    record = load(module_database, path, LoadDecisions(crs="bd09"))
    assert record.crs_original == "BD-09"
    assert any("BD-09" in x.text and x.code == "crs_gcj" for x in record.report)
    assert record.extent[:2] == pytest.approx(np.concatenate(Unshift().transform([116.404], [39.915])), abs=1e-8)


def test_shifted_coordinates_are_a_decision_and_marked(module_database: Database, tmp_path: Path) -> None:
    lon, lat = shifted(np.array([104.0657]), np.array([30.6595]))
    path = tmp_path / "webmap.csv"
    path.write_text(f"id,lon,lat\n1,{lon[0]!r},{lat[0]!r}\n".replace("np.float64(", "").replace(")", ""))
    report = inspect(path)
    assert "crs_gcj_possible" in files.codes(report.findings)
    assert [x.code for x in report.crs_candidates][-2:] == ["GCJ-02", "BD-09"]
    record = load(module_database, path, LoadDecisions(crs="GCJ-02"))
    assert record.crs_original == "GCJ-02"
    assert "crs_gcj" in files.codes(record.report)
    assert record.extent[:2] == pytest.approx((104.0657, 30.6595), abs=1e-9)


def test_latitude_first_in_a_vector_file(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "swapped.geojson", [files.feature(shapely.Point(30.66, 104.06), n=1)])
    with pytest.raises(IngestError, match="latitude first"):
        load(module_database, path)
    record = load(module_database, path, LoadDecisions(swap=True))
    assert record.extent == (104.06, 30.66, 104.06, 30.66)
    west = files.geojson(tmp_path / "west.geojson", [files.feature(shapely.Point(40.1, 80.2), n=1)])
    assert "axes_suspected" in files.codes(inspect(west).findings)


def test_assigning_is_told_apart_from_reprojecting(tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "zone.geojson", [files.feature(shapely.Point(500_000, 3_400_000), n=1)], 4547)
    stated = inspect(path)
    assigned = inspect(path, crs="EPSG:4545")
    assert stated.extent is not None
    assert assigned.extent is not None
    assert stated.extent[0] == pytest.approx(114.0, abs=1e-9)
    assert assigned.extent[0] == pytest.approx(108.0, abs=1e-9)  # the same numbers, elsewhere
    overridden = next(x for x in assigned.findings if x.code == "crs_overridden")
    assert "changes no number" in overridden.text


def test_old_datums_are_marked_as_approximate() -> None:
    found = {x.code: x.approximate for x in candidates((37_499_000, 4_632_000, 37_500_000, 4_633_000))}
    assert found == {"EPSG:4525": False, "EPSG:2361": True, "EPSG:2413": True}


def test_zones_without_number_are_ranked_by_known_layers() -> None:
    found = candidates((499_000, 4_632_000, 500_000, 4_633_000))
    assert len(found) == 21
    best = ranked(found, [(110.5, 41.0, 111.5, 42.0)])[0]
    assert best.code == "EPSG:4546"  # CGCS2000, central meridian 111° E
