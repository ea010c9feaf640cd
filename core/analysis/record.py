"""What is kept of a finished analysis: its record, its facts and its files, as plain values and back."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Literal

from core.vocabulary.card import Labels

Kind = Literal["association", "prospectivity"]
ProductKind = Literal["table", "raster", "geometry", "plot", "report", "other"]
Value = float | int | str | bool | None


@dataclass(frozen=True)
class Fact:
    """One finding that an answer may cite: a typed value with its place in a table."""

    key: str
    """Stable name, the same in every analysis of the kind: ``pca.PC1.variance_pct``."""
    label: Labels
    value: Value
    unit: str = ""
    table: str = ""
    """Name of the table product that holds it, "" for a fact that stands alone."""
    row: int | None = None
    """Row of that table, counted from 0 below the heading."""
    column: str = ""


@dataclass(frozen=True)
class LayerUse:
    """A layer the analysis read, in the state in which it was read."""

    table: str
    title: Labels
    version: int
    """Version in the registry; 0 in a database that is only read."""
    rows: int = 0
    """Rows that were used."""
    role: str = ""
    """What it was read for, such as ``samples``, ``faults``, ``deposits``."""
    invented: bool = False
    provenance: str = ""


@dataclass(frozen=True)
class Product:
    """A file of the analysis, beside its record."""

    name: str
    """Stable name without suffix: ``loadings``."""
    file: str
    """Name of the file in the directory of the analysis."""
    kind: ProductKind
    label: Labels
    language: str = ""
    """``en`` or ``zh`` for files of one language, "" for the others."""


@dataclass(frozen=True)
class AnalysisRecord:
    """Everything about a finished analysis except its facts and the contents of its files."""

    id: str
    kind: Kind
    title: Labels
    created: datetime
    layers: tuple[LayerUse, ...]
    data_version: str
    """Token of the registry when the data were read."""
    region: str | None
    """Canonical name of the region it was limited to; None for all data or an area drawn by hand."""
    settings: Mapping[str, Any]
    """The parameters as chosen, as plain values."""
    software: Mapping[str, str] = field(default_factory=dict)
    """Package → version."""
    products: tuple[Product, ...] = ()
    seconds: float = 0.0

    @property
    def invented(self) -> bool:
        """Whether a layer it used holds invented data; its figures then describe no real place."""
        return any(x.invented for x in self.layers)

    def product(self, name: str, language: str = "") -> Product | None:
        """The product `name`, in `language` where it comes in both."""
        found = [x for x in self.products if x.name == name and x.language in {language, ""}]
        return found[0] if found else None


def software_versions(packages: Iterable[str]) -> dict[str, str]:
    """Versions of Python and of those of `packages` that are installed."""
    found = {"python": platform.python_version()}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def record_to_plain(record: AnalysisRecord) -> dict[str, Any]:
    """The record as JSON values."""
    return asdict(record) | {"created": record.created.isoformat(), "settings": dict(record.settings)}


def record_from_plain(plain: Mapping[str, Any]) -> AnalysisRecord:
    """The record that :func:`record_to_plain` wrote.

    Raises:
        KeyError, TypeError, ValueError: `plain` is something else.
    """
    values = dict(plain)
    values["title"] = Labels(**values["title"])
    values["created"] = datetime.fromisoformat(values["created"])
    values["layers"] = tuple(LayerUse(**x | {"title": Labels(**x["title"])}) for x in values["layers"])
    values["products"] = tuple(Product(**x | {"label": Labels(**x["label"])}) for x in values["products"])
    return AnalysisRecord(**values)


def facts_to_plain(facts: Iterable[Fact]) -> list[dict[str, Any]]:
    """Facts as JSON values."""
    return [asdict(x) for x in facts]


def facts_from_plain(plain: Iterable[Mapping[str, Any]]) -> tuple[Fact, ...]:
    """The facts that :func:`facts_to_plain` wrote."""
    return tuple(Fact(**x | {"label": Labels(**x["label"])}) for x in map(dict, plain))
