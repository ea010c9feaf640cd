"""Yunnan: text tables with projected coordinates and Chinese headings, and one GeoPackage in CGCS2000."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyproj

from core.demo import writers
from core.demo.demo_file import DemoFile
from core.demo.geochem import as_reported, element_table
from core.demo.labels import (
    CHARACTER_TEXTS,
    COMMODITY_ITEMS,
    CONTACT_LABELS,
    FAULT_LABELS,
    GENESIS_LABELS,
    SIZE_LABELS,
    STRIKE_LABELS,
)
from core.demo.model import Region
from core.demo.sampling import commodities

UTM, CGCS2000 = 32647, 4490


def write(region: Region, directory: Path) -> tuple[DemoFile, ...]:
    """Write all files of the region into `directory`."""
    path = directory / "yunnan_area.geojson"
    writers.write_geojson(path, {"名称": [region.spec.name_zh], "英文名": [region.spec.name]}, [region.area])
    files = [DemoFile(path, "yunnan_area", ("Study area, Yunnan", "研究区，云南"), 1)]
    for part in (_ore_points, _geology, _samples):
        files += part(region, directory)
    return tuple(files)


def _ore_points(region: Region, directory: Path) -> list[DemoFile]:
    path = directory / "yunnan_ore_points.csv"
    rows = region.occurrences
    to_utm = pyproj.Transformer.from_crs(4326, UTM, always_xy=True)
    x, y = to_utm.transform(*np.array([r.lonlat for r in rows]).T)
    columns: dict[str, list[Any]] = {
        "序号": list(range(1, len(rows) + 1)),
        "矿产地名称": [r.name[1] for r in rows],
        "拼音名": [r.name[0] for r in rows],
        "X坐标": np.asarray(x).round(2).tolist(),
        "Y坐标": np.asarray(y).round(2).tolist(),
        "矿种": ["、".join(COMMODITY_ITEMS[c][1] for c in commodities(r.commodity)) for r in rows],
        "规模": [SIZE_LABELS[r.size][1] for r in rows],
        "成因类型": [GENESIS_LABELS[r.genesis][1] for r in rows],
        "发现时间": [r.year for r in rows],
    }
    writers.write_csv(path, columns, encoding="utf-8-sig")
    return [DemoFile(path, "yunnan_ore_points", ("Mineral occurrences, Yunnan", "矿产地，云南"), len(rows),
                     crs=f"EPSG:{UTM}", encoding="utf-8-sig", x_column="X坐标", y_column="Y坐标")]  # fmt: skip


def _geology(region: Region, directory: Path) -> list[DemoFile]:
    path = directory / "yunnan_geology.gpkg"
    faults, bodies, contacts = region.faults, region.bodies, region.contacts
    layers: dict[str, tuple[dict[str, list[Any]], list[Any]]] = {
        "断层": ({
            "断层编号": [f"F{i:03d}" for i in range(1, len(faults) + 1)],
            "断层名称": [x.name[1] if x.name else None for x in faults],
            "断层拼音": [x.name[0] if x.name else None for x in faults],
            "断层类型": [FAULT_LABELS[x.kind][1] for x in faults],
            "走向": [STRIKE_LABELS[x.strike][1] for x in faults],
            "断层性质描述": [(x.text or CHARACTER_TEXTS[x.kind])[1] for x in faults],
        }, [x.line for x in faults]),
        "地质体": ({
            "地质代号": [x.code for x in bodies],
            "地质体名称": [x.name[1] for x in bodies],
            "类别": [{"strata": "地层", "intrusion": "侵入岩"}[x.unit.cls] for x in bodies],
            "群": [x.unit.group[1] if x.unit.group else None for x in bodies],
            "组": [x.unit.formation[1] if x.unit.formation else None for x in bodies],
            "岩性": [x.unit.rock[1] for x in bodies],
            "时代": [x.unit.age[1] for x in bodies],
        }, [x.polygon for x in bodies]),
        "地质界线": ({
            "界线类型": [CONTACT_LABELS[x.kind][1] for x in contacts],
            "两侧地质体": ["｜".join(side[1] for side in x.sides) for x in contacts],
        }, [x.line for x in contacts]),
    }  # fmt: skip
    writers.write_geopackage(path, layers, crs=CGCS2000)
    return [
        DemoFile(path, "yunnan_faults", ("Faults, Yunnan", "断层，云南"), len(faults), layer="断层"),
        DemoFile(path, "yunnan_bodies", ("Geological bodies, Yunnan", "地质体，云南"), len(bodies),
                 layer="地质体"),
        DemoFile(path, "yunnan_contacts", ("Geological boundaries, Yunnan", "地质界线，云南"), len(contacts),
                 layer="地质界线"),
    ]  # fmt: skip


def _samples(region: Region, directory: Path) -> list[DemoFile]:
    path = directory / "yunnan_samples.csv"
    table = region.samples
    columns: dict[str, list[Any]] = {
        "样号": [f"YN-{i:04d}" for i in range(1, len(table) + 1)],
        "经度": table["lon"].tolist(),
        "纬度": table["lat"].tolist(),
        "样品类型": ["水系沉积物"] * len(table),
    }
    for name in table.columns[2:]:
        unit = "10-9" if name in ("Au", "Hg") else "%" if "O" in name else "10-6"
        columns[f"{name}[{unit}]"] = as_reported(table[name].to_numpy(), element_table()[name].get("limit"))
    writers.write_csv(path, columns, encoding="gb18030")
    title = ("Stream sediment samples, Yunnan", "水系沉积物样品，云南")
    return [DemoFile(path, "yunnan_samples", title, len(table), crs=f"EPSG:{CGCS2000}", encoding="gb18030",
                     x_column="经度", y_column="纬度")]  # fmt: skip
