"""What people say of a layer: its titles, a description and the year of the data; kept by the name of its table.

The words belong to the layer, not to a version of its rows: they survive replacing the rows and come back with a
layer that was deleted and restored.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from core.database.engine import META_SCHEMA, Database
from core.database.registry import LAYER, prepare, raise_version, tables_ready
from core.errors import DatabaseError

_metadata = sa.MetaData(schema=META_SCHEMA)
LAYER_TEXT = sa.Table(
    "layer_text",
    _metadata,
    sa.Column("table_name", sa.Text, primary_key=True),
    sa.Column("title_en", sa.Text, nullable=False),
    sa.Column("title_zh", sa.Text, nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("vintage", sa.Text, nullable=False),
    sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
)


@dataclass(frozen=True)
class LayerText:
    """The words for one layer."""

    title_en: str
    title_zh: str
    description: str = ""
    vintage: str = ""
    """When the data were collected or published, as people write it: 2019, 1998–2003."""


def layer_texts(db: Database) -> dict[str, LayerText]:
    """Table → words, for the layers that were given some."""
    if db.attached:
        return {}
    _prepare(db)
    with db.owner.connect() as connection:
        rows = connection.execute(sa.select(LAYER_TEXT)).all()
    return {x.table_name: LayerText(x.title_en, x.title_zh, x.description, x.vintage) for x in rows}


def describe_layer(db: Database, table: str, text: LayerText) -> None:
    """Keep the words for a layer.

    Raises:
        DatabaseError: no layer of that name is registered.
    """
    _prepare(db)
    values = {
        "title_en": text.title_en, "title_zh": text.title_zh, "description": text.description,
        "vintage": text.vintage, "changed_at": datetime.now(UTC),
    }  # fmt: skip
    with db.owner.begin() as connection:
        renamed = connection.execute(
            sa.update(LAYER).where(LAYER.c.table_name == table).values(title=text.title_en)
        )
        if not renamed.rowcount:
            raise DatabaseError(f"There is no layer “{table}”.", sentence_zh=f"没有名为“{table}”的图层。")
        statement = insert(LAYER_TEXT).values(table_name=table, **values)
        connection.execute(statement.on_conflict_do_update(index_elements=[LAYER_TEXT.c.table_name], set_=values))
        raise_version(connection)


def _prepare(db: Database) -> None:
    prepare(db)
    tables_ready(db, _metadata)
