"""Shapefile, GeoJSON and GeoPackage through GDAL, streamed as Arrow batches.

Texts of shapefiles are read as ISO 8859-1, which maps bytes to characters one to one, and decoded here: GDAL and
its Python bindings raise or garble on a missing or wrong ``.cpg`` and on Chinese field names cut at ten bytes.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyproj

from core.database.findings import Finding
from core.ingest.choosing import choose_sheet, encoding_findings
from core.ingest.dbf import choose_encoding
from core.ingest.encoding import Choice
from core.ingest.gdal import pyogrio
from core.ingest.model import EncodingCandidate, LoadDecisions, SheetInfo
from core.ingest.shapefile_index import fits, rebuild
from core.ingest.source import BATCH, Batch, Description, SourceColumn
from core.ingest.staging import Dataset
from core.ingest.wkb import FIRST_CURVE, LAST_CURVE, wkb_kinds
from core.ingest.wording import Tally, finding, refusal

BYTES = "ISO-8859-1"


class VectorSource:
    """One layer of a vector file."""

    def __init__(self, dataset: Dataset, file: str, decisions: LoadDecisions) -> None:
        self._dataset = dataset
        self._file = file
        self._shapefile = dataset.kind == "shapefile"
        notes = self._complete() if self._shapefile else []
        with self._errors():
            sheets = self._sheets()
            layer, more = choose_sheet(sheets, decisions.sheet, file)
            self._layer = layer if dataset.kind == "gpkg" else None
            info = pyogrio.read_info(
                dataset.path, layer=self._layer, encoding=self._encoding(), force_total_bounds=True
            )
            schema = self._schema()
        choice, told = self._choose(decisions)
        self._text = choice.name if self._shapefile else "utf-8"
        self._damaged = Tally()
        self._curves = 0
        self._batches_with_curves: set[int] = set()
        self._geometry_at = schema.get_field_index(self._geometry_name) if self._geometry_name else -1
        fields = [x for i, x in enumerate(schema) if i != self._geometry_at]
        self.description = Description(
            format=dataset.kind,
            sheet=layer,
            sheets=sheets,
            columns=tuple(SourceColumn(self._name(x.name), x.type) for x in fields),
            total=max(info["features"], 0),
            geometry=info["geometry_type"],
            crs=_crs(info["crs"]),
            bounds=info["total_bounds"],
            encoding=choice.name,
            encodings=tuple(EncodingCandidate(x, y) for x, y in choice.candidates),
            findings=(*notes, *more, *told),
        )

    def batches(self) -> Iterator[Batch]:
        """See :class:`core.ingest.source.Source`."""
        self._damaged, self._curves = Tally(), 0
        start = 0
        with self._errors(), self._open() as (_, reader):
            for batch in reader:
                columns = [batch.column(i) for i in range(batch.num_columns) if i != self._geometry_at]
                wkb = batch.column(self._geometry_at) if self._geometry_at >= 0 else None
                rows = np.arange(start + 1, start + batch.num_rows + 1, dtype=np.int64)
                if wkb is not None:
                    wkb = self._straighten(wkb, start)
                yield Batch(rows, [self._decode(x) for x in columns], wkb)
                start += batch.num_rows

    def late_findings(self) -> tuple[Finding, ...]:
        """See :class:`core.ingest.source.Source`."""
        notes = []
        if self._damaged:
            notes.append(finding("encoding_damaged", self._damaged, encoding=self._text))
        if self._curves:
            notes.append(replace(finding("geometry_curves", _counted(self._curves)), rows=()))
        return tuple(notes)

    def _open(self) -> Any:
        return pyogrio.raw.open_arrow(
            self._dataset.path, layer=self._layer, encoding=self._encoding(), batch_size=BATCH, use_pyarrow=True
        )

    def _schema(self) -> pa.Schema:
        with self._open() as (meta, reader):
            name = meta["geometry_name"] or "wkb_geometry"
            names = reader.schema.names
            self._geometry_name = name if name in names and meta["geometry_type"] is not None else ""
            return reader.schema

    def _encoding(self) -> str | None:
        return BYTES if self._shapefile else None

    def _sheets(self) -> tuple[SheetInfo, ...]:
        if self._shapefile or self._dataset.kind == "geojson":
            info = pyogrio.read_info(self._dataset.path, encoding=self._encoding())
            return (SheetInfo(self._dataset.name, info["geometry_type"], max(info["features"], 0)),)
        found = []
        for name, geometry in pyogrio.list_layers(self._dataset.path):
            rows = pyogrio.read_info(self._dataset.path, layer=name)["features"]
            found.append(SheetInfo(str(name), geometry, max(rows, 0)))
        return tuple(found)

    def _complete(self) -> list[Finding]:
        """Report missing companions; a missing index is rebuilt."""
        path, notes = self._dataset.path, []
        companions = (
            (".dbf", "there are no attributes", "没有属性"),
            (".shx", "the index was rebuilt from the .shp", "已由 .shp 重建索引"),
        )
        for suffix, effect, effect_zh in companions:
            if not path.with_suffix(suffix).exists():
                name = f"{self._dataset.name}{suffix}"
                notes.append(finding("companion_missing", companion=name, effect=effect, effect_zh=effect_zh))
        whole = path.with_suffix(".shx").exists()
        if whole and not fits(path):
            whole = False
            notes.append(finding("index_broken"))
        if not whole and not rebuild(path):
            raise refusal("no_rows", file=self._file)
        return notes

    def _choose(self, decisions: LoadDecisions) -> tuple[Choice, list[Finding]]:
        if not self._shapefile:
            return Choice("utf-8", "the format prescribes it", "格式规定"), []
        dbf, cpg = self._dataset.path.with_suffix(".dbf"), self._dataset.path.with_suffix(".cpg")
        if not dbf.exists():
            return Choice("utf-8", "there are no texts", "没有文本"), []
        stated = cpg.read_bytes()[:100].decode("ascii", "replace").strip() if cpg.exists() else None
        try:
            choice = choose_encoding(dbf, stated, decisions.encoding)
        except ValueError as error:
            raise refusal("unreadable", file=self._file, why=error) from error
        return choice, encoding_findings(choice)

    def _name(self, name: str) -> str:
        if not self._shapefile:
            return name
        return name.encode(BYTES).decode(self._text, "ignore")

    def _decode(self, column: pa.Array) -> pa.Array:
        if not self._shapefile or not pa.types.is_string(column.type):
            return column
        if column.nbytes == 0 or _is_ascii(column):
            return column
        coded = column.dictionary_encode()
        texts = []
        for text in coded.dictionary.to_pylist():
            raw = text.encode(BYTES)
            try:
                texts.append(raw.decode(self._text))
            except UnicodeDecodeError as error:
                if error.end < len(raw):
                    self._damaged.count += 1
                texts.append(raw.decode(self._text, "replace" if error.end < len(raw) else "ignore"))
        return pa.array(texts, pa.string()).take(coded.indices)

    def _straighten(self, wkb: pa.Array, start: int) -> pa.Array:
        """Replace curves by lines: the stream hands them out as they are, the plain reader linearises them."""
        kinds = wkb_kinds(wkb)
        curved = (kinds >= FIRST_CURVE) & (kinds <= LAST_CURVE)
        if not curved.any():
            return wkb
        self._curves += int(curved.sum())
        _, _, plain, _ = pyogrio.raw.read(
            self._dataset.path, layer=self._layer, columns=[], skip_features=start, max_features=len(wkb)
        )
        return pa.array(list(plain), pa.binary())

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what matters of them is reported as findings
            try:
                yield
            except (pyogrio.errors.DataSourceError, pyogrio.errors.DataLayerError, pa.ArrowException) as error:
                raise refusal("unreadable", file=self._file, why=_reason(error)) from error
            except (pyogrio.errors.FeatureError, pyogrio.errors.GeometryError, ValueError) as error:
                raise refusal("unreadable", file=self._file, why=_reason(error)) from error


def _crs(text: str | None) -> pyproj.CRS | None:
    if not text:
        return None
    try:
        return pyproj.CRS.from_user_input(text)
    except pyproj.exceptions.CRSError:
        return None


def _is_ascii(column: pa.Array) -> bool:
    data = column.buffers()[2]
    return data is None or not (np.frombuffer(data, np.uint8) >= 0x80).any()


def _counted(count: int) -> Tally:
    tally = Tally()
    tally.count = count
    return tally


def _reason(error: Exception) -> str:
    """The reason GDAL gives, without the path of the staged copy."""
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    words = [x for x in text.split() if "/" not in x]
    return " ".join(words).rstrip(".;:") or type(error).__name__
