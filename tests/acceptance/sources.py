"""The demo's source files, read without the product: one frame a table, columns by their own names, EPSG:4326.

The index of a frame counts rows from 1 in the order of the file, as the product numbers features.  A cell such as
``<0.3`` of a laboratory column becomes its limit in ``<column> limit`` and NaN in the column.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import geopandas as gpd
import pandas as pd
from pandas import DataFrame

LABORATORY = ("ppm", "ppb", "wt%", "10-6", "10-9", "[%]", "_g/t")


@dataclass(frozen=True)
class Sources:
    """Directory with the generated files."""

    directory: Path

    def read(self) -> dict[str, gpd.GeoDataFrame]:
        """All tables by name."""
        frames = {
            "bayan_obo_area": self._file("bayan_obo_area.geojson"),
            "bayan_obo_occurrences": self._file("bayan_obo_occurrences.shp", encoding="GBK"),
            "bayan_obo_faults": self._file("bayan_obo_faults.shp", encoding="GBK"),
            "bayan_obo_bodies": self._file("bayan_obo_bodies.geojson"),
            "bayan_obo_samples": self._table(
                pd.read_excel(
                    self.directory / "bayan_obo_samples.xlsx",
                    sheet_name="水系沉积物",
                    dtype=object,
                    engine="openpyxl",
                ),
                ("经度", "纬度", "EPSG:4326"),
            ),
            "yunnan_area": self._file("yunnan_area.geojson"),
            "yunnan_ore_points": self._table(
                pd.read_csv(self.directory / "yunnan_ore_points.csv", encoding="utf-8-sig"),
                ("X坐标", "Y坐标", "EPSG:32647"),
            ),
            "yunnan_faults": self._file("yunnan_geology.gpkg", layer="断层"),
            "yunnan_bodies": self._file("yunnan_geology.gpkg", layer="地质体"),
            "yunnan_samples": self._table(
                pd.read_csv(self.directory / "yunnan_samples.csv", encoding="gb18030", dtype=object),
                ("经度", "纬度", "EPSG:4490"),
            ),
            "sichuan_area": self._file("sichuan_area.geojson"),
            "sichuan_deposits": self._file("sichuan_deposits.shp"),
            "sichuan_faults": self._file("sichuan_faults.geojson"),
            "sichuan_units": self._file("sichuan_geology.gpkg", layer="units"),
            "sichuan_soils": self._table(
                pd.read_csv(self.directory / "sichuan_soils.csv", dtype=object), ("East", "North", "EPSG:4543")
            ),
        }
        return {name: _numbered(frame) for name, frame in frames.items()}

    def _file(self, name: str, **how: str) -> gpd.GeoDataFrame:
        return gpd.read_file(self.directory / name, **how).to_crs(4326)

    @staticmethod
    def _table(frame: DataFrame, place: tuple[str, str, str]) -> gpd.GeoDataFrame:
        x, y, crs = place
        frame = frame.copy()
        for column in [c for c in frame.columns if any(unit in str(c) for unit in LABORATORY)]:
            cells = frame[column].astype(str).str.strip()
            below = cells.str.startswith("<")
            frame[f"{column} limit"] = pd.to_numeric(cells.str[1:].where(below), errors="coerce")
            frame[column] = pd.to_numeric(cells.where(~below), errors="coerce")
        points = gpd.points_from_xy(frame[x].astype(float), frame[y].astype(float), crs=crs)
        return gpd.GeoDataFrame(frame, geometry=points).to_crs(4326)


def _numbered(frame: gpd.GeoDataFrame) -> gpd.GeoDataFrame:
    frame = frame.reset_index(drop=True)
    frame.index = frame.index + 1
    return frame
