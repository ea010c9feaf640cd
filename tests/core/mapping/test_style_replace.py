"""A style stays with its layer while the rows under it are replaced, deleted and restored."""

from __future__ import annotations

import json
from pathlib import Path

from core.database.engine import Database
from core.database.versions import delete_layer, restore_layer
from core.ingest import load
from core.ingest.model import LoadDecisions
from core.mapping.style_store import StyleStore, apply_style
from tests.core.mapping.cim.builders import polygon, read_layer, unique, unique_class


def units(directory: Path, *ages: str) -> Path:
    """A file of squares, one an age."""
    squares = [
        {
            "type": "Feature", "properties": {"AGE": age},
            "geometry": {"type": "Polygon", "coordinates": [
                [[100 + i, 40], [100.5 + i, 40], [100.5 + i, 40.5], [100 + i, 40.5], [100 + i, 40]]]},
        }
        for i, age in enumerate(ages)
    ]  # fmt: skip
    path = directory / "units.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": squares}), encoding="utf-8")
    return path


def test_a_style_survives_replacing_deleting_and_restoring(database: Database, tmp_path: Path) -> None:
    record = load(database, units(tmp_path, "J", "K"))
    style = read_layer(unique(["AGE"], unique_class("Jura", polygon(), ("J",))))
    apply_style(database, record.table, style, {"AGE": "AGE"}, origin="file", source="ages.lyrx")
    replaced = load(database, units(tmp_path, "J", "P", "T"), LoadDecisions(mode="replace"))
    assert (replaced.version, replaced.rows_loaded) == (2, 3)
    store = StyleStore(database)
    for _ in range(2):
        store.forget()
        now = store.current(record.table)
        assert now is not None
        assert (now.style, now.source) == (style, "ages.lyrx")
        delete_layer(database, record.table)
        restore_layer(database, record.table)
