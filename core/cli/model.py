"""``model``: the language model on the command line: what it is, trying it, lending it to other programs."""

from __future__ import annotations

import argparse
import sys
import threading
import time

from core.errors import ModelCancelledError
from core.llm.choosing import files_in, model_of, no_model
from core.llm.model import Ask, Message, Model, ModelState
from core.llm.serving import ModelServer
from core.llm.wording import size_text
from core.settings import get_settings

_FORM = {
    "type": "object", "additionalProperties": False, "required": ["kind", "metres"],
    "properties": {"kind": {"enum": ["well", "road", "river"]}, "metres": {"type": "integer"}},
}  # fmt: skip
_ASKED = Message("user", "Which wells lie within 2 km of a road? Reply as JSON with the keys kind and metres.")
_TEXT = Message("user", "Describe a mountain range in five sentences.")


class _Switch:
    cancelled = False


def model(arguments: argparse.Namespace) -> int:
    """Run one of the actions; returns the exit code.

    Raises:
        ModelError: there is no model, or it failed.
    """
    found = model_of(get_settings())
    if arguments.action == "status":
        return _status(found)
    if found is None:
        raise no_model()
    try:
        if arguments.action == "serve-test":
            return _serve(found, arguments.port)
        return _say(found, arguments.text) if arguments.text else _try(found)
    finally:
        found.close()


def _status(found: Model | None) -> int:
    if found is None:
        print("No language model is configured; everything works without one.")
        names = ", ".join(x.name for x in files_in(get_settings().models_dir))
        print(f"Model files under models/: {names or 'none'}")
        return 0
    for label, value in facts(found.state()):
        print(f"{label:14} {value}")
    return 0


def facts(state: ModelState) -> list[tuple[str, str]]:
    """What is known of a model, as label and value."""
    rows = [
        ("model", state.name), ("where", state.place), ("context", f"{state.context:,} tokens"),
        ("loaded", "yes" if state.loaded else "no"),
    ]  # fmt: skip
    if state.size:
        rows += [("file", size_text(state.size)), ("memory needed", f"about {size_text(state.needed)}")]
    if state.kind == "local" and not state.template:
        rows.append(("chat template", "none: this is no instruction-tuned model"))
    if state.gpu is not None:
        rows.append(("graphics", "used" if state.gpu else "asked for, but the library was built without"))
    if state.resident:
        rows.append(("memory taken", size_text(state.resident)))
    return rows


def _say(found: Model, text: str) -> int:
    """Write one text, piece by piece."""
    stream = found.stream(Ask((Message("user", text),), max_tokens=400, seconds=get_settings().model_timeout_s))
    for piece in stream:
        print(piece, end="", flush=True)
    reply = stream.reply
    print(f"\n{reply.tokens_out} tokens, first after {reply.first_s:.2f} s, {reply.ms_per_token or 0:.0f} ms each")
    return 0


def _try(found: Model) -> int:
    """Load, keep a form, stream, cancel, queue: what the application relies on, with the times it took."""
    started = time.monotonic()
    state = found.load()
    _told("load", time.monotonic() - started, ", ".join(f"{k} {v}" for k, v in facts(state)[2:]))
    reply = found.complete(Ask((_ASKED,), _FORM, 60, seconds=120))
    _told("form", reply.total_s, f"{reply.data}, {reply.tokens_in} tokens in, {reply.tokens_out} out")
    stream, pieces = found.stream(Ask((_TEXT,), max_tokens=60, seconds=120)), 0
    for piece in stream:
        pieces += bool(piece)
    reply = stream.reply
    speed = f"first after {reply.first_s:.2f} s, {reply.ms_per_token or 0:.0f} ms a token"
    _told("stream", reply.total_s, f"{pieces} pieces, {speed}")
    for name, message, after in (
        ("cancel a text", _TEXT, 3),
        ("cancel a prompt", Message("user", "hill " * 1500), 0),
    ):
        _told(name, _cancelled(found, message, after), "between the cancellation and its end")
    _told("queue", *_queued(found))
    return 0


def _told(what: str, seconds: float, text: str) -> None:
    print(f"{what:16} {seconds:6.2f} s  {text}", flush=True)


def _cancelled(found: Model, message: Message, after: int) -> float:
    """Seconds from a cancellation to its end; `after` so many pieces, or half a second into the prompt."""
    switch, when = _Switch(), [0.0]

    def stop() -> None:
        when[0] = time.monotonic()
        switch.cancelled = True

    timer = threading.Timer(0.5, stop)
    if not after:
        timer.start()
    try:
        for count, _ in enumerate(found.stream(Ask((message,), max_tokens=300, seconds=120), switch)):
            if count == after and after:
                stop()
    except ModelCancelledError:
        return time.monotonic() - when[0]
    return 0.0


def _queued(found: Model) -> tuple[float, str]:
    """Two people ask at once, one of them twice: who is served when."""
    order: list[str] = []

    def ask(owner: str) -> None:
        found.complete(Ask((_TEXT,), max_tokens=12, seconds=120, owner=owner))
        order.append(owner)

    started = time.monotonic()
    threads = [threading.Thread(target=ask, args=(x,)) for x in ("first", "first", "second")]
    for thread in threads:
        thread.start()
        time.sleep(0.1)
    for thread in threads:
        thread.join()
    return time.monotonic() - started, "served: " + ", ".join(order)


def _serve(found: Model, port: int) -> int:
    """Lend the model to other programs of this machine until the keyboard says stop."""
    found.load()
    with ModelServer(found, port) as server:
        told = f"{found.name} answers at {server.url} (this machine only); Ctrl+C ends it."
        print(told, file=sys.stderr, flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("Stopped.", file=sys.stderr)
    return 0
