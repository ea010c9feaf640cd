"""Element association in the browser: a result is opened, lies on the map, a sample is picked; it is deleted."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
from playwright.sync_api import expect

from core.analysis.association_request import AssociationRequest
from core.geochem.associate import Plan
from core.geochem.cleaning import Choices
from core.service import MineralApp
from core.service.analyses import analysis_store
from core.service.associating import Associating
from core.settings import Settings
from tests.serving import Screen

SOILS = "sichuan_soils"


def test_results_are_kept_opened_and_linked_with_the_map(screen: Screen, settings: Settings) -> None:
    """One result is made beforehand, without figures; the journey opens it and goes to the map with it."""
    app = MineralApp.open(settings)
    try:
        work = Associating(app.database, analysis_store(settings, None))
        plan = Plan(Choices(work.start(app.card, SOILS).plan.choices.elements), classes=2)
        kept = work.run(app.card, app.units, AssociationRequest(SOILS, plan=plan), plots=False)
    finally:
        app.close()
    page = screen.page
    page.get_by_role("tab", name=re.compile("science")).click()
    expect(page.get_by_role("button", name="Analyse")).to_be_enabled()
    expect(page.locator(".geo-empty")).to_be_visible()

    page.locator(".st-key-geo_kept [data-testid='stSelectbox'] input").click()
    page.get_by_role("option", name=re.compile("Element association: ")).first.click()
    expect(page.locator(".geo-head h3")).to_have_text(kept.record.title.en)
    invented = page.get_by_test_id("stAlert").filter(has_text="The samples are invented")
    expect(invented).to_be_visible()
    page.get_by_role("radio", name="Components").click()
    expect(page.get_by_text("Loadings", exact=True)).to_be_visible()

    page.get_by_role("button", name="classes", exact=True).click()
    page.get_by_role("button", name="Show the map").click()
    panel = page.locator(".st-key-panel_body")
    expect(panel.get_by_text("Anomaly clusters", exact=True)).to_be_visible()
    drawn = screen.settle()["overlays"]
    assert drawn == {f"{kept.record.id}/class": 2800}
    panel.get_by_role("button", name="anomaly clusters").click()
    expect(page.locator(".st-key-legend").get_by_text("anomaly clusters")).to_be_visible()
    clusters = next(x.value for x in kept.facts() if x.key == "anomalies.clusters")
    both = {f"{kept.record.id}/class": 2800, f"{kept.record.id}/clusters": clusters}
    assert screen.settle()["overlays"] == both

    table = panel.locator('[data-testid="stDataFrame"]').nth(1)
    table.scroll_into_view_if_needed()
    at = table.bounding_box()
    assert at is not None
    page.mouse.click(at["x"] + 17, at["y"] + 32 * 1.5)
    first = pd.read_csv(kept.directory / "samples.csv", encoding="utf-8-sig").iloc[0]
    expect(panel.get_by_text(re.compile(f"{first['sample']} · class {first['class']}"))).to_be_visible()
    assert screen.settle()["overlays"] == both | {f"{kept.record.id}/picked": 1}

    page.get_by_role("tab", name=re.compile("science")).click()
    page.locator(".st-key-geo_delete button").first.click()
    expect(page.locator(".geo-empty")).to_be_visible()
    assert not Path(kept.directory).exists()
