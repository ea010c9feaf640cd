"""The route that gives a browser the style of a layer, see :mod:`core.mapping.style_payload`."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from core.errors import OreSightError
from core.mapping.style_feed import StyleFeed

log = logging.getLogger(__name__)

FeedSource = Callable[[str], StyleFeed | None]
"""Layer id of the URL → how it is drawn now, None when no loaded layer has that id; may raise any error."""

_HEADERS = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'"}


def style_routes(feed: FeedSource) -> list[BaseRoute]:
    """The routes of styles and of labels; `feed` is called in a worker thread."""

    async def style(request: Request) -> Response:
        return await run_in_threadpool(_response, request, feed, lambda x: x.payload)

    async def texts(request: Request) -> Response:
        return await run_in_threadpool(_response, request, feed, lambda x: x.labels)

    return [
        Route("/api/styles/{layer:str}.json", style, name="style"),
        Route("/api/labels/{layer:str}.json", texts, name="labels"),
    ]


def _response(request: Request, source: FeedSource, read: Callable[[StyleFeed], str]) -> Response:
    try:
        feed = source(request.path_params["layer"])
        body = read(feed) if feed is not None else ""
    except OreSightError as error:
        return _problem(503, error.say())
    except Exception:
        log.exception("a style could not be read")
        return _problem(500, "The style could not be read.")
    if feed is None:
        return _problem(404, "There is no such layer.")
    # only an address that names this very style may be kept by the browser
    rule = "private, max-age=86400" if request.query_params.get("s") == feed.tag else "no-cache"
    headers = {**_HEADERS, "Cache-Control": rule, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            gzip.compress(body.encode(), 5, mtime=0), media_type="application/json",
            headers={**headers, "Content-Encoding": "gzip"},
        )  # fmt: skip
    return Response(body, media_type="application/json", headers=headers)


def _problem(status: int, sentence: str) -> Response:
    return JSONResponse({"error": sentence}, status_code=status, headers={**_HEADERS, "Cache-Control": "no-store"})
