"""The forty answers worked out in Python from the source files, distances by minimisation along the edges."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

import geopandas as gpd
import numpy as np
import shapely
from pandas import Series
from shapely.geometry.base import BaseGeometry

from tests.acceptance.expected import Expected, Feature, Near
from tests.acceptance.geodesy import References
from tests.acceptance.sources import Sources

DEPOSITS = {
    # table → commodity column, separators in it, size column, genesis column, year column
    "bayan_obo_occurrences": ("矿种", r"[-()]+", "规模", "成因类型", "发现年份"),
    "yunnan_ore_points": ("矿种", "、", "规模", "成因类型", "发现时间"),
    "sichuan_deposits": ("COMMODITY", "/", "SCALE", "GENESIS", "YEAR_FOUND"),
}
METAL = {
    "gold": {"Au", "金", "Gold"},
    "silver": {"Ag", "银", "Silver"},
    "copper": {"Cu", "铜", "Copper"},
    "iron": {"Fe", "铁", "Iron"},
    "lead": {"Pb", "铅", "Lead"},
    "zinc": {"Zn", "锌", "Zinc"},
    "tungsten": {"W", "钨", "Tungsten"},
    "tin": {"Sn", "锡", "Tin"},
    "fluorite": {"萤石", "Fluorite"},
}
FAULTS = {"bayan_obo_faults": "断裂性质", "yunnan_faults": "断层类型", "sichuan_faults": "sense"}
THRUST = {"逆冲断层", "thrust"}
REVERSE = THRUST | {"逆断层", "reverse"}
BODIES = {
    "bayan_obo_bodies": ("CLASS", "LITHOLOGY", "AGE"),
    "yunnan_bodies": ("类别", "岩性", "时代"),
    "sichuan_units": ("kind", "rock", "era"),
}
INTRUSION = {"Intrusion", "侵入岩", "intrusive rock"}
PERMIAN = {"Permian", "二叠纪"}
GRANITE = {
    "biotite granite", "K-feldspar granite", "monzogranite", "two-mica granite", "biotite monzogranite",
    "黑云母花岗岩", "花岗斑岩",
}  # fmt: skip
AREAS = {"bayan_obo": "bayan_obo_area", "yunnan": "yunnan_area", "sichuan": "sichuan_area"}

Rows = list[tuple[Feature, BaseGeometry]]
"""Features with their geometries."""


class Sheet(NamedTuple):
    """What a selection may ask of a deposit."""

    size: str
    genesis: str
    year: float


class Rock(NamedTuple):
    """What a selection may ask of a geological body."""

    kind: str
    rocks: frozenset[str]
    age: str


class Python:
    """Answers by number; the frames are read once."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    @cached_property
    def frames(self) -> dict[str, gpd.GeoDataFrame]:
        """Tables of the source files."""
        return self.sources.read()

    def answer(self, number: int) -> Expected:
        """Expected answer to question `number`."""
        return getattr(self, f"q{number:02d}")()

    # --- selections ------------------------------------------------------------------------------------

    def deposits(
        self,
        *metals: str,
        any_of: bool = False,
        without: str = "",
        keep: Callable[[Sheet], bool] | None = None,
    ) -> Rows:
        """Deposits with all (or any) of the metals, and not `without`."""
        rows: Rows = []
        for table, (commodity, separators, size, genesis, year) in DEPOSITS.items():
            frame = self.frames[table]
            for fid, row in frame.iterrows():
                items = {x.strip() for x in re.split(separators, row[commodity])}
                has = [bool(items & METAL[m]) for m in metals]
                if metals and not (any(has) if any_of else all(has)):
                    continue
                if without and items & METAL[without]:
                    continue
                if keep and not keep(Sheet(row[size], row[genesis], row[year])):
                    continue
                rows.append(((table, int(fid)), row.geometry))
        return rows

    def faults(self, kinds: Iterable[str] | None = None, table: str | None = None) -> Rows:
        """Faults of all regions, of the given kinds."""
        wanted = set(kinds) if kinds is not None else None
        return [
            ((name, int(fid)), row.geometry)
            for name, column in FAULTS.items()
            if table in (None, name)
            for fid, row in self.frames[name].iterrows()
            if wanted is None or row[column] in wanted
        ]

    def bodies(self, keep: Callable[[Rock], bool]) -> Rows:
        """Geological bodies; `keep` sees class, rock words and age."""
        return [
            ((name, int(fid)), row.geometry)
            for name, (kind, rock, age) in BODIES.items()
            for fid, row in self.frames[name].iterrows()
            if keep(Rock(row[kind], frozenset(re.split("[,、] *", row[rock])), row[age]))
        ]

    def named(self, table: str, column: str, name: str) -> Rows:
        """Rows of a table with a value."""
        frame = self.frames[table]
        return [((table, int(fid)), g) for fid, g in frame.geometry[frame[column] == name].items()]

    def samples(self, table: str, keep: Callable[[gpd.GeoDataFrame], Series]) -> Rows:
        """Samples of a table that a vectorised condition keeps."""
        frame = self.frames[table]
        return [((table, int(fid)), g) for fid, g in frame.geometry[keep(frame)].items()]

    def inside(self, rows: Rows, area: str) -> Rows:
        """Those in a study area: points and lines by intersection."""
        polygon = self.frames[AREAS[area]].geometry.iloc[0]
        return [(f, g) for f, g in rows if shapely.intersects(polygon, g)]

    # --- relations -------------------------------------------------------------------------------------

    @staticmethod
    def near(targets: Rows, references: Rows, at_most: float = np.inf, above: float = -1.0) -> Expected:
        """Targets whose nearest reference lies in the range, nearest first; with their measurements."""
        names, shapes = [f for f, _ in references], References([g for _, g in references])
        found: dict[Feature, Near] = {}
        for feature, shape in targets:
            if above > 0 and shapes.some_vertex_within(shapely.get_coordinates(shape)[0], above):
                continue
            metres = shapes.distances(shape, at_most)
            metres = np.array([np.inf if n == feature else m for n, m in zip(names, metres, strict=True)])
            order = sorted(range(len(names)), key=lambda i, metres=metres: (metres[i], names[i]))
            least = metres[order[0]]
            if above < least <= at_most:
                count = int(((metres > above) & (metres <= at_most)).sum())
                found[feature] = Near(names[order[0]], float(least), count)
        ordered = sorted(found, key=lambda f: (found[f].metres, f))
        return Expected(tuple(ordered), found, keys=tuple(found[f].metres for f in ordered))

    @staticmethod
    def within(targets: Rows, polygons: Rows) -> Rows:
        """Targets that share a point with one of the polygons."""
        tree = shapely.STRtree([g for _, g in polygons])
        hits = tree.query([g for _, g in targets], predicate="intersects")[0]
        return [targets[i] for i in sorted(set(hits.tolist()))]

    @staticmethod
    def crossing(lines: Rows, polygons: Rows, how: str = "crosses") -> Rows:
        """Lines that run through the inside and the outside of one polygon (or merely meet it)."""
        tree = shapely.STRtree([g for _, g in polygons])
        hits = tree.query([g for _, g in lines], predicate=how)[0]
        return [lines[i] for i in sorted(set(hits.tolist()))]

    @staticmethod
    def plain(rows: Rows) -> Expected:
        """A list without an order of its own: by table and row."""
        return Expected(tuple(sorted(f for f, _ in rows)))

    def ranked(self, rows: Rows, column: str, limit: int | None = None) -> Expected:
        """By a column of the table, highest first, ties by row."""
        (table,) = {f[0] for f, _ in rows}
        values = self.frames[table][column]
        order = sorted((f for f, _ in rows), key=lambda f: (-values[f[1]], f))[:limit]
        return Expected(tuple(order), keys=tuple(-values[f[1]] for f in order))

    # --- the questions ---------------------------------------------------------------------------------

    def q01(self) -> Expected:
        return self.near(self.inside(self.deposits("gold"), "bayan_obo"), self.faults(), 5_000)

    def q02(self) -> Expected:
        iron = self.deposits("iron", keep=lambda d: d.genesis in {"矽卡岩型", "Skarn"})
        return self.plain(self.inside(iron, "bayan_obo"))

    def q03(self) -> Expected:
        return self.plain(self.inside(self.deposits("copper"), "yunnan"))

    def q04(self) -> Expected:
        rows = self.samples("bayan_obo_samples", lambda t: (t["Au(ppb)"] > 20) & (t["采样介质"] == "水系沉积物"))
        return self.ranked(self.inside(rows, "bayan_obo"), "Au(ppb)")

    def q05(self) -> Expected:
        rows = self.samples("sichuan_soils", lambda t: t["Cu_ppm"] > 200)
        return self.ranked(self.inside(rows, "sichuan"), "Cu_ppm")

    def q06(self) -> Expected:
        tungsten = self.inside(self.deposits("tungsten"), "bayan_obo")
        return self.near(tungsten, self.faults(THRUST), 1_000)

    def q07(self) -> Expected:
        fault = self.named("bayan_obo_faults", "NAME_EN", "Wulanbaolige fault")
        return _first(self.near(self.deposits(), fault), 5)

    def q08(self) -> Expected:
        early = self.deposits(keep=lambda d: d.year < 1980)
        return _open(self.plain(self.inside(early, "yunnan")))

    def q09(self) -> Expected:
        dolomite = self.bodies(lambda b: bool(b.rocks & {"dolomite", "白云岩"}))
        return self.plain(self.within(self.inside(self.deposits("lead", "zinc"), "sichuan"), dolomite))

    def q10(self) -> Expected:
        granite = self.bodies(lambda b: bool(b.rocks & GRANITE) and b.age in PERMIAN)
        return self.plain(self.crossing(self.inside(self.faults(), "bayan_obo"), granite, "intersects"))

    def q11(self) -> Expected:
        return self.plain(self.crossing(self.faults(), self.named("bayan_obo_bodies", "GROUP", "Bayan Obo Group")))

    def q12(self) -> Expected:
        big = self.deposits(keep=lambda d: d.size in {"大型", "超大型", "L", "XL"})
        return self.plain(self.inside(big, "bayan_obo"))

    def q13(self) -> Expected:
        return self.near(self.inside(self.deposits(), "bayan_obo"), self.faults(), above=5_000)

    def q14(self) -> Expected:
        return self.near(self.inside(self.deposits("fluorite"), "bayan_obo"), self.faults(), 3_000, 500)

    def q15(self) -> Expected:
        rows = self.samples("bayan_obo_samples", lambda t: t["La(ppm)"] > 100)
        return self.ranked(self.inside(rows, "bayan_obo"), "La(ppm)", 10)

    def q16(self) -> Expected:
        bilute = self.named("bayan_obo_bodies", "FORMATION", "Bilute Formation")
        return self.near(self.within(self.deposits("gold"), bilute), self.faults(), 2_000)

    def q17(self) -> Expected:
        name = "Northern margin fault belt of the North China Craton"
        intrusions = self.bodies(lambda b: b.kind in INTRUSION)
        return self.near(intrusions, self.named("bayan_obo_faults", "NAME_EN", name), 1_000)

    def q18(self) -> Expected:
        mine = self.named("bayan_obo_occurrences", "NAME_EN", "Bayan Obo Main Orebody")
        rows = self.samples("bayan_obo_samples", lambda t: t["La(ppm)"] > 500)
        return self.near(rows, mine, 3_000)

    def q19(self) -> Expected:
        return self.plain(self.inside(self.deposits("copper", without="gold"), "yunnan"))

    def q20(self) -> Expected:
        far = self.near(self.inside(self.deposits(), "sichuan"), self.faults(), above=2_000)
        return _first(_reversed(far), 1)

    def q21(self) -> Expected:
        gold = self.deposits("gold", keep=lambda d: d.genesis in {"岩浆热液型", "Magmatic-hydrothermal"})
        return self.near(self.inside(gold, "bayan_obo"), self.faults(), 5_000)

    def q22(self) -> Expected:
        return self.plain(self.inside(self.deposits("lead", "zinc"), "sichuan"))

    def q23(self) -> Expected:
        big = self.deposits("iron", keep=lambda d: d.size in {"大型", "L"})
        return self.plain(self.inside(big, "bayan_obo"))

    def q24(self) -> Expected:
        north = self.samples("bayan_obo_samples", lambda t: (t["Au(ppb)"] > 50) & (t["采样介质"] == "水系沉积物"))
        south = self.samples("yunnan_samples", lambda t: (t["Au[10-9]"] > 50) & (t["样品类型"] == "水系沉积物"))
        west = self.samples("sichuan_soils", lambda t: (t["Au_g/t"] > 0.05) & (t["Medium"] == "stream sediment"))
        return self.plain(north + south + west)

    def q25(self) -> Expected:
        rows = self.samples("sichuan_soils", lambda t: t["Zn_ppm"] > 200)
        return self.ranked(self.inside(rows, "sichuan"), "Zn_ppm")

    def q26(self) -> Expected:
        return self.near(self.deposits("copper"), self.faults(REVERSE), 2_000)

    def q27(self) -> Expected:
        mine = self.named("bayan_obo_occurrences", "矿产地名", "白云鄂博主矿")
        return _first(self.near(self.deposits("gold"), mine), 3)

    def q28(self) -> Expected:
        granite = self.bodies(lambda b: bool(b.rocks & GRANITE))
        return self.plain(self.within(self.deposits("tungsten"), granite))

    def q29(self) -> Expected:
        permian = self.bodies(lambda b: b.kind in INTRUSION and b.age in PERMIAN)
        return self.plain(self.crossing(self.faults(), permian))

    def q30(self) -> Expected:
        late = self.deposits("tin", keep=lambda d: d.year > 1990)
        return _open(self.plain(self.inside(late, "yunnan")))

    def q31(self) -> Expected:
        return self.near(self.inside(self.deposits(), "bayan_obo"), self.faults(), above=6_000)

    def q32(self) -> Expected:
        return self.near(self.inside(self.deposits("gold"), "sichuan"), self.faults(), 500)

    def q33(self) -> Expected:
        rows = self.samples("bayan_obo_samples", lambda t: t["SiO2(wt%)"] < 50)
        return _open(self.plain(self.inside(rows, "bayan_obo")))

    def q34(self) -> Expected:
        rows = self.samples("bayan_obo_samples", lambda t: t["La(ppm)"] > 100)
        return self.ranked(self.inside(rows, "bayan_obo"), "La(ppm)", 5)

    def q35(self) -> Expected:
        mine = self.named("bayan_obo_occurrences", "矿产地名", "比鲁特金矿")
        return self.near(self.faults(), mine, 3_000)

    def q36(self) -> Expected:
        group = self.named("bayan_obo_bodies", "GROUP", "Bayan Obo Group")
        return self.plain(self.within(self.deposits("gold"), group))

    def q37(self) -> Expected:
        intrusions = self.bodies(lambda b: b.kind in INTRUSION)
        return self.near(intrusions, self.named("bayan_obo_faults", "断裂名称", "白云鄂博—白乃庙断裂"), 1_000)

    def q38(self) -> Expected:
        return self.plain(self.inside(self.deposits("gold", "silver", any_of=True), "yunnan"))

    def q39(self) -> Expected:
        granite = self.bodies(lambda b: bool(b.rocks & GRANITE))
        tungsten = self.inside(self.deposits("tungsten"), "bayan_obo")
        inside = {f for f, _ in self.within(tungsten, granite)}
        return self.plain([(f, g) for f, g in tungsten if f not in inside])

    def q40(self) -> Expected:
        return self.near(self.inside(self.deposits("copper"), "sichuan"), self.faults(), 3_000, 1_000)


def _first(expected: Expected, count: int) -> Expected:
    kept = expected.features[:count]
    return Expected(kept, {f: expected.near[f] for f in kept}, keys=expected.keys[:count])


def _reversed(expected: Expected) -> Expected:
    order = sorted(expected.features, key=lambda f: (-expected.near[f].metres, f))
    return Expected(tuple(order), expected.near, keys=tuple(-expected.near[f].metres for f in order))


def _open(expected: Expected) -> Expected:
    return Expected(expected.features, expected.near, ordered=False)
