"""What the System tab and ``db status`` show: versions, parts present and missing, caches, timings, disk."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

import sqlalchemy as sa

from core.database.engine import Database
from core.database.registry import LayerRecord
from core.service.audit_figures import AuditFigures
from core.service.cache import CacheFigures
from core.vocabulary.card import Layer

_PACKAGES: tuple[tuple[str, str, bool], ...] = (
    # distribution, module, heavy: an answer about the map needs none of the heavy ones
    ("streamlit", "streamlit", False),
    ("folium", "folium", False),
    ("streamlit-folium", "streamlit_folium", False),
    ("SQLAlchemy", "sqlalchemy", False),
    ("GeoAlchemy2", "geoalchemy2", False),
    ("psycopg", "psycopg", False),
    ("shapely", "shapely", False),
    ("geopandas", "geopandas", False),
    ("pyogrio", "pyogrio", False),
    ("rasterio", "rasterio", True),
    ("scikit-learn", "sklearn", True),
    ("chromadb", "chromadb", True),
    ("sentence-transformers", "sentence_transformers", True),
    ("torch", "torch", True),
    ("llama-cpp-python", "llama_cpp", True),
)


@dataclass(frozen=True)
class Component:
    """A part OreSight uses."""

    name: str
    version: str
    """Version, "" when the part is missing."""
    present: bool
    heavy: bool = False
    """True for parts that the app starts and answers without."""


@dataclass(frozen=True)
class Timing:
    """How long a step took over the recent questions, milliseconds."""

    step: str
    count: int
    median: float
    slowest: float


@dataclass(frozen=True)
class Disk:
    """Space where OreSight writes, bytes."""

    path: str
    free: int
    total: int
    database: int


@dataclass(frozen=True)
class SystemStatus:
    """One look at the whole system."""

    components: tuple[Component, ...]
    server: str
    """Address of the database without password."""
    private: bool
    """True when OreSight runs the server itself."""
    data_version: str
    layers: int
    rows: int
    documents: int
    caches: tuple[CacheFigures, ...]
    timings: tuple[Timing, ...]
    disk: Disk
    notes: tuple[str, ...] = ()
    """Bindings of the mapping files that do not fit the loaded data."""
    audit: AuditFigures = field(default_factory=AuditFigures)
    """How the recent questions ended, over all sessions."""


@dataclass(frozen=True)
class LayerInfo:
    """A loaded layer: its registry entry and, when its table is bound to an entity type, its place in the card."""

    record: LayerRecord
    layer: Layer | None


def components(db: Database) -> tuple[Component, ...]:
    """Python, database server and packages; packages are looked up, not imported."""
    server, postgis = _server_versions(db)
    found = [
        Component("Python", platform.python_version(), True),
        Component("PostgreSQL", server, True),
        Component("PostGIS", postgis, True),
    ]
    found.extend(_package(*package) for package in _PACKAGES)
    return tuple(found)


def timings(samples: Sequence[dict[str, float]]) -> tuple[Timing, ...]:
    """Median and slowest of each step over `samples`, in the order of the steps."""
    names = dict.fromkeys(name for sample in samples for name in sample)
    return tuple(
        Timing(name, len(values), statistics.median(values), max(values))
        for name in names
        if (values := [s[name] for s in samples if name in s])
    )


def disk(db: Database, directory: Path) -> Disk:
    """Free space where OreSight writes, and the size of its database."""
    place = directory
    while not place.exists() and place != place.parent:
        place = place.parent
    usage = shutil.disk_usage(place)
    with db.owner.connect() as connection:
        size = connection.execute(sa.select(sa.func.pg_database_size(sa.func.current_database()))).scalar_one()
    return Disk(str(directory), usage.free, usage.total, int(size))


def _package(distribution: str, module: str, heavy: bool) -> Component:
    if importlib.util.find_spec(module) is None:
        return Component(distribution, "", False, heavy)
    try:
        version = metadata.version(distribution)
    except metadata.PackageNotFoundError:
        version = "?"
    return Component(distribution, version, True, heavy)


def _server_versions(db: Database) -> tuple[str, str]:
    with db.reader.connect() as connection:
        server = connection.execute(sa.text("SHOW server_version")).scalar_one()
        postgis = connection.execute(sa.select(sa.func.postgis_lib_version())).scalar_one()
    return str(server).split(" ")[0], str(postgis)
