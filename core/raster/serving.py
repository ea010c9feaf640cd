"""The rasters as the map asks for them: what is registered, its tiles, and how the frame draws them."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from core.mapping.state import ROOT_URL
from core.raster.asking import Cell, cell_at
from core.raster.model import RasterRecord
from core.raster.registry import RasterStore
from core.raster.tiles import Tiles, is_tile, raster_id, version_of

log = logging.getLogger(__name__)

FRESH_S = 1.0
"""How long a list of rasters counts as of now: a screen full of tiles asks the registry once."""
OPACITY = 0.8
MAX_ZOOM = 18


class Rasters:
    """The rasters of one database, for pages and routes; safe for several threads."""

    def __init__(self, store: RasterStore) -> None:
        self.store = store
        self.tiles = Tiles()
        self._records: tuple[RasterRecord, ...] = ()
        self._read, self._seen = -FRESH_S, -1
        self._lock = threading.Lock()

    def records(self, *, now: bool = False) -> tuple[RasterRecord, ...]:
        """All registered rasters; with `now` the registry is asked in any case.

        Without it changes of this process are seen at once, those of others after :data:`FRESH_S`.
        While the database does not answer these are the last known ones: the page around them says what is wrong.
        """
        with self._lock:
            changes = self.store.changes
            if now or changes != self._seen or time.monotonic() - self._read >= FRESH_S:
                try:
                    self._records = self.store.list()
                except sa.exc.SQLAlchemyError:
                    log.exception("the rasters could not be listed")
                self._read, self._seen = time.monotonic(), changes
            return self._records

    def tile(self, identifier: str, z: int, x: int, y: int) -> tuple[bytes, str] | None:
        """PNG (empty where nothing is drawn) and entity tag; None when there is no such raster or tile."""
        record = next((r for r in self.records() if raster_id(r.name) == identifier), None)
        if record is None or not is_tile(z, x, y):
            return None
        tile = self.tiles.get(self.store.path(record), record, z, x, y)
        return tile.png, tile.etag

    def cell(self, record: RasterRecord, lon: float, lat: float) -> Cell | None:
        """What a raster holds at a place."""
        return cell_at(self.store.path(record), record, lon, lat)


def raster_spec(record: RasterRecord, opacity: float = OPACITY) -> Mapping[str, Any]:
    """How the map's frame gets and draws one raster."""
    west, south, east, north = record.extent
    identifier = raster_id(record.name)
    return {
        "id": identifier,
        "url": f"{ROOT_URL}/api/rasters/{identifier}/{{z}}/{{x}}/{{y}}.png?v={version_of(record)}",
        "title": record.title,
        "opacity": min(max(opacity, 0.0), 1.0),
        "bounds": [[south, west], [north, east]],
        "maxZoom": MAX_ZOOM,
    }
