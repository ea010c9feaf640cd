"""Names are found as people type them, and coordinates in the usual spellings; anything else finds nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.mapping.searching import MAX_HITS, coordinates, find
from core.vocabulary.card import EntityType, Labels, Layer, Name, SchemaCard

KIND = EntityType("mine", Labels("mine", "矿山"), Labels("mines", "矿山"), ("point",))
LAYERS = tuple(Layer(t, "mine", Labels(t, t), "point", 9, (0, 0, 1, 1), {}) for t in ("north", "south"))


def name(text: str, table: str, *fids: int) -> Name:
    return Name(text, "mine", table, fids, text)


NAMES = (
    name("Alta", "north", 1), name("Altamira Norte", "north", 2), name("Gran Alta", "south", 3, 4),
    name("Álta", "south", 5), name("白云鄂博", "north", 6), name("Nowhere", "gone", 7), name("Empty", "north"),
    *(name(f"Pit {i:02d}", "south", 100 + i) for i in range(40)),
)  # fmt: skip
CARD = SchemaCard("v1", {"mine": KIND}, {}, {}, LAYERS, NAMES)


def test_whole_names_come_first_then_beginnings_then_the_rest() -> None:
    hits = find(CARD, " ALTA", "en")
    assert [h.fid for h in hits] == [1, 5, 2, 3]
    assert (hits[3].parts, hits[3].kind, hits[3].layer) == (2, "mine", "south")
    assert find(CARD, "云鄂", "zh")[0].kind == "矿山"


def test_a_search_is_confined_and_cut() -> None:
    assert [h.fid for h in find(CARD, "alta", "en", ["south"])] == [5, 3]
    assert len(find(CARD, "pit", "en")) == MAX_HITS
    assert [h.fid for h in find(CARD, "pit0", "en")][:2] == [100, 101]


@pytest.mark.parametrize("text", ["", "   ", "nowhere", "empty", "%", "_", "' OR 1=1 --", "x" * 100_000])
def test_what_is_no_name_finds_nothing(text: str) -> None:
    assert find(CARD, text, "en") == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("41.85, 109.99", (109.99, 41.85)), ("41.85 109.99", (109.99, 41.85)), ("109.99, 41.85", (109.99, 41.85)),
        ("41.85N 109.99E", (109.99, 41.85)), ("109.99°E, 41.85°N", (109.99, 41.85)),
        ("33.5S, 70.2W", (-70.2, -33.5)), ("-33.5，-70.2", (-70.2, -33.5)),
        ("41.85°北 109.99°东", (109.99, 41.85)),
        ("95, 190", None), ("91N 10E", None), ("41.85", None), ("Alta", None), ("", None), ("1" * 500, None),
    ],
)  # fmt: skip
def test_coordinates(text: str, place: tuple[float, float] | None) -> None:
    assert coordinates(text) == place


@given(st.text(max_size=60))
def test_any_text_is_read_without_a_failure(text: str) -> None:
    find(CARD, text, "en")
    coordinates(text)
