"""The route dropped files arrive by: straight to the disk, however large they are."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from core.errors import IngestError
from core.service.import_staging import Staging

log = logging.getLogger(__name__)


def import_routes(staging: Callable[[], Staging]) -> list[BaseRoute]:
    """``PUT /api/staging/<token>?name=…``: one file of a drop.

    The token is made by the page for one drop and known to nobody else, so no other site can send files.
    """

    async def put(request: Request) -> Response:
        name = request.query_params.get("name") or "file"
        try:
            size = int(request.headers.get("content-length") or -1)
            await staging().receive(request.path_params["token"], name, size, _blocks(request))
        except IngestError as error:
            return _said(413, error.say("en"), error.say("zh"))
        except ClientDisconnect:
            return Response(status_code=204)
        except (OSError, ValueError):
            log.exception("a dropped file could not be kept")
            return _said(500, f"“{name}” could not be kept. Try again.", f"无法保存“{name}”，请重试。")
        return JSONResponse({"kept": True}, headers={"Cache-Control": "no-store"})

    return [Route("/api/staging/{token:str}", put, methods=["PUT"], name="staging")]


async def _blocks(request: Request) -> AsyncIterator[bytes]:
    async for block in request.stream():
        yield block


def _said(status: int, en: str, zh: str) -> Response:
    return JSONResponse({"en": en, "zh": zh}, status_code=status, headers={"Cache-Control": "no-store"})
