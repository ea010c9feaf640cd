"""Vector tiles of the layers, read through the reading role and kept for as long as the data stay the same."""

from __future__ import annotations

import gzip
import hashlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
import sqlalchemy as sa

from core.database.engine import Database
from core.errors import DatabaseError
from core.mapping.features import layer_id
from core.mapping.tile_grid import Tile
from core.mapping.tile_sql import tile_statement
from core.vocabulary.card import Layer, SchemaCard

log = logging.getLogger(__name__)

TIMEOUT_MS = 10_000
"""A tile that takes longer is given up; the map says so, and asks again when it is moved or told to."""
AT_ONCE = 2
"""Tiles that are made at the same moment: questions need the processor and the connections too."""
WAIT_S = 30.0
KEPT_BYTES = 64 << 20


@dataclass(frozen=True)
class TileFile:
    """A vector tile as it is sent."""

    gzipped: bytes
    """Empty when nothing lies in the tile."""
    etag: str
    total: int
    """Features of the layer that meet the tile and its buffer."""
    left_out: int
    """How many of them it does not show."""


def read_tile(db: Database, layer: Layer, tile: Tile, timeout_ms: int = TIMEOUT_MS) -> TileFile:
    """Make one tile.

    Raises:
        DatabaseError: it took longer than `timeout_ms`, or the database does not answer.
    """
    with _reading(db, timeout_ms) as connection:
        row: Any = connection.execute(tile_statement(layer, tile)).one()
    raw = bytes(row[0] or b"")
    etag = f'"{hashlib.blake2b(raw, digest_size=12).hexdigest()}"'
    return TileFile(gzip.compress(raw, 5, mtime=0) if raw else b"", etag, int(row[1]), int(row[2]))


@contextmanager
def _reading(db: Database, timeout_ms: int) -> Iterator[sa.Connection]:
    """A read-only transaction of the reading role with a time limit of its own."""
    try:
        with db.reader.connect() as connection:
            raw: Any = connection.connection.driver_connection
            raw.execute("SET TRANSACTION READ ONLY")
            raw.execute(psycopg.sql.SQL("SET LOCAL statement_timeout = {}").format(int(timeout_ms)))
            yield connection
    except (sa.exc.OperationalError, psycopg.OperationalError) as error:
        cause = error.orig if isinstance(error, sa.exc.OperationalError) else error
        if isinstance(cause, psycopg.errors.QueryCanceled):
            raise DatabaseError(
                f"This part of the layer took longer than {timeout_ms / 1000:.0f} s and was given up.",
                "Zoom in.",
                sentence_zh=f"图层的这一部分超过 {timeout_ms / 1000:.0f} 秒仍未完成，已放弃。",
                hint_zh="请放大地图。",
            ) from error
        raise DatabaseError(
            "The database does not answer.", "Is it running?",
            sentence_zh="数据库没有响应。", hint_zh="它在运行吗？",
        ) from error  # fmt: skip


class VectorTiles:
    """Tiles made so far, the latest used ones, within a number of bytes; safe for several threads."""

    def __init__(self, limit: int = KEPT_BYTES, timeout_ms: int = TIMEOUT_MS) -> None:
        self._limit, self._timeout, self._bytes = limit, timeout_ms, 0
        self._kept: OrderedDict[tuple[str, str, Tile], TileFile] = OrderedDict()
        self._lock = threading.Lock()
        self._making: dict[tuple[str, str, Tile], threading.Lock] = {}
        self._gate = threading.BoundedSemaphore(AT_ONCE)
        self._hits = self._misses = 0

    def get(self, db: Database, card: SchemaCard, identifier: str, tile: Tile) -> TileFile | None:
        """A tile of the layer with this id in URLs; None when there is no such layer or tile.

        Raises:
            DatabaseError: it could not be made.
        """
        layer = next((x for x in card.layers if layer_id(x.table) == identifier), None)
        if layer is None or not tile.exists:
            return None
        key = (layer.table, card.version, tile)
        known = self._known(key)
        if known is not None:
            return known
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:  # the same tile is asked for by several browsers: it is made once
            known = self._known(key)
            return known if known is not None else self._make(db, layer, key)

    def _known(self, key: tuple[str, str, Tile]) -> TileFile | None:
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            self._hits += 1
            return self._kept[key]

    def _make(self, db: Database, layer: Layer, key: tuple[str, str, Tile]) -> TileFile:
        if not self._gate.acquire(timeout=WAIT_S):
            raise DatabaseError(
                "The map is busy; this part of a layer had to wait too long.", "Move the map once more.",
                sentence_zh="地图繁忙，图层的这一部分等待过久。", hint_zh="请再移动一下地图。",
            )  # fmt: skip
        try:
            made = read_tile(db, layer, key[2], self._timeout)
        finally:
            self._gate.release()
            with self._lock:
                self._making.pop(key, None)
        with self._lock:
            self._misses += 1
            if key not in self._kept:
                self._kept[key] = made
                self._bytes += len(made.gzipped) + 300
            while self._bytes > self._limit and len(self._kept) > 1:
                self._bytes -= len(self._kept.popitem(last=False)[1].gzipped) + 300
        return made

    def figures(self) -> Mapping[str, int]:
        """How many tiles are kept, their bytes, hits and misses."""
        with self._lock:
            return {"tiles": len(self._kept), "bytes": self._bytes, "hits": self._hits, "misses": self._misses}
