"""PostgreSQL's binary COPY format, built column by column.

Numbers of a batch are laid out as one array of records with their length prefixes and cut where a value is NULL;
texts and geometries are joined to them column by column, too.  Format: PostgreSQL manual, COPY, "Binary Format";
geometries are EWKB.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import shapely

HEADER = b"PGCOPY\n\xff\r\n\0" + bytes(8)
TRAILER = b"\xff\xff"
EPOCH_DAYS = 10_957
"""Days from 1970-01-01 to 2000-01-01, where PostgreSQL begins to count."""
POINT = np.dtype([("order", "u1"), ("type", "<u4"), ("srid", "<u4"), ("x", "<f8"), ("y", "<f8")])
GEOMETRY = np.dtype([("length", ">i4"), ("order", "u1"), ("type", "<u4"), ("srid", "<u4"), ("parts", "<u4")])
"""Length and head of a Multi* geometry that is made of one single geometry."""
SINGLE_MORE, MULTI_MORE = 13, 4
"""Bytes that EWKB has more than the plain binary of a single geometry, and of a Multi* one."""
MULTI = 4
"""Type codes of well-known binary from here on are Multi*."""
SRID_FLAG = 0x20000000
_EMPTY = pa.scalar(b"", pa.large_binary())


def is_fixed(type_: pa.DataType) -> bool:
    """Whether values of a type have one length in the stream."""
    return type_ != pa.string()


def encode(columns: Sequence[pa.Array], geometry: np.ndarray, points: bool, wkb: pa.Array | None = None) -> bytes:
    """A batch as COPY data without header and trailer, fields in the order of :func:`field_order`.

    Args:
        geometry: array of geometries, longitude and latitude; none is missing or empty.
        points: whether the layer holds single points.
        wkb: the geometries as plain well-known binary where it is there already, large binary; may be single where
            `geometry` has one part.
    """
    fixed = [_fixed(x) for x in columns if is_fixed(x.type)]
    texts = [x.cast(pa.large_binary()) for x in columns if not is_fixed(x.type)]
    if points:
        fixed.append((_points(geometry), None))
    block, lengths = _records(fixed, len(geometry), len(fixed) + len(texts) + (not points))
    if not texts and points:
        return block
    pieces = [_pieces(block, np.concatenate([[0], np.cumsum(lengths)]))]
    for column in texts:
        pieces += [_prefixes(column), column.fill_null(b"")]
    if not points:
        pieces += _geometries(geometry, wkb)
    return _bytes_of(pc.binary_join_element_wise(*pieces, _EMPTY))


def field_order(types: Sequence[pa.DataType], points: bool) -> list[int]:
    """Order of the fields in the stream: indices into the columns, −1 for the geometry."""
    fixed = [i for i, x in enumerate(types) if is_fixed(x)]
    texts = [i for i, x in enumerate(types) if not is_fixed(x)]
    return [*fixed, -1, *texts] if points else [*fixed, *texts, -1]


def _fixed(column: pa.Array) -> tuple[np.ndarray, np.ndarray | None]:
    """Values in network byte order and the mask of NULLs, None when there are none."""
    nulls = np.asarray(column.is_null()) if column.null_count else None
    type_ = column.type
    if pa.types.is_floating(type_):
        return np.asarray(column.fill_null(0.0)).astype(">f8"), nulls
    if pa.types.is_boolean(type_):
        return np.asarray(column.fill_null(False)).astype("u1"), nulls
    if pa.types.is_date(type_):
        days = np.asarray(column.cast(pa.int32()).fill_null(0))
        return (days - EPOCH_DAYS).astype(">i4"), nulls
    if pa.types.is_timestamp(type_):
        micros = np.asarray(column.cast(pa.int64()).fill_null(0))
        return (micros - EPOCH_DAYS * 86_400_000_000).astype(">i8"), nulls
    return np.asarray(column.fill_null(0)).astype(">i8"), nulls


def _records(
    fixed: list[tuple[np.ndarray, np.ndarray | None]], count: int, fields: int
) -> tuple[bytes, np.ndarray]:
    """The fixed part of every row, one after the other, and the length of each."""
    layout: list[tuple[str, np.dtype]] = [("fields", np.dtype(">i2"))]
    for i, (values, _) in enumerate(fixed):
        layout += [(f"n{i}", np.dtype(">i4")), (f"v{i}", values.dtype)]
    records = np.zeros(count, layout)
    records["fields"] = fields
    width = records.dtype.itemsize
    keep: np.ndarray | None = None
    for i, (values, nulls) in enumerate(fixed):
        records[f"n{i}"] = values.dtype.itemsize
        records[f"v{i}"] = values
        if nulls is not None:
            records[f"n{i}"][nulls] = -1
            if keep is None:
                keep = np.ones((count, width), bool)
            start = records.dtype.fields[f"v{i}"][1]  # type: ignore[index]
            keep[nulls, start : start + values.dtype.itemsize] = False
    if keep is None:
        return records.tobytes(), np.full(count, width)
    return records.view(np.uint8).reshape(count, width)[keep].tobytes(), keep.sum(axis=1)


def _points(geometry: np.ndarray) -> np.ndarray:
    xy = shapely.get_coordinates(geometry)
    points = np.empty(len(geometry), POINT)
    points["order"], points["type"], points["srid"] = 1, 1 | SRID_FLAG, 4326
    points["x"], points["y"] = xy[:, 0], xy[:, 1]
    return points


def _geometries(geometry: np.ndarray, wkb: pa.Array | None) -> list[pa.Array]:
    """Of each geometry as EWKB the length with the head, and what follows."""
    if wkb is None:
        wkb = pa.array(shapely.to_wkb(geometry, output_dimension=2, byte_order=1), pa.large_binary())
    offsets = np.frombuffer(wkb.buffers()[1], np.int64, len(wkb) + 1, wkb.offset * 8)
    single = np.frombuffer(wkb.buffers()[2], np.uint8)[offsets[:-1] + 1] < MULTI
    heads = np.empty(len(wkb), GEOMETRY)
    heads["length"] = np.diff(offsets) + np.where(single, SINGLE_MORE, MULTI_MORE)
    heads["order"], heads["srid"], heads["parts"] = 1, 4326, 1
    heads["type"] = shapely.get_type_id(geometry) | SRID_FLAG  # of Multi* the same number
    kept = np.ones((len(wkb), GEOMETRY.itemsize), bool)
    kept[~single, GEOMETRY.itemsize - 4 :] = False  # these say themselves how many parts they have
    block = heads.view(np.uint8).reshape(kept.shape)[kept].tobytes()
    ends = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])
    rest = (
        wkb if single.all() else pc.binary_slice(wkb, 5, stop=1 << 31)
    )  # without a stop the library asks for a negative size
    if single.any() and not single.all():
        rest = pc.if_else(pa.array(single), wkb, rest)
    return [_pieces(block, ends), rest]


def _prefixes(column: pa.Array) -> pa.Array:
    """The length of each value, −1 for NULL, as four bytes."""
    lengths = np.asarray(pc.binary_length(column).fill_null(-1)).astype(">i4")
    return _pieces(lengths.tobytes(), np.arange(len(column) + 1) * 4)


def _pieces(block: bytes, ends: np.ndarray) -> pa.Array:
    """A block of bytes as an array of pieces; `ends` begins with 0."""
    offsets = pa.py_buffer(np.ascontiguousarray(ends, np.int64))
    return pa.Array.from_buffers(pa.large_binary(), len(ends) - 1, [None, offsets, pa.py_buffer(block)])


def _bytes_of(column: pa.Array) -> bytes:
    """All values of an array without NULL, one after the other."""
    offsets = np.frombuffer(column.buffers()[1], np.int64, len(column) + 1, column.offset * 8)
    return bytes(memoryview(column.buffers()[2])[offsets[0] : offsets[-1]])
