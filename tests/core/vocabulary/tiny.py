"""A small vocabulary that has nothing to do with geology: the machinery must not mind."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def labels(en: str, zh: str = "") -> dict[str, str]:
    """A label in both languages."""
    return {"en": en, "zh": zh or en}


VOCABULARY: dict[str, Any] = {
    "entity_types.json": [
        {"id": "well", "labels": labels("well", "井"), "plural": labels("wells", "井"), "geometry": ["point"],
         "synonyms": ["well"], "near_m": 100, "key_attributes": ["name", "use"]},
        {"id": "pipe", "labels": labels("pipe", "管"), "plural": labels("pipes", "管"), "geometry": ["line"]},
        {"id": "zone", "labels": labels("zone", "区"), "plural": labels("zones", "区"), "geometry": ["polygon"],
         "region": True},
    ],
    "attributes.json": [
        {"id": "name", "kind": "text", "labels": labels("name", "名称")},
        {"id": "name_zh", "kind": "text", "labels": labels("Chinese name", "中文名")},
        {"id": "use", "kind": "list", "labels": labels("use", "用途")},
        {"id": "state", "kind": "text", "labels": labels("state", "状态")},
        {"id": "lead", "kind": "number", "labels": labels("lead", "铅"), "unit": "mg", "dimension": "dose"},
        {"id": "built", "kind": "year", "labels": labels("built", "建成")},
    ],
    "concepts/uses.json": [
        {"id": "drinking", "attributes": ["use"], "labels": labels("drinking", "饮用"), "synonyms": ["potable"]},
        {"id": "irrigation", "attributes": ["use"], "labels": labels("irrigation", "灌溉")},
    ],
    "concepts/states.json": [
        {"id": "closed", "attributes": ["state"], "labels": labels("closed", "关闭"), "synonyms": ["shut"]},
    ],
    "units.json": {
        "dose": {"base": "mg", "units": {
            "mg": {"factor": 1, "labels": labels("mg")}, "g": {"factor": 1000, "labels": labels("g")}}},
        "length": {"base": "m", "units": {"m": {"factor": 1, "labels": labels("m")}}},
    },
    "intents.json": {"entity_list": [{"keyword": "which", "weight": 1}]},
    "aliases.json": [{"entity_type": "zone", "canonical": "Old Town", "aliases": ["the centre", "老城"]}],
}  # fmt: skip


def write_mappings(
    directory: Path, tables: Mapping[str, Any] | None = None, columns: Mapping[str, Any] | None = None
) -> Path:
    """Write the vocabulary, and the user files that are given, below `directory`."""
    home = directory / "mappings"
    (home / "concepts").mkdir(parents=True)
    content = dict(VOCABULARY)
    if tables is not None:
        content["user_table_types.json"] = tables
    if columns is not None:
        content["user_column_mapping.json"] = columns
    for name, value in content.items():
        (home / name).write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return home
