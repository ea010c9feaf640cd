"""Layers leave as small GeoJSON that holds the data as they are and the class of each feature."""

from __future__ import annotations

import gzip
import json
import threading
from dataclasses import replace

from core.mapping.features import LayerFiles, layer_id, read_layer
from core.mapping.identify import other_cells, read_row, rows_at
from core.mapping.style_feed import DefaultFeed
from core.vocabulary.card import Layer
from tests.core.mapping.conftest import HOSTILE, ODD_TABLE, Place, bodies, occurrences


def collection(place: Place, layer: object) -> dict:
    file = read_layer(place.db, place.card, place.styles, layer)  # type: ignore[arg-type]
    return json.loads(gzip.decompress(file.gzipped))


def test_a_table_and_columns_of_any_spelling_are_read(place: Place) -> None:
    found = collection(place, occurrences())
    assert [f["properties"]["fid"] for f in found["features"]] == [1, 2, 3, 4]
    assert found["features"][1]["properties"]["name"] == HOSTILE


def test_coordinates_have_five_decimals(place: Place) -> None:
    assert collection(place, occurrences())["features"][0]["geometry"]["coordinates"] == [100.12346, 30.5]


def test_only_what_the_tooltip_needs_is_sent(place: Place) -> None:
    first = collection(place, occurrences())["features"][0]["properties"]
    assert set(first) == {"fid", "k", "name", "name_zh", "commodity"}


def keys(place: Place, layer: Layer) -> list[str]:
    """Class key of each feature by the number that was sent."""
    known = DefaultFeed(place.styles, place.card, layer).keys
    return [known[f["properties"]["k"]] for f in collection(place, layer)["features"]]


def test_the_first_listed_commodity_decides_the_class(place: Place) -> None:
    classes = keys(place, occurrences())
    scheme = place.styles.schemes["commodities"].classes
    assert scheme[int(classes[0].split(":")[1])].concepts == ("gold",)
    assert "ree" in scheme[int(classes[1].split(":")[1])].concepts  # cerium belongs to the rare earths
    assert classes[2:] == ["other", "other"]


def test_intrusions_by_rock_and_strata_by_age(place: Place) -> None:
    classes = keys(place, bodies())
    ages, rocks = place.styles.schemes["ages"].classes, place.styles.schemes["intrusions"].classes
    assert [ages[int(k.split(":")[1])].concepts[0] for k in classes[:3]] == ["jurassic", "permian", "archean"]
    assert classes[3].startswith("intrusions:")
    assert "granite" in rocks[int(classes[3].split(":")[1])].concepts


def test_the_same_data_give_the_same_tag_and_the_file_is_made_once(place: Place) -> None:
    files, made = LayerFiles(), []
    layer = occurrences()
    threads = [
        threading.Thread(target=lambda: made.append(files.get(place.db, place.card, place.styles, layer)))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(f) for f in made}) == 1
    assert read_layer(place.db, place.card, place.styles, layer).etag == made[0].etag
    assert files.figures()["files"] == 1


def test_layer_ids_are_safe_in_addresses() -> None:
    assert layer_id(ODD_TABLE).isalnum()
    assert layer_id(ODD_TABLE) != layer_id(ODD_TABLE + " ")


def test_identify_gives_the_row_with_its_limits(place: Place) -> None:
    row = read_row(place.db, occurrences(), 1)
    assert row is not None
    assert row.get("name_zh") == "甲"
    gold = next(a for a in row.attributes if a.id == "Au")
    assert (gold.qualifier, gold.value, gold.unit) == ("<", 0.5, "ppb")
    assert read_row(place.db, occurrences(), 99) is None


def test_columns_without_a_meaning_are_told_too(place: Place) -> None:
    known = occurrences()
    bare = replace(known, columns={"name": known.columns["name"]})
    cells = dict(other_cells(place.db, bare, 1))
    assert cells["Comm"] == "Au; Ag"
    assert cells["Au__limit"] == 0.5
    assert known.columns["name"].name not in cells
    assert "fid" not in cells
    assert other_cells(place.db, known, 1) == ()
    assert other_cells(place.db, bare, 99) == ()


def test_what_lies_under_a_point_also_after_scrolling_around_the_world(place: Place) -> None:
    assert [r.get("name") for r in rows_at(place.db, [bodies()], 100.1, 30.5)] == ["a"]
    assert [r.get("name") for r in rows_at(place.db, [bodies()], 100.1 - 360, 30.5)] == ["a"]
    assert rows_at(place.db, [bodies()], 99.0, 30.5) == ()
