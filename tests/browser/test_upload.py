"""Adding data in the browser: from a dropped file to an answered question, or a refusal that says what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from core.database.cluster import Cluster
from core.database.engine import Database
from core.ingest import load
from core.service import MineralApp
from core.service.binding import Binding, BoundColumn, save_binding
from core.settings import Settings
from tests.browser import upload_files as files
from tests.serving import WAIT_MS, Screen, serving

pytestmark = pytest.mark.browser
ADD = 2
TRIES = 10


@pytest.fixture(scope="module")
def served(
    settings: Settings, cluster: Cluster, workspace: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Address of the application on a database of its own that holds two faults."""
    own = settings.model_copy(update={"database_name": "uploads"})
    app = MineralApp.open(own, database=Database.open(own, name="uploads", cluster=cluster))
    record = load(app.database, files.faults(tmp_path_factory.mktemp("faults")))
    save_binding(app, record.table, Binding("fault", "Faults", "断裂", (BoundColumn("name", "name"),)))
    app.close()
    environment = {"ORESIGHT_LOCAL_DIR": str(workspace), "ORESIGHT_DATABASE_NAME": "uploads"}
    with serving(environment, workspace / "uploads.log") as url:
        yield url


def add_tab(page: Page) -> None:
    page.get_by_role("tab").nth(ADD).click()


def drop(page: Page, *paths: Path) -> None:
    page.locator(".drop input[type=file]").last.set_input_files([str(x) for x in paths])


def element(page: Page, name: str) -> Locator:
    """A form element of the import that is shown."""
    return page.locator(f'[class*="st-key-up_"][class*="_{name}_"]:visible')


def choose(page: Page, box: Locator, option: str) -> None:
    """Choose in a box with a list; while the page is being drawn the list may close again."""
    wanted = page.get_by_role("option", name=option)
    for _ in range(TRIES):
        box.press("ArrowDown")
        try:
            wanted.wait_for(timeout=WAIT_MS / TRIES)
            wanted.click(timeout=WAIT_MS / TRIES)
            return
        except TimeoutError:
            box.press("Escape")
    raise AssertionError(f"{option} cannot be chosen")


def report(page: Page) -> Locator:
    return element(page, "report").locator(".os-findings").first


def press(page: Page, name: str) -> None:
    """Press a button of the import; the copy of an earlier drawing may still be there."""
    element(page, name).locator("button:visible").first.click()


def loaded(page: Page, rows_in: int, rows: int) -> None:
    """Load as decided and wait for the card with its figures."""
    press(page, "load")
    figures = page.locator(".up-figures b")
    expect(figures).to_have_text([str(rows_in), str(rows), str(rows_in - rows)], timeout=3 * WAIT_MS)


def taken_back(page: Page) -> None:
    add_tab(page)
    press(page, "undo")
    expect(element(page, "undo")).to_have_count(0)
    press(page, "next")
    expect(page.locator(".drop")).to_be_visible()


def test_a_province_zip_becomes_an_answer(screen: Screen, browser: Browser, served: str, tmp_path: Path) -> None:
    page = screen.page
    page.get_by_text("中文", exact=True).click()
    add_tab(page)
    drop(page, files.province_zip(tmp_path))
    expect(page.locator(".up-state")).to_have_text("有 1 项待决定")
    expect(page.locator(".up-file")).to_contain_text("6 / 8")
    # every decision with what speaks for it: encoding with samples, candidates with places, geometry, columns
    expect(element(page, "encoding")).to_contain_text("GBK / GB18030")
    expect(element(page, "encoding")).to_contain_text("青石岭组")
    expect(element(page, "crs").first).to_contain_text("EPSG:4526")
    expect(element(page, "crs").first).to_contain_text("113.40–113.68° E, 36.20–36.38° N")
    for words in ("第 7、8 行没有几何", "第 5 行的几何无效", "gb18030"):
        expect(report(page)).to_contain_text(words)
    expect(element(page, "load").locator("button:visible").first).to_be_disabled()

    # the page may be left, and loaded anew; somebody else sees nothing of it
    page.get_by_role("tab").nth(0).click()
    add_tab(page)
    expect(page.locator(".up-file")).to_contain_text("某省地质图.zip")
    page.reload()
    screen.settle()
    page.get_by_text("中文", exact=True).click()
    add_tab(page)
    expect(page.locator(".up-state")).to_have_text("有 1 项待决定")
    other = browser.new_context()
    second = other.new_page()
    second.goto(served)
    add_tab(second)
    expect(second.locator(".drop")).to_be_visible(timeout=WAIT_MS)
    other.close()

    element(page, "crs").get_by_text("EPSG:4526").click()
    expect(page.locator(".up-state")).to_have_text("可以载入")
    expect(page.locator(".up-map")).to_be_visible()
    expect(element(page, "title").locator("input:visible").first).to_have_value("某省地质图")
    expect(element(page, "kind").locator("input:visible").first).to_have_value(re.compile("地质体"))
    loaded(page, 8, 6)
    with page.expect_download() as waiting:
        press(page, "left_out")
    lines = waiting.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert [x.partition(",")[0] for x in lines] == ["行", "7", "8"]
    ready = element(page, "ask").locator("button:visible p").last.inner_text().strip()
    press(page, "ask")
    screen.answered(ready)
    screen.ask("蛇纹岩地质体有哪些？")
    text = page.locator(".os-answer-text").inner_text()
    assert all(x in text for x in ("2个", "黑石山岩体", "白水岩体"))
    expect(page.locator(".st-key-layer_list")).to_contain_text("地质体")
    taken_back(page)


def test_assays_with_units_and_limits_of_detection(screen: Screen, tmp_path: Path) -> None:
    page = screen.page
    add_tab(page)
    drop(page, files.assays(tmp_path))
    expect(page.locator(".up-state")).to_have_text("ready to load")
    expect(report(page)).to_contain_text("Row 2 below the headings holds units")
    expect(element(page, "crs").first).to_contain_text("As found: EPSG:4326")
    arsenic = element(page, "cells_2")
    expect(arsenic).to_contain_text("-9999 in 1 row,")
    choose(page, arsenic.get_by_role("combobox", name="ND, n.a."), "below the limit")
    expect(arsenic).to_contain_text("ND → <")
    choose(page, arsenic.get_by_role("combobox", name="-9999"), "means no value")
    expect(arsenic).to_contain_text("-9999 → ∅")
    loaded(page, 5, 5)
    page.get_by_role("tab").nth(0).click()
    screen.ask("Which samples have Au above 900 ppb?")
    assert "S-003" in page.locator(".os-answer-text").inner_text()
    taken_back(page)


def test_a_hostile_archive_is_refused_and_says_what_to_do(screen: Screen, tmp_path: Path) -> None:
    page = screen.page
    add_tab(page)
    drop(page, files.hostile_zip(tmp_path))
    expect(page.locator(".up-state")).to_have_text("refused")
    expect(page.locator('[data-testid="stAlert"]')).to_contain_text("points outside the archive")
    expect(page.locator(".up-hints")).to_contain_text("zip only the data files")
    assert not list(tmp_path.parent.rglob("evil.shp"))
    drop(page, files.assays(tmp_path))  # the mended file takes its place
    expect(page.locator(".up-state")).to_have_text("ready to load")
    press(page, "discard")
    expect(page.locator(".up-cards")).to_be_visible()
