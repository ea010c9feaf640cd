"""Kept analyses behind an answer, for its report: their records and the figures worth printing."""

from __future__ import annotations

import io

from PIL import Image

from core.analysis.record import AnalysisRecord
from core.analysis.store import Analysis, AnalysisStore
from core.answer.model import Answer
from core.answer.report_findings import Facts as Findings
from core.answer.report_model import Picture
from core.errors import AnalysisError, Language
from core.settings import Settings

FIGURES = ("figure_loadings", "figure_classes", "figure_dendrogram", "figure_anomalies")
WIDTH = 640.0
"""CSS pixels; the figures are drawn for about twice as many."""


def cited(answer: Answer, settings: Settings) -> list[Analysis]:
    """The kept analyses an answer cites, in the order of its text; not those deleted since."""
    store = AnalysisStore.of(settings)
    columns = (c.column for claim in answer.claims for c in claim.citations if c.kind == "finding")
    found: list[Analysis] = []
    for identifier in dict.fromkeys((x or "").partition("/")[0] for x in columns):
        try:
            found.append(store.load(identifier))
        except AnalysisError:
            continue
    return found


def analyses_of(
    answer: Answer, settings: Settings
) -> tuple[tuple[AnalysisRecord, ...], tuple[Picture, ...], Findings]:
    """Records, figures and findings of the analyses an answer cites; not of those deleted since."""
    found = cited(answer, settings)
    figures = tuple(p for x in found for name in FIGURES if (p := _figure(x, name, answer.language)) is not None)
    facts = {x.record.id: {fact.key: fact for fact in x.facts()} for x in found}
    return tuple(x.record for x in found), figures, facts


def _figure(analysis: Analysis, name: str, language: Language) -> Picture | None:
    product, path = analysis.record.product(name, language), analysis.path(name, language)
    if product is None or path is None or path.suffix != ".png":
        return None
    data = path.read_bytes()
    with Image.open(io.BytesIO(data)) as image:
        wide, high = image.size
    width = min(WIDTH, wide / 2)
    label = product.label.in_(language)
    return Picture(width, width * high / wide, label, label, png=data)
