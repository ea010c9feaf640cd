"""Prospectivity in the browser: a run is stopped, a small one is read, shown on the map, deleted, brought back."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.serving import Screen

RUN_MS = 120_000
ENGLISH = re.compile("[a-z]{3,}")
"""Three small letters in a row; symbols of elements and units have fewer."""
WORDS = """part => {
    const copy = part.cloneNode(true);
    copy.querySelectorAll("[data-testid=stIconMaterial], style, canvas").forEach(x => x.remove());
    return copy.textContent;
}"""
"""The text of a part of the page without icons, whose names are text to the browser."""


def _settled(page: Page) -> None:
    expect(page.locator('[data-testid="stApp"]')).to_have_attribute("data-test-script-state", "notRunning")


def _set(page: Page, label: str, value: str) -> None:
    field = page.get_by_label(label, exact=True)
    field.fill(value)
    field.press("Enter")
    _settled(page)
    expect(field).to_have_value(value)


def _stopped(page: Page, result: Locator) -> None:
    """Start the usual run, which takes longer than a look, and stop it."""
    page.locator(".st-key-mpm_run button").click()
    expect(result.locator('[data-testid="stProgress"]')).to_be_visible()
    result.locator('[class*="st-key-mpm_stop_"] button').click()
    expect(result.get_by_text("The run was stopped; nothing of it was kept.")).to_be_visible(timeout=RUN_MS)
    expect(result.locator(".mpm-verdict")).to_have_count(0)


def _small(page: Page, form: Locator) -> None:
    """Choose what is done in seconds."""
    form.get_by_role("combobox", name="Model").click()
    page.get_by_role("option", name="weights of evidence").click()
    form.get_by_text("Cells, balance, validation").click()
    _set(page, "Cell size (m)", "1000")
    _set(page, "Positive within (m) of an occurrence", "2000")


def _on_the_map(screen: Screen, shown: str) -> None:
    """The potential and its targets are drawn, and a click tells the value of the cell."""
    frame, page = screen.frame(), screen.page
    frame.wait_for_function(
        "OreSight.inspect().rasters.length === 1 && OreSight.inspect().pending === 0", timeout=RUN_MS
    )
    frame.wait_for_function("Object.values(OreSight.inspect().overlays).some(n => n > 0)", timeout=RUN_MS)
    assert [x.rpartition("/")[2] for x in screen.inspect()["overlays"]] == ["targets"]
    expect(page.locator(".st-key-legend").get_by_text("targets", exact=True)).to_be_visible()
    lat, lon = screen.inspect()["center"]
    screen.click_map(lat, lon)
    card = page.locator(".st-key-picked .os-card", has_text=shown)
    expect(card.get_by_text("potential", exact=True)).to_be_visible()


def _delete(page: Page, result: Locator) -> None:
    """Open the list, mark its only row and delete it."""
    result.locator('[data-testid="stExpander"] summary').first.click()
    table = result.locator('[data-testid="stDataFrame"]').first
    expect(table.locator("canvas").first).to_be_visible()
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 17, box["y"] + 32 * 1.5)
    button = page.locator(".st-key-mpm_delete button")
    expect(button).to_be_enabled()
    button.click()
    expect(result.locator(".mpm-verdict")).to_have_count(0)


def test_a_run_is_stopped_another_read_shown_on_the_map_deleted_and_brought_back(screen: Screen) -> None:
    page = screen.page
    page.get_by_role("tab", name=re.compile("target")).click()
    form, result = page.locator(".st-key-mpm_form"), page.locator(".st-key-mpm_result")
    expect(form.get_by_text(re.compile("^About .* cells and"))).to_be_visible()
    _settled(page)
    _stopped(page, result)
    _small(page, form)
    page.locator(".st-key-mpm_run button").click()
    verdict = result.locator(".mpm-verdict")
    expect(verdict).to_contain_text("AUC", timeout=RUN_MS)
    expect(result.get_by_text("the figures describe no real place")).to_be_visible()
    expect(result.locator("[data-testid=stImage] img")).to_be_visible()
    title = result.locator("h3").inner_text()

    page.locator(".st-key-mpm_to_map_now button").click()
    _on_the_map(screen, title)

    page.get_by_role("tab", name=re.compile("target")).click()
    page.get_by_text("中文", exact=True).click()
    expect(result.locator("h3")).not_to_have_text(title)
    expect(verdict).to_contain_text("伪矿床")
    _settled(page)
    assert ENGLISH.findall(f"{form.evaluate(WORDS)} {result.evaluate(WORDS)}") == []
    expect(form.get_by_role("combobox", name="模型")).to_have_value("证据权法")

    _delete(page, result)
    page.locator(".st-key-mpm_restore button").click()
    expect(verdict).to_contain_text("AUC")
    _settled(page)
    _delete(page, result)
