"""The part of the benchmarks' page that tells about loading."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.benchmarks import page

TITLE = "## Loading against ogr2ogr"


def write(result: dict[str, Any], path: Path) -> None:
    """Put the figures into the page in the place of the earlier ones."""
    page.put(section(result), path)


def section(result: dict[str, Any]) -> str:
    """The section as Markdown."""
    machine, parts = result["machine"], result["parts"]
    lines = [
        TITLE,
        "",
        f"`python -m tests.benchmarks.loading` on {datetime.now(UTC):%Y-%m-%d}: {machine['processor']},"
        f" {machine['cores']} cores, load {result['load_before']} before and {result['load_after']} after."
        " The same file into the same server, one after the other. CPU seconds are those of the application, of"
        " the process that reads the file, and of the server together; they hardly depend on what else the machine"
        " does. OreSight's figures hold the check of the whole file (a first pass over every value), all findings,"
        " a table with earth-centred coordinates, three indexes and statistics; those of `ogr2ogr` its COPY and"
        " one spatial index. What the server spends on the coordinates for distances, on their index and on the"
        " statistics stands by itself; the last ratio leaves these out. Peak memory is that of the application"
        " and of the reading process, which has its libraries (110 MB) in it.",
        "",
        "| file | MB | rows | ogr2ogr s (CPU) | OreSight s (CPU) | ratio (CPU) | coordinates + index + statistics,"
        " CPU s | CPU ratio without these | peak MB | at four times the rows |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *map(_row, parts),
    ]
    if any(x["theirs"] is None for x in parts):
        lines += ["", "`ogr2ogr` is not installed here, so there is nothing to compare with."]
    return "\n".join(lines) + "\n"


def _row(part: dict[str, Any]) -> str:
    other, own, more = part["theirs"], part["ours"], part["more"]
    mine = f"{own['wall_s']:.1f} ({own['cpu_s']:.1f})"
    seconds = ratio = bare = "–"
    apart = part["apart"]
    if other:
        seconds = f"{other['wall_s']:.1f} ({other['cpu_s']:.1f})"
        ratio = f"{own['wall_s'] / other['wall_s']:.2f} ({own['cpu_s'] / other['cpu_s']:.2f})"
        bare = f"{(own['cpu_s'] - sum(apart.values())) / other['cpu_s']:.2f}"
    size = f"{part['bytes'] / 1e6:.0f}"
    large = _memory(more) if more else ""
    alone = " + ".join(f"{apart[x]:.1f}" for x in ("ecef", "nd", "analyze"))
    return (
        f"| {part['name']} | {size} | {own['rows']:,} | {seconds} | {mine} | {ratio} | {alone} | {bare} |"
        f" {_memory(own)} | {large} |"
    )


def _memory(run: dict[str, Any]) -> str:
    return f"{run['peak_mb']:.0f} + {run['reader_mb']:.0f}"
