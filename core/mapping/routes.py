"""HTTP routes beside the page: the browser files, the layers as GeoJSON, and a health check."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from core.errors import OreSightError
from core.mapping.features import LayerFile

log = logging.getLogger(__name__)

LayerSource = Callable[[str], LayerFile | None]
"""Layer id of the URL → its file, None when no loaded layer has that id; may raise any error."""

RasterSource = Callable[[str, int, int, int], tuple[bytes, str] | None]
"""Raster id of the URL, zoom, column and row of a tile → PNG (empty where nothing is drawn) and entity tag; None
when there is no such raster or tile; may raise any error."""

_HEADERS = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'"}


class Assets(StaticFiles):
    """Static files that browsers may keep: for long when the address names a version, else for an hour."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at `path` with its caching rule."""
        response = await super().get_response(path, scope)
        versioned = scope.get("query_string", b"").startswith(b"v=")
        seconds = 31_536_000 if versioned else 3_600
        if response.status_code in (200, 304):
            response.headers["Cache-Control"] = f"public, max-age={seconds}"
            response.headers["X-Content-Type-Options"] = "nosniff"
        return response


def routes(
    static: Path, layer: LayerSource, ready: Callable[[], bool], raster: RasterSource | None = None
) -> list[BaseRoute]:
    """The routes of the application.

    Args:
        static: directory served under ``/assets``.
        layer: where layer files come from; called in a worker thread.
        ready: whether questions can be answered now; asked by ``/healthz``.
        raster: where tiles of rasters come from; called in a worker thread.
    """

    async def layer_file(request: Request) -> Response:
        return await run_in_threadpool(_layer_response, request, layer)

    async def tile(request: Request) -> Response:
        return await run_in_threadpool(_tile_response, request, raster)

    async def health(_: Request) -> Response:
        return JSONResponse({"status": "ok", "ready": ready()}, headers={"Cache-Control": "no-store"})

    return [
        Mount("/assets", Assets(directory=static), name="assets"),
        Route("/api/layers/{layer:str}.geojson", layer_file, name="layer"),
        Route("/api/rasters/{raster:str}/{z:int}/{x:int}/{y:int}.png", tile, name="tile"),
        Route("/healthz", health, name="health"),
    ]


def _layer_response(request: Request, source: LayerSource) -> Response:
    try:
        file = source(request.path_params["layer"])
    except OreSightError as error:
        return _problem(503, error.say())
    except Exception:
        log.exception("a layer could not be read")
        return _problem(500, "The layer could not be read.")
    if file is None:
        return _problem(404, "There is no such layer.")
    headers = {**_caching(request, file.etag), "Vary": "Accept-Encoding"}
    if _is_known(request, file.etag):
        return Response(status_code=304, headers=headers)
    return _body(file, "gzip" in request.headers.get("accept-encoding", ""), headers)


def _tile_response(request: Request, source: RasterSource | None) -> Response:
    place = request.path_params
    try:
        found = source(place["raster"], place["z"], place["x"], place["y"]) if source else None
    except OreSightError as error:
        return _problem(503, error.say())
    except Exception:
        log.exception("a tile could not be drawn")
        return _problem(500, "The tile could not be drawn.")
    if found is None:
        return _problem(404, "There is no such tile.")
    png, etag = found
    headers = _caching(request, etag)
    if _is_known(request, etag):
        return Response(status_code=304, headers=headers)
    if not png:
        return Response(status_code=204, headers=headers)
    return Response(png, media_type="image/png", headers=headers)


def _caching(request: Request, etag: str) -> dict[str, str]:
    # the address carries the data version; without it the browser asks each time and gets 304
    rule = "private, max-age=86400" if request.query_params.get("v") else "no-cache"
    return {**_HEADERS, "ETag": etag, "Cache-Control": rule}


def _is_known(request: Request, etag: str) -> bool:
    """Whether the browser has this version already."""
    return etag in (x.strip().removeprefix("W/") for x in request.headers.get("if-none-match", "").split(","))


def _body(file: LayerFile, compressed: bool, headers: dict[str, str]) -> Response:
    if compressed:
        headers["Content-Encoding"] = "gzip"
        return Response(file.gzipped, media_type="application/geo+json", headers=headers)
    return Response(gzip.decompress(file.gzipped), media_type="application/geo+json", headers=headers)


def _problem(status: int, sentence: str) -> Response:
    body: dict[str, Any] = {"error": sentence}
    return JSONResponse(body, status_code=status, headers={**_HEADERS, "Cache-Control": "no-store"})
