"""Figures of the published evaluations, for the tables beside ours.

*Intent-Driven Hybrid Semantic–Spatial RAG for Intelligent Prospecting* (tables 3 and 5: 35 questions, its own
data) and *GeoIR-Compiler* (tables 10 and 14: 525 test questions on Nanjing).
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One configuration: precision, recall, reciprocal rank, gain, citation rate."""

    name: str
    p5: float
    r5: float
    mrr: float
    ndcg: float
    citation: float


TABLE_3 = (
    Row("Text-only", 0.000, 0.000, 0.000, 0.000, 0.176),
    Row("Vanilla LLM-to-SQL", 0.023, 0.038, 0.047, 0.030, 0.059),
    Row("w/o semantic filtering", 0.171, 0.137, 0.340, 0.198, 0.282),
    Row("w/o spatial module", 0.823, 0.725, 1.000, 0.871, 0.242),
    Row("w/o ranking", 0.829, 0.728, 1.000, 0.845, 0.499),
    Row("Full", 0.829, 0.728, 1.000, 0.977, 0.478),
    Row("Full + text", 0.829, 0.728, 1.000, 0.977, 0.472),
)


class Part(NamedTuple):
    """One region or kind of question of the full model, as in its table 5."""

    key: str
    title: str
    n: int
    p5: float
    mrr: float
    ndcg: float
    citation: float


TABLE_5 = (
    Part("distance", "distance", 14, 0.914, 1.000, 1.000, 0.527),
    Part("containment", "containment", 3, 0.800, 1.000, 0.931, 0.250),
    Part("attribute", "attribute filter", 11, 0.636, 1.000, 1.000, 0.000),
    Part("threshold", "geochemical threshold", 7, 0.971, 1.000, 0.916, 0.000),
)


class Compiler(NamedTuple):
    """One configuration of the typed compiler: execution, grounding, accuracy under coverage."""

    name: str
    execution: float
    grounding: float
    under_coverage: float


GEOIR = (
    Compiler("best of each column (three models)", 0.7905, 0.7981, 0.9611),
    Compiler("mistral-small3.2, full", 0.7524, 0.7543, 0.9611),
    Compiler("mistral-small3.2, w/o grounding", 0.6800, 0.0210, 0.6932),
    Compiler("mistral-small3.2, w/o verifier", 0.7695, 0.7562, 0.7845),
)
