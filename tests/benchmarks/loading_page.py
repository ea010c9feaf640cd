"""The part of the benchmarks' page that tells about loading."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

TITLE = "## Loading against ogr2ogr"
NEXT = re.compile(r"^## ", re.MULTILINE)


def write(result: dict[str, Any], path: Path) -> None:
    """Put the figures into the page in the place of the earlier ones."""
    page = path.read_text(encoding="utf-8") if path.exists() else "# Benchmarks\n"
    start = page.find(TITLE)
    if start < 0:
        page = f"{page.rstrip()}\n\n{section(result)}"
    else:
        following = NEXT.search(page, start + len(TITLE))
        rest = f"\n{page[following.start() :]}" if following else ""
        page = page[:start] + section(result) + rest
    path.write_text(page, encoding="utf-8")


def section(result: dict[str, Any]) -> str:
    """The section as Markdown."""
    machine, parts = result["machine"], result["parts"]
    lines = [
        TITLE,
        "",
        f"`python -m tests.benchmarks.loading` on {datetime.now(UTC):%Y-%m-%d}: {machine['processor']},"
        f" {machine['cores']} cores, load {result['load_before']} before and {result['load_after']} after."
        " The same file into the same server, one after the other. CPU seconds are those of the loading process"
        " and of the server together. OreSight's figures hold the check of the whole file (a first pass over every"
        " value), all findings, a table with earth-centred coordinates, three indexes and statistics; those of"
        " `ogr2ogr` its COPY and one spatial index.",
        "",
        "| file | MB | rows | ogr2ogr s (CPU) | OreSight s (CPU) | ratio (CPU) | peak MB | at a tenth of rows |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *map(_row, parts),
    ]
    if any(x["theirs"] is None for x in parts):
        lines += ["", "`ogr2ogr` is not installed here, so there is nothing to compare with."]
    return "\n".join(lines) + "\n"


def _row(part: dict[str, Any]) -> str:
    other, own, less = part["theirs"], part["ours"], part["less"]
    mine = f"{own['wall_s']:.1f} ({own['cpu_s']:.1f})"
    seconds = ratio = "–"
    if other:
        seconds = f"{other['wall_s']:.1f} ({other['cpu_s']:.1f})"
        ratio = f"{own['wall_s'] / other['wall_s']:.2f} ({own['cpu_s'] / other['cpu_s']:.2f})"
    size = f"{part['bytes'] / 1e6:.0f}"
    small = f"{less['peak_mb']:.0f}" if less else ""
    return (
        f"| {part['name']} | {size} | {own['rows']:,} | {seconds} | {mine} | {ratio} |"
        f" {own['peak_mb']:.0f} | {small} |"
    )
