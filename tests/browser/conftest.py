"""The application on the demonstration data, in a real browser that reaches no other host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from core.database.cluster import Cluster
from core.database.engine import Database
from core.service import MineralApp
from core.settings import Settings
from tests.serving import CHROMIUM, WAIT_MS, Screen, chromium, serving

expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.fail(f"the browser tests need {CHROMIUM}")
    with chromium() as one:
        yield one


@pytest.fixture(scope="session")
def served(settings: Settings, cluster: Cluster, workspace: Path) -> Iterator[str]:
    """Address of the application with the demonstration data loaded."""
    app = MineralApp.open(settings, database=Database.open(settings, cluster=cluster))
    app.load_demo()
    app.close()
    with serving({"ORESIGHT_LOCAL_DIR": str(workspace)}, workspace / "app.log") as url:
        yield url


@pytest.fixture
def screen(browser: Browser, served: str) -> Iterator[Screen]:
    """The page, freshly opened at 1440 × 900; no test may leave a console error or a foreign request."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    one = Screen(context.new_page(), served).open()
    yield one
    context.close()
    assert one.foreign == []
    assert one.problems == []
