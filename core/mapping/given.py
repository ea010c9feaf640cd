"""How each feature of a large layer is drawn: a small file beside its tiles, so a new style needs no new ones.

The file is binary: the length of the header (4 bytes, little-endian), the header as JSON with ``start`` (where the
numbers begin), ``first`` and ``length``, then the arrays in this order, each padded to 8 bytes: ``ids`` (float64,
only where the numbers of the features have gaps), class numbers (int16, -1: not drawn), ``g`` (float32, sizes) and
``t`` (float32, turns), the last two only where the style has them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import sqlalchemy as sa

from core.database.engine import Database
from core.database.relation import rows_of
from core.mapping.made_once import MadeOnce
from core.mapping.style_feed import StyleFeed
from core.vocabulary.card import Layer

CHUNK = 50_000
KEPT = 24
LOOSE = 1.5
"""Numbers of features may leave this many times as many places as there are features before they are listed."""


@dataclass(frozen=True)
class GivenFile:
    """The file as it is sent, and what the legend says of the layer."""

    gzipped: bytes
    etag: str
    total: int
    classes: Mapping[str, int]
    """Class key → features; features that are not drawn are in none."""


def read_given(db: Database, layer: Layer, feed: StyleFeed) -> GivenFile:
    """Work out the class of every feature of `layer`, a part at a time.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the database cannot be read.
    """
    ids: list[np.ndarray] = []
    numbers: list[np.ndarray] = []
    sizes: list[np.ndarray] = []
    turns: list[np.ndarray] = []
    table = rows_of(layer, feed.columns)
    statement = sa.select(table.c.fid, *(table.c[c] for c in feed.columns)).order_by(table.c.fid)
    with db.reader.connect().execution_options(yield_per=CHUNK) as connection:
        for rows in connection.execute(statement).partitions(CHUNK):
            columns = list(zip(*rows, strict=True))
            given = feed.given(dict(zip(feed.columns, columns[1:], strict=True)), len(rows))
            ids.append(np.array(columns[0], dtype=np.int64))
            numbers.append(given.numbers)
            sizes.append(given.factors if given.factors is not None else np.ones(len(rows)))
            turns.append(given.turns if given.turns is not None else np.zeros(len(rows)))
    if not ids:
        return _file(feed, *(np.zeros(0) for _ in range(4)))
    return _file(feed, np.concatenate(ids), *(np.concatenate(x) for x in (numbers, sizes, turns)))


def _file(
    feed: StyleFeed, ids: np.ndarray, numbers: np.ndarray, sizes: np.ndarray, turns: np.ndarray
) -> GivenFile:
    found, counts = np.unique(numbers[numbers >= 0].astype(int), return_counts=True)
    classes = {feed.keys[i]: int(n) for i, n in zip(found.tolist(), counts.tolist(), strict=True)}
    body = encode(ids, numbers, sizes if (sizes != 1).any() else None, turns if turns.any() else None)
    etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    return GivenFile(gzip.compress(body, 5, mtime=0), etag, len(ids), classes)


def encode(ids: np.ndarray, numbers: np.ndarray, sizes: np.ndarray | None, turns: np.ndarray | None) -> bytes:
    """The file of features with these ids in ascending order."""
    first, span = (int(ids[0]), int(ids[-1] - ids[0]) + 1) if len(ids) else (0, 0)
    listed = span > LOOSE * len(ids)
    parts = [("<f8", ids)] if listed else []
    for kind, values, empty in (("<i2", numbers, -1), ("<f4", sizes, 1), ("<f4", turns, 0)):
        if values is None:
            continue
        if not listed:
            dense = np.full(span, empty, dtype=float)
            dense[(ids - first).astype(int)] = values
        parts.append((kind, values if listed else dense))
    head = {"first": first, "length": len(ids) if listed else span, "ids": listed, "g": sizes is not None,
            "t": turns is not None, "start": 0}  # fmt: skip
    head["start"] = _padded(4 + len(json.dumps(head)) + 12)
    text = json.dumps(head).encode()
    out = len(text).to_bytes(4, "little") + text
    out += b" " * (int(head["start"]) - len(out))
    for kind, values in parts:
        raw = np.asarray(values).astype(kind).tobytes()
        out += raw + b"\0" * (_padded(len(raw)) - len(raw))
    return out


def _padded(length: int) -> int:
    return -(-length // 8) * 8


class GivenFiles:
    """These files by table, data and style; safe for several threads, each is made once."""

    def __init__(self) -> None:
        self._files: MadeOnce[tuple[str, str, str], GivenFile] = MadeOnce(KEPT)

    def get(self, db: Database, version: str, layer: Layer, feed: StyleFeed) -> GivenFile:
        """The file of `layer` in the data `version`, from memory when it was made before."""
        return self._files.get((layer.table, version, feed.tag), lambda: read_given(db, layer, feed))
