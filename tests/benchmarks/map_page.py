"""The part of the benchmarks' page that tells about the map."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.benchmarks import page

TITLE = "## The map at scale"


def write(result: dict[str, Any], path: Path) -> None:
    """Put the figures into the page in the place of the earlier ones."""
    page.put(section(result), path)


def section(result: dict[str, Any]) -> str:
    """The section as Markdown."""
    machine, ours, theirs = result["machine"], result["ours"], result["theirs"]
    columns = [ours["first"], ours["again"], theirs["vectors"], theirs["whole"]]
    rows = [
        ("until drawn, s", [_figure(x, "drawn_s", "{:.1f}") for x in columns]),
        (
            "raster switched on, s",
            [_figure(x, "raster_s", "{:.1f}") for x in columns[:2]] + ["–", "with the page"],
        ),
        ("redraw after a pan, ms (of it blocked)", [_pair(x, "pan_ms") for x in columns]),
        ("redraw after a zoom, ms (of it blocked)", [_pair(x, "zoom_ms") for x in columns]),
        ("bytes by HTTP, MB", [_figure(x, "http_mb", "{:.1f}") for x in columns]),
        ("bytes by WebSocket, MB", [_figure(x, "socket_kb", "{:.3f}", 1e-3) for x in columns]),
        ("server CPU until drawn, s", [_figure(x, "server_cpu_s", "{:.2f}") for x in columns]),
        ("server CPU of a rerun, ms", [_figure(x, "rerun_ms", "{:,.0f}") for x in columns]),
        ("… of the whole page, another language, ms", [_figure(x, "page_rerun_ms", "{:,.0f}") for x in columns]),
    ]
    return "\n".join(
        [
            TITLE,
            "",
            f"`python -m tests.benchmarks.map` on {datetime.now(UTC):%Y-%m-%d}: {machine['processor']},"
            f" {machine['cores']} cores, load {result['load_before']} before and {result['load_after']} after;"
            " headless Chromium, 1440 × 900, no graphics processor. 100,000 points, 20,000 polygons and a GeoTIFF"
            " of 10,000 × 10,000 cells. The same data embedded by plain Folium into a page of `streamlit-folium`,"
            " in the same run; its raster is a picture of the same size. Server CPU leaves out the database.",
            "",
            "| | first visitor | later visitors | Folium, vectors only | Folium, everything |",
            "| --- | ---: | ---: | ---: | ---: |",
            *(f"| {name} | {' | '.join(cells)} |" for name, cells in rows),
            *_failures(theirs),
        ]
    ) + "\n"  # fmt: skip


def _figure(part: dict[str, Any], key: str, form: str, factor: float = 1.0) -> str:
    return form.format(part[key] * factor) if key in part else "–"


def _pair(part: dict[str, Any], key: str) -> str:
    return f"{part[key][1]:.0f} ({part[key][0]:.0f})" if key in part else "–"


def _failures(theirs: dict[str, Any]) -> list[str]:
    return [
        f"\nFolium, {name}: not drawn within {part['limit_s']:.0f} s ({part['failed']})."
        for name, part in (("vectors only", theirs["vectors"]), ("everything", theirs["whole"]))
        if "failed" in part
    ]
