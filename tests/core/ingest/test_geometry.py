"""Geometries: what is repaired, what is left out, what the column for distances holds."""

from __future__ import annotations

import math
from pathlib import Path

import geopandas as gpd
import numpy as np
import pyarrow as pa
import pyogrio
import pytest
import shapely
from geographiclib.geodesic import Geodesic
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import Geod

from core.database.engine import Database
from core.errors import IngestError
from core.ingest import LoadDecisions, inspect, load
from core.ingest.crs import Conversion
from core.ingest.edges import longest_edge
from core.ingest.geometry import GeometryWork
from core.ingest.wkb import as_written
from tests.core.ingest import files

WGS84 = Conversion("EPSG:4326", None, ())
FULL_ECEF = (
    "ST_Transform(ST_Force3D(ST_Segmentize(ST_Force2D(CASE WHEN ST_Dimension(geom) = 2 THEN ST_Boundary(geom) "
    "ELSE geom END)::geography, 1000)::geometry), 4978)"
)


def test_bow_tie_becomes_two_triangles(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(
        tmp_path / "bow.geojson",
        [files.feature(shapely.Polygon(files.SQUARE), n=1), files.feature(shapely.Polygon(files.BOW_TIE), n=2)],
    )
    record = load(module_database, path)
    repaired = next(x for x in record.report if x.code == "geometry_repaired")
    assert (repaired.rows, repaired.count) == ((2,), 1)
    rows = files.rows_of(
        module_database, "bow", "ST_Area(geom) AS a, ST_IsValid(geom) AS ok, GeometryType(geom) AS t"
    )
    assert [x["t"] for x in rows] == ["MULTIPOLYGON"] * 2
    assert all(x["ok"] for x in rows)
    assert rows[1]["a"] == pytest.approx(0.005)  # both triangles, half of the square


def test_invalid_geometries_are_left_out_or_refused_by_decision(module_database: Database, tmp_path: Path) -> None:
    shapes = [files.SQUARE, files.BOW_TIE, files.SQUARE]
    path = files.geojson(tmp_path / "torn.geojson", [files.feature(shapely.Polygon(x), n=1) for x in shapes])
    for check in (inspect(path, invalid="refuse"), inspect(path, LoadDecisions(invalid="refuse"))):
        assert [(x.code, x.rows) for x in check.errors] == [("geometry_invalid_refused", (2,))]
        assert all(x in check.errors[0].text for x in ("row 2", "torn.geojson", "self-intersection"))
    with pytest.raises(IngestError, match="invalid geometry"):
        load(module_database, path, LoadDecisions(invalid="refuse"))
    assert "torn" not in files.tables(module_database)
    record = load(module_database, path, LoadDecisions(invalid="leave_out"))
    assert (record.rows_in, record.rows_loaded) == (3, 2)
    assert [x.rows for x in record.report if x.code == "geometry_invalid_out"] == [(2,)]
    assert record.decisions == {"invalid": "leave_out"}


def test_rows_without_usable_geometry_are_named(module_database: Database, tmp_path: Path) -> None:
    spike = {"type": "Polygon", "coordinates": [[[110, 41], [110.1, 41], [110, 41], [110, 41]]]}
    path = files.geojson(
        tmp_path / "holes.geojson",
        [
            files.feature(shapely.Polygon(files.SQUARE), n=1),
            files.feature(None, n=2),
            files.feature({"type": "Polygon", "coordinates": []}, n=3),
            files.feature(spike, n=4),
            files.feature(shapely.Polygon([(190, 41), (190.1, 41), (190.1, 41.1)]), n=5),
            files.feature(shapely.Polygon(files.SQUARE), n=6),
        ],
    )
    record = load(module_database, path)
    assert (record.rows_in, record.rows_loaded) == (6, 2)
    rows = {x.code: x.rows for x in record.report if x.rows}
    assert rows == {
        "geometry_null": (2,), "geometry_empty": (3,), "geometry_lost": (4,), "geometry_range": (5,)
    }  # fmt: skip
    assert [x["fid"] for x in files.rows_of(module_database, "holes", "fid, n")] == [
        1,
        6,
    ]  # the record's own number


def test_nothing_usable_is_an_error(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(tmp_path / "nulls.geojson", [files.feature(None, n=1), files.feature(None, n=2)])
    with pytest.raises(IngestError, match=r"No row of “nulls\.geojson” can"):
        load(module_database, path)
    assert "nulls" not in files.tables(module_database)


def test_mixed_kinds_ask_which(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(
        tmp_path / "mixed.geojson",
        [
            files.feature(shapely.Point(110, 41), n=1),
            files.feature(shapely.Point(111, 41), n=2),
            files.feature(shapely.LineString([(110, 41), (110.1, 41)]), n=3),
            files.feature(shapely.Polygon(files.SQUARE), n=4),
        ],
    )
    with pytest.raises(IngestError, match="2 points"):
        load(module_database, path)
    for kind, rows in (("point", [1, 2]), ("line", [3]), ("polygon", [4])):
        record = load(module_database, path, LoadDecisions(table=f"only_{kind}", geometry=kind))  # type: ignore[arg-type]
        assert [x["n"] for x in files.rows_of(module_database, f"only_{kind}", "n")] == rows
        assert next(x for x in record.report if x.code == "geometry_other").count == 4 - len(rows)


def test_collections_keep_their_parts_of_the_kind(module_database: Database, tmp_path: Path) -> None:
    both = shapely.GeometryCollection([shapely.Polygon(files.SQUARE), shapely.Point(110, 41)])
    path = files.geojson(tmp_path / "collection.geojson", [files.feature(both, n=1)])
    record = load(module_database, path)
    assert record.geometry == "MultiPolygon"
    assert "geometry_parts" in files.codes(record.report)


def test_points_stay_points_when_all_are_single(module_database: Database, tmp_path: Path) -> None:
    single = [shapely.MultiPoint([(110, 41)]), shapely.Point(111, 41)]
    several = [*single, shapely.MultiPoint([(110, 41), (110.5, 41)])]
    for name, geometries, kind in (("single", single, "Point"), ("several", several, "MultiPoint")):
        path = files.geojson(tmp_path / f"{name}.geojson", [files.feature(x) for x in geometries])
        assert load(module_database, path).geometry == kind


def test_heights_and_measures_are_left_out(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(
        tmp_path / "z.geojson", [files.feature(shapely.LineString([(110, 41, 900), (110.1, 41, 950)]), n=1)]
    )
    record = load(module_database, path)
    assert next(x for x in record.report if x.code == "geometry_z").count == 1
    text = files.rows_of(module_database, "z", "ST_AsText(geom) AS g")[0]["g"]
    assert text == "MULTILINESTRING((110 41,110.1 41))"


@pytest.mark.parametrize("step", [0.005, 0.3])
def test_column_for_distances_is_the_same_with_and_without_parting(
    module_database: Database, tmp_path: Path, step: float
) -> None:
    """Short edges are not parted, which saves time; the result may not differ."""
    ring = shapely.Polygon([(110, 41), (110 + step, 41), (110 + step, 41 + step), (110, 41 + step)])
    path = files.geojson(tmp_path / "ring.geojson", [files.feature(ring, n=1)])
    record = load(module_database, path, LoadDecisions(mode="replace"))
    row = files.rows_of(
        module_database, "ring",
        f"ST_AsEWKB(geom_ecef) = ST_AsEWKB({FULL_ECEF}) AS same, ST_NPoints(geom_ecef) AS n, "
        "ST_SRID(geom_ecef) AS s",
    )[0]  # fmt: skip
    assert row["same"]
    assert row["s"] == 4978
    assert row["n"] == 5 if record.max_edge_m < 1000 else row["n"] > 100


def test_column_for_distances_when_a_long_edge_was_not_foreseen(module_database: Database, tmp_path: Path) -> None:
    """One feature of many has long edges, and it is none of those that are looked at beforehand."""
    steps = [0.3 if i == 5 else 0.005 for i in range(300)]
    rings = [files.feature(shapely.box(110, 41, 110 + x, 41 + x), n=i) for i, x in enumerate(steps)]
    record = load(module_database, files.geojson(tmp_path / "unforeseen.geojson", rings))
    assert record.max_edge_m > 30_000
    same = f"ST_AsEWKB(geom_ecef) = ST_AsEWKB({FULL_ECEF}) AS same, ST_NPoints(geom_ecef) AS n"
    rows = files.rows_of(module_database, "unforeseen", same)
    assert all(x["same"] for x in rows)
    assert [i for i, x in enumerate(rows) if x["n"] > 100] == [5]
    count = "SELECT count(*) FROM pg_indexes WHERE schemaname = 'layers' AND tablename = 'unforeseen'"
    assert files.scalar(module_database, count) == 3


@pytest.mark.parametrize("changed", ["nothing", "turned", "heights"])
def test_shapes_arrive_as_they_were_written(module_database: Database, tmp_path: Path, changed: str) -> None:
    """Single and multiple, with and without holes, side by side; the bytes are passed on or made anew."""
    hole = shapely.box(110, 41, 111, 42).difference(shapely.box(110.2, 41.2, 110.3, 41.3))
    two = shapely.MultiPolygon([shapely.box(112, 41, 113, 42), hole])
    shapes = [shapely.box(100, 30, 101, 31), hole, two, shapely.MultiPolygon([hole])]
    written = [shapely.reverse(x) if changed == "turned" else x for x in shapes]
    if changed == "heights":
        written = [shapely.force_3d(x, 5.0) for x in written]
    path = tmp_path / f"{changed}.gpkg"
    frame = gpd.GeoDataFrame({"n": range(len(shapes))}, geometry=written, crs=4326)
    pyogrio.write_dataframe(frame, path, driver="GPKG", promote_to_multi=False, geometry_type="Unknown")
    load(module_database, path)
    rows = files.rows_of(module_database, changed, "ST_AsBinary(geom) AS b, ST_SRID(geom) AS s")
    for shape, row in zip(written, rows, strict=True):
        found = shapely.from_wkb(bytes(row["b"]))
        assert (found.geom_type, row["s"]) == ("MultiPolygon", 4326)
        parts = shapely.get_parts(shapely.force_2d(shape)).tolist()
        assert all(a.equals_exact(b, 0.0) for a, b in zip(found.geoms, parts, strict=True))


def test_only_plainly_written_shapes_are_passed_on() -> None:
    polygon = shapely.box(0, 0, 1, 1).difference(shapely.box(0.2, 0.2, 0.3, 0.3))
    line = shapely.MultiLineString([[(0, 0), (1, 1)], [(2, 2), (3, 3), (4, 5)]])
    plain = [shapely.to_wkb(x) for x in (polygon, shapely.MultiPolygon([polygon]), line)]
    geometry = np.array([polygon, shapely.MultiPolygon([polygon]), line])
    assert as_written(pa.array(plain, pa.binary()), geometry) is not None
    assert as_written(pa.array([b"", *plain], pa.binary())[1:], geometry) is not None
    others = [
        plain[0] + b"\0",  # bytes that belong to nothing
        shapely.to_wkb(polygon, byte_order=0),
        shapely.to_wkb(shapely.set_srid(polygon, 4326), include_srid=True),
        shapely.to_wkb(shapely.force_3d(polygon)),
        shapely.to_wkb(shapely.Point(1, 1)),
    ]
    for other in others:
        shape = np.array([shapely.from_wkb(other), *geometry[1:]])
        assert as_written(pa.array([other, *plain[1:]], pa.binary()), shape) is None


@pytest.mark.parametrize("seed", range(12))
def test_longest_edge_of_many_shapes(seed: int) -> None:
    """Small and large, near and far from the equator, with holes, several parts, and parts far from each other."""
    random = np.random.default_rng(seed)
    size, lat = 10 ** random.uniform(-3, 1.4), random.uniform(-84, 84)
    shapes = []
    for i in range(100):
        lon = random.uniform(100, 101 + 60 * (seed % 2))
        shape = shapely.Point(lon, lat).buffer(size * random.uniform(0.5, 1), quad_segs=2)
        if i % 3 == 0:
            shape = shape.difference(shape.centroid.buffer(size * 0.1))
        if i % 2 == 0:
            shape = shapely.MultiPolygon([shape, shapely.affinity.translate(shape, 3 * size, 0)])
        shapes.append(shapely.transform(shape, lambda xy: np.clip(xy, (-180, -90), (180, 90))))
    expected = 0.0
    for part in shapely.get_parts(shapes):
        for ring in (part.exterior, *part.interiors):
            xy = shapely.get_coordinates(ring)
            _, _, metres = Geod(ellps="WGS84").inv(*xy[:-1].T, *xy[1:].T)
            expected = max(expected, metres.max())
    assert longest_edge(np.array(shapes)) == pytest.approx(expected, rel=1e-12)
    for known in (expected * 0.9, expected * 0.99999, expected * 1.5):
        assert longest_edge(np.array(shapes), known) == pytest.approx(max(expected, known), rel=1e-12)


def test_longest_edge_against_geographiclib() -> None:
    rng = np.random.default_rng(7)
    lines = [shapely.LineString(rng.uniform((-170, -80), (170, 80), (5, 2))) for _ in range(20)]
    lines += [shapely.LineString([(0, 10), (0, 10.5)]), shapely.LineString([(20, 10), (20.5, 10)])]
    expected = max(
        Geodesic.WGS84.Inverse(a[1], a[0], b[1], b[0])["s12"]
        for line in lines
        for a, b in zip(line.coords[:-1], line.coords[1:], strict=True)
    )
    assert longest_edge(np.array(lines)) == pytest.approx(expected, abs=1e-6)
    assert longest_edge(np.array([shapely.Polygon(files.SQUARE)])) == pytest.approx(
        Geodesic.WGS84.Inverse(41.0, 110.0, 41.1, 110.0)["s12"], abs=1e-6
    )


def test_line_across_the_antimeridian_is_parted(module_database: Database, tmp_path: Path) -> None:
    line = shapely.LineString([(179, 60), (-179, 60)])
    record = load(module_database, files.geojson(tmp_path / "date_line.geojson", [files.feature(line, n=1)]))
    assert "geometry_parted" in files.codes(record.report)
    assert "geometry_wide" not in files.codes(record.report)
    assert files.rows_of(module_database, "date_line", "ST_NumGeometries(geom) AS n") == [{"n": 2}]


def test_curves_become_lines(tmp_path: Path) -> None:
    path = files.gpkg(
        tmp_path / "c.gpkg",
        {"c": gpd.GeoDataFrame({"n": [1]}, geometry=[shapely.LineString([(0, 0), (1, 1)])], crs=4326)},
    )
    files.altered(path, "UPDATE c SET geom = ?", _circular_string())
    report = inspect(path)
    assert (report.geometry, report.usable) == ("MultiLineString", 1)
    assert next(x for x in report.findings if x.code == "geometry_curves").count == 1
    assert report.extent is not None
    assert report.extent[3] == pytest.approx(1.0, abs=1e-3)  # the top of the half circle, not its chord


def test_surfaces_with_curved_edges_become_polygons(tmp_path: Path) -> None:
    """A disc of radius 1 inside a MultiSurface: nearly π in area, where its corners alone would make 2."""
    frame = gpd.GeoDataFrame({"n": [1]}, geometry=[shapely.box(0, 0, 1, 1)], crs=4326)
    path = files.gpkg(tmp_path / "s.gpkg", {"s": frame})
    ring = _curve(8, [0, 0, 1, 1, 2, 0, 1, -1, 0, 0])
    surface = _head(12, 1) + _head(10, 1) + ring  # MultiSurface of one CurvePolygon
    files.altered(path, "UPDATE s SET geom = ?", GPKG + surface)
    report = inspect(path)
    assert (report.geometry, report.usable) == ("MultiPolygon", 1)
    assert next(x for x in report.findings if x.code == "geometry_curves").count == 1
    assert report.extent == pytest.approx((0, -1, 2, 1), abs=1e-3)


GPKG = b"GP\x00\x01" + (4326).to_bytes(4, "little")
"""The head of a geometry in a GeoPackage."""


def _head(code: int, count: int) -> bytes:
    return b"\x01" + code.to_bytes(4, "little") + count.to_bytes(4, "little")


def _curve(code: int, xy: list[float]) -> bytes:
    return _head(code, len(xy) // 2) + np.array(xy, "<f8").tobytes()


def _circular_string() -> bytes:
    """A half circle from (0, 0) over (1, 1) to (2, 0), as ISO WKB type 8 in a GeoPackage blob."""
    return GPKG + _curve(8, [0, 0, 1, 1, 2, 0])


def test_coordinates_that_are_not_finite_are_refused_by_row() -> None:
    work = GeometryWork("Point", "point", WGS84, 1)
    xy = np.array([[110.0, 41.0], [np.inf, 41.0], [110.0, 95.0]])
    prepared = work.from_xy(xy, np.arange(3), np.array([1, 2, 3]))
    assert prepared.keep.tolist() == [0]
    assert {x.code: x.rows for x in work.findings()} == {"geometry_nonfinite": (3,), "geometry_range": (4,)}


coordinates = st.tuples(st.integers(0, 20), st.integers(0, 20))


@settings(deadline=None)
@given(st.lists(st.lists(coordinates, min_size=3, max_size=9), min_size=1, max_size=6))
def test_whatever_goes_in_comes_out_valid(rings: list[list[tuple[int, int]]]) -> None:
    polygons = [shapely.Polygon([*ring, ring[0]]) for ring in rings]
    work = GeometryWork("MultiPolygon", "polygon", WGS84, 0)
    wkb = pa.array([shapely.to_wkb(x) for x in polygons], pa.binary())
    prepared = work.from_wkb(wkb, np.arange(1, len(polygons) + 1))
    assert shapely.is_valid(prepared.geometry).all()
    assert set(shapely.get_type_id(prepared.geometry).tolist()) <= {6}
    assert not shapely.is_empty(prepared.geometry).any()
    counted = sum(x.count for x in work.findings() if x.code in ("geometry_null", "geometry_lost"))
    assert len(prepared.keep) + counted == len(polygons)
    for index, geometry in zip(prepared.keep.tolist(), prepared.geometry, strict=True):
        if shapely.is_valid(polygons[index]):
            assert math.isclose(geometry.area, polygons[index].area)
