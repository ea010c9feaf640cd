"""Binding a table to a kind of feature: one entry of ``user_table_types.json``."""

from __future__ import annotations

import json
import os
from pathlib import Path

from core.errors import SettingsError
from core.vocabulary.mappings import Mappings, TableEntry

FILE = "user_table_types.json"


def check_type(entity_type: str, mappings: Mappings) -> None:
    """Make sure `entity_type` exists.

    Raises:
        SettingsError: it does not; the hint lists those that do.
    """
    known = [e.id for e in mappings.entity_types]
    if entity_type not in known:
        raise SettingsError(
            f"There is no kind of feature “{entity_type}”.",
            f"Known kinds: {', '.join(known)}.",
            sentence_zh=f"没有要素类型“{entity_type}”。",
            hint_zh=f"可用类型：{'、'.join(known)}。",
        )


def bind_table(directory: Path, table: str, entity_type: str, title: str) -> bool:
    """Write the entry of `table`; an entry that is there keeps its other values. Returns whether anything changed.

    Raises:
        SettingsError: the file cannot be read or written.
    """
    path = directory / FILE
    try:
        entries = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        old = entries.get(table)
        if old is not None and old.get("entity_type") == entity_type:
            return False
        fresh = TableEntry.model_validate({"entity_type": entity_type, "title": {"en": title, "zh": title}})
        entries[table] = {**fresh.model_dump(mode="json"), **(old or {}), "entity_type": entity_type}
        scratch = path.with_suffix(f".{os.getpid()}.tmp")
        lines = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in entries.items())
        scratch.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
        scratch.replace(path)
    except (OSError, ValueError) as error:
        raise SettingsError(f"The mapping file {path} cannot be changed: {error}.") from error
    return True
