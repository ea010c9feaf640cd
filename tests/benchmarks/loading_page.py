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
        " The same file into the same server, one after the other; what takes a second is done"
        f" {max(x['rounds'] for x in parts)} times both ways and the middle counts. CPU seconds are those of all"
        " processes together, the server among them; they hardly depend on what else the machine does.",
        "",
        "| both | only OreSight |",
        "| --- | --- |",
        "| reads the file, sends all attributes and geometries by COPY in one transaction, primary key, spatial"
        " index | reads it a first time and looks at every value, checks every geometry for validity, coordinates"
        " and longest edge, repairs, reprojects, reports; keeps the version before |",
        "| | earth-centred coordinates for exact distances, a column with an index of three dimensions;"
        " statistics of all columns |",
        "",
        "The server's share of the last line stands by itself; “like for like” leaves it out, with all the checks"
        " in it. `ogr2ogr` is a program that starts and connects each time (about 0.1 s of its CPU), OreSight an"
        " application that runs. Peak memory is that of the application and of the reading process, which has its"
        " libraries (110 MB) in it.",
        "",
        "| file | MB | rows | ogr2ogr s (CPU) | OreSight s (CPU) | of it application + reader + server |"
        " coordinates + index + statistics, CPU s | **CPU ratio, everything** | **like for like** | peak MB |"
        " at four times the rows |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *map(_row, parts),
    ]
    if any(x["theirs"] is None for x in parts):
        lines += ["", "`ogr2ogr` is not installed here, so there is nothing to compare with."]
    return "\n".join(lines) + "\n"


def _row(part: dict[str, Any]) -> str:
    other, own, more, apart = part["theirs"], part["ours"], part["more"], part["apart"]
    mine = f"{own['wall_s']:.1f} ({own['cpu_s']:.2f})"
    seconds = ratio = bare = "–"
    if other:
        seconds = f"{other['wall_s']:.1f} ({other['cpu_s']:.2f})"
        ratio = f"{own['cpu_s'] / other['cpu_s']:.2f}"
        bare = f"{(own['cpu_s'] - sum(apart.values())) / other['cpu_s']:.2f}"
    parted = " + ".join(f"{own[x]:.2f}" for x in ("application_s", "reader_s", "server_s"))
    alone = " + ".join(f"{apart[x]:.2f}" for x in ("ecef", "nd", "analyze"))
    return (
        f"| {part['name']} | {part['bytes'] / 1e6:.0f} | {own['rows']:,.0f} | {seconds} | {mine} | {parted} |"
        f" {alone} | {ratio} | {bare} | {_memory(own)} | {_memory(more) if more else ''} |"
    )


def _memory(run: dict[str, Any]) -> str:
    return f"{run['peak_mb']:.0f} + {run['reader_mb']:.0f}"
