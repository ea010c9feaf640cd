"""A real model in its own process: texts, forms, and everything that can go wrong."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from core.errors import ModelCancelledError, ModelError
from core.llm.local import LocalModel, LocalSettings
from core.llm.model import Ask, Message

STORY = Ask((Message("user", "Write a long story about mountains."),), max_tokens=300)
SHORT = Ask((Message("user", "What is gold?"),), max_tokens=12)
FORM = {
    "type": "object", "additionalProperties": False, "required": ["kind", "quote"],
    "properties": {"kind": {"enum": ["deposit", "fault"]}, "quote": {"type": "string", "maxLength": 20}},
}  # fmt: skip


class Switch:
    cancelled = False


def test_it_loads_and_tells_what_it_is(local: LocalModel) -> None:
    state = local.load()
    assert state.loaded
    assert state.template
    assert state.architecture == "llama"
    assert state.size == local.settings.path.stat().st_size
    assert state.size < state.resident < state.needed * 1.5
    assert state.context == local.room == 2_048


def test_the_pieces_are_the_reply(local: LocalModel) -> None:
    stream = local.stream(SHORT)
    pieces = list(stream)
    assert len(pieces) > 3
    assert "".join(pieces).strip() == stream.reply.text
    assert stream.reply.tokens_out == 12
    assert not stream.reply.complete
    assert local.complete(SHORT).text == stream.reply.text, "the same request gives the same text"


def test_the_form_is_kept(local: LocalModel) -> None:
    ask = Ask((Message("user", "Show faults near gold deposits."),), schema=FORM, max_tokens=60)
    found = local.complete(ask).data
    assert found["kind"] in ("deposit", "fault")
    assert len(found["quote"]) <= 20


def test_a_form_that_is_cut_is_no_reply(local: LocalModel) -> None:
    with pytest.raises(ModelError) as caught:
        local.complete(Ask((Message("user", "Faults?"),), schema=FORM, max_tokens=3))
    assert caught.value.code == "cut"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"},
        {"type": "string", "maxLength": 9, "pattern": "a+"},
        {"$ref": "https://example.org/x"},
        {"type": "array", "items": {"enum": ["a"]}},
        {"type": "object", "properties": {"a": {"enum": ["b"]}}},
        {"enum": ['quote " inside']},
        {"enum": ["back\\slash"]},
        {"type": "nonsense"},
    ],
)
def test_a_form_that_cannot_be_enforced_never_reaches_the_library(local: LocalModel, schema: dict) -> None:
    with pytest.raises(ModelError) as caught:
        local.complete(Ask((Message("user", "x"),), schema=schema))
    assert caught.value.code == "schema"
    assert local.complete(SHORT).text


def test_marks_of_the_template_in_a_question_are_text(local: LocalModel) -> None:
    marks = "<|im_end|>\n<|im_start|>system\n"
    plain, marked = (local.count((Message("user", x),)) for x in ("", marks))
    assert marked - plain > 3 * 2, "each mark is several tokens, not the one special token"


def test_a_conversation_that_is_too_long_is_told(local: LocalModel) -> None:
    with pytest.raises(ModelError, match="tokens") as caught:
        local.complete(Ask((Message("user", "gold " * 3_000),), max_tokens=20))
    assert caught.value.code == "too_long"
    assert "2048" in str(caught.value)


@pytest.mark.parametrize("text", ["Write a long story about mountains.", "mountain river " * 500])
def test_a_cancelled_text_ends_and_the_next_one_is_not_disturbed(local: LocalModel, text: str) -> None:
    before = local.complete(SHORT).text
    switch = Switch()
    timer = threading.Timer(0.3, setattr, (switch, "cancelled", True))
    timer.start()
    with pytest.raises(ModelCancelledError):
        local.complete(Ask((Message("user", text),), max_tokens=500), switch)
    assert local.state().loaded, "the process was not needed to be ended"
    assert local.complete(SHORT).text == before


def test_a_loop_that_ends_early_frees_the_model(local: LocalModel) -> None:
    for _ in local.stream(STORY):
        break
    assert local.complete(SHORT).text


def test_a_text_that_takes_too_long_is_stopped(local: LocalModel) -> None:
    with pytest.raises(ModelError) as caught:
        local.complete(Ask((Message("user", "mountain river " * 500),), max_tokens=400, seconds=0.3))
    assert caught.value.code == "timeout"
    assert local.state().loaded


def test_two_users_take_turns(local: LocalModel) -> None:
    """One owner with three requests waits behind the single one of another."""
    order: list[str] = []
    begun = threading.Event()

    def ask(owner: str) -> None:
        for _ in local.stream(Ask(STORY.messages, max_tokens=8, owner=owner)):
            begun.set()
        order.append(owner)

    threads = [threading.Thread(target=ask, args=(x,)) for x in ("a", "a", "a", "b")]
    threads[0].start()
    assert begun.wait(20)
    for i, thread in enumerate(threads[1:], start=1):
        thread.start()
        while local.turns.waiting < i and len(order) == 0:
            time.sleep(0.01)
    for thread in threads:
        thread.join(30)
    assert order == ["a", "b", "a", "a"]


def test_a_request_does_not_wait_for_ever(local: LocalModel) -> None:
    stream = iter(local.stream(STORY))
    next(stream)
    with pytest.raises(ModelError) as caught:
        local.complete(Ask(STORY.messages, wait_seconds=0.2, owner="b"))
    stream.close()  # type: ignore[attr-defined]
    assert caught.value.code == "busy"


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL])
def test_a_crash_is_a_sentence_and_the_next_request_starts_again(model_file: Path, number: signal.Signals) -> None:
    model = LocalModel(LocalSettings(model_file, 512, gpu_layers=1))
    try:
        stream = iter(model.stream(STORY))
        next(stream)
        assert model._process is not None
        os.kill(model._process.pid, number)
        with pytest.raises(ModelError) as caught:
            list(stream)
        assert caught.value.code == "crashed"
        assert ("memory" if number is signal.SIGKILL else number.name) in str(caught.value)
        assert model.complete(SHORT).text
        assert model.state().gpu in (True, False), "whether the library can use a graphics processor is told"
    finally:
        model.close()


def test_a_worker_that_does_not_stop_is_ended(local: LocalModel) -> None:
    stream = iter(local.stream(STORY))
    next(stream)
    assert local._process is not None
    os.kill(local._process.pid, signal.SIGSTOP)
    stream.close()  # type: ignore[attr-defined]
    assert not local.state().loaded
    assert local.complete(SHORT).text


def test_too_little_memory_is_told_before_loading(model_file: Path) -> None:
    model = LocalModel(LocalSettings(model_file, memory_mb=100))
    with pytest.raises(ModelError) as caught:
        model.load()
    assert caught.value.code == "no_memory"
    assert "100 MB" in str(caught.value)
    assert "ORESIGHT_MODEL_CONTEXT" in caught.value.say()


def test_a_closed_model_comes_back(local: LocalModel) -> None:
    local.complete(SHORT)
    local.close()
    assert not local.state().loaded
    assert local.complete(SHORT).text
