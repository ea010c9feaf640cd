"""A model behind an address: a real one, and servers that misbehave."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from core.errors import ModelCancelledError, ModelError
from core.llm.model import Ask, Message
from core.llm.server import ServerModel
from core.llm.serving import ModelServer

ASK = Ask((Message("user", "What is gold?"),), max_tokens=10, seconds=20)
FORM = {
    "type": "object", "additionalProperties": False, "required": ["kind"],
    "properties": {"kind": {"enum": ["deposit", "fault"]}},
}  # fmt: skip
TOLD = 'data: {"choices":[{"delta":{"content":"Gold."}}]}\n\n'
END = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'


class Switch:
    cancelled = False


def _left(model: ServerModel, ask: Ask, switch: Switch) -> None:
    """Read one piece and give up."""
    for _ in model.stream(ask, switch):
        switch.cancelled = True


class Odd(ThreadingHTTPServer):
    """A server that sends what it is told to."""

    daemon_threads = True

    def __init__(self, *parts: str, status: int = 200, kind: str = "text/event-stream", hold: float = 0.0) -> None:
        super().__init__(("127.0.0.1", 0), _OddHandler)
        self.parts, self.status, self.kind, self.hold = parts, status, kind, hold
        self.bodies: list[dict] = []
        self.refuse_forms = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _OddHandler(BaseHTTPRequestHandler):
    server: Odd

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        refused = self.server.refuse_forms and "response_format" in body
        self.send_response(400 if refused else self.server.status)
        self.send_header("Content-Type", self.server.kind)
        self.end_headers()
        with contextlib.suppress(OSError):
            for part in () if refused else self.server.parts:
                self.wfile.write(part.encode())
                self.wfile.flush()
            time.sleep(self.server.hold)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextlib.contextmanager
def running(server: Odd) -> Iterator[ServerModel]:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield ServerModel(server.url, "m")
    finally:
        server.shutdown()
        server.server_close()


def test_a_real_model_answers_through_an_address(served: ModelServer) -> None:
    model = ServerModel(served.url)
    assert model.load().loaded
    assert model.name == served.model.name
    stream = model.stream(ASK)
    pieces = list(stream)
    assert len(pieces) > 3
    assert stream.reply.text == served.model.complete(ASK).text
    assert stream.reply.tokens_out == 10
    assert not stream.reply.complete
    ask = Ask(ASK.messages, schema=FORM, max_tokens=40)
    assert model.complete(ask).data["kind"] in ("deposit", "fault")


def test_a_text_left_early_ends_at_the_server_too(served: ModelServer) -> None:
    model, switch = ServerModel(served.url, "m"), Switch()
    with pytest.raises(ModelCancelledError):
        _left(model, Ask(ASK.messages, max_tokens=400), switch)
    assert served.model.complete(ASK).text, "its model is free again"


def test_nobody_there() -> None:
    with Odd() as server:
        url = server.url
    for call in (lambda m: m.complete(ASK), lambda m: m.load()):
        with pytest.raises(ModelError) as caught:
            call(ServerModel(url, "m"))
        assert caught.value.code == "server_gone"
        assert "Is it running" in caught.value.say()


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ((TOLD,), "server_gone"),
        ((), "server_gone"),
        (("data: {not json\n\n",), "server_gone"),
        ((TOLD, 'data: {"error":{"message":"out of memory"}}\n\n'), "server_gone"),
    ],
)
def test_a_reply_that_breaks_off_is_told(parts: tuple[str, ...], code: str) -> None:
    with running(Odd(*parts)) as model, pytest.raises(ModelError) as caught:
        model.complete(ASK)
    assert caught.value.code == code


def test_a_refusal_is_told_with_its_reason() -> None:
    refusing = Odd('{"error":{"message":"no such model"}}', status=404, kind="application/json")
    with running(refusing) as model, pytest.raises(ModelError, match="no such model") as caught:
        model.complete(ASK)
    assert caught.value.code == "server_refused"


def test_the_key_is_never_shown() -> None:
    with running(Odd("<html>nonsense " * 50, status=401, kind="text/html")) as model:
        secret = ServerModel(model._url, "m", key="s3cret-key")
        with pytest.raises(ModelError) as caught:
            secret.complete(ASK)
        assert "s3cret" not in caught.value.say() + repr(secret.state())
    assert "s3cret" not in ServerModel("http://me:s3cret@127.0.0.1:1/v1").state().place


def test_a_silent_server_can_be_left() -> None:
    switch = Switch()
    with running(Odd(TOLD, hold=5)) as model:
        with pytest.raises(ModelCancelledError):
            _left(model, ASK, switch)
        with pytest.raises(ModelError) as caught:
            model.complete(Ask(ASK.messages, seconds=0.5))
    assert caught.value.code == "timeout"


def test_a_server_without_forms_is_asked_without() -> None:
    server = Odd('data: {"choices":[{"delta":{"content":"It is {\\"kind\\": \\"fault\\"}"}}]}\n\n', END)
    server.refuse_forms = True
    with running(server) as model:
        assert model.complete(Ask(ASK.messages, schema=FORM)).data == {"kind": "fault"}
        model.complete(Ask(ASK.messages, schema=FORM))
    forms = [x.get("response_format", {}).get("type") for x in server.bodies]
    assert forms == ["json_schema", "json_object", None, None], "what was refused once is not tried again"


def test_a_server_that_does_not_stop_is_stopped() -> None:
    with running(Odd(*[TOLD] * 400, hold=2)) as model:
        reply = model.complete(Ask(ASK.messages, max_tokens=3, seconds=10))
    assert not reply.complete
    assert len(reply.text) < 400


def test_a_whole_reply_is_a_reply_too() -> None:
    whole = '{"choices":[{"message":{"content":"<think>x</think>Gold."},"finish_reason":"stop"}],'
    whole += '"usage":{"completion_tokens":2}}'
    with running(Odd(whole, kind="application/json")) as model:
        reply = model.complete(ASK)
    assert reply.text == "Gold."
    assert reply.complete
    assert reply.tokens_out == 2


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"messages": 3}', b'{"messages": [{"role": "root", "content": "x"}]}']
)
def test_our_own_server_refuses_what_it_cannot_read(served: ModelServer, body: bytes) -> None:
    assert httpx.post(f"{served.url}/chat/completions", content=body).status_code == 400
    assert httpx.get(served.url + "/elsewhere").status_code == 404
