"""Element concentrations of all samples of a region."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from core.demo.frame import Array, Frame
from core.demo.rare_earths import rare_earths
from core.demo.sampling import FAULT_M, Sites
from core.demo.spec import DATA, Samples


@lru_cache(maxsize=1)
def element_table() -> dict[str, dict[str, Any]]:
    """Backgrounds, responses and detection limits by element or oxide, from ``data/elements.json``."""
    table = json.loads((DATA / "elements.json").read_text(encoding="utf-8"))
    return {k: v for k, v in table.items() if k != "note"}


def analyse(frame: Frame, plan: Samples, sites: Sites, rng: np.random.Generator) -> pd.DataFrame:
    """`lon`, `lat` and one column an element (ppm; Au, Hg ppb) or oxide (weight per cent), not censored."""
    columns: dict[str, Array] = {"lon": sites.lonlat[:, 0], "lat": sites.lonlat[:, 1]}
    if plan.rare_earths:
        columns |= rare_earths(frame, sites, rng)
    scales = (3_500, 5_000, 2_500)
    fields = [
        0.75 * frame.at(frame.field(rng, s, s), sites.uv) + 0.45 * rng.normal(size=len(sites.uv)) for s in scales
    ]
    scatter = np.exp(np.clip(rng.normal(0, 0.3, len(sites.uv)), -0.6, 0.45))
    for element in plan.elements:
        columns[element] = np.exp(_log_value(element, sites, fields, scatter, rng))
    columns |= _closed({x: np.exp(_log_value(x, sites, fields, scatter, rng)) for x in plan.oxides}, rng)
    return pd.DataFrame(columns)


def _log_value(element: str, sites: Sites, fields: list[Array], scatter: Array, rng: np.random.Generator) -> Array:
    row = element_table()[element]
    value = np.log(row["median"]) + row.get("spread", 0.2) * rng.normal(size=len(sites.uv))
    for weight, field in zip(row.get("field", (0, 0, 0)), fields, strict=True):
        value += weight * field
    for commodity, weight in row.get("halo", {}).items():
        value += weight * np.minimum(sites.halo(commodity), 1.4) * scatter
    value += row.get("fault", 0.0) * (np.exp(-sites.to_fault / FAULT_M) - 0.2)
    if "rocks" in row:
        value += sites.over(row["rocks"])
    return value


def _closed(oxides: dict[str, Array], rng: np.random.Generator) -> dict[str, Array]:
    """Oxides brought to a common total near that of their medians (the rest is water, carbon dioxide, traces)."""
    if not oxides:
        return {}
    total = sum(element_table()[x]["median"] for x in oxides)
    sums = np.sum(list(oxides.values()), axis=0)
    aim = np.minimum(sums, total * np.exp(rng.normal(0.01, 0.012, len(sums))))
    return {name: values * aim / sums for name, values in oxides.items()}


def as_reported(values: Array, limit: float | None, digits: int = 3) -> list[float | str]:
    """Values as a laboratory prints them: `digits` significant figures, ``<limit`` below the detection limit."""
    rounded = [float(f"{v:.{digits}g}") for v in values.tolist()]
    if limit is None:
        return list(rounded)
    return [f"<{limit:g}" if v < limit else r for v, r in zip(values.tolist(), rounded, strict=True)]
