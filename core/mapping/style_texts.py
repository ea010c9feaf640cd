"""The labels of a layer for the map: their texts, where they stand, and which of them go first.

Labels travel beside the features, in a file of their own, so that tiles need not carry them.  A point is labelled
beside it, a line and an area on them; the browser leaves out what would cover another label.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sqlalchemy as sa

from core.database.engine import Database
from core.database.relation import rows_of
from core.mapping.label_text import label_of
from core.mapping.predicate import fields_of, rows_that_hold
from core.mapping.style_feed import AppliedFeed, StyleFeed
from core.mapping.style_model import LabelStyle
from core.mapping.style_names import resolve
from core.vocabulary.card import Layer

MOST = 20_000
"""Labels of one layer; of more features the largest, for points the first ones, are labelled."""
READ = 200_000
"""Features that are looked at for labels, the largest or first ones."""
CHUNK = 20_000
DECIMALS = 5


def has_labels(feed: StyleFeed) -> bool:
    """Whether anything is written at the features."""
    style = feed.style
    return style.labels_on and any(x.visible and x.parts for x in style.labels)


def read_labels(db: Database, layer: Layer, feed: StyleFeed, columns: Sequence[str]) -> str:
    """The labels as JSON: ``styles``, ``items`` (longitude, latitude, number of the style, text), ``total``.

    Args:
        columns: all columns of the layer.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the database cannot be read.
    """
    chosen = feed.binding.chosen if isinstance(feed, AppliedFeed) else {}
    looks = [x for x in feed.style.labels if x.visible and x.parts] if feed.style.labels_on else []
    fields = list(dict.fromkeys(f for x in looks for f in _fields(x)))
    found = {f: c for f in fields if (c := resolve(f, columns, chosen.get(f)).column) is not None}
    visible = np.array([c.visible for c in feed.style.classes] or [False])
    items: list[list[Any]] = []
    total = 0
    wanted = tuple(dict.fromkeys((*feed.columns, *found.values())))
    with db.reader.connect().execution_options(yield_per=CHUNK) as connection:
        for rows in connection.execute(_statement(layer, wanted).limit(READ)).partitions(CHUNK):
            values = {c: [row[i + 2] for row in rows] for i, c in enumerate(wanted)}
            numbers = feed.given(values, len(rows)).numbers
            drawn = (numbers >= 0) & visible[numbers]
            said = {f: values[c] for f, c in found.items()}
            for i, number, text in _written(looks, said, drawn):
                total += 1
                if len(items) < MOST:
                    items.append([rows[i][0], rows[i][1], number, text])
    body = {"styles": [_look(x) for x in looks], "items": items, "total": total}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _fields(look: LabelStyle) -> tuple[str, ...]:
    own = tuple(p.field for p in look.parts if p.field)
    return own if look.where is None else (*own, *fields_of(look.where))


def _statement(layer: Layer, columns: Sequence[str]) -> sa.Select[Any]:
    table = rows_of(layer, columns)
    geom = sa.type_coerce(table.c.geom, sa.types.NullType())
    at = sa.func.ST_Centroid(geom) if layer.geometry == "point" else sa.func.ST_PointOnSurface(geom)
    place = [
        sa.cast(sa.func.round(sa.cast(f(at), sa.Numeric), DECIMALS), sa.Double)
        for f in (sa.func.ST_X, sa.func.ST_Y)
    ]
    statement = sa.select(*place, *(table.c[c] for c in columns))
    if layer.geometry == "point":
        return statement.order_by(table.c.fid)
    sides = [getattr(sa.func, f"ST_{s}")(geom) for s in ("XMax", "XMin", "YMax", "YMin")]
    size = (sides[0] - sides[1]) + (sides[2] - sides[3])
    return statement.order_by(size.desc(), table.c.fid)


def _written(
    looks: Sequence[LabelStyle], values: Mapping[str, Sequence[Any]], drawn: np.ndarray
) -> list[tuple[int, int, str]]:
    """(row, label style, text) of the rows that get a label, in the order of the rows."""
    written: list[tuple[int, int, str]] = []
    for number, look in enumerate(looks):
        kept = drawn
        if look.where is not None:
            needed = fields_of(look.where)
            if any(f not in values for f in needed):
                continue
            kept = drawn & rows_that_hold(look.where, {f: values[f] for f in needed}, len(drawn))
        own = [p.field for p in look.parts if p.field and p.field in values]
        for i in np.flatnonzero(kept).tolist():
            text = label_of(look.parts, {f: values[f][i] for f in own})
            if text:
                written.append((i, number, {"upper": text.upper(), "lower": text.lower()}.get(look.case, text)))
    return sorted(written, key=lambda x: x[0])


def _look(look: LabelStyle) -> dict[str, Any]:
    found: dict[str, Any] = {
        "size": round(look.size, 1), "color": look.color, "bold": look.bold, "italic": look.italic,
        "font": re.sub(r"[^\w \-]", "", look.font)[:60], "scales": [look.min_scale, look.max_scale],
        "dx": round(look.dx, 1), "dy": round(look.dy, 1),
    }  # fmt: skip
    if look.halo is not None and look.halo_width > 0:
        found |= {"halo": look.halo.color, "haloWidth": round(look.halo_width, 1)}
    return found
