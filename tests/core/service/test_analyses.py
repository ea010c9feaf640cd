"""Kept analyses beside the other parts: documents, the map's route, hostile names in the data."""

from __future__ import annotations

import asyncio
import csv
import gzip
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.routing import Route

from core.analysis.store import Analysis, AnalysisStore, new_record
from core.analysis.wording import number, safe
from core.errors import KnowledgeError
from core.service.analyses import analysis_store
from core.service.analysis_routes import analysis_routes
from core.settings import Settings
from core.vocabulary.card import Labels

TITLE = Labels("Elements", "元素")


class Shelf:
    """Stands in for the documents where only what reaches them matters."""

    def __init__(self, *, broken: bool = False) -> None:
        self.texts: dict[str, tuple[str, str]] = {}
        self.broken = broken

    def index_text(self, source_id: str, title: str, text: str, *_: str, **__: str) -> None:
        if self.broken:
            raise KnowledgeError("The documents are not there.")
        self.texts[source_id] = (title, text)

    def forget_text(self, source_id: str, **_: str) -> bool:
        return self.texts.pop(source_id, None) is not None


def kept(store: AnalysisStore) -> Analysis:
    with store.draft() as draft:
        draft.add_report("en", "# Elements\nLutetium\n", TITLE)
        draft.add_report("zh", "# 元素\n镥\n", TITLE)
        draft.add_table("samples", TITLE, ["name", "La"], [["=cmd|' /C calc'!A0", -1.5], ["+1", 2.0]])
        draft.add_geometry("sample_points", TITLE, {"type": "FeatureCollection", "features": []})
        record = new_record("association", TITLE, (), "x-1", region=None, settings={}, software={})
        return store.keep(draft, record)


@pytest.fixture
def local(settings: Settings, tmp_path: Path) -> Settings:
    return settings.model_copy(update={"local_dir": tmp_path})


def test_a_report_enters_and_leaves_the_documents_with_its_analysis(local: Settings) -> None:
    shelf = Shelf()
    store = analysis_store(local, shelf)  # type: ignore[arg-type]
    name = kept(store).record.id
    both = {f"{name}.en": ("Elements", "# Elements\nLutetium\n"), f"{name}.zh": ("元素", "# 元素\n镥\n")}
    assert shelf.texts == both
    store.delete(name)
    assert shelf.texts == {}
    store.restore(name)
    assert shelf.texts == both


def test_an_analysis_is_kept_although_the_documents_fail(local: Settings) -> None:
    store = analysis_store(local, Shelf(broken=True))  # type: ignore[arg-type]
    assert store.load(kept(store).record.id)


def get(store: AnalysisStore, analysis: str, product: str) -> Any:
    (route,) = analysis_routes(lambda: store)
    assert isinstance(route, Route)
    request = SimpleNamespace(path_params={"analysis": analysis, "product": product})
    return asyncio.run(route.endpoint(request))


def test_the_map_gets_geometries_and_nothing_else(local: Settings) -> None:
    store = analysis_store(local, None)
    name = kept(store).record.id
    answer = get(store, name, "sample_points")
    assert json.loads(gzip.decompress(answer.body))["type"] == "FeatureCollection"
    assert "immutable" in answer.headers["cache-control"]
    for analysis, product in (
        (name, "samples"),
        (name, "record"),
        (name, "../record"),
        ("../..", "sample_points"),
    ):
        assert get(store, analysis, product).status_code == 404


def test_a_text_that_looks_like_a_formula_is_marked_as_text(local: Settings) -> None:
    path = kept(analysis_store(local, None)).path("samples")
    assert path is not None
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[1:] == [["'=cmd|' /C calc'!A0", "-1.5"], ["'+1", "2.0"]]


def test_names_cannot_act_in_a_report() -> None:
    assert safe("![x](http://a/b.png)") == "\\!\\[x\\](http://a/b.png)"
    assert safe("a|b\n# c <i>") == "a\\|b \\# c \\<i\\>"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (1234.4, "1,234"), (0.00123, "0.00123"), (-2.5, "−2.50"), (None, "–"), (float("nan"), "–"),
     (3e9, "3.00e+09"), (99.96, "100.0"), (0.5, "0.500")],
)  # fmt: skip
def test_numbers_for_reading(value: float | None, text: str) -> None:
    assert number(value) == text
