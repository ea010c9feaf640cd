"""Attribute values and column names that try to become markup or script are shown as the text they are."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from core.database.engine import Database
from core.ingest import LoadDecisions, load
from core.settings import ROOT, Settings
from tests.serving import WAIT_MS, Screen, serving

pytestmark = pytest.mark.browser

TABLE = "hostile_points"
COLUMN = '<b onmouseover="window.owned=1">name</b>"; --'
VALUES = [
    '<img src="http://foreign.example/x.png" onerror="window.owned=1">',
    "</script><script>window.owned=1</script>",
    "'});window.owned=1;({'",
    "{{ 7*7 }} ${window.owned=1} {{'map_div'}}",
    "[link](javascript:window.owned=1) ![x](http://foreign.example/y.png) **bold** :red[x] $x$",
    "\u202egnidrawkcab\u202c & &amp; <svg/onload=window.owned=1>",
]
CENTRE = (30.5, 100.5)
CLAIMED = "<svg/onload=window.owned=1>"


def write(directory: Path) -> tuple[Path, Path]:
    """A file with hostile values, and mapping files that bind it as deposits."""
    features = [
        {
            "type": "Feature",
            "properties": {COLUMN: value, "kind": value},
            "geometry": {"type": "Point", "coordinates": [CENTRE[1] + 0.02 * i, CENTRE[0]]},
        }
        for i, value in enumerate(VALUES)
    ]
    source = directory / "hostile.geojson"
    source.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    mappings = directory / "mappings"
    shutil.copytree(ROOT / "data_mappings", mappings)
    title = {"en": f"Layer {VALUES[0]} {VALUES[4]}", "zh": f"图层 {VALUES[0]}"}
    types = {TABLE: {"entity_type": "deposit", "title": title, "provenance": VALUES[1], "invented": True}}
    columns = {TABLE: {"name": {"column": COLUMN}, "commodity": {"column": "kind"}}}
    (mappings / "user_table_types.json").write_text(json.dumps(types), encoding="utf-8")
    (mappings / "user_column_mapping.json").write_text(json.dumps(columns), encoding="utf-8")
    (mappings / "aliases.json").write_text("[]", encoding="utf-8")
    return source, mappings


@pytest.fixture(scope="module")
def hostile(settings: Settings, workspace: Path) -> Iterator[str]:
    """Address of an application that holds only hostile data."""
    directory = workspace / "hostile"
    directory.mkdir(mode=0o755)
    source, mappings = write(directory)
    own = settings.model_copy(update={"local_dir": directory, "mappings_dir": mappings})
    db = Database.open(own)
    load(db, source, LoadDecisions(table=TABLE))
    db.close()
    environment = {"ORESIGHT_LOCAL_DIR": str(directory), "ORESIGHT_MAPPINGS_DIR": str(mappings)}
    with serving(environment, directory / "app.log") as url:
        yield url
    if db.cluster is not None:
        db.cluster.stop()


def test_nothing_becomes_markup(browser: Browser, hostile: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    screen = Screen(context.new_page(), hostile).open()
    page, frame = screen.page, screen.frame()
    assert max(x["loaded"] for x in screen.inspect()["layers"].values()) == len(VALUES)
    for i, value in enumerate(VALUES):
        place = (CENTRE[0], CENTRE[1] + 0.02 * i)
        screen.click_map(*place)
        head = value.split()[0].strip("\u202e")
        expect(page.locator(".st-key-picked b").first).to_contain_text(head, timeout=WAIT_MS)
        screen.point_at(*place)  # the page that answered the click may have moved the map, which hides a tip
        expect(frame.locator(".leaflet-tooltip b").first).to_contain_text(head)
    screen.ask("deposits")
    screen.ask(f"deposits {CLAIMED} {VALUES[0]} <b>x</b>")
    page.locator(".os-echo").wait_for()
    for tab in (1, 2, 3, 0):
        page.get_by_role("tab").nth(tab).click()
        page.wait_for_timeout(600)
    for where in (page.main_frame, frame):
        assert where.evaluate("window.owned") is None
        assert where.locator("img[src*='foreign'], [onerror], [onload], [onmouseover], b > b").count() == 0
    assert screen.foreign == []
    assert screen.problems == []
    context.close()
