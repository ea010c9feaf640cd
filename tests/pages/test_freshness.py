"""What the page keeps between its runs is given up with every change, also one that another session made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from core.mapping.features import layer_id
from core.mapping.style_defaults import default_layer
from core.mapping.style_store import apply_style, undo_style
from core.service.layer_admin import bring_back, delete, describe, words_of
from pages.components.product import feeds, product, styles
from tests.pages.test_main import html

TABLE = "bayan_obo_occurrences"


def sent(page: AppTest) -> str:
    """What the component of the map was told."""
    return str(page.get("component_instance")[0].proto.json_args)


def switch(page: AppTest) -> bool:
    """Whether the layer has a switch."""
    return any(x.key == f"layer_{layer_id(TABLE)}" for x in page.checkbox)


def test_a_change_reaches_every_session_at_its_next_run(page: Callable[[], AppTest]) -> None:
    app, one = product(), page()
    assert switch(one)
    layer, before = app.card.layer(TABLE), (html(one), sent(one))

    look = default_layer(styles(), app.card, layer)
    renderer = look.renderer
    assert renderer is not None
    classes = tuple(x.model_copy(update={"label": f"Changed {x.label}"}) for x in renderer.classes)
    changed = look.model_copy(update={"renderer": renderer.model_copy(update={"classes": classes})})
    made = apply_style(app.database, TABLE, changed, {}, origin="editor")
    feeds().store.forget()
    one.run()
    assert "Changed" in html(one)
    assert sent(one) != before[1]
    undo_style(app.database, TABLE, made.number)
    feeds().store.forget()
    assert (html(one.run()), sent(one)) == before

    info = next(x for x in app.layers() if x.record.table == TABLE)
    old = words_of(app, info)
    describe(app, TABLE, replace(old, title_en="Renamed deposits"))
    assert "Renamed deposits" in sent(one.run())
    describe(app, TABLE, old)

    delete(app, TABLE)
    assert not switch(one.run())
    assert layer_id(TABLE) not in sent(one)
    bring_back(app, TABLE)
    assert switch(one.run())
    assert html(one) == before[0]
