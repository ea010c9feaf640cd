"""A GGUF file in a worker process."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import ModelError
from core.llm.generating import Figures, Generating, Pieces
from core.llm.gguf import Head, read_head
from core.llm.memory import free_memory, resident
from core.llm.model import Ask, Cancel, Message, ModelState
from core.llm.process import Line, Process
from core.llm.wording import model_error, size_text

LOOK_S = 0.05
STOP_S = 0.6
"""How long the library may take to stop when it was told to; then its process is ended."""
LOAD_S = 300.0
COUNT_S = 30.0


@dataclass(frozen=True)
class LocalSettings:
    """How a file is loaded."""

    path: Path
    context: int | None = None
    gpu_layers: int = 0
    threads: int | None = None
    memory_mb: int | None = None


class LocalModel(Generating):
    """A model file; its process is started with the first request and again after it ended."""

    def __init__(self, settings: LocalSettings) -> None:
        super().__init__(settings.path.stem)
        self.settings = settings
        self._numbers = itertools.count(1)
        self._process: Process | None = None
        self._starting = threading.Lock()
        self._load_s: float | None = None
        self._gpu: bool | None = None
        self._room = 0
        self._head: Head | None = None

    @property
    def room(self) -> int:
        """Tokens a request and its reply may have together.

        Raises:
            ModelError: the file cannot be read.
        """
        return self._room or self._read_head().context(self.settings.context)

    def load(self) -> ModelState:
        """Start the process and load the file, unless it is there already.

        Raises:
            ModelError: no such file, a damaged one, too little memory, no library.
        """
        self._ready()
        return self.state()

    def count(self, messages: Sequence[Message]) -> int:
        """Tokens of a conversation, told by the model's own tokeniser."""
        with self.turns.taken("", COUNT_S):
            process, number = self._ready(), next(self._numbers)
            process.say(op="count", id=number, messages=_plain(messages))
            return int(self._heard(process, number, time.monotonic() + COUNT_S)["tokens"])

    def state(self) -> ModelState:
        """What the file says, and whether it is loaded."""
        process = self._process
        loaded = process is not None and process.alive
        try:
            head = self._read_head()
        except ModelError:
            return ModelState(self.name, "local", str(self.settings.path), 0, loaded, template=False)
        context = head.context(self.settings.context)
        return ModelState(
            self.name, "local", str(self.settings.path), context, loaded, head.size, head.memory(context),
            resident(process.pid) if process is not None and loaded else 0, head.architecture, head.template,
            gpu=self._gpu if loaded else None, load_s=self._load_s, waiting=self.turns.waiting, last=self.last,
        )  # fmt: skip

    def close(self) -> None:
        """End the process and give its memory back."""
        with self._starting:
            if self._process is not None:
                self._process.kill()
            self._process, self._room = None, 0

    def pieces(self, ask: Ask, cancel: Cancel | None) -> Pieces:
        """The text as the worker tells it; a worker that does not stop when told is ended."""
        process, number = self._ready(), next(self._numbers)
        process.say(
            op="generate", id=number, messages=_plain(ask.messages), schema=ask.schema, stop=list(ask.stop),
            max_tokens=ask.max_tokens, temperature=ask.temperature, seed=ask.seed, seconds=ask.seconds,
        )  # fmt: skip
        deadline, tokens_in, ended = time.monotonic() + ask.seconds, None, False
        try:
            while True:
                if cancel is not None and cancel.cancelled:
                    raise model_error("cancelled")
                if time.monotonic() > deadline + STOP_S:
                    raise model_error("timeout", model=self.name, seconds=f"{ask.seconds:.0f}")
                line = self._line(process)
                if line is None or line.get("id") != number:
                    continue
                if line["event"] == "begun":
                    tokens_in = line["tokens"]
                elif line["event"] == "text":
                    yield line["text"]
                elif line["event"] == "done":
                    ended = True
                    return Figures(line["complete"], tokens_in, line["tokens"])
                else:
                    ended = True
                    raise self._failure(line, ask)
        finally:
            if not ended:
                self._stop(process, number)

    def _stop(self, process: Process, number: int) -> None:
        """Tell the library to stop; end its process when it does not."""
        process.say(op="cancel", id=number)
        last = time.monotonic() + STOP_S
        while time.monotonic() < last:
            try:
                line = process.hear(LOOK_S)
            except EOFError:
                return
            if line is not None and line.get("id") == number and line["event"] in ("done", "failed"):
                return
        process.kill()

    def _line(self, process: Process) -> Line | None:
        try:
            return process.hear(LOOK_S)
        except EOFError as error:
            closed = self._process is not process
            code = "closed" if closed else "crashed"
            raise model_error(code, model=self.name, why="" if closed else process.why()) from error

    def _heard(self, process: Process, number: int, deadline: float) -> Line:
        """The reply to a short request."""
        while time.monotonic() < deadline:
            line = self._line(process)
            if line is not None and line.get("id") == number:
                if line["event"] == "failed":
                    raise self._failure(line, None)
                return line
        process.kill()
        raise model_error("failed", model=self.name, why="it does not answer")

    def _failure(self, line: Line, ask: Ask | None) -> ModelError:
        values: dict[str, Any] = {"model": self.name, "file": self.settings.path.name, "why": line["why"]}
        if ask is not None:
            values |= {"seconds": f"{ask.seconds:.0f}", "max_tokens": ask.max_tokens, "context": self.room}
        return model_error(line["code"], tokens=line.get("tokens", 0), **values)

    def _ready(self) -> Process:
        """The running process with the loaded model."""
        with self._starting:
            if self._process is not None and self._process.alive:
                return self._process
            if self._process is not None:
                self._process.kill()
            head = self._read_head(again=True)
            context = head.context(self.settings.context)
            self._check_memory(head, context)
            self._process = process = Process()
            try:
                self._load(process, context)
            except BaseException:
                process.kill()
                self._process = None
                raise
            return process

    def _load(self, process: Process, context: int) -> None:
        threads, every = self.settings.threads, _cores()
        process.say(
            op="load", id=0, path=str(self.settings.path), context=context, gpu_layers=self.settings.gpu_layers,
            threads=threads or max(1, every - 1), threads_batch=threads or every,
        )  # fmt: skip
        deadline = time.monotonic() + LOAD_S
        while time.monotonic() < deadline:
            line = self._line(process)
            if line is not None and line["event"] == "loaded":
                self._load_s, self._room = line["seconds"], line["context"]
                self._gpu = line["gpu"] if self.settings.gpu_layers else None
                return
            if line is not None:
                code = line["code"] if line["code"] == "no_library" else "not_loaded"
                raise model_error(code, file=self.settings.path.name, why=line["why"])
        raise model_error("slow_load", file=self.settings.path.name, seconds=f"{LOAD_S:.0f}")

    def _check_memory(self, head: Head, context: int) -> None:
        free, needed = free_memory(self.settings.memory_mb), head.memory(context)
        if self.settings.gpu_layers == 0 and free is not None and needed > free:
            raise model_error(
                "no_memory", file=head.path.name, needed=size_text(needed), free=size_text(free), context=context
            )

    def _read_head(self, *, again: bool = False) -> Head:
        if self._head is None or again:
            self._head = read_head(self.settings.path)
        return self._head


def _plain(messages: Sequence[Message]) -> list[dict[str, str]]:
    return [{"role": m.role, "content": m.text} for m in messages]


def _cores() -> int:
    """Processor cores that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
