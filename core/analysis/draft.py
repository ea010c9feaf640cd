"""An analysis that is being written: its files stand in a temporary directory until the last one is there."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.analysis.record import Fact, Product, ProductKind, Value
from core.errors import AnalysisError, Language
from core.vocabulary.card import Labels

FORMULA = ("=", "+", "-", "@", "\t", "\r")
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}")


class Draft:
    """Takes the files and facts of one analysis; :meth:`core.analysis.store.AnalysisStore.draft` makes it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._products: list[Product] = []
        self._facts: list[Fact] = []
        self._rows: dict[str, int] = {}

    @property
    def products(self) -> tuple[Product, ...]:
        """The files so far, in the order in which they were added."""
        return tuple(self._products)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts so far."""
        return tuple(self._facts)

    def add_fact(self, fact: Fact) -> None:
        """Add a finding.

        Raises:
            AnalysisError: its key was used before, or it points at a row its table does not have.
        """
        if any(x.key == fact.key for x in self._facts):
            raise AnalysisError(f"The finding {fact.key} was given twice.")
        if fact.table and not 0 <= (fact.row or 0) < self._rows.get(fact.table, 0):
            raise AnalysisError(
                f"The finding {fact.key} names row {fact.row} of {fact.table}, which is not there."
            )
        self._facts.append(Fact(**{**vars(fact), "value": _plain(fact.value)}))

    def add_table(
        self, name: str, label: Labels, header: Sequence[str], rows: Iterable[Sequence[Value]]
    ) -> Product:
        """Write a table as CSV (UTF-8 with mark, so that spreadsheet programs see the encoding)."""
        product = self._enter(name, ".csv", "table", label, "")
        count = 0
        with (self.directory / product.file).open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(header)
            for row in rows:
                writer.writerow([_cell(x) for x in row])
                count += 1
        self._rows[name] = count
        return product

    def add_geometry(self, name: str, label: Labels, collection: Mapping[str, Any]) -> Product:
        """Write a GeoJSON feature collection, EPSG:4326."""
        product = self._enter(name, ".geojson", "geometry", label, "")
        _write_json(self.directory / product.file, collection)
        return product

    def add_report(self, language: Language, text: str, label: Labels) -> Product:
        """Write the report in one language, as Markdown."""
        product = self._enter("report", ".md", "report", label, language)
        (self.directory / product.file).write_text(text, encoding="utf-8")
        return product

    def add_file(self, name: str, suffix: str, kind: ProductKind, label: Labels, *, language: str = "") -> Path:
        """Enter a file, such as a raster or a plot, and return the path at which the caller writes it."""
        return self.directory / self._enter(name, suffix, kind, label, language).file

    def _enter(self, name: str, suffix: str, kind: ProductKind, label: Labels, language: str) -> Product:
        file = f"{name}{'.' + language if language else ''}{suffix}"
        twice = any(x.name == name and (x.kind != kind or x.language == language) for x in self._products)
        if twice or not NAME.fullmatch(name):
            raise AnalysisError(
                f"The file {file} of an analysis was given twice or has a name that cannot be kept."
            )
        product = Product(name, file, kind, label, language)
        self._products.append(product)
        return product


def _write_json(path: Path, value: object) -> None:
    path.write_text(
        json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain),
        encoding="utf-8",
    )


def _cell(value: Any) -> Any:
    """A cell of a CSV file; a text that a spreadsheet program would run as a formula is marked as text."""
    value = _plain(value)
    if isinstance(value, str) and value[:1] in FORMULA:
        return f"'{value}"
    return "" if value is None else value


def _plain(value: Any) -> Any:
    """Numbers of numpy as Python's; what is not a number becomes None."""
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value
