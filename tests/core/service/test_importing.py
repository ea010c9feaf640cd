"""Imports without a screen: dropped files wait under names of our own, are checked, loaded and taken back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import get_args

import pytest

from core.database.engine import Database
from core.database.registry import list_layers
from core.errors import IngestError
from core.i18n import Texts
from core.ingest import CellRule, LoadDecisions
from core.knowledge import documents
from core.query.cancel import CancelToken
from core.raster import RasterStore
from core.service.crs_search import search_crs
from core.service.import_decisions import from_json
from core.service.import_kinds import FileKind, kind_of
from core.service.import_staging import Staging, StagingLimits, grouped, shown_name
from core.service.importing import Imports, Pending

TABLE = b"name,lon,lat\nAlpha,104.1,30.2\nBeta,104.3,30.4\n"


def send(staging: Staging, token: str, name: str, content: bytes, announced: int | None = None) -> None:
    async def blocks() -> AsyncIterator[bytes]:
        for at in range(0, len(content), 7):
            yield content[at : at + 7]

    size = len(content) if announced is None else announced
    asyncio.run(staging.receive(token, name, size, blocks()))


def checked(imports: Imports, pending: Pending) -> None:
    settle, _ = imports.check(pending, lambda *_: None, CancelToken())
    settle()


def test_a_dropped_file_lies_under_a_name_of_our_own(tmp_path: Path) -> None:
    staging = Staging(tmp_path)
    token = staging.open()
    send(staging, token, "../../某省\n矿点.csv", TABLE)
    (file,) = staging.collect(token)
    assert (file.name, file.kind, file.size) == ("某省 矿点.csv", "layer", len(TABLE))
    assert file.path.parent.parent == tmp_path
    assert file.path.name == f"{file.id}.csv"
    assert staging.find(file.id) == file
    send(staging, token, "b.tif", b"II*\0....")  # the drop stays open for more files
    assert [x.kind for x in staging.collect(token)] == ["raster"]


def test_a_dropped_document_is_sent_to_the_documents(tmp_path: Path) -> None:
    for suffix in documents.SUFFIXES:
        expected = "layer" if suffix == ".txt" else "document"  # a text file may be a table of points
        assert kind_of(f"Report{suffix.upper()}", tmp_path) == expected
    assert kind_of("report.doc", tmp_path) == kind_of("报告.rtf", tmp_path) == "unread_document"
    for kind in set(get_args(FileKind)) - {"layer", "raster"}:
        for language in ("en", "zh"):
            assert "a.b" in Texts.load().get(f"up_elsewhere_{kind}", language, name="a.b")


def test_bounds_are_kept_whatever_was_announced(tmp_path: Path) -> None:
    staging = Staging(tmp_path, StagingLimits(file_bytes=20, files=2, spare_bytes=0))
    token = staging.open()
    for announced in (200, -1, 3):
        with pytest.raises(IngestError, match="limit"):
            send(staging, token, "a.csv", b"x" * 200, announced)
    assert staging.collect(token) == ()
    for name in ("a.csv", "b.csv"):
        send(staging, token, name, b"1")
    with pytest.raises(IngestError, match="More than 2 files"):
        send(staging, token, "c.csv", b"1")
    with pytest.raises(IngestError, match="no longer open"):
        send(staging, "0" * 32, "a.csv", b"1")
    with pytest.raises(IngestError, match="no longer open"):
        send(staging, "../x", "a.csv", b"1")


def test_the_parts_of_a_file_come_together(tmp_path: Path) -> None:
    names = ["断裂.dbf", "断裂.shp", "other.csv", "断裂.prj", "lonely.dbf"]
    found = [[name for name, _ in group] for group in grouped([(x, tmp_path) for x in names])]
    assert found == [["断裂.shp", "断裂.dbf", "断裂.prj"], ["lonely.dbf"], ["other.csv"]]
    mixed = ["a.dat", "A.TAB", "a.map", "a.shp", "a.dbf", "a.id", "b.mid", "b.mif", "a.shp"]
    found = [[name for name, _ in group] for group in grouped([(x, tmp_path) for x in mixed])]
    assert found == [["A.TAB", "a.dat", "a.map", "a.id"], ["a.shp", "a.dbf"], ["b.mif", "b.mid"], ["a.shp"]]
    assert shown_name("a" * 300 + ".geojson", 50).endswith(".geojson")


def test_decisions_are_found_again_by_another_run(database: Database, tmp_path: Path) -> None:
    staging = Staging(tmp_path / "staging")
    imports = Imports(database, RasterStore(database, tmp_path), staging)
    token = staging.open()
    send(staging, token, "a.csv", TABLE)
    (pending,) = imports.collect(token)
    imports.decide(pending, crs="EPSG:4490", cells={"Au": CellRule(negative="below", nothing=(-9999.0,))})
    later = Imports(database, RasterStore(database, tmp_path), staging).get(pending.id)
    assert later is not None
    assert later.decisions == pending.decisions
    assert from_json({"nonsense": 1}) == LoadDecisions()


def test_check_load_and_take_back(database: Database, tmp_path: Path) -> None:
    staging = Staging(tmp_path / "staging")
    imports = Imports(database, RasterStore(database, tmp_path), staging)
    token = staging.open()
    send(staging, token, "points.csv", TABLE)
    (pending,) = imports.collect(token)
    checked(imports, pending)
    assert (pending.errors, pending.settled) == ((), True)
    assert imports.decide(pending, crs="EPSG:4490")  # the report has to be made anew
    assert not pending.settled
    checked(imports, pending)
    pending.record = imports.load(pending, lambda *_: None, CancelToken())
    imports.loaded(pending)
    assert [(x.title, x.rows_loaded, x.crs_original) for x in list_layers(database)] == [
        ("points", 2, "EPSG:4490")
    ]
    assert staging.find(pending.id) is None
    imports.undo(pending)
    assert list_layers(database) == ()


def test_a_file_that_cannot_be_read_any_more_returns_to_the_last_sound_decisions(
    database: Database, tmp_path: Path
) -> None:
    staging = Staging(tmp_path / "staging")
    imports = Imports(database, RasterStore(database, tmp_path), staging)
    token = staging.open()
    send(staging, token, "points.csv", TABLE)
    (pending,) = imports.collect(token)
    checked(imports, pending)
    imports.decide(pending, x="nowhere", y="lat")
    checked(imports, pending)
    assert pending.refusal is not None
    assert imports.step_back(pending)
    checked(imports, pending)
    assert pending.refusal is None
    assert pending.decisions == LoadDecisions()


@pytest.mark.parametrize(
    ("words", "code"),
    [("4547", "EPSG:4547"), ("国家2000 三度带 114", "EPSG:4547"), ("wgs 84 utm 49n", "EPSG:32649")],
)
def test_coordinate_systems_are_found_in_both_languages(words: str, code: str) -> None:
    assert search_crs(words)[0].code == code
