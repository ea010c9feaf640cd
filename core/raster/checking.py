"""What the head of a GeoTIFF says, and what of it has to be decided: size, position, coordinate system, nodata."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from rasterio.enums import ColorInterp, MaskFlags

from core.database.findings import Finding
from core.raster.gdal import UNREADABLE, opened
from core.raster.head import Head
from core.raster.model import RasterDecisions, RasterLimits
from core.raster.placing import place
from core.raster.tags import stated_nodata
from core.raster.wording import finding, refusal

SUFFIXES = (".tif", ".tiff")
MAGIC = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")
WIDER = {"uint8": "int16", "int8": "int16", "uint16": "int32", "int16": "int32"}
"""Integer type with room for a value of its own for cells that a mask leaves out."""
MASKED = {"int16": -(2.0**15), "int32": -(2.0**31)}


def check_file(path: Path, limits: RasterLimits, name: str) -> None:
    """Refuse what is not a TIFF or is too large, before the library sees it."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(4)
    except OSError as error:
        raise refusal("raster_missing", file=name, why=error.strerror or "no access") from error
    if start not in MAGIC:
        raise refusal("raster_format", file=name)
    if size > limits.file_bytes:
        _too_large(name, size, limits.file_bytes, "bytes", "字节数")


def read_head(path: Path, name: str, decisions: RasterDecisions, limits: RasterLimits) -> Head:
    """Check everything but the cells.

    Raises:
        IngestError: the file is not a GeoTIFF that can be read, or is larger than the limits.
    """
    try:
        with opened(path) as source:
            _bounded(source, name, limits)
            head = _head(source, name)
            place(head, source, name, decisions)
            _nodata(head, stated_nodata(path) if source.nodata is None else source.nodata, decisions)
            return head
    except UNREADABLE as error:
        raise refusal("raster_unreadable", file=name, why=_why(error, path)) from error


def _why(error: Exception, path: Path) -> str:
    if isinstance(error, UnicodeError):
        return "one of its texts, such as the name of its coordinate system, is not UTF-8"
    return (str(error) or "its head makes no sense").replace(str(path.resolve()), path.name).splitlines()[0][:120]


def _too_large(name: str, found: int, limit: int, what: str, what_zh: str) -> None:
    raise refusal("raster_large", file=name, found=f"{found:,}", limit=f"{limit:,}", what=what, what_zh=what_zh)


def _bounded(source: Any, name: str, limits: RasterLimits) -> None:
    cells = source.width * source.height
    if cells > limits.cells:
        _too_large(name, cells, limits.cells, "cells", "像元数")
    if source.count > limits.bands:
        _too_large(name, source.count, limits.bands, "bands", "波段数")
    kinds = [np.dtype(x) if x != "complex_int16" else np.dtype("complex64") for x in source.dtypes]
    if any(x.kind not in "iuf" for x in kinds):
        raise refusal("raster_type", file=name, dtype=source.dtypes[0])
    size = cells * sum(x.itemsize for x in kinds)
    if size > limits.bytes:
        _too_large(name, size, limits.bytes, "bytes when unpacked", "解压后字节数")
    block = max(math.prod(x) for x in source.block_shapes) * kinds[0].itemsize
    if block > limits.block_bytes:
        raise refusal("raster_block", file=name, size=block >> 20, limit=limits.block_bytes >> 20)


def _head(source: Any, name: str) -> Head:
    kinds = sorted({str(np.dtype(x)) for x in source.dtypes})
    dtype = str(np.result_type(*kinds))
    alpha = [i for i, x in enumerate(source.colorinterp, 1) if x == ColorInterp.alpha]
    bands = tuple(i for i in range(1, source.count + 1) if i not in alpha) or (1,)
    names = tuple(source.descriptions[i - 1] or f"{i}" for i in bands)
    head = Head(
        source.width, source.height, dtype, dtype, bands, names, tuple(source.units[i - 1] or "" for i in bands),
        source.transform, masked=_is_masked(source, bands),
    )  # fmt: skip
    if len(kinds) > 1:
        head.findings.append(finding("raster_mixed", file=name, dtype=dtype))
    if source.subdatasets:
        head.findings.append(finding("raster_images", count=len(source.subdatasets), file=name))
    shown = [source.colorinterp[i - 1] for i in bands[:3]]
    head.rgb = shown == [ColorInterp.red, ColorInterp.green, ColorInterp.blue]
    if len(bands) == 1 and source.colorinterp[0] == ColorInterp.palette:
        head.palette = {k: tuple(v) for k, v in source.colormap(1).items()}
        head.findings.append(finding("raster_palette", count=len(head.palette)))
    if len(bands) > 1:
        head.findings.append(_bands(head))
    for i in bands:
        if (source.scales[i - 1], source.offsets[i - 1]) != (1.0, 0.0):
            scale, offset = source.scales[i - 1], source.offsets[i - 1]
            column = names[bands.index(i)]
            head.findings.append(finding("raster_scaled", column=column, scale=scale, offset=offset))
    return head


def _is_masked(source: Any, bands: tuple[int, ...]) -> bool:
    flags = source.mask_flag_enums[bands[0] - 1]
    return MaskFlags.nodata not in flags and (MaskFlags.per_dataset in flags or MaskFlags.alpha in flags)


def _bands(head: Head) -> Finding:
    drawn = "The first three are drawn as red, green and blue." if head.rgb else "The first one is drawn."
    drawn_zh = "前三个按红、绿、蓝绘制。" if head.rgb else "默认绘制第一个。"
    named = ", ".join(head.names)
    return finding("raster_bands", count=len(head.bands), names=named, drawn=drawn, drawn_zh=drawn_zh)


def fits(value: float, dtype: str) -> bool:
    """Whether a cell of `dtype` can have the value."""
    kind = np.dtype(dtype)
    if kind.kind == "f":
        return True
    info = np.iinfo(kind)
    return math.isfinite(value) and value == int(value) and info.min <= value <= info.max


def _nodata(head: Head, stated: float | None, decisions: RasterDecisions) -> None:
    add, dtype = head.findings.append, head.source_dtype
    if decisions.nodata is not None:
        known = "—" if stated is None else f"{stated:g}"
        if fits(decisions.nodata, dtype):
            head.nodata = decisions.nodata
            add(finding("raster_nodata_decided", nodata=f"{decisions.nodata:g}", stated=known))
        else:
            add(finding("raster_nodata_bad", nodata=f"{decisions.nodata:g}", dtype=dtype))
    elif stated is not None and not fits(stated, dtype):
        add(finding("raster_nodata_range", nodata=f"{stated:g}", dtype=dtype))
    elif stated is not None:
        head.nodata = stated
        add(finding("raster_nodata", nodata=f"{stated:g}"))
    elif not head.masked:
        add(finding("raster_nodata_none"))
    _kept(head)


def _kept(head: Head) -> None:
    """Type and nodata of the copy: NaN for floating point, and room for a mask among integers."""
    if np.dtype(head.dtype).kind == "f":
        head.kept_nodata = math.nan
    elif head.masked or (head.target is not None and head.nodata is None):
        # a mask, or corners that a reprojection leaves empty, need a value no cell has
        head.dtype = WIDER.get(head.dtype, "float64")
        head.kept_nodata = MASKED.get(head.dtype, math.nan)
    else:
        head.kept_nodata = head.nodata
    if head.masked:
        head.findings.append(finding("raster_masked", nodata=f"{head.kept_nodata:g}", dtype=head.dtype))
