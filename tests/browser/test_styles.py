"""A layer file of ArcGIS Pro in the browser: matched, applied, its colours on the map, edited, undone."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Locator, expect

from core.database.cluster import Cluster
from core.database.engine import Database
from core.mapping.features import layer_id
from core.mapping.style_store import style_history, undo_style
from core.settings import Settings
from tests.core.mapping.cim.builders import (
    document,
    feature_layer,
    fill,
    hatch,
    polygon,
    rgb,
    stroke,
    unique,
    unique_class,
)
from tests.serving import WAIT_MS, Screen

pytestmark = pytest.mark.browser

TABLE = "bayan_obo_bodies"
TITLE = "Geological bodies, Bayan Obo"
BLUE, PINK, GREEN = (0, 114, 255), (255, 0, 200), (0, 200, 40)
EDITED = (120, 60, 0)


@pytest.fixture
def put_back(settings: Settings, cluster: Cluster) -> Iterator[None]:
    """Whatever happens, the layer has its default style afterwards: other tests look at the same map."""
    yield
    db = Database.open(settings, cluster=cluster)
    for made in style_history(db, TABLE):
        undo_style(db, TABLE, made.number)
    db.close()


def style_file(directory: Path) -> Path:
    """A style for ages: a plain, a hatched and a hidden class, one nobody has, and no default."""
    lines = hatch(45, 8, stroke(rgb(*PINK), 4))
    renderer = unique(
        ["age"],
        unique_class("Middle Proterozoic", polygon(fill(rgb(*BLUE))), ("Mesoproterozoic",)),
        unique_class("Late Archean", polygon(lines, fill(rgb(*GREEN))), ("Neoarchean",)),
        unique_class("Silurian", polygon(fill(rgb(1, 2, 3))), ("Silurian",), visible=False),
        unique_class("Devonian", polygon(fill(rgb(9, 9, 9))), ("Devonian",)),
    )  # fmt: skip
    path = directory / "ages.lyrx"
    path.write_text(json.dumps(document(feature_layer(renderer, name="Ages"))), encoding="utf-8")
    return path


def pixels(screen: Screen) -> dict[tuple[int, int, int], int]:
    """Colour → pixels of the map as it is shown."""
    frame = screen.page.locator(".st-key-map iframe")
    image = Image.open(io.BytesIO(frame.screenshot())).convert("RGB")
    return {color: n for n, color in image.getcolors(1 << 20) or []}  # type: ignore[misc]


def choose(screen: Screen, shows: str) -> Locator:
    """Open the registry, select the layer, and return its style section once its preview shows a class."""
    page = screen.page
    page.get_by_role("tab").nth(1).click()
    table = page.locator('[data-testid="stDataFrame"]').first
    expect(table).to_be_visible()
    expect(page.locator(".os-page-head h3")).to_have_count(2)
    head = page.locator(".os-page-head h3", has_text=TITLE)
    if not head.count():
        box = table.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 17, box["y"] + 32 * 2.5)  # the second of the tables by name
        expect(head).to_be_visible()
    if not page.locator(".st-key-style_panel").count():
        page.get_by_role("radio", name="Style", exact=True).click()
    # the section of the layer before may be there for a moment
    page.wait_for_function(
        "t => { const all = document.querySelectorAll('.os-style-legend');"
        " return all.length === 1 && all[0].textContent.includes(t); }",
        arg=shows,
    )
    return page.locator(".st-key-style_panel")


def applied(screen: Screen, tag: str) -> str:
    """Go to the map and wait until it draws another style than that of `tag`; the address of the style."""
    screen.page.get_by_role("tab").nth(0).click()
    wanted = f"OreSight.inspect().layers['{layer_id(TABLE)}'].symbols !== {json.dumps(tag)}"
    screen.frame().wait_for_function(wanted, timeout=WAIT_MS)
    expect(screen.page.locator(".st-key-style_panel")).to_have_count(0)  # the page is drawn to its end
    return symbols(screen)


def symbols(screen: Screen) -> str:
    return screen.settle()["layers"][layer_id(TABLE)]["symbols"]


def swatches(screen: Screen) -> str:
    """The pictures of the legend below the map, as text."""
    found = screen.page.locator(".os-legend img").evaluate_all("all => all.map(x => x.src)")
    return "\n".join(base64.b64decode(x.split(",", 1)[1]).decode() for x in found if "base64," in x)


def paint(panel: Locator, color: str) -> None:
    """Give the chosen class another colour."""
    page = panel.page
    panel.locator('[data-testid="stColorPicker"]').first.locator('[data-testid="stColorPickerBlock"]').click()
    field = page.locator('[data-testid="stColorPickerPopover"] input').first
    field.fill(color)
    page.keyboard.press("Escape")
    expect(panel.locator(".os-draft")).to_be_visible()


@pytest.mark.usefixtures("put_back")
def test_a_layer_file_is_applied_edited_and_undone(screen: Screen, tmp_path: Path) -> None:
    page = screen.page
    default = symbols(screen)
    assert pixels(screen).get(BLUE, 0) == 0
    panel = choose(screen, "Mesoproterozoic")
    panel.get_by_text("Style file", exact=True).click()
    panel.locator("input[type=file]").set_input_files(style_file(tmp_path))
    expect(panel).to_contain_text("263 of 666 features")
    expect(panel).to_contain_text("Classes of the style without features: 1 of 4")
    expect(panel.locator(".os-values").first).to_contain_text("Paleoproterozoic")
    panel.get_by_role("button", name="Apply to the map").click()
    expect(panel.locator(".os-style-state")).to_contain_text("ages.lyrx")

    from_file = applied(screen, default)
    seen = pixels(screen)
    assert min(seen.get(x, 0) for x in (BLUE, PINK, GREEN)) > 300
    assert (1, 2, 3) not in seen  # hidden in the file
    assert "#0072ff" in swatches(screen)
    assert not re.search("#010203|#090909", swatches(screen))

    panel = choose(screen, "Middle Proterozoic")
    paint(panel, "#783c00")
    panel.get_by_role("button", name="Apply to the map").click()
    expect(panel.locator(".os-style-state")).to_contain_text("edited here")
    applied(screen, from_file)
    seen = pixels(screen)
    assert seen.get(EDITED, 0) > 300
    assert BLUE not in seen
    assert "#783c00" in swatches(screen)

    panel = choose(screen, "Middle Proterozoic")
    panel.get_by_role("button", name="Undo").click()
    expect(panel.locator(".os-style-state")).not_to_contain_text("edited here")
    panel.get_by_role("button", name="Undo").click()
    expect(panel.locator(".os-style-state")).to_contain_text("default style")
    assert applied(screen, from_file) == default
    assert page.locator(".os-legend").inner_text().count("Mesoproterozoic") == 1
