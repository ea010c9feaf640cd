"""Mappings edited here: what cannot be saved, what saving changes, the way back, and several people at once."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from core.database.engine import Database
from core.ingest import LoadDecisions, load
from core.service import MineralApp
from core.service.binding import (
    Binding,
    BoundColumn,
    MappingError,
    NewKind,
    bind_layer,
    from_proposal,
    present,
    save_binding,
    unbind,
    undo_binding,
)
from core.service.mapping_changes import changes
from core.service.mapping_state import COLUMNS, TABLES, MappingState, read_local
from core.service.mapping_store import PENDING, MappingStore
from core.service.proposing import propose_for_layer
from core.settings import Settings
from core.vocabulary.mappings import load_mappings

FEATURES = [
    ("甲金矿", "Au", "大型", 1.5, 112.0, 41.0),
    ("乙铜矿", "Cu", "小型", 2.5, 112.1, 41.1),
    ("丙金银矿", "Au;Ag", "特大", 3.5, 112.2, 41.2),
]


@pytest.fixture
def app(database: Database, settings: Settings, tmp_path: Path) -> MineralApp:
    """The product on one layer of mines that nobody bound, with mappings of its own."""
    rows = [
        {
            "type": "Feature",
            "properties": {"KCMC": name, "KZ": kind, "GM": size, "PW": grade, "F9": "L"},
            "geometry": {"type": "Point", "coordinates": [x, y]},
        }
        for name, kind, size, grade, x, y in FEATURES
    ]
    path = tmp_path / "导出.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": rows}), encoding="utf-8")
    load(database, path, LoadDecisions(table="mines", title="导出"))
    return MineralApp.open(settings.model_copy(update={"local_dir": tmp_path / "local"}), database=database)


def mines(app: MineralApp) -> Binding:
    """What is proposed for the layer, with the unit that nobody stated."""
    record = next(x.record for x in app.layers())
    proposal = propose_for_layer(app, record)
    return from_proposal(proposal, "Mines", "矿山")


def sentences(app: MineralApp, binding: Binding) -> list[str]:
    with pytest.raises(MappingError) as caught:
        save_binding(app, "mines", binding)
    assert present(app.settings, "mines").state == MappingState()
    assert all(x.say("zh") and x.say("zh") != x.say("en") for x in caught.value.faults)
    return [x.say("en") for x in caught.value.faults]


def test_an_accepted_proposal_is_answered_at_once_and_undone_again(app: MineralApp) -> None:
    before = app.ask("有多少个金矿？")
    assert before.status == "refused"
    saved = save_binding(app, "mines", mines(app))
    after = app.ask("有多少个金矿？")
    assert after.status == "answered"
    assert after.result is not None
    assert after.result.total == 2
    assert after.data_version != before.data_version
    told = changes(saved.before, saved.after, app.context().mappings, "en")
    assert "Questions will find this layer as deposit." in told
    assert "commodity comes from column “KZ”." in told
    undo_binding(app, "mines")
    assert app.ask("有多少个金矿？").status == "refused"
    assert present(app.settings, "mines").undoable is None
    with pytest.raises(MappingError, match="no earlier mapping"):
        undo_binding(app, "mines")


def test_the_shipped_files_are_not_touched(app: MineralApp) -> None:
    shipped = [p.read_bytes() for p in sorted(app.settings.mappings_dir.glob("*.json"))]
    save_binding(app, "mines", mines(app))
    assert shipped == [p.read_bytes() for p in sorted(app.settings.mappings_dir.glob("*.json"))]
    local = app.settings.local_mappings_dir
    assert json.loads((local / TABLES).read_text("utf-8"))["mines"]["entity_type"] == "deposit"
    assert json.loads((local / COLUMNS).read_text("utf-8"))["mines"]["name"] == {"column": "KCMC"}


def test_each_fault_has_a_sentence(app: MineralApp) -> None:
    good = Binding("deposit", "Mines", "矿山", (BoundColumn("KCMC", "name"),))

    def columns(*found: BoundColumn) -> list[str]:
        return sentences(app, replace(good, columns=found))

    assert columns(BoundColumn("NOPE", "name")) == ["The layer has no column “NOPE”."]
    assert columns(BoundColumn("KCMC", "colour")) == ["There is no attribute “colour” (column “KCMC”)."]
    assert columns(BoundColumn("KCMC", "name"), BoundColumn("GM", "name")) == [
        "name is given to two columns, “KCMC”, “GM”; keep one of them."
    ]
    assert columns(BoundColumn("PW", "grade", "km")) == ["“km” is no unit of grade (column “PW”)."]
    assert columns(BoundColumn("PW", "grade", "bushel")) == ["The unit “bushel” of column “PW” is not known."]
    assert columns(BoundColumn("PW", "grade")) == ["Give the unit of the numbers in column “PW” (grade)."]
    assert columns(BoundColumn("KZ", "grade", "g/t")) == ["Column “KZ” holds text, but grade is a number."]
    assert columns(BoundColumn("GM", "size", "t")) == ["Column “GM” (size) holds no quantity; it takes no unit."]
    assert columns() == ["Choose the meaning of at least one column, otherwise questions find nothing in it."]
    assert columns(BoundColumn("GM", "size", values={"大型": ("small",)})) == [
        "“大型” in column “GM” already means large; it cannot also mean small."
    ]
    assert columns(BoundColumn("GM", "size", values={"XX": ("gold",)})) == [
        "“gold” is no value of size (for “XX” in column “GM”)."
    ]
    assert sentences(app, replace(good, entity_type="")) == ["Choose the kind of feature that the layer holds."]
    assert sentences(app, replace(good, entity_type="planet")) == ["There is no kind of feature “planet”."]
    assert sentences(app, replace(good, entity_type="fault")) == [
        "The layer holds points, but fault is made of lines."
    ]
    assert sentences(app, replace(good, title_zh=" ")) == ["The layer needs a title in English and in Chinese."]
    assert sentences(app, replace(good, feature_key="size")) == [
        "Parts of one feature cannot share size: no column holds it."
    ]
    assert sentences(app, replace(good, extent_words=("断裂",))) == ["“断裂” already means fault."]


def test_a_new_kind_of_feature_is_defined_asked_for_and_taken_back(app: MineralApp) -> None:
    kind = NewKind(
        "heritage site", "工业遗址", synonyms=("old working", "老矿洞"), geometry=("point",), near_m=800
    )
    binding = Binding("", "Sites", "遗址", (BoundColumn("KCMC", "name"), BoundColumn("GM", "size")), kind=kind)
    save_binding(app, "mines", binding)
    found = app.card.entity_types["heritage_site"]
    assert (found.near_m, found.geometry, found.plural.en) == (800.0, ("point",), "heritage sites")
    for question in ("How many heritage sites are there?", "有多少个老矿洞？", "How many old workings are there?"):
        answer = app.ask(question)
        assert answer.result is not None, question
        assert answer.result.total == 3
    undo_binding(app, "mines")
    assert "heritage_site" not in app.card.entity_types
    assert read_local(app.settings.local_mappings_dir).kinds == ()


def test_words_of_a_new_kind_must_be_free(app: MineralApp) -> None:
    kind = NewKind("Fault", "新断层", synonyms=("gold", "岩性"), geometry=("line",), near_m=0)
    assert sentences(app, Binding("", "A", "甲", (BoundColumn("KCMC", "name"),), kind=kind)) == [
        "The distance meant by “near” must be above 0 and at most 20,000 km.",
        "The layer holds points, but Fault is made of lines.",
        "“Fault” is already a word for fault.",
        "“Faults” is already a word for fault.",
        "“gold” already means Au.",
        "“岩性” already means lithology.",
    ]


def test_a_value_of_ones_own_is_understood(app: MineralApp) -> None:
    bound = (BoundColumn("KCMC", "name"), BoundColumn("F9", "size", values={"L": ("large",)}))
    save_binding(app, "mines", Binding("deposit", "Mines", "矿山", bound))
    answer = app.ask("How many large deposits are there?")
    assert answer.result is not None
    assert answer.result.total == 3


def test_a_change_made_meanwhile_is_not_overwritten(app: MineralApp) -> None:
    mine = present(app.settings, "mines").mark
    save_binding(app, "mines", mines(app), mine)
    with pytest.raises(MappingError, match="changed meanwhile in another window"):
        save_binding(app, "mines", replace(mines(app), title_en="Other"), mine)
    assert app.card.layer("mines").title.en == "Mines"
    with pytest.raises(MappingError, match="Nothing was changed"):
        save_binding(app, "mines", mines(app))


def test_many_at_once_lose_nothing(settings: Settings, tmp_path: Path) -> None:
    own = settings.model_copy(update={"local_dir": tmp_path})
    shipped = load_mappings(own.mappings_dir)
    errors: list[Exception] = []

    def work(n: int) -> None:
        try:
            for i in range(5):
                bind_layer(own, f"layer_{n}_{i}", "deposit", f"Layer {n} {i}")
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    store = MappingStore(own.local_mappings_dir)
    assert len(store.read().tables) == 20
    assert sorted(x.number for x in store.history()) == list(range(1, 21))
    assert len(store.read().over(shipped).tables) == len(shipped.tables) + 20


@pytest.mark.parametrize("written", [0, 1, 2, 3])
def test_a_change_that_was_begun_is_finished_by_the_next_reader(
    settings: Settings, tmp_path: Path, written: int
) -> None:
    own = settings.model_copy(update={"local_dir": tmp_path})
    directory = own.local_mappings_dir
    bind_layer(own, "first", "deposit", "First")
    files = sorted(p for p in directory.glob("*.json"))
    before = {p: p.read_bytes() for p in files}
    bind_layer(own, "second", "fault", "Second")
    after = {p: p.read_bytes() for p in files}
    revision = MappingStore(directory).history("second")[0]
    # as a process leaves it that was killed after so many of the files
    for path in files[written:]:
        path.write_bytes(before[path])
    (directory / "history" / "000002.json").unlink()
    pending = {
        "revision": json.loads(revision.model_dump_json(by_alias=True)),
        "files": {p.name: t.decode() for p, t in after.items()},
    }
    (directory / PENDING).write_text(json.dumps(pending), encoding="utf-8")
    store = MappingStore(directory)
    assert set(store.read().tables) == {"first", "second"}
    assert not (directory / PENDING).exists()
    assert [x.table for x in store.history()] == ["second", "first"]
    store.undo(load_mappings(own.mappings_dir), "second")
    assert store.read().tables["second"] is None


def test_a_shipped_mapping_is_changed_and_put_away_only_here(app: MineralApp, settings: Settings) -> None:
    table = next(iter(load_mappings(settings.mappings_dir).tables))
    shipped = present(app.settings, table).state
    assert shipped.table is not None
    unbind(app, table)
    assert present(app.settings, table).state == MappingState()
    undo_binding(app, table)
    assert present(app.settings, table).state == shipped


def test_the_difference_is_told_in_words(app: MineralApp) -> None:
    first = Binding("deposit", "Mines", "矿山", (BoundColumn("KCMC", "name"), BoundColumn("PW", "grade", "g/t")))
    save_binding(app, "mines", first)
    second = Binding(
        "geochem_sample", "Samples", "样品",
        (BoundColumn("PW", "grade", "%"), BoundColumn("F9", "size", values={"L": ("large",)})),
    )  # fmt: skip
    saved = save_binding(app, "mines", second)
    mappings = app.context().mappings
    assert changes(saved.before, saved.after, mappings, "en") == [
        "Kind of feature: deposit → geochemical sample.",
        "Title: Mines / 矿山 → Samples / 样品.",
        "name is no longer known (it came from column “KCMC”).",
        "grade: unit g/t → %.",
        "size comes from column “F9”.",
        "size: “L” means large.",
    ]
    assert changes(saved.before, saved.after, mappings, "zh")[3] == "品位：单位 g/t → %。"
