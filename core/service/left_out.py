"""The rows of a file that were left out, as a list for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np

from core.database.findings import Finding
from core.errors import Language
from core.ingest.exporting_csv import harmless

CODES = (
    "geometry_null", "geometry_empty", "geometry_unreadable", "geometry_nonfinite", "geometry_range",
    "geometry_other", "geometry_lost", "geometry_invalid_out", "xy_empty", "xy_text", "rows_summary", "ragged",
)  # fmt: skip
"""Findings about rows that are not loaded."""
HEADINGS: dict[Language, tuple[str, str]] = {"en": ("row", "why"), "zh": ("行", "原因")}
MORE: dict[Language, str] = {"en": "{count:,} more", "zh": "另有 {count:,} 行"}


def reasons(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings that say why rows were left out."""
    return tuple(x for x in found if x.code in CODES and x.count)


def left_out_csv(found: Sequence[Finding], language: Language) -> bytes:
    """Every row that was left out and why, in the order of the file; UTF-8 with a byte order mark.

    Args:
        found: the findings of a check (:class:`core.ingest.Report`), which name every row; those of a registry
            entry name the first rows only, and then the list says how many more there are.
    """
    told = [
        (x, x.say(language), np.frombuffer(x.every, "<u4") if x.every else np.array(x.rows))
        for x in reasons(found)
    ]
    rows = sorted((int(row), sentence) for _, sentence, numbers in told for row in numbers)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADINGS[language])
    writer.writerows((row, harmless(sentence)) for row, sentence in rows)
    for one, sentence, numbers in told:
        if one.count > len(numbers):
            writer.writerow((MORE[language].format(count=one.count - len(numbers)), harmless(sentence)))
    return out.getvalue().encode("utf-8-sig")
