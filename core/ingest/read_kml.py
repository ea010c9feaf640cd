"""KML: each folder with placemarks is a layer, copied once to an Arrow file and streamed from there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyproj
import shapely

from core.database.findings import Finding
from core.ingest.choosing import choose_sheet
from core.ingest.kml import Document, KmlError, Placemark, placemarks
from core.ingest.model import LoadDecisions, SheetInfo
from core.ingest.source import Batch, Description, SourceColumn
from core.ingest.staging import Dataset
from core.ingest.stream import finite_bounds
from core.ingest.wording import Tally, finding, refusal

ROWS = 4_096


class KmlSource:
    """One folder of a KML document, or all placemarks of a document without folders."""

    def __init__(self, dataset: Dataset, file: str, decisions: LoadDecisions) -> None:
        self._dataset, self._file = dataset, file
        counts: dict[str, int] = {}
        names: dict[str, dict[str, None]] = {}
        about = Document()
        for mark in self._read(about):
            folder = mark.folder or dataset.name
            counts[folder] = counts.get(folder, 0) + 1
            names.setdefault(folder, {}).update(dict.fromkeys(mark.texts))
        sheets = tuple(SheetInfo(x, "Unknown", n) for x, n in counts.items())
        self._folder, notes = choose_sheet(sheets, decisions.sheet, file)
        self._names = list(names[self._folder])
        bounds = self._spool()
        self.description = Description(
            format="kml",
            sheet=self._folder,
            sheets=sheets,
            columns=tuple(SourceColumn(x, pa.string(), True) for x in self._names),
            total=counts[self._folder],
            geometry="Unknown",
            crs=pyproj.CRS.from_epsg(4326),  # the only one the format knows
            bounds=bounds,
            encoding="utf-8",
            findings=(*notes, *_left_out(about)),
        )

    def batches(self) -> Iterator[Batch]:
        """See :class:`core.ingest.source.Source`."""
        start = 0
        with pa.memory_map(str(self._arrow)) as mapped, pa.ipc.open_stream(mapped) as reader:
            for batch in reader:
                rows = np.arange(start + 1, start + batch.num_rows + 1, dtype=np.int64)
                yield Batch(rows, batch.columns[:-1], batch.column(batch.num_columns - 1))
                start += batch.num_rows

    def late_findings(self) -> tuple[Finding, ...]:
        """See :class:`core.ingest.source.Source`."""
        return ()

    def _read(self, about: Document) -> Iterator[Placemark]:
        try:
            yield from placemarks(self._dataset.path, about)
        except KmlError as error:
            raise refusal("unreadable", file=self._file, why=error) from error

    def _spool(self) -> tuple[float, float, float, float] | None:
        """Write the rows of the folder; returns their bounds."""
        self._arrow = self._dataset.path.with_suffix(".arrow")
        fields = [pa.field(f"f{i}", pa.string()) for i in range(len(self._names))]
        schema = pa.schema([*fields, pa.field("wkb", pa.binary())])
        boxes: list[np.ndarray] = []
        waiting: list[Placemark] = []
        with pa.OSFile(str(self._arrow), "wb") as sink, pa.ipc.new_stream(sink, schema) as writer:

            def flush() -> None:
                columns = [pa.array([x.texts.get(n) for x in waiting], pa.string()) for n in self._names]
                wkb = [x.wkb for x in waiting]
                writer.write_batch(pa.record_batch([*columns, pa.array(wkb, pa.binary())], schema=schema))
                boxes.append(shapely.total_bounds(shapely.from_wkb(wkb, on_invalid="ignore")))
                waiting.clear()

            for mark in self._read(Document()):
                if (mark.folder or self._dataset.name) == self._folder:
                    waiting.append(mark)
                if len(waiting) >= ROWS:
                    flush()
            flush()
        every = np.array([x for x in boxes if np.isfinite(x).all()])
        return finite_bounds([*every[:, :2].min(axis=0), *every[:, 2:].max(axis=0)]) if len(every) else None


def _left_out(about: Document) -> list[Finding]:
    found = []
    for kind, count in about.left_out.items():
        tally = Tally()
        tally.count = count
        found.append(finding("kml_left_out", tally, kind=kind))
    return found
