"""The vocabulary of a described database, refined on the page and used by the next question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.database.cluster import Cluster
from core.database.engine import Database
from core.service import MineralApp
from core.service.packs import card_of, load_pack
from core.settings import Settings
from core.vocabulary.card_file import load_card_file
from pages.components import product


@pytest.fixture
def city(
    settings: Settings, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Path, MineralApp]]:
    """The urban pack with a card file of its own."""
    path = tmp_path / "card.json"
    path.write_bytes(card_of(settings, "urban").read_bytes())
    database = Database.open(settings, name="urban_page", cluster=cluster)
    load_pack(database, settings, "urban")
    app = MineralApp.open(settings.model_copy(update={"card": path}), database=database)
    monkeypatch.setattr(product, "_app", app)
    yield path, app
    app.close()


def page() -> AppTest:
    def script() -> None:
        from pages.components import card_editor  # noqa: PLC0415 - runs as a script of its own

        card_editor.render()

    return AppTest.from_function(script, default_timeout=60).run()


def test_a_new_word_is_understood_at_once(city: tuple[Path, MineralApp]) -> None:
    path, app = city
    at = page()
    assert not at.exception
    at.selectbox(key="card_layer").set_value("hospitals").run()
    words = next(x for x in at.text_input if "clinic" in x.value)
    words.set_value(words.value + "; sanatorium; sanatoriums")
    at.button[0].click().run()
    assert not at.exception
    assert [x.value for x in at.success] != []
    assert "sanatorium" in {y for x in load_card_file(path).entity_types for y in x.synonyms}
    answer = app.ask("how many sanatoriums are there")
    assert answer.result is not None
    assert answer.result.scalar == 48


def test_what_is_wrong_is_said_and_nothing_is_written(city: tuple[Path, MineralApp]) -> None:
    path, _ = city
    before = path.read_bytes()
    at = page()
    at.selectbox(key="card_layer").set_value("hospitals").run()
    at.text_input[0].set_value("park")
    at.button[0].click().run()
    assert [x.value for x in at.error] != []
    assert path.read_bytes() == before
