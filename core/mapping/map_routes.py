"""The routes of the map at scale: vector tiles, classes, single features, and the search by name."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from core.errors import OreSightError
from core.mapping.given import GivenFile
from core.mapping.searching import MAX_TEXT
from core.mapping.tile_grid import Tile
from core.mapping.tiles import TileFile

log = logging.getLogger(__name__)

_HEADERS = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'"}
_TILE_TYPE = "application/vnd.mapbox-vector-tile"


@dataclass(frozen=True)
class Found:
    """What a source gives: the data and the version that an address must name for a browser to keep them."""

    value: Any
    version: str


class MapSource(Protocol):
    """Where the routes find things; every method may raise any error and is called in a worker thread.

    None means that there is no such layer, tile or feature.
    """

    def tile(self, layer: str, tile: Tile) -> Found | None:
        """A :class:`TileFile`."""
        ...

    def given(self, layer: str) -> Found | None:
        """A :class:`GivenFile`."""
        ...

    def feature(self, layer: str, fid: int) -> Found | None:
        """A feature as :func:`core.mapping.detail.read_detail` gives it."""
        ...

    def base(self, tile: Tile) -> tuple[bytes, str] | None:
        """A picture of the operator's own base map and its media type."""
        ...

    def search(self, text: str, language: str) -> list[Mapping[str, Any]]:
        """Features and places that `text` may mean."""
        ...


def map_routes(source: MapSource) -> list[BaseRoute]:
    """The routes over `source`."""

    async def tile(request: Request) -> Response:
        place = request.path_params
        wanted = Tile(place["z"], place["x"], place["y"])
        return await _answer(request, lambda: source.tile(place["layer"], wanted), _tile)

    async def given(request: Request) -> Response:
        return await _answer(request, lambda: source.given(request.path_params["layer"]), _given)

    async def feature(request: Request) -> Response:
        place = request.path_params
        return await _answer(request, lambda: source.feature(place["layer"], place["fid"]), _json)

    async def base(request: Request) -> Response:
        place = request.path_params
        found = await run_in_threadpool(source.base, Tile(place["z"], place["x"], place["y"]))
        if found is None:  # nothing there is no error: the ground of the map shows
            return Response(status_code=204, headers={**_HEADERS, "Cache-Control": "private, max-age=3600"})
        return Response(
            found[0], media_type=found[1], headers={**_HEADERS, "Cache-Control": "private, max-age=86400"}
        )

    async def search(request: Request) -> Response:
        text = request.query_params.get("q", "")[:MAX_TEXT]
        language = "zh" if request.query_params.get("lang") == "zh" else "en"
        return await _answer(request, lambda: Found(source.search(text, language), ""), _json)

    return [
        Route("/api/layers/{layer:str}/{z:int}/{x:int}/{y:int}.mvt", tile, name="vector_tile"),
        Route("/api/layers/{layer:str}/classes", given, name="classes"),
        Route("/api/layers/{layer:str}/features/{fid:int}.json", feature, name="feature"),
        Route("/api/base/{z:int}/{x:int}/{y:int}", base, name="base"),
        Route("/api/search", search, name="search"),
    ]


async def _answer(
    request: Request,
    find: Callable[[], Found | None],
    say: Callable[[Request, Any, dict[str, str]], Response],
) -> Response:
    def work() -> Response:
        try:
            found = find()
            if found is None:
                return _problem(404, "There is no such part of the map.")
            named = bool(found.version) and request.query_params.get("v") == found.version
            rule = "private, max-age=86400" if named else "no-cache"
            return say(request, found.value, {**_HEADERS, "Cache-Control": rule})
        except OreSightError as error:
            return _problem(503, error.say())
        except Exception:
            log.exception("a part of the map could not be made")
            return _problem(500, "This part of the map could not be read.")

    return await run_in_threadpool(work)


def _tile(request: Request, file: TileFile, headers: dict[str, str]) -> Response:
    headers |= {"ETag": file.etag, "X-Features": str(file.total), "X-Left-Out": str(file.left_out)}
    if not file.gzipped:
        return Response(status_code=204, headers=headers)
    return _packed(request, file.gzipped, file.etag, headers, _TILE_TYPE)


def _given(request: Request, file: GivenFile, headers: dict[str, str]) -> Response:
    return _packed(request, file.gzipped, file.etag, headers, "application/octet-stream")


def _json(_: Request, value: Any, headers: dict[str, str]) -> Response:
    return JSONResponse(value, headers=headers)


def _packed(request: Request, body: bytes, etag: str, headers: dict[str, str], kind: str) -> Response:
    headers |= {"ETag": etag, "Vary": "Accept-Encoding"}
    if etag in (x.strip().removeprefix("W/") for x in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(body, media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(body), media_type=kind, headers=headers)


def _problem(status: int, sentence: str) -> Response:
    return JSONResponse({"error": sentence}, status_code=status, headers={**_HEADERS, "Cache-Control": "no-store"})
