"""The application on the benchmark's data, in the browser."""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Frame

from core.settings import ROOT, Settings
from tests.benchmarks.map_meter import REDRAW, Bytes, cpu_s
from tests.serving import Screen, started

RERUNS = 18
READY = "OreSight.inspect().pending === 0"


def run(browser: Browser, settings: Settings, directory: Path) -> dict[str, Any]:
    """Open the page, draw, move, run again; the figures."""
    environment = {
        "ORESIGHT_LOCAL_DIR": str(settings.local_dir),
        "ORESIGHT_MAPPINGS_DIR": str(settings.mappings_dir),
    }
    with started(ROOT / "app.py", environment, directory / "app.log") as (url, pid):
        first = _visit(browser, url, pid)
        again = _visit(browser, url, pid)
    return {"first": first, "again": again}


def _visit(browser: Browser, url: str, pid: int) -> dict[str, Any]:
    """One visitor: the first one waits for tiles to be made, those after take them from memory."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    sent = Bytes()
    sent.follow(page)
    screen, spent, begun = Screen(page, url), cpu_s(pid), time.perf_counter()
    screen.open()
    drawn = time.perf_counter() - begun
    found: dict[str, Any] = {"drawn_s": drawn, "http_mb": sent.http / 1e6, "socket_kb": sent.socket / 1e3}
    found["server_cpu_s"] = cpu_s(pid) - spent
    found["layers"] = [x["loaded"] for x in screen.inspect()["layers"].values()]
    begun = time.perf_counter()
    page.locator(".st-key-raster_list label").first.click()
    frame = screen.frame()
    frame.wait_for_function(f"OreSight.inspect().rasters.length === 1 && {READY}"
                            " && document.querySelectorAll('img.leaflet-tile-loaded').length > 3")  # fmt: skip
    found["raster_s"] = time.perf_counter() - begun
    found |= _moves(frame)
    found["rerun_ms"] = _map_reruns(screen, pid)
    found["page_rerun_ms"] = _page_reruns(screen, pid)
    found["problems"] = screen.problems + screen.foreign
    context.close()
    return found


def _moves(frame: Frame) -> dict[str, Any]:
    pans = [frame.evaluate(REDRAW, [f"map.panBy([{x}, {y}], {{animate: false}})", READY])
            for x, y in ((150, 0), (0, 150), (-150, 0), (0, -150))]  # fmt: skip
    zooms = [frame.evaluate(REDRAW, [f"map.setZoom(map.getZoom() + {d}, {{animate: false}})", READY])
             for d in (1, 1, 1, -1, -1, -1)]  # fmt: skip
    return {"pan_ms": _middle(pans), "zoom_ms": _middle(zooms), "zoom_back_ms": _middle(zooms[3:])}


def _middle(values: list[list[float]]) -> list[float]:
    return [statistics.median(v) for v in zip(*values, strict=True)]


def _map_reruns(screen: Screen, pid: int) -> float:
    """Processor milliseconds of the server for a rerun of the map: the opacity of a layer."""
    page = screen.page
    page.locator('.st-key-layer_list [class*="st-key-tune_"] button:visible').first.click()
    page.locator(".st-key-layer_look input[type=range], .st-key-layer_look [role=slider]").first.focus()
    before = cpu_s(pid)
    for i in range(RERUNS):
        page.keyboard.press("ArrowLeft")
        opacity = f"{0.95 - 0.05 * i:.2f}".rstrip("0").rstrip(".")
        screen.frame().wait_for_function(
            "o => [...document.querySelectorAll('.leaflet-pane')].some((p) => p.style.opacity === o)", arg=opacity
        )
    return (cpu_s(pid) - before) / RERUNS * 1000


def _page_reruns(screen: Screen, pid: int) -> float:
    """Processor milliseconds of the server for a rerun of the whole page: another language and back."""
    page = screen.page
    for _ in range(2):
        _switch(page, "中文", "主页")
        _switch(page, "English", "Home")
    before = cpu_s(pid)
    for _ in range(RERUNS // 2):
        _switch(page, "中文", "主页")
        _switch(page, "English", "Home")
    return (cpu_s(pid) - before) / RERUNS * 1000


def _switch(page: Any, button: str, word: str) -> None:
    page.get_by_text(button, exact=True).click()
    page.wait_for_function(
        "w => getComputedStyle(document.querySelector('[data-testid=stTab]'), '::after').content.includes(w)"
        " && !document.querySelector('[data-testid=stStatusWidget]')", arg=word,
    )  # fmt: skip
