"""Words for the codes of the specifications, read from ``data/labels.json``."""

from __future__ import annotations

import json

from core.demo.spec import DATA, Texts

_WORDS: dict[str, dict[str, list[str]]] = json.loads((DATA / "labels.json").read_text(encoding="utf-8"))


def _pairs(key: str) -> dict[str, Texts]:
    return {code: (texts[0], texts[1]) for code, texts in _WORDS[key].items()}


COMMODITY_WORDS = _pairs("commodity")
"""Commodity code → word in a feature name."""
COMMODITY_ITEMS = _pairs("commodity_item")
"""Commodity code → the item of a list of commodities."""
SIZE_WORDS = _pairs("size_name")
"""Size code → what a feature of that size is called in its name."""
BODY_WORDS = _pairs("body_name")
"""Kind of intrusion → last word of its name."""
SIZE_LABELS = _pairs("size")
GENESIS_LABELS = _pairs("genesis")
FAULT_LABELS = _pairs("fault_kind")
STRIKE_LABELS = _pairs("strike")
CONTACT_LABELS = _pairs("contact_kind")
FOLD_LABELS = _pairs("fold_kind")
CHARACTER_TEXTS = _pairs("character")
"""Fault kind → a sentence on its character."""
