"""A model behind the chat interface of OpenAI: llama.cpp's server, Ollama, vLLM, LM Studio, or a service."""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx

from core.errors import ModelError
from core.llm.generating import Figures, Generating, Pieces
from core.llm.model import Ask, Cancel, Message, ModelState
from core.llm.wording import model_error

LOOK_S = 0.05
CONNECT_S = 5.0
GRACE_S = 2.0
"""The connection outlives the deadline of a question, so that it is the deadline that is told."""
DEFAULT_CONTEXT = 4_096
_LONGEST_PIECE = 64
"""Characters that one token has at most; more of them than tokens asked for is a server that does not stop."""
_LOCAL = ("localhost", "127.0.0.1", "::1")
Item = str | Figures | ModelError


class ServerModel(Generating):
    """A model on a server."""

    def __init__(self, url: str, name: str = "", key: str = "", context: int | None = None) -> None:
        """`url` is the base address, such as ``http://127.0.0.1:8080/v1``.

        Raises:
            ModelError: it is no address.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise model_error("bad_url", url=url)
        super().__init__(name or parts.netloc.rpartition("@")[2])
        self._url = url.rstrip("/")
        self._shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._model, self._key = name, key
        self._own = parts.hostname in _LOCAL
        self._reached = False
        self._forms: list[str] = ["json_schema", "json_object", ""]
        """Ways to ask for a form, the strictest first; those a server refuses are left out from then on."""
        self.room = context or DEFAULT_CONTEXT

    room: int

    def count(self, messages: Sequence[Message]) -> int:
        """An estimate, rather too high: three bytes for a token, and the marks around each text."""
        return sum(len(m.text.encode("utf-8", "replace")) // 3 + 8 for m in messages)

    def load(self) -> ModelState:
        """Ask the server which models it has.

        Raises:
            ModelError: it does not answer.
        """
        with self._client(CONNECT_S) as client:
            try:
                answer = client.get(f"{self._url}/models")
                answer.raise_for_status()
                known = [str(x.get("id", "")) for x in answer.json().get("data", [])]
            except (httpx.HTTPError, ValueError, AttributeError, TypeError) as error:
                self._reached = False
                raise self._translated(error) from error
        self._reached = True
        if not self._model and known:
            self._model = known[0]
            self._name = known[0]
        return self.state()

    def state(self) -> ModelState:
        """What is known without asking."""
        return ModelState(
            self.name, "server", self._shown, self.room, self._reached, waiting=self.turns.waiting, last=self.last
        )

    def close(self) -> None:
        """Nothing is held between requests."""
        self._reached = False

    def pieces(self, ask: Ask, cancel: Cancel | None) -> Pieces:
        """The text as it arrives; a thread reads it, so that a silent server can be left at any time."""
        if not self._model:
            self.load()
        deadline = time.monotonic() + ask.seconds
        arriving: queue.Queue[Item] = queue.Queue()
        client = self._client(ask.seconds)
        threading.Thread(target=self._read, args=(client, ask, arriving), daemon=True, name="model-server").start()
        length = 0
        try:
            while True:
                if cancel is not None and cancel.cancelled:
                    raise model_error("cancelled")
                if time.monotonic() > deadline:
                    raise model_error("timeout", model=self.name, seconds=f"{ask.seconds:.0f}")
                try:
                    item = arriving.get(timeout=LOOK_S)
                except queue.Empty:
                    continue
                if isinstance(item, ModelError):
                    raise item
                if isinstance(item, Figures):
                    self._reached = True
                    return item
                length += len(item)
                yield item
                if length > ask.max_tokens * _LONGEST_PIECE:
                    return Figures(False)
        finally:
            threading.Thread(
                target=_closed, args=(client,), daemon=True
            ).start()  # closing may wait for the server

    def _read(self, client: httpx.Client, ask: Ask, arriving: queue.Queue[Item]) -> None:
        """Read the reply, asking for the form in the strictest way the server knows."""
        try:
            while True:
                form = self._forms[0] if ask.schema is not None else ""
                request = client.build_request("POST", f"{self._url}/chat/completions", json=self._body(ask, form))
                answer = client.send(request, stream=True)
                if answer.status_code in (400, 422, 501) and form:
                    answer.close()
                    self._forms.pop(0)
                    continue
                if answer.status_code >= 300:
                    answer.read()
                answer.raise_for_status()
                for item in _events(answer):
                    arriving.put(item)
                return
        except Exception as error:  # whatever a foreign server sends becomes one sentence
            self._reached = False
            arriving.put(self._translated(error))

    def _body(self, ask: Ask, form: str) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._model or "default", "stream": True, "max_tokens": ask.max_tokens,
            "temperature": ask.temperature, "seed": ask.seed, "stream_options": {"include_usage": True},
            "messages": [{"role": m.role, "content": m.text} for m in ask.messages],
        }  # fmt: skip
        if ask.stop:
            body["stop"] = list(ask.stop)
        if form == "json_schema":
            body["response_format"] = {
                "type": "json_schema", "json_schema": {"name": "reply", "schema": ask.schema, "strict": True},
            }  # fmt: skip
        elif form:
            body["response_format"] = {"type": form}
        return body

    def _client(self, seconds: float) -> httpx.Client:
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        # a proxy of the environment is for servers elsewhere; redirects could carry the key away
        return httpx.Client(
            timeout=httpx.Timeout(seconds + GRACE_S, connect=CONNECT_S), headers=headers, trust_env=not self._own
        )

    def _translated(self, error: Exception) -> ModelError:
        if isinstance(error, ModelError):
            return error
        if isinstance(error, httpx.HTTPStatusError):
            status = error.response.status_code
            return model_error("server_refused", url=self._shown, status=status, why=_reason(error.response))
        if isinstance(error, httpx.TimeoutException):
            return model_error("server_gone", url=self._shown, why="it took too long")
        return model_error("server_gone", url=self._shown, why=str(error) or type(error).__name__)


def _events(answer: httpx.Response) -> Iterator[str | Figures]:
    """The pieces of a streamed reply and its figures; also of a server that sends the whole reply at once."""
    usage: Mapping[str, Any] = {}
    reason, seen, ended = "", False, False
    if "json" in answer.headers.get("content-type", ""):
        answer.read()
        lines: Iterator[str] = iter([f"data: {answer.text}"])
        ended = True
    else:
        lines = answer.iter_lines()
    for line in lines:
        if not line.startswith("data:"):
            continue
        text = line[5:].strip()
        if text == "[DONE]":
            ended = True
            break
        event = json.loads(text)
        if "error" in event:
            raise RuntimeError(str(event["error"]))
        usage = event.get("usage") or usage
        for choice in event.get("choices", [])[:1]:
            piece = (choice.get("delta") or choice.get("message") or {}).get("content") or ""
            reason = choice.get("finish_reason") or reason
            if piece:
                seen = True
                yield piece
    if not (ended or reason or seen):
        raise RuntimeError("the reply is empty")
    if not ended and not reason:
        raise RuntimeError("the reply broke off")
    yield Figures(reason != "length", usage.get("prompt_tokens"), usage.get("completion_tokens"))


def _reason(answer: httpx.Response) -> str:
    """What a server says about a request it refused."""
    try:
        found = answer.json()
    except (ValueError, httpx.HTTPError):
        return answer.reason_phrase or "no reason given"
    inner = found.get("error", found) if isinstance(found, Mapping) else found
    return str(inner.get("message", inner) if isinstance(inner, Mapping) else inner)


def _closed(client: httpx.Client) -> None:
    with contextlib.suppress(Exception):
        client.close()
