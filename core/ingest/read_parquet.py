"""GeoParquet, and plain Parquet tables with coordinate columns, streamed by Arrow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyproj
import shapely
from pyarrow import parquet

from core.ingest.model import Limits, SheetInfo
from core.ingest.source import Batch, Description, SourceColumn
from core.ingest.staging import Dataset
from core.ingest.stream import Bounds, finite_bounds
from core.ingest.wording import refusal

ROWS = 8_192
"""Rows of a batch; they are held unpacked."""
CRS84 = "OGC:CRS84"


class ParquetSource:
    """One Parquet file."""

    def __init__(self, dataset: Dataset, file: str, limits: Limits) -> None:
        self._file, self._path = file, dataset.path
        try:
            opened = parquet.ParquetFile(self._path)
            schema, described = opened.schema_arrow, opened.metadata
            geo = json.loads((schema.metadata or {}).get(b"geo", b"{}"))
        except MemoryError:
            raise
        except (pa.ArrowException, OSError, ValueError, RecursionError) as error:
            raise refusal("unreadable", file=file, why=str(error).splitlines()[0]) from error
        _within(described, file, limits)
        self._geometry, crs = _geometry(geo, schema, file)
        fields = [x for x in schema if x.name != self._geometry]
        sheet = SheetInfo(dataset.name, "Unknown" if self._geometry else None, described.num_rows)
        if not described.num_rows:
            raise refusal("no_rows", file=file)
        self.description = Description(
            format="parquet",
            sheet=dataset.name,
            sheets=(sheet,),
            columns=tuple(SourceColumn(x.name, _type(x.type)) for x in fields),
            total=described.num_rows,
            geometry=sheet.geometry,
            crs=crs,
            encoding="utf-8",
            bounds=self._bounds() if self._geometry else None,
        )

    def batches(self) -> Iterator[Batch]:
        """See :class:`core.ingest.source.Source`."""
        start = 0
        try:
            for batch in parquet.ParquetFile(self._path).iter_batches(ROWS, use_threads=False):
                names = batch.schema.names
                columns = [_plain(batch.column(i)) for i, x in enumerate(names) if x != self._geometry]
                wkb = _plain(batch.column(names.index(self._geometry))) if self._geometry else None
                yield Batch(np.arange(start + 1, start + batch.num_rows + 1, dtype=np.int64), columns, wkb)
                start += batch.num_rows
        except MemoryError:  # Arrow's own is both
            raise
        except (pa.ArrowException, OSError) as error:
            raise refusal("unreadable", file=self._file, why=str(error).splitlines()[0]) from error

    def late_findings(self) -> tuple[()]:
        """See :class:`core.ingest.source.Source`."""
        return ()

    def _bounds(self) -> Bounds | None:
        """Bounds of the geometries themselves: those the file states may be wrong."""
        boxes = [
            shapely.total_bounds(shapely.from_wkb(x.wkb.to_pylist(), on_invalid="ignore"))
            for x in self.batches()
            if x.wkb is not None
        ]
        finite = [x for x in boxes if np.isfinite(x).all()]
        if not finite:
            return None
        every = np.array(finite)
        return finite_bounds([*every[:, :2].min(axis=0), *every[:, 2:].max(axis=0)])


def _within(described: Any, file: str, limits: Limits) -> None:
    """Refuse a file that would unpack to too much, by what it says of itself."""
    if described.num_rows > limits.rows:
        raise refusal("rows_many", file=file, limit=f"{limits.rows:,}")
    size = sum(described.row_group(i).total_byte_size for i in range(described.num_row_groups))
    if size > limits.unpacked_bytes:
        why = f"{size >> 20:,} MB unpacked, the limit is {limits.unpacked_bytes >> 20:,} MB"
        raise refusal("unreadable", file=file, why=why)


def _geometry(geo: Any, schema: pa.Schema, file: str) -> tuple[str, pyproj.CRS | None]:
    """The geometry column, "" for a plain table, and its coordinate system, None when it is not known.

    The specification (GeoParquet 1.1) says longitude and latitude on WGS 84 where the entry is left out, and
    "unknown" where it is null.
    """
    columns = geo.get("columns") if isinstance(geo, dict) else None
    name = geo.get("primary_column", "") if isinstance(geo, dict) else ""
    if not isinstance(columns, dict) or name not in columns or name not in schema.names:
        return "", None
    about = columns[name] if isinstance(columns[name], dict) else {}
    if about.get("encoding", "WKB") != "WKB":
        why = f"its geometry is encoded as {about['encoding']}; write it as WKB"
        raise refusal("unreadable", file=file, why=why)
    stated = about.get("crs", CRS84)
    if stated is None:
        return name, None
    try:
        return name, pyproj.CRS.from_user_input(stated if isinstance(stated, str) else json.dumps(stated))
    except pyproj.exceptions.CRSError:
        return name, None


def _type(type_: pa.DataType) -> pa.DataType:
    if isinstance(type_, pa.BaseExtensionType):
        type_ = type_.storage_type
    if pa.types.is_dictionary(type_):
        type_ = type_.value_type
    if pa.types.is_large_string(type_) or pa.types.is_string_view(type_):
        return pa.string()
    return pa.binary() if pa.types.is_large_binary(type_) or pa.types.is_binary_view(type_) else type_


def _plain(column: pa.Array) -> pa.Array:
    """The column with the types the rest of the import knows."""
    if isinstance(column.type, pa.BaseExtensionType):
        column = column.storage
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    wanted = _type(column.type)
    return column if column.type == wanted else column.cast(wanted)
