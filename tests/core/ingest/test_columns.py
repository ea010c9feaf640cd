"""Names and values of columns, whatever is in them."""

from __future__ import annotations

import datetime
import math
from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd
import psycopg
import pyarrow as pa
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from psycopg import sql

from core.database.engine import Database
from core.errors import IngestError
from core.ingest import LoadDecisions, load
from core.ingest.copy import HEADER, TRAILER, encode, field_order
from core.ingest.naming import LIMIT, QUALIFIER, RESERVED, column_names, table_name
from tests.core.ingest import files

LONG = "非常长的列名" * 6  # 36 characters, 108 bytes
NAMES = [
    'quote"d', "semi;colon", "100%", "%s", "a'; DROP TABLE layers.names;--", "select", "中文 列", "Au(g/t)", LONG,
    LONG + "二", "fid", "geom", "geom_ecef", "ctid", "xmax", "back\\slash", "new\nline", "{brace}", ":colon", "é",
    "Name", "name", "$1", "tab\there",
]  # fmt: skip


def test_any_name_survives(module_database: Database, tmp_path: Path) -> None:
    properties = {x: i for i, x in enumerate(NAMES)}
    path = files.geojson(tmp_path / "names.geojson", [files.feature(shapely.Point(110, 41), **properties)])
    record = load(module_database, path)
    row = files.rows_of(module_database, "names")[0]
    untouched = [x for x in NAMES if len(x.encode()) <= 63 and x not in RESERVED and x.isprintable()]
    assert {x: row[x] for x in untouched} == {x: properties[x] for x in untouched}
    renamed = {x.column: x for x in record.report if x.code == "name_changed"}
    assert set(renamed) == set(NAMES) - set(untouched) - {"new\nline", "tab\there"} | {"new\nline", "tab\there"}
    assert row["fid"] == 1
    assert row["fid_1"] == properties["fid"]
    assert row["geom_1"] == properties["geom"]
    assert row["xmax_1"] == properties["xmax"]
    assert row["new line"] == properties["new\nline"]
    assert row[LONG[:21]] == properties[LONG]  # 63 bytes, between characters
    assert row[LONG[:20] + "_1"] == properties[LONG + "二"]


def test_duplicate_names_of_a_shapefile(module_database: Database, tmp_path: Path) -> None:
    path = files.shapefile(
        tmp_path / "twins.shp", [shapely.Point(110, 41)], [b"population", b"population", b"FID"],
        [[b"1950", b"2000", b"x"]], epsg=4326,
    )  # fmt: skip
    load(module_database, path)
    row = files.rows_of(module_database, "twins", 'population, population_1, "FID"')[0]
    assert row == {"population": "1950", "population_1": "2000", "FID": "x"}


def test_companions_of_a_censored_column_have_room(module_database: Database, tmp_path: Path) -> None:
    name = "金" * 30
    rows = [("lon", "lat", name, name[:17] + QUALIFIER), (110, 41, "<5", "mine"), (110, 42, 7, "mine")]
    record = load(module_database, files.workbook(tmp_path / "room.xlsx", rows))
    loaded = files.rows_of(module_database, "room")
    stored = next(x for x in loaded[0] if x.endswith(QUALIFIER) and loaded[0][x] == "<").removesuffix(QUALIFIER)
    assert loaded[0][stored + LIMIT] == 5.0
    assert loaded[1][stored] == 7.0
    assert len((stored + QUALIFIER).encode()) <= 63
    assert any(x.code == "name_changed" for x in record.report)
    assert [x for x in loaded[0] if loaded[0][x] == "mine"]


names = st.lists(
    st.tuples(st.one_of(st.sampled_from([*NAMES, *RESERVED]), st.text(max_size=90)), st.booleans()), max_size=12
)


@given(names)
def test_names_are_distinct_and_fit(columns: list[tuple[str, bool]]) -> None:
    sources, censored = [x for x, _ in columns], [x for _, x in columns]
    named = column_names(sources, censored).names
    stored = [y for x, limits in zip(named, censored, strict=True)
              for y in ([x, x + QUALIFIER, x + LIMIT] if limits else [x])]  # fmt: skip
    assert len(set(stored)) == len(stored)
    assert set(stored).isdisjoint(RESERVED)
    assert all(0 < len(x.encode()) <= 63 and x.isprintable() for x in stored)


@pytest.mark.parametrize(
    ("fallback", "table"),
    [("Gold sites", "gold_sites"), ("地质图 2020", "地质图_2020"), ("2020 map", "t_2020_map"), ("a-b.c", "a_b_c"),
     ("…", "t"), ("层" * 40, "层" * 20)],
)  # fmt: skip
def test_table_named_after_the_file(fallback: str, table: str) -> None:
    assert table_name(None, fallback)[0] == table


