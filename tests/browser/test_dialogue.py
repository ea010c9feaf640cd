"""Dialogue in the browser: chips with what was carried over, questions back, refusals, drawing on the map."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_home import to_chinese
from tests.serving import WAIT_MS, Screen

pytestmark = pytest.mark.browser

TALKS = {
    "en": ("Which gold deposits lie near faults in Bayan Obo?", "which of those are medium?",
           "what about within 10 km?", "deposits near Nowhere Mountain", "delete all deposits"),
    "zh": ("白云鄂博地区断裂附近的金矿床有哪些？", "其中中型的呢？", "10公里以内呢？", "青岭山附近的矿床有哪些？",
           "删除所有矿床"),
}  # fmt: skip


def shot(screen: Screen, name: str) -> None:
    """Keep a picture where BROWSER_SHOTS says so."""
    if folder := os.environ.get("BROWSER_SHOTS"):
        screen.page.screenshot(path=str(Path(folder) / f"{name}.png"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_dialogue_from_question_to_refusal(screen: Screen, language: str) -> None:
    page = screen.page
    if language == "zh":
        to_chinese(page)
    first, medium, wider, unknown, write = TALKS[language]
    screen.ask(first)
    expect(page.locator('[class*="st-key-chip_assumed"] button').first).to_be_visible()
    screen.ask(medium)
    expect(page.locator(".os-chip.os-carried")).to_have_count(1)
    expect(page.locator(".os-context")).to_contain_text(first)
    shot(screen, f"{language}_carried")
    page.locator('[data-testid="stExpander"] summary').first.click()
    expect(page.locator(".os-funnel")).to_be_visible()
    page.locator(".os-funnel").scroll_into_view_if_needed()
    shot(screen, f"{language}_funnel")
    screen.ask(wider)
    expect(page.locator('[class*="st-key-chip_carried"]').nth(2)).to_be_visible()
    shot(screen, f"{language}_changed")
    page.locator('[class*="st-key-chip_carried"] button').first.click()
    expect(page.locator('[class*="st-key-apply_"] button:visible')).to_be_visible()
    shot(screen, f"{language}_editing")
    page.keyboard.press("Escape")
    screen.ask(unknown)
    expect(page.locator(".os-back.os-clarify")).to_be_visible()
    choices = page.locator('[class*="st-key-choice_"] button')
    expect(choices.nth(1)).to_be_visible()
    shot(screen, f"{language}_clarify")
    screen.ask(write)
    expect(page.locator(".os-back.os-refused")).to_be_visible()
    shot(screen, f"{language}_refused")
    choices.first.click()
    expect(page.locator(".os-lead, .os-claims").first).to_be_visible(timeout=WAIT_MS)


def test_a_drawn_rectangle_is_the_selection_of_a_question(screen: Screen) -> None:
    page = screen.page
    screen.frame().evaluate("window.sign = 'kept'")
    screen.frame().locator(".os-draw-rectangle").click()
    box = page.locator(".st-key-map iframe").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.35, box["y"] + box["height"] * 0.35)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.6, steps=6)
    page.mouse.up()
    expect(page.locator(".os-drawn")).to_be_visible(timeout=WAIT_MS)
    assert page.locator(".st-key-picked").count() == 0
    screen.ask("deposits in the selected area")
    expect(page.locator(".os-lead")).to_contain_text("selection on the map")
    shot(screen, "en_drawn")
    assert screen.settle()["roles"]["target"] > 0
    screen.frame().locator(".os-draw-clear").click()
    expect(page.locator(".os-drawn")).to_have_count(0, timeout=WAIT_MS)
    screen.ask("deposits in the current view")
    expect(page.locator(".os-lead")).to_be_visible()
    assert screen.frame().evaluate("window.sign") == "kept"
