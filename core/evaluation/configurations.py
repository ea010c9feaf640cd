"""The configurations whose answers are compared: the published ones and the two of a typed compiler."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.service.ablation import Ablation


@dataclass(frozen=True)
class Configuration:
    """A switch setting, as the tables call it."""

    name: str
    title: str
    ablation: Ablation
    switched: str
    """What is left out or added."""


_ALL = (
    Configuration("text-only", "Text-only", Ablation(data=False), "documents only, no data"),
    Configuration(
        "no-semantic", "w/o semantic filtering", Ablation(semantic=False, spatial=False),
        "all features of the kind in the study area",
    ),
    Configuration("no-spatial", "w/o spatial module", Ablation(spatial=False), "no references, no distances"),
    Configuration("no-ranking", "w/o ranking", Ablation(ranking=False), "features in the order of their tables"),
    Configuration("full", "Full", Ablation(), "the product"),
    Configuration("full-text", "Full + text", Ablation(text=True), "passages of the documents after the answer"),
    Configuration("no-grounding", "w/o grounding", Ablation(grounding=False), "mentions compared as they stand"),
    Configuration("no-verifier", "w/o verifier", Ablation(referee=False), "no check of sense, nothing asked back"),
)  # fmt: skip
CONFIGURATIONS: Mapping[str, Configuration] = {c.name: c for c in _ALL}
FULL = "full"
ABLATED_SHARE = 3
"""One in so many questions of the wide set is asked with parts switched off; the published kinds are all asked."""
