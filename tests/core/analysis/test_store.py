"""Kept analyses: whole or not there, found again, deleted, brought back, and known to be out of date."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.analysis.draft import Draft
from core.analysis.record import AnalysisRecord, Fact, LayerUse, software_versions
from core.analysis.store import ABANDONED_S, KEPT, Analysis, AnalysisStore, changed_layers, new_record
from core.database.engine import Database
from core.database.registry import data_version, list_layers
from core.errors import AnalysisError
from core.vocabulary.card import Labels

TITLE = Labels("Elements of the sheet", "图幅元素组合")


def record_of(layers: tuple[LayerUse, ...] = (), token: str = "x-000000001", **chosen: Any) -> AnalysisRecord:
    return new_record(
        "association", TITLE, layers, token, region=None, settings=chosen, software=software_versions(["numpy"])
    )


def fill(draft: Draft) -> None:
    draft.add_table("loadings", Labels("Loadings", "载荷"), ["element", "PC1"], [["La", 0.5], ["Ce", np.nan]])
    draft.add_fact(
        Fact("pca.PC1.La", Labels("Loading", "载荷"), np.float64(0.5), table="loadings", row=0, column="PC1")
    )
    draft.add_fact(Fact("kmo", Labels("KMO", "KMO"), float("nan")))
    draft.add_report("en", "# Elements\n", Labels("Report", "报告"))
    draft.add_report("zh", "# 元素\n", Labels("Report", "报告"))
    draft.add_geometry("score_points", Labels("Scores", "得分"), {"type": "FeatureCollection", "features": []})
    draft.add_file("scree", ".png", "plot", Labels("Scree", "碎石图")).write_bytes(b"png")


def kept(store: AnalysisStore) -> Analysis:
    with store.draft() as draft:
        fill(draft)
        return store.keep(draft, record_of(k=3))


def test_an_analysis_is_found_as_it_was_kept(tmp_path: Path) -> None:
    store = AnalysisStore(tmp_path / "analyses")
    identifier = kept(store).record.id
    found = AnalysisStore(tmp_path / "analyses").load(identifier)
    assert found.record.title == TITLE
    assert found.record.settings == {"k": 3}
    assert found.record.software["numpy"] == np.__version__
    assert [x.value for x in found.facts()] == [0.5, None]
    assert (found.report("en"), found.report("zh")) == ("# Elements\n", "# 元素\n")
    table = found.path("loadings")
    assert table is not None
    with table.open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.reader(file)) == [["element", "PC1"], ["La", "0.5"], ["Ce", ""]]
    assert found.size == store.list().size > 100
    assert found.path("nothing") is None


def test_nothing_is_left_of_an_analysis_that_broke_off(tmp_path: Path) -> None:
    store = AnalysisStore(tmp_path / "analyses")
    with contextlib.suppress(ZeroDivisionError), store.draft() as draft:
        fill(draft)
        raise ZeroDivisionError
    assert list((tmp_path / "analyses").iterdir()) == []


def test_a_run_that_died_is_swept_up_but_not_one_that_runs(tmp_path: Path) -> None:
    store = AnalysisStore(tmp_path)
    dead, living = tmp_path / ".new-dead", tmp_path / ".new-living"
    for one in (dead, living):
        one.mkdir()
    os.utime(dead, (0, time.time() - ABANDONED_S - 60))
    kept(store)
    assert (dead.exists(), living.exists()) == (False, True)


def test_deleting_and_bringing_back_are_told(tmp_path: Path) -> None:
    told: list[str] = []
    store = AnalysisStore(
        tmp_path,
        on_saved=lambda x: told.append(f"+{x.report('en')}"),
        on_deleted=lambda x: told.append(x.record.id),
    )
    identifier = kept(store).record.id
    store.delete(identifier)
    assert store.list().analyses == ()
    assert [x.record.id for x in store.list().deleted] == [identifier]
    with pytest.raises(AnalysisError, match="no analysis"):
        store.load(identifier)
    store.restore(identifier)
    assert store.load(identifier).facts()
    assert told == ["+# Elements\n", identifier, "+# Elements\n"]


def test_only_so_many_deleted_ones_are_kept(tmp_path: Path) -> None:
    store = AnalysisStore(tmp_path)
    names = [kept(store).record.id for _ in range(KEPT + 2)]
    for number, name in enumerate(names):
        store.delete(name)
        os.utime(tmp_path / ".deleted" / name, (number, number))
    assert {x.record.id for x in store.list().deleted} == set(names[2:])


@pytest.mark.parametrize("name", ["../outside", "association-1", "", "association-20260101-000000-abcdef/.."])
def test_a_name_never_leads_out_of_the_store(tmp_path: Path, name: str) -> None:
    (tmp_path / "outside").mkdir()
    with pytest.raises(AnalysisError):
        AnalysisStore(tmp_path / "analyses").load(name)


def test_a_damaged_record_is_named_and_hides_no_other(tmp_path: Path) -> None:
    store = AnalysisStore(tmp_path)
    good, bad = kept(store), kept(store)
    (bad.directory / "record.json").write_text("{", encoding="utf-8")
    shelf = store.list()
    assert [x.record.id for x in shelf.analyses] == [good.record.id]
    assert shelf.broken == (bad.record.id,)
    with pytest.raises(AnalysisError, match="cannot be read"):
        store.load(bad.record.id)


def test_a_finding_is_unique_and_points_at_a_row_that_exists(tmp_path: Path) -> None:
    with AnalysisStore(tmp_path).draft() as draft:
        fill(draft)
        with pytest.raises(AnalysisError, match="twice"):
            draft.add_fact(Fact("kmo", TITLE, 1.0))
        with pytest.raises(AnalysisError, match="row 2"):
            draft.add_fact(Fact("more", TITLE, 1.0, table="loadings", row=2))
        with pytest.raises(AnalysisError, match="name"):
            draft.add_file("../scree", ".png", "plot", TITLE)
        assert "/" not in json.dumps([x.file for x in draft.products])


def test_an_analysis_is_out_of_date_when_its_layer_was_replaced(demo_database: Database) -> None:
    layer = list_layers(demo_database)[0]
    token = data_version(demo_database)
    same = LayerUse(layer.table, TITLE, layer.version)
    older = LayerUse(layer.table, TITLE, layer.version - 1)
    gone = LayerUse("never_loaded", TITLE, 1)
    assert changed_layers(demo_database, record_of((same,), token)) == ()
    assert changed_layers(demo_database, record_of((same, older, gone), token)) == (older, gone)
    assert changed_layers(demo_database, record_of((same,), "other-000000001")) == (same,)
