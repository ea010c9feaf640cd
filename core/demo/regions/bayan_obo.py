"""Bayan Obo: shapefiles with GBK text and no .cpg, GeoJSON, and a workbook of samples."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import shapely

from core.demo import writers
from core.demo.demo_file import DemoFile
from core.demo.geochem import as_reported, element_table
from core.demo.labels import (
    CHARACTER_TEXTS,
    COMMODITY_ITEMS,
    CONTACT_LABELS,
    FAULT_LABELS,
    FOLD_LABELS,
    GENESIS_LABELS,
    SIZE_LABELS,
    STRIKE_LABELS,
)
from core.demo.model import Region

GBK = "GBK"


def write(region: Region, directory: Path) -> tuple[DemoFile, ...]:
    """Write all files of the region into `directory`."""
    parts = (_area, _occurrences, _faults, _bodies, _contacts, _folds, _samples)
    return tuple(part(region, directory) for part in parts)


def _area(region: Region, directory: Path) -> DemoFile:
    path = directory / "bayan_obo_area.geojson"
    writers.write_geojson(path, {"NAME": [region.spec.name], "NAME_ZH": [region.spec.name_zh]}, [region.area])
    return DemoFile(path, "bayan_obo_area", ("Study area, Bayan Obo", "研究区，白云鄂博"), 1)


def _occurrences(region: Region, directory: Path) -> DemoFile:
    path = directory / "bayan_obo_occurrences.shp"
    rows = region.occurrences
    columns: dict[str, list[Any]] = {
        "编号": [f"BO{i:03d}" for i in range(1, len(rows) + 1)],
        "矿产地名": [x.name[1] for x in rows],
        "NAME_EN": [x.name[0] for x in rows],
        "矿种": [_cell(x.commodity) for x in rows],
        "规模": [SIZE_LABELS[x.size][1] for x in rows],
        "成因类型": [GENESIS_LABELS[x.genesis][1] for x in rows],
        "发现年份": [x.year for x in rows],
    }
    shapes = [shapely.Point(x.lonlat) for x in rows]
    writers.write_shapefile(path, columns, shapes, crs=4326, encoding=GBK, cpg=False)
    title = ("Mineral occurrences, Bayan Obo", "矿产地，白云鄂博")
    return DemoFile(path, "bayan_obo_occurrences", title, len(rows), encoding=GBK)


def _cell(commodity: str) -> str:
    """Symbols as they are (``Fe-REE-Nb``), minerals and rocks in Chinese."""
    words = re.split(r"([-()])", commodity)
    return "".join(COMMODITY_ITEMS[w][1] if w.islower() else w for w in words)


def _faults(region: Region, directory: Path) -> DemoFile:
    path = directory / "bayan_obo_faults.shp"
    rows = region.faults
    columns: dict[str, list[Any]] = {
        "编号": [f"F{i}" for i in range(1, len(rows) + 1)],
        "断裂名称": [x.name[1] if x.name else None for x in rows],
        "NAME_EN": [x.name[0] if x.name else None for x in rows],
        "断裂性质": [FAULT_LABELS[x.kind][1] for x in rows],
        "走向": [STRIKE_LABELS[x.strike][1] for x in rows],
        "特征": [(x.text or CHARACTER_TEXTS[x.kind])[1] for x in rows],
        "CHARACTER": [(x.text or CHARACTER_TEXTS[x.kind])[0] for x in rows],
    }
    writers.write_shapefile(path, columns, [x.line for x in rows], crs=4326, encoding=GBK, cpg=False)
    return DemoFile(path, "bayan_obo_faults", ("Faults, Bayan Obo", "断裂，白云鄂博"), len(rows), encoding=GBK)


def _bodies(region: Region, directory: Path) -> DemoFile:
    path = directory / "bayan_obo_bodies.geojson"
    rows = region.bodies

    def text(pair: tuple[str, str] | None, language: int) -> str | None:
        return pair[language] if pair else None

    columns: dict[str, list[Any]] = {
        "BODY_ID": list(range(1, len(rows) + 1)),
        "CODE": [x.code for x in rows],
        "NAME": [x.name[0] for x in rows],
        "NAME_ZH": [x.name[1] for x in rows],
        "CLASS": [{"strata": "Strata", "intrusion": "Intrusion"}[x.unit.cls] for x in rows],
        "GROUP": [text(x.unit.group, 0) for x in rows],
        "FORMATION": [text(x.unit.formation, 0) for x in rows],
        "LITHOLOGY": [x.unit.rock[0] for x in rows],
        "LITHO_ZH": [x.unit.rock[1] for x in rows],
        "AGE": [x.unit.age[0] for x in rows],
    }
    writers.write_geojson(path, columns, [x.polygon for x in rows])
    return DemoFile(path, "bayan_obo_bodies", ("Geological bodies, Bayan Obo", "地质体，白云鄂博"), len(rows))


def _contacts(region: Region, directory: Path) -> DemoFile:
    path = directory / "bayan_obo_contacts.geojson"
    rows = region.contacts
    columns: dict[str, list[Any]] = {
        "ID": list(range(1, len(rows) + 1)),
        "TYPE": [CONTACT_LABELS[x.kind][0] for x in rows],
        "BETWEEN": [" / ".join(side[0] for side in x.sides) for x in rows],
    }
    writers.write_geojson(path, columns, [x.line for x in rows])
    title = ("Geological boundaries, Bayan Obo", "地质界线，白云鄂博")
    return DemoFile(path, "bayan_obo_contacts", title, len(rows))


def _folds(region: Region, directory: Path) -> DemoFile:
    path = directory / "bayan_obo_folds.shp"
    rows = region.folds
    columns = {
        "名称": [x.name[1] for x in rows],
        "NAME_EN": [x.name[0] for x in rows],
        "类型": [FOLD_LABELS[x.kind][1] for x in rows],
        "轴向": [STRIKE_LABELS[x.strike][1] for x in rows],
        "核部地层": [region.spec.units[x.core].age[1] for x in rows],
    }
    writers.write_shapefile(path, columns, [x.line for x in rows], crs=4326, encoding=GBK, cpg=False)
    return DemoFile(path, "bayan_obo_folds", ("Fold axes, Bayan Obo", "褶皱轴，白云鄂博"), len(rows), encoding=GBK)


def _samples(region: Region, directory: Path) -> DemoFile:
    path = directory / "bayan_obo_samples.xlsx"
    table = region.samples
    columns: dict[str, list[Any]] = {
        "样品编号": [f"BY{i:05d}" for i in range(1, len(table) + 1)],
        "经度": table["lon"].tolist(),
        "纬度": table["lat"].tolist(),
        "采样介质": ["水系沉积物"] * len(table),
    }
    for name in table.columns[2:]:
        unit = "ppb" if name in ("Au", "Hg") else "wt%" if "O" in name else "ppm"
        limit = element_table()[name].get("limit")
        columns[f"{name}({unit})"] = as_reported(table[name].to_numpy(), limit)
    notes = (
        ("Stream sediment survey, Bayan Obo demonstration region. All values are invented.",),
        ("水系沉积物测量，白云鄂博演示区。全部数值均为虚构。",),
        ("<x: below the detection limit x / 低于检出限 x",),
    )
    writers.write_workbook(path, {"水系沉积物": columns, "说明": notes})
    title = ("Stream sediment samples, Bayan Obo", "水系沉积物样品，白云鄂博")
    return DemoFile(path, "bayan_obo_samples", title, len(table), sheet="水系沉积物", crs="EPSG:4326",
                    x_column="经度", y_column="纬度")  # fmt: skip
