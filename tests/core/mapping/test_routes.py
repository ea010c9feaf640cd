"""The data routes: addresses, caching, compression, and nothing but what was asked."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from starlette.applications import Starlette

from core.errors import DatabaseError
from core.mapping.features import LayerFile, layer_id, read_layer
from core.mapping.routes import routes
from core.settings import ROOT
from tests.core.mapping.conftest import ODD_TABLE, Place, occurrences


@pytest.fixture
def client(place: Place) -> httpx.AsyncClient:
    file = read_layer(place.db, place.card, place.styles, occurrences())

    def source(identifier: str) -> LayerFile | None:
        if identifier == "down":
            raise DatabaseError("The database does not answer.")
        if identifier == "broken":
            raise ValueError("secret detail")
        return file if identifier == layer_id(ODD_TABLE) else None

    app = Starlette(routes=routes(ROOT / "static", source, lambda: True))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://here")


def get(client: httpx.AsyncClient, url: str, **headers: str) -> httpx.Response:
    request = client.get(url, headers={k.replace("_", "-"): v for k, v in headers.items()})
    with ThreadPoolExecutor(1) as worker:  # a browser test may keep an event loop in the main thread
        return worker.submit(asyncio.run, request).result()


def test_a_layer_is_compressed_and_answers_304_to_its_own_tag(client: httpx.AsyncClient) -> None:
    url = f"/api/layers/{layer_id(ODD_TABLE)}.geojson?v=v1"
    first = get(client, url, accept_encoding="gzip")
    assert first.status_code == 200
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["content-type"].startswith("application/geo+json")
    assert len(first.json()["features"]) == 4
    assert get(client, url, if_none_match=first.headers["etag"]).status_code == 304
    plain = get(client, url, accept_encoding="identity")
    assert "content-encoding" not in plain.headers
    assert json.loads(plain.content) == first.json()


@pytest.mark.parametrize("name", ["nothing", "..%2F..%2Fetc%2Fpasswd", "%27%3B%20drop%20table", "a" * 3000])
def test_an_unknown_layer_is_not_found(client: httpx.AsyncClient, name: str) -> None:
    assert get(client, f"/api/layers/{name}.geojson").status_code == 404


def test_failures_are_one_sentence_without_details(client: httpx.AsyncClient) -> None:
    down, broken = get(client, "/api/layers/down.geojson"), get(client, "/api/layers/broken.geojson")
    assert (down.status_code, down.json()) == (503, {"error": "The database does not answer."})
    assert broken.status_code == 500
    assert "secret" not in broken.text


def test_browser_files_have_their_types_and_may_be_kept(client: httpx.AsyncClient) -> None:
    script = get(client, "/assets/vendor/leaflet/leaflet.js?v=1")
    assert script.headers["content-type"].split(";")[0] in {"text/javascript", "application/javascript"}
    assert "max-age=31536000" in script.headers["cache-control"]
    assert get(client, "/assets/../app.py").status_code == 404
    assert get(client, "/assets/%2e%2e/app.py").status_code == 404


def test_health(client: httpx.AsyncClient) -> None:
    assert get(client, "/healthz").json() == {"status": "ok", "ready": True}


def test_the_vendored_files_are_the_ones_in_the_list() -> None:
    import hashlib  # noqa: PLC0415

    listed = (ROOT / "static" / "vendor" / "README.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "static" / "vendor").rglob("*.*")):
        if path.suffix in {".js", ".css", ".png"}:
            assert hashlib.sha256(path.read_bytes()).hexdigest() in listed, path
    assert (ROOT / "static" / "base" / "land.geojson").stat().st_size < 400_000
