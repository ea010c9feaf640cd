"""GeoJSON of one layer for the map: only what the tooltip needs, five decimals, read through the reader role.

Identifiers come from the schema card and are quoted by SQLAlchemy; nothing a browser sends reaches the SQL.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import sqlalchemy as sa

from core.database.engine import Database
from core.database.relation import rows_of
from core.mapping.made_once import MadeOnce
from core.mapping.style_feed import DefaultFeed, StyleFeed
from core.mapping.styles import Styles
from core.vocabulary.card import Layer, SchemaCard

MAX_FEATURES = 50_000
"""More features of one layer are not sent to a browser; every n-th is, and the file says so."""
DECIMALS = 5
"""About one metre."""
KEPT = 48
"""Layers kept in memory, compressed."""


@dataclass(frozen=True)
class LayerFile:
    """The GeoJSON of one layer as it is sent."""

    gzipped: bytes
    etag: str
    total: int
    sent: int
    classes: Mapping[str, int]
    """Class key → number of features sent."""


def layer_id(table: str) -> str:
    """Address of a layer in URLs: a digest, so that any table name can be addressed."""
    return hashlib.blake2b(table.encode(), digest_size=6).hexdigest()


def hover_attributes(styles: Styles, card: SchemaCard, layer: Layer) -> tuple[str, ...]:
    """Attributes a tooltip shows: the name in each language it has, then the key attributes of the type."""
    kind = card.entity_types.get(layer.entity_type)
    wanted = styles.of(layer).fields
    if wanted is None:
        wanted = kind.key_attributes if kind else ()
    name = kind.name_attribute if kind else "name"
    return tuple(a for a in dict.fromkeys((name, f"{name}_zh", *wanted)) if a in layer.columns)


def read_layer(
    db: Database, card: SchemaCard, styles: Styles, layer: Layer, feed: StyleFeed | None = None
) -> LayerFile:
    """Read `layer` and write it as compressed GeoJSON, each feature with the number of its class.

    Args:
        feed: the style of the layer, None for the default one.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the database cannot be read.
    """
    feed = feed or DefaultFeed(styles, card, layer)
    shown = hover_attributes(styles, card, layer)
    kind = card.entity_types.get(layer.entity_type)
    name = kind.name_attribute if kind else "name"
    columns = tuple(dict.fromkeys((*(layer.columns[a].name for a in shown), *feed.columns)))
    place = {c: i + 2 for i, c in enumerate(columns)}
    with db.reader.connect() as connection:
        rows = connection.execute(_statement(layer, columns)).all()
    given = feed.given({c: [row[place[c]] for row in rows] for c in feed.columns}, len(rows))
    counts: Counter[str] = Counter({feed.keys[i]: int(n) for i, n in _tally(given.numbers)})
    parts: list[str] = []
    for i, row in enumerate(rows):
        values = {a: row[place[layer.columns[a].name]] for a in shown}
        properties = {"fid": row[0], **given.properties(i), **_named(values, name)}
        parts.append(f'{{"type":"Feature","properties":{_dumps(properties)},"geometry":{row[1]}}}')
    body = f'{{"type":"FeatureCollection","total":{layer.rows},"features":[{",".join(parts)}]}}'.encode()
    etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    return LayerFile(gzip.compress(body, 6, mtime=0), etag, layer.rows, len(parts), counts)


def _tally(numbers: np.ndarray) -> Iterator[tuple[int, int]]:
    """Class number → features, without those that are not drawn."""
    found, counts = np.unique(numbers[numbers >= 0], return_counts=True)
    return zip(found.tolist(), counts.tolist(), strict=True)


def _named(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    """What the tooltip shows, under the names the map's script knows."""
    out = {name: "name", f"{name}_zh": "name_zh"}
    return {out.get(attribute, attribute): value for attribute, value in values.items() if value is not None}


def _statement(layer: Layer, columns: tuple[str, ...]) -> sa.Select[Any]:
    table = rows_of(layer, columns)
    own: list[sa.ColumnElement[Any]] = [table.c[c] for c in columns]
    statement = sa.select(
        table.c.fid,
        sa.func.ST_AsGeoJSON(table.c.geom, DECIMALS),
        *(c.label(f"a{i}") for i, c in enumerate(own)),
    ).order_by(table.c.fid)
    step = -(-layer.rows // MAX_FEATURES)
    if step > 1:
        statement = statement.where(table.c.fid % step == 0)
    return statement


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


class LayerFiles:
    """Layer files by table and data version; safe for several threads, each file is made once."""

    def __init__(self) -> None:
        self._files: MadeOnce[tuple[str, str, str], LayerFile] = MadeOnce(KEPT)

    def get(
        self, db: Database, card: SchemaCard, styles: Styles, layer: Layer, feed: StyleFeed | None = None
    ) -> LayerFile:
        """The file of `layer` in the data version of `card`, from memory when it was made before."""
        key = (layer.table, card.version, feed.tag if feed else "")
        return self._files.get(key, lambda: read_layer(db, card, styles, layer, feed))

    def figures(self) -> Mapping[str, int]:
        """How many files are kept and how many bytes they take."""
        files = self._files.values()
        return {"files": len(files), "bytes": sum(len(x.gzipped) for x in files)}
