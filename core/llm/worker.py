"""The process that holds a model: requests come as lines of JSON on standard input, replies leave the same way.

A fault of the library ends this process and nothing else.  The process ends by itself when its input closes, so no
model outlives the program it serves.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from typing import Any, TextIO

Line = dict[str, Any]


class Cut:
    """Tells the library to stop: at a deadline, or when the request was cancelled."""

    def __init__(self) -> None:
        self.deadline = float("inf")
        self.cancelled: set[int] = set()
        self.running = -1

    def __call__(self, _: object = None) -> bool:
        """Whether to stop now."""
        return self.running in self.cancelled or time.monotonic() > self.deadline

    @property
    def code(self) -> str:
        """Why it stopped."""
        return "cancelled" if self.running in self.cancelled else "timeout"


class Worker:
    """One process, one model, one text at a time."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.cut = Cut()
        self.todo: queue.Queue[Line] = queue.Queue()
        self._engine: Any = None

    def listen(self) -> None:
        """Read requests; a cancellation is noted at once, the rest waits its turn.  Ends with the input."""
        for line in sys.stdin:
            request = json.loads(line)
            if request["op"] == "cancel":
                self.cut.cancelled.add(request["id"])
            else:
                self.todo.put(request)
        os._exit(0)

    def serve(self) -> None:
        """Work off the requests, for ever."""
        while True:
            request = self.todo.get()
            try:
                getattr(self, f"_{request['op']}")(request)
            except Exception as error:  # whatever the library raises becomes one line
                code, why = _told(error)
                self._say(event="failed", id=request["id"], code=code, why=why)

    def _load(self, request: Line) -> None:
        from core.llm.engine import Engine  # noqa: PLC0415 - the library is loaded in this process only

        started = time.monotonic()
        self._engine = Engine(request, self.cut)
        seconds = time.monotonic() - started
        engine = self._engine
        self._say(event="loaded", id=request["id"], context=engine.context, gpu=engine.gpu, seconds=seconds)

    def _count(self, request: Line) -> None:
        tokens = len(self._engine.tokens(request["messages"]))
        self._say(event="counted", id=request["id"], tokens=tokens)

    def _generate(self, request: Line) -> None:
        number = request["id"]
        tokens = self._engine.tokens(request["messages"])
        if len(tokens) + request["max_tokens"] > self._engine.context:
            self._say(event="failed", id=number, code="too_long", why="", tokens=len(tokens))
            return
        self.cut.running, self.cut.deadline = number, time.monotonic() + request["seconds"]
        self._say(event="begun", id=number, tokens=len(tokens))
        try:
            end = self._engine.write(tokens, request, lambda text: self._say(event="text", id=number, text=text))
            self._say(event="done", id=number, **end)
        except Exception as error:  # a stopped library raises something general
            code, why = (self.cut.code, "") if self.cut() else _told(error)
            self._say(event="failed", id=number, code=code, why=why)
            self._engine.reset()
        finally:
            self.cut.running, self.cut.deadline = -1, float("inf")
            self.cut.cancelled.clear()

    def _say(self, **line: Any) -> None:
        self._out.write(json.dumps(line) + "\n")
        self._out.flush()


def _told(error: Exception) -> tuple[str, str]:
    """A code and a reason for an exception."""
    if isinstance(error, ImportError):
        return "no_library", ""
    if type(error).__name__ == "TemplateError":
        return "template", str(error)
    if type(error).__name__ == "GrammarError":
        return "schema", str(error)
    if isinstance(error, MemoryError):
        return "failed", "there is not enough memory"
    return "failed", str(error) or type(error).__name__


def main() -> None:
    """Serve requests until the input closes."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")  # the library may print: its output must not meet ours
    os.dup2(2, 1)
    _no_core_dumps()
    worker = Worker(out)
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.serve()


def _no_core_dumps() -> None:
    """A crash must not leave the memory of the model, with what people asked, on the disk."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
