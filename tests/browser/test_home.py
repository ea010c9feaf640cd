"""The main job in the browser: map, question, answer, highlights, without any other host."""

from __future__ import annotations

import csv
import io
import json
import re
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from core.settings import ROOT
from tests.serving import WAIT_MS, Screen

pytestmark = pytest.mark.browser

CASE_EN = "Which magmatic-hydrothermal gold deposits lie within 5 km of faults in Bayan Obo?"
CASE_ZH = "白云鄂博地区距断裂5公里以内的岩浆热液型金矿床有哪些？"
NAMES = ("Saiwusu", "Bilute", "Sujiao'ao", "Gansi Taolegai")
SAIWUSU = (41.8506, 109.9903)


def mark(screen: Screen) -> None:
    """Leave a sign in the map's frame; a frame mounted anew has none."""
    screen.frame().evaluate("window.sign = 'kept'")


def to_chinese(page: Page) -> None:
    """Switch the language of the screen."""
    page.get_by_text("中文", exact=True).click()
    page.wait_for_function(
        "getComputedStyle(document.querySelector('[data-testid=stTab]'), '::after').content.includes('主页')"
    )


def kept(screen: Screen) -> bool:
    return screen.frame().evaluate("window.sign") == "kept"


def test_first_sight(screen: Screen) -> None:
    drawn = screen.inspect()
    loaded = sorted(x["loaded"] for x in drawn["layers"].values())
    assert len(loaded) >= 4
    assert loaded[-1] >= 300  # geological bodies
    assert all(x["loaded"] == x["shown"] for x in drawn["layers"].values())
    page = screen.page
    expect(page.locator('[class*="st-key-example_"] button')).to_have_count(3, timeout=WAIT_MS)
    expect(page.locator(".os-loaded")).to_contain_text("invented")
    expect(page.locator(".os-legend h4").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not [r for r in screen.requests if "geojson" in r and "v=" not in r and "land" not in r]


@pytest.mark.parametrize("question", [CASE_EN, CASE_ZH])
def test_the_case_study_is_answered_and_highlighted(screen: Screen, question: str) -> None:
    mark(screen)
    screen.ask(question)
    text = screen.page.locator(".os-answer-text").inner_text()
    if question == CASE_EN:
        assert all(name in text for name in NAMES)
        assert [text.index(n) for n in NAMES] == sorted(text.index(n) for n in NAMES)
    drawn = screen.settle()
    assert drawn["roles"]["target"] == 4
    assert drawn["roles"]["reference"] >= 8
    assert kept(screen)
    expect(screen.page.locator(".os-status")).to_contain_text("4")
    expect(screen.page.locator(".os-legend .os-hit")).to_be_visible()


def test_a_row_zooms_and_marks_and_the_frame_stays(screen: Screen) -> None:
    screen.ask(CASE_EN)
    mark(screen)
    before = screen.inspect()
    screen.click_row(0)
    screen.frame().wait_for_function("OreSight.inspect().selected !== null", timeout=WAIT_MS)
    after = screen.inspect()
    assert after["zoom"] > before["zoom"]
    assert abs(after["center"][0] - SAIWUSU[0]) < 0.05
    assert abs(after["center"][1] - SAIWUSU[1]) < 0.05
    assert kept(screen)
    expect(screen.page.locator(".os-claims")).to_be_visible()


def test_a_click_on_the_map_identifies_and_keeps_the_answer(screen: Screen) -> None:
    screen.ask(CASE_EN)
    mark(screen)
    answer = screen.page.locator(".os-answer-text").inner_text()
    view = screen.inspect()
    screen.click_map(*SAIWUSU)
    card = screen.page.locator(".st-key-picked")
    expect(card).to_contain_text("Saiwusu")
    assert screen.page.locator(".os-answer-text").inner_text() == answer
    now = screen.inspect()
    assert (now["zoom"], now["roles"]) == (view["zoom"], view["roles"])
    assert now["picked"]
    assert kept(screen)
    screen.page.locator(".st-key-picked_close button:visible").click()
    expect(card).to_have_count(0)
    expect(screen.page.locator(".os-claims")).to_be_visible()


def test_switching_layers_tabs_and_language_never_mounts_the_map_anew(screen: Screen) -> None:
    page = screen.page
    screen.frame().evaluate("(() => { map.setView([41.9, 109.9], 11); return 1; })()")
    page.wait_for_timeout(600)
    mark(screen)
    view = screen.inspect()
    switches = page.locator(".st-key-layer_list label")
    count = len(view["layers"])
    on = next(i for i in range(switches.count()) if switches.nth(i).locator("input").is_checked())
    switches.nth(on).click()
    screen.frame().wait_for_function(f"Object.keys(OreSight.inspect().layers).length === {count - 1}")
    switches.nth(on).click()
    screen.frame().wait_for_function(f"Object.keys(OreSight.inspect().layers).length === {count}")
    for tab in (1, 2, 3, 4, 0):
        page.get_by_role("tab").nth(tab).click()
        page.wait_for_timeout(700)
    to_chinese(page)
    now = screen.settle()
    assert kept(screen)
    assert now["zoom"] == view["zoom"]
    assert now["center"] == pytest.approx(
        view["center"], abs=0.002
    )  # a hidden tab has no size; pixels are rounded


def test_the_chinese_screen_has_no_english_label(screen: Screen) -> None:
    page = screen.page
    to_chinese(page)
    screen.ask(CASE_ZH)
    en, zh = (json.loads((ROOT / "locale" / f"{x}.json").read_text(encoding="utf-8")) for x in ("en", "zh"))
    shown = page.locator("body").inner_text()
    for key, text in en.items():
        own_name = key.startswith("lang_")  # a language is called by its own name
        if len(text) > 6 and "{" not in text and text != zh[key] and not own_name:
            assert text not in shown, key


def test_every_example_has_an_answer(screen: Screen) -> None:
    page = screen.page
    for i in range(3):
        button = page.locator(f".st-key-example_{i} button")
        question = button.inner_text().strip().splitlines()[-1]
        button.click()
        screen.answered(question)
        assert page.locator(".os-lead, .os-claims").count() > 0
        page.locator(".st-key-new_question button:visible").click()
        try:
            page.locator(".st-key-example_0 button").first.wait_for(timeout=10_000)
        except TimeoutError:  # seen once in a while: the click had no effect; a person clicks again
            page.locator(".st-key-new_question button:visible").click()
        expect(page.locator(".st-key-example_0 button")).to_be_visible()


def test_dense_samples_are_thinned_and_said_so(screen: Screen) -> None:
    page = screen.page
    label = page.locator(".st-key-layer_list label", has_text="samples")
    label.click()
    frame = screen.frame()
    frame.wait_for_function(
        "Object.values(OreSight.inspect().layers).some(x => x.loaded > 10000)", timeout=WAIT_MS
    )
    dense = max(screen.settle()["layers"].values(), key=lambda x: x["loaded"])
    assert dense["loaded"] == 16_370
    assert 200 < dense["shown"] < 6_000
    expect(frame.locator(".os-note")).to_contain_text("16,370")


def test_downloads_hold_the_answer(screen: Screen) -> None:
    screen.ask(CASE_EN)
    page = screen.page
    with page.expect_download() as waiting:
        page.locator('[class*="st-key-downloads_"] [class*="st-key-csv"] button').click()
    raw = waiting.value.path().read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"))))
    assert len(rows) == 5
    with page.expect_download() as waiting:
        page.locator('[class*="st-key-downloads_"] [class*="st-key-geojson"] button').click()
    made = json.loads(waiting.value.path().read_text(encoding="utf-8"))
    assert sum(f["properties"]["role"] == "target" for f in made["features"]) == 4


def test_how_it_was_computed_and_the_history(screen: Screen) -> None:
    page = screen.page
    screen.ask(CASE_EN)
    page.locator('[data-testid="stExpander"] summary').first.click()
    expect(page.locator(".os-funnel")).to_be_visible()
    expect(page.locator('[data-testid="stExpander"]').first).to_contain_text("SELECT")
    second = "How many faults are in Bayan Obo?"
    screen.ask(second)
    page.locator(".st-key-panel_head [data-testid='stPopover'] button:visible").click()
    page.locator('[class*="st-key-history_"] button', has_text="magmatic").click()
    screen.answered(CASE_EN)
    assert screen.inspect()["roles"]["target"] == 4


def test_the_other_tabs_show_what_is_loaded(screen: Screen) -> None:
    page = screen.page
    page.get_by_role("tab").nth(1).click()
    expect(page.locator(".os-facts").first).to_contain_text("SHA-256")
    page.get_by_role("tab").nth(3).click()
    page.get_by_role("textbox").last.fill("what is a skarn?")
    page.get_by_role("textbox").last.press("Enter")
    expect(page.locator(".os-passage").first).to_be_visible()
    page.get_by_role("tab").last.click()
    expect(page.locator(".os-parts")).to_contain_text("PostGIS")


def test_a_narrow_window_scrolls_only_downwards(screen: Screen) -> None:
    for width, height in ((1280, 800), (760, 900)):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.page.wait_for_timeout(500)
        assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_layers_answer_304_to_their_own_tag(served: str, screen: Screen) -> None:
    address = next(r for r in screen.requests if "/api/layers/" in r)
    with urllib.request.urlopen(address) as first:
        tag = first.headers["ETag"]
    request = urllib.request.Request(address, headers={"If-None-Match": tag})
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(request)
    assert error.value.code == 304


def test_an_answer_elsewhere_takes_the_map_and_the_study_area_there(screen: Screen) -> None:
    before = screen.inspect()
    mark(screen)
    screen.ask("Which copper deposits lie within 3 km of faults in Yunnan?")
    screen.frame().wait_for_function("OreSight.inspect().center[1] < 105", timeout=WAIT_MS)
    now = screen.settle()
    assert not set(now["layers"]) & set(before["layers"])
    assert now["roles"]["target"] > 0
    chosen = screen.page.locator('[data-testid="stSidebar"] [data-testid="stSelectbox"] input')
    expect(chosen).to_have_value(re.compile("Yunnan"))
    assert kept(screen)
