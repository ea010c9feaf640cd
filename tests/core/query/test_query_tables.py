"""Totals, groups, computed values and neighbours of the demo regions.

Expected values come from the source files by pandas, from shapes by GeographicLib, or from SQL written by hand.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sqlalchemy as sa
from pyproj import Geod

from core.database.engine import Database
from core.query.pipeline import Outcome, run_query
from core.query.result import FeatureRef, Rows, TableRow
from core.question import ir
from core.service import MineralApp
from core.settings import Settings

Run = Callable[..., Outcome]
GEOD = Geod(ellps="WGS84")


def within(name: str) -> dict[str, Any]:
    return {"rel": "within", "to": {"layer": "region", "names": [name]}}


@pytest.fixture(scope="module")
def run(app: MineralApp) -> Run:
    """Run a query given as JSON on the demo regions."""

    def work(query: dict[str, Any], language: Any = "en", **changed: Any) -> Outcome:
        limits = app.settings.model_copy(update=changed)
        read = ir.Query.model_validate({"output": "table", **query})
        return run_query(app.database, read, app.card, app.units, limits, language=language, question="")

    return work


def rows_of(outcome: Outcome) -> Rows:
    assert outcome.refusal is None, outcome.refusal
    assert outcome.rows is not None
    return outcome.rows


def lines(outcome: Outcome) -> tuple[TableRow, ...]:
    table = rows_of(outcome).table
    assert table is not None
    return table.rows


def aggregate(layer: str, *measures: dict[str, Any], where: dict[str, Any] | None = None, **more: Any) -> Any:
    target = {"layer": layer, **({"where": where} if where else {})}
    return {"intent": "aggregate", "target": target, "measures": list(measures), **more}


def group(layer: str, *keys: dict[str, Any], where: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    target = {"layer": layer, **({"where": where} if where else {})}
    return {"intent": "group", "target": target, "group_by": list(keys), **more}


COUNT = {"as": "n", "agg": "count"}
YEAR = {"field": "discovery_year"}
MANY = {"nearest": {"layer": "fault"}, "k": 900}


# --- totals ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gold(settings: Settings, demo_database: Database) -> pd.Series[Any]:
    """The gold column of the Bayan Obo workbook as it is written, texts such as "<0.3" included."""
    assert demo_database is not None
    frame = pd.read_excel(settings.local_dir / "demo" / "bayan_obo_samples.xlsx", engine="openpyxl", dtype=object)
    return frame[next(c for c in frame.columns if str(c).startswith("Au("))]


def test_totals_are_those_of_the_source_file(run: Run, gold: pd.Series[Any]) -> None:
    numbers = pd.to_numeric(gold, errors="coerce").dropna()
    limits = int(gold.astype(str).str.match(r"\s*[<＜>]").sum())
    wanted = {
        "avg": numbers.mean(), "sum": numbers.sum(), "min": numbers.min(), "max": numbers.max(),
        "median": numbers.median(), "stddev": numbers.std(), "count": len(numbers),
    }  # fmt: skip
    measures = [{"as": x, "agg": x, "expr": {"field": "Au"}} for x in wanted]
    share = {"as": "p90", "agg": "percentile", "p": 90, "expr": {"field": "Au"}}
    outcome = run(aggregate("geochem_sample", *measures, share, where=within("Bayan Obo")))
    result, row = rows_of(outcome), lines(outcome)[0]
    assert row.cells[:-1] == pytest.approx(tuple(wanted.values()), rel=1e-12)
    assert row.cells[-1] == pytest.approx(np.percentile(numbers, 90), rel=1e-12)
    assert result.total == len(gold)
    assert result.table is not None
    note = result.table.notes["avg"]
    assert (note.used, note.censored, note.missing) == (len(numbers), limits, len(gold) - len(numbers) - limits)
    assert limits > 0
    assert len(result.rows) == 1000  # drawn up to the cap
    assert result.truncated


def test_units_of_layers_meet_in_the_display_unit(run: Run, settings: Settings, gold: pd.Series[Any]) -> None:
    """Sichuan reports grams per tonne, Bayan Obo parts per billion."""
    soils = pd.read_csv(settings.local_dir / "demo" / "sichuan_soils.csv", encoding="utf-8-sig", dtype=str)
    sichuan = pd.to_numeric(soils["Au_g/t"], errors="coerce").dropna() * 1000
    yunnan = pd.read_csv(settings.local_dir / "demo" / "yunnan_samples.csv", encoding="gb18030", dtype=str)
    name = next(c for c in yunnan.columns if c.startswith("Au"))
    factor = 1.0 if "ppb" in name or "ng/g" in name or "10-9" in name else 1000.0
    whole = pd.concat(
        [
            pd.to_numeric(gold, errors="coerce").dropna(),
            sichuan,
            pd.to_numeric(yunnan[name], errors="coerce").dropna() * factor,
        ]
    )
    outcome = run(aggregate("geochem_sample", {"as": "a", "agg": "avg", "expr": {"field": "Au"}}))
    result = rows_of(outcome)
    assert result.kind == "scalar"
    assert result.unit == "ppb"
    assert result.scalar == pytest.approx(whole.astype(float).mean(), rel=1e-9)


def test_lengths_are_geodesic_and_sum_up(run: Run) -> None:
    total = {"as": "L", "agg": "sum", "expr": {"measure": "length"}}
    outcome = run(aggregate("fault", total, where=within("Yunnan")))
    result = rows_of(outcome)
    again = sum(GEOD.geometry_length(x.geometry) for x in result.rows)
    assert not result.truncated
    assert result.scalar == pytest.approx(again, rel=1e-9)
    in_km = rows_of(run(aggregate("fault", total, where=within("Yunnan"), unit="km")))
    assert (in_km.scalar, in_km.unit) == (pytest.approx(again / 1000, rel=1e-9), "km")


def test_different_values_of_a_list_are_counted_item_by_item(run: Run) -> None:
    groups = lines(run(group("deposit", {"field": "commodity"}, measures=[COUNT])))
    distinct = {"as": "d", "agg": "count", "distinct": True, "expr": {"field": "commodity"}}
    row = lines(run(aggregate("deposit", distinct, COUNT)))[0]
    assert row.cells == (len([x for x in groups if x.cells[0] != "not stated"]), 334)


def test_nothing_to_compute(run: Run) -> None:
    late = {"attr": "discovery_year", "op": ">", "value": 2999}
    result = rows_of(
        run(aggregate("deposit", {"as": "a", "agg": "avg", "expr": {"field": "discovery_year"}}, where=late))
    )
    assert (result.scalar, result.total) == (None, 0)
    unknown = {"attr": "discovery_year", "op": "is_null"}
    result = rows_of(
        run(aggregate("deposit", {"as": "a", "agg": "avg", "expr": {"field": "discovery_year"}}, where=unknown))
    )
    assert result.scalar is None
    assert result.table is not None
    assert result.table.notes["a"].missing == result.total > 0


# --- groups ---------------------------------------------------------------------------------------------------


def test_groups_of_a_list_attribute_are_those_of_the_source_file(run: Run, settings: Settings) -> None:
    points = pd.read_csv(settings.local_dir / "demo" / "yunnan_ore_points.csv", encoding="utf-8-sig", dtype=str)
    items = Counter(
        x.strip() for cell in points["矿种"].dropna() for x in set(re.split("[、,，;；/]", cell)) if x.strip()
    )
    found = lines(run(group("deposit", {"field": "commodity"}, where=within("Yunnan")), "zh"))
    counted = {x.cells[0]: x.cells[1] for x in found}
    for word, label in (("铜", "铜"), ("金", "金"), ("铅", "铅"), ("锡", "锡")):
        assert counted.get(label, 0) == items[word], (word, items, counted)
    sizes = points["规模"].fillna("").str.strip().value_counts()
    found = lines(run(group("deposit", {"field": "size"}, where=within("Yunnan")), "zh"))
    assert {x.cells[0]: x.members for x in found if x.cells[0] != "未注明"} == {
        k: v for k, v in sizes.items() if k
    }


def test_years_are_grouped_as_numbers_and_missing_ones_come_last(run: Run, settings: Settings) -> None:
    points = pd.read_csv(settings.local_dir / "demo" / "yunnan_ore_points.csv", encoding="utf-8-sig", dtype=str)
    years = pd.to_numeric(points["发现时间"], errors="coerce")
    found = lines(run(group("deposit", {"field": "discovery_year"}, where=within("Yunnan"))))
    assert [x.cells for x in found[:-1]] == sorted(Counter(int(x) for x in years.dropna()).items())
    assert found[-1].cells == ("not stated", int(years.isna().sum()))


def test_groups_by_region_equal_sql_by_hand(run: Run, demo_database: Database) -> None:
    statement = """
        SELECT r.fid, count(*), avg(CASE WHEN "{au}" IS NOT NULL THEN "{au}" END)
        FROM layers.bayan_obo_area r JOIN layers.bayan_obo_samples s ON ST_Intersects(r.geom, s.geom)
        GROUP BY r.fid
    """
    outcome = run(
        group("geochem_sample", {"layer": "region", "rel": "within"}, zeros=True,
              measures=[COUNT, {"as": "m", "agg": "avg", "expr": {"field": "Au"}}])
    )  # fmt: skip
    with demo_database.owner.connect() as connection:
        columns = sa.inspect(connection).get_columns("bayan_obo_samples", schema="layers")
        names = [x["name"] for x in columns]
        au = next(x for x in names if x.startswith("Au(") and "__" not in x)
        expected = connection.exec_driver_sql(statement.format(au=au).replace("%", "%%")).fetchone()
    found = {x.ref: x for x in lines(outcome)}
    assert expected is not None
    row = found[FeatureRef("bayan_obo_area", expected[0])]
    assert row.cells[1:] == (expected[1], pytest.approx(expected[2], rel=1e-9))
    assert len(found) == 3
    assert {x.ref for x in rows_of(outcome).groups} == set(found)
    assert sum(x.members for x in found.values()) == rows_of(outcome).total


def test_ranges_equal_a_cut_of_the_source_file(run: Run, gold: pd.Series[Any]) -> None:
    numbers = pd.to_numeric(gold, errors="coerce")
    edges = [1, 2, 5, 10_000]
    ranges = {"bucket": "Au", "edges": edges}
    outcome = run(group("geochem_sample", ranges, where=within("Bayan Obo"), zeros=True))
    bounds = [-np.inf, *edges, np.inf]
    wanted = [int(((numbers >= a) & (numbers < b)).sum()) for a, b in itertools.pairwise(bounds)]
    found = lines(outcome)
    assert [x.members for x in found] == [*wanted, int(numbers.isna().sum())]
    assert [x.cells[0] for x in found] == ["< 1", "1 – 2", "2 – 5", "5 – 10,000", "≥ 10,000", "not stated"]
    without = lines(run(group("geochem_sample", ranges, where=within("Bayan Obo"))))
    assert [x.members for x in without] == [x for x in [*wanted, int(numbers.isna().sum())] if x]


def test_ranges_of_a_distance_equal_counts_within_it(run: Run) -> None:
    to_fault = {"distance_to": {"layer": "fault"}}
    edges = [500, 2_000, 10_000]
    found = lines(run(group("deposit", {"bucket": to_fault, "edges": edges}, zeros=True)))

    def within_m(metres: float) -> int:
        near = {"rel": "near", "to": {"layer": "fault"}, "max_m": metres}
        return rows_of(
            run({"intent": "count", "output": "scalar", "target": {"layer": "deposit", "where": near}})
        ).total

    inside = [0, *(within_m(x) for x in edges)]
    wanted = [b - a for a, b in itertools.pairwise(inside)]
    assert [x.cells[0] for x in found][:4] == ["< 500", "500 – 2000", "2000 – 10,000", "≥ 10,000"]
    assert [x.members for x in found][:3] == wanted


def test_near_groups_count_a_target_in_each_and_leave_none_out(run: Run, demo_database: Database) -> None:
    outcome = run(group("deposit", {"layer": "fault", "rel": "near", "max_m": 2_000}, measures=[COUNT]))
    single = {"rel": "near", "to": {"layer": "fault"}, "max_m": 2_000}
    near = rows_of(run({"intent": "count", "output": "scalar", "target": {"layer": "deposit", "where": single}}))
    result = rows_of(outcome)
    assert result.table is not None
    assert result.total - result.table.outside == near.total
    assert sum(x.members for x in result.table.rows) > near.total
    for row in result.table.rows[:5]:
        assert row.ref is not None
        one = {"rel": "near", "to": {"layer": "fault", "names": [row.cells[0]]}, "max_m": 2_000}
        if not str(row.cells[0]).endswith(f"#{row.ref.fid}"):
            again = rows_of(
                run({"intent": "count", "output": "scalar", "target": {"layer": "deposit", "where": one}})
            )
            assert again.total == row.members
    zeros = rows_of(run(group("deposit", {"layer": "fault", "rel": "near", "max_m": 2_000}, zeros=True)))
    with demo_database.owner.connect() as connection:
        faults = sum(
            connection.exec_driver_sql(f"SELECT count(*) FROM layers.{x}_faults").scalar_one()
            for x in ("bayan_obo", "sichuan", "yunnan")
        )
    assert zeros.table is not None
    assert zeros.table.total == faults
    assert {x.members for x in zeros.table.rows} >= {0}


def test_attribute_of_the_containing_body_by_sql(run: Run, demo_database: Database) -> None:
    found = lines(
        run(
            group("deposit", {"layer": "geo_body", "rel": "within", "key": "lithology"}, where=within("Bayan Obo"))
        )
    )
    with demo_database.owner.connect() as connection:
        counted = connection.exec_driver_sql(
            "SELECT count(DISTINCT d.fid) FROM layers.bayan_obo_occurrences d JOIN layers.bayan_obo_bodies b "
            "ON ST_Intersects(b.geom, d.geom)"
        ).scalar_one()
    assert sum(x.members for x in found) >= counted
    assert all(x.ref is None for x in found)


def test_condition_on_groups_order_and_ties(run: Run) -> None:
    every = lines(run(group("deposit", {"field": "commodity"})))
    numbers = sorted((x.members for x in every), reverse=True)
    above = run(
        group("deposit", {"field": "commodity"}, measures=[COUNT], having={"measure": "n", "op": ">", "value": 20})
    )
    assert sorted((x.members for x in lines(above)), reverse=True) == [x for x in numbers if x > 20]
    cut = next(i for i in range(1, len(numbers)) if numbers[i] == numbers[i - 1])
    outcome = run(
        group(
            "deposit", {"field": "commodity"}, measures=[COUNT], order=[{"measure": "n", "dir": "desc"}], limit=cut
        )
    )
    table = rows_of(outcome).table
    assert table is not None
    assert [x.members for x in table.rows] == numbers[:cut]
    assert (table.tied, table.of) == (numbers[cut:].count(numbers[cut - 1]), len(numbers))


def test_several_keys_make_the_cross_of_groups(run: Run) -> None:
    found = lines(run(group("deposit", {"layer": "region", "rel": "within"}, {"field": "size"}, measures=[COUNT])))
    by_size: Counter[str] = Counter()
    for x in found:
        by_size[x.cells[1]] += x.members
    assert by_size == {x.cells[0]: x.members for x in lines(run(group("deposit", {"field": "size"})))}


def test_capped_groups_are_counted_exactly(run: Run) -> None:
    outcome = run(group("deposit", {"field": "discovery_year"}), max_rows=5)
    table = rows_of(outcome).table
    assert table is not None
    assert len(table.rows) == 5
    assert table.truncated
    assert table.total == len(lines(run(group("deposit", {"field": "discovery_year"}))))


# --- values and neighbours ------------------------------------------------------------------------------------


def test_area_of_each_feature(run: Run) -> None:
    query = {"intent": "value", "target": {"layer": "region"}, "value": {"measure": "area"}, "unit": "km2"}
    result = rows_of(run(query))
    shapes = {x.ref: x.geometry for x in result.rows}
    assert result.kind == "values"
    assert len(lines(run(query))) == 3
    for row in lines(run(query)):
        shape = shapes[row.ref]  # type: ignore[index]
        area = sum(abs(GEOD.geometry_area_perimeter(x)[0]) for x in getattr(shape, "geoms", [shape]))
        assert row.cells[1] == pytest.approx(area / 1e6, rel=1e-6)


def test_a_value_without_target_is_one_number(run: Run) -> None:
    count = {"agg": "count", "over": {"layer": "deposit"}}
    other = {"agg": "count", "over": {"layer": "fault"}}
    result = rows_of(
        run({"intent": "value", "target": {"layer": "deposit"}, "value": {"op": "-", "args": [count, other]}})
    )
    assert (result.kind, result.scalar) == ("scalar", 334 - 437)
    inside = {
        "agg": "max",
        "expr": {"field": "Au"},
        "over": {"layer": "geochem_sample", "where": within("Bayan Obo")},
    }
    result = rows_of(run({"intent": "value", "target": {"layer": "geochem_sample"}, "value": inside}))
    assert result.kind == "scalar"
    assert result.total == 16_370


@pytest.mark.parametrize("k", [1, 3, 30])
def test_neighbours_are_the_nearest_by_all_pairs(run: Run, k: int) -> None:
    query = {"intent": "select", "target": {"layer": "deposit", "where": within("Yunnan")},
             "per_entity": {"nearest": {"layer": "deposit"}, "k": k}}  # fmt: skip
    outcome = run(query)
    everything = rows_of(run({"intent": "select", "target": {"layer": "deposit"}})).rows
    lon, lat = np.array([x.lon for x in everything]), np.array([x.lat for x in everything])
    for i, row in enumerate(rows_of(outcome).rows):
        measured = outcome.measured[0].of(i)
        metres = GEOD.inv(np.full(len(lon), row.lon), np.full(len(lon), row.lat), lon, lat)[2]
        order = sorted((m, x.ref) for m, x in zip(metres, everything, strict=True) if x.ref != row.ref)[:k]
        assert [x.distance_m for x in measured.within] == pytest.approx([m for m, _ in order], abs=0.01)
        assert {x.ref for x in measured.within} == {ref for _, ref in order}


# --- refusals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (aggregate("deposit", {"as": "a", "agg": "avg", "expr": {"field": "size"}}), "size is not a number"),
        (
            aggregate("deposit", {"as": "a", "agg": "percentile", "expr": {"field": "discovery_year"}}),
            "percentile",
        ),
        (group("deposit", {"field": "size"}, having={"measure": "x", "op": ">", "value": 1}), "no measure “x”"),
        (group("deposit", {"field": "size"}, order=[{"measure": "x", "dir": "asc"}]), "no measure “x”"),
        (group("deposit", {"field": "lithology"}), "lithology"),
        (group("geochem_sample", {"bucket": "Au", "edges": [5, 2]}), "rising"),
        (group("deposit"), "group by"),
        ({"intent": "value", "target": {"layer": "deposit"}}, "what to compute"),
        (
            {
                "intent": "select",
                "target": {"layer": "deposit"},
                "per_entity": {"nearest": {"layer": "fault"}, "k": 900},
            },
            "50",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(run: Run, query: dict[str, Any], words: str) -> None:
    refusal = run(query).refusal
    assert refusal is not None
    assert words in refusal.message
