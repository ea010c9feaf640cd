"""What can go wrong with a model, as sentences in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.errors import ModelCancelledError, ModelError

SENTENCES: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("sentences.json").read_text("utf-8"))
"""Code → sentence and hint in both languages."""
_LONGEST = 300


def model_error(code: str, **values: Any) -> ModelError:
    """The error `code` with its sentence filled in; the values may come from files and servers."""
    entry = SENTENCES[code]
    filled = {k: v if isinstance(v, int | float) else plain(v) for k, v in values.items()}
    kind = ModelCancelledError if code == "cancelled" else ModelError
    error = kind(
        entry["en"].format(**filled), entry.get("hint_en", ""),
        sentence_zh=entry["zh"].format(**filled), hint_zh=entry.get("hint_zh", ""),
    )  # fmt: skip
    error.code = code
    return error


def plain(value: Any) -> str:
    """A foreign value for a sentence: one line, printable, not endless, without a full stop at its end."""
    text = " ".join("".join(x if x.isprintable() else " " for x in str(value)).split()).rstrip(".")
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def size_text(size: float) -> str:
    """Bytes as ``1.2 GB`` or ``340 MB``."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
