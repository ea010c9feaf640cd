"""Parts of the façade that need no database."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answer.compose import compose
from core.answer.model import Answer
from core.errors import QueryCancelledError, SettingsError
from core.query.cancel import CancelToken
from core.service.audit import AuditLog
from core.service.binding import bind_layer, check_type, mappings_of
from core.service.cache import Cache
from core.service.request import Request, clean, question_language
from core.settings import Settings
from tests.core.answer.answer_samples import QUESTION, Bench


def test_a_full_cache_forgets_what_was_used_least_recently() -> None:
    cache: Cache[int] = Cache("c", 2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert [cache.get(k) for k in "abc"] == [1, None, 3]
    figures = cache.figures()
    assert (figures.size, figures.hits, figures.misses) == (2, 3, 1)


@given(st.text(max_size=50))
def test_cleaning_keeps_every_position(question: str) -> None:
    cleaned = clean(question)
    assert len(cleaned) == len(question)
    assert all(b in (a, " ") for a, b in zip(question, cleaned, strict=True))
    cleaned.encode("utf-8")


def test_hidden_characters_become_spaces() -> None:
    assert clean("a\x00b\u202ec\u200bd\ud800e\tf") == "a b c d e\tf"


def test_the_language_of_a_question_is_told_by_its_characters() -> None:
    assert question_language("gold near faults") == "en"
    assert question_language("Au 异常") == "zh"


def test_steps_are_announced_timed_and_stopped_by_a_cancelled_question() -> None:
    seen: list[str] = []
    token = CancelToken()
    request = Request("q", cancel=token, on_step=seen.append)
    with request.step("route"):
        pass
    token.cancel()
    with pytest.raises(QueryCancelledError), request.step("read"):
        pytest.fail("a cancelled question went on")
    assert seen == ["route"]
    assert list(request.timings_ms) == ["route"]


def test_ids_depend_on_question_surroundings_and_data() -> None:
    base = Request("q").identify("v1")
    others = [Request("q", "r"), Request("q", None, "knowledge"), Request("q", None, None, "zh"), Request("p")]
    assert Request("q").identify("v1") == base
    assert len({base, Request("q").identify("v2"), *(r.identify("v1") for r in others)}) == 6


def test_the_audit_log_holds_no_words_of_the_question(bench: Bench, tmp_path: Path) -> None:
    material = bench.material()
    answer = Answer(
        "id1", QUESTION, "en", "answered", material.routing, material.reading, result=material.result,
        evidence=material.evidence, claims=compose(material), timings_ms={"query": 1.0}, data_version="v1",
    )  # fmt: skip
    log = AuditLog(tmp_path / "deep" / "audit.log")
    log.write(answer)
    log.write(answer)
    lines = log.path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    entry = json.loads(lines[0])
    assert entry["nodes"] == {"And": 1, "Answer": 1, "AttrCond": 2, "Query": 1, "RelCond": 2, "Set": 3}
    assert (entry["total"], entry["status"], entry["intent"]) == (4, "answered", "spatial_relation")
    for word in ("gold", "magmatic", "Example Field", "5000", "Alpha"):
        assert word not in lines[0]


def test_a_log_that_cannot_be_written_stops_nothing(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    material = bench.material()
    AuditLog(tmp_path / "file" / "audit.log").write(
        Answer("id1", "q", "en", "refused", material.routing, None, message="No.")
    )


def test_binding_a_layer_adds_one_entry_and_keeps_the_others(settings: Settings, tmp_path: Path) -> None:
    own = settings.model_copy(update={"local_dir": tmp_path})
    path = own.local_mappings_dir / "user_table_types.json"
    path.parent.mkdir()
    path.write_text('{"old": {"entity_type": "fault", "title": {"en": "Old", "zh": "旧"}, "invented": true}}')
    assert bind_layer(own, "new", "deposit", "New 表")
    assert not bind_layer(own, "new", "deposit", "other title")
    assert bind_layer(own, "old", "fold", "ignored")
    entries = json.loads(path.read_text(encoding="utf-8"))
    assert entries["new"]["title"] == {"en": "New 表", "zh": "New 表"}
    assert (entries["old"]["entity_type"], entries["old"]["invented"]) == ("fold", True)
    assert entries["old"]["title"]["zh"] == "旧"
    mappings = mappings_of(own)
    assert {mappings.tables[x].entity_type for x in ("new", "old")} == {"deposit", "fold"}
    check_type("deposit", mappings)
    with pytest.raises(SettingsError, match="kind of feature “deposits”"):
        check_type("deposits", mappings)


def test_a_broken_mapping_file_is_left_as_it_is(settings: Settings, tmp_path: Path) -> None:
    own = settings.model_copy(update={"local_dir": tmp_path})
    path = own.local_mappings_dir / "user_table_types.json"
    path.parent.mkdir()
    path.write_text("{broken")
    with pytest.raises(SettingsError, match="not readable JSON"):
        bind_layer(own, "t", "fault", "T")
    assert path.read_text() == "{broken"
