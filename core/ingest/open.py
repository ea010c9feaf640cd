"""From a staged file to the reader of one of its layers."""

from __future__ import annotations

from core.ingest.choosing import choose_sheet
from core.ingest.formats import WORKBOOKS
from core.ingest.model import Limits, LoadDecisions, SheetInfo
from core.ingest.read_excel import ExcelSource
from core.ingest.read_kml import KmlSource
from core.ingest.read_parquet import ParquetSource
from core.ingest.read_text import TextSource
from core.ingest.read_vector import VectorSource
from core.ingest.source import Source
from core.ingest.staging import Dataset, Staged
from core.ingest.wording import refusal


def open_source(staged: Staged, decisions: LoadDecisions, limits: Limits) -> tuple[Source, str]:
    """The reader of the layer to import, and a name for it that suits a table.

    An archive with several data sets counts each as a sheet.

    Raises:
        IngestError: the layer does not exist, a choice is needed, or the content cannot be read.
    """
    dataset, inner = staged.datasets[0], decisions
    if len(staged.datasets) > 1:
        sheets = tuple(SheetInfo(x.name, None, None) for x in staged.datasets)
        chosen, _ = choose_sheet(sheets, decisions.sheet, staged.file)
        dataset = next(x for x in staged.datasets if x.name == chosen)
        inner = _without_sheet(decisions)
    source = _reader(dataset, staged.file, inner, limits)
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
    return f"{dataset.name}_{sheet}" if dataset.kind in (*WORKBOOKS, "kml", "gpx") and sheets > 1 else dataset.name


def _without_sheet(decisions: LoadDecisions) -> LoadDecisions:
    return LoadDecisions(**{**vars(decisions), "sheet": None})
