"""Sichuan: a UTF-8 shapefile, GeoJSON, a GeoPackage in Gauss–Krüger metres, a text table with English headings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyproj
import shapely

from core.demo import writers
from core.demo.demo_file import DemoFile
from core.demo.geochem import as_reported, element_table
from core.demo.labels import (
    CHARACTER_TEXTS,
    COMMODITY_ITEMS,
    CONTACT_LABELS,
    FAULT_LABELS,
    GENESIS_LABELS,
    STRIKE_LABELS,
)
from core.demo.model import Region
from core.demo.sampling import commodities

GAUSS, CGCS2000 = 4543, 4490
SIZE_CODES = {
    "super_large": "XL",
    "large": "L",
    "medium": "M",
    "small": "S",
    "occurrence": "OCC",
    "showing": "SHW",
}
PPB = 1_000.0


def write(region: Region, directory: Path) -> tuple[DemoFile, ...]:
    """Write all files of the region into `directory`."""
    path = directory / "sichuan_area.geojson"
    writers.write_geojson(path, {"region": [region.spec.name], "region_cn": [region.spec.name_zh]}, [region.area])
    files = [DemoFile(path, "sichuan_area", ("Study area, Sichuan", "研究区，四川"), 1)]
    for part in (_deposits, _faults, _geology, _samples):
        files += part(region, directory)
    return tuple(files)


def _deposits(region: Region, directory: Path) -> list[DemoFile]:
    path = directory / "sichuan_deposits.shp"
    rows = region.occurrences
    columns: dict[str, list[Any]] = {
        "DEP_ID": list(range(1001, 1001 + len(rows))),
        "DEP_NAME": [x.name[0] for x in rows],
        "NAME_CN": [x.name[1] for x in rows],
        "COMMODITY": ["/".join(COMMODITY_ITEMS[c][0] for c in commodities(x.commodity)) for x in rows],
        "SCALE": [SIZE_CODES[x.size] for x in rows],
        "GENESIS": [GENESIS_LABELS[x.genesis][0] for x in rows],
        "YEAR_FOUND": [x.year for x in rows],
    }
    shapes = [shapely.Point(x.lonlat) for x in rows]
    writers.write_shapefile(path, columns, shapes, crs=CGCS2000, encoding="UTF-8", cpg=True)
    return [DemoFile(path, "sichuan_deposits", ("Mineral deposits, Sichuan", "矿床，四川"), len(rows))]


def _faults(region: Region, directory: Path) -> list[DemoFile]:
    path = directory / "sichuan_faults.geojson"
    rows = region.faults
    columns: dict[str, list[Any]] = {
        "fault_id": list(range(1, len(rows) + 1)),
        "fault_name": [x.name[0] if x.name else None for x in rows],
        "fault_name_cn": [x.name[1] if x.name else None for x in rows],
        "sense": [FAULT_LABELS[x.kind][0].lower() for x in rows],
        "trend": [STRIKE_LABELS[x.strike][0] for x in rows],
        "remarks": [(x.text or CHARACTER_TEXTS[x.kind])[0] for x in rows],
    }
    writers.write_geojson(path, columns, [x.line for x in rows])
    return [DemoFile(path, "sichuan_faults", ("Faults, Sichuan", "断裂，四川"), len(rows))]


def _geology(region: Region, directory: Path) -> list[DemoFile]:
    path = directory / "sichuan_geology.gpkg"
    bodies, contacts = region.bodies, region.contacts
    layers: dict[str, tuple[dict[str, list[Any]], list[Any]]] = {
        "units": ({
            "symbol": [x.code for x in bodies],
            "unit_name": [x.name[0] for x in bodies],
            "unit_name_cn": [x.name[1] for x in bodies],
            "kind": [{"strata": "stratigraphic unit", "intrusion": "intrusive rock"}[x.unit.cls] for x in bodies],
            "grp": [x.unit.group[0] if x.unit.group else None for x in bodies],
            "fm": [x.unit.formation[0] if x.unit.formation else None for x in bodies],
            "rock": [x.unit.rock[0] for x in bodies],
            "era": [x.unit.age[0] for x in bodies],
        }, [x.polygon for x in bodies]),
        "contacts": ({
            "contact": [CONTACT_LABELS[x.kind][0].lower() for x in contacts],
            "left_right": [" | ".join(side[0] for side in x.sides) for x in contacts],
        }, [x.line for x in contacts]),
    }  # fmt: skip
    writers.write_geopackage(path, layers, crs=GAUSS)
    return [
        DemoFile(path, "sichuan_units", ("Geological units, Sichuan", "地质单元，四川"), len(bodies),
                 layer="units"),
        DemoFile(path, "sichuan_contacts", ("Geological contacts, Sichuan", "地质界线，四川"), len(contacts),
                 layer="contacts"),
    ]  # fmt: skip


def _samples(region: Region, directory: Path) -> list[DemoFile]:
    path = directory / "sichuan_soils.csv"
    table = region.samples
    to_gauss = pyproj.Transformer.from_crs(4326, GAUSS, always_xy=True)
    east, north = to_gauss.transform(table["lon"].to_numpy(), table["lat"].to_numpy())
    columns: dict[str, list[Any]] = {
        "SampleNo": [f"SC{i:05d}" for i in range(1, len(table) + 1)],
        "East": np.round(east, 2).tolist(),
        "North": np.round(north, 2).tolist(),
        "Medium": ["soil"] * len(table),
    }
    for name in table.columns[2:]:
        limit = element_table()[name].get("limit")
        if name == "Au":  # this laboratory reports gold in grams per tonne
            columns["Au_g/t"] = as_reported(table[name].to_numpy() / PPB, limit and limit / PPB)
        elif "O" in name:
            columns[f"{name}_wt%"] = as_reported(table[name].to_numpy(), limit)
        else:
            columns[f"{name}_ppm"] = as_reported(table[name].to_numpy(), limit)
    writers.write_csv(path, columns, encoding="utf-8")
    return [DemoFile(path, "sichuan_soils", ("Soil samples, Sichuan", "土壤样品，四川"), len(table),
                     crs=f"EPSG:{GAUSS}", encoding="utf-8", x_column="East", y_column="North")]  # fmt: skip
