"""Which part of a run is of invented data: an own occurrence stays real beside an invented layer of evidence."""

from __future__ import annotations

from core.analysis.prospect_words import words
from core.analysis.record import AnalysisRecord
from core.vocabulary.card import Labels


def origin(record: AnalysisRecord) -> Labels | None:
    """What must be said of where the data of a run come from; None when no layer is invented.

    All figures are invented where the occurrences are, or every layer of evidence and no raster was used; else the
    invented layers are named.
    """
    invented = [x for x in record.layers if x.invented]
    if not invented:
        return None
    evidence = [x for x in record.layers if x.role != "labels"]
    own = any(not x.invented for x in evidence) or bool(record.settings.get("rasters"))
    if not own or any(x.role == "labels" for x in invented):
        return words("report", "invented")
    titles = [x.title for x in invented]
    return words(
        "report", "invented_layers",
        layers=Labels(", ".join(f"“{x.en}”" for x in titles), "、".join(f"“{x.zh}”" for x in titles)),
    )  # fmt: skip
