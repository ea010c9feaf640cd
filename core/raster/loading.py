"""Check a GeoTIFF, and keep it: by windows into a temporary copy, then a cloud-optimised one, then registered."""

from __future__ import annotations

import hashlib
import shutil
import uuid
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pyproj
from rasterio.shutil import copy as copy_raster

from core.database.findings import Finding
from core.errors import IngestError
from core.ingest.crs import crs_name
from core.ingest.naming import table_name
from core.ingest.wording import as_error
from core.raster.checking import check_file, read_head
from core.raster.gdal import UNREADABLE, NotGeoreferencedWarning, environment, opened, rasterio
from core.raster.head import Head
from core.raster.model import Band, RasterDecisions, RasterLimits, RasterRecord, RasterReport
from core.raster.placing import degrees
from core.raster.registry import PART, RasterStore
from core.raster.windows import BLOCK, Cells, straight, windows
from core.raster.wording import finding, refusal

Progress = Callable[[int, int, str], None]
"""progress(done_cells, total_cells, step); an exception raised in it cancels the load and leaves nothing."""


def inspect_raster(
    path: Path,
    decisions: RasterDecisions | None = None,
    *,
    limits: RasterLimits | None = None,
    progress: Progress | None = None,
    source_name: str | None = None,
) -> RasterReport:
    """Check a GeoTIFF and write nothing.

    Args:
        path: the file; only its first image is read, and nothing beside it.
        decisions: what is decided already.
        limits: bounds of what is accepted.
        progress: called now and then; may raise to stop.
        source_name: what the user calls the file, by default its name.

    Raises:
        IngestError: it is not a GeoTIFF that can be read, or too large.
    """
    decisions, limits = decisions or RasterDecisions(), limits or RasterLimits()
    with _checked(path, decisions, limits, source_name) as (head, name, notes, shown):
        bands: tuple[Band, ...] = ()
        if not _errors(head.findings):
            bands, found = _cells(path, head, shown, None, progress)
            notes.extend(found)
        return RasterReport(
            file=shown, size=path.stat().st_size, sha256=_digest(path), name=name, width=head.width,
            height=head.height, dtype=head.dtype, crs=head.crs_original, crs_candidates=head.crs_candidates,
            extent=head.extent, nodata=head.kept_nodata, bands=bands, findings=tuple(notes),
        )  # fmt: skip


def load_raster(
    store: RasterStore,
    path: Path,
    decisions: RasterDecisions | None = None,
    progress: Progress | None = None,
    *,
    limits: RasterLimits | None = None,
    source_name: str | None = None,
) -> RasterRecord:
    """Keep a GeoTIFF: same checks, then the copy and its registry entry; all or nothing.

    Raises:
        IngestError: a finding is an error, or the name is taken.
    """
    decisions, limits, shown = decisions or RasterDecisions(), limits or RasterLimits(), source_name or path.name
    with store.loading():
        free_name(store, decisions, shown)
        part = store.directory / f"{PART}{uuid.uuid4().hex}.tif"
        try:
            record = converted(path, part, decisions, limits, source_name=shown, progress=progress)
            return store.register(record, part, replacing=decisions.mode == "replace")
        finally:
            part.unlink(missing_ok=True)


def free_name(store: RasterStore, decisions: RasterDecisions, shown: str) -> None:
    """Make sure that the name a raster will have may be used.

    Raises:
        IngestError: it is taken, or cannot be a name.
    """
    name, _ = _name(decisions.name, shown)
    if decisions.mode == "new" and any(x.name == name for x in store.list()):
        raise refusal("raster_taken", name=name)


def converted(  # noqa: PLR0917
    path: Path, part: Path, decisions: RasterDecisions, limits: RasterLimits, source_name: str,
    progress: Progress | None = None,
) -> RasterRecord:  # fmt: skip
    """Check a GeoTIFF and write its copy to `part`; the entry it will have.

    Raises:
        IngestError: a finding is an error.
    """
    with _checked(path, decisions, limits, source_name) as (head, name, notes, shown):
        for error in _errors(head.findings):
            raise as_error(error)
        _room(part.parent, head, shown)
        rough = part.with_suffix(".rough")
        try:
            bands, found = _cells(path, head, shown, rough, progress)
            for error in _errors(found):
                raise as_error(error)
            width, height = _optimise(rough, part, head, progress)
            return RasterRecord(
                name=name, title=decisions.title or Path(shown).stem, source_file=shown, sha256=_digest(path),
                size=path.stat().st_size, file="", crs=_kept_crs(head), crs_original=head.crs_original,
                extent=_kept_extent(part) or head.extent or (0, 0, 0, 0), width=width, height=height,
                dtype=head.dtype, nodata=head.kept_nodata, bands=bands, palette=head.palette, rgb=head.rgb,
                decisions=decisions.to_json(), report=(*notes, *found),
            )  # fmt: skip
        finally:
            rough.unlink(missing_ok=True)


