"""The routes of the map at scale: caching, compression, sentences for failures, and no way around them."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from core.errors import DatabaseError
from core.mapping.base_tiles import read_base_tile
from core.mapping.detail import read_detail
from core.mapping.features import layer_id
from core.mapping.given import GivenFiles
from core.mapping.map_routes import Found, map_routes
from core.mapping.style_feed import DefaultFeed
from core.mapping.tile_grid import Tile
from core.mapping.tiles import VectorTiles
from tests.core.mapping.conftest import HOSTILE, ODD_TABLE, Place, occurrences

ODD = layer_id(ODD_TABLE)


class Sources:
    """The real things over the test's database."""

    def __init__(self, place: Place, directory: Path) -> None:
        self.directory = directory
        self.place, self.tiles, self.files = place, VectorTiles(), GivenFiles()

    def tile(self, layer: str, tile: Tile) -> Found | None:
        if layer == "down":
            raise DatabaseError("The database does not answer.")
        if layer == "broken":
            raise ValueError("secret detail")
        file = self.tiles.get(self.place.db, self.place.card, layer, tile)
        return Found(file, "v1") if file else None

    def given(self, layer: str) -> Found | None:
        one = occurrences()
        feed = DefaultFeed(self.place.styles, self.place.card, one)
        return Found(self.files.get(self.place.db, "v1", one, feed), "v1") if layer == ODD else None

    def feature(self, layer: str, fid: int) -> Found | None:
        found = read_detail(self.place.db, self.place.card, self.place.styles, occurrences(), fid)
        return Found(found, "v1") if layer == ODD and found else None

    def base(self, tile: Tile) -> tuple[bytes, str] | None:
        return read_base_tile(self.directory, tile)

    def search(self, text: str, language: str) -> list[Mapping[str, Any]]:
        return [{"q": text, "lang": language}]


@pytest.fixture
def client(place: Place, tmp_path: Path) -> httpx.AsyncClient:
    app = Starlette(routes=map_routes(Sources(place, tmp_path)))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://here")


def get(client: httpx.AsyncClient, url: str, **headers: str) -> httpx.Response:
    request = client.get(url, headers={k.replace("_", "-"): v for k, v in headers.items()})
    with ThreadPoolExecutor(1) as worker:  # a browser test may keep an event loop in the main thread
        return worker.submit(asyncio.run, request).result()


def test_a_tile_tells_its_features_and_may_be_kept_while_the_data_last(client: httpx.AsyncClient) -> None:
    first = get(client, f"/api/layers/{ODD}/0/0/0.mvt?v=v1")
    assert (first.status_code, first.headers["x-features"], first.headers["x-left-out"]) == (200, "4", "0")
    assert first.headers["cache-control"] == "private, max-age=86400"
    assert first.headers["content-encoding"] == "gzip"
    assert first.content[:1] == b"\x1a"  # the first field of a tile is a layer
    old = get(client, f"/api/layers/{ODD}/0/0/0.mvt?v=v0")
    assert old.headers["cache-control"] == "no-cache"
    assert get(client, f"/api/layers/{ODD}/0/0/0.mvt", if_none_match=first.headers["etag"]).status_code == 304
    plain = get(client, f"/api/layers/{ODD}/0/0/0.mvt", accept_encoding="identity")
    assert plain.content == first.content
    assert "content-encoding" not in plain.headers
    assert get(client, f"/api/layers/{ODD}/9/0/0.mvt").status_code == 204


@pytest.mark.parametrize(
    "path",
    [
        "nothing/0/0/0.mvt", "{}/0/0/1.mvt", "{}/17/0/0.mvt", "{}/99999999999999999999999/0/0.mvt",
        "{}/-1/0/0.mvt", "{}/0/0/0", "{}/a/b/c.mvt", "{}/0/0/0.mvt/..", "..%2F..%2Fetc/0/0/0.mvt",
        "%27%3B%20drop/0/0/0.mvt", "{}/1e3/0/0.mvt", "nothing/classes",
        "nothing/features/1.json", "{}/features/999.json", "{}/features/x.json",
        "{}/features/99999999999999999999999999.json", "{}/features/-1.json",
    ],
)  # fmt: skip
def test_what_does_not_exist_is_not_found(client: httpx.AsyncClient, path: str) -> None:
    assert get(client, "/api/layers/" + path.format(ODD)).status_code == 404


def test_failures_are_one_sentence_without_details(client: httpx.AsyncClient) -> None:
    down, broken = get(client, "/api/layers/down/0/0/0.mvt"), get(client, "/api/layers/broken/0/0/0.mvt")
    assert (down.status_code, down.json()) == (503, {"error": "The database does not answer."})
    assert broken.status_code == 500
    assert "secret" not in broken.text
    assert "no-store" in broken.headers["cache-control"]


def test_one_feature_with_its_values_as_they_are(client: httpx.AsyncClient) -> None:
    found = get(client, f"/api/layers/{ODD}/features/2.json?v=v1").json()
    assert found["properties"]["name"] == HOSTILE
    assert found["geometry"] == {"type": "Point", "coordinates": [100.2, 30.2]}
    assert found["bounds"] == [100.2, 30.2, 100.2, 30.2]


def test_classes_and_search(client: httpx.AsyncClient) -> None:
    classes = get(client, f"/api/layers/{ODD}/classes?v=v1")
    assert int.from_bytes(classes.content[:4], "little") < 200
    assert gzip.compress(classes.content)
    assert get(client, "/api/search", if_none_match="").json() == [{"q": "", "lang": "en"}]
    asked = get(client, "/api/search?q=" + "a" * 5000 + "&lang=%3Cb%3E").json()
    assert asked == [{"q": "a" * 100, "lang": "en"}]


def test_own_tiles_are_read_by_number_only(client: httpx.AsyncClient, tmp_path: Path) -> None:
    (tmp_path / "3" / "5").mkdir(parents=True)
    (tmp_path / "3" / "5" / "2.webp").write_bytes(b"RIFF")
    (tmp_path / "secret.png").write_bytes(b"no")
    found = get(client, "/api/base/3/5/2")
    assert (found.status_code, found.content, found.headers["content-type"]) == (200, b"RIFF", "image/webp")
    assert [get(client, f"/api/base/{x}").status_code for x in ("3/5/3", "3/9/2", "99/0/0")] == [204] * 3
    assert get(client, "/api/base/..%2Fsecret/0/0").status_code == 404
    assert get(client, "/api/base/3/5/2.webp").status_code == 404
