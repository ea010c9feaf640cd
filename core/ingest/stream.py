"""A layer as a stream of Arrow batches that can be opened again and again."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
import shapely

from core.ingest.gdal import pyogrio
from core.ingest.source import BATCH

BATCH_BYTES = 1 << 20
"""Bytes of the file that one batch holds, roughly: what is small stays near the processor."""
MIN_ROWS = 256
Bounds = tuple[float, float, float, float]


@dataclass(frozen=True)
class StreamInfo:
    """What the file says of the layer."""

    schema: pa.Schema
    geometry_name: str
    """Column of the schema with the geometry, "" for a table without any."""
    geometry: str | None
    """Declared geometry type."""
    crs: str | None
    rows: int
    bounds: Bounds | None
    driver: str = ""
    """GDAL driver that opened the file, "" where GDAL was not asked."""


class Stream(Protocol):
    """A layer that can be read several times."""

    info: StreamInfo

    def open(self) -> contextlib.AbstractContextManager[Iterator[Any]]:
        """The record batches from the start."""
        ...


class GdalStream:
    """Straight from the file: shapefile, GeoPackage, FlatGeobuf, file geodatabase."""

    def __init__(self, path: Path, layer: str | None, bytewise: bool) -> None:
        self._path, self._layer = path, layer
        self._encoding = "ISO-8859-1" if bytewise else None
        whole = {"force_total_bounds": True, "force_feature_count": True}  # some formats know neither
        found = pyogrio.read_info(path, layer=layer, encoding=self._encoding, **whole)
        rows = max(found["features"], 0)
        self._batch = batch_rows(path, rows)
        with self._arrow() as (meta, reader):
            name = geometry_name(meta, reader.schema)
            crs, bounds = found["crs"], finite_bounds(found["total_bounds"])
            kind, driver = found["geometry_type"], found["driver"]
            self.info = StreamInfo(reader.schema, name, kind, crs, rows, bounds, driver)

    @contextlib.contextmanager
    def open(self) -> Iterator[Iterator[Any]]:
        """See :class:`Stream`."""
        with self._arrow() as (_, reader):
            yield iter(reader)

    def _arrow(self) -> Any:
        return pyogrio.raw.open_arrow(
            self._path, layer=self._layer, encoding=self._encoding, batch_size=self._batch, use_pyarrow=True
        )


class SpooledStream:
    """Copied once to an Arrow file: for formats that are costly to parse."""

    def __init__(self, path: Path, layer: str | None = None) -> None:
        self._spool = path.with_suffix(".arrow")
        boxes: list[Bounds] = []
        rows = 0
        size = batch_rows(path, 0)
        with pyogrio.raw.open_arrow(path, layer=layer, batch_size=size, use_pyarrow=True) as (meta, reader):
            name = geometry_name(meta, reader.schema)
            schema = pa.schema([(x.name, _storage(x.type)) for x in reader.schema])
            with pa.OSFile(str(self._spool), "wb") as sink, pa.ipc.new_stream(sink, schema) as writer:
                for batch in reader:
                    columns = [_plain(x) for x in batch.columns]
                    writer.write_batch(pa.record_batch(columns, schema=schema))
                    rows += batch.num_rows
                    if name:
                        wkb = columns[schema.get_field_index(name)].to_pylist()
                        boxes.append(tuple(shapely.total_bounds(shapely.from_wkb(wkb, on_invalid="ignore"))))
            self.info = StreamInfo(schema, name, meta["geometry_type"], meta["crs"], rows, _join(boxes))

    @contextlib.contextmanager
    def open(self) -> Iterator[Iterator[Any]]:
        """See :class:`Stream`."""
        with pa.memory_map(str(self._spool)) as mapped, pa.ipc.open_stream(mapped) as reader:
            yield iter(reader)


def batch_rows(path: Path, rows: int) -> int:
    """Rows of a batch so that it stays small whatever the size of a feature; of 0 rows nothing is known."""
    parts = path.iterdir() if path.is_dir() else (path, path.with_suffix(".dbf"))
    size = sum(x.stat().st_size for x in parts if x.exists())
    if not rows:
        return 2_048
    return max(min(BATCH, BATCH_BYTES * rows // max(size, 1)), MIN_ROWS)


def geometry_name(meta: dict[str, Any], schema: pa.Schema) -> str:
    """Column with the geometry, "" when there is none."""
    name = str(meta["geometry_name"] or "wkb_geometry")
    return name if name in schema.names and meta["geometry_type"] is not None else ""


def _storage(type_: pa.DataType) -> pa.DataType:
    return type_.storage_type if isinstance(type_, pa.BaseExtensionType) else type_


def _plain(column: pa.Array) -> pa.Array:
    return column.storage if isinstance(column.type, pa.BaseExtensionType) else column


def finite_bounds(bounds: Any) -> Bounds | None:
    """Bounds as plain numbers, None when one is missing or not finite."""
    if bounds is None or not all(map(math.isfinite, bounds)):
        return None
    west, south, east, north = map(float, bounds)
    return (west, south, east, north)


def _join(boxes: list[Bounds]) -> Bounds | None:
    whole = [x for x in boxes if all(map(math.isfinite, x))]
    if not whole:
        return None
    west, south, east, north = zip(*whole, strict=True)
    return (float(min(west)), float(min(south)), float(max(east)), float(max(north)))