@contextmanager
def _checked(
    path: Path, decisions: RasterDecisions, limits: RasterLimits, source_name: str | None
) -> Iterator[tuple[Head, str, list[Finding], str]]:
    """The head of the file, the raster's name, the findings so far and the file's name, inside the library's
    environment.
    """
    shown = source_name or path.name
    check_file(path, limits, shown)
    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore", NotGeoreferencedWarning)  # becomes a finding
        stack.enter_context(environment())
        head = read_head(path, shown, decisions, limits)
        name, notes = _name(decisions.name, shown)
        yield head, name, [*notes, *head.findings], shown


def _name(wanted: str | None, shown: str) -> tuple[str, list[Finding]]:
    try:
        name, _ = table_name(wanted, Path(shown).stem)
    except IngestError as error:
        raise refusal("raster_name", name=wanted or shown) from error
    return name, [] if wanted else [finding("raster_name_derived", name=name)]


def _errors(findings: list[Finding]) -> list[Finding]:
    return [x for x in findings if x.severity == "error"]


def _room(directory: Path, head: Head, name: str) -> None:
    need = 3 * head.width * head.height * len(head.bands) * 8
    free = shutil.disk_usage(directory).free
    if need > free:
        raise refusal("raster_room", file=name, need=need >> 20, free=free >> 20)


def _cells(
    path: Path, head: Head, shown: str, rough: Path | None, progress: Progress | None
) -> tuple[tuple[Band, ...], list[Finding]]:
    """Read all cells once, write them when there is somewhere to, and tell what they are like."""
    try:
        with ExitStack() as stack:
            source = stack.enter_context(straight(stack.enter_context(opened(path)), head))
            total = source.width * source.height
            target = stack.enter_context(_new(rough, head, source)) if rough else None
            cells = [Cells(head, i, total) for i in range(len(head.bands))]
            done = 0
            for window in windows(source.width, source.height, source.block_shapes[0][0]):
                for i, one in enumerate(cells, 1):
                    kept = one.read(source, window)
                    if target is not None:
                        target.write(kept, i, window=window)
                done += window.width * window.height
                if progress:
                    progress(done, total, "read")
    except UNREADABLE as error:
        raise refusal("raster_unreadable", file=shown, why="some of its cells cannot be read") from error
    found = [x for one in cells for x in one.findings()]
    if head.target is not None:
        found.insert(0, _reprojected(head))
    if not any(x.valid for x in cells):
        nodata = "NaN" if head.nodata is None else f"{head.nodata:g}"
        found.append(finding("raster_empty", file=shown, nodata=nodata))
    elif head.nodata is not None and head.target is None and not any(x.missing or x.nan for x in cells):
        found.append(finding("raster_nodata_unused", file=shown, nodata=f"{head.nodata:g}"))
    return tuple(x.result() for x in cells), found


def _reprojected(head: Head) -> Finding:
    exact = head.palette or not head.source_dtype.startswith("float")
    method, zh = ("nearest cell", "最邻近") if exact else ("bilinear", "双线性")
    return finding("raster_reprojected", crs=_kept_crs(head), method=method, method_zh=zh)


def _kept_crs(head: Head) -> str:
    kept = head.target or head.crs
    return crs_name(kept) if kept is not None else ""


def _new(rough: Path, head: Head, source: Any) -> Any:
    kept = head.target or head.crs
    return rasterio.open(
        rough, "w", driver="GTiff", width=source.width, height=source.height, count=len(head.bands),
        dtype=head.dtype, crs=kept.to_wkt() if kept else None, nodata=head.kept_nodata,
        transform=source.transform if head.target else head.transform, tiled=True, blockxsize=BLOCK,
        blockysize=BLOCK, compress="DEFLATE", zlevel=1, bigtiff="IF_SAFER", interleave="band",
    )  # fmt: skip


def _optimise(rough: Path, part: Path, head: Head, progress: Progress | None) -> tuple[int, int]:
    """The cloud-optimised copy with overviews; width and height of it."""
    if progress:
        progress(0, 1, "overviews")
    average = head.dtype.startswith("float") and not head.palette and head.source_dtype.startswith("float")
    copy_raster(
        rough, part, driver="COG", compress="DEFLATE", level=6, predictor="YES", blocksize=BLOCK,
        bigtiff="IF_SAFER", num_threads=2, overview_resampling="AVERAGE" if average else "NEAREST",
    )  # fmt: skip
    with opened(part) as copy:
        return copy.width, copy.height


def _kept_extent(part: Path) -> tuple[float, float, float, float] | None:
    with opened(part) as copy:
        return degrees(pyproj.CRS.from_wkt(copy.crs.to_wkt()), tuple(copy.bounds))


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
