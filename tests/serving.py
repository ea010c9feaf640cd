"""A running application and a browser to look at it, for the tests and for the screenshots of the README."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Frame, Page, Route, sync_playwright

from core.settings import ROOT

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
START_S = 120
WAIT_MS = 60_000
HARMLESS = ("Unrecognized feature", "allow-scripts and allow-same-origin", "Multiple different fragmentIds")
"""Warnings about attributes that Streamlit gives every component's frame, and its note that two parts of the page
changed at the same moment: a test clicks while the map reports where it has come to rest."""


@contextmanager
def serving(environment: Mapping[str, str], log: Path) -> Iterator[str]:
    """The application on a free port, as ``python app.py`` starts it; yields its address."""
    with started(ROOT / "app.py", environment, log) as (url, _):
        yield url


@contextmanager
def started(script: Path, environment: Mapping[str, str], log: Path) -> Iterator[tuple[str, int]]:
    """A launcher with a ``/healthz`` route on a free port; yields its address and the id of its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "PORT": str(port), **environment}
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, str(script)], cwd=ROOT, env=env, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait(url, process, log)
            yield url, process.pid
        finally:
            process.terminate()
            process.wait(20)


def _wait(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(START_S * 5):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the application did not start:\n{log.read_text()[-4000:]}")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Screen:
    """One open page with everything that went wrong on it."""

    page: Page
    url: str
    foreign: list[str] = field(default_factory=list)
    """Addresses on other hosts that the page asked for; all were refused."""
    problems: list[str] = field(default_factory=list)
    """Errors and warnings of the console, exceptions of scripts."""
    requests: list[str] = field(default_factory=list)

    def open(self) -> Screen:
        """Load the page and wait until the map is drawn."""
        self.page.set_default_timeout(WAIT_MS)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda e: self.problems.append(str(e)))
        self.page.route("**/*", self._route)
        self.page.goto(self.url)
        self.settle()
        return self

    def frame(self) -> Frame:
        """The frame of the map."""
        for _ in range(WAIT_MS // 100):
            for frame in self.page.frames:
                if "streamlit_folium" in frame.url:
                    return frame
            self.page.wait_for_timeout(100)
        raise AssertionError("there is no map on the page")

    def settle(self) -> dict[str, Any]:
        """Wait until no layer is being loaded; returns what is drawn."""
        settled = (
            "window.OreSight && window.map && OreSight.inspect().pending === 0"
            " && Object.keys(OreSight.inspect().layers).length > 0"
        )
        for _ in range(3):
            try:
                self.frame().wait_for_function(settled, timeout=WAIT_MS)
                break
            except Error as error:
                if "detached" not in str(error):
                    raise
        return self.inspect()

    def inspect(self) -> dict[str, Any]:
        """What the map's frame draws now."""
        return self.frame().evaluate("OreSight.inspect()")

    def ask(self, question: str) -> None:
        """Type a question, send it, and wait for an answer to exactly this question."""
        box = self.page.locator('[data-testid="stChatInputTextArea"]')
        box.fill(question)
        box.press("Enter")
        self.answered(question)

    def answered(self, question: str) -> None:
        """Wait until the panel shows the answer, the refusal or the question back to `question`."""
        self.page.wait_for_function(
            "q => document.querySelector('.os-echo')?.textContent === q"
            " && !document.querySelector('.os-running')"
            " && document.querySelector('.os-lead, .os-claims, .os-back')",
            arg=question,
            timeout=WAIT_MS,
        )
        self.page.wait_for_timeout(400)

    def click_map(self, lat: float, lon: float) -> None:
        """Click a place of the map."""
        self.page.mouse.click(*self._spot(lat, lon))

    def point_at(self, lat: float, lon: float) -> None:
        """Move the pointer to a place of the map."""
        x, y = self._spot(lat, lon)
        self.page.mouse.move(x - 40, y - 40)
        self.page.mouse.move(x, y, steps=4)

    def _spot(self, lat: float, lon: float) -> tuple[float, float]:
        at = self.frame().evaluate(
            f"(() => {{ const p = map.latLngToContainerPoint([{lat}, {lon}]); return [p.x, p.y]; }})()"
        )
        box = self.page.locator(".st-key-map iframe").bounding_box()
        assert box is not None
        return box["x"] + at[0], box["y"] + at[1]

    def click_row(self, number: int) -> None:
        """Select a row of the evidence table by its check box; the first row is 0."""
        table = self.page.locator('.st-key-panel_body [data-testid="stDataFrame"]').first
        table.scroll_into_view_if_needed()
        box = table.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + 17, box["y"] + 32 * (number + 1.5))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(x in message.text for x in HARMLESS):
            self.problems.append(f"{message.type}: {message.text}")

    def _route(self, route: Route) -> None:
        address = route.request.url
        parts = urlsplit(address)
        if parts.scheme in ("data", "blob") or parts.netloc == urlsplit(self.url).netloc:
            self.requests.append(address)
            route.continue_()
        else:
            self.foreign.append(address)
            route.abort()
