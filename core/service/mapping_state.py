"""The mapping of one layer as a value, and the local mapping files that hold those of all layers.

The files stand in the local directory, beside nothing that is shipped: an entry there takes the place of the entry
of ``data_mappings/`` with the same name.  ``null`` in the file of tables means: not bound here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from core.vocabulary.mappings import ColumnEntry, EntityTypeEntry, Entry, Mappings, TableEntry, read_file

TABLES, COLUMNS, KINDS = "user_table_types.json", "user_column_mapping.json", "user_entity_types.json"
FILES = (COLUMNS, KINDS, TABLES)
"""In the order of writing: a table is bound last."""


class MappingState(Entry):
    """What is said of one layer."""

    table: TableEntry | None = None
    """None: questions do not see the layer."""
    columns: dict[str, ColumnEntry] = Field(default_factory=dict)
    kind: EntityTypeEntry | None = None
    """The kind of feature where it was defined by a person."""

    def mark(self) -> str:
        """Equal for equal states."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:16]


class LocalMappings(Entry):
    """Everything in the local mapping files."""

    tables: dict[str, TableEntry | None] = Field(default_factory=dict)
    columns: dict[str, dict[str, ColumnEntry]] = Field(default_factory=dict)
    kinds: tuple[EntityTypeEntry, ...] = ()

    def over(self, shipped: Mappings) -> Mappings:
        """The shipped vocabulary with the local entries in the place of its own."""
        tables = {k: v for k, v in {**shipped.tables, **self.tables}.items() if v is not None}
        columns = {k: v for k, v in {**shipped.columns, **self.columns}.items() if k in tables}
        own = {x.id for x in shipped.entity_types}
        kinds = (*shipped.entity_types, *(x for x in self.kinds if x.id not in own))
        return shipped.model_copy(update={"tables": tables, "columns": columns, "entity_types": kinds})

    def with_state(self, name: str, state: MappingState) -> LocalMappings:
        """The files after the mapping of layer `name` was changed."""
        kinds = {x.id: x for x in self.kinds}
        if state.kind is not None:
            kinds[state.kind.id] = state.kind
        tables = {**self.tables, name: state.table}
        used = {x.entity_type for x in tables.values() if x is not None}
        return LocalMappings(
            tables=tables,
            columns={**self.columns, name: dict(state.columns)},
            kinds=tuple(x for x in kinds.values() if x.id in used),
        )

    def texts(self) -> dict[str, str]:
        """File name → content."""
        contents: dict[str, Any] = {
            TABLES: {k: _plain(v) for k, v in self.tables.items()},
            COLUMNS: {k: {a: _plain(c) for a, c in v.items()} for k, v in self.columns.items()},
            KINDS: [_plain(x) for x in self.kinds],
        }
        return {k: json.dumps(v, ensure_ascii=False, indent=1) + "\n" for k, v in contents.items()}


def state_of(mappings: Mappings, name: str, own_kinds: tuple[EntityTypeEntry, ...] = ()) -> MappingState:
    """The mapping of layer `name`; `own_kinds` are those that a person defined."""
    table = mappings.tables.get(name)
    kind = next((x for x in own_kinds if table is not None and x.id == table.entity_type), None)
    return MappingState(table=table, columns=dict(mappings.columns.get(name, {})), kind=kind)


def read_local(directory: Path) -> LocalMappings:
    """The local mapping files of `directory`; those that are missing are empty.

    Raises:
        SettingsError: a file is not JSON or has a wrong or unknown key; the sentence names it.
    """
    return LocalMappings(
        tables=read_file(directory / TABLES, dict[str, TableEntry | None], {}),
        columns=read_file(directory / COLUMNS, dict[str, dict[str, ColumnEntry]], {}),
        kinds=read_file(directory / KINDS, tuple[EntityTypeEntry, ...], ()),
    )


def _plain(entry: Entry | None) -> Mapping[str, Any] | None:
    return None if entry is None else entry.model_dump(mode="json", by_alias=True, exclude_defaults=True)
