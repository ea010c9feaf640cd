"""A layer that nobody mapped: mapped on the screen, asked, renamed, exported, deleted, brought back, undone."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from core.database.engine import Database
from core.ingest import LoadDecisions, load
from core.service.binding import bind_layer
from core.settings import Settings
from tests.serving import Screen, serving

pytestmark = pytest.mark.browser

NEW = [
    ("甲山金矿", "金", "大型", "斑岩型", 1.5, "=1+1"),
    ("乙沟金银矿", "金、银", "小型", "热液型", 2.5, "核查"),
    ("丙河铜矿", "铜", "中型", "矽卡岩型", 3.5, "收集"),
]
QUESTION = "有多少个金矿床？"
ROW, TRIES = 32, 6
"""Pixels of a row of an editor; how often its list is opened."""


def write(directory: Path) -> tuple[Path, Path]:
    """A layer that is bound already, and one whose headings are first letters in pinyin."""
    known = [{"name": "旧金矿", "commodity": "金"}, {"name": "旧铁矿", "commodity": "铁"}]
    new = [dict(zip(("KCMC", "KZ", "GM", "CYLX", "PW", "BZ"), row, strict=True)) for row in NEW]
    paths = []
    for name, rows in (("known", known), ("导出2021", new)):
        features = [
            {
                "type": "Feature",
                "properties": row,
                "geometry": {"type": "Point", "coordinates": [110 + i / 10, 41 + i / 10]},
            }
            for i, row in enumerate(rows)
        ]
        path = directory / f"{name}.geojson"
        path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
        paths.append(path)
    return paths[0], paths[1]


@pytest.fixture(scope="module")
def registry(settings: Settings, workspace: Path) -> Iterator[str]:
    """Address of an application with the two layers and mappings of its own."""
    directory = workspace / "registry"
    directory.mkdir(mode=0o755)
    known, new = write(directory)
    own = settings.model_copy(update={"local_dir": directory})
    db = Database.open(own)
    load(db, known, LoadDecisions(table="known"))
    load(db, new, LoadDecisions(table="new_layer"))
    db.close()
    bind_layer(own, "known", "deposit", "Known")
    columns = {"known": {x: {"column": x} for x in ("name", "commodity")}}
    (own.local_mappings_dir / "user_column_mapping.json").write_text(json.dumps(columns), encoding="utf-8")
    with serving({"ORESIGHT_LOCAL_DIR": str(directory)}, directory / "app.log") as url:
        yield url
    if db.cluster is not None:
        db.cluster.stop()


def home(page: Page) -> None:
    page.get_by_role("tab").nth(0).click()


def section(page: Page, name: str) -> Locator:
    """Open a section of the layer that is shown."""
    page.get_by_role("tab").nth(1).click()
    page.get_by_role("radio", name=name, exact=True).click()
    return page.locator(f".st-key-registry_section_{name.lower()}")


def holds(body: Locator, row: int, meaning: str) -> None:
    """Choose what a column holds, in the editor that is drawn on a canvas."""
    page, editor = body.page, body.locator('[data-testid="stDataFrame"]').first
    option = page.get_by_role("option", name=meaning, exact=True)
    for _ in range(TRIES):  # the list closes when the page is drawn anew in this moment
        editor.scroll_into_view_if_needed()
        box = editor.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 20, box["y"] + ROW * (row + 1.5))
        for key in ("ArrowRight", "ArrowRight", "Enter"):  # over the values to what the column holds
            page.keyboard.press(key)
        try:
            option.wait_for(timeout=5_000)
        except TimeoutError:
            page.keyboard.press("Escape")
            continue
        page.keyboard.type(meaning)
        page.keyboard.press("Enter")
        return
    raise AssertionError(f"the list of meanings does not open in row {row}")


def confirm(page: Page, opener: str, button: str) -> None:
    """Open a question and say yes to it."""
    yes = page.locator('[data-testid="stPopoverBody"]').get_by_role("button", name=button, exact=True)
    for _ in range(TRIES):  # a page that is drawn anew in this moment puts the question away
        if not yes.is_visible():
            page.get_by_role("button", name=opener).click()
        try:
            yes.click(timeout=8_000)
        except TimeoutError:
            continue
        return
    raise AssertionError(f"“{opener}” does not ask")


def said(page: Page, text: str) -> None:
    expect(page.locator('[data-testid="stAlert"]', has_text=text).first).to_be_visible()


def counted(screen: Screen, number: str) -> None:
    """Ask how many there are and compare."""
    home(screen.page)
    screen.ask(QUESTION)
    expect(screen.page.locator(".os-lead").first).to_contain_text(number)


def test_a_layer_from_unmapped_to_answered_and_back(browser: Browser, registry: str, tmp_path: Path) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 1400}, accept_downloads=True)
    screen = Screen(context.new_page(), registry).open()
    page = screen.page
    counted(screen, "1个")

    # the layer that needs work is shown first, with everything proposed
    body = section(page, "Mapping")
    expect(page.locator(".os-layer-head")).to_contain_text("导出2021")
    expect(body).to_contain_text("Proposed as deposit")
    lines = body.locator(".os-mapping-lines").first
    for line in (
        "name comes from column “KCMC”",
        "commodity comes from column “KZ”",
        "grade comes from column “PW”",
    ):
        expect(lines).to_contain_text(line)
    expect(lines).not_to_contain_text("BZ")

    # one change: what the last column holds; a meaning that is taken is refused in a sentence
    for meaning, line in (
        ("name", "name is given to two columns"),
        ("character", "character comes from column “BZ”"),
    ):
        holds(body, len(NEW[0]) - 1, meaning)
        expect(body.locator(".os-mapping-lines").first).to_contain_text(line)
    page.get_by_role("button", name="Save the mapping").click()
    said(page, "Questions find the layer as deposit from now on")

    # the answer that was given before is marked, and the question has a new answer, with no restart
    home(page)
    expect(page.locator('[data-testid="stAlert"]', has_text="The data changed since this answer.")).to_be_visible()
    counted(screen, "3个")

    body = section(page, "About")
    body.get_by_text("Name and description", exact=True).click()
    form = body.locator('[data-testid="stForm"]')
    form.get_by_label("Title in English").fill("Occurrences 2021")
    form.get_by_label("Title in Chinese").fill("矿产地核查")
    form.get_by_label("Year or years of the data").fill("2021")
    form.get_by_role("button", name="Save", exact=True).click()
    said(page, "Answers call the layer by its new name.")
    expect(page.locator(".os-layer-head")).to_contain_text("Occurrences 2021")
    expect(body.locator(".os-facts")).to_contain_text("2021")

    body = section(page, "Export")
    body.get_by_text("CSV (for spreadsheets, UTF-8)").click()
    body.get_by_role("button", name="Export", exact=True).click()
    expect(body.locator(".os-findings")).to_contain_text("1 cells begin like a formula")
    with page.expect_download() as waiting:
        body.get_by_role("link", name="Download new_layer.csv").click()
    with waiting.value.path().open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [x["KCMC"] for x in rows] == [x[0] for x in NEW]
    assert [x["BZ"] for x in rows] == ["'=1+1", "核查", "收集"]
    assert [float(x["longitude"]) for x in rows] == [110.0, 110.1, 110.2]

    section(page, "About")
    confirm(page, "Delete this layer…", "Delete")
    said(page, "“Occurrences 2021” was deleted.")
    counted(screen, "1个")
    page.get_by_role("tab").nth(1).click()
    page.get_by_text("Deleted layers (1)").click()
    page.get_by_role("button", name="Bring back", exact=True).click()
    said(page, "“Occurrences 2021” is back, version 1.")
    counted(screen, "3个")

    # renaming was a change too: the second undo takes the mapping back
    body = section(page, "Mapping")
    confirm(page, "Undo the last change…", "Undo")
    expect(page.locator(".os-layer-head")).to_contain_text("导出2021")
    confirm(page, "Undo the last change…", "Undo")
    expect(body).to_contain_text("Proposed as deposit")
    counted(screen, "1个")
    context.close()
    assert screen.foreign == []
    assert screen.problems == []
