"""Labels of a layer: texts, places, conditions; and how they travel."""

from __future__ import annotations

import json

from starlette.applications import Starlette
from starlette.testclient import TestClient

from core.mapping.style_build import labelled
from core.mapping.style_columns import columns_of
from core.mapping.style_defaults import default_layer
from core.mapping.style_feed import AppliedFeed, DefaultFeed
from core.mapping.style_model import LabelPart, LabelStyle
from core.mapping.style_routes import style_routes
from core.mapping.style_texts import has_labels, read_labels
from tests.core.mapping.cim.builders import fill, polygon, read_layer, rgb, unique, unique_class
from tests.core.mapping.conftest import HOSTILE, ODD_COLUMN, Place, bodies, occurrences


def test_labels_stand_at_their_features_with_the_texts_of_any_column(place: Place) -> None:
    layer = occurrences()
    style = labelled(default_layer(place.styles, place.card, layer), ODD_COLUMN)
    feed = DefaultFeed(place.styles, place.card, layer, style)
    assert has_labels(feed)
    assert not has_labels(DefaultFeed(place.styles, place.card, layer))
    found = json.loads(read_labels(place.db, layer, feed, tuple(columns_of(place.db, layer))))
    assert found["items"][0][:3] == [100.12346, 30.5, 0]
    assert HOSTILE in [x[3] for x in found["items"]]
    assert found["styles"][0]["halo"] == "#ffffff"


def test_only_features_that_are_drawn_are_labelled_and_conditions_hold(place: Place) -> None:
    layer = bodies()
    made = read_layer(unique(
        ["age"], unique_class("J", polygon(fill(rgb(1, 2, 3))), ("J",)),
        unique_class("P", polygon(), ("P3",), visible=False),
    ))  # fmt: skip
    parts = (LabelPart(text="age "), LabelPart(field="AGE", functions=("lower",)))
    style = made.model_copy(update={"labels": (LabelStyle(parts=parts, case="upper"),), "labels_on": True})
    columns = tuple(columns_of(place.db, layer))
    found = json.loads(read_labels(place.db, layer, AppliedFeed(style, columns, {}), columns))
    assert [x[3] for x in found["items"]] == ["AGE J", "AGE J"]
    assert found["total"] == 2


def test_an_address_that_names_the_style_may_be_kept(place: Place) -> None:
    layer = bodies()
    feed = DefaultFeed(place.styles, place.card, layer)
    routes = style_routes(lambda x: feed if x == "a" else None)
    client = TestClient(Starlette(routes=routes))
    kept = client.get(f"/api/styles/a.json?s={feed.tag}")
    assert kept.json()["classes"]
    assert "max-age" in kept.headers["Cache-Control"]
    assert client.get("/api/styles/a.json?s=old").headers["Cache-Control"] == "no-cache"
    assert client.get("/api/labels/a.json?s=t").json()["items"] == []
    assert client.get("/api/labels/b.json").status_code == 404
