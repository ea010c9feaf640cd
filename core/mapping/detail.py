"""One feature for the map: what its tooltip says and its outline, read by its number through the reading role."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from core.database.engine import Database
from core.database.relation import rows_of
from core.mapping.features import DECIMALS, hover_attributes
from core.mapping.styles import Styles
from core.vocabulary.card import Layer, SchemaCard

MAX_CORNERS = 2_000
"""An outline with more corners is simplified: it marks a feature, it is not the feature."""
FINE = 1 / 2_000
"""Share of the extent of a feature that a simplified outline may be off."""


def read_detail(db: Database, card: SchemaCard, styles: Styles, layer: Layer, fid: int) -> dict[str, Any] | None:
    """Properties under the names of the map's script, ``geometry`` as GeoJSON and ``bounds`` in degrees.

    None when the layer has no feature of this number.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: the database cannot be read.
    """
    if not 0 <= fid < 2**63:
        return None
    shown = hover_attributes(styles, card, layer)
    kind = card.entity_types.get(layer.entity_type)
    name = kind.name_attribute if kind else "name"
    columns = [layer.columns[a].name for a in shown]
    table = rows_of(layer, columns)
    geom = sa.type_coerce(table.c.geom, sa.types.NullType())
    sides = [getattr(sa.func, f"ST_{s}")(geom) for s in ("XMin", "YMin", "XMax", "YMax")]
    size = sa.func.greatest(sides[2] - sides[0], sides[3] - sides[1])
    outline = sa.case(
        (sa.func.ST_NPoints(geom) <= MAX_CORNERS, geom),
        else_=sa.func.ST_Simplify(geom, size * sa.literal(FINE, sa.Double()), sa.true()),
    )
    statement = sa.select(
        sa.func.ST_AsGeoJSON(sa.type_coerce(outline, sa.types.NullType()), DECIMALS), *sides,
        *(table.c[c].label(f"a{i}") for i, c in enumerate(columns)),
    ).where(table.c.fid == fid)  # fmt: skip
    with db.reader.connect() as connection:
        row = connection.execute(statement).one_or_none()
    if row is None:
        return None
    out = {name: "name", f"{name}_zh": "name_zh"}
    values = {out.get(a, a): v for a, v in zip(shown, row[5:], strict=True) if v is not None}
    properties = {"fid": fid, **values}
    return {"properties": properties, "geometry": json.loads(row[0]), "bounds": [float(v) for v in row[1:5]]}
