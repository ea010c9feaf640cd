"""A model of this program behind the chat interface of OpenAI, for other programs and for trying the connection.

It listens on the loopback address only.  One text is written at a time; requests wait their turn.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from core.errors import ModelError
from core.llm.model import Ask, Message, Model

LARGEST = 2_000_000
"""Bytes of a request that are read."""
_ROLES = ("system", "user", "assistant")


class ModelServer(ThreadingHTTPServer):
    """The server; `with` and :meth:`serve_forever` as any of the standard library."""

    daemon_threads = True

    def __init__(self, model: Model, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.model = model

    @property
    def url(self) -> str:
        """Base address for ``ORESIGHT_MODEL_URL``."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def in_background(self) -> None:
        """Serve in a thread of its own."""
        threading.Thread(target=self.serve_forever, daemon=True, name="model-server").start()


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: ModelServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The list of models."""
        if self.path != "/v1/models":
            return self._json(404, {"error": {"message": "There is nothing here."}})
        self._json(200, {"object": "list", "data": [{"id": self.server.model.name, "object": "model"}]})

    def do_POST(self) -> None:
        """A conversation to go on with."""
        if self.path != "/v1/chat/completions":
            return self._json(404, {"error": {"message": "There is nothing here."}})
        try:
            body = self._body()
            ask = _ask(body)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            return self._json(400, {"error": {"message": f"The request cannot be read: {error}"}})
        try:
            self._streamed(ask) if body.get("stream") else self._whole(ask)
        except ModelError as error:
            self._json(503, {"error": {"message": error.say()}})
        except OSError:
            self.close_connection = True
        return None

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged: requests hold what people asked."""

    def _body(self) -> Mapping[str, Any]:
        size = int(self.headers.get("Content-Length", "0"))
        if not 0 < size <= LARGEST:
            raise ValueError("its size is not allowed")
        found = json.loads(self.rfile.read(size))
        if not isinstance(found, dict):
            raise TypeError("it is not an object")
        return found

    def _whole(self, ask: Ask) -> None:
        reply = self.server.model.complete(ask)
        choice = {
            "index": 0, "message": {"role": "assistant", "content": reply.text},
            "finish_reason": "stop" if reply.complete else "length",
        }  # fmt: skip
        usage = {"prompt_tokens": reply.tokens_in, "completion_tokens": reply.tokens_out}
        self._json(200, {"object": "chat.completion", "model": reply.model, "choices": [choice], "usage": usage})

    def _streamed(self, ask: Ask) -> None:
        stream = self.server.model.stream(ask)
        pieces = iter(stream)
        first = next(pieces, "")  # an error before the first piece still has a status of its own
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            self._event(_delta(first))
            for piece in pieces:
                self._event(_delta(piece))
            reply = stream.reply
            usage = {"prompt_tokens": reply.tokens_in, "completion_tokens": reply.tokens_out}
            end = "stop" if reply.complete else "length"
            self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": end}], "usage": usage})
            self.wfile.write(b"data: [DONE]\n\n")
        except ModelError as error:
            self._event({"error": {"message": error.say()}})
        finally:
            close = getattr(pieces, "close", None)
            if close is not None:
                close()

    def _event(self, value: Mapping[str, Any]) -> None:
        self.wfile.write(f"data: {json.dumps(value)}\n\n".encode())
        self.wfile.flush()

    def _json(self, status: int, value: Mapping[str, Any]) -> None:
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _delta(text: str) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": text}}]}


def _ask(body: Mapping[str, Any]) -> Ask:
    """A request of the interface as one of this program."""
    messages = []
    for turn in body["messages"]:
        if turn["role"] not in _ROLES or not isinstance(turn["content"], str):
            raise ValueError("a message has no known role or no text")
        messages.append(Message(turn["role"], turn["content"]))
    form = body.get("response_format") or {}
    schema = form["json_schema"]["schema"] if form.get("type") == "json_schema" else None
    if form.get("type") == "json_object":
        raise ValueError("a form without a schema is not supported")
    stop = body.get("stop") or ()
    tokens = max(1, min(int(body.get("max_tokens") or 512), 4_096))
    return Ask(
        tuple(messages), schema, tokens, float(body.get("temperature") or 0.0), int(body.get("seed") or 1),
        stop=(stop,) if isinstance(stop, str) else tuple(stop),
    )  # fmt: skip
