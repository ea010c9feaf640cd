"""The product on the benchmark's layers: its own query, evidence and service code, nothing bypassed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
import shapely

from core.database.catalog import build_card
from core.database.engine import Database
from core.evidence.nearest import nearest, within
from core.evidence.pipeline import gather
from core.evidence.segments import SegmentIndex
from core.evidence.types import Evidence
from core.query.pipeline import Outcome, run_query
from core.question import ir
from core.service import MineralApp
from core.settings import ROOT, Settings
from core.vocabulary.mappings import load_mappings
from core.vocabulary.units import Units
from tests.benchmarks.meter import Cost, measured

TABLES = {
    "occurrences": ("deposit", "Occurrences", "矿点"),
    "faults": ("fault", "Faults", "断裂"),
    "samples": ("geochem_sample", "Samples", "样品"),
    "bodies": ("geo_body", "Bodies", "地质体"),
    "regions": ("region", "Study areas", "研究区"),
}
COLUMNS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "occurrences": {
        "name": {"column": "name"},
        "commodity": {"column": "commodity", "separators": ";"},
        "size": {"column": "size"},
        "discovery_year": {"column": "year"},
    },
    "faults": {"name": {"column": "name"}, "fault_type": {"column": "fault_type"}},
    "samples": {
        "sample_id": {"column": "sample_id"},
        "Au": {"column": "Au", "unit": "ppb"},
        **{e: {"column": e, "unit": "ppm"} for e in ("Ag", "Cu", "Pb", "Zn", "As")},
    },
    "bodies": {"name": {"column": "name"}, "lithology": {"column": "lithology"}},
    "regions": {"name": {"column": "name"}},
}


@dataclass(frozen=True)
class Answered:
    """One query with its evidence."""

    cost: Cost
    outcome: Outcome
    evidence: tuple[Evidence, ...]

    def pairs(self) -> dict[tuple[int, int], float]:
        """(target, reference) → metres, of everything listed."""
        return {
            (e.row.ref.fid, r.ref.fid): r.distance_m for e in self.evidence for p in e.proximity for r in p.within
        }


def mappings_directory(directory: Path) -> Path:
    """A copy of the project's vocabulary with the benchmark's tables bound in place of the demo's."""
    target = directory / "mappings"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "data_mappings", target)
    types = {t: {"entity_type": kind, "title": {"en": en, "zh": zh}} for t, (kind, en, zh) in TABLES.items()}
    for name, content in {"user_table_types": types, "user_column_mapping": COLUMNS, "aliases": []}.items():
        (target / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return target


def near_faults(radius_m: float) -> ir.Query:
    """Occurrences within a radius of faults, as the reader writes it."""
    relation = ir.RelCond(rel="near", to=ir.Set(layer="fault"), max_m=radius_m)
    return ir.Query(intent="select", target=ir.Set(layer="deposit", where=relation), output="entity_list")


def answer(db: Database, postmaster: int, query: ir.Query, settings: Settings) -> Answered:
    """Run one query with full evidence: select, measure, prove, rank."""
    mappings = load_mappings(settings.mappings_dir)
    card, units = build_card(db, mappings), Units(mappings.units)
    with measured(postmaster) as cost:
        outcome = run_query(db, query, card, units, settings, language="en", question="benchmark")
        evidence = gather(db, outcome, card, units, settings)
    return Answered(cost, outcome, evidence)


@dataclass(frozen=True)
class Nearest:
    """Nearest distances in process."""

    fetch: Cost
    build: Cost
    search: Cost
    reference: np.ndarray
    metres: np.ndarray


def all_nearest(connection: psycopg.Connection, postmaster: int) -> Nearest:
    """The nearest fault of every occurrence, in this process, with the product's second route."""
    with measured(postmaster) as fetch:
        points = _geometries(connection, "occurrences")
        lines = _geometries(connection, "faults")
    with measured(postmaster) as build:
        index = SegmentIndex.build(list(lines))
    with measured(postmaster) as search:
        owner, metres, _, _ = nearest(shapely.get_x(points), shapely.get_y(points), index)
    return Nearest(fetch, build, search, owner + 1, metres)


def _geometries(connection: psycopg.Connection, table: str) -> np.ndarray:
    with connection.cursor(binary=True) as cursor:
        rows = cursor.execute(f"SELECT ST_AsBinary(geom) FROM layers.{table} ORDER BY fid").fetchall()
    return shapely.from_wkb([row[0] for row in rows])


def ask(app: MineralApp, postmaster: int, question: str) -> tuple[Cost, Any]:
    """One question through the whole pipeline, words to cited answer."""
    with measured(postmaster) as cost:
        found = app.ask(question)
    return cost, found


def all_within(
    connection: psycopg.Connection, postmaster: int, radius_m: float
) -> tuple[dict[str, Cost], dict[tuple[int, int], float]]:
    """All pairs within the radius in this process, with the product's second route alone."""
    points, lines = _geometries(connection, "occurrences"), _geometries(connection, "faults")
    with measured(postmaster) as build:
        index = SegmentIndex.build(list(lines))
    with measured(postmaster) as search:
        target, owner, metres = within(shapely.get_x(points), shapely.get_y(points), index, radius_m)
    pairs = dict(zip(zip((target + 1).tolist(), (owner + 1).tolist(), strict=True), metres.tolist(), strict=True))
    return {"build": build, "search": search}, pairs
