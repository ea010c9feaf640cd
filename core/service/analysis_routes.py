"""The files of finished analyses that the map draws and people download."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from core.analysis.store import AnalysisStore
from core.errors import AnalysisError

KEPT = 8
"""Packed files in memory."""


def analysis_routes(store: Callable[[], AnalysisStore]) -> list[BaseRoute]:
    """``GET /api/analyses/<id>/<product>.geojson``: the geometries of a kept analysis.

    A kept analysis never changes, so a browser may keep what it got.
    """

    async def geometry(request: Request) -> Response:
        packed = await run_in_threadpool(
            _packed, store(), request.path_params["analysis"], request.path_params["product"]
        )
        if packed is None:
            return JSONResponse({"error": "There is no such analysis."}, status_code=404)
        headers = {
            "Content-Encoding": "gzip", "Cache-Control": "private, max-age=86400, immutable",
            "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'",
        }  # fmt: skip
        return Response(packed, media_type="application/geo+json", headers=headers)

    return [Route("/api/analyses/{analysis:str}/{product:str}.geojson", geometry, name="analysis_geometry")]


def _packed(store: AnalysisStore, identifier: str, name: str) -> bytes | None:
    try:
        analysis = store.load(identifier)
    except AnalysisError:
        return None
    product = analysis.record.product(name)
    path = analysis.path(name)
    if product is None or product.kind != "geometry" or path is None:
        return None
    return _zipped(path)


@lru_cache(maxsize=KEPT)
def _zipped(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), compresslevel=5)
