"""The sentences of raster reports, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.database.findings import Finding
from core.errors import IngestError

SENTENCES: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("sentences.json").read_text("utf-8"))
"""Code → severity and the sentence in both languages."""


def finding(code: str, /, *, count: int = 0, column: str = "", **values: Any) -> Finding:
    """The finding `code` with its sentence filled in; `count` cells, `column` is a band."""
    entry = SENTENCES[code]
    plain = {k: _plain(v) for k, v in values.items()} | {"n": f"{count:,}", "column": _plain(column)}
    en, zh = entry["en"].format(**plain), entry["zh"].format(**plain)
    return Finding(code, entry["severity"], en, zh, column, (), count)


def refusal(code: str, **values: Any) -> IngestError:
    """The error of a file that cannot be read any further."""
    return as_error(finding(code, **values))


def as_error(found: Finding) -> IngestError:
    """A finding as an exception."""
    return IngestError(found.text, sentence_zh=found.text_zh)


def _plain(value: Any) -> str:
    """A value of the file for a sentence: one line, no control characters, not endless."""
    text = "".join(x if x.isprintable() else " " for x in str(value))
    return text if len(text) <= 300 else text[:300] + "…"
