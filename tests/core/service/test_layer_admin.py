"""Layers named, described, deleted and brought back, and how far each is answerable."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.database.engine import Database
from core.database.layer_texts import LayerText
from core.errors import DatabaseError
from core.ingest import LoadDecisions, load
from core.service import LayerInfo, MineralApp, layer_admin
from core.service.binding import Binding, BoundColumn, MappingError, bind_layer, save_binding
from core.service.exports import Exports
from core.settings import Settings


def write(path: Path, sizes: list[str]) -> Path:
    features = [
        {
            "type": "Feature",
            "properties": {"NAME": f"Mine {i}", "GM": size},
            "geometry": {"type": "Point", "coordinates": [100 + i, 30]},
        }
        for i, size in enumerate(sizes)
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    return path


@pytest.fixture
def app(database: Database, settings: Settings, tmp_path: Path) -> MineralApp:
    """The product on a layer of mines, with mappings of its own."""
    load(database, write(tmp_path / "mines.geojson", ["大型", "小型", "qq"]), LoadDecisions(table="mines"))
    return MineralApp.open(settings.model_copy(update={"local_dir": tmp_path / "local"}), database=database)


def info(app: MineralApp) -> LayerInfo:
    return next(x for x in app.layers() if x.record.table == "mines")


def told(app: MineralApp, language: str = "en") -> tuple[str, list[str]]:
    found = layer_admin.status_of(info(app), app.context().mappings)
    return found.state, [x.say(language) for x in found.notes]


def test_how_far_a_layer_is_answerable(app: MineralApp) -> None:
    assert told(app) == ("not_yet", ["It has no mapping: questions do not search it."])
    bind_layer(app.settings, "mines", "deposit", "Mines")
    assert told(app) == ("partly", ["Only its kind of feature is known; no column has a meaning."])
    name, size = BoundColumn("NAME", "name"), BoundColumn("GM", "size")
    save_binding(app, "mines", Binding("deposit", "Mines", "矿山", (name, size)))
    assert told(app) == ("partly", ["1 of 3 values of size have no meaning yet."])
    assert told(app, "zh")[1] == ["规模的 3 个值中有 1 个尚无含义。"]
    named = BoundColumn("GM", "size", values={"qq": ("medium",)})
    save_binding(app, "mines", Binding("deposit", "Mines", "矿山", (name, named)))
    assert told(app) == ("answerable", [])


def test_a_name_is_that_of_the_answers_at_once(app: MineralApp) -> None:
    layer_admin.describe(app, "mines", LayerText("Pits", "矿坑", "by hand", "1998–2003"))
    assert info(app).record.title == "Pits"
    save_binding(app, "mines", Binding("deposit", "Pits", "矿坑", (BoundColumn("NAME", "name"),)))
    before = app.card.version
    layer_admin.describe(app, "mines", LayerText("Old pits", "老矿坑", "compiled", "1998–2003"))
    layer = app.card.layer("mines")
    assert (layer.title.en, layer.title.zh, layer.provenance) == ("Old pits", "老矿坑", "compiled")
    assert app.card.version != before
    assert layer_admin.words_of(app, info(app)) == LayerText("Old pits", "老矿坑", "compiled", "1998–2003")
    with pytest.raises(MappingError, match="title in English and in Chinese"):
        layer_admin.describe(app, "mines", LayerText("Old pits", " "))
    with pytest.raises(DatabaseError, match="no layer “gone”"):
        layer_admin.describe(app, "gone", LayerText("A", "甲"))


def test_a_deleted_layer_comes_back_with_its_mapping_and_words(app: MineralApp, tmp_path: Path) -> None:
    save_binding(app, "mines", Binding("deposit", "Mines", "矿山", (BoundColumn("NAME", "name"),)))
    layer_admin.describe(app, "mines", LayerText("Pits", "矿坑", "", "2001"))
    question = "How many deposits are there?"
    layer_admin.delete(app, "mines")
    assert app.ask(question).status == "refused"
    assert [x.table for x in layer_admin.deleted(app)] == ["mines"]
    layer_admin.bring_back(app, "mines")
    answer = app.ask(question)
    assert answer.result is not None
    assert answer.result.total == 3
    assert layer_admin.words_of(app, info(app)).vintage == "2001"
    assert layer_admin.deleted(app) == ()
    load(app.database, write(tmp_path / "more.geojson", ["大型"]), LoadDecisions(table="mines", mode="replace"))
    assert [x.version for x in layer_admin.versions_of(app, "mines")] == [1]
    assert layer_admin.bring_back(app, "mines", 1).rows_loaded == 3
    with pytest.raises(DatabaseError):
        layer_admin.bring_back(app, "nothing")


def test_exported_files_are_found_by_their_token_only(app: MineralApp, tmp_path: Path) -> None:
    exports = Exports(tmp_path / "exports")
    token, export = exports.make(app.database, "mines", "csv")
    assert exports.get(token) == export
    assert (exports.get("x"), exports.get("../mines"), export.name) == (None, None, "mines.csv")
    export.path.unlink()
    assert exports.get(token) is None
