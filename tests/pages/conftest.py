"""The application's one product object, opened on the session's own cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from streamlit.testing.v1 import AppTest

from core.database.cluster import Cluster
from core.database.engine import Database
from core.service import MineralApp
from core.settings import ROOT, Settings
from pages.components import product


@pytest.fixture(scope="module")
def demo(settings: Settings, cluster: Cluster) -> Iterator[None]:
    """The demonstration data in the database that the pages open."""
    app = MineralApp.open(settings, database=Database.open(settings, cluster=cluster))
    app.load_demo()
    app.close()
    product.reset()
    yield
    product.reset()


@pytest.fixture
def page(demo: None) -> Callable[[], AppTest]:
    """A fresh session of the page."""
    return lambda: AppTest.from_file(str(ROOT / "pages" / "main.py"), default_timeout=60).run()