@pytest.mark.parametrize("wanted", ["", "1a", "a b", 'a"b', "a;b", "x" * 61, "../x", "a.b"])
def test_bad_table_names_are_refused(wanted: str) -> None:
    with pytest.raises(IngestError, match="cannot be the name of a table"):
        table_name(wanted, "x")


def test_types_of_a_geopackage(module_database: Database, tmp_path: Path) -> None:
    frame = gpd.GeoDataFrame(
        {
            "whole": pd.array([1, None], "Int64"),
            "real": [1.5, math.inf],
            "flag": [True, False],
            "moment": pd.to_datetime(["2001-02-03T04:05:06Z", None], utc=True),
            "text": ["a\0b", ""],
        },
        geometry=[shapely.Point(110, 41), shapely.Point(111, 41)],
        crs=4326,
    )
    record = load(module_database, files.gpkg(tmp_path / "kinds.gpkg", {"kinds": frame}))
    first, second = files.rows_of(module_database, "kinds", "whole, real, flag, moment, text")
    assert first["whole"] == 1
    assert first["real"] == 1.5
    assert first["flag"] is True
    assert first["moment"] == datetime.datetime(2001, 2, 3, 4, 5, 6, tzinfo=datetime.UTC)
    assert second == {"whole": None, "real": None, "flag": False, "moment": None, "text": None}
    assert "nonfinite" in files.codes(record.report)


def test_lists_and_objects_become_text(module_database: Database, tmp_path: Path) -> None:
    path = files.geojson(
        tmp_path / "deep.geojson", [files.feature(shapely.Point(110, 41), tags=["金", "铜"], info={"a": 1})]
    )
    load(module_database, path, LoadDecisions(table="deep_values"))
    assert files.rows_of(module_database, "deep_values", "tags, info")[0]["tags"] == '["金", "铜"]'


values = st.fixed_dictionaries({
    "i": st.one_of(st.none(), st.integers(-(2**63), 2**63 - 1)),
    "f": st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False)),
    "b": st.one_of(st.none(), st.booleans()),
    "d": st.one_of(st.none(), st.dates()),
    "m": st.one_of(st.none(), st.datetimes()),
    "t": st.one_of(st.none(), st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))),
    "u": st.one_of(st.none(), st.sampled_from(["", "x" * 300, "金"])),
    "at": st.tuples(st.floats(-180, 180), st.floats(-90, 90)),
})  # fmt: skip
TYPES = {"i": pa.int64(), "f": pa.float64(), "b": pa.bool_(), "d": pa.date32(), "m": pa.timestamp("us"),
         "t": pa.string(), "u": pa.string()}  # fmt: skip
SQL = {"i": "bigint", "f": "float8", "b": "boolean", "d": "date", "m": "timestamp", "t": "text", "u": "text"}


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(values, min_size=1, max_size=20), points=st.booleans())
def test_what_is_copied_is_what_arrives(
    connection: psycopg.Connection, rows: list[dict[str, object]], points: bool
) -> None:
    columns = [pa.array([x[c] for x in rows], t) for c, t in TYPES.items()]
    geometry = np.array([shapely.Point(x["at"]) for x in rows], object)  # type: ignore[arg-type]
    if not points:
        geometry = np.array([shapely.MultiPoint([x]) for x in geometry], object)
    order = field_order(list(TYPES.values()), points)
    names = ["geom" if i < 0 else list(TYPES)[i] for i in order]
    connection.execute("TRUNCATE t")
    fields = sql.SQL(", ").join(map(sql.Identifier, names))
    with connection.cursor().copy(sql.SQL("COPY t ({}) FROM STDIN (FORMAT binary)").format(fields)) as copy:
        copy.write(HEADER + encode(columns, geometry, points) + TRAILER)
    found = connection.execute("SELECT i, f, b, d, m, t, u, ST_AsBinary(geom) FROM t ORDER BY ctid").fetchall()
    assert [x[:7] for x in found] == [tuple(x[c] for c in TYPES) for x in rows]
    for row, (x, y) in zip(found, [x["at"] for x in rows], strict=True):  # type: ignore[misc]
        assert shapely.get_coordinates(shapely.from_wkb(bytes(row[7])))[0].tolist() == [x, y]


@pytest.fixture(scope="module")
def connection(module_database: Database) -> psycopg.Connection:
    """A connection with a temporary table that takes every type."""
    raw = module_database.owner.raw_connection().driver_connection
    assert isinstance(raw, psycopg.Connection)
    lines = ", ".join(f"{k} {v}" for k, v in SQL.items())
    raw.execute(f"CREATE TEMP TABLE t ({lines}, geom geometry(Geometry, 4326))")
    return raw
