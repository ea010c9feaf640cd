"""Classes of a large layer beside its tiles: those of the file of the layer, in few bytes, found by number."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

from core.mapping.features import read_layer
from core.mapping.given import GivenFiles, encode, read_given
from core.mapping.style_feed import DefaultFeed
from tests.core.mapping.conftest import Place, bodies, occurrences


def decode(body: bytes) -> dict[int, tuple[int, float, float]]:
    """Feature → class number, size and turn: written from the description of the format."""
    length = int.from_bytes(body[:4], "little")
    head = json.loads(body[4 : 4 + length])
    at, n = head["start"], head["length"]

    def take(kind: str) -> np.ndarray:
        nonlocal at
        found = np.frombuffer(body, kind, n, at)
        at += -(-found.nbytes // 8) * 8
        return found

    ids = take("<f8").astype(int) if head["ids"] else np.arange(n) + head["first"]
    numbers = take("<i2")
    sizes = take("<f4") if head["g"] else np.ones(n)
    turns = take("<f4") if head["t"] else np.zeros(n)
    rows = zip(ids.tolist(), numbers.tolist(), sizes.tolist(), turns.tolist(), strict=True)
    return {i: (k, g, t) for i, k, g, t in rows if k >= 0}


@pytest.mark.parametrize("name", ["occurrences", "bodies"])
def test_the_classes_are_those_of_the_file_of_the_layer(place: Place, name: str) -> None:
    layer = {"occurrences": occurrences, "bodies": bodies}[name]()
    feed = DefaultFeed(place.styles, place.card, layer)
    file = read_given(place.db, layer, feed)
    whole = read_layer(place.db, place.card, place.styles, layer, feed)
    features = json.loads(gzip.decompress(whole.gzipped))["features"]
    expected = {f["properties"]["fid"]: f["properties"]["k"] for f in features}
    assert {i: k for i, (k, _, _) in decode(gzip.decompress(file.gzipped)).items()} == expected
    assert dict(file.classes) == dict(whole.classes)
    assert file.total == len(features)


@pytest.mark.parametrize("ids", [[1, 2, 3, 4, 5], [10, 11, 13, 14, 15], [7, 900_000, 2**40, 2**41, 2**52]])
def test_numbers_with_gaps_sizes_and_turns_are_found_again(ids: list[int]) -> None:
    numbers, sizes, turns = np.array([3, 0, -1, 2, 7]), np.array([1, 2.5, 1, 1, 0.5]), np.array([0, 0, 0, 90, -15])
    body = encode(np.array(ids), numbers, sizes, turns)
    assert len(body) < 400
    wanted = {
        i: (int(k), float(g), float(t)) for i, k, g, t in zip(ids, numbers, sizes, turns, strict=True) if k >= 0
    }
    assert decode(body) == wanted
    plain = decode(encode(np.array(ids), numbers, None, None))
    assert plain == {i: (k, 1.0, 0.0) for i, (k, _, _) in wanted.items()}


def test_no_features_are_a_file_too() -> None:
    assert decode(encode(np.zeros(0), np.zeros(0), None, None)) == {}


def test_a_file_is_made_once_for_each_style(place: Place) -> None:
    files, layer = GivenFiles(), occurrences()
    feed = DefaultFeed(place.styles, place.card, layer)
    assert files.get(place.db, "v1", layer, feed) is files.get(place.db, "v1", layer, feed)
    assert files.get(place.db, "v2", layer, feed) is not files.get(place.db, "v1", layer, feed)
