"""Exported files on their way to the person who asked for them: kept for an hour below the local directory."""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from core.database.engine import Database
from core.ingest.exporting import Export, Format, export_layer
from core.ingest.exporting_rows import Progress

KEPT_S = 3_600.0


class Exports:
    """The exported files of this process, found by tokens that nobody can guess."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._files: dict[str, Export] = {}

    def make(
        self, db: Database, table: str, format_: Format, progress: Progress | None = None
    ) -> tuple[str, Export]:
        """Write a layer; returns the token of the file.

        Raises:
            IngestError: see :func:`core.ingest.exporting.export_layer`.
        """
        self.sweep()
        token = secrets.token_urlsafe(18)
        export = export_layer(db, table, format_, self.directory / token, progress)
        self._files[token] = export
        return token, export

    def get(self, token: str) -> Export | None:
        """The file with this token while it is kept."""
        found = self._files.get(token)
        return found if found is not None and found.path.exists() else None

    def sweep(self) -> None:
        """Remove files that were written an hour ago or by an earlier run."""
        limit = time.time() - KEPT_S
        for path in self.directory.glob("*"):
            if path.is_dir() and path.stat().st_mtime < limit:
                shutil.rmtree(path, ignore_errors=True)
                self._files.pop(path.name, None)


def export_routes(exports: Callable[[], Exports]) -> list[BaseRoute]:
    """``GET /api/export/<token>``: an exported file, under the name of its layer."""

    async def get(request: Request) -> Response:
        found = exports().get(request.path_params["token"])
        if found is None:
            said = {"en": "This file is gone. Export the layer again.", "zh": "该文件已被清除，请重新导出。"}
            return JSONResponse(said, status_code=404, headers={"Cache-Control": "no-store"})
        headers = {
            "Content-Disposition": f"attachment; filename*=UTF-8''{quote(found.name)}",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        }
        return FileResponse(found.path, media_type=found.media, headers=headers)

    return [Route("/api/export/{token:str}", get, name="export")]
