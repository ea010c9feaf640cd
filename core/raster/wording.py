"""The sentences of raster reports, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.database.findings import Finding
from core.errors import IngestError
from core.ingest.wording import Plural, as_error, plain

SENTENCES: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("sentences.json").read_text("utf-8"))
"""Code → severity and the sentence in both languages."""


def finding(code: str, /, *, count: int = 0, column: str = "", **values: Any) -> Finding:
    """The finding `code` with its sentence filled in; `count` cells, `column` is a band."""
    entry = SENTENCES[code]
    said: dict[str, Any] = {k: plain(v) for k, v in values.items()} | {"n": f"{count:,}", "column": plain(column)}
    said["one"] = Plural(count)
    en, zh = entry["en"].format(**said), entry["zh"].format(**said)
    return Finding(code, entry["severity"], en, zh, column, (), count)


def refusal(code: str, **values: Any) -> IngestError:
    """The error of a file that cannot be read any further."""
    return as_error(finding(code, **values))
