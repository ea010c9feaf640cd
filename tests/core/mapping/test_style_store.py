"""Styles people gave to layers: kept, taken back, and turned into class numbers of the rows."""

from __future__ import annotations

import json

import sqlalchemy as sa

from core.database.engine import META_SCHEMA
from core.mapping.features import read_layer
from core.mapping.style_columns import columns_of, groups_of, numbers_of
from core.mapping.style_feed import AppliedFeed
from core.mapping.style_feeds import StyleFeeds
from core.mapping.style_model import StyleLayer
from core.mapping.style_payload import style_payload
from core.mapping.style_store import KEPT, StyleStore, apply_style, style_history, undo_style
from tests.core.mapping.cim.builders import fill, hatch, polygon, rgb, stroke, unique, unique_class
from tests.core.mapping.cim.builders import read_layer as layer_of
from tests.core.mapping.conftest import ODD_COLUMN, Place, bodies, occurrences


def by_age(**more: object) -> StyleLayer:
    """A style of two ages, the second one hidden."""
    return layer_of(unique(
        ["AGE"],
        unique_class("Jura", polygon(stroke(rgb(0, 0, 0), 1), hatch(45), fill(rgb(0, 0, 255, 50))), ("J",)),
        unique_class("Perm", polygon(fill(rgb(255, 0, 0))), ("P3",), visible=False),
    ), **more)  # fmt: skip


def test_a_style_is_kept_taken_back_and_made_the_default_again(place: Place) -> None:
    db, table = place.db, "some layer"
    first = apply_style(db, table, by_age(), {"AGE": "age"}, origin="file", source="a.lyrx")
    apply_style(db, table, None, {}, origin="default")
    store = StyleStore(db)
    now = store.current(table)
    assert now is not None
    assert now.style is None
    assert not undo_style(db, table, first.number)  # not the present one
    assert undo_style(db, table, now.number)
    store.forget()
    back = store.current(table)
    assert back is not None
    assert (back.style, back.columns, back.source) == (by_age(), {"AGE": "age"}, "a.lyrx")
    assert undo_style(db, table, first.number)
    store.forget()
    assert store.current(table) is None
    assert store.current("another layer") is None


def test_the_oldest_of_many_styles_go(place: Place) -> None:
    for i in range(KEPT + 3):
        apply_style(place.db, "busy", None, {}, origin="default", source=str(i))
    kept = style_history(place.db, "busy")
    assert [x.source for x in kept] == [str(i) for i in range(KEPT + 2, 2, -1)]


def test_a_stored_style_that_cannot_be_read_gives_the_default_and_says_so(place: Place) -> None:
    layer = bodies()
    made = apply_style(place.db, layer.table, by_age(), {}, origin="file")
    with place.db.owner.begin() as connection:
        connection.execute(
            sa.text(f"UPDATE {META_SCHEMA}.layer_style SET style = '{{}}' WHERE number = :n"), {"n": made.number}
        )
    feeds = StyleFeeds(place.db, place.styles)
    current = feeds.store.current(layer.table)
    assert current is not None
    assert current.broken
    assert "other" in feeds.get(place.card, layer).keys
    undo_style(place.db, layer.table, made.number)


def test_an_applied_style_numbers_the_rows(place: Place) -> None:
    layer = bodies()
    made = apply_style(place.db, layer.table, by_age(), {}, origin="file")
    feeds = StyleFeeds(place.db, place.styles)
    feed = feeds.get(place.card, layer)
    assert isinstance(feed, AppliedFeed)
    assert feed.columns == ("age",)
    file = read_layer(place.db, place.card, place.styles, layer, feed)
    assert file.classes == {"c0": 2, "c1": 1}
    undo_style(place.db, layer.table, made.number)
    feeds.store.forget()
    assert feeds.get(place.card, layer).tag != feed.tag


def test_the_payload_draws_by_number_and_leaves_hidden_classes_out() -> None:
    spec = json.loads(json.dumps(style_payload(by_age(transparency=50))))
    first, second = spec["classes"]
    assert second is None
    assert (spec["geometry"], spec["opacity"]) == ("polygon", 0.5)
    assert [p["p"] for p in first["passes"]] == ["fill", "hatch", "stroke"]
    assert first["passes"][0]["color"] == "rgba(0,0,255,0.5)"
    assert first["passes"][1]["angle"] == 45
    assert "dash" not in first["passes"][2]


def test_columns_and_values_of_any_spelling(place: Place) -> None:
    layer = occurrences()
    columns = columns_of(place.db, layer)
    assert {ODD_COLUMN, "Comm"} <= set(columns)
    assert not {"fid", "geom", "geom_ecef"} & set(columns)
    groups = groups_of(place.db, layer, ["Comm"])
    assert sum(groups.counts) == 4
    assert not groups.cut
    assert groups_of(place.db, layer, ["Comm"], most=1).cut
    assert groups_of(place.db, layer, []).counts == [4]
    assert all(isinstance(x, float) for x in numbers_of(place.db, layer, "Au"))
