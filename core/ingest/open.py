"""From a staged file to the reader of one of its layers."""

from __future__ import annotations

from dataclasses import replace

from core.ingest.choosing import SheetChoiceError, choose_sheet
from core.ingest.formats import WORKBOOKS
from core.ingest.model import Limits, LoadDecisions, SheetInfo
from core.ingest.read_excel import ExcelSource
from core.ingest.read_kml import KmlSource
from core.ingest.read_parquet import ParquetSource
from core.ingest.read_text import TextSource
from core.ingest.read_vector import VectorSource
from core.ingest.source import Source
from core.ingest.staging import Dataset, Staged
from core.ingest.wording import finding, refusal

INSIDE = " › "
"""Between the name of a data set of an archive and that of a layer in it."""


def open_source(staged: Staged, decisions: LoadDecisions, limits: Limits) -> tuple[Source, str]:
    """The reader of the layer to import, and a name for it that suits a table.

    An archive with several data sets counts each as a sheet.

    Raises:
        IngestError: the layer does not exist, a choice is needed, or the content cannot be read.
    """
    dataset, inner = staged.datasets[0], decisions
    if len(staged.datasets) > 1:
        dataset, layer = _dataset(staged, decisions.sheet)
        inner = replace(decisions, sheet=layer)
    try:
        source = _reader(dataset, staged.file, inner, limits)
    except SheetChoiceError as error:
        raise _among(staged, dataset, error) from error
    described = source.description
    if len(described.columns) > limits.columns:
        raise refusal("columns_many", file=staged.file, count=len(described.columns), limit=limits.columns)
    return source, _name(dataset, described.sheet, len(described.sheets))


def _reader(dataset: Dataset, file: str, decisions: LoadDecisions, limits: Limits) -> Source:
    if dataset.kind == "csv":
        return TextSource(dataset, file, decisions, limits)
    if dataset.kind in WORKBOOKS:
        return ExcelSource(dataset, file, decisions, limits)
    if dataset.kind == "kml":
        return KmlSource(dataset, file, decisions)
    if dataset.kind == "parquet":
        return ParquetSource(dataset, file, limits)
    return VectorSource(dataset, file, decisions)


def _name(dataset: Dataset, sheet: str, sheets: int) -> str:
    if dataset.kind in ("gpkg", "gdb"):
        return sheet
    return (
        f"{dataset.name}_{sheet}"
        if dataset.kind in (*WORKBOOKS, "kml", "gpx", "gml") and sheets > 1
        else dataset.name
    )


def _dataset(staged: Staged, wanted: str | None) -> tuple[Dataset, str | None]:
    """The wanted data set of an archive, and which of its own layers where that was chosen, too."""
    for dataset in staged.datasets:
        before = dataset.name + INSIDE
        if wanted is not None and wanted.startswith(before):
            return dataset, wanted.removeprefix(before)
    sheets = tuple(SheetInfo(x.name, None, None) for x in staged.datasets)
    chosen, _ = choose_sheet(sheets, wanted, staged.file)
    return next(x for x in staged.datasets if x.name == chosen), None


def _among(staged: Staged, dataset: Dataset, error: SheetChoiceError) -> SheetChoiceError:
    """The choice among the layers of one data set of an archive; the other data sets can still be chosen."""
    if len(staged.datasets) == 1:
        return error
    inside = [replace(x, name=dataset.name + INSIDE + x.name) for x in error.sheets]
    others = [SheetInfo(x.name, None, None) for x in staged.datasets if x != dataset]
    names = ", ".join(f"“{x.name}”" for x in inside if x.rows != 0)
    return SheetChoiceError(finding("sheet_choice", file=staged.file, sheets=names), (*inside, *others))
