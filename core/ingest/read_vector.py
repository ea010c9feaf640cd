"""Vector files through GDAL (Shapefile, GeoJSON, GeoPackage, MapInfo, GML …), streamed as Arrow batches."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyproj

from core.database.findings import Finding
from core.ingest.choosing import choose_sheet
from core.ingest.encoding import file_decodes, rewrite_as_utf8
from core.ingest.formats import DRIVERS
from core.ingest.gdal import pyogrio
from core.ingest.model import EncodingCandidate, LoadDecisions, SheetInfo
from core.ingest.shapefile import ShapefileTexts, complete
from core.ingest.source import Batch, Description, SourceColumn
from core.ingest.staging import Dataset
from core.ingest.stream import GdalStream, SpooledStream, Stream
from core.ingest.wkb import FIRST_CURVE, LAST_CURVE, wkb_kinds
from core.ingest.wording import Tally, finding, refusal


class VectorSource:
    """One layer of a vector file."""

    def __init__(self, dataset: Dataset, file: str, decisions: LoadDecisions) -> None:
        self._dataset, self._file, self._curves = dataset, file, 0
        self._damaged = Tally()
        self._texts: ShapefileTexts | None = None
        notes: list[Finding] = []
        if dataset.kind == "shapefile":
            notes += complete(dataset, file)
            self._texts = ShapefileTexts(dataset.path, decisions.encoding, file)
        self._path = dataset.path
        if dataset.kind == "geojson":
            self._path, told = _as_utf8(dataset.path, file)
            notes += told
        with self._errors():
            sheets = _layers(dataset)
            layer, more = choose_sheet(sheets, decisions.sheet, file) if sheets else (dataset.name, [])
            self._layer = layer if sheets else None
            self._stream = self._open()
        info = self._stream.info
        if info.driver and info.driver not in DRIVERS[dataset.kind]:
            raise refusal("format_contradicts", file=file, why=f"it would be read as {info.driver}")
        if not sheets:
            sheets = (SheetInfo(dataset.name, info.geometry, info.rows),)
            choose_sheet(sheets, decisions.sheet, file)
        self._geometry_at = info.schema.get_field_index(info.geometry_name) if info.geometry_name else -1
        fields = [x for i, x in enumerate(info.schema) if i != self._geometry_at]
        texts = self._texts
        self.description = Description(
            format=dataset.kind,
            sheet=layer,
            sheets=sheets,
            columns=tuple(SourceColumn(texts.name(x.name) if texts else x.name, x.type) for x in fields),
            total=info.rows,
            geometry=info.geometry,
            crs=_crs(info.crs),
            bounds=info.bounds,
            encoding=texts.choice.name if texts else "utf-8",
            encodings=tuple(EncodingCandidate(x, y) for x, y in texts.choice.candidates) if texts else (),
            findings=(*notes, *more, *(texts.findings() if texts else ())),
        )

    def batches(self) -> Iterator[Batch]:
        """See :class:`core.ingest.source.Source`."""
        self._curves, self._damaged, start = 0, Tally(), 0
        if self._texts:
            self._texts.damaged = self._damaged
        with self._errors(), self._stream.open() as reader:
            for batch in reader:
                columns = [batch.column(i) for i in range(batch.num_columns) if i != self._geometry_at]
                columns = [self._texts.decode(x) if self._texts else self._sound(x) for x in columns]
                wkb = batch.column(self._geometry_at) if self._geometry_at >= 0 else None
                if wkb is not None:
                    wkb = self._straighten(wkb, start)
                yield Batch(np.arange(start + 1, start + batch.num_rows + 1, dtype=np.int64), columns, wkb)
                start += batch.num_rows

    def late_findings(self) -> tuple[Finding, ...]:
        """See :class:`core.ingest.source.Source`."""
        notes = []
        if self._damaged:
            notes.append(finding("encoding_damaged", self._damaged, encoding=self.description.encoding))
        if self._curves:
            notes.append(finding("geometry_curves", Tally.of(self._curves)))
        return tuple(notes)

    def _open(self) -> Stream:
        if self._dataset.kind in ("geojson", "gml"):  # GDAL parses the whole file each time it opens it
            return SpooledStream(self._path, self._layer)
        return GdalStream(self._path, self._layer, self._texts is not None)

    def _sound(self, column: pa.Array) -> pa.Array:
        """Texts that are what their format promises: UTF-8."""
        if not pa.types.is_string(column.type):
            return column
        try:
            column.validate(full=True)
        except pa.ArrowInvalid:
            raw = column.cast(pa.binary()).to_pylist()
            texts = [None if x is None else x.decode("utf-8", "replace") for x in raw]
            self._damaged.count += sum(x is not None and "\ufffd" in x for x in texts)
            return pa.array(texts, pa.string())
        return column

    def _straighten(self, wkb: pa.Array, start: int) -> pa.Array:
        """Replace curves by lines: the stream hands them out as they are, the plain reader linearises them."""
        kinds = wkb_kinds(wkb)
        curved = (kinds >= FIRST_CURVE) & (kinds <= LAST_CURVE)
        if not curved.any():
            return wkb
        self._curves += int(curved.sum())
        _, _, plain, _ = pyogrio.raw.read(
            self._path, layer=self._layer, columns=[], skip_features=start, max_features=len(wkb)
        )
        return pa.array(list(plain), pa.binary())

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except MemoryError:  # Arrow's own is an ArrowException, too
            raise
        except OSError as error:
            if error.errno is not None:  # of the system, not of a stream that is damaged
                raise
            raise refusal("unreadable", file=self._file, why=_reason(error)) from error
        except (pyogrio.errors.DataSourceError, pyogrio.errors.DataLayerError, pa.ArrowException) as error:
            raise refusal("unreadable", file=self._file, why=_reason(error)) from error
        except IndexError as error:  # of an array that should hold what the header says
            raise refusal("unreadable", file=self._file, why="its header does not fit its content") from error
        except (pyogrio.errors.FeatureError, pyogrio.errors.GeometryError, ValueError) as error:
            raise refusal("unreadable", file=self._file, why=_reason(error)) from error


def _as_utf8(path: Path, file: str) -> tuple[Path, list[Finding]]:
    """GeoJSON must be UTF-8; one that is GB18030 is read all the same, and reported.

    Raises:
        IngestError: it is neither.
    """
    if file_decodes(path, "utf-8"):
        return path, []
    if not file_decodes(path, "gb18030"):
        raise refusal("unreadable", file=file, why="its texts are neither UTF-8 nor GB18030")
    told = finding("encoding_stated_wrong", stated="UTF-8", encoding="gb18030")
    return rewrite_as_utf8(path, "gb18030", path.with_name("utf8.geojson")), [told]


def _layers(dataset: Dataset) -> tuple[SheetInfo, ...]:
    """The layers of a GeoPackage, file geodatabase, GPX or GML document; the other formats hold one."""
    if dataset.kind not in ("gpkg", "gdb", "gpx", "gml"):
        return ()
    found = []
    for name, geometry in pyogrio.list_layers(dataset.path):
        count = dataset.kind in (
            "gpx",
            "gml",
        )  # the first of which always has five layers and does not say which are empty
        rows = pyogrio.read_info(dataset.path, layer=name, force_feature_count=count)["features"]
        found.append(SheetInfo(str(name), geometry, max(rows, 0)))
    return tuple(found)


def _crs(text: str | None) -> pyproj.CRS | None:
    if not text:
        return None
    try:
        return pyproj.CRS.from_user_input(text)
    except pyproj.exceptions.CRSError:
        return None


def _reason(error: Exception) -> str:
    """The reason GDAL gives, without the path of the staged copy."""
    text = str(error).splitlines()[0] if str(error) else type(error).__name__
    words = [x for x in text.split() if "/" not in x]
    return " ".join(words).rstrip(".;:") or type(error).__name__
