"""Take the pictures of the README: first sight and an answer.

    python scripts/screenshots.py [--url http://127.0.0.1:8501] [--to docs/images]

Without ``--url`` the application is started for the pictures, on the data that are loaded.  Every host but the
application is refused, so the pictures also show that the page needs none.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PIL import Image
from playwright.sync_api import Browser

from core.settings import ROOT
from tests.serving import Screen, chromium, serving

QUESTION = "Which magmatic-hydrothermal gold deposits lie within 5 km of faults in Bayan Obo?"
LARGEST = 450_000
"""Bytes of one picture in the repository."""


def main() -> None:
    """Take both pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url")
    parser.add_argument("--to", type=Path, default=ROOT / "docs" / "images")
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)
    with _address(arguments.url) as url, chromium() as browser:
        take(browser, url, arguments.to)


@contextmanager
def _address(url: str | None) -> Iterator[str]:
    if url:
        yield url
        return
    with tempfile.TemporaryDirectory() as directory, serving({}, Path(directory) / "log") as own:
        yield own


def take(browser: Browser, url: str, directory: Path) -> None:
    """Save ``first-sight.png`` and ``answer.png``."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    screen = Screen(page, url).open()
    page.locator('[class*="st-key-example_"]').first.wait_for()
    page.wait_for_timeout(1_500)
    _save(page.screenshot(), directory / "first-sight.png")
    screen.ask(QUESTION)
    screen.settle()
    page.locator('[data-testid="stDataFrame"] canvas').first.wait_for()
    page.mouse.move(5, 5)
    page.wait_for_timeout(2_500)
    _save(page.screenshot(), directory / "answer.png")
    if screen.foreign or screen.problems:
        raise SystemExit(f"the page is not clean: {screen.foreign} {screen.problems}")


def _save(picture: bytes, path: Path) -> None:
    """Write a picture as small as it gets without loss; refuse one that is too large for the repository."""
    Image.open(io.BytesIO(picture)).convert("RGB").save(path, optimize=True)
    size = path.stat().st_size
    if size > LARGEST:
        raise SystemExit(f"{path} has {size} bytes, more than {LARGEST}")
    print(f"{path}: {size} bytes")


if __name__ == "__main__":
    main()
